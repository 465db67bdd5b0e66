import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { isLoopbackHost } from '../../contract/hosts.ts';
import { createFiles } from '../adapters/files.ts';
import { checkRelay, relayName } from '../adapters/mail_check.ts';
import { dataFolderProblem, nearestExistingPath } from '../adapters/postgres/data_folder.ts';
import { openEmbeddedPostgres } from '../adapters/postgres/embedded.ts';
import { provideSecretKey } from '../adapters/signatures.ts';
import { countHeld, readHold } from '../backup/hold.ts';
import { hasTable, JOBS_TABLE } from '../backup/tables.ts';
import { describeConfig, readConfig, type Config } from '../config.ts';
import { OperatorError } from '../process/operator_error.ts';
import { describeConnectionError, type DatabaseVariable } from '../database.ts';
import { databaseProblems, readMigrations, readUnknown } from '../db/migrate.ts';
import { hasOwnSessions, sharedSessions } from '../db/session_probe.ts';
import { connectionsOf, readConnectionName } from '../db/pool.ts';
import {
  readSilentProxy,
  readUnlistedProxy,
  silentProxyProblem,
  unlistedProxyProblem,
} from '../http/proxies.ts';
import { DEAD_JOBS } from '../jobs/dead_jobs.ts';
import type { Command } from './command.ts';
import { counted } from './counted.ts';
import { checkListening, checkNames, checkSettings } from './doctor_settings.ts';
import { note, ok, problem, type Finding } from './finding.ts';

/** Less free disk than this is a problem: PostgreSQL stops when it cannot write. */
const LEAST_FREE_BYTES = 1_000_000_000;
const ROUND_TRIPS = 5;
const NETWORK_TIMEOUT_MS = 5_000;
/** Page of the console that shows dead jobs. */
const JOBS_PAGE = '/admin/settings/jobs';

/** Looks at everything that an operator sets up, changes nothing, and says what is wrong and what to do. */
export const command: Command = {
  name: 'doctor',
  summary: 'Check configuration, database, email and storage, and say what to do.',
  usage: '',
  run: async (_args, io) => {
    const findings: Finding[] = [];
    const add = (found: Finding[]) => {
      findings.push(...found);
      for (const { area, level, what, cure } of found) {
        io.out(
          `${{ ok: '  ok     ', note: '  note   ', problem: '  PROBLEM' }[level]} ${area}: ${what}${cure === null ? '' : ` -> ${cure}`}`,
        );
      }
    };
    let config: Config | null = null;
    try {
      config = readConfig(io.environment);
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      add([problem('configuration', error.message, 'Correct the variable; the other checks need it.')]);
    }
    if (config !== null) {
      add(checkSettings(config));
      add([await checkListening(config)]);
      add(await checkNames(config));
      add(checkDataFolder(config));
      add(await checkDatabase(config));
      add(await checkMail(config));
      add(await checkFiles(config));
    }
    const problems = findings.filter(({ level }) => level === 'problem').length;
    io.out(
      problems === 0 ? 'Nothing is wrong.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
    );
    io.json({ problems, findings, configuration: config === null ? null : describeConfig(config) });
    return problems === 0 ? 0 : 1;
  },
};

function checkDataFolder({ dataDir, secretKeyFile }: Config): Finding[] {
  const area = 'data folder';
  const nearest = nearestExistingPath(dataDir);
  const wrong = dataFolderProblem(dataDir);
  if (wrong !== null) {
    const at = wrong.indexOf('; ');
    return [problem(area, wrong.slice(0, at).replace(/^T/, 't'), capital(wrong.slice(at + 2)))];
  }
  const found = [
    nearest === dataDir
      ? ok(area, `${dataDir} can be written`)
      : ok(area, `${dataDir} will be made at the first start`),
  ];
  const { bavail, bsize } = statfsSync(nearest);
  const free = bavail * bsize;
  const freeText = `${(free / 1e9).toFixed(1)} GB are free there`;
  found.push(
    free < LEAST_FREE_BYTES
      ? problem(area, freeText, 'Free some space, or set DATA_DIR to a larger disk.')
      : ok(area, freeText),
  );
  if (!existsSync(secretKeyFile)) return [...found, ...missingKey(dataDir, secretKeyFile)];
  try {
    provideSecretKey(secretKeyFile);
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return [...found, problem(area, 'the secret key cannot be used', error.message)];
  }
  if ((statSync(secretKeyFile).mode & 0o077) !== 0) {
    found.push(problem(area, `other users can read ${secretKeyFile}`, `Run "chmod 600 ${secretKeyFile}".`));
  }
  return found;
}

