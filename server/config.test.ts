import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeConfig, hideSecrets, readConfig, VARIABLES, withPort } from './config.ts';

const read = (environment: Record<string, string>) => readConfig(environment, '/srv/earshot');

test('without any variable the documented defaults hold', () => {
  expect(read({})).toEqual({
    host: '127.0.0.1',
    port: 3000,
    drainSeconds: 0,
    publicUrl: 'http://localhost:3000',
    publicUrlIsSet: false,
    dataDir: '/srv/earshot/data',
    database: { url: null, directUrl: null, readUrl: null, poolSize: 12 },
    defaultSubdomain: 'demo',
    demo: true,
    worker: true,
    realtime: true,
    secretKeyFile: '/srv/earshot/data/secret.key',
    mail: { smtpUrl: null, domain: 'localhost', undoSeconds: 30, imapUrl: null, webhookSecretFile: null },
    files: { kind: 'folder', path: '/srv/earshot/data/files' },
    clamdUrl: null,
    trustedProxies: [],
    allowPrivateHosts: [],
    dnsServers: [],
    graphqlCostPerMinute: 10_000,
    console: {
      errorReportUrl: null,
      errorReportSampling: 1,
      supportChatUrl: null,
      feedbackWidgetUrl: null,
      analyticsScriptUrl: null,
    },
    logLevel: 'info',
  });
});

test('every variable is read', () => {
  const secretFile = join(tmpdir(), `earshot-config-${process.pid}`);
  writeFileSync(secretFile, 'x');
  onTestFinished(() => rmSync(secretFile));
  const config = read({
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://Ideas.Example.com/',
    DATA_DIR: 'var',
    DATABASE_URL: 'postgresql://u:p@db/earshot',
    DATABASE_DIRECT_URL: 'postgres://u:p@db:5433/earshot',
    DATABASE_READ_URL: 'postgres://u:p@replica/earshot',
    DATABASE_POOL_SIZE: '20',
    DEFAULT_SUBDOMAIN: 'acme',
    DEMO: 'off',
    WORKER: 'no',
    REALTIME: '0',
    SECRET_KEY_FILE: '/etc/earshot.key',
    SMTP_URL: 'smtps://user:secret@mail.example.com',
    MAIL_DOMAIN: 'Mail.Example.com',
    MAIL_UNDO_SECONDS: '0',
    IMAP_URL: 'imaps://user:secret@mail.example.com',
    WEBHOOK_SECRET_FILE: secretFile,
    FILES_URL: 's3://bucket/folder?region=eu',
    CLAMD_URL: 'unix:/run/clamd.sock',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1 loopback',
    ALLOW_PRIVATE_HOSTS: 'tracker.local,192.168.1.5',
    DNS_SERVERS: '9.9.9.9 127.0.0.1:5353, ::1 [::1]:53',
    GRAPHQL_COST_PER_MINUTE: '0',
    ERROR_REPORT_URL: 'https://errors.example.com/earshot?project=7',
    ERROR_REPORT_SAMPLING: '0.25',
    SUPPORT_CHAT_URL: 'https://help.example.com/chat',
    FEEDBACK_WIDGET_URL: 'http://forms.example.com',
    ANALYTICS_SCRIPT_URL: 'https://numbers.example.com/a.js',
    LOG_LEVEL: 'WARN',
  });
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8080,
    publicUrl: 'https://ideas.example.com',
    dataDir: '/srv/earshot/var',
    database: {
      url: 'postgresql://u:p@db/earshot',
      directUrl: 'postgres://u:p@db:5433/earshot',
      readUrl: 'postgres://u:p@replica/earshot',
    },
    defaultSubdomain: 'acme',
    demo: false,
    worker: false,
    realtime: false,
    secretKeyFile: '/etc/earshot.key',
    mail: { domain: 'mail.example.com', undoSeconds: 0, webhookSecretFile: secretFile },
    files: { kind: 's3', url: 's3://bucket/folder?region=eu' },
    clamdUrl: 'unix:/run/clamd.sock',
    trustedProxies: ['10.0.0.0/8', '::1', 'loopback'],
    allowPrivateHosts: ['tracker.local', '192.168.1.5'],
    dnsServers: ['9.9.9.9', '127.0.0.1:5353', '::1', '[::1]:53'],
    graphqlCostPerMinute: 0,
    console: {
      errorReportUrl: 'https://errors.example.com/earshot?project=7',
      errorReportSampling: 0.25,
      supportChatUrl: 'https://help.example.com/chat',
      feedbackWidgetUrl: 'http://forms.example.com',
      analyticsScriptUrl: 'https://numbers.example.com/a.js',
    },
    logLevel: 'warn',
  });
});

