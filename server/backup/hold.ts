import type pg from 'pg';
import { hasTable, JOBS_TABLE } from './tables.ts';

/*
 * A restored installation starts quiet: it may be a copy beside the living one, and mail that waited when
 * the backup was made may have gone out since. While the fact `held` stands, no process runs jobs, and all
 * mail but the test of the settings page goes out by jobs; no mailbox is read either.
 */

/** Name of the fact in installation_facts. */
const HELD = 'held';

/** Since when an installation is held, and which moment it was restored to. */
export interface Hold {
  since: Date;
  backup_of: Date;
}

/** The hold of the installation; null: nothing is held. */
export async function readHold(client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<Hold | null> {
  const { rows } = await client.query<{ value: { since: string; backup_of: string } }>(
    'select value from installation_facts where name = $1',
    [HELD],
  );
  return rows[0]
    ? { since: new Date(rows[0].value.since), backup_of: new Date(rows[0].value.backup_of) }
    : null;
}

/** Holds mail and jobs, in the open transaction: mailings that wait, or are being sent, become held. */
export async function hold(client: pg.ClientBase, { since, backup_of }: Hold): Promise<void> {
  await client.query(
    'insert into installation_facts (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value, updated_at = now()',
    [HELD, JSON.stringify({ since: since.toISOString(), backup_of: backup_of.toISOString() })],
  );
  await client.query(`update mailings set state = 'held' where state in ('waiting', 'sending')`);
}

/** Tasks that write to people; a test compares them with the tasks that send. */
export const MAIL_TASKS = [
  'send_mailing',
  'notification_mail',
  'roadmap_visit_mail',
  'export_mail',
  'password_reset_mail',
  'invitation_mail',
  'email_confirm_mail',
  'own_news_mail',
  'host_news_mail',
];

/** What a release let go, or threw away. */
export interface Released {
  mailings: number;
  mails: number;
  jobs: number;
}

/** How much waits behind the hold: mailings, their mails, and jobs. */
export async function countHeld(client: Pick<pg.ClientBase | pg.Pool, 'query'>): Promise<Released> {
  const { rows } = await client.query<Released>(
    `select (select count(*)::int from mailings where state = 'held') as mailings,
       (select count(*)::int from deliveries d join mailings m on m.subdomain_id = d.subdomain_id and m.id = d.mailing_id where m.state = 'held' and d.state in ('queued', 'sending')) as mails`,
  );
  const waiting = (await hasTable(client, JOBS_TABLE))
    ? (
        await client.query<{ jobs: number }>(
          `select count(*)::int as jobs from pgboss.job where state < 'active' and name not in ('dead', 'each_workspace') and name not like '\\_\\_pgboss%'`,
        )
      ).rows[0]!.jobs
    : 0;
  return { ...rows[0]!, jobs: waiting };
}

const DROPPED = 'Not sent: it waited when the backup was made that this installation was restored from.';
const IN_QUESTION =
  'It was being handed over when the backup was made that this installation was restored from. No one knows whether it went out, so it is not sent again.';

/**
 * Ends the hold: processes begin with their jobs within some seconds.
 * @param dropMail mail that the restore brought is not sent: its mailings end, and jobs that would write to people
 * are forgotten. What people have asked for since then goes on
 * @returns what was let go, or thrown away; null when nothing was held
 */
export async function release(
  client: pg.ClientBase,
  { dropMail }: { dropMail: boolean },
): Promise<Released | null> {
  await client.query('begin');
  try {
    // the transaction of the restore wrote the fact, so its time by the database's clock is that of all jobs that it brought
    const { rows: facts } = await client.query<{ restored_at: string }>(
      'delete from installation_facts where name = $1 returning updated_at::text as restored_at',
      [HELD],
    );
    const [fact] = facts;
    if (!fact) {
      await client.query('rollback');
      return null;
    }
    const released = await countHeld(client);
    if (dropMail) {
      await client.query(
        `update deliveries d set state = case d.state when 'sending' then 'unknown' else 'left_out' end, reason = case d.state when 'sending' then $2 else $1 end
         from mailings m where m.subdomain_id = d.subdomain_id and m.id = d.mailing_id and m.state = 'held' and d.state in ('queued', 'sending')`,
        [DROPPED, IN_QUESTION],
      );
      await client.query(`update mailings set state = 'done', updated_at = now() where state = 'held'`);
      // the next digest would tell of them again
      await client.query(
        'update notifications set mailed_at = now() where mailed_at is null and created_at <= $1::timestamptz',
        [fact.restored_at],
      );
      if (await hasTable(client, JOBS_TABLE)) {
        released.jobs =
          (
            await client.query(
              `delete from pgboss.job where name = any($1::text[]) and state < 'active' and created_on <= $2::timestamptz`,
              [MAIL_TASKS, fact.restored_at],
            )
          ).rowCount ?? 0;
      }
    } else {
      await client.query(`update mailings set state = 'waiting', updated_at = now() where state = 'held'`);
    }
    await client.query('commit');
    return released;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/** How often a process that is held looks whether it still is. */
const LOOK_MS = 3_000;

/**
 * Calls `begin` as soon as nothing is held; at once when nothing is. Trouble while looking is no reason to begin.
 * @returns ends the waiting
 */
export function onceReleased(
  pool: pg.Pool,
  held: boolean,
  begin: () => Promise<void>,
  onError: (error: unknown) => void,
  lookMs = LOOK_MS,
): { begun: Promise<void>; stop: () => Promise<void> } {
  if (!held) return { begun: begin(), stop: () => Promise.resolve() };
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  let under: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    try {
      if ((await readHold(pool)) === null) {
        if (!isEnded) await begin();
        return;
      }
    } catch (error) {
      onError(error);
    }
    if (!isEnded) timer = setTimeout(next, lookMs);
  };
  const next = (): void => {
    under = look();
  };
  timer = setTimeout(next, lookMs);
  return {
    begun: Promise.resolve(),
    stop: async () => {
      isEnded = true;
      clearTimeout(timer);
      await under;
    },
  };
}
