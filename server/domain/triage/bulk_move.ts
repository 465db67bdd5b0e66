import { sql } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, forbidden, notFound } from '../../core/errors.ts';
import { noteHappening } from '../../core/happenings.ts';
import { booleanInput, htmlInput, idInput, nullable, required } from '../../inputs/kinds.ts';
import { shape } from '../../core/shape.ts';
import { writeRight, withFeature, type Viewer } from '../../core/viewer.ts';
import { Counters } from '../counters/counters.ts';
import { findCategory, findForum, refuseClosed } from '../ideas/find.ts';
import { selectionInputs } from '../ideas/selection.ts';
import { inAttachmentTokens, shareAttachments } from '../attachments/claims.ts';
import {
  KINDS,
  moveDetails,
  readChosen,
  setPlaces,
  type Idea,
  type Kind,
  type PlaceChange,
  type Placed,
  type StatusChange,
} from './bulk_move_undo.ts';
import { statusMail } from '../mail/content.ts';
import { createMailing } from '../mail/create.ts';
import { addressInputs, limitBulkMail, readAddresses, requireMail } from '../mail/rules.ts';
import { BULK_RESULT, bulkResult, finishBulk, lockChosen } from './triage.ts';
import type { UndoChange } from '../undo/undo.ts';

/*
 * The status, the category and the forum of many ideas at once, and how each of it is undone
 * (docs/decisions/0010-undo.md).
 */

/** Ideas that a sentence names; the others are counted. */
const NAMED_IDEAS = 3;

