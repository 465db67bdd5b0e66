import { DELIVERY_STATES, webhookLimits, WEBHOOK_KINDS } from '../../../contract/webhooks.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  belongsTo,
  boolean,
  id,
  int,
  intOrNull,
  text,
  textOrNull,
  time,
  timeOrNull,
  value,
} from '../../core/fields.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { allOf, readRight, writeRight } from '../../core/viewer.ts';
import { enumListInput, idInput, idListInput, required } from '../../inputs/kinds.ts';
import { columnIds, columnSorts, filter } from '../../listing/filters.ts';
import { sql } from 'kysely';

/** Who sees webhooks: who sees the settings, and may read what is told. */
export const readsWebhooks = allOf(readRight('settings'), readRight('feedback'));
/** Who sets them up, switches them and sends again: who keeps the settings, and may read what is told. */
export const keepsWebhooks = allOf(writeRight('settings'), readRight('feedback'));

/** What the seal of a webhook's secret is bound to: another workspace's cannot be put in its place. */
export function webhookSealOf(subdomain_id: string): string {
  return `webhook secret of ${subdomain_id}`;
}

/** An address that is told what happens in the workspace. */
export const webhook = defineEntity({
  name: 'webhook',
  plural: 'webhooks',
  table: 'webhooks',
  description:
    'An address that is told what happens in the workspace, by calls that are signed as Standard Webhooks says. Its secret is shown once.',
  requires: readsWebhooks,
  fields: {
    id: id('Id.'),
    name: text('What it is for.'),
    url: text('Address that is called.'),
    kinds: value(
      '[String!]',
      `What it is told of: some of ${WEBHOOK_KINDS.join(', ')}.`,
      (c) => `${c.t}.kinds`,
    ),
    is_on: boolean('It is told; of what happens while it is off it never hears.'),
    switched_at: time('Since when it is on or off.'),
    switch_off_reason: textOrNull(
      'Why the product switched it off by itself: failing (its last deliveries all failed in the end) or gone (its receiver answered 410); null: it did not.',
    ),
    paused_until: timeOrNull('Its receiver did not answer: no call is made until then; null: as usual.'),
    old_secret_until: timeOrNull(
      'Until when the secret before the newest one signs too; null: there is none.',
    ),
    waiting_count: int('Deliveries that wait for their next try.', {
      sql: (c) =>
        `select count(*)::int from webhook_deliveries wd where wd.subdomain_id = $1 and wd.webhook_id = ${c.t}.id and wd.state = 'waiting'`,
    }),
    week_count: int('Deliveries that ended within the last seven days.', {
      sql: (c) =>
        `select count(*)::int from webhook_deliveries wd where wd.subdomain_id = $1 and wd.webhook_id = ${c.t}.id and wd.state <> 'waiting' and wd.ended_at > now() - interval '7 days'`,
    }),
    week_failed_count: int('Of these, those that failed.', {
      sql: (c) =>
        `select count(*)::int from webhook_deliveries wd where wd.subdomain_id = $1 and wd.webhook_id = ${c.t}.id and wd.state = 'failed' and wd.ended_at > now() - interval '7 days'`,
    }),
    user: belongsTo('user', 'user_id', 'Who made it; null: gone.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  list: {
    filters: { id: columnIds('id', idListInput('Only these.')) },
    sorts: {
      created_at: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['name'], { text: true }),
    },
    defaultSort: 'created_at',
  },
});

const tryShape = shape('WebhookTry', 'A try to hand a delivery over.', {
  at: { type: 'String!', description: 'When it began.' },
  status: { type: 'Int', description: 'Status of the answer; null: none came.' },
  problem: { type: 'String', description: 'Why it failed; null: it was taken.' },
  duration_ms: { type: 'Int!', description: 'How long it took.' },
});

