import type pg from 'pg';
import type { Logger } from 'pino';
import { takeMail, type InboundDependencies } from '../domain/mail/inbound.ts';
import { INBOUND_BYTES, MailNotRead, readInboundMail } from '../domain/mail/inbound_mail.ts';

/** The mailbox, as far as the poll uses it; see adapters/imap. */
export interface PolledMailbox {
  unseen(limit: number): Promise<{ uid: number; sizeInBytes: number }[]>;
  read(uid: number): Promise<Buffer | null>;
  markSeen(uid: number): Promise<void>;
  close(): Promise<void>;
}

/** What the poll needs of the process. */
export interface PollOptions extends InboundDependencies {
  open: () => Promise<PolledMailbox>;
  /** past a pooler: the lock is held by its connection */
  pool: pg.Pool;
  log: Logger;
  /** how often mails could not be kept, by their uid; given from look to look */
  failed?: Map<number, number>;
  /** time between two looks; a minute without a value */
  everyMs?: number;
}

const EVERY_MS = 60_000;
/** Mails of one look; the next one takes the rest. */
const MAILS_PER_LOOK = 100;
/** A mail that cannot be kept so often stands in the way of others. */
const TRIES_MAX = 10;
/** Of several processes one looks at a time. */
const LOCK = 'earshot inbound mail';

/** What one look at the mailbox came to; null: another process is at it. */
export interface Look {
  stored: number;
  other: number;
  broken: number;
}

/**
 * Looks at the mailbox once. A mail is marked as seen when it was dealt with, be it that no one can read it;
 * one that failed because the database did stays unseen and comes again.
 */
export async function lookOnce({
  open,
  pool,
  log,
  failed = new Map(),
  ...on
}: Omit<PollOptions, 'everyMs'>): Promise<Look | null> {
  const client = await pool.connect();
  // the connection may break while the mailbox is read; what follows notices by itself
  const ignore = (): void => {};
  client.on('error', ignore);
  let isHeld = false;
  try {
    isHeld = (
      await client.query<{ held: boolean }>('select pg_try_advisory_lock(hashtextextended($1, 0)) as held', [
        LOCK,
      ])
    ).rows[0]!.held;
    if (!isHeld) return null;
    const look: Look = { stored: 0, other: 0, broken: 0 };
    const mailbox = await open();
    try {
      for (const { uid, sizeInBytes } of await mailbox.unseen(MAILS_PER_LOOK)) {
        try {
          if (sizeInBytes > INBOUND_BYTES) throw new MailNotRead('The email is larger than 25 MB.');
          const raw = await mailbox.read(uid);
          if (raw !== null) {
            const taken = await takeMail(on, await readInboundMail(raw));
            if (taken.result === 'stored') look.stored += 1;
            else look.other += 1;
            log.debug({ uid, result: taken.result, reason: taken.reason }, 'An email came in.');
          }
        } catch (error) {
          look.broken += 1;
          if (!(error instanceof MailNotRead)) {
            // most likely no fault of the mail: it stays unseen
            const tries = (failed.get(uid) ?? 0) + 1;
            failed.set(uid, tries);
            log.error(
              { err: error, uid, tries },
              tries < TRIES_MAX
                ? 'An email that came in could not be kept; it is tried again.'
                : 'An email that came in could not be kept and is given up.',
            );
            if (tries < TRIES_MAX) continue;
          } else log.warn({ uid, reason: error.message }, 'An email that came in was passed over.');
        }
        await mailbox.markSeen(uid);
        failed.delete(uid);
      }
    } finally {
      await mailbox.close();
    }
    return look;
  } finally {
    if (isHeld)
      await client.query('select pg_advisory_unlock(hashtextextended($1, 0))', [LOCK]).catch(() => {});
    client.off('error', ignore);
    client.release();
  }
}

/** Looks at the mailbox again and again. @returns what ends it, after the look under way */
export function startPoll(options: PollOptions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let under: Promise<void> = Promise.resolve();
  let failures = 0;
  const failed = new Map<number, number>();
  const look = async (): Promise<void> => {
    try {
      await lookOnce({ failed, ...options });
      failures = 0;
    } catch (error) {
      failures += 1;
      // the library's errors name the answer of the server, and neither user nor password
      const { responseText, message } = error as { responseText?: string; message?: string };
      if (failures === 1 || failures % 30 === 0)
        options.log.warn(
          { reason: (responseText ?? message ?? '').slice(0, 300), failures },
          'The mailbox of IMAP_URL cannot be read.',
        );
    }
    if (!isEnded) timer = setTimeout(next, options.everyMs ?? EVERY_MS);
  };
  const next = (): void => {
    under = look();
  };
  next();
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await under;
  };
}
