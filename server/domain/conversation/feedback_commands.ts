import { sql, type Selectable } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { CHANNELS, SOURCE_TYPES } from '../../../contract/states.ts';
import { urlProblem } from '../../../contract/url.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  intInput,
  singleLine,
  objectInput,
  validatedText,
  textInput,
  enumInput,
  nullable,
  required,
} from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import type { FeedbackRecordsTable } from '../../db/tables.ts';
import { findUser } from '../account/find.ts';
import { user } from '../account/user.ts';
import { inMimeType, inRawText, readRequiredText } from '../ideas/content.ts';
import { Counters } from '../counters/counters.ts';
import { findForum, findSuggestion } from '../ideas/find.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { feedbackRecord } from './feedback_record.ts';
import { lockFeedbackRecord } from './find.ts';
import { takenVotes, watchWithWinners } from '../merge/vote_restore.ts';
import { addSupport, removeSupport, restoreSupport, setSubscription } from './support.ts';
import { recordUndo, takeUndoOf, type UndoChange } from '../undo/undo.ts';

type FeedbackRow = Selectable<FeedbackRecordsTable>;

const inLinks = objectInput('FeedbackRecordLinks', 'What a feedback record belongs to.', {
  suggestion: nullable(idInput('Idea; null: none, then it waits in the inbox.')),
  user: nullable(idInput('Who said it; null: unknown.')),
});
const inBody = inRawText('What was said.', textLimits.richTextCharacters);
const inSourceUrl = nullable(
  validatedText('Address of the original; empty or null: none.', textLimits.urlCharacters, urlProblem),
);
const inSeverity = nullable(
  intInput('1 low, 2 medium, 3 high, 4 critical; null: not set.', { min: 1, max: 4 }),
);

const FURTHER = {
  attachment_tokens: inAttachmentTokens,
  source_url: inSourceUrl,
  source_type: nullable(
    enumInput('What the address leads to; url when only an address is given.', SOURCE_TYPES),
  ),
  source_guid: nullable(
    textInput('Id of the original in its system; one record for each.', textLimits.nameCharacters),
  ),
  source_title: nullable(singleLine('Title of the original.', textLimits.nameCharacters)),
  severity: inSeverity,
  prompt: nullable(textInput('Question that it answers.', textLimits.reasonCharacters)),
  referrer: nullable(textInput('Page that it came from.', textLimits.urlCharacters)),
  subscribe: booleanInput('Whether the person gets email about the idea; stays as it is when not given.'),
};

/** Refuses a source that was captured before, so that two captures of one ticket are one record. */
async function refuseKnownSource(
  { tx, subdomain_id }: CommandContext,
  source_type: string | null,
  source_guid: string | null,
  ownId: string | null,
): Promise<void> {
  if (source_guid === null) return;
  if (source_type === null)
    throw badInput('source_type', 'The source type is required beside the source guid.', {
      reason: 'required',
    });
  const known = await tx
    .selectFrom('feedback_records')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('source_type', '=', source_type)
    .where('source_guid', '=', source_guid)
    .executeTakeFirst();
  if (known && known.id !== ownId)
    throw badInput('source_guid', 'This source was captured already.', {
      reason: 'duplicate',
      httpStatus: 409,
    });
}

/** The idea that feedback is linked to: of a forum that takes feedback. */
async function findTarget({ tx, subdomain_id }: CommandContext, id: string): Promise<void> {
  const idea = await findSuggestion(tx, subdomain_id, id, 'links.suggestion', { joins: true });
  const { allow_requests, name } = await findForum(tx, subdomain_id, idea.forum_id, 'links.suggestion');
  if (!allow_requests)
    throw badInput('links.suggestion', `The forum "${name}" of this idea takes no feedback.`);
}

async function refuseUnlinked({ tx, subdomain_id }: CommandContext): Promise<void> {
  const settings = await tx
    .selectFrom('subdomains')
    .select('require_suggestion_on_capture_feedback')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  if (settings.require_suggestion_on_capture_feedback)
    throw badInput(
      'links.suggestion',
      'The idea is required: this workspace takes no feedback without one.',
      { reason: 'required' },
    );
}

