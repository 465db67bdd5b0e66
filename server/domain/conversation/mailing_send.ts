import { sql } from 'kysely';
import { hasFeature } from '../../../contract/permissions.ts';
import { publishLive } from '../../core/live.ts';
import type { Scope, Tx } from '../../core/scope.ts';
import { MailRefused } from '../../core/services.ts';
import { defineTask } from '../../core/task.ts';
import { BULK_KINDS, type MailingKind } from './mailing.ts';
import { prepareMailing, type DeliveryRow, type MailingRow } from './mailing_compose.ts';
import { carrierOf } from './mailing_content.ts';
import { LEFT_OUT, leftOutSql, type Audience } from './mailing_recipients.ts';

/*
 * How mail goes out (decision 0009). A worker claims a handful of mails for some minutes, hands them to
 * the relay and marks what became of them, each in one transaction. Claimed rows are passed over by other
 * workers. A worker that dies leaves its handful claimed; when the time has run out nobody can tell which of
 * them the relay took: of bulk mail they become `unknown` and are not sent again, of other mail they are
 * sent again under the same Message-ID. Times are the database's, so that clocks need not agree.
 */

/** Mails claimed at once, and handed over at once. */
const CLAIM = 50;
const AT_ONCE = 5;
/** How long a claim holds. A worker hands over nothing in the last part of it, which is longer than one mail may take. */
const LEASE_SECONDS = 600;
const LAST_HANDOVER_MS = 300_000;
/** A run ends after this time, so that the mail of others has its turn; the rest is asked for anew. */
const RUN_MS = 20_000;
/** Waits after a mail was put off. After the last one it counts as failed. */
const RETRY_SECONDS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600] as const;
/** Waits while the relay cannot be reached at all. */
const UNREACHABLE_SECONDS = [30, 60, 120, 300, 600, 1800] as const;
/** Open consoles hear of numbers that move at most this often. */
const TELL_MS = 1000;

interface Claimed extends DeliveryRow {
  attempts: number;
}

/** What became of a claimed mail. `waitSeconds` is for those that go back in line. */
interface Outcome {
  id: string;
  attempts: number;
  state: 'sent' | 'outbox' | 'failed' | 'unknown' | 'queued';
  reason: string | null;
  waitSeconds: number;
  /** it was not tried at all */
  wasTried: boolean;
}

type OpenMailing = MailingRow & { at_most_once: boolean; audience: Audience | null };

/** Sends the mails of a mailing that are due, for a while; what is left is asked for anew. */
export const sendMailing = defineTask<{ mailing_id: string; failures?: number }>({
  name: 'send_mailing',
  describe: 'Sends the mails of a mailing that are due.',
  batch: 1,
  run: async ({ mailing_id, failures = 0 }, { scope, signal }) => {
    const mailing = await openMailing(scope, mailing_id);
    if (!mailing) return;
    let unreachable = 0;
    if (mailing !== 'not_yet') {
      const write = await prepareMailing(scope, mailing);
      const told = { at: 0 };
      const end = Date.now() + RUN_MS;
      while (!signal.aborted && Date.now() < end && unreachable === 0) {
        const until = Date.now() + LEASE_SECONDS * 1000 - LAST_HANDOVER_MS;
        const claimed = await claim(scope, mailing);
        if (claimed.claimed === 0) break;
        const outcomes = await handOver(scope, claimed.mails, write, () => signal.aborted || Date.now() > until);
        unreachable = outcomes.some((outcome) => outcome.state === 'queued' && outcome.wasTried && outcome.waitSeconds < 0) ? failures + 1 : 0;
        await settleOutcomes(scope, mailing, outcomes, unreachable, told);
      }
    }
    await finish(scope, mailing_id, unreachable);
  },
});

