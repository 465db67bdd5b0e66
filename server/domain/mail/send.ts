import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { hasFeature } from '../../../contract/permissions.ts';
import { publishLive } from '../../live/live.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { countMails } from '../../process/process_metrics.ts';
import { MailRefused } from '../../services/mail.ts';
import { defineTask } from '../../core/task.ts';
import { BULK_KINDS, type MailingKind } from './mailing.ts';
import { prepareMailing, type DeliveryRow, type MailingRow } from './compose.ts';
import { carrierOf } from './content.ts';
import { LEFT_OUT, leftOutSql, presentIdea, type Audience } from './recipients.ts';

/*
 * How mail goes out (decision 0009). A worker claims some mails for a short time: they stay in line and are
 * passed over by other workers till then. It marks a handful of them as being handed over, gives these to the
 * relay, and writes what happened to each in the transaction that marks the next. A worker that dies leaves
 * behind claimed mails, which are due again when the time has run out, and its handful, of which no one can
 * tell which the relay took: of bulk mail they become `unknown` and are not sent again, of other mail they
 * are sent again under the same Message-ID. Times are the database's, so that clocks need not agree.
 */

/** Mails claimed at once, and how long the claim holds. Who is later finds that others have taken them. */
const CLAIM = 100;
const CLAIM_SECONDS = 120;
/** Mails that are handed over at once, at most: so many become unknown when a worker dies. */
const AT_ONCE = 5;
/** A mail that has ended waits so long for the others to share their transaction, which costs as much as two mails. */
const TOGETHER_MS = 20;
/** After this time without a word whoever handed a mail over counts as dead; longer than one mail may take. */
const HANDOVER_SECONDS = 600;
/** A run ends after this time, so that the mail of others has its turn; the rest is asked for again. */
const RUN_MS = 20_000;
/** Waits after a mail was put off. After the last one it counts as failed. */
const RETRY_SECONDS = [60, 300, 900, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 24 * 3600] as const;
/** Waits while the relay cannot be reached at all. */
const UNREACHABLE_SECONDS = [30, 60, 120, 300, 600, 1800] as const;
/** Open consoles hear of numbers that move at most this often. */
const TELL_MS = 1000;

interface Claimed extends DeliveryRow {
  /** when the claim runs out, as the database writes it: tells this claim from a later one */
  claimed_until: string;
}

interface Begun extends DeliveryRow {
  /** tries with this one: tells this handover from a later one */
  attempts: number;
}

/** What happened to a mail. `waitSeconds` is for those that go back in line; negative: the relay could not be reached. */
interface Outcome {
  id: string;
  attempts: number;
  state: 'sent' | 'outbox' | 'failed' | 'unknown' | 'queued';
  reason: string | null;
  waitSeconds: number;
}

type OpenMailing = MailingRow & { at_most_once: boolean; audience: Audience | null };

/** Sends the mails of a mailing that are due, for a while; what is left is asked for again. */
export const sendMailing = defineTask<{ mailing_id: string; failures?: number }>({
  name: 'send_mailing',
  description: 'Send emails that are due',
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
        const claimed = await claim(scope, mailing);
        if (claimed.claimed === 0) break;
        const wasReached = await handOver(
          {
            scope,
            mailing,
            write,
            waitSeconds: unreachableSeconds(failures + 1),
            told,
            mustStop: () => signal.aborted || Date.now() > end,
          },
          claimed.mails,
        );
        if (!wasReached) unreachable = failures + 1;
      }
    }
    await finish(scope, mailing_id, unreachable);
  },
});

