import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSuggestion, buildUser } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
let idea: Awaited<ReturnType<typeof buildSuggestion>>;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
  idea = await buildSuggestion(database, w.tenant);
  await w.drift();
});

const FIELDS =
  'id reason cleared_at cleared_message created_at updated_at created_by { id } cleared_by { id } user { id } suggestion { id internal_flags_count all_internal_flags_count }';
const CREATE = `mutation ($suggestion: ID!, $reason: String!, $user: InternalFlagUser) { internal_flag_create(suggestion: $suggestion, reason: $reason, user: $user) { ${FIELDS} } }`;
const CLEAR = `mutation ($id: ID!, $message: String) { internal_flag_clear(id: $id, message: $message) { ${FIELDS} } }`;
interface Flag {
  id: string;
  [field: string]: unknown;
}
const create = async (variables: Record<string, unknown> = {}): Promise<Flag> =>
  (
    await w.api.data<{ internal_flag_create: Flag }>(CREATE, {
      suggestion: idea.id,
      reason: 'Legal asks',
      ...variables,
    })
  ).internal_flag_create;
const flagged = async (has: boolean) =>
  (
    await w.api.data<{ suggestions: { records: { id: string }[] } }>(
      'query ($has: Boolean) { suggestions(has_internal_flag: $has) { records { id } } }',
      { has },
    )
  ).suggestions.records.map((record) => record.id);

describe('internal_flag_create', () => {
  test('[CALL-M-023] [ENT-022] [ENT-021] [SCOPE-011] raises an open flag, tells the feed, and the filter finds the idea', async () => {
    const person = await buildUser(database, w.tenant);
    const flag = await create({ user: { id: person.id } });
    expect(flag).toMatchObject({
      reason: 'Legal asks',
      cleared_at: null,
      cleared_message: null,
      cleared_by: null,
      created_by: { id: w.admin.id },
      user: { id: person.id },
      suggestion: { id: idea.id, internal_flags_count: 1, all_internal_flags_count: 1 },
    });
    expect(
      await w.rows(
        'select kind, user_id::text, internal_flag_id::text from activity_entries where suggestion_id = $1',
        idea.id,
      ),
    ).toEqual([{ kind: 'internal_flag_created', user_id: w.admin.id, internal_flag_id: flag.id }]);
    expect(await flagged(true)).toEqual([idea.id]);
    expect(await w.drift()).toEqual([]);
  });

  test('[VALID-048] [VALID-074] needs a reason that says something, and an idea; nothing is written without', async () => {
    expect(await refusal(w.api, CREATE, { suggestion: idea.id, reason: '   ' })).toMatchObject({
      field: 'reason',
      reason: 'required',
    });
    expect(await refusal(w.api, CREATE, { suggestion: idea.id, reason: 'x'.repeat(2001) })).toMatchObject({
      field: 'reason',
      reason: 'too_long',
    });
    expect(await refusal(w.api, CREATE, { suggestion: '999999999', reason: 'Why' })).toMatchObject({
      field: 'suggestion',
      reason: 'not_found',
    });
    for (const left of [`suggestion: "${idea.id}"`, 'reason: "Why"'])
      expect(await refusal(w.api, `mutation { internal_flag_create(${left}) { id } }`), left).toMatchObject({
        code: 'BAD_USER_INPUT',
      });
    expect(await w.rows('select 1 from internal_flags where subdomain_id = $1', w.tenant.id)).toEqual([]);
  });
});

describe('internal_flag_clear', () => {
  test('[DEC-112] [DEC-070] clears a flag with who and why; it stays among all flags and cannot be cleared twice', async () => {
    const [first, second] = [await create(), await create({ reason: 'Sales asks' })];
    const { internal_flag_clear: cleared } = await w.api.data<{ internal_flag_clear: Flag }>(CLEAR, {
      id: first.id,
      message: 'Checked',
    });
    expect(cleared).toMatchObject({
      cleared_message: 'Checked',
      cleared_by: { id: w.admin.id },
      suggestion: { internal_flags_count: 1, all_internal_flags_count: 2 },
    });
    expect(cleared['cleared_at']).not.toBeNull();
    expect(await refusal(w.api, CLEAR, { id: first.id })).toMatchObject({ field: 'id', reason: 'cleared' });
    const { internal_flags } = await w.api.data<{ internal_flags: { records: Flag[] } }>(
      'query ($s: [ID!]) { internal_flags(suggestion: $s, open: true) { records { id } } }',
      { s: [idea.id] },
    );
    expect(internal_flags.records).toEqual([{ id: second.id }]);
    await w.api.data(CLEAR, { id: second.id });
    expect(await flagged(false)).toEqual([idea.id]);
    expect(
      await w.rows('select kind from activity_entries where suggestion_id = $1 order by id', idea.id),
    ).toEqual(
      [
        'internal_flag_created',
        'internal_flag_created',
        'internal_flag_cleared',
        'internal_flag_cleared',
      ].map((kind) => ({ kind })),
    );
    expect(await w.drift()).toEqual([]);
  });
});
