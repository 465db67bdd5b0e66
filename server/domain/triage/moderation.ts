import type { AuditAction } from '../../../contract/audit.ts';
import { graphqlLimits } from '../../../contract/limits.ts';
import { isOneOf, type SuggestionState } from '../../../contract/states.ts';
import { inIfUpdatedAt, nextUpdatedAt, assertNotModified } from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import { idInput, idListInput, required } from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { Counters } from '../counters/counters.ts';
import { findSuggestion } from '../ideas/find.ts';
import { selectionInputs, type Selected } from '../ideas/selection.ts';
import { lockComments, setCommentStates } from '../conversation/comment_states.ts';
import { lockComment } from '../conversation/find.ts';
import { currentSuggestion } from '../conversation/idea_commands.ts';
import { bulkResult, finishBulk, lockChosen, setStates, type BulkAnswer } from './triage.ts';
import { recordUndo, type UndoChange } from '../undo/undo.ts';

/*
 * What is held back is approved, marked as spam or deleted (DEC-194). An idea counts in its forum while it
 * waits, and no longer as spam; a comment counts once it is approved.
 */

/** States that can be approved, and those that can be marked as spam. */
const HELD: readonly SuggestionState[] = ['pending', 'spam'];
const MAY_BE_SPAM: readonly SuggestionState[] = ['published', 'approved', 'pending', 'closed'];

/** Gives one idea another state. */
async function setState(
  context: CommandContext,
  input: { id: string; if_updated_at?: Date },
  from: readonly SuggestionState[],
  state: SuggestionState,
  refusal: string,
): Promise<UndoChange[]> {
  const { tx, subdomain_id, now } = context;
  const counters = new Counters(tx, subdomain_id, now);
  await counters.watch([input.id]);
  const idea = await findSuggestion(tx, subdomain_id, input.id, 'id');
  await assertNotModified(input.if_updated_at, idea, 'idea', () => currentSuggestion(context, idea.id));
  if (idea.state === state) return [];
  if (!isOneOf(from, idea.state)) throw badInput('id', refusal, { reason: 'state' });
  await tx
    .updateTable('suggestions')
    .set({ state, updated_at: nextUpdatedAt(idea, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', idea.id)
    .execute();
  await counters.write();
  return [{ table: 'suggestions', id: idea.id, before: { state: idea.state }, after: { state } }];
}

/** Approves an idea that waits for review, or that was marked as spam by mistake. */
export const suggestionApprove = defineCommand({
  name: 'suggestion_approve',
  description: 'Approves an idea that waits for review or is marked as spam: it is open from then on.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')), if_updated_at: inIfUpdatedAt },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const changes = await setState(
      context,
      input,
      HELD,
      'approved',
      'Only an idea that waits for review or is marked as spam can be approved.',
    );
    if (changes.length > 0) await context.audit('suggestion_approve', input.id);
    return input.id;
  },
});

/** Marks an idea as spam: it leaves every list but that of spam. */
export const suggestionSpam = defineCommand({
  name: 'suggestion_spam',
  description:
    'Marks an idea as spam: it leaves the lists and counts no more in its forum. suggestion_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')), if_updated_at: inIfUpdatedAt },
  returns: { entity: 'suggestion' },
  run: async (input, context) => {
    const changes = await setState(
      context,
      input,
      MAY_BE_SPAM,
      'spam',
      'An idea that was merged cannot be marked as spam.',
    );
    await recordUndo(context, 'suggestion_spam', changes);
    if (changes.length > 0) await context.audit('suggestion_spam', input.id);
    return input.id;
  },
});

/** Gives many ideas another state; those in other states than `from` stay as they are. */
async function setStatesOf(
  context: CommandContext,
  command: AuditAction,
  chosen: Selected,
  from: readonly SuggestionState[],
  state: SuggestionState,
): Promise<BulkAnswer> {
  const counters = new Counters(context.tx, context.subdomain_id, context.now);
  const { ideas, chosenCount } = await lockChosen(context, counters, chosen);
  const changed = ideas.filter((idea) => isOneOf(from, idea.state));
  await setStates(
    context,
    changed.map(({ id }) => ({ id, state })),
  );
  const answer = await finishBulk(
    context,
    command,
    changed.map((idea): UndoChange => ({
      table: 'suggestions',
      id: idea.id,
      before: { state: idea.state },
      after: { state },
    })),
    chosenCount,
  );
  await counters.write();
  return answer;
}

