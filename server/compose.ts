import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDns } from './adapters/dns.ts';
import { createFiles } from './adapters/files.ts';
import { openMailbox } from './adapters/imap.ts';
import { createJira } from './adapters/jira.ts';
import { createMail } from './adapters/mail.ts';
import { createOutgoing } from './adapters/outgoing.ts';
import { listen } from './adapters/postgres/listen.ts';
import { createSeals } from './adapters/sealing.ts';
import { createSignatures, provideSecretKey } from './adapters/signatures.ts';
import { createVirusScanner } from './adapters/virus_scanner.ts';
import { catalogue } from './api/catalogue.ts';
import { createExecutor } from './api/execute.ts';
import { Footprints } from './api/footprints.ts';
import { createSchema } from './api/schema.ts';
import { onceReleased, readHold } from './backup/hold.ts';
import type { Config } from './config.ts';
import { databaseTrouble } from './process/database_trouble.ts';
import { countFault } from './process/process_metrics.ts';
import { LIVE_CHANNEL, readLiveMessage } from './live/live.ts';
import { ChangeBroadcaster, type LiveChangeTimes } from './live/change_broadcaster.ts';
import { TotalCache } from './listing/total_cache.ts';
import { Scope, type ScopeDependencies } from './core/scope.ts';
import type { Services, SessionOrigins } from './core/services.ts';
import { createTenantCheck } from './sql/tenant_check.ts';
import type { Viewer } from './core/viewer.ts';
import { limitStatements, REQUEST_LIMITS } from './db/pool.ts';
import { readTenantTables } from './db/tenant_tables.ts';
import { ACCOUNT_CHANNEL, readAccountChange } from './domain/account/announce.ts';
import { createSessionOrigins } from './domain/account/session_origins.ts';
import { createSetUpToken } from './domain/account/set_up.ts';
import { systemViewer } from './domain/account/system_viewer.ts';
import { askForDelivery } from './domain/integrations/webhook_delivery.ts';
import { DeliveryWaker, queueDeliveries } from './domain/integrations/webhook_queue.ts';
import { createLinkFor, firstOwner, hasAnybodySignedIn } from './domain/account/team.ts';
import { Viewers } from './domain/account/viewer.ts';
import { Workspaces, type Workspace } from './domain/account/hosts/workspaces.ts';
import { startHttp } from './http/app.ts';
import { jumpAddress } from './http/auth.ts';
import { SseHub, type LiveTimes } from './http/sse_hub.ts';
import {
  Proxies,
  readSilentProxy,
  readUnlistedProxy,
  silentProxyProblem,
  unlistedProxyProblem,
} from './http/proxies.ts';
import { RefusalLog } from './http/refusal_log.ts';
import { createGauges } from './monitoring.ts';
import { Readiness, type ReadinessPorts, type WatchedFolder } from './readiness.ts';
import { inboundTickets } from './domain/support/ticket_mail.ts';
import { startPoll } from './jobs/inbound_poll.ts';
import { openJobs } from './jobs/worker.ts';
import { schedule, tasks } from './jobs/tasks.ts';
import type { Compose, StartContext } from './main.ts';

/** What differs between the product and its tests. */
export interface ComposeOptions {
  /** checks each statement and each value before it is used: development and tests */
  checked: boolean;
  /** folder of the built console */
  consoleDir: string;
  /** whether someone sits at a terminal: then a sign-in link is printed at each start */
  hasTerminal: boolean;
  now?: () => Date;
  /** how long the sender of a body may deliver nothing */
  bodyIdleMs?: number;
  /** least pace of the sender of a body */
  bodyBytesPerSecond?: number;
  /** how long a page waits for what its screen asks first */
  firstAnswerMs?: number;
  /** times of the stream of live events */
  live?: Partial<LiveTimes & LiveChangeTimes>;
  onStatement?: ScopeDependencies['onStatement'];
  /** how free room is looked up, and how often */
  readiness?: ReadinessPorts;
  /** replaces services; with `tasks` no queue is opened and no job runs */
  services?: Partial<Services>;
}

/** Behind the ready line of a restored installation. */
const HELD_LINE = '  email and jobs are held since the restore: "npm run earshot -- release" lets them go';

/** The built console beside this file. */
const CONSOLE_DIR = join(import.meta.dirname, '../web/dist');

