import { timingSafeEqual } from 'node:crypto';
import type { BlockList } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry, type Metric } from 'prom-client';
import { hostName, isLoopbackHost } from '../../contract/hosts.ts';
import { troubleCounts } from '../process/database_trouble.ts';
import { processMetrics, recentFaults } from '../process/process_metrics.ts';
import type { Ending } from './app.ts';
import { Refusal, type HttpDependencies } from './context.ts';
import { isAmong, readProxies } from './proxies.ts';

const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Paths for probes and monitoring: whether the process lives, whether it can serve (the database answers, the disks
 * have room), and its figures. They belong to no workspace and answer under any host name.
 */
export function registerHealth(
  app: FastifyInstance,
  { readiness, gauges, metricsToken, config, refusals }: HttpDependencies,
  ending: Readonly<Ending>,
): void {
  const proxies = readProxies(config.trustedProxies);
  // one that is known elsewhere stands behind a proxy, and many of these name neither themselves nor the client
  const isLocal = isLoopbackHost(new URL(config.publicUrl).hostname);
  /** Whether figures are for whoever asks: from this machine itself, or with the token. */
  const mayKnow = (request: FastifyRequest): boolean =>
    (isLocal && isFromHere(request, proxies)) || holdsToken(request, metricsToken);

  app.get('/health/live', (_request, reply) => reply.headers(NO_STORE).send({ status: 'ok' }));

  app.get('/health/ready', async (request, reply) => {
    // masked faults come with status 200, so that nothing before this server sees them; no stranger learns of them
    const said = mayKnow(request) ? { faults_in_15_min: recentFaults() } : {};
    if (ending.isEnding)
      return reply
        .headers(NO_STORE)
        .code(503)
        .send({ status: 'ending', message: 'This process is about to end.', ...said });
    const problem = await readiness.check();
    return reply
      .headers(NO_STORE)
      .code(problem === null ? 200 : 503)
      .send(problem === null ? { status: 'ok', ...said } : { ...problem, ...said });
  });

  const register = new Registry();
  // every 10 ms, the library's own measure, takes 2 ms of processor time a second with no one there
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 });
  register.registerMetric(refusals.counter);
  for (const metric of [...processMetrics, ...gauges]) register.registerMetric(metric as Metric);
  const durations = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  const answered = new Counter({
    name: 'earshot_http_requests_total',
    help: 'Requests answered. A masked fault in an answer of GraphQL counts as 5xx, whatever its status.',
    labelNames: ['status'],
    registers: [register],
  });
  // counted where such answers are made
  const trouble = new Counter({
    name: 'earshot_database_trouble_total',
    help: 'Calls and jobs that failed since the database was full (no connection left), away or busy (a limit of time), or a disk full: disk, that of the database; files, that of files.',
    labelNames: ['kind'],
    registers: [],
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(troubleCounts())) this.inc({ kind }, count);
    },
  });
  register.registerMetric(trouble);
  app.addHook('onResponse', (request, reply, done) => {
    const status = request.hasFault ? '5xx' : `${Math.floor(reply.statusCode / 100)}xx`;
    // the route's pattern, never the path: ids and tokens are no labels
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status },
      (performance.now() - request.beganAt) / 1000,
    );
    answered.inc({ status });
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!mayKnow(request))
      throw new Refusal(
        403,
        'Metrics are given with the token in DATA_DIR/metrics.token, and without it to this machine alone, while PUBLIC_URL names this machine.',
      );
    return reply
      .headers({ ...NO_STORE, 'content-type': register.contentType })
      .send(await register.metrics());
  });
}

/** Headers of programs that pass on what others ask. */
const PASSED_ON = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request was made on this machine itself, by a program that means this machine: a page of another
 * site reaches it too, once its own name leads to 127.0.0.1, but its browser names that site in Host. What a
 * proxy on this machine passed on was not made here; one of TRUSTED_PROXIES cannot be told from its clients.
 */
function isFromHere({ socket, headers, host }: FastifyRequest, proxies: BlockList): boolean {
  const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const isLoopback = address === '::1' || address.startsWith('127.');
  return (
    isLoopback &&
    isLoopbackHost(hostName(host) ?? '') &&
    !isAmong(proxies, address) &&
    PASSED_ON.every((name) => headers[name] === undefined)
  );
}

function holdsToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const right = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right);
}