test('an empty variable counts as not set', () => {
  expect(read({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toEqual(read({}));
});

test.each([
  ['PORT', '70000', 'PORT must be a whole number from 0 to 65535, not "70000".'],
  ['PORT', '30x', 'PORT must be a whole number from 0 to 65535, not "30x".'],
  [
    'HOST',
    'two words',
    'HOST must be an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0, not "two words".',
  ],
  [
    'PUBLIC_URL',
    'https://example.com/path',
    'PUBLIC_URL must be an http or https address without a path, such as https://feedback.example.com.',
  ],
  [
    'PUBLIC_URL',
    'example.com',
    'PUBLIC_URL must be an http or https address without a path, such as https://feedback.example.com.',
  ],
  [
    'DATABASE_URL',
    'mysql://root:hunter2@db/x',
    'DATABASE_URL must be an address such as postgresql://user:password@host:5432/database.',
  ],
  [
    'DATABASE_READ_URL',
    'postgres://replica/x',
    'DATABASE_READ_URL is set and DATABASE_URL is not; set DATABASE_URL as well, or neither for the embedded database.',
  ],
  [
    'DEFAULT_SUBDOMAIN',
    'Not_A_Key',
    'DEFAULT_SUBDOMAIN must be the key of a subdomain: small letters, digits and hyphens, such as demo, not "Not_A_Key".',
  ],
  ['DEMO', 'maybe', 'DEMO must be on or off, not "maybe".'],
  [
    'SMTP_URL',
    'http://mail',
    'SMTP_URL must be an address such as smtp://user:password@host:587 or smtps://host.',
  ],
  ['MAIL_DOMAIN', 'a b', 'MAIL_DOMAIN must be a domain such as feedback.example.com, not "a b".'],
  [
    'WEBHOOK_SECRET_FILE',
    tmpdir(),
    `WEBHOOK_SECRET_FILE must be a file that can be read, not "${tmpdir()}".`,
  ],
  ['MAIL_UNDO_SECONDS', '-1', 'MAIL_UNDO_SECONDS must be a whole number from 0 to 3600, not "-1".'],
  [
    'WEBHOOK_SECRET_FILE',
    '/nowhere/at/all',
    'WEBHOOK_SECRET_FILE must be a file that can be read, not "/nowhere/at/all".',
  ],
  [
    'FILES_URL',
    'ftp://x',
    'FILES_URL must be file: with a folder, or s3: with a bucket, such as file:/var/lib/earshot/files or s3://bucket/folder.',
  ],
  [
    'CLAMD_URL',
    'tcp://host',
    'CLAMD_URL must be tcp: with host and port, or unix: with a socket, such as tcp://localhost:3310.',
  ],
  [
    'TRUSTED_PROXIES',
    '10.0.0.0/40',
    'TRUSTED_PROXIES must be a list of addresses or networks, such as 10.0.0.0/8, or the words loopback, linklocal, uniquelocal, not "10.0.0.0/40".',
  ],
  [
    'ALLOW_PRIVATE_HOSTS',
    'http://x',
    'ALLOW_PRIVATE_HOSTS must be a list of host names, addresses or networks, such as tracker.local, 10.1.2.0/24, not "http://x".',
  ],
  [
    'SUPPORT_CHAT_URL',
    'javascript:alert(1)',
    'SUPPORT_CHAT_URL must be an http or https address without a password, such as https://help.example.com/chat.',
  ],
  [
    'ERROR_REPORT_URL',
    'https://key:secret@errors.example.com',
    'ERROR_REPORT_URL must be an http or https address without a password, such as https://help.example.com/chat.',
  ],
  [
    'ERROR_REPORT_SAMPLING',
    '1.5',
    'ERROR_REPORT_SAMPLING must be a number from 0 to 1, such as 0.1, not "1.5".',
  ],
  [
    'LOG_LEVEL',
    'loud',
    'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, not "loud".',
  ],
])('%s=%s stops with one sentence that names it', (name, value, sentence) => {
  expect(() => read({ [name]: value })).toThrow(sentence);
});

test('a refused value that may hold a password is not repeated', () => {
  expect(() => read({ DATABASE_URL: 'mysql://root:hunter2@db/x' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') as string }),
  );
});

test('the configuration cannot be changed, at any depth', () => {
  const config = read({});
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
  expect(() => Object.assign(config.mail, { domain: 'x' })).toThrow(TypeError);
  expect(() => (config.trustedProxies as string[]).push('x')).toThrow(TypeError);
});

test('the printed form has every variable and no secret', () => {
  const printed = describeConfig(
    read({
      DATABASE_URL: 'postgresql://u:hunter2@db/earshot?sslpassword=hunter2',
      SMTP_URL: 'smtp://u:hunter2@mail',
      IMAP_URL: 'imap://u:hunter2@mail',
      FILES_URL: 's3://hunter2:hunter2@bucket?secretAccessKey=hunter2',
    }),
  );
  expect(Object.keys(printed).toSorted()).toEqual([...VARIABLES].toSorted());
  expect(JSON.stringify(printed)).not.toContain('hunter2');
  expect(printed.DATABASE_URL).toBe('postgresql://u:***@db/earshot?sslpassword=***');
  expect(printed.DATABASE_READ_URL).toBe('as DATABASE_URL');
});

test('an address that cannot be read is hidden whole', () => {
  expect(hideSecrets('postgresql://u:p@ss@[db')).toBe('***');
});

test('a folder for files may be written in three ways', () => {
  const path = (value: string) => read({ FILES_URL: value }).files;
  expect(path('file:uploads')).toEqual({ kind: 'folder', path: '/srv/earshot/uploads' });
  expect(path('file:/var/files')).toEqual({ kind: 'folder', path: '/var/files' });
  expect(path('file:///var/files')).toEqual({ kind: 'folder', path: '/var/files' });
});

test('the address follows the port until PUBLIC_URL is set', () => {
  expect(withPort(read({ PORT: '0' }), 4711)).toMatchObject({
    port: 4711,
    publicUrl: 'http://localhost:4711',
  });
  expect(withPort(read({ PUBLIC_URL: 'https://a.example' }), 4711).publicUrl).toBe('https://a.example');
});
