import { emailKey } from '../../../../contract/email.ts';
import type { Share } from './login_backoff.ts';
import { createKeyedSemaphore } from './semaphore.ts';
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
/** Counts wrong passwords from a browser. */
export const deviceKey = ({ account, device }: Attempt): string => `device ${account} ${device}`;

/**
 * What a wrong password costs (decision 0017). A browser that signed in before has tries that no one else can
 * use up; a network that the account was signed in to from is free of what strangers elsewhere do; strangers
 * share the tries of the account, and those of their network for all accounts.
 */
export function signInShares(attempt: Attempt, isKnown: boolean): Share[] {
  const { account, network, device } = attempt;
  if (device !== null) return [{ key: deviceKey(attempt), account, free: 10 }];
  // people mistype
  const pair: Share = { key: pairKey(attempt), account, free: 3 };
  if (isKnown)
    return [pair, { key: `colleagues ${network}`, account: null, burst: 60, everyMs: MINUTE_MS / 2 }];
  return [
    pair,
    { key: `account ${account}`, account, free: 10 },
    { key: crowdKey(attempt), account: null, burst: 30, everyMs: MINUTE_MS },
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
  ];
}

/**
 * What the routes that ask for no session read and write before they know who comes: few at once, each network
 * in its turn, so that none of them takes the connections to the database from others. Of each process.
 */
export const limitUnauthenticated = createKeyedSemaphore({
  atOnce: 6,
  strangersAtOnce: 4,
  perKey: 2,
  waitingPerKey: 10,
  waiting: 200,
});
