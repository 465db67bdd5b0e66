import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { addressOf } from '../domain/account/limits/network.ts';

/** The words of TRUSTED_PROXIES, as networks. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** TRUSTED_PROXIES as something to look addresses up in. */
export function readProxies(entries: readonly string[]): BlockList {
  const proxies = new BlockList();
  for (const entry of entries.flatMap((one) => WORDS[one] ?? [one])) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) proxies.addAddress(address, familyOf(address));
    else proxies.addSubnet(address, Number(bits), familyOf(address));
  }
  return proxies;
}

/** Whether an address, as a socket gives it, is in the list. */
export function isAmong(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '').split('%')[0]!;
  return list.check(plain, familyOf(plain));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}

/** Names of the facts in installation_facts: the last proxy that passed requests on and is not listed; the last one that is and does not say who asks. */
type Fact = 'unlisted_proxy' | 'silent_proxy';
/** What was seen longer ago says nothing of the present. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;
const TELL_EVERY_MS = 3_600_000;

/** What is wrong and what to do, for the log, the start, doctor. */
export function unlistedProxyProblem(address: string): { what: string; cure: string } {
  return {
    what: `requests with X-Forwarded-For come from ${address}, which TRUSTED_PROXIES does not name: all people behind it count as one network, and share its limits`,
    cure: `If ${address} is your proxy, add it to TRUSTED_PROXIES.`,
  };
}

/** As `unlistedProxyProblem`, of a listed one whose X-Forwarded-For holds no address. */
export function silentProxyProblem(address: string): { what: string; cure: string } {
  return {
    what: `requests through ${address} were refused: its X-Forwarded-For holds no address of the one who asks`,
    cure: `Have ${address} write the address of its client there, with or without a port.`,
  };
}

/** The unlisted proxy that was seen in the last days; null: none, or it is listed now. */
export async function readUnlistedProxy(
  client: Pick<pg.Pool, 'query'>,
  trusted: readonly string[],
  now: Date,
): Promise<string | null> {
  const address = await readFact(client, 'unlisted_proxy', now);
  return address !== null && isAmong(readProxies(trusted), address) ? null : address;
}

/** The listed proxy that did not say who asks in the last days; null: none, or it is not listed any more. */
export async function readSilentProxy(
  client: Pick<pg.Pool, 'query'>,
  trusted: readonly string[],
  now: Date,
): Promise<string | null> {
  const address = await readFact(client, 'silent_proxy', now);
  return address !== null && isAmong(readProxies(trusted), address) ? address : null;
}

async function readFact(client: Pick<pg.Pool, 'query'>, name: Fact, now: Date): Promise<string | null> {
  const { rows } = await client.query<{ value: { address: string }; updated_at: Date }>(
    'select value, updated_at from installation_facts where name = $1',
    [name],
  );
  const fact = rows[0];
  return !fact || fact.updated_at.getTime() < now.getTime() - FORGOTTEN_MS ? null : fact.value.address;
}

/**
 * What proxies say of the ones who ask, and proxies that pass requests on and are not in TRUSTED_PROXIES. Of these only those with an address of a private
 * network are remembered: anyone may send the header, and a stranger is not to alarm the admins.
 */
export class Proxies {
  private readonly trusted: BlockList;
  private readonly near = readProxies(Object.keys(WORDS));
  private readonly pool: pg.Pool;
  private readonly log: Logger;
  private readonly now: () => Date;
  private seen: { address: string; toldMs: number } | null = null;
  private silent: { address: string; toldMs: number } | null = null;

  /** @param known what `readUnlistedProxy` gave at the start */
  constructor(deps: {
    pool: pg.Pool;
    log: Logger;
    now: () => Date;
    trusted: readonly string[];
    known: string | null;
  }) {
    this.pool = deps.pool;
    this.log = deps.log;
    this.now = deps.now;
    this.trusted = readProxies(deps.trusted);
    if (deps.known !== null) this.seen = { address: deps.known, toldMs: Number.NEGATIVE_INFINITY };
  }

  /** Address of the last one; null: none was seen. */
  get unlisted(): string | null {
    return this.seen?.address ?? null;
  }

  /** Looks at a request; cheap, since each one passes. */
  notice({ headers, socket }: FastifyRequest): void {
    if (headers['x-forwarded-for'] === undefined) return;
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
    if (address === '' || isAmong(this.trusted, address) || !isAmong(this.near, address)) return;
    const nowMs = this.now().getTime();
    if (this.seen?.address === address && nowMs - this.seen.toldMs < TELL_EVERY_MS) return;
    this.seen = { address, toldMs: nowMs };
    this.tell('unlisted_proxy', address, unlistedProxyProblem(address));
  }

  /**
   * Takes from X-Forwarded-For what listed proxies write around the addresses in it, such as ports: request.ip is an
   * address then, wherever it is looked at.
   *
   * @returns false: there is none, so that whose share the request is cannot be told
   */
  readForwarded(request: FastifyRequest): boolean {
    const { headers } = request.raw;
    const said = headers['x-forwarded-for'];
    const proxy = (request.socket.remoteAddress ?? '').replace(/^::ffff:/i, '');
    if (said === undefined || proxy === '' || !isAmong(this.trusted, proxy)) return true;
    headers['x-forwarded-for'] = [said]
      .flat()
      .join(',')
      .split(',')
      .map((part) => addressOf(part) ?? part.trim())
      .join(', ');
    if (isIP(request.ip) !== 0) return true;
    const nowMs = this.now().getTime();
    if (this.silent?.address === proxy && nowMs - this.silent.toldMs < TELL_EVERY_MS) return false;
    this.silent = { address: proxy, toldMs: nowMs };
    this.tell('silent_proxy', proxy, silentProxyProblem(proxy));
    return false;
  }

  /** Tells the log, and the next start and doctor. */
  private tell(fact: Fact, address: string, { what, cure }: { what: string; cure: string }): void {
    this.log.warn({ proxy: address }, `${what[0]!.toUpperCase()}${what.slice(1)}. ${cure}`);
    this.pool
      .query(
        'insert into installation_facts (name, value, updated_at) values ($1, $2, $3) on conflict (name) do update set value = excluded.value, updated_at = excluded.updated_at',
        [fact, JSON.stringify({ address }), this.now()],
      )
      .catch((error: unknown) => this.log.warn({ err: error }, 'What a proxy does could not be noted.'));
  }
}
