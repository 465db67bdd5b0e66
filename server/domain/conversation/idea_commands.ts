import { escapeHtml } from '../../../contract/rich_text.ts';
import { sql } from 'kysely';
import type { IdeaEditName } from '../../../contract/idea_fields.ts';
import { textLimits } from '../../../contract/limits.ts';
import { CONSOLE_CHANNEL, CONVERSION_SOURCE_TYPES } from '../../../contract/states.ts';
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
  singleLine,
  objectInput,
  textInput,
  enumInput,
  nullable,
  required,
} from '../../inputs/kinds.ts';
import { writeRight } from '../../core/viewer.ts';
import { findUser } from '../account/find.ts';
import { user } from '../account/user.ts';
import { category } from '../ideas/category.ts';
import {
  inMimeType,
  inRawTextOrNull,
  insertTexts,
  readContents,
  readText,
  updateCustomFields,
  updateTexts,
} from '../ideas/content.ts';
import { Counters } from '../counters/counters.ts';
import { inCustomFieldMap, readCustomFields } from '../ideas/custom_field_values.ts';
import { findCategory, findForum, findSuggestion, refuseClosed } from '../ideas/find.ts';
import { forum } from '../ideas/forum.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { lockComment } from './find.ts';
import { createMailing } from '../mail/create.ts';
import { limitBulkMail, requireMail } from '../mail/rules.ts';
import { raiseFlag } from './flag_commands.ts';
import { addSupport, setSubscription } from './support.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';

const inLinks = objectInput('SuggestionLinks', 'Where an idea belongs.', {
  forum: idInput('Forum.'),
  category: nullable(idInput('Category of that forum; null: none.')),
});
const inTitle = singleLine('Title, on one line.', textLimits.ideaTitleCharacters);
const inCreator = objectInput('SuggestionCreator', 'Who an idea is from.', {
  id: required(idInput('Person.')),
});

interface PlaceInput {
  links?: { forum?: string; category?: string | null };
  forum_id?: string;
  category_id?: string | null;
}

/**
 * Joins links.forum with forum_id, and links.category with category_id, which mean the same (DEC-024).
 * @returns undefined where nothing was given; category null: none
 * @throws BAD_USER_INPUT when both are given and differ
 */
function readPlace(input: PlaceInput): {
  forum_id: string | undefined;
  category_id: string | null | undefined;
} {
  const join = <T>(linked: T | undefined, own: T | undefined, name: string): T | undefined => {
    if (linked !== undefined && own !== undefined && linked !== own)
      throw badInput(
        `${name}_id`,
        `links.${name} and ${name}_id were both given and differ. Send one of them.`,
      );
    return linked ?? own ?? (linked === null || own === null ? (null as T) : undefined);
  };
  return {
    forum_id: join(input.links?.forum, input.forum_id, 'forum'),
    category_id: join(input.links?.category, input.category_id, 'category'),
  };
}

/** Refuses an idea without a category in a forum that asks for one (VALID-036). */
function refuseUncategorized(
  place: { category_required: boolean; name: string },
  categoryId: string | null,
): void {
  if (place.category_required && categoryId === null)
    throw badInput('links.category', `The forum "${place.name}" asks for a category.`, {
      reason: 'required',
    });
}

/**
 * The comment or idea that a new idea is made from, locked. A comment is converted once; when the
 * idea that it became was deleted it may be converted again, since it reads as not converted (STATE-052).
 */
async function readSource(
  input: { conversion_source_type?: 'Suggestion' | 'Comment'; conversion_source_id?: string },
  { tx, subdomain_id }: CommandContext,
): Promise<{ comment_id: string | null; suggestion_id: string | null }> {
  const { conversion_source_type: type, conversion_source_id: id } = input;
  if (type === undefined && id === undefined) return { comment_id: null, suggestion_id: null };
  if (type === undefined)
    throw badInput('conversion_source_type', 'The conversion source type is required beside its id.', {
      reason: 'required',
    });
  if (id === undefined)
    throw badInput('conversion_source_id', 'The conversion source id is required beside its type.', {
      reason: 'required',
    });
  if (type === 'Suggestion')
    return {
      comment_id: null,
      suggestion_id: (await findSuggestion(tx, subdomain_id, id, 'conversion_source_id', { lock: true })).id,
    };
  const comment = await lockComment(tx, subdomain_id, id, 'conversion_source_id');
  if (comment.converted_to_suggestion_id !== null) {
    const former = await tx
      .selectFrom('suggestions')
      .select('state')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', comment.converted_to_suggestion_id)
      .executeTakeFirst();
    if (former?.state !== 'deleted')
      throw badInput('conversion_source_id', 'This comment was converted to an idea already.', {
        reason: 'converted',
      });
  }
  return { comment_id: comment.id, suggestion_id: null };
}

