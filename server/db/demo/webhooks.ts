import { randomBytes } from 'node:crypto';
import { API_SCOPES } from '../../../contract/api_keys.ts';
import { ACTIVITY_KINDS } from '../../../contract/activity.ts';
import { RETRY_SECONDS, webhookLimits } from '../../../contract/webhooks.ts';
import type { Tx } from '../../sql/kysely.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Deliveries that the log of the demo shows. */
const SHOWN = 160;

/**
 * The doors for programs of the demo workspace: a data lake that heard of the last days, a chat whose address broke, and
 * three keys. Both webhooks are off, and their secrets are no one's: the demo calls nobody.
 */
export async function writeDemoWebhooks(
  tx: Tx,
  subdomain_id: string,
  owner_id: string,
  now: Date,
): Promise<void> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const webhook = async (name: string, url: string, kinds: readonly string[], failing: boolean) =>
    (
      await tx
        .insertInto('webhooks')
        .values({
          subdomain_id,
          name,
          url,
          kinds: [...kinds],
          sealed_secret: randomBytes(32),
          is_on: false,
          switched_at: ago(failing ? 4 * DAY_MS : 20 * MINUTE_MS),
          switch_off_reason: failing ? 'failing' : null,
          user_id: owner_id,
          created_at: ago(47 * DAY_MS),
          updated_at: ago(failing ? 4 * DAY_MS : 20 * MINUTE_MS),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const lake = await webhook(
    'Marlow data lake',
    'https://hooks.marlow.example/earshot/events',
    ACTIVITY_KINDS,
    false,
  );
  const chatKinds = ['suggestion_created', 'status_updated', 'comment_created'];
  const chat = await webhook('Chat, channel #ideas', 'https://chat.marlow.example/in/8f2c', chatKinds, true);

  const happened = await tx
    .selectFrom('activity_entries as e')
    .innerJoin('suggestions as s', (join) =>
      join.onRef('s.id', '=', 'e.suggestion_id').on('s.subdomain_id', '=', subdomain_id),
    )
    .select(['e.id', 'e.kind', 'e.created_at', 's.id as idea', 's.title'])
    .where('e.subdomain_id', '=', subdomain_id)
    .where('e.created_at', '>', ago((webhookLimits.keptDays - 1) * DAY_MS))
    .orderBy('e.created_at', 'desc')
    .limit(SHOWN)
    .execute();
  const delivery = (
    { id, kind, created_at, idea, title }: (typeof happened)[number],
    webhook_id: string,
    outcomes: readonly {
      status: number | null;
      problem: string | null;
      duration_ms: number;
      answer: string | null;
    }[],
  ) => {
    const last = outcomes.at(-1)!;
    let at = created_at.getTime() + 300;
    const tries = outcomes.map(({ status, problem, duration_ms }, tried) => {
      if (tried > 0) at += RETRY_SECONDS[tried - 1]! * 1000;
      return { at: new Date(at).toISOString(), status, problem, duration_ms };
    });
    const ended_at = new Date(Math.min(at + last.duration_ms, now.getTime()));
    return {
      subdomain_id,
      webhook_id,
      kind,
      record_id: id,
      subject: title,
      body: JSON.stringify({
        type: kind,
        timestamp: created_at.toISOString(),
        data: { activity: { id, created_at: created_at.toISOString() }, idea: { id: idea, title } },
      }),
      state: last.problem === null ? 'delivered' : 'failed',
      tries: JSON.stringify(tries),
      tries_most: webhookLimits.tries,
      give_up_at: new Date(created_at.getTime() + DAY_MS),
      next_try_at: ended_at,
      ...last,
      ended_at,
      created_at,
      updated_at: ended_at,
    };
  };
  const taken = (place: number) => ({
    status: 200,
    problem: null,
    duration_ms: 71 + ((place * 37) % 29),
    answer: '',
  });
  const broken = {
    status: 500,
    problem: 'It answered with 500.',
    duration_ms: 1_204,
    answer: '<h1>Internal Server Error</h1>',
  };
  const unknown = {
    status: 404,
    problem: 'It answered with 404.',
    duration_ms: 38,
    answer: 'no_such_channel',
  };
  const deliveries = [
    ...happened.map((entry, place) =>
      delivery(entry, lake, place % 23 === 9 ? [broken, broken, taken(place)] : [taken(place)]),
    ),
    ...happened
      .filter(({ kind, created_at }) => chatKinds.includes(kind) && created_at < ago(5 * DAY_MS))
      .slice(0, webhookLimits.failuresInARow)
      .map((entry) =>
        delivery(
          entry,
          chat,
          Array.from({ length: webhookLimits.tries }, () => unknown),
        ),
      ),
  ];
  if (deliveries.length > 0)
    await tx
      .insertInto('webhook_deliveries')
      // the earliest first, as their ids are in order
      .values(deliveries.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()))
      .execute();

  const key = (
    name: string,
    key_end: string,
    scopes: readonly string[],
    madeDays: number,
    used: Date | null,
  ) => ({
    subdomain_id,
    name,
    key_hash: randomBytes(32),
    key_end,
    scopes: [...scopes],
    user_id: owner_id,
    last_used_at: used,
    created_at: ago(madeDays * DAY_MS),
    updated_at: ago(madeDays * DAY_MS),
  });
  await tx
    .insertInto('api_keys')
    .values([
      key('Old importer', 'a0Xx', API_SCOPES, 210, null),
      key('Website form', 'p1Fz', ['ideas:write'], 88, ago(5 * 60 * MINUTE_MS)),
      key('CRM sync', 'k9Qd', ['people:read', 'people:write'], 61, ago(4 * MINUTE_MS)),
    ])
    .execute();
}
