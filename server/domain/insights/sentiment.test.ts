import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildComment, buildFeedbackRecord, buildForum, buildSuggestion } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../testing/workspace.ts';
import { scoreSentiment, sentimentTask } from './sentiment.ts';

let database: TestDatabase;
let w: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
});

/** Works off what is due. @returns how many ideas were */
async function work(): Promise<number> {
  let looked = 0;
  for (let found = -1; found !== 0; looked += found) found = await scoreSentiment(w.api.scope);
  return looked;
}
const scoreOf = async (id: string): Promise<{ score: number | null; texts: number }> =>
  (
    (await w.rows(
      'select total_sentiment_score as score, sentiment_texts_count as texts from suggestions where id = $1',
      id,
    )) as { score: number | null; texts: number }[]
  )[0]!;

test('[ENT-010] an idea has the mean of its texts that say how people feel, and is due again with each that comes, changes or goes', async () => {
  const forum = await buildForum(database, w.tenant);
  const idea = await buildSuggestion(database, w.tenant, { forum_id: forum.id, title: 'Export of invoices' });
  expect(await work()).toBe(1);
  expect(await scoreOf(idea.id)).toEqual({ score: null, texts: 0 });
  expect(await work()).toBe(0);

  const { comment_create } = await w.api.data<{ comment_create: { id: string } }>(
    `mutation { comment_create(links: { suggestion: "${idea.id}" }, body: "This is terrible.") { id } }`,
  );
  expect(await work()).toBe(1);
  const bad = await scoreOf(idea.id);
  expect(bad).toEqual({ score: expect.any(Number) as unknown, texts: 1 });
  expect(bad.score).toBeLessThan(-0.25);

  await w.api.data(
    `mutation { comment_update(id: "${comment_create.id}", body: "<p>I <b>love</b> it, great!</p>", body_mime_type: "text/html") { id } }`,
  );
  expect(await work()).toBe(1);
  expect((await scoreOf(idea.id)).score).toBeGreaterThan(0.25);

  await w.api.data(
    `mutation { suggestion_update(id: "${idea.id}", body: "The export is awful and wrong.") { id } }`,
  );
  expect(await work()).toBe(1);
  expect((await scoreOf(idea.id)).texts).toBe(2);

  await w.api.data(`mutation { comment_spam(id: "${comment_create.id}") { id } }`);
  expect(await work()).toBe(1);
  expect(await scoreOf(idea.id)).toEqual({ score: expect.any(Number) as unknown, texts: 1 });

  // what changes no text makes nothing due
  await w.api.data(`mutation { note_create(suggestion: "${idea.id}", body: "Terrible.") { id } }`);
  await w.api.data(`mutation { suggestion_admin_subscribe(id: "${idea.id}", user: "${w.admin.id}") { id } }`);
  expect(await work()).toBe(0);
});

test('feedback counts where it is, also after it was moved; hidden texts do not', async () => {
  const forum = await buildForum(database, w.tenant);
  const [one, other] = [
    await buildSuggestion(database, w.tenant, { forum_id: forum.id, title: 'One' }),
    await buildSuggestion(database, w.tenant, { forum_id: forum.id, title: 'Other' }),
  ];
  const record = await buildFeedbackRecord(database, w.tenant, {
    suggestion_id: one.id,
    body: 'We hate waiting, it is horrible.',
  });
  await buildComment(database, w.tenant, { suggestion_id: other.id, body: 'Awful!', state: 'spam' });
  await work();
  expect((await scoreOf(one.id)).texts).toBe(1);
  expect((await scoreOf(other.id)).texts).toBe(0);
  await w.api.data(
    `mutation { feedback_record_update(id: "${record.id}", body: "We hate waiting, it is horrible.", links: { suggestion: "${other.id}" }) { id } }`,
  );
  expect(await work()).toBe(2);
  expect((await scoreOf(one.id)).texts).toBe(0);
  expect((await scoreOf(other.id)).texts).toBe(1);
});

test('a text that changes while it is scored leaves its idea due; the job is due while one is', async () => {
  const idea = await buildSuggestion(database, w.tenant, { title: 'Terrible' });
  const due = async (): Promise<boolean> =>
    (await database.pool.query<{ subdomain_id: string }>(sentimentTask.due!)).rows.some(
      ({ subdomain_id }) => subdomain_id === w.tenant.id,
    );
  expect(await due()).toBe(true);
  // as if it was made due again between reading and writing
  const { write } = w.api.scope;
  const scope = Object.create(w.api.scope) as typeof w.api.scope;
  scope.write = (async (...args: Parameters<typeof write>) => {
    await database.pool.query('update suggestions set sentiment_due_at = clock_timestamp() where id = $1', [
      idea.id,
    ]);
    return w.api.scope.write(...args);
  }) as typeof write;
  await scoreSentiment(scope);
  expect(await scoreOf(idea.id)).toEqual({ score: null, texts: 0 });
  expect(await due()).toBe(true);
  await work();
  expect((await scoreOf(idea.id)).texts).toBe(1);
  expect(await due()).toBe(false);
});
