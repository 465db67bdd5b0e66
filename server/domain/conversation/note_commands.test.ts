import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mentionChip } from '../../../contract/rich_text.ts';
import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import {
  buildAdmin,
  buildAttachment,
  buildNote,
  buildSuggestion,
  buildTenant,
  buildUser,
  viewerOf,
} from '../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../db/testing.ts';
import { testApi, type TestApi } from '../../testing/api.ts';
import { openWorkspace, refusal, type TestWorkspace } from '../../testing/workspace.ts';

let database: TestDatabase;
let w: TestWorkspace;
let ann: Awaited<ReturnType<typeof buildUser>>;
let bob: Awaited<ReturnType<typeof buildUser>>;
let idea: Awaited<ReturnType<typeof buildSuggestion>>;
let asAnn: TestApi;
let asBob: TestApi;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
  ann = await buildAdmin(database, w.tenant, { name: 'Ann Example' });
  bob = await buildAdmin(database, w.tenant, { name: 'Bob & Co' });
  idea = await buildSuggestion(database, w.tenant);
  [asAnn, asBob] = [
    await testApi(database, viewerOf(w.tenant, ann)),
    await testApi(database, viewerOf(w.tenant, bob)),
  ];
  await w.drift();
});

const FIELDS =
  'id body body_mime_type reply_count editable deletable updated_at created_by { id } parent { id } replies { id body } mentioned_users { id } attachments { id } suggestion { id notes_count }';
const CREATE = `mutation ($suggestion: ID, $note: ID, $body: String!, $body_mime_type: String, $attachment_tokens: [String!]) {
  note_create(suggestion: $suggestion, note: $note, body: $body, body_mime_type: $body_mime_type, attachment_tokens: $attachment_tokens) { ${FIELDS} } }`;
const UPDATE = `mutation ($id: ID!, $body: String!, $body_mime_type: String, $if_updated_at: String) { note_update(id: $id, body: $body, body_mime_type: $body_mime_type, if_updated_at: $if_updated_at) { ${FIELDS} } }`;
const DELETE = 'mutation ($id: ID!) { note_delete(id: $id) { id } }';
const RESTORE = `mutation ($id: ID!) { note_restore(id: $id) { ${FIELDS} } }`;
const READ = `query ($id: ID!) { note(id: $id) { ${FIELDS} } }`;

interface Note {
  id: string;
  body: string;
  reply_count: number;
  updated_at: string;
  replies: { id: string; body: string }[];
  [field: string]: unknown;
}
const create = async (variables: Record<string, unknown>, api = w.api): Promise<Note> =>
  (await api.data<{ note_create: Note }>(CREATE, { body: 'Hello', ...variables })).note_create;
const html = (body: string) => ({ body, body_mime_type: 'text/html' });
const told = () =>
  w.rows<{ event: string; user_id: string; note_id: string; subject_user_id: string }>(
    'select event, user_id::text, note_id::text, subject_user_id::text from notifications where subdomain_id = $1 order by id',
    w.tenant.id,
  );
const feed = async () =>
  (
    await w.api.data<{ activity_entries: { records: { note: { id: string } | null }[] } }>(
      'query ($s: [ID!]) { activity_entries(suggestion: $s, kind: ["note_created"]) { records { note { id } } } }',
      { s: [idea.id] },
    )
  ).activity_entries.records.map((entry) => entry.note?.id);

