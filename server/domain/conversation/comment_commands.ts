import { textLimits } from '../../../contract/limits.ts';
import { isTeamMember } from '../../../contract/permissions.ts';
import { CONSOLE_CHANNEL } from '../../../contract/states.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import { booleanInput, idInput, objectInput, required } from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { findUser } from '../account/find.ts';
import { user } from '../account/user.ts';
import { inMimeType, inRawText, readRequiredText } from '../ideas/content.ts';
import { Counters } from '../counters/counters.ts';
import { isVisibleComment } from '../counters/numbers.ts';
import { findSuggestion } from '../ideas/find.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { comment } from './comment.ts';
import { lockComment } from './find.ts';
import { setSubscription } from './support.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';

const inBody = inRawText('Text.', textLimits.richTextCharacters);
/** The team's own public comment (DEC-120). Staff may comment whatever the idea's status (DEC-132). */
export const commentCreate = defineCommand({
  name: 'comment_create',
  description: 'Writes a public comment: of the team, from the caller, or what someone else said.',
  requires: writeRight('feedback'),
  input: {
    body: required(inBody),
    body_mime_type: inMimeType,
    links: required(
      objectInput('CommentCreateLinks', 'What a new comment belongs to.', {
        suggestion: required(idInput('Idea.')),
        user: idInput('Author; the caller when not given.'),
      }),
    ),
    attachment_tokens: inAttachmentTokens,
    subscribe: booleanInput('Whether the author gets email about the idea; stays as it is when not given.'),
  },
  returns: { entity: 'comment' },
  activity: ['comment_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const mime = input.body_mime_type ?? 'text/plain';
    const body = readRequiredText(input.body, mime, 'body', textLimits.richTextCharacters);
    const { id: suggestion_id } = await findSuggestion(
      tx,
      subdomain_id,
      input.links.suggestion,
      'links.suggestion',
      { lock: true, joins: true },
    );
    const author =
      input.links.user === undefined
        ? null
        : await findUser(tx, subdomain_id, input.links.user, 'links.user');
    if (author?.allowed_state === 'blocked')
      throw badInput('links.user', 'This person is blocked and cannot comment. Unblock them first.', {
        reason: 'blocked',
      });
    const creator_id = author === null ? viewer.user_id : author.id;
    const is_admin_comment = author === null || isTeamMember(author.license_type);
    const row = { suggestion_id, is_admin_comment, created_at: now };
    const { id } = await tx
      .insertInto('comments')
      .values({
        subdomain_id,
        ...row,
        body,
        body_mime_type: mime,
        creator_id,
        state: 'approved',
        channel: CONSOLE_CHANNEL,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimAttachments(context, input.attachment_tokens, 'comment_id', id);
    if (input.subscribe !== undefined && creator_id !== null)
      await setSubscription(context, { suggestion_id, user_id: creator_id }, input.subscribe);
    await context.activity({ kind: 'comment_created', suggestion_id, comment_id: id, user_id: creator_id });
    const counters = new Counters(tx, subdomain_id, now);
    counters.commentAdded(row);
    await counters.write();
    return id;
  },
});

const CURRENT = {
  id: true,
  body: true,
  body_mime_type: true,
  state: true,
  updated_at: true,
  created_by: { id: true, name: true },
  suggestion: { id: true, title: true },
} as const;

/** The panel Modify comment (CALL-M-003, ENT-017, VALID-069, DEC-100). */
export const commentUpdate = defineCommand({
  name: 'comment_update',
  description:
    'Changes a comment; what is not given stays. It may move to another idea and get another author.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Comment.')),
    body: required(inBody),
    body_mime_type: inMimeType,
    attachment_tokens: inAttachmentTokens,
    links: objectInput('CommentLinks', 'What a comment belongs to.', {
      suggestion: idInput('Idea.'),
      user: idInput('Author.'),
    }),
    subscribe: booleanInput('Whether the author gets email about the idea; stays as it is when not given.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'comment' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockComment(tx, subdomain_id, input.id, 'id');
    await assertNotModified(input.if_updated_at, row, 'comment', () =>
      readRecord(tx, viewer, comment, [user, suggestion], row.id, CURRENT),
    );
    const body_mime_type = input.body_mime_type ?? row.body_mime_type;
    const body = readRequiredText(input.body, body_mime_type, 'body', textLimits.richTextCharacters);
    const suggestion_id = input.links?.suggestion ?? row.suggestion_id;
    const creator_id = input.links?.user ?? row.creator_id;
    const moves = suggestion_id !== row.suggestion_id;
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([row.suggestion_id, suggestion_id]);
    if (moves) await findSuggestion(tx, subdomain_id, suggestion_id, 'links.suggestion', { joins: true });
    const author =
      creator_id === null || creator_id === row.creator_id
        ? null
        : await findUser(tx, subdomain_id, creator_id, 'links.user');
    const is_admin_comment = author ? isTeamMember(author.license_type) : row.is_admin_comment;

    await tx
      .updateTable('comments')
      .set({
        suggestion_id,
        creator_id,
        body,
        body_mime_type,
        is_admin_comment,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await claimAttachments(context, input.attachment_tokens, 'comment_id', row.id);
    if (input.subscribe !== undefined && creator_id !== null)
      await setSubscription(context, { suggestion_id, user_id: creator_id }, input.subscribe);
    if (moves)
      await tx
        .updateTable('activity_entries')
        .set({ suggestion_id })
        .where('subdomain_id', '=', subdomain_id)
        .where('comment_id', '=', row.id)
        .execute();
    if (isVisibleComment(row.state) && (moves || is_admin_comment !== row.is_admin_comment)) {
      counters.commentRemoved(row);
      counters.commentAdded({ ...row, suggestion_id, is_admin_comment });
    } else if (body !== row.body) counters.textChanged(suggestion_id);
    await counters.write();
    return row.id;
  },
});

/** Commands that delete comments or mark them as spam, one or many: what comment_restore takes back. */
const HIDES = ['comment_delete', 'comment_spam', 'comments_bulk_delete', 'comments_bulk_spam'] as const;

/** Hides a comment and remembers its state. @returns its id */
async function hide(
  context: CommandContext,
  id: string,
  command: 'comment_delete' | 'comment_spam',
  state: 'deleted' | 'spam',
): Promise<string> {
  const { tx, subdomain_id, now } = context;
  const row = await lockComment(tx, subdomain_id, id, 'id');
  if (row.state === state) return row.id;
  await tx
    .updateTable('comments')
    .set({ state, updated_at: nextUpdatedAt(row, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .execute();
  await recordUndo(context, command, [
    { table: 'comments', id, before: { state: row.state }, after: { state } },
  ]);
  await context.audit(command, id, { suggestion_id: row.suggestion_id });
  const counters = new Counters(tx, subdomain_id, now);
  if (isVisibleComment(row.state)) counters.commentRemoved(row);
  await counters.write();
  return row.id;
}

/** Deletes a comment (CALL-M-004, STATE-051). */
export const commentDelete = defineCommand({
  name: 'comment_delete',
  description: 'Deletes a comment. comment_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Comment.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => ({ id: await hide(context, id, 'comment_delete', 'deleted') }),
});

/** Marks a comment as spam: it is no longer seen and counts no more (CALL-M-005, STATE-050). */
export const commentSpam = defineCommand({
  name: 'comment_spam',
  description:
    'Marks a comment as spam: end users no longer see it and it counts no more. comment_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Comment.')) },
  returns: { entity: 'comment' },
  run: ({ id }, context) => hide(context, id, 'comment_spam', 'spam'),
});

/** Takes the newest deletion or mark of spam back. */
export const commentRestore = defineCommand({
  name: 'comment_restore',
  description: 'Takes the deletion of a comment, or its mark as spam, back, within 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Comment.')) },
  returns: { entity: 'comment' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const [change] = await takeUndoOf(context, HIDES, 'comments', id, 'comment');
    const row = await tx
      .selectFrom('comments')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const { state } = change!.before as { state: string };
    // hidden in another way meanwhile: that has an entry of its own, and stays
    if (row.state !== (change!.after as { state: string }).state) return id;
    await tx
      .updateTable('comments')
      .set({ state, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('comment_restore', id);
    const counters = new Counters(tx, subdomain_id, now);
    if (isVisibleComment(state)) counters.commentAdded(row);
    await counters.write();
    return id;
  },
});
