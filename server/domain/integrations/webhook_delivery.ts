/** The calls of webhooks: made by a job, tried again with growing waits, given up after a day. */
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { canWrite, type PermissionsMap } from '../../../contract/permissions.ts';
import { RETRY_SECONDS, webhookLimits, type SwitchOffReason } from '../../../contract/webhooks.ts';
import type { Scope } from '../../core/scope.ts';
import { defineTask } from '../../core/task.ts';
import { OutgoingError } from '../../services/outgoing.ts';
import { permissionsOf } from '../account/viewer.ts';
import { notify } from '../notifications/notify.ts';
import { tell } from './webhook_body.ts';
import { webhookSealOf } from './webhook.ts';

/** Name of the job that makes the calls of a workspace. */
export const DELIVER_TASK = 'webhook_deliver';

/** Calls of one webhook at once; of one that nobody answered the last time a single one. */
const AT_ONCE = 8;
/** A run takes new calls for so long; what is left has the next run, and other workspaces come in between. */
const RUN_MS = 20_000;
/** Whoever took a delivery and died lets go of it after so long. */
const LEASE_MS = 120_000;
/** Without an answer a webhook is left alone for so long; each further time doubles it, up to the longest. */
const PAUSE_MS = 30_000;
const PAUSE_MOST_MS = 30 * 60_000;
/** What a receiver asks to wait is taken up to here. */
const RETRY_AFTER_MOST_SECONDS = 3_600;

interface Hook {
  id: string;
  url: string;
  sealed_secret: Buffer;
  old_sealed_secret: Buffer | null;
  old_secret_until: Date | null;
  is_on: boolean;
  misses_count: number;
}

interface Delivery {
  id: string;
  message_id: string;
  kind: string;
  record_id: string | null;
  subject: string | null;
  body: string | null;
  tries_count: number;
  tries_most: number;
  give_up_at: Date;
  created_at: Date;
}

/** How a try went. */
interface Outcome {
  id: string;
  at: Date;
  /** null: no answer came */
  status: number | null;
  /** null: it was taken */
  problem: string | null;
  duration_ms: number;
  answer: string | null;
  /** what the receiver asks to wait; null: nothing */
  retryAfterSeconds: number | null;
}

/** Takes deliveries that are due, for `LEASE_MS`; several runs never take the same one. */
async function claim(scope: Scope, hook: Hook, count: number): Promise<Delivery[]> {
  const sid = scope.viewer.subdomain_id;
  const now = scope.now();
  return scope.write(async (tx) => {
    const { rows } = await sql<Delivery>`
with due as (
  select d.id from webhook_deliveries d
  where d.subdomain_id = ${sid} and d.webhook_id = ${hook.id} and d.state = 'waiting' and d.next_try_at <= ${now} and (${hook.is_on} or d.kind = 'test')
  order by d.next_try_at, d.id limit ${count} for update skip locked
)
update webhook_deliveries d set next_try_at = ${new Date(now.getTime() + LEASE_MS)}::timestamptz
from due where d.subdomain_id = ${sid} and d.id = due.id
returning d.id::text as id, d.message_id, d.kind, d.record_id::text as record_id, d.subject, d.body, jsonb_array_length(d.tries) as tries_count, d.tries_most, d.give_up_at, d.created_at`.execute(
      tx,
    );
    return rows;
  });
}

/** Makes what the deliveries say, where that was not done yet. Those of which nothing is left are forgotten. */
async function prepare(scope: Scope, deliveries: Delivery[], url: string): Promise<Delivery[]> {
  const fresh = deliveries.filter(({ body }) => body === null);
  if (fresh.length === 0) return deliveries;
  const sid = scope.viewer.subdomain_id;
  const told = await tell(scope, fresh, url);
  for (const delivery of fresh) {
    const one = told.get(delivery.id);
    if (!one) continue;
    delivery.subject = one.subject;
    delivery.body = JSON.stringify({
      type: delivery.kind,
      timestamp: delivery.created_at.toISOString(),
      data: one.data,
    });
  }
  await scope.write(async (tx) => {
    const gone = fresh.filter(({ body }) => body === null).map(({ id }) => id);
    if (gone.length > 0)
      await sql`delete from webhook_deliveries d where d.subdomain_id = ${sid} and d.id = any(${gone}::bigint[])`.execute(
        tx,
      );
    await sql`
update webhook_deliveries d set subject = x.subject, body = x.body
from jsonb_to_recordset(${JSON.stringify(fresh.filter(({ body }) => body !== null).map(({ id, subject, body }) => ({ id, subject, body })))}::jsonb) as x (id bigint, subject text, body text)
where d.subdomain_id = ${sid} and d.id = x.id`.execute(tx);
  });
  return deliveries.filter(({ body }) => body !== null);
}