describe('note_create', () => {
  test('[DEC-120] [ENT-020] writes a note of the caller with its line in the feed, its files and its count', async () => {
    const file = await buildAttachment(database, w.tenant, { uploader_id: w.admin.id });
    const note = await create({
      suggestion: idea.id,
      ...html('<p>Ship <b>it</b><script>alert(1)</script></p>'),
      attachment_tokens: [file.token],
    });
    expect(note).toMatchObject({
      body: '<p>Ship <b>it</b></p>',
      body_mime_type: 'text/html',
      reply_count: 0,
      editable: true,
      deletable: true,
      parent: null,
      created_by: { id: w.admin.id },
      attachments: [{ id: file.id }],
      suggestion: { id: idea.id, notes_count: 1 },
    });
    expect(await feed()).toEqual([note.id]);
    expect(await w.drift()).toEqual([]);
  });

  test('needs an idea, or a note to answer; a text; and an idea that was not merged', async () => {
    expect(await refusal(w.api, CREATE, { body: 'Hello' })).toMatchObject({
      field: 'suggestion',
      reason: 'required',
    });
    expect(await refusal(w.api, CREATE, { suggestion: idea.id, body: '  ' })).toMatchObject({
      field: 'body',
      reason: 'required',
    });
    expect(await refusal(w.api, CREATE, { suggestion: idea.id, ...html('<p><br></p>') })).toMatchObject({
      field: 'body',
      reason: 'required',
    });
    expect(await refusal(w.api, CREATE, { suggestion: idea.id, body: 'x'.repeat(100_001) })).toMatchObject({
      field: 'body',
      reason: 'too_long',
    });
    const merged = await buildSuggestion(database, w.tenant, { state: 'merged' });
    expect(await refusal(w.api, CREATE, { suggestion: merged.id, body: 'Hello' })).toMatchObject({
      field: 'suggestion',
      reason: 'merged',
    });
    expect(await w.drift()).toEqual([]);
  });

  test('a reply stands under its note, one to another reply too, and both count', async () => {
    const note = await create({ suggestion: idea.id });
    const first = await create({ note: note.id, body: 'One' });
    const second = await create({ note: first.id, body: 'Two' }, asBob);
    expect(second).toMatchObject({ parent: { id: note.id }, suggestion: { id: idea.id, notes_count: 3 } });
    const { note: read } = await w.api.data<{ note: Note }>(READ, { id: note.id });
    expect(read).toMatchObject({
      reply_count: 2,
      replies: [
        { id: first.id, body: 'One' },
        { id: second.id, body: 'Two' },
      ],
    });
    expect(await w.drift()).toEqual([]);
    const { activity_entries: lines } = await w.api.data<{
      activity_entries: { records: { note: { id: string } }[] };
    }>(
      'query ($s: [ID!]) { activity_entries(suggestion: $s, without_replies: true) { records { note { id } } } }',
      { s: [idea.id] },
    );
    expect(lines.records.map((line) => line.note.id)).toEqual([note.id]);
    const { notes } = await w.api.data<{ notes: { records: { id: string }[] } }>(
      'query ($n: [ID!]) { notes(note: $n, sort: "created_at") { records { id } } }',
      { n: [note.id] },
    );
    expect(notes.records.map((one) => one.id)).toEqual([first.id, second.id]);
    const elsewhere = await buildSuggestion(database, w.tenant);
    expect(
      await refusal(w.api, CREATE, { suggestion: elsewhere.id, note: note.id, body: 'Hello' }),
    ).toMatchObject({ field: 'suggestion' });
  });
});