/** “A”, “B”, “C” and 4 more */
function named(ideas: readonly Idea[]): string {
  const titles = ideas.slice(0, NAMED_IDEAS).map((idea) => `“${idea.title}”`);
  const rest = ideas.length - titles.length;
  return `${titles.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

// Status -------------------------------------------------------------------------------------------------------

/** Which status: one of the two kinds. */
export const statusInputs = {
  status: nullable(idInput('Public status; null: No Status. Either this or internal_status.')),
  internal_status: nullable(idInput('Internal status; null: none.')),
};

/**
 * Reads which status is meant.
 * @throws BAD_USER_INPUT unless exactly one kind is given; FORBIDDEN for a public one where there are none
 */
export function readStatus(
  viewer: Viewer,
  input: { status?: string | null; internal_status?: string | null },
): { kind: Kind; next: string | null } {
  if ((input.status === undefined) === (input.internal_status === undefined))
    throw badInput('status', 'Choose either a public or an internal status.', { reason: 'required' });
  const kind: Kind = input.status === undefined ? 'internal_status_update' : 'status_update';
  if (kind === 'status_update' && !withFeature('public_statuses').allows(viewer)) throw forbidden();
  return { kind, next: (kind === 'status_update' ? input.status : input.internal_status) ?? null };
}

/** What it answers: what bulk actions do, and the mail that waits. */
const bulkStatusResult = shape('BulkStatusResult', 'What posting a status on many ideas did.', {
  ...BULK_RESULT,
  mails_count: { type: 'Int!', description: 'Emails that were put in line, one for each idea and person.' },
  mails_wait_seconds: {
    type: 'Int!',
    description: 'How long they wait; until then bulk_undo calls them back, too. 0 without email.',
  },
});

/** The status and the internal status of many ideas at once. */
export const suggestionsBulkStatus = defineCommand({
  name: 'suggestions_bulk_status',
  description:
    'Posts a public or an internal status update on ideas: sets their status, tells their feeds and, when asked, sends email for each idea. Ideas that have the status are left alone. bulk_undo takes it back for 30 days; email that went out stays sent.',
  requires: writeRight('feedback'),
  input: {
    ...selectionInputs,
    ...statusInputs,
    html_body: nullable(htmlInput('Message; none when not given.', textLimits.richTextCharacters)),
    notify_supporters: booleanInput(
      'Sends email to those who follow each idea; of an internal status to the team. false when not given.',
    ),
    attachment_tokens: inAttachmentTokens,
    ...addressInputs,
  },
  returns: { type: 'BulkStatusResult' },
  shapes: [bulkStatusResult],
  activity: ['status_updated', 'internal_status_updated'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { kind, next } = readStatus(viewer, input);
    const names = KINDS[kind];
    const notify = input.notify_supporters ?? false;
    if (notify && kind === 'status_update') await requireMail(context, 'notify_supporters');
    const html = input.html_body || null;
    const addresses = await readOwnAddresses(context, kind, input);

    const counters = new Counters(tx, subdomain_id, now);
    const { ideas: chosen, chosenCount } = await lockChosen(context, counters, input);
    const ideas = (
      await readChosen(
        context,
        chosen.map((idea) => idea.id),
      )
    ).filter((idea) => idea[names.statusColumn] !== next);
    const status =
      next === null
        ? null
        : await tx
            .selectFrom(names.statuses)
            .select(['id', 'name', 'hex_color', 'deleted_at'])
            .where('subdomain_id', '=', subdomain_id)
            .where('id', '=', next)
            .executeTakeFirst();
    if (next !== null && (!status || status.deleted_at !== null)) throw notFound(names.input, 'status');

    const updates = await postUpdates(context, { kind, ideas, next, html, notify, ...addresses });
    await shareAttachments(context, input.attachment_tokens, `${kind}_id`, [...updates.values()]);
    if (kind === 'status_update')
      for (const idea of ideas)
        counters.statusUpdateAdded({ suggestion_id: idea.id, has_message: html !== null });
    let mails_count = 0;
    if (notify && ideas.length > 0) {
      await limitBulkMail(context, ideas.length);
      for (const idea of ideas) {
        const { expected_count } = await createMailing(context, {
          kind,
          to: { audience: kind },
          ...statusMail(kind, idea, status ? { name: status.name, hex_color: status.hex_color } : null, html),
          suggestion_id: idea.id,
          [`${kind}_id`]: updates.get(idea.id)!,
          from_email: addresses.from_email,
          reply_to: addresses.notification_email_address,
        });
        mails_count += expected_count;
      }
    }
    const changes = ideas.map((idea): UndoChange => ({
      table: 'suggestions',
      id: idea.id,
      before: { kind, status: idea[names.statusColumn] } satisfies StatusChange,
      after: { kind, status: next, update_id: updates.get(idea.id)! } satisfies StatusChange,
    }));
    const answer = await finishBulk(context, 'suggestions_bulk_status', changes, chosenCount, {
      [names.statusColumn]: next,
      notified: notify,
    });
    await counters.write();
    return {
      ...answer,
      mails_count,
      mails_wait_seconds: mails_count === 0 ? 0 : context.services.mail.undoSeconds,
    };
  },
});

type Addresses = Awaited<ReturnType<typeof readAddresses>>;

/**
 * The addresses that the sender has chosen: as for one idea, of a public status alone.
 * @throws BAD_USER_INPUT
 */
async function readOwnAddresses(
  context: CommandContext,
  kind: Kind,
  input: Parameters<typeof readAddresses>[1],
): Promise<Addresses> {
  const addresses = await readAddresses(context, input);
  if (
    kind === 'internal_status_update' &&
    (addresses.from_email ?? addresses.notification_email_address) !== null
  ) {
    throw badInput(
      addresses.from_email === null ? 'notification_email_address' : 'from_email',
      'Email about an internal status goes to the team from the usual address. Leave the addresses empty.',
    );
  }
  return addresses;
}

/** What is posted on each of the ideas. */
interface BulkPost extends Addresses {
  kind: Kind;
  ideas: readonly Idea[];
  next: string | null;
  html: string | null;
  notify: boolean;
}

/** Writes a status update for each idea, its line in the feed, and the status. @returns idea -> status update */
async function postUpdates(
  { tx, subdomain_id, viewer, now }: CommandContext,
  { kind, ideas, next, html, notify, from_email, notification_email_address }: BulkPost,
): Promise<Map<string, string>> {
  if (ideas.length === 0) return new Map();
  const names = KINDS[kind];
  const isPublic = kind === 'status_update';
  const ids = ideas.map((idea) => idea.id);
  const { rows } = await sql<{ id: string; suggestion_id: string }>`
insert into ${sql.table(names.updates)} as u (subdomain_id, suggestion_id, user_id, ${sql.ref(names.oldColumn)}, ${sql.ref(names.newColumn)}, ${sql.ref(names.html)}, ${sql.ref(names.notified)}, created_at, updated_at${isPublic ? sql`, from_email, notification_email_address` : sql``})
select ${subdomain_id}::bigint, d.id, ${viewer.user_id}::bigint, d.old, ${next}::bigint, ${html}::text, ${notify}::boolean, ${now}::timestamptz, ${now}::timestamptz${isPublic ? sql`, ${from_email}::text, ${notification_email_address}::text` : sql``}
from unnest(${ids}::bigint[], ${ideas.map((idea) => idea[names.statusColumn])}::bigint[]) as d (id, old) order by d.id
returning u.id::text as id, u.suggestion_id::text as suggestion_id`.execute(tx);
  const { rows: entries } = await sql<{ id: string }>`
insert into activity_entries as e (subdomain_id, suggestion_id, kind, user_id, ${sql.ref(`${kind}_id`)}, created_at)
select ${subdomain_id}::bigint, d.suggestion_id, ${names.activity}::text, ${viewer.user_id}::bigint, d.id, ${now}::timestamptz
from unnest(${rows.map((row) => row.suggestion_id)}::bigint[], ${rows.map((row) => row.id)}::bigint[]) as d (suggestion_id, id) order by d.id
returning e.id::text as id`.execute(tx);
  noteHappening(
    tx,
    names.activity,
    entries.map((entry) => entry.id),
  );
  await sql`
update suggestions s set ${sql.ref(names.statusColumn)} = ${next}::bigint, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond'),
  ${sql.ref(names.lastColumn)} = greatest(s.${sql.ref(names.lastColumn)}, ${now}::timestamptz), last_activity_at = greatest(s.last_activity_at, ${now}::timestamptz)
where s.subdomain_id = ${subdomain_id} and s.id = any(${ids}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.suggestion_id, row.id]));
}

