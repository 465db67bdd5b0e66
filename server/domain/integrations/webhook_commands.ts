import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { ACTIVITY_KINDS, areaOfActivity, isActivityKind } from '../../../contract/activity.ts';
import { textLimits } from '../../../contract/limits.ts';
import { canRead } from '../../../contract/permissions.ts';
import {
  TEST_KIND,
  webhookLimits,
  webhookUrlOf,
  WEBHOOK_KINDS,
  type WebhookKind,
} from '../../../contract/webhooks.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, badRequest, changedMeanwhile, notFound } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { booleanInput, enumListInput, idInput, required, singleLine, textInput } from '../../inputs/kinds.ts';
import { inIfUpdatedAt, nextUpdatedAt } from '../../listing/optimistic_lock.ts';
import { OutgoingError } from '../../services/outgoing.ts';
import { keepsWebhooks, webhookSealOf } from './webhook.ts';
import { askForDelivery, dropWaiting } from './webhook_delivery.ts';

const SECRET_BYTES = 32;

const secretShape = shape('WebhookSecret', 'A webhook with its new secret.', {
  id: { type: 'ID!', description: 'Id of the webhook.' },
  secret: { type: 'String!', description: 'The secret. It is shown this once.' },
});

const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

/** Looks at an address before it is kept; whether it may be called is looked at again with each call. */
async function checkUrl(typed: string | undefined, { services }: Scope): Promise<void> {
  if (typed === undefined) return;
  const url = webhookUrlOf(typed);
  if (url === null) throw badUrl();
  try {
    await services.outgoing.check(url);
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw badInput('url', error.message, { reason: error.reason });
  }
}

const badUrl = () =>
  badInput(
    'url',
    'Enter an address that begins with https:// or http://, without a name and password in it.',
  );

/**
 * A person sets up what they may read themselves.
 * @param before what the webhook is told of already: others may have chosen it
 */
function checkKinds(
  kinds: readonly WebhookKind[],
  { viewer }: CommandContext,
  before: readonly string[] = [],
): void {
  if (kinds.length === 0) throw badInput('kinds', 'Choose at least one.', { reason: 'required' });
  const beyond = kinds.find(
    (kind) =>
      !before.includes(kind) && isActivityKind(kind) && !canRead(viewer.permissions, areaOfActivity(kind)),
  );
  if (beyond !== undefined)
    throw badInput('kinds', 'You cannot choose what you may not read yourself.', { reason: 'beyond_own' });
}

/** In the order of the list, each once. */
const inOrder = (kinds: readonly WebhookKind[]): WebhookKind[] =>
  WEBHOOK_KINDS.filter((kind) => kinds.includes(kind));

const NAME = singleLine('What it is for.', webhookLimits.nameCharacters);
const URL_INPUT = textInput('Address that is called.', textLimits.urlCharacters);
const KINDS = enumListInput(
  `What it is told of; ${ACTIVITY_KINDS.length} kinds of activity, people and accounts.`,
  WEBHOOK_KINDS,
);