describe('mentions', () => {
  test('[NOTIF-017] [VALID-017] [VALID-018] who is mentioned hears of it once, under their own name; who writes hears nothing', async () => {
    const note = await create({
      suggestion: idea.id,
      ...html(
        `<p>${mentionChip({ id: ann.id, name: 'The Boss' })} and <span class="es-mention" value="${bob.id}">@<b>Bob</b></span> ${mentionChip({ id: w.admin.id, name: 'me' })} ${mentionChip(ann as never)}</p>`,
      ),
    });
    expect(note.body).toContain(`<span class="es-mention" value="${ann.id}">Ann Example</span>`);
    expect(note.body).toContain(`<span class="es-mention" value="${bob.id}">Bob &amp; Co</span>`);
    expect(note['mentioned_users']).toEqual([{ id: w.admin.id }, { id: ann.id }, { id: bob.id }]);
    expect(await told()).toEqual(
      [ann, bob].map((person) => ({
        event: 'note_mention',
        user_id: person.id,
        note_id: note.id,
        subject_user_id: w.admin.id,
      })),
    );
  });

  test('a plain text mentions nobody, whatever stands in it', async () => {
    const note = await create({ suggestion: idea.id, body: mentionChip({ id: ann.id, name: 'Ann' }) });
    expect(note['mentioned_users']).toEqual([]);
    expect(await told()).toEqual([]);
  });

  test('[PERM-050] people of other workspaces are answered like unknown ones, and nothing is written', async () => {
    const stranger = await buildAdmin(database, await buildTenant(database), { name: 'Secret Name' });
    const [foreign, absent] = [
      await refusal(w.api, CREATE, {
        suggestion: idea.id,
        ...html(`<p>${mentionChip({ id: stranger.id, name: 'x' })}</p>`),
      }),
      await refusal(w.api, CREATE, {
        suggestion: idea.id,
        ...html(`<p>${mentionChip({ id: '999999999999', name: 'x' })}</p>`),
      }),
    ];
    expect(foreign).toMatchObject({ field: 'body', reason: 'not_found' });
    expect(foreign).toEqual(absent);
    expect(await feed()).toEqual([]);
    expect(await told()).toEqual([]);
  });

  test('only people who may use the console and see ideas can be mentioned', async () => {
    const outsiders = await Promise.all([
      buildUser(database, w.tenant, { name: 'Customer' }),
      buildUser(database, w.tenant, {
        name: 'Contributor',
        license_type: 'contributor',
        permission_state: 'active',
        permissions: ALL_PERMISSIONS,
      }),
      buildAdmin(database, w.tenant, {
        name: 'Ticket agent',
        permissions: { ...ALL_PERMISSIONS, feedback_admin_ui: false },
      }),
      buildAdmin(database, w.tenant, { name: 'Blocked', allowed_state: 'blocked' }),
    ]);
    for (const person of outsiders) {
      const answer = await refusal(w.api, CREATE, {
        suggestion: idea.id,
        ...html(`<p>${mentionChip({ id: person.id, name: 'x' })}</p>`),
      });
      expect(answer).toMatchObject({
        field: 'body',
        message: expect.stringContaining(`${person.name} cannot be mentioned`),
      });
    }
    expect(await told()).toEqual([]);
  });

  test('an edit tells only those whom it newly mentions, and keeps a mention of somebody who has left since', async () => {
    const note = await create({
      suggestion: idea.id,
      ...html(`<p>${mentionChip({ id: ann.id, name: '' })}</p>`),
    });
    await w.rows("update users set allowed_state = 'blocked' where id = $1", ann.id);
    const { note_update } = await w.api.data<{ note_update: Note }>(UPDATE, {
      id: note.id,
      body: `<p>${mentionChip({ id: ann.id, name: '' })} ${mentionChip({ id: bob.id, name: '' })}</p>`,
    });
    expect(note_update['mentioned_users']).toEqual([{ id: ann.id }, { id: bob.id }]);
    expect((await told()).map((notice) => notice.user_id)).toEqual([ann.id, bob.id]);
    await w.api.data(UPDATE, { id: note.id, body: '<p>Nobody</p>' });
    expect(await w.rows('select 1 from note_mentions where note_id = $1', note.id)).toEqual([]);
    expect(await told()).toHaveLength(2);
  });

  test('[NOTIF-018] a reply tells who wrote above it, once each; who is mentioned in it hears of that instead', async () => {
    const note = await create({ suggestion: idea.id }, asAnn);
    await create({ note: note.id }, asBob);
    expect((await told()).map(({ event, user_id }) => [event, user_id])).toEqual([['note_reply', ann.id]]);
    await create({ note: note.id }, asBob);
    const last = await create({ note: note.id, ...html(`<p>${mentionChip({ id: bob.id, name: '' })}</p>`) });
    expect(
      (await told())
        .filter((notice) => notice.note_id === last.id)
        .map(({ event, user_id }) => [event, user_id]),
    ).toEqual([
      ['note_mention', bob.id],
      ['note_reply', ann.id],
    ]);
  });
});

