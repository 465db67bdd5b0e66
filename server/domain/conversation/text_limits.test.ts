import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildForum, buildInternalStatus, buildSuggestion } from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
let ids: { forum: string; idea: string; internalStatus: string };
beforeAll(async () => {
  database = await openTestDatabase();
  w = await openWorkspace(database);
  const forum = await buildForum(database, w.tenant);
  const idea = await buildSuggestion(database, w.tenant, { forum_id: forum.id });
  ids = {
    forum: forum.id,
    idea: idea.id,
    internalStatus: (await buildInternalStatus(database, w.tenant)).id,
  };
  await w.drift();
});
afterAll(() => database.close());

/** Every text that a form of the console sends: the input's name, its most, the call; and what the text is put into. */
const inputs: [name: string, maxCharacters: number, call: () => string, given?: (text: string) => string][] =
  [
    ['title', 140, () => `suggestion_create(title: $text, links: { forum: "${ids.forum}" })`],
    ['title', 140, () => `suggestion_update(id: "${ids.idea}", title: $text)`],
    [
      'body',
      10_000,
      () => `suggestion_create(title: "Dark mode", body: $text, links: { forum: "${ids.forum}" })`,
    ],
    [
      'body',
      100_000,
      () => `feedback_record_create(body: $text, channel: "admin", links: { suggestion: "${ids.idea}" })`,
    ],
    ['body', 100_000, () => `comment_create(body: $text, links: { suggestion: "${ids.idea}" })`],
    ['body', 100_000, () => `note_create(body: $text, suggestion: "${ids.idea}")`],
    ['reason', 2_000, () => `internal_flag_create(reason: $text, suggestion: "${ids.idea}")`],
    [
      'html_body',
      100_000,
      () => `status_update_create(html_body: $text, links: { suggestion: "${ids.idea}" })`,
    ],
    [
      'html_text',
      100_000,
      () =>
        `internal_status_update_create(html_text: $text, links: { suggestion: "${ids.idea}", internal_status: "${ids.internalStatus}" })`,
    ],
    ['body', 100_000, () => `supporter_message_create(body: $text, links: { suggestion: "${ids.idea}" })`],
    [
      'email_subject',
      255,
      () =>
        `supporter_message_create(body: "Hello", email_subject: $text, links: { suggestion: "${ids.idea}" })`,
    ],
    ['name', 255, () => 'forum_create(name: $text)'],
    ['name', 255, () => 'label_create(name: $text)'],
    ['name', 255, () => `category_create(forum: "${ids.forum}", name: $text)`],
    ['name', 255, () => 'users_find_or_create(email: "noor@globex.example", name: $text)'],
    [
      'source_url',
      2_000,
      () =>
        `feedback_record_create(body: "x", channel: "admin", source_url: $text, links: { suggestion: "${ids.idea}" })`,
      (text) => `https://northwind.example/${text}`.slice(0, text.length),
    ],
  ];

describe('lengths of texts', () => {
  test.each(inputs)(
    '[VALID-086] %s takes %i characters and not one more, which is refused with its name',
    async (name, maxCharacters, call, given = (text) => text) => {
      const document = `mutation ($text: String!) { ${call()} { id } }`;
      const refused = await refusal(w.api, document, { text: given('x'.repeat(maxCharacters + 1)) });
      expect(refused).toMatchObject({ code: 'BAD_USER_INPUT', field: name, reason: 'too_long' });
      expect(refused.message).toContain(`at most ${maxCharacters.toLocaleString('en')} characters`);
      await w.api.data(document, { text: given('x'.repeat(maxCharacters)) });
    },
  );

  test('[VALID-086] an emoji counts as one character', async () => {
    const document = `mutation ($text: String!) { suggestion_create(title: $text, links: { forum: "${ids.forum}" }) { title } }`;
    expect(await w.api.data(document, { text: '🦊'.repeat(140) })).toEqual({
      suggestion_create: { title: '🦊'.repeat(140) },
    });
    expect(await refusal(w.api, document, { text: '🦊'.repeat(141) })).toMatchObject({
      field: 'title',
      reason: 'too_long',
    });
  });

  test('[VALID-086] the manual names each of these limits', () => {
    const manual = readFileSync(new URL('../../../docs/manual/decisions-of-use.md', import.meta.url), 'utf8');
    const table = manual.slice(manual.indexOf('## Limits of length'));
    for (const [, maxCharacters] of inputs)
      expect(table).toContain(`${maxCharacters.toLocaleString('en')} characters`);
  });
});