/** Sets a webhook up. Its answer is never kept for a replay: it holds the secret. */
export const webhookCreate = defineCommand({
  name: 'webhook_create',
  description: 'Sets an address up that is told what happens from now on. Its secret is shown once.',
  requires: keepsWebhooks,
  holdsSecret: true,
  input: { name: required(NAME), url: required(URL_INPUT), kinds: required(KINDS) },
  returns: { type: 'WebhookSecret!' },
  shapes: [secretShape],
  prepare: ({ url }, scope) => checkUrl(url, scope),
  run: async ({ name, url: typed, kinds }, context) => {
    const { tx, subdomain_id, viewer, now, services } = context;
    const url = webhookUrlOf(typed);
    if (url === null) throw badUrl();
    checkKinds(kinds, context);
    const { count } = await tx
      .selectFrom('webhooks')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('subdomain_id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    if (Number(count) >= webhookLimits.webhooks)
      throw badRequest(`A workspace has at most ${webhookLimits.webhooks} webhooks. Delete one first.`, {
        reason: 'too_many',
      });
    const secret = newSecret();
    const { id } = await tx
      .insertInto('webhooks')
      .values({
        subdomain_id,
        name,
        url,
        kinds: inOrder(kinds),
        sealed_secret: services.seals.seal(secret, webhookSealOf(subdomain_id)),
        switched_at: now,
        user_id: viewer.user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('webhook_create', id, { name, url });
    return { id, secret };
  },
});

async function lockWebhook({ tx, subdomain_id }: CommandContext, id: string) {
  const row = await tx
    .selectFrom('webhooks')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'webhook');
  return row;
}

/** Changes a webhook, and switches it on or off. */
export const webhookUpdate = defineCommand({
  name: 'webhook_update',
  description:
    'Changes what is given of a webhook. While it is off it hears of nothing; what waits for it then is given up, and can be sent again.',
  requires: keepsWebhooks,
  input: {
    id: required(idInput('The webhook.')),
    name: NAME,
    url: URL_INPUT,
    kinds: KINDS,
    is_on: booleanInput('On or off.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'webhook' },
  prepare: ({ url }, scope) => checkUrl(url, scope),
  run: async ({ id, name, url: typed, kinds, is_on, if_updated_at }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await lockWebhook(context, id);
    if (if_updated_at !== undefined && row.updated_at.getTime() > if_updated_at.getTime())
      throw changedMeanwhile('webhook', { id, name: row.name, url: row.url, kinds: row.kinds });
    const url = typed === undefined ? row.url : webhookUrlOf(typed);
    if (url === null) throw badUrl();
    if (kinds !== undefined) checkKinds(kinds, context, row.kinds);
    const isSwitched = is_on !== undefined && is_on !== row.is_on;
    await tx
      .updateTable('webhooks')
      .set({
        name: name ?? row.name,
        url,
        kinds: kinds === undefined ? row.kinds : inOrder(kinds),
        ...(isSwitched ? { is_on, switched_at: now, switch_off_reason: null } : {}),
        // another address, or another beginning, is not judged by what was before
        ...(isSwitched || url !== row.url ? { misses_count: 0, paused_until: null } : {}),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    if (isSwitched && !is_on) await dropWaiting(tx, subdomain_id, id, now);
    await context.audit('webhook_update', id, {
      name: name ?? row.name,
      url,
      ...(isSwitched ? { is_on } : {}),
    });
    return id;
  },
});

/** Deletes a webhook with its log. */
export const webhookDelete = defineCommand({
  name: 'webhook_delete',
  description:
    'Deletes a webhook and the log of its deliveries, for good. Nothing more is told to its address.',
  requires: keepsWebhooks,
  input: { id: required(idInput('The webhook.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id } = context;
    const row = await lockWebhook(context, id);
    await tx.deleteFrom('webhooks').where('subdomain_id', '=', subdomain_id).where('id', '=', id).execute();
    await context.audit('webhook_delete', id, { name: row.name, url: row.url });
    return { id };
  },
});

/** Makes a new secret. The answer holds it, so it is never kept for a replay. */
export const webhookSecretRenew = defineCommand({
  name: 'webhook_secret_renew',
  description: `Makes a new secret, which is shown once. The one before signs too for ${webhookLimits.oldSecretHours} hours, so that receivers can be changed without a loss.`,
  requires: keepsWebhooks,
  holdsSecret: true,
  input: { id: required(idInput('The webhook.')) },
  returns: { type: 'WebhookSecret!' },
  shapes: [secretShape],
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now, services } = context;
    const row = await lockWebhook(context, id);
    const secret = newSecret();
    await tx
      .updateTable('webhooks')
      .set({
        sealed_secret: services.seals.seal(secret, webhookSealOf(subdomain_id)),
        old_sealed_secret: row.sealed_secret,
        old_secret_until: new Date(now.getTime() + webhookLimits.oldSecretHours * 3_600_000),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('webhook_secret_renew', id, { name: row.name });
    return { id, secret };
  },
});

/** Sends a test, whether the webhook is on or not. */
export const webhookTest = defineCommand({
  name: 'webhook_test',
  description:
    'Sends a test to a webhook at once, on or off, and tries it once. How it went stands in its log.',
  requires: keepsWebhooks,
  input: { id: required(idInput('The webhook.')) },
  returns: { entity: 'webhook_delivery' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    await lockWebhook(context, id);
    const { id: delivery } = await tx
      .insertInto('webhook_deliveries')
      .values({
        subdomain_id,
        webhook_id: id,
        kind: TEST_KIND,
        tries_most: 1,
        give_up_at: now,
        next_try_at: now,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('webhook_test', id);
    await askForDelivery(context, tx);
    return delivery;
  },
});

/** Sends one delivery again. */
export const webhookDeliveryResend = defineCommand({
  name: 'webhook_delivery_resend',
  description:
    'Sends a delivery again as it was, with the same id, at once and once more. Its webhook has to be on.',
  requires: keepsWebhooks,
  input: { id: required(idInput('The delivery.')) },
  returns: { entity: 'webhook_delivery' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id } = context;
    const row = await tx
      .selectFrom('webhook_deliveries')
      .select(['webhook_id', 'kind'])
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .executeTakeFirst();
    if (!row) throw notFound('id', 'delivery');
    const hook = await lockWebhook(context, row.webhook_id);
    if (!hook.is_on && row.kind !== TEST_KIND) throw isOff();
    await sendAgain(context, row.webhook_id, id);
    await context.audit('webhook_delivery_resend', id, { webhook: row.webhook_id });
    return id;
  },
});

const resentShape = shape('WebhookResent', 'How many deliveries are sent again.', {
  id: { type: 'ID!', description: 'Id of the webhook.' },
  count: { type: 'Int!', description: 'How many.' },
});

/** Sends everything again that failed. */
export const webhookFailedResend = defineCommand({
  name: 'webhook_failed_resend',
  description: `Sends the failed deliveries of a webhook again, the latest ${webhookLimits.resent.toLocaleString('en')} of them. It has to be on.`,
  requires: keepsWebhooks,
  input: { id: required(idInput('The webhook.')) },
  returns: { type: 'WebhookResent!' },
  shapes: [resentShape],
  run: async ({ id }, context) => {
    const hook = await lockWebhook(context, id);
    if (!hook.is_on) throw isOff();
    const count = await sendAgain(context, id, null);
    await context.audit('webhook_failed_resend', id, { count });
    return { id, count };
  },
});

const isOff = () =>
  badInput('id', 'This webhook is off. Switch it on first.', { reason: 'off', httpStatus: 409 });

/** @param id null: all that failed. @returns how many */
async function sendAgain(context: CommandContext, webhook_id: string, id: string | null): Promise<number> {
  const { tx, subdomain_id, now } = context;
  const chosen = tx
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('webhook_id', '=', webhook_id)
    .where('state', id === null ? '=' : 'in', id === null ? 'failed' : ['failed', 'delivered'])
    .$if(id !== null, (one) => one.where('id', '=', id!))
    .orderBy('id', 'desc')
    .limit(webhookLimits.resent);
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set({
      state: 'waiting',
      next_try_at: now,
      // one more try
      tries_most: sql<number>`jsonb_array_length(tries) + 1`,
      give_up_at: now,
      ended_at: null,
      updated_at: now,
    })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', chosen)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) {
    // whoever sends again expects it now
    await tx
      .updateTable('webhooks')
      .set({ paused_until: null })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', webhook_id)
      .execute();
    await askForDelivery(context, tx);
  }
  return Number(numUpdatedRows);
}
