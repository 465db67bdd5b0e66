import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { Counter } from 'prom-client';
import { networkOf } from '../domain/account/limits/network.ts';

/** What was refused, and what a line of the log says of it. Names and keys of these lines change only with notice: fail2ban and the like read them. */
export const REFUSALS = {
  sign_in_failed: 'A password was wrong, or no one has the address.',
  single_sign_on_failed: 'Single sign-on let someone not in.',
  sign_in_refused: 'A sign-in was refused: too many tries.',
  reset_refused: 'An email with a link was refused: enough were asked for.',
  link_refused: 'A one-time link, ticket or set-up token does not work.',
  session_unknown: 'A session cookie belongs to no session: it has ended, or was made up.',
  token_unknown: 'A bearer token belongs to no one: it has lapsed, or was made up.',
  mail_link_forged: 'The token of a link in an email was made up or cut off.',
  mail_hook_forged: 'A call that hands in email is not signed rightly.',
  cross_site: 'A call was refused: another site made the browser send it.',
  host_unknown: 'A Host header leads to no workspace.',
  host_refused: 'A request with two Host headers was refused.',
  call_forbidden: 'A call was refused: its caller lacks the right.',
  door_busy: 'A call without a session was refused: too many of its network at once.',
} as const;

export type RefusalEvent = keyof typeof REFUSALS;

/** What a line may say beside the network. Nothing in it is a secret. */
export interface RefusalFacts {
  /** first 32 hex digits of the SHA-256 of the address in small letters (`accountKey`) */
  account?: string;
  user_id?: string;
  /** of GraphQL, the field that was asked for */
  operation?: string;
}

/** These come about every day without anyone meaning ill: sessions end, tokens lapse, programs try addresses. */
const USUAL: ReadonlySet<RefusalEvent> = new Set(['session_unknown', 'token_unknown', 'host_unknown']);

const WINDOW_MS = 60_000;
/** Lines of one kind and network in a minute; what comes beyond is counted and told in one line. */
const LINES_MAX = 10;
/** Lines of one kind in a minute, from all networks. */
const LINES_OF_EVENT_MAX = 200;
/** Networks of which the lines that were left out are told one by one. */
const NETWORKS_TOLD = 20;
const NETWORKS_MAX = 5_000;

/**
 * Failed sign-ins, refused calls and forged tokens: each leaves a line in the log with network and workspace,
 * and counts in /metrics. A flood cannot fill the log.
 */
export class RefusalLog {
  readonly counter = new Counter({
    name: 'earshot_refusals_total',
    help: 'Failed sign-ins, refused calls and forged tokens.',
    labelNames: ['event'],
    registers: [],
  });
  private readonly log: Logger;
  private readonly timer: NodeJS.Timeout;
  private seen = new Map<string, { event: RefusalEvent; network: string; count: number; written: number }>();
  private written = new Map<RefusalEvent, number>();

  constructor(log: Logger) {
    this.log = log;
    for (const event of Object.keys(REFUSALS)) this.counter.inc({ event }, 0);
    this.timer = setInterval(() => this.flush(), WINDOW_MS);
    this.timer.unref();
  }

  note(event: RefusalEvent, request: FastifyRequest, facts: RefusalFacts = {}): void {
    this.counter.inc({ event });
    const network = networkOf(request.ip);
    const key = `${event} ${network}`;
    if (!this.seen.has(key) && this.seen.size >= NETWORKS_MAX) this.flush();
    const seen = this.seen.get(key) ?? { event, network, count: 0, written: 0 };
    seen.count += 1;
    this.seen.set(key, seen);
    const written = this.written.get(event) ?? 0;
    if (seen.written >= LINES_MAX || written >= LINES_OF_EVENT_MAX) return;
    seen.written += 1;
    this.written.set(event, written + 1);
    this.log[USUAL.has(event) ? 'info' : 'warn'](
      {
        event,
        network,
        ...(request.workspace ? { workspace: request.workspace.key } : {}),
        route: request.routeOptions.url ?? 'none',
        ...facts,
      },
      REFUSALS[event],
    );
  }

  /** Tells of what was left out, and begins to count again. */
  flush(): void {
    for (const event of Object.keys(REFUSALS) as RefusalEvent[]) {
      const left = [...this.seen.values()]
        .filter((one) => one.event === event && one.count > one.written)
        .toSorted((a, b) => b.count - a.count);
      for (const { network, count, written } of left.slice(0, NETWORKS_TOLD))
        this.tell(event, { network, left_out: count - written });
      const others = left.slice(NETWORKS_TOLD);
      if (others.length > 0)
        this.tell(event, {
          networks: others.length,
          left_out: others.reduce((sum, { count, written }) => sum + count - written, 0),
        });
    }
    this.seen = new Map();
    this.written = new Map();
  }

  private tell(event: RefusalEvent, facts: Record<string, unknown>): void {
    this.log[USUAL.has(event) ? 'info' : 'warn'](
      { event, ...facts },
      `${REFUSALS[event]} More of the same in this minute.`,
    );
  }

  close(): void {
    clearInterval(this.timer);
    this.flush();
  }
}