/** Secrets that sign at this moment, the newest first; empty: they were sealed by another installation's key. */
function secretsOf(scope: Scope, hook: Hook): string[] {
  const about = webhookSealOf(scope.viewer.subdomain_id);
  const isOldGood = hook.old_secret_until !== null && hook.old_secret_until > scope.now();
  return [
    hook.sealed_secret,
    ...(isOldGood && hook.old_sealed_secret ? [hook.old_sealed_secret] : []),
  ].flatMap((sealed) => scope.services.seals.open(sealed, about) ?? []);
}

const problemOf = (status: number): string | null =>
  status >= 200 && status < 300
    ? null
    : status >= 300 && status < 400
      ? 'It answered with a redirect. Enter the address that it leads to.'
      : `It answered with ${String(status)}.`;

async function attempt(scope: Scope, hook: Hook, delivery: Delivery, secrets: string[]): Promise<Outcome> {
  const at = scope.now();
  const beganMs = performance.now();
  const body = delivery.body!;
  const outcome = (
    status: number | null,
    problem: string | null,
    answer: string | null = null,
    retryAfterSeconds: number | null = null,
  ): Outcome => ({
    id: delivery.id,
    at,
    status,
    problem,
    duration_ms: Math.round(performance.now() - beganMs),
    answer,
    retryAfterSeconds,
  });
  if (secrets.length === 0)
    return outcome(null, 'Its secret cannot be read by this installation. Make a new one.');
  try {
    const answer = await scope.services.outgoing.call({
      url: hook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Earshot webhooks',
        'webhook-id': delivery.message_id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': secrets
          .map((secret) => new Webhook(secret).sign(delivery.message_id, at, body))
          .join(' '),
      },
      body,
      timeoutMs: webhookLimits.answerSeconds * 1000,
      bytesMost: webhookLimits.answerCharacters * 4,
      longer: 'cut',
    });
    const seconds = Number(answer.headers['retry-after']);
    return outcome(
      answer.status,
      problemOf(answer.status),
      // no byte of zero stands in a text of PostgreSQL
      answer.body.replaceAll('\0', '').slice(0, webhookLimits.answerCharacters),
      (answer.status === 429 || answer.status === 503) && Number.isFinite(seconds)
        ? Math.min(Math.max(seconds, 0), RETRY_AFTER_MOST_SECONDS)
        : null,
    );
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return outcome(null, error.message);
  }
}

/** When a delivery whose try failed is tried again; null: it is given up. */
function nextTry(delivery: Delivery, { at, status, retryAfterSeconds }: Outcome): Date | null {
  const tries = delivery.tries_count + 1;
  if (status === 410 || tries >= delivery.tries_most) return null;
  const waitSeconds = Math.max(RETRY_SECONDS[tries - 1] ?? 0, retryAfterSeconds ?? 0);
  const next = new Date(at.getTime() + waitSeconds * 1000);
  return next > delivery.give_up_at ? null : next;
}