/** Approves many ideas at once. */
export const suggestionsBulkApprove = defineCommand({
  name: 'suggestions_bulk_approve',
  description:
    'Approves ideas that wait for review or are marked as spam; others are passed over. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: selectionInputs,
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: (input, context) => setStatesOf(context, 'suggestions_bulk_approve', input, HELD, 'approved'),
});

/** Marks many ideas as spam at once. */
export const suggestionsBulkSpam = defineCommand({
  name: 'suggestions_bulk_spam',
  description:
    'Marks ideas as spam; merged ones are passed over. bulk_undo takes it back for 30 days, suggestion_restore takes back one of them.',
  requires: writeRight('feedback'),
  input: selectionInputs,
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: (input, context) => setStatesOf(context, 'suggestions_bulk_spam', input, MAY_BE_SPAM, 'spam'),
});

/** Approves a comment that waits for review, or that was marked as spam by mistake. */
export const commentApprove = defineCommand({
  name: 'comment_approve',
  description:
    'Approves a comment that waits for review or is marked as spam: end users see it and it counts.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Comment.')) },
  returns: { entity: 'comment' },
  run: async ({ id }, context) => {
    const row = await lockComment(context.tx, context.subdomain_id, id, 'id');
    if (row.state !== 'pending' && row.state !== 'spam') return id;
    const counters = new Counters(context.tx, context.subdomain_id, context.now);
    await setCommentStates(context, counters, [{ row, state: 'approved' }]);
    await context.audit('comment_approve', id, { suggestion_id: row.suggestion_id });
    await counters.write();
    return id;
  },
});

const inComments = {
  ids: required(
    idListInput('Comments; those that are not there are passed over.', graphqlLimits.idsPerArgument),
  ),
};
/** Gives many comments another state; those in other states than `from` stay as they are. */
async function setCommentStatesOf(
  context: CommandContext,
  command: AuditAction,
  ids: readonly string[],
  from: readonly string[],
  state: string,
): Promise<BulkAnswer> {
  const rows = (await lockComments(context, ids, true)).filter((row) => from.includes(row.state));
  const counters = new Counters(context.tx, context.subdomain_id, context.now);
  const changes = await setCommentStates(
    context,
    counters,
    rows.map((row) => ({ row, state })),
  );
  const answer = await finishBulk(context, command, changes, ids.length);
  await counters.write();
  return answer;
}

/** Approves many comments at once. */
export const commentsBulkApprove = defineCommand({
  name: 'comments_bulk_approve',
  description:
    'Approves comments that wait for review or are marked as spam; others are passed over. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: inComments,
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: ({ ids }, context) =>
    setCommentStatesOf(context, 'comments_bulk_approve', ids, ['pending', 'spam'], 'approved'),
});

/** Marks many comments as spam at once. */
export const commentsBulkSpam = defineCommand({
  name: 'comments_bulk_spam',
  description:
    'Marks comments as spam. bulk_undo takes it back for 30 days, comment_restore takes back one of them.',
  requires: writeRight('feedback'),
  input: inComments,
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: ({ ids }, context) =>
    setCommentStatesOf(context, 'comments_bulk_spam', ids, ['published', 'approved', 'pending'], 'spam'),
});

/** Deletes many comments at once. */
export const commentsBulkDelete = defineCommand({
  name: 'comments_bulk_delete',
  description:
    'Deletes comments. bulk_undo takes it back for 30 days, comment_restore takes back one of them.',
  requires: writeRight('feedback'),
  input: inComments,
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  run: ({ ids }, context) =>
    setCommentStatesOf(
      context,
      'comments_bulk_delete',
      ids,
      ['published', 'approved', 'pending', 'spam'],
      'deleted',
    ),
});