/** The panels Create idea, Split idea and Upgrade comment (CALL-M-044, ENT-011, DEC-024, DEC-090). */
export const suggestionCreate = defineCommand({
  name: 'suggestion_create',
  description:
    'Makes an idea, in state approved. Its creator becomes a supporter; without one no one votes for it yet.',
  requires: writeRight('feedback'),
  input: {
    title: required(inTitle),
    body: inRawTextOrNull('Description.', textLimits.ideaBodyCharacters),
    body_mime_type: inMimeType,
    links: required(inLinks),
    forum_id: idInput('The same as links.forum.'),
    category_id: nullable(idInput('The same as links.category.')),
    creator: {
      ...nullable(inCreator),
      description:
        'Who the idea is from; the caller when not given. Null: no one yet, as when feedback is captured whose person is not known; the first person that the caller then gives feedback of is its creator.',
    },
    attachment_tokens: inAttachmentTokens,
    subscribe_creator: booleanInput(
      'Whether the creator gets email about the idea; when not given they do not watch it.',
    ),
    conversion_source_type: enumInput('What the idea is made from.', CONVERSION_SOURCE_TYPES),
    conversion_source_id: idInput(
      'Comment that becomes an idea, which it can once; or idea that this one is split from.',
    ),
    notify_source_subscribers: booleanInput(
      'Of a split: emails those who follow the source that there is a new idea. mailing_call_back stops it within its first seconds.',
    ),
    copy_supporters: booleanInput(
      'Of a split: everyone who supports and follows the source supports and follows the new idea, too.',
    ),
    flag_for_admin: booleanInput('Raises a flag of the team on the new idea.'),
    flag_reason: textInput('Why; required with flag_for_admin.', textLimits.reasonCharacters),
  },
  returns: { entity: 'suggestion' },
  activity: ['suggestion_created', 'suggestion_split', 'internal_flag_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { title } = input;
    const mime = input.body_mime_type ?? 'text/plain';
    const body = readText(input.body, mime, 'body', textLimits.ideaBodyCharacters);
    const { forum_id, category_id = null } = readPlace(input);
    if (forum_id === undefined)
      throw badInput('links.forum', 'The forum is required.', { reason: 'required' });
    if (input.flag_for_admin && !input.flag_reason)
      throw badInput('flag_reason', 'The flag reason is required.', { reason: 'required' });
    const place = await findForum(tx, subdomain_id, forum_id, 'links.forum');
    refuseClosed(place, 'links.forum');
    if (category_id !== null) await findCategory(tx, subdomain_id, category_id, forum_id, 'links.category');
    refuseUncategorized(place, category_id);
    const creator_id = input.creator
      ? (await findUser(tx, subdomain_id, input.creator.id, 'creator.id')).id
      : input.creator === null
        ? null
        : viewer.user_id;
    if (creator_id === null && input.subscribe_creator)
      throw badInput('creator', 'No one is known who could subscribe. Choose a creator.', {
        reason: 'required',
      });
    const source = await readSource(input, context);
    if (source.suggestion_id === null && input.copy_supporters)
      throw badInput('copy_supporters', 'Voters are copied from an idea. Name it as the source.');
    if (source.suggestion_id !== null && input.notify_source_subscribers) {
      await requireMail(context, 'notify_source_subscribers');
      await limitBulkMail(context);
    }

    const { id } = await tx
      .insertInto('suggestions')
      .values({
        subdomain_id,
        title,
        forum_id,
        category_id,
        creator_id,
        captured_by_id: creator_id === viewer.user_id ? null : viewer.user_id,
        state: 'approved',
        channel: CONSOLE_CHANNEL,
        split_from_id: source.suggestion_id,
        created_at: now,
        updated_at: now,
        last_activity_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertTexts(tx, subdomain_id, id, { title, body, body_mime_type: mime });
    await claimAttachments(context, input.attachment_tokens, 'suggestion_id', id);

    const counters = new Counters(tx, subdomain_id, now);
    counters.ideaCreated(id);
    if (creator_id !== null) {
      const pair = { suggestion_id: id, user_id: creator_id };
      await addSupport(context, counters, pair);
      if (input.subscribe_creator !== undefined)
        await setSubscription(context, pair, input.subscribe_creator);
    }

    const wish =
      input.notify_source_subscribers === undefined
        ? {}
        : { notify_source_subscribers: input.notify_source_subscribers };
    await context.activity({
      kind: 'suggestion_created',
      suggestion_id: id,
      ...(source.suggestion_id === null ? {} : { related_suggestion_id: source.suggestion_id }),
      details: {
        title,
        ...(source.comment_id === null ? {} : { converted_from_comment_id: source.comment_id, ...wish }),
      },
    });
    if (source.suggestion_id !== null) {
      const supporters_copied = input.copy_supporters
        ? await copySupporters(context, counters, source.suggestion_id, id)
        : 0;
      await context.activity({
        kind: 'suggestion_split',
        suggestion_id: source.suggestion_id,
        related_suggestion_id: id,
        details: { title, ...wish, ...(supporters_copied > 0 ? { supporters_copied } : {}) },
      });
      if (input.notify_source_subscribers)
        await tellOfSplit(context, source.suggestion_id, { id, title, body, body_mime_type: mime });
    }
    if (source.comment_id !== null) {
      await tx
        .updateTable('comments')
        .set({ converted_to_suggestion_id: id, updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', source.comment_id)
        .execute();
    }
    if (input.flag_for_admin)
      await raiseFlag(context, counters, { suggestion_id: id, reason: input.flag_reason!, user_id: null });
    await counters.write();
    return id;
  },
});

/** Who supports and follows an idea supports and follows another one from now on, once each. @returns how many are new there */
async function copySupporters(
  { tx, subdomain_id, now }: CommandContext,
  counters: Counters,
  from: string,
  to: string,
): Promise<number> {
  const { rows } = await sql<{ user_id: string }>`
insert into supporters as x (subdomain_id, suggestion_id, user_id, votes, channel, created_at)
select ${subdomain_id}::bigint, ${to}::bigint, o.user_id, 1, o.channel, ${now}::timestamptz
from supporters o join subscriptions b on b.subdomain_id = ${subdomain_id} and b.suggestion_id = o.suggestion_id and b.user_id = o.user_id
where o.subdomain_id = ${subdomain_id} and o.suggestion_id = ${from} and b.subscribed order by o.user_id
on conflict (subdomain_id, suggestion_id, user_id) do nothing
returning x.user_id::text as user_id`.execute(tx);
  const people = rows.map((row) => row.user_id);
  for (const user_id of people)
    counters.supportAdded({
      suggestion_id: to,
      user_id,
      votes: 1,
      importance_response_id: null,
      created_at: now,
    });
  await sql`
insert into subscriptions (subdomain_id, suggestion_id, user_id, subscribed, created_at, updated_at)
select ${subdomain_id}::bigint, ${to}::bigint, d.id, true, ${now}::timestamptz, ${now}::timestamptz from unnest(${people}::bigint[]) as d (id)
on conflict (subdomain_id, suggestion_id, user_id) do nothing`.execute(tx);
  return people.length;
}

/** Mails those who follow an idea that another one was split off. */
async function tellOfSplit(
  context: CommandContext,
  sourceId: string,
  made: { id: string; title: string; body: string | null; body_mime_type: string },
): Promise<void> {
  const { tx, subdomain_id } = context;
  const source = await tx
    .selectFrom('suggestions')
    .select('title')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', sourceId)
    .executeTakeFirstOrThrow();
  const { portal_url } = await tx
    .selectFrom('subdomains')
    .select('portal_url')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const html =
    made.body === null
      ? null
      : made.body_mime_type === 'text/html'
        ? made.body
        : `<p>${escapeHtml(made.body).replaceAll('\n', '<br>')}</p>`;
  const mailing = await createMailing(context, {
    kind: 'split_notice',
    to: { audience: 'supporter_message' },
    subject: `New idea: ${made.title}`,
    content: {
      kicker: `A part of “${source.title}”, which you follow, is an idea of its own now`,
      heading: made.title,
      html,
      idea: source.title,
      ...(portal_url
        ? { button: { label: 'See the new idea', url: `${portal_url}/suggestions/${made.id}` } }
        : {}),
    },
    suggestion_id: sourceId,
  });
  await context.audit('mailing_create', mailing.id, {
    kind: 'split_notice',
    suggestion_id: sourceId,
    expected_count: mailing.expected_count,
  });
}

/** The idea as its editors compare it. */
const CURRENT = {
  id: true,
  title: true,
  body: true,
  body_mime_type: true,
  updated_at: true,
  forum: { id: true, name: true },
  category: { id: true, name: true },
  created_by: { id: true, name: true },
  assigned_owner: { id: true, name: true },
  custom_field_map: true,
} as const;

/** Reads an idea for the refusal of an outdated change. */
export function currentSuggestion({ tx, viewer }: CommandContext, id: string): Promise<unknown> {
  return readRecord(tx, viewer, suggestion, [forum, category, user], id, CURRENT);
}

/** The panel Edit idea and the fields of the idea's page (CALL-M-045, ENT-012, DEC-091). What is not given stays. */
export const suggestionUpdate = defineCommand({
  name: 'suggestion_update',
  description:
    'Changes an idea; what is not given stays. Another forum takes the category and the labels away that belong to others.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Idea.')),
    title: inTitle,
    body: inRawTextOrNull('Description; null or empty takes it away.', textLimits.ideaBodyCharacters),
    body_mime_type: inMimeType,
    links: inLinks,
    forum_id: idInput('The same as links.forum.'),
    category_id: nullable(idInput('The same as links.category.')),
    creator_id: idInput('Who the idea is from; becomes a supporter.'),
    subscribe: booleanInput('Whether its creator gets email about the idea.'),
    attachment_tokens: inAttachmentTokens,
    custom_field_map: inCustomFieldMap,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'suggestion' },
  activity: ['suggestion_updated'],
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const { id } = input;
    const counters = new Counters(tx, subdomain_id, now);
    const place = readPlace(input);
    await counters.watch([id]);
    const idea = await findSuggestion(tx, subdomain_id, id, 'id');
    await assertNotModified(input.if_updated_at, idea, 'idea', () => currentSuggestion(context, id));
    const contents = await readContents(tx, subdomain_id, id);

    if (input.title === '') throw badInput('title', 'The title is required.', { reason: 'required' });
    const title = input.title ?? idea.title;
    const body_mime_type =
      input.body === undefined ? contents.body_mime_type : (input.body_mime_type ?? contents.body_mime_type);
    const body =
      input.body === undefined
        ? contents.body
        : readText(input.body, body_mime_type, 'body', textLimits.ideaBodyCharacters);
    const forum_id = place.forum_id ?? idea.forum_id;
    const moves = forum_id !== idea.forum_id;
    const category_id = place.category_id !== undefined ? place.category_id : moves ? null : idea.category_id;
    if (moves || category_id !== idea.category_id) {
      const home = await findForum(tx, subdomain_id, forum_id, 'links.forum');
      if (moves) refuseClosed(home, 'links.forum');
      if (category_id !== null) await findCategory(tx, subdomain_id, category_id, forum_id, 'links.category');
      refuseUncategorized(home, category_id);
    }
    const creator_id =
      input.creator_id === undefined
        ? idea.creator_id
        : (await findUser(tx, subdomain_id, input.creator_id, 'creator_id')).id;
    if (input.subscribe !== undefined && creator_id === null)
      throw badInput('creator_id', 'No one is known who could subscribe. Choose a creator.', {
        reason: 'required',
      });
    const fields = await readCustomFields(tx, subdomain_id, 'suggestion', input.custom_field_map ?? []);

    const labels_removed = moves ? await removeForeignLabels(context, id, forum_id) : [];
    const attachments_added = await claimAttachments(context, input.attachment_tokens, 'suggestion_id', id);
    const changedFields = Object.fromEntries(
      Object.entries(fields).filter(([key, value]) => (contents.custom_fields[key] ?? null) !== value),
    );
    const details = {
      ...changed('title', idea.title, title),
      ...changed('body', contents.body, body),
      ...changed('forum_id', idea.forum_id, forum_id),
      ...changed('category_id', idea.category_id, category_id),
      ...changed('creator_id', idea.creator_id, creator_id),
      ...(Object.keys(changedFields).length > 0
        ? {
            old_custom_fields: Object.fromEntries(
              Object.keys(changedFields).map((key) => [key, contents.custom_fields[key] ?? null]),
            ),
            new_custom_fields: changedFields,
          }
        : {}),
      ...(labels_removed.length > 0 ? { labels_removed } : {}),
      ...(attachments_added > 0 ? { attachments_added } : {}),
    };
    const changes = Object.keys(details).length > 0 || body_mime_type !== contents.body_mime_type;
    if (changes) {
      await tx
        .updateTable('suggestions')
        .set({ title, forum_id, category_id, creator_id, updated_at: nextUpdatedAt(idea, now) })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute();
      if (title !== idea.title || body !== contents.body || body_mime_type !== contents.body_mime_type)
        await updateTexts(tx, subdomain_id, id, { title, body, body_mime_type });
      if (Object.keys(changedFields).length > 0)
        await updateCustomFields(tx, subdomain_id, id, changedFields);
      await context.activity({ kind: 'suggestion_updated', suggestion_id: id, details });
    }
    if (creator_id !== null) {
      const pair = { suggestion_id: id, user_id: creator_id };
      if (creator_id !== idea.creator_id) await addSupport(context, counters, pair);
      if (input.subscribe !== undefined) await setSubscription(context, pair, input.subscribe);
    }
    await counters.write();
    return id;
  },
});

