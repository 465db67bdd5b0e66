import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { isSubdomainKey } from '../contract/hosts.ts';
import { errorReportSampling } from '../contract/limits.ts';
import { OperatorError } from './process/operator_error.ts';

/** Everything that the environment decides; checked, absolute, frozen. Paths are absolute, null means not set. */
export type Config = {
  readonly host: string;
  /** 0: a free one is taken at the start. */
  readonly port: number;
  /** How long a server that is told to end serves on, while /health/ready says so. */
  readonly drainSeconds: number;
  /** Address that people use, without a slash at the end. */
  readonly publicUrl: string;
  /** Whether PUBLIC_URL was set, or publicUrl follows from the port. */
  readonly publicUrlIsSet: boolean;
  readonly dataDir: string;
  readonly database: {
    /** null: the embedded PostgreSQL in dataDir */
    readonly url: string | null;
    readonly directUrl: string | null;
    readonly readUrl: string | null;
    /** Most connections of the main pool. */
    readonly poolSize: number;
  };
  readonly defaultSubdomain: string;
  /** Whether an empty database gets the demo workspace. */
  readonly demo: boolean;
  /** Whether this process runs jobs. */
  readonly worker: boolean;
  /** Whether this process serves event streams. */
  readonly realtime: boolean;
  readonly secretKeyFile: string;
  readonly mail: {
    readonly smtpUrl: string | null;
    /** Domain of reply addresses and message ids. */
    readonly domain: string;
    /** How long mail waits so that it can be called back. */
    readonly undoSeconds: number;
    readonly imapUrl: string | null;
    readonly webhookSecretFile: string | null;
  };
  readonly files:
    | { readonly kind: 'folder'; readonly path: string }
    | { readonly kind: 's3'; readonly url: string };
  readonly clamdUrl: string | null;
  /** Addresses, networks (CIDR) or the words loopback, linklocal, uniquelocal. */
  readonly trustedProxies: readonly string[];
  /** Host names, addresses or networks (CIDR) that outgoing calls may reach although they are private. */
  readonly allowPrivateHosts: readonly string[];
  /** Addresses, with or without a port, that DNS records are looked up at; empty: the servers of the machine. */
  readonly dnsServers: readonly string[];
  /** List pages per user and minute; 0: no limit. */
  readonly graphqlCostPerMinute: number;
  /** What the console is told with its page; nothing in it is secret. */
  readonly console: {
    /** Address that takes errors of the browser as JSON; null: they stay in the browser's log. */
    readonly errorReportUrl: string | null;
    /** Share of the errors that is sent there, 0 to 1. */
    readonly errorReportSampling: number;
    /** Address of the support chat behind 'get help'. */
    readonly supportChatUrl: string | null;
    /** Address of the feedback form behind 'give feedback'. */
    readonly feedbackWidgetUrl: string | null;
    /** Address of a script that the console loads to measure its use; null: none is loaded. */
    readonly analyticsScriptUrl: string | null;
  };
  readonly logLevel: (typeof LOG_LEVELS)[number];
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const HOST_NAME = /^(?!-)[a-z0-9-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9-]{1,63}(?<!-))*$/i;

/** How a variable is read. */
type Variable<T> = {
  /** completes "NAME must be …" */
  must: string;
  /** The value of a text without space around it; null: it is refused. */
  read: (text: string) => T | null;
};

function variable<T>(must: string, read: (text: string) => T | null): Variable<T> {
  return { must, read };
}

const wholeNumber = (least: number, most: number) =>
  variable(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : null;
  });