/** Every few minutes, per workspace: asks for mail that is due and that no job is after, as when a worker died for good. */
export const sweepMailings = defineTask({
  name: 'sweep_mailings',
  description: 'Resend stuck emails',
  batch: 1,
  due: "select m.subdomain_id from mailings m where m.state in ('waiting', 'sending') and m.send_after <= now()",
  run: async (_payload, { scope }) => {
    const { subdomain_id } = scope.viewer;
    await scope.write(async (tx) => {
      const { rows } = await sql<{ id: string }>`
select m.id::text as id from mailings m where m.subdomain_id = ${subdomain_id} and m.state in ('waiting', 'sending') and m.send_after <= now() order by m.id limit 1000`.execute(
        tx,
      );
      for (const { id } of rows)
        await scope.services.tasks.enqueue(
          tx,
          sendMailing.name,
          { subdomain_id, mailing_id: id },
          { key: jobKey(id) },
        );
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
select m.state, m.send_after <= now() as "isDue" from mailings m where m.subdomain_id = ${subdomain_id} and m.id = ${id} for no key update`.execute(
      tx,
    );
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
  if (kind === 'rating_request') return null;
  return (BULK_KINDS as readonly string[]).includes(kind) ? (kind as Audience) : null;
}

/** Mails whose sender died while they held them. */
async function giveUpLapsed(
  tx: Tx,
  subdomain_id: string,
  mailing: { id: string; at_most_once: boolean },
): Promise<void> {
  const { numAffectedRows = 0n } = await sql`
update deliveries d set
  state = ${mailing.at_most_once ? 'unknown' : 'queued'}, due_at = now(),
  reason = ${mailing.at_most_once ? 'The server stopped while it handed this mail over. Nobody knows whether it went out, so it is not sent again.' : null}::text
where d.subdomain_id = ${subdomain_id} and d.mailing_id = ${mailing.id} and d.state = 'sending' and d.due_at <= now()`.execute(
    tx,
  );
  if (mailing.at_most_once) countMails('in_question', Number(numAffectedRows));
}

/**
 * Takes mails that are due for a while. Who turns out not to want it, or cannot get it, is left out here, at the
 * last moment: an unsubscription between writing and sending counts. Those who follow an idea that was merged in
 * between follow its winner.
 */
async function claim(scope: Scope, mailing: OpenMailing): Promise<{ claimed: number; mails: Claimed[] }> {
  const { subdomain_id } = scope.viewer;
  const { audience } = mailing;
  return scope.write(async (tx) => {
    const settings = await tx
      .selectFrom('subdomains')
      .select(['prevent_email_notifications', 'features'])
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const mailOff =
      settings.prevent_email_notifications || hasFeature(settings.features, 'prevent_email_notifications');
    const idea =
      mailing.suggestion_id === null ? null : await holdPresentIdea(tx, subdomain_id, mailing.suggestion_id);
    // an address without a person, and mail that is meant for one person alone, ask only whether they can be reached
    const reachable = sql`case when u.allowed_state = 'blocked' then 'blocked' when m.reason in ('bounce', 'manual') then 'suppressed' end`;
    const reason =
      audience === null
        ? mailing.kind === 'rating_request'
          ? leftOutSql(null, mailOff)
          : reachable
        : sql`case when o.user_id is null then case when m.email_key is not null then 'suppressed' end else ${leftOutSql(audience, mailOff)} end`;
    const { rows } = await sql<Claimed & { state: string }>`
with c as materialized (
  select n.id from deliveries n
  where n.subdomain_id = ${subdomain_id} and n.mailing_id = ${mailing.id} and n.state = 'queued' and n.due_at <= now()
  order by n.due_at, n.id limit ${CLAIM} for update skip locked
)
update deliveries d set
  state = case when k.reason is null then d.state else 'left_out' end,
  reason = case when k.reason is null then d.reason else ${JSON.stringify(LEFT_OUT)}::jsonb ->> k.reason end,
  due_at = now() + make_interval(secs => ${CLAIM_SECONDS}::int)
from (
  select o.id, u.name, ${reason} as reason
  from deliveries o
  join c on c.id = o.id
  left join users u on u.subdomain_id = ${subdomain_id} and u.id = o.user_id
  left join subscriptions b on b.subdomain_id = ${subdomain_id} and b.suggestion_id = ${idea}::bigint and b.user_id = o.user_id
  left join mail_suppressions m on m.subdomain_id = ${subdomain_id} and m.email_key = lower(o.email_address)
  where o.subdomain_id = ${subdomain_id}
) k
where d.subdomain_id = ${subdomain_id} and d.id = k.id
returning d.id::text as id, d.user_id::text as user_id, d.email_address, d.due_at::text as claimed_until, d.state, k.name`.execute(
      tx,
    );
    countMails('suppressed', rows.filter((row) => row.state !== 'queued').length);
    return { claimed: rows.length, mails: rows.filter((row) => row.state === 'queued') };
  });
}

/** The idea whose followers count, held until the end of the transaction: a merge at the same moment takes them away from it. */
async function holdPresentIdea(tx: Tx, sid: string, id: string): Promise<string> {
  for (;;) {
    const idea = await presentIdea(tx, sid, id);
    const { rows } = await sql<{
      isMerged: boolean;
    }>`select merged_into_id is not null and state = 'merged' as "isMerged" from suggestions where subdomain_id = ${sid} and id = ${idea} for share`.execute(
      tx,
    );
    // waited for a merge: its winner is the one
    if (rows[0]?.isMerged !== true || (await presentIdea(tx, sid, idea)) === idea) return idea;
  }
}

/** What a run of the sender works with. */
interface Sending {
  scope: Scope;
  mailing: OpenMailing;
  write: (to: DeliveryRow) => Parameters<Scope['services']['mail']['send']>[0];
  /** how long mails wait when the relay cannot be reached */
  waitSeconds: number;
  /** when open consoles were last told of numbers */
  told: { at: number };
  /** when it answers true nothing further is handed over */
  mustStop: () => boolean;
}

/**
 * Hands claimed mails to the relay. Never are more than AT_ONCE marked as being handed over: anyone who has
 * made way is settled in the transaction that marks the next. What is not handed over goes back in line.
 * @returns false when the relay could not be reached
 */
async function handOver(run: Sending, claimed: readonly Claimed[]): Promise<boolean> {
  const waiting = [...claimed];
  const underWay = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let isUnreachable = false;
  const send = async (mail: Begun): Promise<void> => {
    const outcome = await handOverOne(run, mail);
    isUnreachable ||= outcome.waitSeconds < 0;
    outcomes.push(outcome);
  };
  try {
    for (;;) {
      const ended = outcomes;
      outcomes = [];
      const next = isUnreachable || run.mustStop() ? [] : waiting.splice(0, AT_ONCE - underWay.size);
      if (ended.length > 0 || next.length > 0) {
        for (const mail of await settleAndBegin(run, ended, next)) {
          const sending: Promise<void> = send(mail).finally(() => underWay.delete(sending));
          underWay.add(sending);
        }
      } else if (underWay.size === 0) break;
      await someEnded(underWay, () => outcomes.length > 0);
    }
    if (waiting.length > 0) await giveBack(run, waiting, isUnreachable ? run.waitSeconds : 0);
  } finally {
    // after a fault of the database: the next run must not find this one still at work
    await Promise.all(underWay);
  }
  return !isUnreachable;
}

/** Waits until something has ended, and a moment longer for the rest. */
async function someEnded(underWay: ReadonlySet<Promise<void>>, hasEnded: () => boolean): Promise<void> {
  if (!hasEnded() && underWay.size > 0) await Promise.race(underWay);
  const moment = sleep(TOGETHER_MS).then(() => 'over' as const);
  while (underWay.size > 0 && (await Promise.race([...underWay, moment])) !== 'over');
}

/** Hands one mail over. Never throws. */
async function handOverOne({ scope, write }: Sending, mail: Begun): Promise<Outcome> {
  const shared = { id: mail.id, attempts: mail.attempts };
  try {
    const { delivered } = await scope.services.mail.send(write(mail));
    const state = delivered === 'outbox' ? 'outbox' : 'sent';
    countMails(state);
    return { ...shared, state, reason: null, waitSeconds: 0 };
  } catch (error) {
    const outcome = outcomeOf(error, mail.attempts);
    countMails(
      outcome.state === 'unknown' ? 'in_question' : outcome.state === 'queued' ? 'put_off' : 'failed',
    );
    return { ...shared, ...outcome };
  }
}

/** What a failed handover means. A negative wait says that the relay itself cannot be reached. */
function outcomeOf(error: unknown, attempts: number): Pick<Outcome, 'state' | 'reason' | 'waitSeconds'> {
  const refused =
    error instanceof MailRefused
      ? error
      : new MailRefused('deferred', error instanceof Error ? error.message : String(error));
  const reason = refused.message;
  if (refused.outcome === 'unknown')
    return {
      state: 'unknown',
      reason: `The connection broke while the email was handed over: ${reason}`,
      waitSeconds: 0,
    };
  if (refused.outcome === 'refused') return { state: 'failed', reason, waitSeconds: 0 };
  if (refused.outcome === 'unreachable') return { state: 'queued', reason, waitSeconds: -1 };
  const waitSeconds = RETRY_SECONDS[attempts - 1];
  return waitSeconds === undefined
    ? { state: 'failed', reason: `Put off ${attempts} times, last: ${reason}`, waitSeconds: 0 }
    : { state: 'queued', reason, waitSeconds };
}

/**
 * Writes what happened to mails, with the number of sent ones on the record that shows it, and marks the next
 * ones as being handed over: all at once, in one statement.
 * @returns those of the next ones that are still this worker's to hand over
 */
async function settleAndBegin(
  { scope, mailing, waitSeconds, told }: Sending,
  outcomes: readonly Outcome[],
  next: readonly Claimed[],
): Promise<Begun[]> {
  const { subdomain_id } = scope.viewer;
  const rows = outcomes
    .map((outcome) => ({
      ...outcome,
      // of mail that may come twice an unknown one is sent again
      ...(outcome.state === 'unknown' && !mailing.at_most_once
        ? { state: 'queued', waitSeconds: RETRY_SECONDS[0] }
        : {}),
      // what the relay never saw was no try
      untried: outcome.waitSeconds < 0,
    }))
    .map((row) => ({ ...row, wait: row.untried ? waitSeconds : row.waitSeconds }));
  const carrier = carrierOf(mailing);
  const counted = carrier
    ? sql`counted as (
  update ${sql.table(carrier.table)} t set mail_sent_count = t.mail_sent_count + n.sent
  from (select count(*)::int as sent from settled where settled.state = 'sent') n
  where t.subdomain_id = ${subdomain_id} and t.id = ${carrier.id} and n.sent > 0
), `
    : sql``;
  return scope.write(
    async (tx) => {
      const { rows: begun } = await sql<{ id: string; attempts: number }>`
with settled as (
  update deliveries d set
    state = r.state, reason = r.reason, attempts = d.attempts - case when r.untried then 1 else 0 end,
    due_at = now() + make_interval(secs => r.wait), sent_at = case when r.state = 'sent' then now() end
  from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.state)}::text[], ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.wait)}::int[], ${rows.map((row) => row.attempts)}::int[], ${rows.map((row) => row.untried)}::boolean[])
    as r (id, state, reason, wait, attempts, untried)
  where d.subdomain_id = ${subdomain_id} and d.id = r.id and d.attempts = r.attempts and d.state in ('sending', 'unknown')
  returning d.state
), ${counted}begun as (
  update deliveries d set state = 'sending', reason = null, attempts = d.attempts + 1, due_at = now() + make_interval(secs => ${HANDOVER_SECONDS}::int)
  from unnest(${next.map((mail) => mail.id)}::bigint[], ${next.map((mail) => mail.claimed_until)}::timestamptz[]) as c (id, claimed_until)
  where d.subdomain_id = ${subdomain_id} and d.id = c.id and d.state = 'queued' and d.due_at = c.claimed_until
  returning d.id::text as id, d.attempts
)
select b.id, b.attempts from begun b`.execute(tx);
      if (carrier && Date.now() - told.at >= TELL_MS && outcomes.some(({ state }) => state === 'sent')) {
        told.at = Date.now();
        await tell(tx, subdomain_id, carrier);
      }
      const attempts = new Map(begun.map((row) => [row.id, row.attempts]));
      return next.flatMap((mail) =>
        attempts.has(mail.id) ? [{ ...mail, attempts: attempts.get(mail.id)! }] : [],
      );
    },
    { prepared: true },
  );
}

/** Claimed mails that were not handed over are in line again. */
async function giveBack({ scope }: Sending, mails: readonly Claimed[], waitSeconds: number): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.write((tx) =>
    sql`