/** {old_title, new_title} when the two differ; the feed has a sentence for each name. */
function changed(name: IdeaEditName, before: unknown, after: unknown): Record<string, unknown> {
  return before === after ? {} : { [`old_${name}`]: before, [`new_${name}`]: after };
}

/** Takes the labels off that are limited to other forums (DEC-103). @returns their ids */
async function removeForeignLabels(
  { tx, subdomain_id }: CommandContext,
  id: string,
  forumId: string,
): Promise<string[]> {
  const limits = await tx
    .selectFrom('suggestion_labels')
    .innerJoin('label_forums', (join) =>
      join
        .onRef('label_forums.label_id', '=', 'suggestion_labels.label_id')
        .on('label_forums.subdomain_id', '=', subdomain_id),
    )
    .select(['suggestion_labels.label_id', 'label_forums.forum_id'])
    .where('suggestion_labels.subdomain_id', '=', subdomain_id)
    .where('suggestion_labels.suggestion_id', '=', id)
    .execute();
  const allowed = new Set(
    limits.filter((limit) => limit.forum_id === forumId).map((limit) => limit.label_id),
  );
  const foreign = [...new Set(limits.map((limit) => limit.label_id))].filter((label) => !allowed.has(label));
  if (foreign.length > 0) {
    await tx
      .deleteFrom('suggestion_labels')
      .where('subdomain_id', '=', subdomain_id)
      .where('suggestion_id', '=', id)
      .where('label_id', 'in', foreign)
      .execute();
  }
  return foreign;
}