/**
 * The parts of a process, in the order in which they start, on the database that `startEarshot` has opened.
 * Each registers with `onClose` what ends it. A worker process (role "worker") listens nowhere.
 *
 * @returns lines for the operator behind the ready line
 */
export const compose: Compose = createCompose({
  checked: ['development', 'test'].includes(process.env['NODE_ENV'] ?? ''),
  consoleDir: CONSOLE_DIR,
  hasTerminal: process.stdout.isTTY,
});

/** As `compose`, for other surroundings. */
export function createCompose(options: ComposeOptions): Compose {
  return async (context) => {
    const { config, role, database, log, print, signal, onClose } = context;
    const { pools } = database;
    const now = options.now ?? (() => new Date());

    const workspaces = new Workspaces(pools.main, {
      publicUrl: config.publicUrl,
      defaultKey: config.defaultSubdomain,
    });
    const services = await openServices(
      context,
      workspaces,
      options,
      createSessionOrigins(pools.main, now, options.onStatement),
    );

    const totals = new TotalCache();
    const liveChanges = new ChangeBroadcaster(async (message) => {
      // after the commit and by itself: announcing inside of transactions would let them wait for each other
      await pools.main
        .query('select pg_notify($1, $2)', [LIVE_CHANNEL, JSON.stringify(message)])
        .catch((error: unknown) => log.warn({ err: error }, 'Open consoles could not be told of changes.'));
    }, options.live);
    onClose('live changes', () => liveChanges.close());
    const deliveries = new DeliveryWaker((subdomain_id) =>
      askForDeliveryOf(subdomain_id).catch((error: unknown) =>
        log.warn(
          { err: error },
          'Webhooks are called within a minute, since their job could not be asked for.',
        ),
      ),
    );
    onClose('webhooks', () => deliveries.close());
    const on: ScopeDependencies = {
      pool: pools.main,
      readPool: pools.read,
      // a direct address of its own says that a pooler stands before the main one; it may hand a statement to a connection that knows no such name
      namedStatements: config.database.directUrl === null,
      ...(config.database.directUrl === null
        ? {}
        : { begin: `begin; ${limitStatements(REQUEST_LIMITS, 'local')}` }),
      tenantCheck: options.checked ? createTenantCheck(await readTenantTables(pools.main)) : null,
      services,
      now,
      settle: async (tx, author, happenings) =>
        (await queueDeliveries(tx, author, now(), happenings)) > 0
          ? () => deliveries.add(author.subdomain_id)
          : null,
      onCommit: (author, changes) => {
        totals.wrote(author);
        if (changes) liveChanges.add(author, changes);
      },
      ...(options.onStatement ? { onStatement: options.onStatement } : {}),
    };
    const scopeOf = (viewer: Viewer): Scope => new Scope(on, viewer);
    const systemScopeOf = (workspace: Workspace): Scope => scopeOf(systemViewer(workspace));
    async function askForDeliveryOf(subdomain_id: string): Promise<void> {
      const workspace = await workspaces.ofId(subdomain_id);
      if (!workspace) return;
      const scope = systemScopeOf(workspace);
      await scope.write((tx) => askForDelivery(scope, tx));
    }

    if (role === 'server' && config.demo && (await workspaces.isEmpty())) {
      print('Making the demo workspace, which takes some seconds.');
      // its texts are needed once in the life of an installation
      const { loadDemo } = await import('./db/demo/load.ts');
      await loadDemo(pools.direct, { key: config.defaultSubdomain, now: now(), signal });
    }
    await workspaces.refresh();

    const { jobs } = services;
    const { imapUrl } = config.mail;
    const held = await readHold(pools.main);
    if (role === 'worker' || config.worker) {
      const begin = async (): Promise<void> => {
        await jobs?.work({
          schedule,
          workspaces: () => workspaces.activeIds(),
          // long work sets its own limits, on connections that requests do not wait for
          scopeOf: async (id) => {
            const workspace = await workspaces.ofId(id);
            return workspace && workspace.deleted_at === null
              ? new Scope(
                  { ...on, begin: 'begin', pool: pools.direct, readPool: pools.direct },
                  systemViewer(workspace),
                )
              : null;
          },
        });
        if (imapUrl === null) return;
        const scopeOfId = async (id: string): Promise<Scope | null> => {
          const workspace = await workspaces.ofId(id);
          return workspace && workspace.deleted_at === null ? systemScopeOf(workspace) : null;
        };
        onClose(
          'mailbox',
          startPoll({
            open: () => openMailbox(imapUrl),
            pool: pools.direct,
            log,
            signatures: services.signatures,
            scopeOf: scopeOfId,
            tickets: inboundTickets,
          }),
        );
      };
      const waiting = onceReleased(pools.direct, held !== null, begin, (error) =>
        log.warn({ err: error }, 'It could not be read whether email and jobs are held.'),
      );
      onClose('release', waiting.stop);
      await waiting.begun;
    }
    const holdLines = held === null ? [] : [HELD_LINE];
    if (role === 'worker') return holdLines;

    const viewers = new Viewers(systemScopeOf);
    const refresh = (): void => {
      workspaces
        .refresh()
        .catch((error: unknown) => log.warn({ err: error }, 'The workspaces could not be read.'));
    };
    const live = config.realtime ? new SseHub(options.live) : null;
    const listener = await listen(database.directUrl, [ACCOUNT_CHANNEL, LIVE_CHANNEL], {
      name: database.nameOf('listen'),
      onMessage: (payload, channel) => {
        if (channel === LIVE_CHANNEL) {
          const message = readLiveMessage(payload);
          if (!message) return;
          // who wrote in another process sees it in the totals of this one
          for (const user_id of message.event === 'changed' ? (message.by ?? []) : [])
            totals.wrote({ subdomain_id: message.subdomain_id, user_id });
          live?.publish(message);
          return;
        }
        const change = readAccountChange(payload);
        if (!change) return;
        viewers.forget(change);
        live?.accountChanged(change);
        if (change.about === 'workspace') refresh();
      },
      onGap: () => {
        viewers.forgetAll();
        refresh();
        live?.gap();
      },
      onError: (error) =>
        log.warn({ err: error }, 'The connection for announcements broke; it is made again.'),
    });
    // what was announced before the connection stood was not heard
    live?.gap();
    onClose('announcements', listener.close);

    const { schema, entities } = createSchema(catalogue);
    const executor = createExecutor(schema, {
      footprints: new Footprints(catalogue),
      checkLeaves: options.checked,
      logFault: (cause) => {
        if (databaseTrouble(cause) === null) {
          countFault('graphql');
          log.error({ err: cause }, 'An operation failed.');
        } else log.warn({ err: cause }, 'The database was in trouble; the caller is asked to try again.');
      },
    });
    const readiness = new Readiness({
      url: database.url,
      name: database.nameOf('ready'),
      folders: watchedFolders(config),
      log,
      hasConnections: () => pools.main.totalCount > 0,
      ...options.readiness,
    });
    onClose('readiness', () => readiness.close());
    const refusals = new RefusalLog(log);
    onClose('refusals', () => refusals.close());
    const unlisted = await readUnlistedProxy(pools.main, config.trustedProxies, now());
    const proxies = new Proxies({
      pool: pools.main,
      log,
      now,
      trusted: config.trustedProxies,
      known: unlisted,
    });
    const silent = await readSilentProxy(pools.main, config.trustedProxies, now());
    const proxyLines = [
      ...(unlisted === null ? [] : [`  ${unlistedProxyProblem(unlisted).what}`]),
      ...(silent === null ? [] : [`  ${silentProxyProblem(silent).what}`]),
    ];
    const http = await startHttp({
      config,
      log,
      pool: pools.main,
      workspaces,
      viewers,
      executor,
      entities,
      totals,
      services,
      scopeOf,
      systemScopeOf,
      consoleDir: options.consoleDir,
      refusals,
      readiness,
      gauges: createGauges({ pools, readiness, live, tasks: tasks.map(({ name }) => name) }),
      proxies,
      live,
      metricsToken: provideMetricsToken(config),
      bodyIdleMs: options.bodyIdleMs,
      bodyBytesPerSecond: options.bodyBytesPerSecond,
      firstAnswerMs: options.firstAnswerMs,
      now,
    });
    onClose('http', http.close);
    return [
      ...holdLines,
      ...proxyLines,
      ...(await waysIn(context, workspaces, systemScopeOf, options.hasTerminal)),
    ];
  };
}

