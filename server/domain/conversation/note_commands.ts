import type { Selectable } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { canRead, canUseConsole } from '../../../contract/permissions.ts';
import { mentionedUserIds, withMentionNames } from '../../../contract/rich_text.ts';
import { displayName } from '../../../contract/user_name.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, required } from '../../inputs/kinds.ts';
import { markChanged } from '../../core/changes.ts';
import type { Tx } from '../../sql/kysely.ts';
import { writeRight } from '../../core/viewer.ts';
import type { NotesTable, UsersTable } from '../../db/tables.ts';
import { user } from '../account/user.ts';
import { permissionsOf } from '../account/viewer.ts';
import { inMimeType, inRawText, readRequiredText } from '../ideas/content.ts';
import { Counters } from '../counters/counters.ts';
import { findSuggestion } from '../ideas/find.ts';
import { countReplies } from '../counters/reply_counts.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { isOfIdeaThere } from './find.ts';
import { mayDeleteNote, mayEditNote } from '../ideas/rights.ts';
import { note } from './note.ts';
import { notify } from '../notifications/notify.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';

const inBody = inRawText(
  'Text. People are mentioned by chips: <span class="es-mention" value="id of the person">name</span>.',
  textLimits.richTextCharacters,
);
/** More people than this are not named in one note. */
const MENTIONS_MAX = 100;

type NoteRow = Selectable<NotesTable>;

/**
 * A note and the note that it answers, locked in this order until the commit: so who writes under a
 * note, changes or deletes it does so in turn. Locked before their idea, as everywhere.
 * @param there false: the note was deleted and is about to come back
 * @throws BAD_USER_INPUT; foreign and unknown ids answer alike
 */
