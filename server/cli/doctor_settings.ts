import { lookup, resolveMx } from 'node:dns/promises';
import { createServer } from 'node:net';
import { isLoopbackHost } from '../../contract/hosts.ts';
import type { Config } from '../config.ts';
import { note, ok, problem, type Finding } from './finding.ts';

const AREA = 'configuration';
/** A person who works fast asks for some list pages with each screen. */
const LEAST_COST_PER_MINUTE = 500;
const ANSWER_TIMEOUT_MS = 5_000;
/** What a name server says of a name that it knows, or that it knows to be none. */
const UNKNOWN_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** What the variables say together: an address that people cannot reach, a cookie that travels openly. */
export function checkSettings(config: Config): Finding[] {
  const { protocol, hostname } = new URL(config.publicUrl);
  const found = [
    ok(AREA, `people use ${config.publicUrl}, the server listens on ${config.host} port ${config.port}`),
  ];
  const add = (isSo: boolean, finding: Finding): void => {
    if (isSo) found.push(finding);
  };
  add(
    protocol === 'http:' && !isLoopbackHost(hostname),
    note(
      AREA,
      'PUBLIC_URL is http, so passwords and sessions travel unencrypted',
      'Put a proxy with TLS in front and set PUBLIC_URL to its https address.',
    ),
  );
  // half of all addresses is as good as all: two entries name them all
  const everyone = config.trustedProxies.filter((entry) => /\/0*[0-3]$/.test(entry));
  add(
    everyone.length > 0,
    problem(
      AREA,
      `TRUSTED_PROXIES=${everyone.join(',')} trusts everyone: anyone may name any address as their own, and so passes each limit by network`,
      "Name your proxy's own address or network.",
    ),
  );
  add(
    !isLoopbackHost(hostname) && config.host === '127.0.0.1' && config.trustedProxies.length === 0,
    note(
      AREA,
      'only this machine can connect, and no proxy is trusted',
      'Behind a proxy on this machine set TRUSTED_PROXIES=loopback; without one set HOST=0.0.0.0.',
    ),
  );
  add(
    ['error', 'fatal', 'silent'].includes(config.logLevel),
    note(
      AREA,
      `LOG_LEVEL=${config.logLevel} leaves out refused calls and failed sign-ins, which fail2ban and others read`,
      'Set it to warn or info.',
    ),
  );
  const cost = config.graphqlCostPerMinute;
  add(
    cost > 0 && cost < LEAST_COST_PER_MINUTE,
    note(
      AREA,
      `GRAPHQL_COST_PER_MINUTE=${cost} is less than one person needs who works fast: their calls are refused`,
      `Set it to ${LEAST_COST_PER_MINUTE} or more, or to 0 for no limit.`,
    ),
  );
  const { errorReportUrl } = config.console;
  add(
    protocol === 'https:' && errorReportUrl !== null && errorReportUrl.startsWith('http:'),
    problem(
      AREA,
      'ERROR_REPORT_URL is http and the console https: browsers send nothing there',
      'Set it to an https address.',
    ),
  );
  return found;
}

/** Whether the server can listen where it is told to, or one of Earshot's does already. */
export async function checkListening({ host, port }: Pick<Config, 'host' | 'port'>): Promise<Finding> {
  const code = await listen(host, port);
  if (code === null) return ok(AREA, `${host} port ${port} is free`);
  if (code === 'EADDRINUSE') {
    if (await isEarshot(host, port)) return ok(AREA, `a server of Earshot answers on ${host} port ${port}`);
    return problem(
      AREA,
      `another program listens on ${host} port ${port}`,
      'Stop it, or set PORT to another one.',
    );
  }
  if (code === 'EACCES')
    return problem(
      AREA,
      `this user may not listen on port ${port}`,
      'Set PORT to 1024 or more, with a proxy in front.',
    );
  return problem(
    AREA,
    `the server cannot listen on ${host} (${code}): it is no address of this machine`,
    'Set HOST to one of its addresses, to 127.0.0.1 behind a proxy on this machine, or to 0.0.0.0 for all.',
  );
}

/** @returns the code of the error; null: it could be listened there */
function listen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

async function isEarshot(host: string, port: number): Promise<boolean> {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const answer = await fetch(`http://${at.includes(':') ? `[${at}]` : at}:${port}/health/live`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    return answer.ok && ((await answer.json()) as { status?: unknown } | null)?.status === 'ok';
  } catch {
    return false;
  }
}

/** The questions to the name server; tests answer them themselves. */
export interface Names {
  lookup: (name: string) => Promise<unknown>;
  resolveMx: (name: string) => Promise<unknown>;
}

/** Whether the names that people and mail servers use are known; a name server that does not answer says nothing. */
export async function checkNames(config: Config, names: Names = { lookup, resolveMx }): Promise<Finding[]> {
  const found: Finding[] = [];
  const isUnknown = async (ask: Promise<unknown>): Promise<boolean> => {
    try {
      await ask;
      return false;
    } catch (error) {
      return UNKNOWN_NAME.has((error as NodeJS.ErrnoException).code);
    }
  };
  const { hostname } = new URL(config.publicUrl);
  if (!isLoopbackHost(hostname) && (await isUnknown(names.lookup(hostname)))) {
    found.push(
      note(
        AREA,
        `the name ${hostname} of PUBLIC_URL is unknown to this machine's name server`,
        'Enter it in your DNS, or correct PUBLIC_URL.',
      ),
    );
  }
  const { domain, imapUrl, webhookSecretFile } = config.mail;
  const takesMail = imapUrl !== null || webhookSecretFile !== null;
  if (
    takesMail &&
    !isLoopbackHost(domain) &&
    (await isUnknown(names.resolveMx(domain))) &&
    (await isUnknown(names.lookup(domain)))
  ) {
    found.push(
      note(
        'mail',
        `no email for ${domain} can arrive: your DNS names no server for it`,
        'Enter an MX record for it, or correct MAIL_DOMAIN.',
      ),
    );
  }
  return found;
}
