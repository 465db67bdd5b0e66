import { sql } from 'kysely';
import { notFound } from '../../core/errors.ts';
import { idInput, enumInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import type { Scope } from '../../core/scope.ts';
import { writeRight } from '../../core/viewer.ts';
import { selectIdeas, selectionInputs } from '../ideas/selection.ts';
import { readStatus, statusInputs } from './bulk_move.ts';
import { KINDS } from './bulk_move_undo.ts';
import { mailSettings } from '../mail/create.ts';
import { AUDIENCES, candidates, LEFT_OUT, type Audience, type LeftOutReason } from '../mail/recipients.ts';

/** People that are named of each group. */
const NAMED = 20;
/** Ideas that are named among those that stay as they are. */
const SKIPPED = 5;

const previewIdea = shape('PreviewIdea', 'An idea by its title.', {
  id: { type: 'ID!', description: 'Idea.' },
  title: { type: 'String!', description: 'Title.' },
});

const person = shape('PreviewPerson', 'Someone who gets an email, or is left out.', {
  id: { type: 'ID!', description: 'Person.' },
  name: { type: 'String!', description: 'Name.' },
  email_address: { type: 'String', description: 'Address; null when there is none.' },
});

const leftOut = shape(
  'PreviewLeftOut',
  'People who get no email, for one reason.',
  {
    reason: { type: 'String!', description: `One of ${Object.keys(LEFT_OUT).join(', ')}.` },
    sentence: { type: 'String!', description: 'The reason as a sentence.' },
    count: { type: 'Int!', description: 'How many.' },
    people: { type: '[PreviewPerson!]!', description: `The first ${NAMED} by name.` },
  },
  [person],
);

const preview = {
  recipients_count: { type: 'Int!', description: 'People who would get email.' },
  recipients: { type: '[PreviewPerson!]!', description: `The first ${NAMED} of them by name.` },
  left_out_count: { type: 'Int!', description: 'People behind it who would not get any.' },
  left_out: { type: '[PreviewLeftOut!]!', description: 'Those by reason, most first.' },
};

const recipientPreviewShape = shape(
  'RecipientPreview',
  'Who would get an email, and who would not.',
  preview,
  [person, leftOut],
);

interface Group {
  reason: LeftOutReason | null;
  count: number;
  mails: number;
  people: { id: string; name: string; email_address: string | null }[];
}

/** The same reasons, said of many ideas. */
const LEFT_OUT_OF_ALL: Record<LeftOutReason, string> = {
  ...LEFT_OUT,
  unsubscribed: 'The person follows none of these ideas.',
};

/**
 * Who would get mail about ideas, one for each; who gets none about any of them is left out for one of their reasons.
 *
 * @param sentences what the reasons are said with
 */
async function previewOf(
  { db, viewer }: Scope,
  ideas: readonly string[],
  audience: Audience,
  sentences: Record<LeftOutReason, string>,
) {
  const sid = viewer.subdomain_id;
  const { mailOff } = await mailSettings(db, sid);
  const { rows } = await sql<Group>`
select k.reason, count(*)::int as count, sum(k.mails)::int as mails,
  coalesce(json_agg(json_build_object('id', k.user_id::text, 'name', k.name, 'email_address', k.email_address) order by lower(k.name), k.user_id) filter (where k.place <= ${NAMED}::int), '[]') as people
from (
  select r.user_id, r.name, r.email_address, r.reason, r.mails, row_number() over (partition by r.reason order by lower(r.name), r.user_id) as place
  from (
    select c.user_id, c.name, c.email_address, count(*) filter (where c.reason is null) as mails, case when bool_or(c.reason is null) then null else min(c.reason) end as reason
    from unnest(${[...ideas]}::bigint[]) as i (id)
    cross join lateral (${candidates(sid, { suggestion_id: sql.ref('i.id'), audience, mailOff, author: viewer.user_id })}) c
    group by c.user_id, c.name, c.email_address
  ) r
) k group by k.reason order by count(*) desc, k.reason`.execute(db);
  const gets = rows.find((row) => row.reason === null);
  const others = rows.flatMap((row) =>
    row.reason === null ? [] : [{ ...row, sentence: sentences[row.reason] }],
  );
  return {
    recipients_count: gets?.count ?? 0,
    recipients: gets?.people ?? [],
    mails_count: gets?.mails ?? 0,
    left_out_count: others.reduce((sum, { count }) => sum + count, 0),
    left_out: others,
  };
}

const RECIPIENT_READS = [
  'suggestions-',
  'suggestions.state',
  'suggestions.title',
  'suggestions.status_id',
  'suggestions.internal_status_id',
  'suggestions.assigned_owner_id',
  'supporters',
  'subscriptions',
  'internal_flags',
  'team_members',
  'mail_suppressions',
  'subdomains',
  'users.name',
  'users.email_address',
] as const;

/** Who would get a mail about an idea, before it is sent (design: mail). */
export const recipientPreview = defineQuery({
  name: 'recipient_preview',
  description: 'Who would get an email about an idea, and who would be left out and why.',
  requires: writeRight('feedback'),
  args: {
    suggestion: required(idInput('Idea.')),
    kind: required(enumInput('What would be sent.', AUDIENCES)),
  },
  returns: 'RecipientPreview!',
  reads: RECIPIENT_READS,
  shapes: [recipientPreviewShape],
  run: async ({ suggestion, kind }, { scope }) => {
    const idea = await scope.db
      .selectFrom('suggestions')
      .select('id')
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', suggestion)
      .where('state', '<>', 'deleted')
      .executeTakeFirst();
    if (!idea) throw notFound('suggestion', 'idea');
    return previewOf(scope, [idea.id], kind, LEFT_OUT);
  },
});

/** What suggestions_bulk_status would change, and who would get mail. */
export const bulkStatusPreview = defineQuery({
  name: 'bulk_status_preview',
  description:
    'What suggestions_bulk_status would do: how many ideas it would change, and who would get email when it is asked for.',
  requires: writeRight('feedback'),
  args: { ...selectionInputs, ...statusInputs },
  returns: 'BulkStatusPreview!',
  reads: RECIPIENT_READS,
  shapes: [
    shape(
      'BulkStatusPreview',
      'What posting a status on many ideas would do.',
      {
        changed_count: {
          type: 'Int!',
          description: 'Ideas that would get the status; the others have it, or are merged or gone.',
        },
        first_changed: { type: 'PreviewIdea', description: 'The first of them; null: none.' },
        skipped: {
          type: '[PreviewIdea!]!',
          description: `Ideas that would stay as they are, at most ${SKIPPED}.`,
        },
        mails_count: { type: 'Int!', description: 'Emails, one for each idea and person.' },
        people: {
          type: 'RecipientPreview!',
          description: 'Who would get one of them or more, and who none.',
        },
      },
      [recipientPreviewShape, previewIdea],
    ),
  ],
  run: async (args, { scope }) => {
    const { viewer } = scope;
    const { kind, next } = readStatus(viewer, args);
    const chosen = await selectIdeas(viewer, args, (statement) => scope.read(statement));
    const column = sql.ref(KINDS[kind].statusColumn);
    const { rows: skipped } = await sql<{ id: string; title: string }>`
select s.id::text as id, s.title from suggestions s
where s.subdomain_id = ${viewer.subdomain_id} and s.id = any(${chosen}::bigint[]) and (s.state = 'merged' or (s.state <> 'deleted' and s.${column} is not distinct from ${next}::bigint))
order by s.id limit ${SKIPPED}`.execute(scope.db);
    const { rows } = await sql<{ id: string; title: string }>`
select s.id::text as id, s.title from suggestions s
where s.subdomain_id = ${viewer.subdomain_id} and s.id = any(${chosen}::bigint[]) and s.state not in ('deleted', 'merged') and s.${column} is distinct from ${next}::bigint order by s.id`.execute(
      scope.db,
    );
    const { mails_count, ...people } = await previewOf(
      scope,
      rows.map(({ id }) => id),
      kind,
      LEFT_OUT_OF_ALL,
    );
    return { changed_count: rows.length, first_changed: rows[0] ?? null, skipped, mails_count, people };
  },
});