/** The outside world: adapters of the configuration, and what the installation knows of itself. */
async function openServices(
  { config, role, database, log, onClose }: StartContext,
  workspaces: Workspaces,
  { services: replaced = {} }: ComposeOptions,
  sessionOrigins: SessionOrigins,
): Promise<Services & { jobs: Awaited<ReturnType<typeof openJobs>> | null }> {
  const mail = createMail({
    smtpUrl: config.mail.smtpUrl,
    domain: config.mail.domain,
    outboxDir: join(config.dataDir, 'outbox'),
    undoSeconds: config.mail.undoSeconds,
    takesReplies: config.mail.imapUrl !== null || config.mail.webhookSecretFile !== null,
  });
  onClose('mail', mail.close);
  const jobs = replaced.tasks
    ? null
    : await openJobs({
        url: database.directUrl,
        name: database.nameOf('jobs'),
        tasks,
        schedule,
        worksHere: role === 'worker' || config.worker,
        log,
      });
  if (jobs) onClose('jobs', jobs.close);
  const secretKey = provideSecretKey(config.secretKeyFile);
  const outgoing = createOutgoing(config.allowPrivateHosts);
  return {
    mail,
    files: await createFiles(config.files),
    scanner:
      config.clamdUrl === null
        ? null
        : createVirusScanner(config.clamdUrl, {
            onFault: (cause) =>
              log.error({ err: cause }, 'The virus scanner could not look at a file; it was refused.'),
          }),
    tasks: replaced.tasks ?? jobs!,
    signatures: createSignatures(secretKey),
    seals: createSeals(secretKey),
    tracker: createJira(outgoing),
    outgoing,
    dns: createDns(config.dnsServers.length === 0 ? {} : { servers: config.dnsServers }),
    installationHost: workspaces.installationHost,
    publicUrl: (key) => workspaces.publicUrl(key),
    shownUrl: (key) => workspaces.shownUrl(key),
    otherSubdomains: async ({ subdomain_id, user_id }) => {
      if (user_id === null) return [];
      const own = await workspaces.ofId(subdomain_id);
      const others = own ? await workspaces.othersOf(subdomain_id, user_id) : [];
      return others.map(({ host, key }) => ({
        host,
        admin_url: jumpAddress(workspaces.publicUrl(own!.key), key),
      }));
    },
    sessionOrigins,
    ...replaced,
    jobs,
  };
}