const share = variable('a number from 0 to 1, such as 0.1', (text) => {
  const value = /^\d(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  return value <= 1 ? value : null;
});

const onOff = variable('on or off', (text) => {
  if (/^(on|true|yes|1)$/i.test(text)) return true;
  return /^(off|false|no|0)$/i.test(text) ? false : null;
});

/** @param protocols with their colon */
const url = (must: string, protocols: string[], accept: (url: URL) => boolean = () => true) =>
  variable(must, (text) => {
    const parsed = URL.parse(text);
    return parsed !== null && protocols.includes(parsed.protocol) && accept(parsed) ? text : null;
  });

const postgresUrl = url('an address such as postgresql://user:password@host:5432/database', [
  'postgres:',
  'postgresql:',
]);

/** An address that a browser opens. A password in it would reach everyone who may use the console. */
const webUrl = url(
  'an http or https address without a password, such as https://help.example.com/chat',
  ['http:', 'https:'],
  ({ username, password }) => username === '' && password === '',
);

/** @param accept says whether one entry of the list is good */
const list = (must: string, accept: (entry: string) => boolean) =>
  variable(must, (text) => {
    const entries = text.split(/[,\s]+/).filter((entry) => entry !== '');
    return entries.every(accept) ? entries : null;
  });

/** An address, or one with a port, as a resolver takes it: an IPv6 one then stands in brackets. */
function isDnsServer(text: string): boolean {
  const [, inBrackets, plain, port] = /^(?:\[([\da-f:.]+)\]|([\d.]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const address = inBrackets ?? plain ?? text;
  return isIP(address) !== 0 && (port === undefined || (Number(port) > 0 && Number(port) < 65_536));
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const isHost = (text: string) => isIP(text) !== 0 || HOST_NAME.test(text);

const ENVIRONMENT = {
  PORT: wholeNumber(0, 65_535),
  DRAIN_SECONDS: wholeNumber(0, 300),
  HOST: variable('an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0', (text) =>
    isHost(text) ? text : null,
  ),
  PUBLIC_URL: variable(
    'an http or https address without a path, such as https://feedback.example.com',
    (text) => {
      const parsed = URL.parse(text);
      if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) return null;
      return parsed.pathname === '/' && parsed.search === '' && parsed.hash === '' && parsed.username === ''
        ? parsed.origin
        : null;
    },
  ),
  DATA_DIR: variable('a folder', (text) => (text.includes('\0') ? null : text)),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_READ_URL: postgresUrl,
  // two, since a call may take a second one while it holds the first
  DATABASE_POOL_SIZE: wholeNumber(2, 500),
  DEFAULT_SUBDOMAIN: variable(
    'the key of a subdomain: small letters, digits and hyphens, such as demo',
    (text) => (isSubdomainKey(text) ? text : null),
  ),
  DEMO: onOff,
  WORKER: onOff,
  REALTIME: onOff,
  SECRET_KEY_FILE: variable('a file', (text) => text),
  SMTP_URL: url(
    'an address such as smtp://user:password@host:587 or smtps://host',
    ['smtp:', 'smtps:'],
    ({ hostname }) => hostname !== '',
  ),
  MAIL_DOMAIN: variable('a domain such as feedback.example.com', (text) =>
    HOST_NAME.test(text) ? text.toLowerCase() : null,
  ),
  MAIL_UNDO_SECONDS: wholeNumber(0, 3_600),
  IMAP_URL: url(
    'an address such as imaps://user:password@host',
    ['imap:', 'imaps:'],
    ({ hostname }) => hostname !== '',
  ),
  WEBHOOK_SECRET_FILE: variable('a file that can be read', (text) => {
    try {
      accessSync(text, constants.R_OK);
      return statSync(text).isFile() ? text : null;
    } catch {
      return null;
    }
  }),
  FILES_URL: variable(
    'file: with a folder, or s3: with a bucket, such as file:/var/lib/earshot/files or s3://bucket/folder',
    (text) => {
      if (/^file:./.test(text)) return text;
      const parsed = URL.parse(text);
      return parsed?.protocol === 's3:' && parsed.hostname !== '' ? text : null;
    },
  ),
  CLAMD_URL: variable(
    'tcp: with host and port, or unix: with a socket, such as tcp://localhost:3310',
    (text) => {
      const parsed = URL.parse(text);
      if (parsed?.protocol === 'tcp:') return parsed.hostname !== '' && parsed.port !== '' ? text : null;
      return parsed?.protocol === 'unix:' && parsed.pathname.startsWith('/') && parsed.pathname !== '/'
        ? text
        : null;
    },
  ),
  TRUSTED_PROXIES: list(
    'a list of addresses or networks, such as 10.0.0.0/8, or the words loopback, linklocal, uniquelocal',
    (entry) => isNetwork(entry) || ['loopback', 'linklocal', 'uniquelocal'].includes(entry),
  ),
  ALLOW_PRIVATE_HOSTS: list(
    'a list of host names, addresses or networks, such as tracker.local, 10.1.2.0/24',
    (entry) => isNetwork(entry) || isHost(entry),
  ),
  DNS_SERVERS: list(
    'a list of addresses with or without a port, such as 9.9.9.9, 10.1.2.3:5353',
    isDnsServer,
  ),
  GRAPHQL_COST_PER_MINUTE: wholeNumber(0, 100_000_000),
  ERROR_REPORT_URL: webUrl,
  ERROR_REPORT_SAMPLING: share,
  SUPPORT_CHAT_URL: webUrl,
  FEEDBACK_WIDGET_URL: webUrl,
  ANALYTICS_SCRIPT_URL: webUrl,
  LOG_LEVEL: variable(
    `one of ${LOG_LEVELS.join(', ')}`,
    (text) => LOG_LEVELS.find((level) => level === text.toLowerCase()) ?? null,
  ),
};

type Name = keyof typeof ENVIRONMENT;
/** Every variable with its value; null: not set. */
type Values = { [N in Name]: (typeof ENVIRONMENT)[N] extends Variable<infer T> ? T | null : never };

/** The names of all variables that the product reads. */
export const VARIABLES = Object.keys(ENVIRONMENT) as readonly Name[];

/** Variables whose value may hold a password; a refusal does not repeat it. */
const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'IMAP_URL',
  'FILES_URL',
  'PUBLIC_URL',
  'CLAMD_URL',
  'ERROR_REPORT_URL',
  'SUPPORT_CHAT_URL',
  'FEEDBACK_WIDGET_URL',
  'ANALYTICS_SCRIPT_URL',
]);

/**
 * Reads the configuration from the environment. Relative paths count from `cwd`.
 *
 * @throws OperatorError with one sentence that names the variable, for the first wrong value; a value that
 * may hold a password is not repeated
 */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
  cwd: string = process.cwd(),
): Config {
  const set = Object.fromEntries(
    VARIABLES.map((name) => [name, readVariable(name, environment[name])]),
  ) as Values;
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (set[name] !== null && set.DATABASE_URL === null) {
      throw new OperatorError(
        `${name} is set and DATABASE_URL is not; set DATABASE_URL as well, or neither for the embedded database.`,
      );
    }
  }
  const port = set.PORT ?? 3000;
  const dataDir = resolve(cwd, set.DATA_DIR ?? 'data');
  const publicUrl = set.PUBLIC_URL ?? localUrl(port);
  return deepFreeze({
    host: set.HOST ?? '127.0.0.1',
    port,
    drainSeconds: set.DRAIN_SECONDS ?? 0,
    publicUrl,
    publicUrlIsSet: set.PUBLIC_URL !== null,
    dataDir,
    database: {
      url: set.DATABASE_URL,
      directUrl: set.DATABASE_DIRECT_URL,
      readUrl: set.DATABASE_READ_URL,
      poolSize: set.DATABASE_POOL_SIZE ?? 12,
    },
    defaultSubdomain: set.DEFAULT_SUBDOMAIN ?? 'demo',
    demo: set.DEMO ?? true,
    worker: set.WORKER ?? true,
    realtime: set.REALTIME ?? true,
    secretKeyFile: resolve(cwd, set.SECRET_KEY_FILE ?? join(dataDir, 'secret.key')),
    mail: {
      smtpUrl: set.SMTP_URL,
      domain: set.MAIL_DOMAIN ?? new URL(publicUrl).hostname,
      undoSeconds: set.MAIL_UNDO_SECONDS ?? 30,
      imapUrl: set.IMAP_URL,
      webhookSecretFile: set.WEBHOOK_SECRET_FILE === null ? null : resolve(cwd, set.WEBHOOK_SECRET_FILE),
    },
    files: readFilesUrl(set.FILES_URL, dataDir, cwd),
    clamdUrl: set.CLAMD_URL,
    trustedProxies: set.TRUSTED_PROXIES ?? [],
    allowPrivateHosts: set.ALLOW_PRIVATE_HOSTS ?? [],
    dnsServers: set.DNS_SERVERS ?? [],
    graphqlCostPerMinute: set.GRAPHQL_COST_PER_MINUTE ?? 10_000,
    console: {
      errorReportUrl: set.ERROR_REPORT_URL,
      errorReportSampling: set.ERROR_REPORT_SAMPLING ?? errorReportSampling,
      supportChatUrl: set.SUPPORT_CHAT_URL,
      feedbackWidgetUrl: set.FEEDBACK_WIDGET_URL,
      analyticsScriptUrl: set.ANALYTICS_SCRIPT_URL,
    },
    logLevel: set.LOG_LEVEL ?? 'info',
  });
}