/** What a key that is not there means for the next start, which makes one. */
function missingKey(dataDir: string, secretKeyFile: string): Finding[] {
  const area = 'data folder';
  const nearest = nearestExistingPath(secretKeyFile);
  if (!statSync(nearest).isDirectory() || !writeRight(nearest)) {
    return [
      problem(
        area,
        `the secret key ${secretKeyFile} cannot be made: ${nearest} is no folder that this user may write`,
        'Set SECRET_KEY_FILE to a place that may be written.',
      ),
    ];
  }
  if (!existsSync(join(dataDir, 'earshot.pid')) && !existsSync(join(dataDir, 'pg', 'PG_VERSION'))) return [];
  return [
    note(
      area,
      `there is no secret key ${secretKeyFile}: the next start makes another one, with which links in emails that were sent before do not work`,
      'Put the file back, or correct SECRET_KEY_FILE.',
    ),
  ];
}

function writeRight(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function checkDatabase(config: Config): Promise<Finding[]> {
  const area = 'database';
  if (config.database.url === null) {
    if (!existsSync(join(config.dataDir, 'pg', 'PG_VERSION')))
      return [ok(area, 'the embedded PostgreSQL will be made at the first start')];
    try {
      const embedded = await openEmbeddedPostgres({ dataDir: config.dataDir });
      try {
        return await checkServer(area, embedded.url, 'DATABASE_URL', config);
      } finally {
        await embedded.close();
      }
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      return [problem(area, 'the embedded PostgreSQL does not start', error.message)];
    }
  }
  const found = await checkServer(area, config.database.url, 'DATABASE_URL', config);
  if (config.database.directUrl !== null)
    found.push(
      ...(await checkServer('direct database', config.database.directUrl, 'DATABASE_DIRECT_URL', config)),
    );
  if (config.database.readUrl !== null)
    found.push(...(await checkServer('read replica', config.database.readUrl, 'DATABASE_READ_URL', config)));
  return found;
}

async function checkServer(
  area: string,
  url: string,
  variable: DatabaseVariable,
  config: Config,
): Promise<Finding[]> {
  const isMain = variable === 'DATABASE_URL';
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: NETWORK_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    return [problem(area, 'it cannot be used', capital(describeConnectionError(error, variable)))];
  }
  try {
    const { rows } = await client.query<{
      version: string;
      number: number;
      recovery: boolean;
      missing: string[];
      migrated: boolean;
    }>(`
      SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
             pg_is_in_recovery() AS recovery,
             to_regclass('schema_migrations') IS NOT NULL AS migrated,
             array(SELECT name FROM unnest(ARRAY['pg_trgm', 'btree_gin']) AS name
                    WHERE name NOT IN (SELECT name FROM pg_available_extensions)) AS missing`);
    const server = rows[0]!;
    // the least of some: one alone tells of the machine's other work
    let roundTripMs = Number.POSITIVE_INFINITY;
    for (let n = 0; n < ROUND_TRIPS; n += 1) {
      const began = performance.now();
      await client.query('SELECT 1');
      roundTripMs = Math.min(roundTripMs, performance.now() - began);
    }
    const found = [ok(area, `PostgreSQL ${server.version} answers in ${roundTripMs.toFixed(1)} ms`)];
    // the address that has to reach PostgreSQL itself; a replica takes no announcement
    const isDirect =
      variable === 'DATABASE_DIRECT_URL' ||
      (isMain && config.database.url !== null && config.database.directUrl === null);
    if (isDirect && !server.recovery && !(await hasOwnSessions(url, { connectMs: NETWORK_TIMEOUT_MS }))) {
      const { what, cure } = sharedSessions(isMain ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL');
      return [...found, problem(area, what, cure)];
    }
    if (!isMain) {
      const cure = `Name the same database as in DATABASE_URL in ${variable}.`;
      if (!server.migrated) return [...found, problem(area, "it does not hold Earshot's tables", cure)];
      const [here, main] = [await markOf(client), await markOfMain(config)];
      return here === null || main === null || here === main
        ? found
        : [...found, problem(area, 'it is another database than that of DATABASE_URL', cure)];
    }
    const unfit = await databaseProblems(client);
    found.push(...unfit.map(({ what, cure }) => problem(area, what, cure)));
    // an older schema, or a user without rights, may lack what the rest reads
    if (unfit.length > 0) return found;
    if (roundTripMs > 5)
      found.push(
        note(
          area,
          'each statement waits long for the network',
          'Move the database closer; a page needs several statements.',
        ),
      );
    if (server.recovery)
      found.push(
        problem(
          area,
          'it is a replica and takes no writes',
          'Set DATABASE_URL to the primary and DATABASE_READ_URL to this one.',
        ),
      );
    found.push(await checkConnections(client, config));
    if (server.missing.length > 0) {
      found.push(
        problem(
          area,
          `it lacks the extensions ${server.missing.join(', ')}`,
          "Install PostgreSQL's contrib package on its machine.",
        ),
      );
    }
    found.push(...(await checkCollations(client)));
    const applied = server.migrated
      ? (await client.query<{ name: string; hash: string }>('SELECT name, hash FROM schema_migrations')).rows
      : [];
    const done = applied.map(({ name }) => name);
    const known = readMigrations();
    const changed = known.filter(({ name, hash }) =>
      applied.some((one) => one.name === name && one.hash !== hash),
    );
    if (changed.length > 0) {
      found.push(
        problem(
          area,
          `the next start is refused: files of migrations that it has were changed since (${changed.map(({ name }) => name).join(', ')})`,
          'Put the files back as they were released.',
        ),
      );
    }
    const open = known.filter(({ name }) => !done.includes(name));
    const { unknown, unsuited } = await readUnknown(client, known);
    if (unsuited.length > 0) {
      found.push(
        problem(
          area,
          `the next start is refused: a newer version of Earshot has changed it (${unsuited.join(', ')})`,
          'Start that version, or restore the backup from before the update into an empty database.',
        ),
      );
    } else if (unknown.length > 0) {
      found.push(
        note(area, `a newer version of Earshot has been here (${unknown.join(', ')}); this one can go on`),
      );
    }
    found.push(
      open.length === 0
        ? ok(area, `the schema is up to date (${done.length} migrations)`)
        : note(
            area,
            `${open.length} migrations are to be applied`,
            'The next start applies them; "npm run earshot -- migrate" does it now.',
          ),
    );
    // an older schema may lack what these read
    return open.length === 0
      ? [
          ...found,
          ...(await checkHold(client)),
          ...(await checkWorkers(client, config)),
          ...(await checkJobs(client)),
          ...(await checkSetAside(client)),
          ...(await checkProxies(client, config.trustedProxies)),
          ...(await checkHome(client, config)),
        ]
      : found;
  } catch (error) {
    return [problem(area, 'it cannot be used', capital(describeConnectionError(error, variable)))];
  } finally {
    await client.end();
  }
}

/** What tells databases of Earshot apart, the same in a replica and through a pooler; null: it has no tables yet. */
async function markOf(client: pg.Client): Promise<string | null> {
  const { rows: there } = await client.query<{ there: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS there",
  );
  if (!there[0]!.there) return null;
  const { rows } = await client.query<{ mark: string }>(
    "SELECT current_database() || ' ' || extract(epoch FROM applied_at)::text AS mark FROM schema_migrations ORDER BY name LIMIT 1",
  );
  return rows[0]?.mark ?? null;
}

/** As `markOf`, of DATABASE_URL; null also when it cannot be reached, which is told elsewhere. */
async function markOfMain({ database }: Config): Promise<string | null> {
  if (database.url === null) return null;
  const client = new pg.Client({
    connectionString: database.url,
    connectionTimeoutMillis: NETWORK_TIMEOUT_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await markOf(client);
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Connections that the processes which are there may take, and those of other programs, against what the database allows. */
async function checkConnections(client: pg.Client, { database }: Config): Promise<Finding> {
  const area = 'database';
  const { rows } = await client.query<{ allowed: number; names: string[] }>(`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
             - coalesce(current_setting('reserved_connections', true), '0')::int AS allowed,
           array(SELECT application_name FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()) AS names`);
  const { allowed, names } = rows[0]!;
  const most = new Map<string, number>();
  let others = 0;
  for (const name of names) {
    const found = readConnectionName(name);
    if (found === null) others += 1;
    else most.set(found.process, found.most);
  }
  const wanted = others + [...most.values()].reduce((sum, one) => sum + one, 0);
  const each = connectionsOf(database.poolSize);
  const there = `${counted(most.size, 'process', 'processes')} of Earshot may take ${wanted - others} of the ${allowed} connections that the database allows${others === 0 ? '' : `, other programs hold ${others}`}`;
  const cure = `Set max_connections to ${Math.ceil((wanted + each + 10) / 50) * 50} or more, or DATABASE_POOL_SIZE to less in each process, or stop some.`;
  if (wanted > allowed) return problem(area, `${there}: they are used up when all are busy`, cure);
  if (wanted + each > allowed)
    return most.size === 0
      ? problem(area, `${there}, and one process takes up to ${each}`, cure)
      : note(area, `${there}; one more process, which takes up to ${each}, is too much`, cure);
  return ok(area, there);
}

/** A language of the database that folds letters otherwise than the rest, and an order of texts that an upgrade of ICU has changed. */
async function checkCollations(client: pg.Client): Promise<Finding[]> {
  const area = 'database';
  const { rows } = await client.query<{ folds: boolean; changed: boolean }>(`
    SELECT lower('I') = 'i' AS folds, coalesce((SELECT collversion <> pg_collation_actual_version(oid) FROM pg_collation WHERE collname = 'und-x-icu'), false) AS changed`);
  const { folds, changed } = rows[0]!;
  return [
    ...(folds
      ? []
      : [
          note(
            area,
            'its language turns a capital I into another letter than i: the search of ideas does not find "IDEA" by "idea"; signing in and lists are not touched',
            "Make a database with LOCALE 'C' or LOCALE 'en_US.UTF-8' (CREATE DATABASE earshot ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0), and restore a backup into it.",
          ),
        ]),
    ...(changed
      ? [
          problem(
            area,
            'its ICU library was replaced since its indexes were written: lists may miss rows',
            'Run REINDEX DATABASE and then ALTER COLLATION "und-x-icu" REFRESH VERSION in it.',
          ),
        ]
      : []),
  ];
}

/** A sentence that was the end of another one. */
function capital(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}`;
}

/** Mail and jobs that are held since a restore. */
async function checkHold(client: pg.Client): Promise<Finding[]> {
  const held = await readHold(client);
  if (held === null) return [];
  const { mails, jobs } = await countHeld(client);
  return [
    note(
      'mail',
      `email and jobs are held: the installation was restored at ${held.since.toISOString()} from a backup of ${held.backup_of.toISOString()}; ${counted(mails, 'email')} and ${counted(jobs, 'job')} wait`,
      'Look around, then run "npm run earshot -- release"; with --drop-mail what waited is not sent.',
    ),
  ];
}

/** A proxy that passes requests on and is not in TRUSTED_PROXIES, or is and does not say for whom, as a server has noticed within a week. */
async function checkProxies(client: pg.Client, trusted: readonly string[]): Promise<Finding[]> {
  const unlisted = await readUnlistedProxy(client, trusted, new Date());
  const silent = await readSilentProxy(client, trusted, new Date());
  return [
    ...(unlisted === null ? [] : [unlistedProxyProblem(unlisted)]),
    ...(silent === null ? [] : [silentProxyProblem(silent)]),
  ].map(({ what, cure }) => problem('proxies', what, cure));
}

/** Whether the address that people use leads to a workspace; an empty installation is set up first. */
async function checkHome(client: pg.Client, { defaultSubdomain }: Config): Promise<Finding[]> {
  const { rows } = await client.query<{ some: boolean; home: boolean }>(
    'SELECT EXISTS (SELECT 1 FROM subdomains) AS some, EXISTS (SELECT 1 FROM subdomains WHERE key = $1 AND deleted_at IS NULL) AS home',
    [defaultSubdomain],
  );
  const { some, home } = rows[0]!;
  if (home || !some) return [];
  return [
    problem(
      'configuration',
      `PUBLIC_URL leads to no workspace: there is none with the key ${defaultSubdomain}, which DEFAULT_SUBDOMAIN names`,
      'Set DEFAULT_SUBDOMAIN to the key of one of those that "npm run earshot -- subdomain list" names.',
    ),
  ];
}

/** Processes of which none runs jobs. */
async function checkWorkers(client: pg.Client, { worker }: Config): Promise<Finding[]> {
  const { rows } = await client.query<{ names: string[] }>(
    "SELECT array(SELECT application_name FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend') AS names",
  );
  const processes = rows[0]!.names.filter((name) => readConnectionName(name) !== null);
  const isIdle =
    processes.length === 0 ? !worker : !processes.some((name) => name.startsWith('earshot jobs '));
  if (!isIdle) return [];
  return [
    note(
      'jobs',
      `${processes.length === 0 ? 'WORKER is off here and no other process is there' : 'of the processes that are there none runs jobs'}: emails, exports and imports wait`,
      'Start one without WORKER=off, or "npm run earshot -- worker".',
    ),
  ];
}

/** Jobs whose tries are used up. */
async function checkJobs(client: pg.Client): Promise<Finding[]> {
  const area = 'jobs';
  if (!(await hasTable(client, JOBS_TABLE))) return [];
  const { rows } = await client.query<{ key: string; n: number; last: Date; tasks: string[] }>(
    `SELECT d.key, count(*)::int AS n, max(j.created_on) AS last, array_agg(DISTINCT j.source_name) FILTER (WHERE j.source_name IS NOT NULL) AS tasks
     FROM pgboss.job j JOIN subdomains d ON d.id::text = j.data->>'subdomain_id' WHERE j.name = $1 GROUP BY d.key ORDER BY d.key`,
    [DEAD_JOBS],
  );
  if (rows.length === 0) return [ok(area, 'none has failed for good')];
  return rows.map(({ key, n, last, tasks }) =>
    note(
      area,
      `${counted(n, 'job')} of the workspace "${key}" failed for good, the last at ${last.toISOString()}${tasks === null ? '' : ` (${tasks.join(', ')})`}`,
      `${JOBS_PAGE} of that workspace shows why, and tries them again.`,
    ),
  );
}

/** Mails that came in and ended whoever read them. */
async function checkSetAside(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ n: number; last: Date | null; reasons: string[] }>(
    "SELECT count(*)::int AS n, max(set_aside_at) AS last, array_agg(DISTINCT reason) AS reasons FROM inbound_tries WHERE set_aside_at > now() - interval '30 days'",
  );
  const { n, last, reasons } = rows[0]!;
  return n === 0 || last === null
    ? []
    : [
        note(
          'mail',
          `${counted(n, 'email')} that came in ${n === 1 ? 'was' : 'were'} set aside, the last at ${last.toISOString()} (${reasons.join(' ')})`,
          'Look into the mailbox of IMAP_URL, where they are marked as read. This is said for 30 days.',
        ),
      ];
}

async function checkMail({ mail, dataDir, publicUrl }: Config): Promise<Finding[]> {
  const area = 'mail';
  const found: Finding[] = [];
  if (mail.smtpUrl === null) {
    found.push(
      note(
        area,
        `no relay is set: email is not delivered, it is written to ${join(dataDir, 'outbox')}`,
        'Set SMTP_URL to deliver email.',
      ),
    );
  } else {
    const relay = relayName(mail.smtpUrl);
    const failed = (await checkRelay(mail.smtpUrl, null)).find(({ state }) => state === 'failed');
    found.push(
      failed
        ? problem(area, `the relay ${relay} cannot be used`, failed.sentence)
        : ok(area, `the relay ${relay} accepts email`),
    );
    if (isLoopbackHost(mail.domain)) {
      found.push(
        problem(
          area,
          `email would come from the domain ${mail.domain}`,
          `Set MAIL_DOMAIN, or PUBLIC_URL to the address that people use instead of ${publicUrl}.`,
        ),
      );
    }
  }
  if (mail.webhookSecretFile !== null && readFileSync(mail.webhookSecretFile, 'utf8').trim().length < 16) {
    found.push(
      problem(
        area,
        'the secret in WEBHOOK_SECRET_FILE is shorter than 16 characters',
        'Write a random one, such as from "openssl rand -hex 32".',
      ),
    );
  }
  if (mail.imapUrl !== null) {
    const { protocol, hostname, port } = new URL(mail.imapUrl);
    found.push(
      await checkAddress(
        area,
        'IMAP_URL',
        hostname,
        port === '' ? (protocol === 'imaps:' ? 993 : 143) : Number(port),
      ),
    );
  }
  return found;
}

async function checkFiles({ files, clamdUrl }: Config): Promise<Finding[]> {
  const area = 'files';
  const found: Finding[] = [];
  if (files.kind === 'folder') {
    const folder = nearestExistingPath(files.path);
    try {
      // Really written and read: a full or read-only disk passes a look at the permissions.
      const probe = mkdtempSync(join(folder, '.earshot-probe-'));
      try {
        writeFileSync(join(probe, 'file'), 'x'.repeat(65_536));
        if (readFileSync(join(probe, 'file')).length !== 65_536)
          throw new Error('what was read back is shorter');
      } finally {
        rmSync(probe, { recursive: true, force: true });
      }
      found.push(ok(area, `${files.path} takes files`));
    } catch (error) {
      found.push(
        problem(
          area,
          `${files.path} takes no files (${(error as Error).message})`,
          'Give the folder to this user and free some space, or set FILES_URL.',
        ),
      );
    }
  } else {
    try {
      await createFiles(files);
      found.push(note(area, 'they are kept in a bucket, which is checked when the first file is written'));
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error;
      found.push(problem(area, 'they cannot be kept in a bucket', error.message));
    }
  }
  if (clamdUrl !== null) {
    const { protocol, hostname, port, pathname } = new URL(clamdUrl);
    found.push(
      protocol === 'unix:'
        ? await checkAddress('virus scanner', 'CLAMD_URL', pathname, null)
        : await checkAddress('virus scanner', 'CLAMD_URL', hostname, Number(port)),
    );
  }
  return found;
}

/** Whether something accepts connections at an address. @param port null: host is the path of a unix socket */
function checkAddress(area: string, name: string, host: string, port: number | null): Promise<Finding> {
  const address = port === null ? host : `${host}:${port}`;
  return new Promise((done) => {
    const socket = port === null ? connect({ path: host }) : connect({ host, port });
    const finish = (finding: Finding) => {
      socket.destroy();
      done(finding);
    };
    socket.setTimeout(NETWORK_TIMEOUT_MS, () =>
      finish(problem(area, `${address} does not answer within 5 s`, `Check ${name}.`)),
    );
    socket.once('connect', () => finish(ok(area, `${address} answers`)));
    socket.once('error', (error) =>
      finish(
        problem(area, `${address} cannot be reached (${error.message})`, `Start it, or correct ${name}.`),
      ),
    );
  });
}