/** Does the person stand behind the idea by another feedback record? To be asked with the idea locked. */
async function hasOtherRecord(
  { tx, subdomain_id }: CommandContext,
  row: { id: string; suggestion_id: string | null; user_id: string | null },
): Promise<boolean> {
  const other = await tx
    .selectFrom('feedback_records')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('suggestion_id', '=', row.suggestion_id)
    .where('user_id', '=', row.user_id)
    .where('state', '=', 'active')
    .where('id', '<>', row.id)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** The panel Add feedback (CALL-M-011, ENT-014, DEC-002, DEC-097). */
export const feedbackRecordCreate = defineCommand({
  name: 'feedback_record_create',
  description:
    'Writes down what a customer said. Linked to an idea it makes the person a supporter, and the creator of an idea that the caller wrote down without one; without one it waits in the inbox, unless the workspace asks for an idea.',
  requires: writeRight('feedback'),
  input: {
    body: required(inBody),
    body_mime_type: inMimeType,
    channel: required(enumInput('Where it came in.', CHANNELS)),
    links: inLinks,
    ...FURTHER,
  },
  returns: { entity: 'feedback_record' },
  activity: ['feedback_record_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const mime = input.body_mime_type ?? 'text/plain';
    const body = readRequiredText(input.body, mime, 'body', textLimits.richTextCharacters);
    const suggestion_id = input.links?.suggestion ?? null;
    const user_id = input.links?.user ?? null;
    const counters = new Counters(tx, subdomain_id, now);
    if (suggestion_id === null) await refuseUnlinked(context);
    else {
      await counters.watch([suggestion_id]);
      await findTarget(context, suggestion_id);
    }
    if (user_id !== null) await findUser(tx, subdomain_id, user_id, 'links.user');
    if (input.subscribe && user_id === null)
      throw badInput('links.user', 'The user is required to subscribe someone.', { reason: 'required' });
    const source_url = input.source_url || null;
    const source_type = input.source_type ?? (source_url === null ? null : 'url');
    const source_guid = input.source_guid || null;
    await refuseKnownSource(context, source_type, source_guid, null);

    const { id } = await tx
      .insertInto('feedback_records')
      .values({
        subdomain_id,
        suggestion_id,
        user_id,
        body,
        source_url,
        source_type,
        source_guid,
        body_mime_type: mime,
        channel: input.channel,
        captured_by_id: viewer.user_id,
        source_title: input.source_title || null,
        severity: input.severity ?? null,
        prompt: input.prompt || null,
        referrer: input.referrer || null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimAttachments(context, input.attachment_tokens, 'feedback_record_id', id);
    counters.feedbackAdded({ suggestion_id, user_id, created_at: now });
    await join(context, counters, { id, suggestion_id, user_id }, input.channel, input.subscribe);
    if (suggestion_id !== null && user_id !== null) await nameCreator(context, suggestion_id, user_id);
    if (suggestion_id !== null)
      await context.activity({ kind: 'feedback_record_created', suggestion_id, feedback_record_id: id });
    await counters.write();
    return id;
  },
});

/** The person of a record linked to an idea becomes its supporter, and subscribes as asked; one who is blocked does neither. */
async function join(
  context: CommandContext,
  counters: Counters,
  row: { id: string; suggestion_id: string | null; user_id: string | null },
  channel: string,
  subscribe: boolean | undefined,
): Promise<void> {
  if (row.suggestion_id === null || row.user_id === null) return;
  const pair = { suggestion_id: row.suggestion_id, user_id: row.user_id };
  await addSupport(
    context,
    counters,
    pair,
    CHANNELS.find((known) => known === channel),
  );
  if (subscribe !== undefined) await setSubscription(context, pair, subscribe);
}

/**
 * An idea that the caller wrote down for someone whom they had not named yet, as one does while capturing feedback,
 * is from the person of the first feedback that they then give it (DEC-090). Other ideas keep what they have.
 */
async function nameCreator(
  { tx, subdomain_id, viewer, now }: CommandContext,
  suggestion_id: string,
  user_id: string,
): Promise<void> {
  await sql`
update suggestions s set creator_id = ${user_id}::bigint, captured_by_id = nullif(s.captured_by_id, ${user_id}::bigint), updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
where s.subdomain_id = ${subdomain_id} and s.id = ${suggestion_id} and s.creator_id is null and s.captured_by_id = ${viewer.user_id}::bigint`.execute(
    tx,
  );
}

const CURRENT = {
  id: true,
  body: true,
  body_mime_type: true,
  source_url: true,
  severity: true,
  updated_at: true,
  user: { id: true, name: true },
  suggestion: { id: true, title: true },
} as const;

/**
 * The panel Edit feedback (CALL-M-012, ENT-015, DEC-099). Linked to another idea, or said to be from
 * someone else, it takes along the support that came with it; support from elsewhere stays.
 */
export const feedbackRecordUpdate = defineCommand({
  name: 'feedback_record_update',
  description:
    'Changes a feedback record; what is not given stays. Linked elsewhere it takes along the support that came with it.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Feedback record.')),
    body: required(inBody),
    body_mime_type: inMimeType,
    channel: enumInput('Where it came in.', CHANNELS),
    links: inLinks,
    ...FURTHER,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'feedback_record' },
  activity: ['feedback_record_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockFeedbackRecord(tx, subdomain_id, input.id, 'id');
    await assertNotModified(input.if_updated_at, row, 'feedback record', () =>
      readRecord(tx, viewer, feedbackRecord, [user, suggestion], row.id, CURRENT),
    );
    const body_mime_type = input.body_mime_type ?? row.body_mime_type;
    const body = readRequiredText(input.body, body_mime_type, 'body', textLimits.richTextCharacters);
    const suggestion_id = input.links?.suggestion === undefined ? row.suggestion_id : input.links.suggestion;
    const user_id = input.links?.user === undefined ? row.user_id : input.links.user;
    const moves = suggestion_id !== row.suggestion_id;
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([row.suggestion_id, suggestion_id].filter((id) => id !== null));
    if (moves && suggestion_id === null) await refuseUnlinked(context);
    if (moves && suggestion_id !== null) await findTarget(context, suggestion_id);
    if (user_id !== null && user_id !== row.user_id) await findUser(tx, subdomain_id, user_id, 'links.user');
    if (input.subscribe && user_id === null)
      throw badInput('links.user', 'The user is required to subscribe someone.', { reason: 'required' });
    const source_url = input.source_url === undefined ? row.source_url : input.source_url || null;
    const source_type =
      input.source_type === undefined
        ? (row.source_type ?? (source_url === null ? null : 'url'))
        : input.source_type;
    const source_guid = input.source_guid === undefined ? row.source_guid : input.source_guid || null;
    await refuseKnownSource(context, source_type, source_guid, row.id);

    await tx
      .updateTable('feedback_records')
      .set({
        suggestion_id,
        user_id,
        body,
        body_mime_type,
        source_url,
        source_type,
        source_guid,
        channel: input.channel ?? row.channel,
        source_title: input.source_title === undefined ? row.source_title : input.source_title || null,
        severity: input.severity === undefined ? row.severity : input.severity,
        prompt: input.prompt === undefined ? row.prompt : input.prompt || null,
        referrer: input.referrer === undefined ? row.referrer : input.referrer || null,
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await claimAttachments(context, input.attachment_tokens, 'feedback_record_id', row.id);
    if (moves || user_id !== row.user_id) {
      counters.feedbackRemoved(row);
      counters.feedbackAdded({ ...row, suggestion_id, user_id });
      if (await cameWithRecord(context, row))
        await removeSupport(context, counters, { suggestion_id: row.suggestion_id!, user_id: row.user_id! });
    }
    if (suggestion_id !== null && body !== row.body) counters.textChanged(suggestion_id);
    await join(context, counters, { id: row.id, suggestion_id, user_id }, row.channel, input.subscribe);
    if (moves) await moveActivity(context, row, suggestion_id);
    await counters.write();
    return row.id;
  },
});

/** Was the support given by capturing this very record, and does no other record of the person hold it? */
async function cameWithRecord(context: CommandContext, row: FeedbackRow): Promise<boolean> {
  if (row.suggestion_id === null || row.user_id === null) return false;
  const support = await context.tx
    .selectFrom('supporters')
    .select('created_at')
    .where('subdomain_id', '=', context.subdomain_id)
    .where('suggestion_id', '=', row.suggestion_id)
    .where('user_id', '=', row.user_id)
    .executeTakeFirst();
  return support?.created_at?.getTime() === row.created_at.getTime() && !(await hasOtherRecord(context, row));
}

/** The line of the feed goes with the record; one that waited in the inbox gets its line now. */
async function moveActivity(
  context: CommandContext,
  row: FeedbackRow,
  suggestion_id: string | null,
): Promise<void> {
  if (suggestion_id === null) return;
  const moved = await context.tx
    .updateTable('activity_entries')
    .set({ suggestion_id })
    .where('subdomain_id', '=', context.subdomain_id)
    .where('feedback_record_id', '=', row.id)
    .returning('id')
    .execute();
  if (moved.length === 0)
    await context.activity({ kind: 'feedback_record_created', suggestion_id, feedback_record_id: row.id });
}

/** Deletes a record and, unless another one of the same person remains on the idea, their vote (CALL-M-013, DEC-098). */
export const feedbackRecordDelete = defineCommand({
  name: 'feedback_record_delete',
  description:
    'Deletes a feedback record, and the vote of its person on the idea unless another record of theirs remains there. feedback_record_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Feedback record.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await lockFeedbackRecord(tx, subdomain_id, id, 'id');
    const counters = new Counters(tx, subdomain_id, now);
    if (row.suggestion_id !== null) await counters.watch([row.suggestion_id]);
    await tx
      .updateTable('feedback_records')
      .set({ state: 'deleted', updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    counters.feedbackRemoved(row);
    const changes: UndoChange[] = [{ table: 'feedback_records', id, before: { state: row.state } }];
    if (row.suggestion_id !== null && row.user_id !== null && !(await hasOtherRecord(context, row))) {
      changes.push(
        ...(await removeSupport(context, counters, {
          suggestion_id: row.suggestion_id,
          user_id: row.user_id,
        })),
      );
    }
    await recordUndo(context, 'feedback_record_delete', changes);
    await context.audit('feedback_record_delete', id, { suggestion_id: row.suggestion_id });
    await counters.write();
    return { id };
  },
});

/** Takes a deletion back, with the vote that went with it. */
export const feedbackRecordRestore = defineCommand({
  name: 'feedback_record_restore',
  description:
    'Takes the deletion of a feedback record back, with the vote that went with it, within 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Feedback record.')) },
  returns: { entity: 'feedback_record' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const changes = await takeUndoOf(
      context,
      ['feedback_record_delete'],
      'feedback_records',
      id,
      'feedback record',
    );
    const row = await tx
      .selectFrom('feedback_records')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    const counters = new Counters(tx, subdomain_id, now);
    await watchWithWinners(context, counters, [
      ...(row.suggestion_id === null ? [] : [row.suggestion_id]),
      ...takenVotes(changes).map((vote) => vote.suggestion_id),
    ]);
    await tx
      .updateTable('feedback_records')
      .set({ state: 'active', updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    counters.feedbackAdded(row);
    // a merge may have taken the record to another idea meanwhile: the vote goes with it, and comes apart with it
    await restoreSupport(context, counters, changes);
    await context.audit('feedback_record_restore', id);
    await counters.write();
    return id;
  },
});