/** The folders whose disks this installation needs room on. */
function watchedFolders({ database, dataDir, files }: Config): WatchedFolder[] {
  return [
    { path: dataDir, holds: database.url === null ? 'database' : 'files' },
    ...(files.kind === 'folder' ? [{ path: files.path, holds: 'files' as const }] : []),
  ];
}

/** What opens /metrics from another machine: DATA_DIR/metrics.token, made at the first start. */
function provideMetricsToken({ dataDir }: Config): string {
  const file = join(dataDir, 'metrics.token');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Lines behind the ready line: the way to set up an empty installation, or to sign in once as the first
 * owner, while no one has signed in yet or someone sits at the terminal.
 */
async function waysIn(
  { config, database }: StartContext,
  workspaces: Workspaces,
  systemScopeOf: (workspace: Workspace) => Scope,
  hasTerminal: boolean,
): Promise<string[]> {
  if (await workspaces.isEmpty())
    return [
      `  set it up: ${config.publicUrl}/admin/setup?token=${await createSetUpToken(database.pools.main)}`,
    ];
  const home = await workspaces.home();
  if (!home || home.deleted_at !== null)
    return [
      `  this address leads to no workspace: set DEFAULT_SUBDOMAIN to the key of one of those that "npm run earshot -- subdomain list" names`,
    ];
  const scope = systemScopeOf(home);
  if (!hasTerminal && (await hasAnybodySignedIn(scope))) return [];
  const owner = await firstOwner(scope);
  if (!owner?.email_address)
    return [
      '  no one can sign in yet: "npm run earshot -- user create --email <address> --name <name> --license owner" makes the owner',
    ];
  const { token } = await createLinkFor(scope, owner.email_address, 'sign_in');
  return [`  sign in once within 15 min: ${workspaces.publicUrl(home.key)}/admin/signin/link?token=${token}`];
}