/** @returns null when it is not set */
function readVariable(name: Name, text: string | undefined): unknown {
  // An empty value counts as not set: compose files and units often cannot leave a variable out.
  const trimmed = text?.trim() ?? '';
  if (trimmed === '') return null;
  const { must, read } = ENVIRONMENT[name];
  const value = read(trimmed);
  if (value === null)
    throw new OperatorError(`${name} must be ${must}${SECRET_VARIABLES.has(name) ? '' : `, not "${text}"`}.`);
  return value;
}

/** The same configuration on another port; an address that was not set follows it. */
export function withPort(config: Config, port: number): Config {
  return deepFreeze({
    ...config,
    port,
    publicUrl: config.publicUrlIsSet ? config.publicUrl : localUrl(port),
  });
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

function readFilesUrl(text: string | null, dataDir: string, cwd: string): Config['files'] {
  if (text === null) return { kind: 'folder', path: join(dataDir, 'files') };
  if (text.startsWith('s3:')) return { kind: 's3', url: text };
  // file:folder counts from the working folder, file:/folder and file:///folder from the root.
  return { kind: 'folder', path: resolve(cwd, text.replace(/^file:(\/\/(?=\/))?/, '')) };
}

/**
 * The configuration by the names of its variables, as texts that may be printed and logged: passwords and
 * keys inside addresses are replaced by ***, and what is not set says so.
 */
export function describeConfig(config: Config): Record<string, string> {
  const none = 'none';
  const onOrOff = (value: boolean) => (value ? 'on' : 'off');
  return {
    PORT: String(config.port),
    HOST: config.host,
    DRAIN_SECONDS: String(config.drainSeconds),
    PUBLIC_URL: config.publicUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.database.url === null ? 'embedded' : hideSecrets(config.database.url),
    DATABASE_DIRECT_URL:
      config.database.directUrl === null ? 'as DATABASE_URL' : hideSecrets(config.database.directUrl),
    DATABASE_READ_URL:
      config.database.readUrl === null ? 'as DATABASE_URL' : hideSecrets(config.database.readUrl),
    DATABASE_POOL_SIZE: String(config.database.poolSize),
    DEFAULT_SUBDOMAIN: config.defaultSubdomain,
    DEMO: onOrOff(config.demo),
    WORKER: onOrOff(config.worker),
    REALTIME: onOrOff(config.realtime),
    SECRET_KEY_FILE: config.secretKeyFile,
    SMTP_URL: config.mail.smtpUrl === null ? none : hideSecrets(config.mail.smtpUrl),
    MAIL_DOMAIN: config.mail.domain,
    MAIL_UNDO_SECONDS: String(config.mail.undoSeconds),
    IMAP_URL: config.mail.imapUrl === null ? none : hideSecrets(config.mail.imapUrl),
    WEBHOOK_SECRET_FILE: config.mail.webhookSecretFile ?? none,
    FILES_URL: config.files.kind === 'folder' ? `file:${config.files.path}` : hideSecrets(config.files.url),
    CLAMD_URL: config.clamdUrl ?? none,
    TRUSTED_PROXIES: config.trustedProxies.join(', ') || none,
    ALLOW_PRIVATE_HOSTS: config.allowPrivateHosts.join(', ') || none,
    DNS_SERVERS: config.dnsServers.join(', ') || none,
    GRAPHQL_COST_PER_MINUTE: String(config.graphqlCostPerMinute),
    ERROR_REPORT_URL:
      config.console.errorReportUrl === null ? none : hideSecrets(config.console.errorReportUrl),
    ERROR_REPORT_SAMPLING: String(config.console.errorReportSampling),
    SUPPORT_CHAT_URL:
      config.console.supportChatUrl === null ? none : hideSecrets(config.console.supportChatUrl),
    FEEDBACK_WIDGET_URL:
      config.console.feedbackWidgetUrl === null ? none : hideSecrets(config.console.feedbackWidgetUrl),
    ANALYTICS_SCRIPT_URL:
      config.console.analyticsScriptUrl === null ? none : hideSecrets(config.console.analyticsScriptUrl),
    LOG_LEVEL: config.logLevel,
  };
}

/**
 * An address without its password, its user name where it stands for a key (s3), and the values of
 * parameters that name a secret.
 */
export function hideSecrets(address: string): string {
  const parsed = URL.parse(address);
  // Not even the parser knows where the password stands.
  if (parsed === null) return '***';
  if (parsed.password !== '') parsed.password = '***';
  if (parsed.protocol === 's3:' && parsed.username !== '') parsed.username = '***';
  for (const name of parsed.searchParams.keys().toArray()) {
    if (/pass|secret|token|key/i.test(name)) parsed.searchParams.set(name, '***');
  }
  return parsed.href.replaceAll('%2A%2A%2A', '***');
}

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const part of Object.values(value))
    if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