/** Every few minutes, per workspace: asks for mail that is due and that no job is after, as when a worker died for good. */
export const sweepMailings = defineTask({
  name: 'sweep_mailings',
  describe: 'Asks for mail that is due and has no job.',
  batch: 1,
  run: async (_payload, { scope }) => {
    const { subdomain_id } = scope.viewer;
    await scope.write(async (tx) => {
      const { rows } = await sql<{ id: string }>`
select m.id::text as id from mailings m where m.subdomain_id = ${subdomain_id} and m.state in ('waiting', 'sending') and m.send_after <= now() order by m.id limit 1000`.execute(tx);
      for (const { id } of rows) await scope.services.tasks.enqueue(tx, sendMailing.name, { subdomain_id, mailing_id: id }, { key: jobKey(id) });
    });
  },
});

/** Of jobs of one mailing one waits. */
export const jobKey = (mailing_id: string): string => `mailing ${mailing_id}`;

/** Begins a mailing whose time has come. @returns null when it is none of ours to send; 'not_yet' before its time */
async function openMailing(scope: Scope, id: string): Promise<OpenMailing | 'not_yet' | null> {
  const { subdomain_id } = scope.viewer;
  return scope.write(async (tx) => {
    const { rows } = await sql<{ state: string; isDue: boolean }>`
select m.state, m.send_after <= now() as "isDue" from mailings m where m.subdomain_id = ${subdomain_id} and m.id = ${id} for no key update`.execute(tx);
    const [found] = rows;
    if (!found || !['waiting', 'sending'].includes(found.state)) return null;
    if (!found.isDue) return 'not_yet';
    const row = await tx
      .updateTable('mailings')
      .set({ state: 'sending', updated_at: scope.now() })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await giveUpLapsed(tx, subdomain_id, row);
    return { ...row, audience: audienceOf(row.kind as MailingKind) };
  });
}

function audienceOf(kind: MailingKind): Audience | null {
  if (kind === 'split_notice') return 'supporter_message';
  return (BULK_KINDS as readonly string[]).includes(kind) ? (kind as Audience) : null;
}

/** Mails whose sender died while he held them. */
async function giveUpLapsed(tx: Tx, subdomain_id: string, mailing: { id: string; at_most_once: boolean }): Promise<void> {
  await sql`
update deliveries d set
  state = ${mailing.at_most_once ? 'unknown' : 'queued'}, due_at = now(),
  reason = ${mailing.at_most_once ? 'The server stopped while it handed this mail over. Nobody knows whether it went out, so it is not sent again.' : null}::text
where d.subdomain_id = ${subdomain_id} and d.mailing_id = ${mailing.id} and d.state = 'sending' and d.due_at <= now()`.execute(tx);
}

/**
 * Takes mails that are due. Who turns out not to want it, or cannot get it, is left out here, at the
 * last moment: an unsubscription between writing and sending counts.
 */
