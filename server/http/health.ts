import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { Refusal, type HttpDependencies } from './context.ts';

const PING_MS = 2_000;
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Paths for probes and monitoring: whether the process lives, whether it can serve (the database answers),
 * and its figures. They belong to no workspace and answer under any host name.
 */
export function registerHealth(app: FastifyInstance, { pool, metricsToken }: HttpDependencies): void {
  app.get('/health/live', (_request, reply) => reply.headers(NO_STORE).send({ status: 'ok' }));

  app.get('/health/ready', async (_request, reply) => {
    const isReady = await Promise.race([
      pool.query('select 1').then(
        () => true,
        () => false,
      ),
      new Promise<false>((late) => {
        setTimeout(() => late(false), PING_MS).unref();
      }),
    ]);
    return reply
      .headers(NO_STORE)
      .code(isReady ? 200 : 503)
      .send(isReady ? { status: 'ok' } : { status: 'unavailable', message: 'The database does not answer.' });
  });

  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  });
  const answered = new Counter({ name: 'earshot_http_requests_total', help: 'Requests answered.', labelNames: ['status'], registers: [register] });
  app.addHook('onResponse', (request, reply, done) => {
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    // the route's pattern, never the path: ids and tokens are no labels
    durations.observe({ method: request.method, route: request.routeOptions.url ?? 'none', status }, (performance.now() - request.beganAt) / 1000);
    answered.inc({ status });
    done();
  });

  app.get('/metrics', async (request, reply) => {
    if (!isFromHere(request) && !holdsToken(request, metricsToken)) throw new Refusal(403, 'Metrics are given to this machine, or with the token in DATA_DIR/metrics.token.');
    return reply.headers({ ...NO_STORE, 'content-type': register.contentType }).send(await register.metrics());
  });
}

/** Whether a request was made on this machine itself; one that a proxy passed on was not. */
function isFromHere(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(::ffff:)?127\./.test(address);
  return isLoopback && request.headers['x-forwarded-for'] === undefined && request.headers['forwarded'] === undefined;
}

function holdsToken(request: FastifyRequest, token: string): boolean {
  const given = Buffer.from(/^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '');
  const right = Buffer.from(token);
  return given.length === right.length && timingSafeEqual(given, right);
}
