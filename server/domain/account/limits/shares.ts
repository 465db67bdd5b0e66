import { emailKey } from '../../../../contract/email.ts';
import type { Share } from './login_backoff.ts';
import { siteOf } from './network.ts';
import { createKeyedSemaphore, type Caller } from './semaphore.ts';
import { hashSecret } from '../secrets.ts';

const MINUTE_MS = 60_000;

/** How a counter names an account: hashed, since the table shall not collect whatever addresses strangers type. */
export function accountKey(email: string): string {
  return hashSecret(emailKey(email)).toString('hex').slice(0, 32);
}

/** Who tries something with an account. */
export interface Attempt {
  account: string;
  /** as `networkOf` gives it */
  network: string;
  /** number of a browser that signed in to the account before; null: it did not, or says nothing */
  device: string | null;
}

/** The row that says that the account was signed in to from the network. */
export const knownKey = ({ account, network }: Attempt): string => `known ${account} ${network}`;
/** Counts wrong passwords for the account from the network. */
export const pairKey = ({ account, network }: Attempt): string => `network ${account} ${network}`;
/** Counts what strangers of a network try with all accounts. */
export const crowdKey = ({ network }: Attempt): string => `crowd ${network}`;
/** Counts what strangers of a line of IPv6 try with all accounts; null: the network is no part of one. */
export const siteKey = ({ network }: Attempt): string | null =>
  siteOf(network) === network ? null : `crowd ${siteOf(network)}`;
/** Counts wrong passwords from a browser. */
export const deviceKey = ({ account, device }: Attempt): string => `device ${account} ${device}`;

/** Right passwords in a row: so many at once, then one a minute. Whoever signs in for good does not notice. */
const RIGHT_ONES = { burst: 30, everyMs: MINUTE_MS, countsGood: true } as const;

/**
 * Who stands at a gate of the process: a browser that signed in before by its account, however many browsers that
 * has; whoever comes from a network that the account knows by both, since a flood from there needs no cookie; a
 * stranger by the network. The accounts of a workspace are a group, since whoever runs one can have any number of
 * them, with whatever addresses; so is a line of IPv6.
 *
 * @param isKnown whether the account is known to be the caller's
 */
export function callerOf(
  subdomain_id: string,
  { account, network, device }: Attempt,
  isKnown: boolean,
): Caller {
  if (!isKnown) return strangerOf(network);
  const whose = `account ${subdomain_id} ${account}`;
  return {
    key: device === null ? `${whose} ${network}` : whose,
    group: `workspace ${subdomain_id}`,
    isKnown,
  };
}

/** A caller of whom nothing but the network is known. @param network as `networkOf` gives it */
export function strangerOf(network: string): Caller {
  return { key: network, group: siteOf(network), isKnown: false };
}

/** Someone who has proved who they are. */
export function personAtGate(subdomain_id: string, user_id: string): Caller {
  return { key: `person ${subdomain_id} ${user_id}`, group: `workspace ${subdomain_id}`, isKnown: true };
}

/**
 * What a wrong password costs (decision 0017). A browser that signed in before has tries that no one else can
 * use up; a network that the account was signed in to from is free of what strangers elsewhere do; strangers
 * share the tries of the account, and those of their network for all accounts. Right ones in a row cost as well,
 * those of a known browser its own share.
 */
export function signInShares(attempt: Attempt, isKnown: boolean): Share[] {
  const { account, network, device } = attempt;
  if (device !== null)
    return [
      { key: deviceKey(attempt), account, free: 10 },
      { key: `right device ${account} ${device}`, account, ...RIGHT_ONES },
    ];
  // people mistype
  const pair: Share = { key: pairKey(attempt), account, free: 3 };
  if (isKnown)
    return [
      pair,
      { key: `right network ${account} ${network}`, account, ...RIGHT_ONES },
      { key: `colleagues ${network}`, account: null, burst: 60, everyMs: MINUTE_MS / 2 },
    ];
  return [
    pair,
    { key: `right ${account}`, account, ...RIGHT_ONES },
    { key: `account ${account}`, account, free: 10 },
    { key: crowdKey(attempt), account: null, burst: 30, everyMs: MINUTE_MS },
    ...ofSite(attempt, '', { burst: 120, everyMs: MINUTE_MS / 4 }),
  ];
}

/**
 * What a wish for a new password costs: three mails an hour for each browser that signed in before and for
 * each network; what networks unknown to the account ask for is bounded for the account as well.
 */
export function resetShares(attempt: Attempt, isKnown: boolean): Share[] {
  const { account, network, device } = attempt;
  const three = { account: null, burst: 3, everyMs: 20 * MINUTE_MS };
  if (device !== null) return [{ key: `reset device ${account} ${device}`, ...three }];
  const pair: Share = { key: `reset ${account} ${network}`, ...three };
  if (isKnown)
    return [pair, { key: `reset colleagues ${network}`, account: null, burst: 30, everyMs: 2 * MINUTE_MS }];
  return [
    pair,
    { key: `reset account ${account}`, account: null, burst: 12, everyMs: 5 * MINUTE_MS },
    { key: `reset crowd ${network}`, account: null, burst: 20, everyMs: 3 * MINUTE_MS },
    ...ofSite(attempt, 'reset ', { burst: 80, everyMs: (3 * MINUTE_MS) / 4 }),
  ];
}

/** The share of a line of IPv6, that of four of its networks; none for an IPv4 address. */
function ofSite(attempt: Attempt, prefix: string, limit: { burst: number; everyMs: number }): Share[] {
  const key = siteKey(attempt);
  return key === null ? [] : [{ key: `${prefix}${key}`, account: null, ...limit }];
}

/**
 * What the routes that ask for no session read and write before they know who comes: few at once, each network
 * in its turn, so that none of them takes the connections to the database from others. Of each process.
 */
export const limitUnauthenticated = createKeyedSemaphore({
  atOnce: 6,
  strangersAtOnce: 4,
  strangersAtLeast: 2,
  perKey: 2,
  waitingPerKey: 10,
  waiting: 200,
});