/** Commands that delete ideas or mark them as spam, one or many: what suggestion_restore takes back. */
export const HIDES_IDEAS = [
  'suggestion_delete',
  'suggestions_bulk_delete',
  'suggestion_spam',
  'suggestions_bulk_spam',
] as const;

/** Deletes an idea, so that it can be restored for 30 days (CALL-M-046, DEC-092). */
export const suggestionDelete = defineCommand({
  name: 'suggestion_delete',
  description:
    'Deletes an idea; it leaves every list, and its comments and feedback with it. suggestion_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([id]);
    const idea = await findSuggestion(tx, subdomain_id, id, 'id');
    await tx
      .updateTable('suggestions')
      .set({ state: 'deleted', updated_at: nextUpdatedAt(idea, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await recordUndo(context, 'suggestion_delete', [
      { table: 'suggestions', id, before: { state: idea.state }, after: { state: 'deleted' } },
    ]);
    await context.audit('suggestion_delete', id, { title: idea.title });
    await counters.write();
    return { id };
  },
});

/** Takes the newest deletion or mark of spam back, within 30 days. */
export const suggestionRestore = defineCommand({
  name: 'suggestion_restore',
  description: 'Takes the deletion of an idea, or its mark as spam, back, within 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Idea.')) },
  returns: { entity: 'suggestion' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const counters = new Counters(tx, subdomain_id, now);
    const changes = await takeUndoOf(context, HIDES_IDEAS, 'suggestions', id, 'idea');
    await counters.watch([id]);
    const { before, after } = changes.find(
      (change) => change.table === 'suggestions' && change.id === id,
    )! as { before: { state: string }; after: { state: string } };
    // hidden in another way meanwhile: that has an entry of its own, and stays
    await tx
      .updateTable('suggestions')
      .set({ state: before.state, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('state', '=', after.state)
      .execute();
    await context.audit('suggestion_restore', id);
    await counters.write();
    return id;
  },
});