/** Something that was told, or is to be told, to an address. */
export const webhookDelivery = defineEntity({
  name: 'webhook_delivery',
  plural: 'webhook_deliveries',
  table: 'webhook_deliveries',
  description: `Something that is told to an address. Deliveries are kept for ${webhookLimits.keptDays} days.`,
  requires: readsWebhooks,
  fields: {
    id: id('Id.'),
    webhook: belongsTo('webhook', 'webhook_id', 'To which address.'),
    message_id: text('Id of the message, the same in each of its tries.'),
    kind: text('What happened; test: someone asked for a test.'),
    subject: textOrNull('Idea, person or account that it is about; null: not tried yet, or none.'),
    body: textOrNull('What is sent; null: not tried yet.'),
    state: text(`${DELIVERY_STATES.join(', ')}.`),
    tries: value('[WebhookTry!]', 'Tries, the first one first.', (c) => `${c.t}.tries`),
    next_try_at: timeOrNull('When it is tried next; null: not any more.', {
      sql: (c) => `case when ${c.t}.state = 'waiting' then ${c.t}.next_try_at end`,
    }),
    tries_most: int('Tries that it has in all.'),
    status: intOrNull('Status of the last answer; null: none came.'),
    problem: textOrNull('Why the last try failed; null: it was taken, or there was none.'),
    duration_ms: intOrNull('How long the last try took; null: there was none.'),
    answer: textOrNull(`Beginning of the last answer, at most ${webhookLimits.answerCharacters} characters.`),
    ended_at: timeOrNull('When it was delivered or given up; null: not yet.'),
    created_at: time('When it happened.'),
    updated_at: time('Last change.'),
  },
  shapes: [tryShape],
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      webhook: columnIds('webhook_id', idListInput('To these addresses.')),
      state: filter(enumListInput('Only in these states.', DELIVERY_STATES), (states, c) =>
        states.length === 1
          ? `(${c.t}.state = '${states[0]!}')`
          : `(${c.t}.state = any(${c.w.value(states)}))`,
      ),
    },
    sorts: { created_at: { by: (t) => `${t}.id`, indexed: true } },
    defaultSort: '-created_at',
  },
});

const hourShape = shape('WebhookHour', 'Deliveries that ended within an hour.', {
  hours_ago: { type: 'Int!', description: 'How many hours ago it ended; 0: it is the latest, up to now.' },
  delivered: { type: 'Int!', description: 'Those that were taken.' },
  failed: { type: 'Int!', description: 'Those that were given up.' },
});
const hoursShape = shape('WebhookHours', 'How a webhook did lately.', {
  hours: {
    type: '[WebhookHour!]!',
    description: `The last ${webhookLimits.drawnHours} hours, the earliest first.`,
  },
  average_ms: { type: 'Int', description: 'How long an answer took on average; null: there was none.' },
});

/** How a webhook did in the last hours, for the drawing above its log. */
export const webhookHours = defineQuery({
  name: 'webhook_hours',
  description: 'How a webhook did lately, hour by hour; all zero when there is no such webhook.',
  requires: readsWebhooks,
  args: { webhook: required(idInput('The webhook.')) },
  returns: 'WebhookHours!',
  reads: ['webhook_deliveries'],
  shapes: [hourShape, hoursShape],
  run: async ({ webhook: webhook_id }, { scope }) => {
    const now = scope.now();
    const { rows } = await sql<{ hour: number; state: string; count: number; ms: number | null }>`
select floor(extract(epoch from ${now}::timestamptz - d.ended_at) / 3600)::int as hour, d.state, count(*)::int as count, sum(d.duration_ms) filter (where d.status is not null)::float as ms
from webhook_deliveries d
where d.subdomain_id = ${scope.viewer.subdomain_id} and d.webhook_id = ${webhook_id} and d.state <> 'waiting'
  and d.ended_at > ${new Date(now.getTime() - webhookLimits.drawnHours * 3_600_000)} and d.ended_at <= ${now}
group by 1, 2`.execute(scope.db);
    const countOf = (hour: number, state: string): number =>
      rows.find((row) => row.hour === hour && row.state === state)?.count ?? 0;
    const answered = rows.filter((row) => row.state === 'delivered');
    const count = answered.reduce((sum, row) => sum + row.count, 0);
    return {
      hours: Array.from({ length: webhookLimits.drawnHours }, (_, at) => {
        const hour = webhookLimits.drawnHours - 1 - at;
        return {
          hours_ago: hour,
          delivered: countOf(hour, 'delivered'),
          failed: countOf(hour, 'failed'),
        };
      }),
      average_ms:
        count === 0 ? null : Math.round(answered.reduce((sum, row) => sum + (row.ms ?? 0), 0) / count),
    };
  },
});
