import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { idInput, required } from '../../inputs/kinds.ts';
import { Writer } from '../../sql/writer.ts';
import { LIVE_SQL, OPEN_SQL } from '../ideas/suggestion.ts';

/** The ideas behind which an account stands, by what became of them: what its page says of wishes granted and refused. */
export const reportAccountIdeas = defineQuery({
  name: 'report_account_ideas',
  description:
    'Ideas that people of an account support, by public status; without deleted, merged and spam ones. Nothing for an account that is not there.',
  requires: readRight('feedback'),
  args: { external_account: required(idInput('Account.')) },
  returns: '[AccountIdeas!]!',
  reads: [
    'suggestion_accounts',
    'suggestions.state',
    'suggestions.status_id',
    'statuses',
    'external_accounts.deleted_at',
  ],
  shapes: [
    shape('AccountIdeas', 'Ideas of an account that have the same public status.', {
      status_id: { type: 'ID', description: 'Status; null: none.' },
      status_name: { type: 'String', description: 'Its name; null: none.' },
      hex_color: { type: 'String', description: 'Its color; null: none.' },
      is_open: { type: 'Boolean!', description: 'It takes votes, as ideas without a status do (DEC-132).' },
      open_count: { type: 'Int!', description: 'Those that are open.' },
      closed_count: { type: 'Int!', description: 'Those that are not open any more, or wait for approval.' },
    }),
  ],
  run: async ({ external_account }, { scope }) => {
    const w = new Writer(scope.viewer.subdomain_id);
    const account = w.value(external_account);
    return scope.read<{
      status_id: string | null;
      status_name: string | null;
      hex_color: string | null;
      is_open: boolean;
      open_count: number;
      closed_count: number;
    }>({
      text: `with k as (
  select s.status_id, count(*) filter (where ${OPEN_SQL('s')})::int as open_count, count(*) filter (where not ${OPEN_SQL('s')})::int as closed_count
  from external_accounts a
  join suggestion_accounts sa on sa.subdomain_id = $1 and sa.account_id = a.id
  join suggestions s on s.subdomain_id = $1 and s.id = sa.suggestion_id and ${LIVE_SQL('s')}
  where a.subdomain_id = $1 and a.id = ${account}::bigint and a.deleted_at is null
  group by s.status_id
)
select k.status_id::text as status_id, t.name as status_name, t.hex_color, coalesce(t.is_open, true) as is_open, k.open_count, k.closed_count
from k left join statuses t on t.subdomain_id = $1 and t.id = k.status_id
order by t.position nulls first, k.status_id`,
      values: w.values,
    });
  },
});