/** Writes down how tries went, and what follows for the webhook. */
async function note(scope: Scope, hook: Hook, deliveries: Delivery[], outcomes: Outcome[]): Promise<void> {
  const sid = scope.viewer.subdomain_id;
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const rows = outcomes.map((outcome) => {
    const next = outcome.problem === null ? null : nextTry(byId.get(outcome.id)!, outcome);
    const { at, status, problem, duration_ms } = outcome;
    return {
      id: outcome.id,
      state: problem === null ? 'delivered' : next === null ? 'failed' : 'waiting',
      next_try_at: next?.toISOString() ?? null,
      try: { at: at.toISOString(), status, problem, duration_ms },
      status,
      problem,
      duration_ms,
      answer: outcome.answer,
    };
  });
  const missed = outcomes.filter(({ status }) => status === null).length;
  const waitSeconds = Math.max(0, ...outcomes.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0));
  const isGone = outcomes.some(({ status }) => status === 410);
  const hasFailed = rows.some(({ state }) => state === 'failed');
  await scope.write(async (tx) => {
    const now = scope.now();
    // before its deliveries, as whoever switches it takes them
    await tx
      .selectFrom('webhooks')
      .select('id')
      .where('subdomain_id', '=', sid)
      .where('id', '=', hook.id)
      .forNoKeyUpdate()
      .execute();
    await sql`
update webhook_deliveries d set state = x.state, tries = d.tries || jsonb_build_array(x.try), status = x.status, problem = x.problem, duration_ms = x.duration_ms, answer = x.answer,
  next_try_at = coalesce(x.next_try_at, d.next_try_at), ended_at = case when x.state = 'waiting' then null else ${now}::timestamptz end, updated_at = ${now}::timestamptz
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id bigint, state text, next_try_at timestamptz, try jsonb, status int, problem text, duration_ms int, answer text)
where d.subdomain_id = ${sid} and d.id = x.id and d.state = 'waiting'`.execute(tx);
    hook.misses_count = missed === outcomes.length ? hook.misses_count + 1 : 0;
    const pauseMs = Math.max(
      hook.misses_count === 0 ? 0 : Math.min(PAUSE_MS * 2 ** (hook.misses_count - 1), PAUSE_MOST_MS),
      waitSeconds * 1000,
    );
    await tx
      .updateTable('webhooks')
      .set({
        misses_count: hook.misses_count,
        paused_until: pauseMs === 0 ? null : new Date(now.getTime() + pauseMs),
      })
      .where('subdomain_id', '=', sid)
      .where('id', '=', hook.id)
      .where((where) =>
        // most of the time there is nothing to write
        where.or([
          where('misses_count', '<>', hook.misses_count),
          where('paused_until', 'is not', null),
          where.val(pauseMs > 0),
        ]),
      )
      .execute();
    if (isGone) await switchOff(scope, tx, hook, 'gone');
    else if (hasFailed && (await haveAllFailed(scope, tx, hook))) await switchOff(scope, tx, hook, 'failing');
  });
}

type Tx = Parameters<Parameters<Scope['write']>[0]>[0];

/** Whether the last deliveries, since the webhook is on, all failed in the end. */
async function haveAllFailed(scope: Scope, tx: Tx, hook: Hook): Promise<boolean> {
  const sid = scope.viewer.subdomain_id;
  const { rows } = await sql<{ state: string }>`
select d.state from webhook_deliveries d
join webhooks w on w.subdomain_id = ${sid} and w.id = d.webhook_id
where d.subdomain_id = ${sid} and d.webhook_id = ${hook.id} and d.state <> 'waiting' and d.kind <> 'test' and d.ended_at >= w.switched_at
order by d.ended_at desc limit ${webhookLimits.failuresInARow}`.execute(tx);
  return rows.length === webhookLimits.failuresInARow && rows.every(({ state }) => state === 'failed');
}

/** Switches a webhook off by itself, and tells those who keep the settings. */
async function switchOff(scope: Scope, tx: Tx, hook: Hook, reason: SwitchOffReason): Promise<void> {
  const sid = scope.viewer.subdomain_id;
  const now = scope.now();
  const switched = await tx
    .updateTable('webhooks')
    .set({ is_on: false, switched_at: now, switch_off_reason: reason, updated_at: now })
    .where('subdomain_id', '=', sid)
    .where('id', '=', hook.id)
    .where('is_on', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!switched) return;
  hook.is_on = false;
  await dropWaiting(tx, sid, hook.id, now);
  const { rows } = await sql<{
    id: string;
    license_type: string;
    permissions: Partial<PermissionsMap> | null;
  }>`
select u.id::text as id, u.license_type, u.permissions from users u
where u.subdomain_id = ${sid} and u.license_type in ('owner', 'full') and u.permission_state = 'active' and u.allowed_state = 'allowed'`.execute(
    tx,
  );
  await notify(
    { tx, subdomain_id: sid, viewer: scope.viewer, now, services: scope.services },
    {
      event: 'webhook_switched_off',
      webhook_id: hook.id,
      user_ids: rows
        .filter((row) => canWrite(permissionsOf(row.license_type, row.permissions), 'settings'))
        .map(({ id }) => id),
    },
  );
}

/** Gives up what waits for a webhook that is switched off; it can be sent again. */
export async function dropWaiting(
  tx: Tx,
  subdomain_id: string,
  webhook_id: string,
  now: Date,
): Promise<void> {
  await sql`
update webhook_deliveries d set state = 'failed', problem = 'The webhook was switched off.', ended_at = ${now}::timestamptz, updated_at = ${now}::timestamptz
where d.subdomain_id = ${subdomain_id} and d.webhook_id = ${webhook_id} and d.state = 'waiting'`.execute(tx);
}