async function claim(scope: Scope, mailing: OpenMailing): Promise<{ claimed: number; mails: Claimed[] }> {
  const { subdomain_id } = scope.viewer;
  const { audience } = mailing;
  return scope.write(async (tx) => {
    const settings = await tx.selectFrom('subdomains').select(['prevent_email_notifications', 'features']).where('id', '=', subdomain_id).executeTakeFirstOrThrow();
    const mailOff = settings.prevent_email_notifications || hasFeature(settings.features, 'prevent_email_notifications');
    // an address without a person, and mail that is meant for one person alone, ask only whether they can be reached
    const reachable = sql`case when u.allowed_state = 'blocked' then 'blocked' when m.reason in ('bounce', 'manual') then 'suppressed' end`;
    const reason = audience === null ? reachable : sql`case when o.user_id is null then case when m.email_key is not null then 'suppressed' end else ${leftOutSql(audience, mailOff)} end`;
    const { rows } = await sql<Claimed & { state: string }>`
with c as materialized (
  select n.id from deliveries n
  where n.subdomain_id = ${subdomain_id} and n.mailing_id = ${mailing.id} and n.state = 'queued' and n.due_at <= now()
  order by n.due_at, n.id limit ${CLAIM} for update skip locked
)
update deliveries d set
  state = case when k.reason is null then 'sending' else 'left_out' end,
  reason = ${JSON.stringify(LEFT_OUT)}::jsonb ->> k.reason,
  attempts = d.attempts + case when k.reason is null then 1 else 0 end,
  due_at = now() + make_interval(secs => ${LEASE_SECONDS}::int)
from (
  select o.id, u.name, ${reason} as reason
  from deliveries o
  join c on c.id = o.id
  left join users u on u.subdomain_id = ${subdomain_id} and u.id = o.user_id
  left join subscriptions b on b.subdomain_id = ${subdomain_id} and b.suggestion_id = ${mailing.suggestion_id}::bigint and b.user_id = o.user_id
  left join mail_suppressions m on m.subdomain_id = ${subdomain_id} and m.email_key = lower(o.email_address)
  where o.subdomain_id = ${subdomain_id}
) k
where d.subdomain_id = ${subdomain_id} and d.id = k.id
returning d.id::text as id, d.user_id::text as user_id, d.email_address, d.attempts, d.state, k.name`.execute(tx);
    return { claimed: rows.length, mails: rows.filter((row) => row.state === 'sending') };
  });
}

/**
 * Hands claimed mails to the relay, some at a time.
 * @param mustStop when it answers true nothing further is handed over: what is left goes back in line
 */
