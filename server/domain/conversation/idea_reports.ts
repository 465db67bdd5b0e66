import { paging } from '../../../contract/limits.ts';
import { sql } from 'kysely';
import type { LabelSelectionState } from '../../../contract/states.ts';
import { booleanInput, idInput, intInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { inSuggestionFilter, selectIdeas, selectionInputs } from '../ideas/selection.ts';

/** Id of an idea that was not deleted: a deleted one is answered like one that does not exist. */
const there = (subdomainId: string, id: string) =>
  sql<string>`(select i.id from suggestions i where i.subdomain_id = ${subdomainId} and i.id = ${id} and i.state <> 'deleted')`;

/** Does a person take mail about an idea? (ENT-056, DEC-135) */
export const userSubscriptionStatus = defineQuery({
  name: 'user_subscription_status',
  description: 'Whether a person gets email about an idea.',
  requires: readRight('feedback'),
  args: { suggestion: required(idInput('Idea.')), user: required(idInput('Person.')) },
  returns: 'UserSubscriptionStatus!',
  reads: ['subscriptions', 'suggestions.state'],
  shapes: [
    shape('UserSubscriptionStatus', 'Whether a person gets email about an idea.', {
      subscribed: { type: 'Boolean!', description: 'Gets email about it.' },
      is_watching: { type: 'Boolean!', description: 'Has ever said so, also when it is switched off now.' },
    }),
  ],
  run: async ({ suggestion, user }, { scope }) => {
    const row = await scope.db
      .selectFrom('subscriptions')
      .select('subscribed')
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('suggestion_id', '=', there(scope.viewer.subdomain_id, suggestion))
      .where('user_id', '=', user)
      .executeTakeFirst();
    return { subscribed: row?.subscribed ?? false, is_watching: row !== undefined };
  },
});

/** Which labels do the chosen ideas carry? (CALL-Q-029, DEC-104) */
export const labelToSuggestionStates = defineQuery({
  name: 'label_to_suggestion_states',
  description:
    'For each active label, and each archived one in use there, whether all, some or none of the chosen ideas carry it.',
  requires: readRight('feedback'),
  args: {
    include_ids: selectionInputs.ids,
    exclude_ids: selectionInputs.exclude_ids,
    filter: { ...inSuggestionFilter, description: selectionInputs.filter.description },
    select_all: booleanInput('All ideas that the filter leaves, up to the limit.'),
    select_all_limit: intInput('At most this many with select_all.', { min: 1, max: paging.selectAllLimit }),
  },
  returns: '[LabelToSuggestionState!]!',
  reads: ['labels', 'suggestion_labels'],
  shapes: [
    shape('LabelToSuggestionState', 'How many of the chosen ideas carry a label.', {
      label_id: { type: 'ID!', description: 'Label.' },
      state: { type: 'String!', description: 'all, some or none.' },
    }),
  ],
  run: async (args, { scope }) => {
    const { viewer } = scope;
    const ids =
      args.select_all || (args.include_ids?.length ?? 0) > 0
        ? await selectIdeas(
            viewer,
            { ...args, ids: args.include_ids ?? [] },
            (statement) => scope.read(statement),
            args.select_all_limit,
          )
        : [];
    const { rows } = await sql<{ label_id: string; count: number }>`
select l.id::text as label_id, coalesce(x.n, 0) as count
from labels l
left join (
  select sl.label_id, count(*)::int as n from suggestion_labels sl
  where sl.subdomain_id = ${viewer.subdomain_id} and sl.suggestion_id = any(${ids}::bigint[]) group by sl.label_id
) x on x.label_id = l.id
where l.subdomain_id = ${viewer.subdomain_id} and (l.state = 'active' or x.n > 0)
order by lower(l.full_name), l.id`.execute(scope.db);
    return rows.map(({ label_id, count }) => ({
      label_id,
      state: (count === 0 ? 'none' : count === ids.length ? 'all' : 'some') satisfies LabelSelectionState,
    }));
  },
});

/** Who would hear of news about an idea? (ENT-068, DEC-079) */
export const subscriberReport = defineQuery({
  name: 'subscriber_report',
  description: 'Who gets email about an idea, and who contributed to it without a vote.',
  requires: readRight('feedback'),
  args: { suggestion: required(idInput('Idea.')) },
  returns: 'SubscriberReport!',
  reads: ['subscriptions', 'supporters', 'comments', 'feedback_records'],
  shapes: [
    shape('SubscriberReport', 'Who gets email about an idea, and who contributed to it without a vote.', {
      subscribers_count: { type: 'Int!', description: 'People who get email about it.' },
      subscribed_supporter_count: { type: 'Int!', description: 'Supporters among them.' },
      contributor_count: {
        type: 'Int!',
        description: 'People who commented or gave feedback without supporting it.',
      },
    }),
  ],
  run: async ({ suggestion }, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const idea = there(sid, suggestion);
    const { rows } = await sql`
select
  (select count(*)::int from subscriptions b where b.subdomain_id = ${sid} and b.suggestion_id = ${idea} and b.subscribed) as subscribers_count,
  (select count(*)::int from subscriptions b join supporters s on s.subdomain_id = ${sid} and s.suggestion_id = b.suggestion_id and s.user_id = b.user_id
   where b.subdomain_id = ${sid} and b.suggestion_id = ${idea} and b.subscribed) as subscribed_supporter_count,
  (select count(*)::int from (
    select c.creator_id as user_id from comments c where c.subdomain_id = ${sid} and c.suggestion_id = ${idea} and c.state in ('published', 'approved') and c.creator_id is not null
    union
    select f.user_id from feedback_records f where f.subdomain_id = ${sid} and f.suggestion_id = ${idea} and f.state = 'active' and f.user_id is not null
  ) k where not exists (select 1 from supporters s where s.subdomain_id = ${sid} and s.suggestion_id = ${idea} and s.user_id = k.user_id)) as contributor_count`.execute(
      scope.db,
    );
    return rows[0];
  },
});

/** How many of the team support an idea? (ENT-069, CALL-Q-112, DEC-079) */
export const internalSupporterReport = defineQuery({
  name: 'internal_supporter_report',
  description: 'How many members of the team support an idea.',
  requires: readRight('feedback'),
  args: { id: required(idInput('Idea.')) },
  returns: 'InternalSupporterReport!',
  reads: ['supporters', 'users.license_type'],
  shapes: [
    shape(
      'InternalSupporterReport',
      'How many members of the team support an idea.',
      { suggestion_internal_supporter_count: { type: 'InternalSupporterCount!', description: 'The count.' } },
      [
        shape('InternalSupporterCount', 'A count of supporters.', {
          count: { type: 'Int!', description: 'Supporters with a licence.' },
        }),
      ],
    ),
  ],
  run: async ({ id }, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const { rows } = await sql<{ count: number }>`
select count(*)::int as count from supporters s join users u on u.subdomain_id = ${sid} and u.id = s.user_id
where s.subdomain_id = ${sid} and s.suggestion_id = ${there(sid, id)} and u.license_type <> 'none'`.execute(
      scope.db,
    );
    return { suggestion_internal_supporter_count: { count: rows[0]!.count } };
  },
});