// Category and forum -------------------------------------------------------------------------------------------

/** The category of many ideas of one forum at once. */
export const suggestionsBulkCategory = defineCommand({
  name: 'suggestions_bulk_category',
  description:
    'Puts ideas into a category, or into none. Ideas of other forums are left alone. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { ...selectionInputs, category: nullable(idInput('Category; null: none.')) },
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  activity: ['suggestion_updated'],
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    if (input.category === undefined)
      throw badInput('category', 'The category is required; null for none.', { reason: 'required' });
    const counters = new Counters(tx, subdomain_id, now);
    const { ideas: chosen, chosenCount } = await lockChosen(context, counters, input);
    const home =
      input.category === null
        ? null
        : await tx
            .selectFrom('categories')
            .select(['id', 'forum_id'])
            .where('subdomain_id', '=', subdomain_id)
            .where('id', '=', input.category)
            .executeTakeFirst();
    if (home === undefined) throw notFound('category', 'category');
    const ideas = (
      await readChosen(
        context,
        chosen.map((idea) => idea.id),
      )
    ).filter(
      (idea) => idea.category_id !== input.category && (home === null || idea.forum_id === home.forum_id),
    );
    if (home === null && ideas.length > 0) {
      const strict = await tx
        .selectFrom('forums')
        .select('id')
        .where('subdomain_id', '=', subdomain_id)
        .where('id', 'in', [...new Set(ideas.map((idea) => idea.forum_id))])
        .where('category_required', '=', true)
        .execute();
      const refused = ideas.filter((idea) => strict.some((forum) => forum.id === idea.forum_id));
      if (refused.length > 0)
        throw badInput(
          'category',
          `The forum of these ideas asks for a category: ${named(refused)}. Choose one for them, or leave them out.`,
          { reason: 'category_required' },
        );
    }
    const changes = await place(context, ideas, (idea) => ({
      forum_id: idea.forum_id,
      category_id: home?.id ?? null,
    }));
    const answer = await finishBulk(context, 'suggestions_bulk_category', changes, chosenCount, {
      category_id: input.category,
    });
    await counters.write();
    return answer;
  },
});

