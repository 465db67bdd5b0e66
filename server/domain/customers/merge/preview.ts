import { sql } from 'kysely';
import { USER_MERGE_FIELDS } from '../../../../contract/user_merge.ts';
import { defineQuery } from '../../../core/query.ts';
import { shape } from '../../../core/shape.ts';
import { readRight } from '../../../core/viewer.ts';
import { enumListInput, idInput, required } from '../../../inputs/kinds.ts';
import { findProfiles, mergeable, mergedProfile } from './profiles.ts';

/** How many ideas whose votes change are named. */
const NAMED = 3;

const votesShape = shape('UserMergeVotes', 'An idea whose votes become fewer, as both gave it some.', {
  id: { type: 'ID!', description: 'Id of the idea.' },
  title: { type: 'String!', description: 'Its title.' },
  votes_before: { type: 'Int!', description: 'Votes now.' },
  votes_after: { type: 'Int!', description: 'Votes after the merge.' },
});
const accountShape = shape('UserMergeAccount', 'An account that stands behind fewer ideas.', {
  id: { type: 'ID!', description: 'Id.' },
  name: { type: 'String!', description: 'Name.' },
  ideas_count: { type: 'Int!', description: 'Ideas that it no longer stands behind.' },
});

/** What would a merge of two people do? Asked before it is confirmed. */
export const userMergePreview = defineQuery({
  name: 'user_merge_preview',
  description: 'What merging two people would do to the numbers. Refused as the merge would be.',
  requires: readRight('feedback'),
  args: {
    id: required(idInput('Person who stays.')),
    other: required(idInput('Person who goes.')),
    take: enumListInput('What is taken from the one who goes, as in user_merge.', USER_MERGE_FIELDS),
  },
  returns: 'UserMergePreview!',
  reads: [
    ...[
      'name',
      'email_address',
      'guid',
      'job_title',
      'account_id',
      'satisfaction_score',
      'allowed_state',
      'license_type',
      'permission_state',
      'merged_into_id',
    ].map((column) => `users.${column}`),
    'supporters',
    'suggestions+',
    'suggestions.title',
    'suggestions.state',
    'suggestions.creator_id',
    'suggestions.votes_count',
    'forums.classic_voting',
    'comments+',
    'comments.state',
    'comments.creator_id',
    'feedback_records+',
    'feedback_records.state',
    'feedback_records.user_id',
    'ratings',
    'suggestion_accounts.supporters_count',
    'external_accounts.name',
  ],
  shapes: [
    shape(
      'UserMergePreview',
      'What a merge of two people would do.',
      {
        ideas_after: { type: 'Int!', description: 'Ideas that the merged person supports.' },
        ideas_common: {
          type: 'Int!',
          description: 'Of these, ideas that both support now: they are counted once.',
        },
        votes: {
          type: '[UserMergeVotes!]!',
          description: 'Ideas whose votes become fewer; the three with the most votes.',
        },
        made_count: {
          type: 'Int!',
          description: 'Ideas, comments and feedback of the one who goes that go over.',
        },
        ratings_count: { type: 'Int!', description: 'Ratings of the one who goes that go over.' },
        score_after: {
          type: 'Int',
          description: 'Rating of the merged person, the latest of both; null: they have none.',
        },
        accounts: {
          type: '[UserMergeAccount!]!',
          description: 'Accounts that stand behind fewer ideas, as they have the person no more.',
        },
      },
      [votesShape, accountShape],
    ),
  ],
  run: async ({ id, other, take }, { scope }) => {
    const sid = scope.viewer.subdomain_id;
    const { winner, loser } = mergeable(await findProfiles(scope.db, sid, [id, other], false), id, other);
    const account = mergedProfile(winner.profile, loser.profile, take ?? null).account_id;
    const both = sql`${[winner.id, loser.id]}::bigint[]`;
    const { rows } = await sql<{
      ideas_after: number;
      ideas_common: number;
      made_count: number;
      ratings_count: number;
      score_after: number | null;
    }>`
select
  (select count(distinct x.suggestion_id)::int from supporters x join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id and s.state not in ('deleted', 'spam') where x.subdomain_id = ${sid} and x.user_id = any(${both})) as ideas_after,
  (select count(*)::int from supporters x join supporters y on y.subdomain_id = ${sid} and y.user_id = ${loser.id} and y.suggestion_id = x.suggestion_id join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id and s.state not in ('deleted', 'spam') where x.subdomain_id = ${sid} and x.user_id = ${winner.id}) as ideas_common,
  (select count(*)::int from suggestions s where s.subdomain_id = ${sid} and s.creator_id = ${loser.id} and s.state not in ('deleted', 'spam'))
    + (select count(*)::int from comments c where c.subdomain_id = ${sid} and c.creator_id = ${loser.id} and c.state in ('published', 'approved'))
    + (select count(*)::int from feedback_records f where f.subdomain_id = ${sid} and f.user_id = ${loser.id} and f.state = 'active') as made_count,
  (select count(*)::int from ratings r where r.subdomain_id = ${sid} and r.user_id = ${loser.id}) as ratings_count,
  coalesce((select r.score from ratings r where r.subdomain_id = ${sid} and r.user_id = any(${both}) order by r.created_at desc, r.id desc limit 1), ${winner.profile.satisfaction_score}::int, ${loser.profile.satisfaction_score}::int) as score_after`.execute(
      scope.db,
    );
    const votes = await sql<{ id: string; title: string; votes_before: number; votes_after: number }>`
select s.id::text as id, s.title, s.votes_count as votes_before,
  s.votes_count - (x.votes + y.votes) + (case when f.classic_voting then least(3, x.votes + y.votes) else greatest(x.votes, y.votes) end) as votes_after
from supporters x join supporters y on y.subdomain_id = ${sid} and y.user_id = ${loser.id} and y.suggestion_id = x.suggestion_id
join suggestions s on s.subdomain_id = ${sid} and s.id = x.suggestion_id and s.state not in ('deleted', 'spam') join forums f on f.subdomain_id = ${sid} and f.id = s.forum_id
where x.subdomain_id = ${sid} and x.user_id = ${winner.id} and (not f.classic_voting or x.votes + y.votes > 3)
order by s.votes_count desc, s.id limit ${NAMED}`.execute(scope.db);
    const gone = [winner, loser].filter(
      (person) => person.profile.account_id !== null && person.profile.account_id !== account,
    );
    const accounts = await sql<{ id: string; name: string; ideas_count: number }>`
select a.id::text as id, a.name, count(*)::int as ideas_count
from unnest(${gone.map(({ id }) => id)}::bigint[], ${gone.map(({ profile }) => profile.account_id)}::bigint[]) as p (user_id, account_id)
join external_accounts a on a.subdomain_id = ${sid} and a.id = p.account_id
join supporters x on x.subdomain_id = ${sid} and x.user_id = p.user_id
join suggestion_accounts k on k.subdomain_id = ${sid} and k.suggestion_id = x.suggestion_id and k.account_id = p.account_id and k.supporters_count = 1
group by a.id, a.name order by a.id`.execute(scope.db);
    return { ...rows[0]!, votes: votes.rows, accounts: accounts.rows };
  },
});