update deliveries d set due_at = now() + make_interval(secs => ${waitSeconds}::int)
from unnest(${mails.map((mail) => mail.id)}::bigint[], ${mails.map((mail) => mail.claimed_until)}::timestamptz[]) as c (id, claimed_until)
where d.subdomain_id = ${subdomain_id} and d.id = c.id and d.state = 'queued' and d.due_at = c.claimed_until`.execute(
      tx,
    ),
  );
}

function unreachableSeconds(failures: number): number {
  return UNREACHABLE_SECONDS[Math.min(failures, UNREACHABLE_SECONDS.length) - 1]!;
}

/** Tells open consoles that the numbers of a record have moved. */
async function tell(
  tx: Tx,
  subdomain_id: string,
  carrier: NonNullable<ReturnType<typeof carrierOf>>,
): Promise<void> {
  const entity = (
    {
      status_updates: 'status_update',
      internal_status_updates: 'internal_status_update',
      supporter_messages: 'supporter_message',
    } as const
  )[carrier.table];
  await publishLive(tx, { event: 'changed', entity, ids: [carrier.id], subdomain_id, user_ids: null });
}

/**
 * Ends a mailing of which nothing is left, or asks for the next run when there is something to do.
 * @param failures runs in a row that could not reach the relay: the next one waits, also for mail that was not tried
 */
async function finish(scope: Scope, mailing_id: string, failures: number): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.write(async (tx) => {
    const mailing = await tx
      .selectFrom('mailings')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', mailing_id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!mailing || !['waiting', 'sending'].includes(mailing.state)) return;
    await giveUpLapsed(tx, subdomain_id, mailing);
    const { rows } = await sql<{ next: Date | null }>`
select greatest(min(d.due_at), ${mailing.send_after}::timestamptz, now() + make_interval(secs => ${failures > 0 ? unreachableSeconds(failures) : 0}::int)) as next from deliveries d
where d.subdomain_id = ${subdomain_id} and d.mailing_id = ${mailing_id} and d.state in ('queued', 'sending')
having count(*) > 0`.execute(tx);
    const next = rows[0]?.next ?? null;
    if (next !== null) {
      await scope.services.tasks.enqueue(
        tx,
        sendMailing.name,
        { subdomain_id, mailing_id, ...(failures > 0 ? { failures } : {}) },
        { startAfter: next, key: jobKey(mailing_id) },
      );
      return;
    }
    await tx
      .updateTable('mailings')
      .set({ state: 'done', updated_at: scope.now() })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', mailing_id)
      .execute();
    const carrier = carrierOf(mailing);
    if (carrier) await tell(tx, subdomain_id, carrier);
  });
}