async function lockThread(
  { tx, subdomain_id }: CommandContext,
  id: string,
  field: string,
  there = true,
): Promise<{ row: NoteRow; parent: NoteRow | null }> {
  const query = tx
    .selectFrom('notes')
    .select('parent_id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id);
  const found = await (there ? query.where(isOfIdeaThere('notes', subdomain_id)) : query).executeTakeFirst();
  if (!found) throw notFound(field, 'note');
  const ids = [id, ...(found.parent_id === null ? [] : [found.parent_id])];
  const rows = await tx
    .selectFrom('notes')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  const row = rows.find((one) => one.id === id);
  if (!row || (there && row.deleted_at !== null)) throw notFound(field, 'note');
  return { row, parent: rows.find((one) => one.id === found.parent_id) ?? null };
}

type Mentioned = Pick<
  Selectable<UsersTable>,
  'id' | 'name' | 'email_address' | 'license_type' | 'permissions' | 'allowed_state'
>;

/** People of the tenant by id, with whether they may use the console. */
async function readPeople(
  tx: Tx,
  subdomainId: string,
  ids: readonly string[],
): Promise<{ person: Mentioned; seesFeedback: boolean }[]> {
  if (ids.length === 0) return [];
  const people = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email_address', 'license_type', 'permissions', 'allowed_state'])
    .where('subdomain_id', '=', subdomainId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
  const { core_access } = await tx
    .selectFrom('subdomains')
    .select('core_access')
    .where('id', '=', subdomainId)
    .executeTakeFirstOrThrow();
  return people.map((person) => ({
    person,
    seesFeedback:
      person.allowed_state === 'allowed' &&
      canUseConsole({ license_type: person.license_type, core_access }) &&
      canRead(
        permissionsOf(person.license_type, person.permissions as Parameters<typeof permissionsOf>[1]),
        'feedback',
      ),
  }));
}

/**
 * Reads a note's text and whom it mentions. A chip shows the name of the person whose id it carries,
 * whatever name it came with.
 * @param known people that the note mentioned before; they stay, also when they have left since
 * @throws BAD_USER_INPUT when there is nothing to read, and for people who are not there or may not see the idea
 */
async function readNote(
  { tx, subdomain_id }: CommandContext,
  text: string,
  mime: string,
  known: readonly string[],
): Promise<{ body: string; mentions: string[] }> {
  const body = readRequiredText(text, mime, 'body', textLimits.richTextCharacters);
  const mentions = mime === 'text/html' ? mentionedUserIds(body) : [];
  if (mentions.length === 0) return { body, mentions };
  if (mentions.length > MENTIONS_MAX)
    throw badInput('body', `At most ${MENTIONS_MAX} people can be mentioned in one note.`);
  const people = await readPeople(tx, subdomain_id, mentions);
  if (people.length < mentions.length) throw notFound('body', 'person');
  const outsider = people.find(({ person, seesFeedback }) => !seesFeedback && !known.includes(person.id));
  if (outsider)
    throw badInput(
      'body',
      `${displayName(outsider.person) || 'This person'} cannot be mentioned: only members of the team who can see ideas can.`,
    );
  return {
    body: withMentionNames(body, new Map(people.map(({ person }) => [person.id, displayName(person)]))),
    mentions,
  };
}

/** Tells people of a note, those who can still see it. */
async function tell(
  context: CommandContext,
  event: 'note_mention' | 'note_reply',
  users: readonly string[],
  row: { id: string; suggestion_id: string },
): Promise<void> {
  const people = await readPeople(context.tx, context.subdomain_id, users);
  await notify(context, {
    event,
    user_ids: people.filter(({ seesFeedback }) => seesFeedback).map(({ person }) => person.id),
    suggestion_id: row.suggestion_id,
    note_id: row.id,
  });
}

/** Keeps who is mentioned. @returns those who were not before */
async function setMentions(
  { tx, subdomain_id }: CommandContext,
  note_id: string,
  mentions: readonly string[],
  before: readonly string[],
): Promise<string[]> {
  const gone = before.filter((id) => !mentions.includes(id));
  const added = mentions.filter((id) => !before.includes(id));
  if (gone.length > 0)
    await tx
      .deleteFrom('note_mentions')
      .where('subdomain_id', '=', subdomain_id)
      .where('note_id', '=', note_id)
      .where('user_id', 'in', gone)
      .execute();
  if (added.length > 0)
    await tx
      .insertInto('note_mentions')
      .values(added.map((user_id) => ({ subdomain_id, note_id, user_id })))
      .execute();
  return added;
}

/** Who wrote the note and the replies so far. */
async function authorsOf({ tx, subdomain_id }: CommandContext, parent: NoteRow): Promise<string[]> {
  const replies = await tx
    .selectFrom('notes')
    .select('creator_id')
    .distinct()
    .where('subdomain_id', '=', subdomain_id)
    .where('parent_id', '=', parent.id)
    .where('deleted_at', 'is', null)
    .execute();
  return [...new Set([parent.creator_id, ...replies.map((reply) => reply.creator_id)])].filter(
    (id) => id !== null,
  );
}

/**
 * A note of the team under an idea, or a reply to one (DEC-120). Whom it mentions hears of it, and who
 * wrote above it; who is both hears of it once, as mentioned.
 */
export const noteCreate = defineCommand({
  name: 'note_create',
  description:
    'Writes an internal note under an idea, or a reply to a note; a reply to a reply stands under the same note. Members of the team who are mentioned in it, and who wrote above it, are notified.',
  requires: writeRight('feedback'),
  input: {
    suggestion: idInput('Idea; of a reply it is the idea of its note.'),
    note: idInput('Note that it answers.'),
    body: required(inBody),
    body_mime_type: inMimeType,
    attachment_tokens: inAttachmentTokens,
  },
  returns: { entity: 'note' },
  activity: ['note_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const mime = input.body_mime_type ?? 'text/plain';
    const { body, mentions } = await readNote(context, input.body, mime, []);
    const answered = input.note === undefined ? null : await lockThread(context, input.note, 'note');
    const parent = answered && (answered.parent ?? answered.row);
    const named = input.suggestion ?? parent?.suggestion_id;
    if (named === undefined)
      throw badInput('suggestion', 'The suggestion is required.', { reason: 'required' });
    if (parent?.deleted_at) throw notFound('note', 'note');
    const { id: suggestion_id } = await findSuggestion(tx, subdomain_id, named, 'suggestion', {
      lock: true,
      joins: true,
    });
    if (parent && parent.suggestion_id !== suggestion_id)
      throw badInput('suggestion', 'The note that is answered stands under another idea.');
    const { id } = await tx
      .insertInto('notes')
      .values({
        subdomain_id,
        suggestion_id,
        parent_id: parent?.id ?? null,
        creator_id: viewer.user_id,
        body,
        body_mime_type: mime,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimAttachments(context, input.attachment_tokens, 'note_id', id);
    await setMentions(context, id, mentions, []);
    await context.activity({ kind: 'note_created', suggestion_id, note_id: id });
    await tell(context, 'note_mention', mentions, { id, suggestion_id });
    if (parent)
      await tell(
        context,
        'note_reply',
        (await authorsOf(context, parent)).filter((author) => !mentions.includes(author)),
        { id, suggestion_id },
      );
    const counters = new Counters(tx, subdomain_id, now);
    counters.noteAdded({ suggestion_id, created_at: now });
    if (parent) await countReplies(tx, subdomain_id, [parent.id]);
    await counters.write();
    return id;
  },
});

const CURRENT = {
  id: true,
  body: true,
  body_mime_type: true,
  updated_at: true,
  created_by: { id: true, name: true },
} as const;

/** Changes a note. Only whom it newly mentions hears of it. */
export const noteUpdate = defineCommand({
  name: 'note_update',
  description:
    'Changes the text of a note, by its author. People who are newly mentioned are notified, no one else.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Note.')),
    body: required(inBody),
    body_mime_type: inMimeType,
    attachment_tokens: inAttachmentTokens,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'note' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { row } = await lockThread(context, input.id, 'id');
    if (!mayEditNote(viewer, row))
      throw badInput('id', 'Only its author changes a note. Write a reply instead.', { reason: 'not_yours' });
    await assertNotModified(input.if_updated_at, row, 'note', () =>
      readRecord(tx, viewer, note, [user], row.id, CURRENT),
    );
    const body_mime_type = input.body_mime_type ?? row.body_mime_type;
    const before = (
      await tx
        .selectFrom('note_mentions')
        .select('user_id')
        .where('subdomain_id', '=', subdomain_id)
        .where('note_id', '=', row.id)
        .execute()
    ).map((mention) => mention.user_id);
    const { body, mentions } = await readNote(context, input.body, body_mime_type, before);
    await tx
      .updateTable('notes')
      .set({ body, body_mime_type, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    markChanged(tx, 'suggestion', [row.suggestion_id]);
    await claimAttachments(context, input.attachment_tokens, 'note_id', row.id);
    await tell(context, 'note_mention', await setMentions(context, row.id, mentions, before), row);
    return row.id;
  },
});

/** Deletes a note with its replies. */
export const noteDelete = defineCommand({
  name: 'note_delete',
  description:
    'Deletes a note with its replies, by its author or who keeps the settings. note_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Note.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { row, parent } = await lockThread(context, id, 'id');
    if (!mayDeleteNote(viewer, row))
      throw badInput('id', 'Only its author, or someone who can change settings, can delete a note.', {
        reason: 'not_yours',
      });
    const gone = await tx
      .updateTable('notes')
      .set({ deleted_at: now, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where((where) => where.or([where('id', '=', id), where('parent_id', '=', id)]))
      .where('deleted_at', 'is', null)
      .returning(['id', 'suggestion_id', 'created_at'])
      .execute();
    const replies = gone.filter((one) => one.id !== id).map((one) => one.id);
    await recordUndo(context, 'note_delete', [{ table: 'notes', id, before: { replies }, after: {} }]);
    await context.audit('note_delete', id, { suggestion_id: row.suggestion_id, replies: replies.length });
    const counters = new Counters(tx, subdomain_id, now);
    for (const one of gone) counters.noteRemoved(one);
    await countReplies(tx, subdomain_id, [parent?.id ?? id]);
    await counters.write();
    return { id };
  },
});

/** Brings a deleted note back, with the replies that went with it. */
export const noteRestore = defineCommand({
  name: 'note_restore',
  description: 'Takes the deletion of a note back, with the replies that went with it, within 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Note.')) },
  returns: { entity: 'note' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const [change] = await takeUndoOf(context, ['note_delete'], 'notes', id, 'note');
    const { replies } = change!.before as { replies: string[] };
    const { row, parent } = await lockThread(context, id, 'id', false);
    if (!mayDeleteNote(viewer, row))
      throw badInput('id', 'Only its author, or someone who can change settings, can restore a note.', {
        reason: 'not_yours',
      });
    if (parent?.deleted_at)
      throw badInput('id', 'The note that this one answers was deleted too. Restore that one first.', {
        reason: 'parent_deleted',
      });
    const back = await tx
      .updateTable('notes')
      .set({ deleted_at: null, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', 'in', [id, ...replies])
      .where('deleted_at', 'is not', null)
      .returning(['id', 'suggestion_id', 'created_at'])
      .execute();
    await context.audit('note_restore', id);
    const counters = new Counters(tx, subdomain_id, now);
    for (const one of back) counters.noteAdded(one);
    await countReplies(tx, subdomain_id, [parent?.id ?? id]);
    await counters.write();
    return id;
  },
});