async function handOver(scope: Scope, mails: readonly Claimed[], write: (to: DeliveryRow) => Parameters<Scope['services']['mail']['send']>[0], mustStop: () => boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const waiting = [...mails];
  let isUnreachable = false;
  const work = async (): Promise<void> => {
    for (let mail = waiting.shift(); mail; mail = waiting.shift()) {
      const shared = { id: mail.id, attempts: mail.attempts };
      if (mustStop() || isUnreachable) {
        outcomes.push({ ...shared, state: 'queued', reason: null, waitSeconds: 0, wasTried: false });
        continue;
      }
      try {
        const { delivered } = await scope.services.mail.send(write(mail));
        outcomes.push({ ...shared, state: delivered === 'outbox' ? 'outbox' : 'sent', reason: null, waitSeconds: 0, wasTried: true });
      } catch (error) {
        const outcome = outcomeOf(error, mail.attempts);
        isUnreachable ||= outcome.waitSeconds < 0;
        outcomes.push({ ...shared, ...outcome, wasTried: true });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return outcomes;
}

/** What a failed handover means. A negative wait says that the relay itself cannot be reached. */
function outcomeOf(error: unknown, attempts: number): Pick<Outcome, 'state' | 'reason' | 'waitSeconds'> {
  const refused = error instanceof MailRefused ? error : new MailRefused('deferred', error instanceof Error ? error.message : String(error));
  const reason = refused.message;
  if (refused.fate === 'unknown') return { state: 'unknown', reason: `The connection broke while the mail was handed over: ${reason}`, waitSeconds: 0 };
  if (refused.fate === 'refused') return { state: 'failed', reason, waitSeconds: 0 };
  if (refused.fate === 'unreachable') return { state: 'queued', reason, waitSeconds: -1 };
  const waitSeconds = RETRY_SECONDS[attempts - 1];
  return waitSeconds === undefined ? { state: 'failed', reason: `Put off ${attempts} times, last: ${reason}`, waitSeconds: 0 } : { state: 'queued', reason, waitSeconds };
}

/** Writes what became of claimed mails, in one transaction, with the number of sent ones on the record that shows it. */
async function settleOutcomes(scope: Scope, mailing: OpenMailing, outcomes: readonly Outcome[], unreachable: number, told: { at: number }): Promise<void> {
  if (outcomes.length === 0) return;
  const { subdomain_id } = scope.viewer;
  const wait = unreachableSeconds(unreachable);
  const rows = outcomes.map((outcome) => ({
    ...outcome,
    // of mail that may come twice an unknown one is sent again
    ...(outcome.state === 'unknown' && !mailing.at_most_once ? { state: 'queued', waitSeconds: RETRY_SECONDS[0] } : {}),
    // what the relay never saw was no try
    untried: !outcome.wasTried || outcome.waitSeconds < 0,
  })).map((row) => ({ ...row, wait: row.waitSeconds < 0 || (unreachable > 0 && !row.wasTried) ? wait : row.waitSeconds }));
  await scope.write(async (tx) => {
    const { rows: settled } = await sql<{ state: string }>`
update deliveries d set
  state = r.state, reason = r.reason, attempts = d.attempts - case when r.untried then 1 else 0 end,
  due_at = now() + make_interval(secs => r.wait), sent_at = case when r.state = 'sent' then now() end
from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.state)}::text[], ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.wait)}::int[], ${rows.map((row) => row.attempts)}::int[], ${rows.map((row) => row.untried)}::boolean[])
  as r (id, state, reason, wait, attempts, untried)
where d.subdomain_id = ${subdomain_id} and d.id = r.id and d.attempts = r.attempts and d.state in ('sending', 'unknown')
returning d.state`.execute(tx);
    const sent = settled.filter((row) => row.state === 'sent').length;
    const carrier = carrierOf(mailing);
    if (!carrier || sent === 0) return;
    await sql`update ${sql.table(carrier.table)} t set mail_sent_count = t.mail_sent_count + ${sent}::int where t.subdomain_id = ${subdomain_id} and t.id = ${carrier.id}`.execute(tx);
    if (Date.now() - told.at < TELL_MS) return;
    told.at = Date.now();
    await tell(tx, subdomain_id, carrier);
  });
}

function unreachableSeconds(failures: number): number {
  return UNREACHABLE_SECONDS[Math.min(Math.max(failures, 1), UNREACHABLE_SECONDS.length) - 1]!;
}

/** Tells open consoles that the numbers of a record have moved. */
async function tell(tx: Tx, subdomain_id: string, carrier: NonNullable<ReturnType<typeof carrierOf>>): Promise<void> {
  const entity = { status_updates: 'status_update', internal_status_updates: 'internal_status_update', supporter_messages: 'supporter_message' }[carrier.table];
  await publishLive(tx, { event: 'changed', entity, ids: [carrier.id], subdomain_id, user_ids: null });
}

/** Ends a mailing of which nothing is left, or asks for the next run when there is something to do. */
async function finish(scope: Scope, mailing_id: string, failures: number): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.write(async (tx) => {
    const mailing = await tx.selectFrom('mailings').selectAll().where('subdomain_id', '=', subdomain_id).where('id', '=', mailing_id).forNoKeyUpdate().executeTakeFirst();
    if (!mailing || !['waiting', 'sending'].includes(mailing.state)) return;
    await giveUpLapsed(tx, subdomain_id, mailing);
    const { rows } = await sql<{ next: Date | null }>`
select greatest(min(d.due_at), ${mailing.send_after}::timestamptz) as next from deliveries d
where d.subdomain_id = ${subdomain_id} and d.mailing_id = ${mailing_id} and d.state in ('queued', 'sending')
having count(*) > 0`.execute(tx);
    const next = rows[0]?.next ?? null;
    if (next !== null) {
      await scope.services.tasks.enqueue(tx, sendMailing.name, { subdomain_id, mailing_id, ...(failures > 0 ? { failures } : {}) }, { startAfter: next, key: jobKey(mailing_id) });
      return;
    }
    await tx.updateTable('mailings').set({ state: 'done', updated_at: scope.now() }).where('subdomain_id', '=', subdomain_id).where('id', '=', mailing_id).execute();
    const carrier = carrierOf(mailing);
    if (carrier) await tell(tx, subdomain_id, carrier);
  });
}