/** Makes the calls of one webhook until there are none, none answers, or time is up. */
async function deliver(scope: Scope, hook: Hook, url: string, isOver: () => boolean): Promise<void> {
  const secrets = secretsOf(scope, hook);
  while (!isOver()) {
    const taken = await claim(scope, hook, hook.misses_count === 0 ? AT_ONCE : 1);
    if (taken.length === 0) return;
    const ready = await prepare(scope, taken, url);
    if (ready.length === 0) continue;
    const outcomes = await Promise.all(ready.map((one) => attempt(scope, hook, one, secrets)));
    await note(scope, hook, ready, outcomes);
    // one that is silent, or asks to wait, is left alone
    if (hook.misses_count > 0 || outcomes.some(({ retryAfterSeconds }) => retryAfterSeconds !== null)) return;
  }
}

/** Condition of a delivery that may be tried at a time; `w` is its webhook. */
const DUE_SQL = (now: string): string =>
  `d.state = 'waiting' and d.next_try_at <= ${now} and (d.kind = 'test' or (w.is_on and (w.paused_until is null or w.paused_until <= ${now})))`;

/** Webhooks for which a call is due. A test is made even where others wait. */
async function dueHooks(scope: Scope): Promise<Hook[]> {
  const sid = scope.viewer.subdomain_id;
  const now = scope.now();
  const { rows } = await sql<Hook>`
select w.id::text as id, w.url, w.sealed_secret, w.old_sealed_secret, w.old_secret_until, w.is_on and (w.paused_until is null or w.paused_until <= ${now}) as is_on, w.misses_count
from webhooks w where w.subdomain_id = ${sid} and exists (
  select 1 from webhook_deliveries d where d.subdomain_id = ${sid} and d.webhook_id = w.id and d.state = 'waiting' and d.next_try_at <= ${now}
    and (d.kind = 'test' or (w.is_on and (w.paused_until is null or w.paused_until <= ${now}))))`.execute(
    scope.db,
  );
  return rows;
}

/** Makes the calls that are due in a workspace, each webhook by itself. */
export const webhookDeliver = defineTask({
  name: DELIVER_TASK,
  description: 'Tell webhooks what happened',
  batch: 1,
  due: `select distinct d.subdomain_id from webhook_deliveries d join webhooks w on w.subdomain_id = d.subdomain_id and w.id = d.webhook_id where ${DUE_SQL('now()')}`,
  run: async (_payload, { scope, signal }) => {
    const endsAtMs = performance.now() + RUN_MS;
    const isOver = (): boolean => signal.aborted || performance.now() > endsAtMs;
    const hooks = await dueHooks(scope);
    if (hooks.length === 0) return;
    const { key } = await scope.db
      .selectFrom('subdomains')
      .select('key')
      .where('id', '=', scope.viewer.subdomain_id)
      .executeTakeFirstOrThrow();
    const url = scope.services.shownUrl(key);
    await Promise.all(hooks.map((hook) => deliver(scope, hook, url, isOver)));
    if (!signal.aborted && isOver() && (await dueHooks(scope)).length > 0)
      await scope.write((tx) => askForDelivery(scope, tx));
  },
});

/** Asks for the job of the workspace; one that waits already is enough. */
export async function askForDelivery(scope: Pick<Scope, 'viewer' | 'services'>, tx: Tx): Promise<void> {
  const { subdomain_id } = scope.viewer;
  await scope.services.tasks.enqueue(tx, DELIVER_TASK, { subdomain_id }, { key: `webhooks ${subdomain_id}` });
}

/** Rows of one statement of the sweep. */
const SWEPT = 5_000;

/** Forgets deliveries that are older than the log goes back. */
export const webhookSweep = defineTask({
  name: 'webhook_sweep',
  description: 'Remove old deliveries of webhooks',
  due: `select distinct d.subdomain_id from webhook_deliveries d where d.created_at < now() - interval '${webhookLimits.keptDays} days'`,
  run: async (_payload, { scope, signal }) => {
    const sid = scope.viewer.subdomain_id;
    const before = new Date(scope.now().getTime() - webhookLimits.keptDays * 86_400_000);
    for (;;) {
      signal.throwIfAborted();
      const { numAffectedRows = 0n } = await scope.write((tx) =>
        sql`
delete from webhook_deliveries d where d.subdomain_id = ${sid} and d.id in (
  select o.id from webhook_deliveries o where o.subdomain_id = ${sid} and o.created_at < ${before} order by o.created_at limit ${SWEPT})`.execute(
          tx,
        ),
      );
      if (Number(numAffectedRows) < SWEPT) return;
    }
  },
});