describe('note_update', () => {
  test('changes the text of an own note, and refuses an outdated one', async () => {
    const note = await create({ suggestion: idea.id });
    const { note_update } = await w.api.data<{ note_update: Note }>(UPDATE, {
      id: note.id,
      body: 'Better',
      if_updated_at: note.updated_at,
    });
    expect(note_update).toMatchObject({ id: note.id, body: 'Better', suggestion: { notes_count: 1 } });
    expect(
      await refusal(w.api, UPDATE, { id: note.id, body: 'Late', if_updated_at: note.updated_at }),
    ).toMatchObject({ reason: 'changed', current: { body: 'Better' } });
  });

  test("nobody puts words into another's mouth; a note of an unknown author may be changed by whoever writes", async () => {
    const note = await create({ suggestion: idea.id }, asAnn);
    expect(await refusal(w.api, UPDATE, { id: note.id, body: 'Mine now' })).toMatchObject({
      field: 'id',
      reason: 'not_yours',
    });
    expect((await w.api.data<{ note: Note }>(READ, { id: note.id })).note).toMatchObject({
      body: 'Hello',
      editable: false,
      deletable: true,
    });
    const imported = await buildNote(database, w.tenant, { suggestion_id: idea.id });
    expect(
      (await w.api.data<{ note_update: Note }>(UPDATE, { id: imported.id, body: '<p>Set right</p>' }))
        .note_update,
    ).toMatchObject({ body: '<p>Set right</p>', editable: true });
  });
});

describe('note_delete and note_restore', () => {
  test('a note goes with its replies and its lines, and comes back with those that went with it', async () => {
    const note = await create({ suggestion: idea.id });
    const [first, second] = [
      await create({ note: note.id, body: 'One' }),
      await create({ note: note.id, body: 'Two' }, asBob),
    ];
    await w.api.data(DELETE, { id: first.id });
    expect((await w.api.data<{ note: Note }>(READ, { id: note.id })).note).toMatchObject({
      reply_count: 1,
      suggestion: { notes_count: 2 },
    });
    await w.api.data(DELETE, { id: note.id });
    expect(await feed()).toEqual([]);
    expect(await w.api.data(READ, { id: second.id })).toEqual({ note: null });
    expect(await w.drift()).toEqual([]);
    expect(await refusal(w.api, UPDATE, { id: note.id, body: 'Gone' })).toMatchObject({
      reason: 'not_found',
    });
    expect(await refusal(w.api, CREATE, { note: note.id, body: 'Gone' })).toMatchObject({
      field: 'note',
      reason: 'not_found',
    });
    expect(await refusal(w.api, RESTORE, { id: first.id })).toMatchObject({ reason: 'parent_deleted' });

    const { note_restore } = await w.api.data<{ note_restore: Note }>(RESTORE, { id: note.id });
    expect(note_restore).toMatchObject({
      reply_count: 1,
      replies: [{ id: second.id }],
      suggestion: { notes_count: 2 },
    });
    expect(new Set(await feed())).toEqual(new Set([note.id, second.id]));
    expect((await w.api.data<{ note_restore: Note }>(RESTORE, { id: first.id })).note_restore).toMatchObject({
      parent: { id: note.id },
    });
    expect(await refusal(w.api, RESTORE, { id: note.id })).toMatchObject({ reason: 'not_found' });
    expect(await w.drift()).toEqual([]);
    expect(
      (
        await w.rows<{ action: string }>(
          "select action from audit_entries where subdomain_id = $1 and action like 'note_%' order by id",
          w.tenant.id,
        )
      ).map((entry) => entry.action),
    ).toEqual(['note_delete', 'note_delete', 'note_restore', 'note_restore']);
  });

  test('its author deletes a note, and who keeps the settings; others do not', async () => {
    const note = await create({ suggestion: idea.id });
    const other = await testApi(database, {
      ...viewerOf(w.tenant, ann),
      permissions: { ...ALL_PERMISSIONS, settings: 'none' },
    });
    expect(await refusal(other, DELETE, { id: note.id })).toMatchObject({ reason: 'not_yours' });
    await asAnn.data(DELETE, { id: note.id });
    expect(await refusal(other, RESTORE, { id: note.id })).toMatchObject({ reason: 'not_yours' });
    await w.api.data(RESTORE, { id: note.id });
  });
});
