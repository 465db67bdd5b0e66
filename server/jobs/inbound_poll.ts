import type pg from 'pg';
import type { Logger } from 'pino';
import { takeMail, type InboundDependencies } from '../domain/mail/inbound.ts';
import { INBOUND_BYTES, MailNotRead } from '../domain/mail/inbound_mail.ts';
import { createMailReader, MailReaderDied, type MailReader } from '../domain/mail/inbound_reader.ts';

/** The mailbox, as far as the poll uses it; see adapters/imap. */
export interface PolledMailbox {
  id: string;
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
  /** reads the mails */
  reader: MailReader;
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
/** A mail at whose reading so many processes or threads ended is not read again. */
const DEATHS_MAX = 2;
/** How long it is remembered which mails were set aside. */
const SET_ASIDE_DAYS = 30;
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
 * one that failed because the database did stays unseen and comes again. Each is written down before it is read:
 * one that ended its reader twice, be it the thread or the whole process, is set aside, marked as seen and told
 * to the operator.
 */
export async function lookOnce({
  open,
  pool,
  log,
  reader,
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
      const noted = noteTries(client, mailbox.id);
      for (const { uid, sizeInBytes } of await mailbox.unseen(MAILS_PER_LOOK)) {
        if (!(await noted.begin(uid, failed.has(uid)))) {
          look.broken += 1;
          log.error(
            { uid },
            'An email that came in ended its reader twice. It is set aside, marked as read.',
          );
          await mailbox.markSeen(uid);
          continue;
        }
        try {
          if (sizeInBytes > INBOUND_BYTES) throw new MailNotRead('The email is larger than 25 MB.');
          const raw = await mailbox.read(uid);
          if (raw !== null) {
            const opened = await reader.open('mail', raw);
            // a mail is never the tale of a provider
            if (!('head' in opened)) throw new MailNotRead('The email cannot be read.');
            const taken = await takeMail(on, opened);
            if (taken.result === 'stored') look.stored += 1;
            else look.other += 1;
            log.debug({ uid, result: taken.result, reason: taken.reason }, 'An email came in.');
          }
        } catch (error) {
          look.broken += 1;
          if (error instanceof MailReaderDied) {
            log.error({ err: error, uid }, 'An email that came in ended the thread that read it.');
            if (!(await noted.died(uid, error.message))) continue;
            log.error(
              { uid },
              'An email that came in ended its reader twice. It is set aside, marked as read.',
            );
            await mailbox.markSeen(uid);
            continue;
          }
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
            if (tries < TRIES_MAX) {
              await noted.end(uid).catch(() => {});
              continue;
            }
            await noted.setAside(uid, 'It could not be kept.');
            await mailbox.markSeen(uid);
            failed.delete(uid);
            continue;
          }
          log.warn({ uid, reason: error.message }, 'An email that came in was passed over.');
        }
        await mailbox.markSeen(uid);
        await noted.end(uid);
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

/** What is written down of the mails that are read. */
interface Tries {
  /** @param hasFailed it failed here before, and the process lived @returns false: it was set aside, and is not to be read */
  begin(uid: number, hasFailed: boolean): Promise<boolean>;
  /** It was dealt with, or failed by no fault of its own. */
  end(uid: number): Promise<void>;
  /** The thread that read it ended. @returns true: for the last time; it was set aside */
  died(uid: number, reason: string): Promise<boolean>;
  setAside(uid: number, reason: string): Promise<void>;
}

function noteTries(client: pg.PoolClient, mailbox: string): Tries {
  const setAside = async (uid: number, reason: string): Promise<void> => {
    await client.query(
      'update inbound_tries set set_aside_at = coalesce(set_aside_at, now()), reason = coalesce(reason, $3) where mailbox = $1 and uid = $2',
      [mailbox, uid, reason],
    );
    await client.query('delete from inbound_tries where began_at < now() - make_interval(days => $1)', [
      SET_ASIDE_DAYS,
    ]);
  };
  return {
    setAside,
    begin: async (uid, hasFailed) => {
      const { rows } = await client.query<{ tries: number; isAside: boolean }>(
        `insert into inbound_tries as t (mailbox, uid) values ($1, $2)
on conflict (mailbox, uid) do update set tries = case when $3::boolean then 1 else t.tries + 1 end, began_at = now()
returning tries, set_aside_at is not null as "isAside"`,
        [mailbox, uid, hasFailed],
      );
      const { tries, isAside } = rows[0]!;
      if (tries <= DEATHS_MAX && !isAside) return true;
      await setAside(uid, 'The server ended while it read it.');
      return false;
    },
    end: async (uid) => {
      await client.query('delete from inbound_tries where mailbox = $1 and uid = $2', [mailbox, uid]);
    },
    died: async (uid, reason) => {
      const { rows } = await client.query<{ tries: number }>(
        'select tries from inbound_tries where mailbox = $1 and uid = $2',
        [mailbox, uid],
      );
      if ((rows[0]?.tries ?? 1) < DEATHS_MAX) return false;
      await setAside(uid, reason);
      return true;
    },
  };
}

/** Looks at the mailbox again and again. @returns what ends it, after the look under way */
export function startPoll(options: Omit<PollOptions, 'reader'>): () => Promise<void> {
  const reader = createMailReader();
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let under: Promise<void> = Promise.resolve();
  let failures = 0;
  const failed = new Map<number, number>();
  const look = async (): Promise<void> => {
    try {
      await lookOnce({ failed, reader, ...options });
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
    await reader.close();
  };
}