/** The forum of many ideas at once. */
export const suggestionsBulkForum = defineCommand({
  name: 'suggestions_bulk_forum',
  description:
    'Moves ideas to a forum, and to a category of it. They lose the category and the labels that belong to other forums. bulk_undo takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: {
    ...selectionInputs,
    forum: required(idInput('Forum.')),
    category: nullable(
      idInput('Category of that forum; none when not given. Ideas that are in the forum keep theirs then.'),
    ),
  },
  returns: { type: 'BulkResult' },
  shapes: [bulkResult],
  activity: ['suggestion_updated'],
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const counters = new Counters(tx, subdomain_id, now);
    const { ideas: chosen, chosenCount } = await lockChosen(context, counters, input);
    const forum = await findForum(tx, subdomain_id, input.forum, 'forum');
    refuseClosed(forum, 'forum');
    const category_id = input.category ?? null;
    if (category_id !== null) await findCategory(tx, subdomain_id, category_id, forum.id, 'category');
    const ideas = (
      await readChosen(
        context,
        chosen.map((idea) => idea.id),
      )
    ).filter(
      (idea) =>
        idea.forum_id !== forum.id || (input.category !== undefined && idea.category_id !== category_id),
    );
    if (forum.category_required && category_id === null && ideas.length > 0) {
      throw badInput(
        'category',
        `The forum “${forum.name}” asks for a category. Choose one for ${named(ideas)}.`,
        { reason: 'category_required' },
      );
    }
    const changes = await place(context, ideas, () => ({ forum_id: forum.id, category_id }));
    const answer = await finishBulk(context, 'suggestions_bulk_forum', changes, chosenCount, {
      forum_id: forum.id,
      category_id,
    });
    await counters.write();
    return answer;
  },
});

/** Moves ideas, takes labels of other forums off, and tells their feeds. @returns what changed, for undo */
async function place(
  context: CommandContext,
  ideas: readonly Idea[],
  to: (idea: Idea) => Placed,
): Promise<UndoChange[]> {
  const { tx, subdomain_id, viewer, now } = context;
  if (ideas.length === 0) return [];
  const places = ideas.map((idea) => ({ idea, to: to(idea) }));
  const ids = ideas.map((idea) => idea.id);
  await setPlaces(
    context,
    places.map(({ idea, to: place }) => ({ id: idea.id, ...place })),
  );
  // labels that are limited to forums, of which the new one is none
  const { rows } = await sql<{ suggestion_id: string; label_id: string }>`
delete from suggestion_labels x
where x.subdomain_id = ${subdomain_id} and x.suggestion_id = any(${ids}::bigint[])
  and exists (select 1 from label_forums f where f.subdomain_id = ${subdomain_id} and f.label_id = x.label_id)
  and not exists (select 1 from label_forums f join suggestions s on s.subdomain_id = ${subdomain_id} and s.id = x.suggestion_id where f.subdomain_id = ${subdomain_id} and f.label_id = x.label_id and f.forum_id = s.forum_id)
returning x.suggestion_id::text as suggestion_id, x.label_id::text as label_id`.execute(tx);
  const labels = new Map<string, string[]>();
  for (const row of rows)
    labels.set(row.suggestion_id, [...(labels.get(row.suggestion_id) ?? []), row.label_id]);
  const entries = await tx
    .insertInto('activity_entries')
    .values(
      places.map(({ idea, to: place }) => ({
        subdomain_id,
        suggestion_id: idea.id,
        kind: 'suggestion_updated',
        user_id: viewer.user_id,
        created_at: now,
        details: moveDetails(idea, place, labels.get(idea.id) ?? []),
      })),
    )
    .returning('id')
    .execute();
  noteHappening(
    tx,
    'suggestion_updated',
    entries.map((entry) => entry.id),
  );
  return places.map(({ idea, to: place }) => ({
    table: 'suggestions',
    id: idea.id,
    before: {
      forum_id: idea.forum_id,
      category_id: idea.category_id,
      labels: labels.get(idea.id) ?? [],
    } satisfies PlaceChange,
    after: place,
  }));
}
