import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { readRight } from '../../core/viewer.ts';
import { DEFAULT_STATUSES, FIRST_FORUM } from '../account/set_up.ts';
import { OPEN_SQL } from '../ideas/suggestion.ts';

/** A workspace with so many ideas needs nobody to show it how to begin. */
const BEGUN_AT_IDEAS = 20;

interface Facts {
  workspace_name: string;
  ideas_count: number;
  forum_id: string | null;
  forum_name: string | null;
  is_forum_named: boolean | null;
  has_statuses: boolean | null;
  has_feedback: boolean | null;
  has_import: boolean | null;
  has_colleague: boolean | null;
}

/** What is done of the first steps of a workspace: facts, the same for all who ask. */
export const firstSteps = defineQuery({
  name: 'first_steps',
  description: `What is done of the first steps of a workspace. With ${BEGUN_AT_IDEAS} ideas all of them count as done.`,
  requires: readRight('feedback'),
  args: {},
  returns: 'FirstSteps!',
  reads: [
    'subdomains.name',
    'forums',
    'statuses',
    'status_updates',
    'feedback_records',
    'suggestions.channel',
    'users.license_type',
  ],
  shapes: [
    shape('FirstSteps', 'First steps of a workspace.', {
      workspace_name: { type: 'String!', description: 'Name of the workspace.' },
      ideas_count: { type: 'Int!', description: 'Its ideas, those that are closed or wait for review too.' },
      forum_id: { type: 'ID', description: 'Its first open forum; null when none is open.' },
      forum_name: { type: 'String', description: 'Name of that forum.' },
      is_forum_named: {
        type: 'Boolean!',
        description: 'That forum was saved since the workspace was made: named, or its name kept.',
      },
      has_statuses: {
        type: 'Boolean!',
        description:
          'The public statuses that a workspace begins with were changed, or one of them was used.',
      },
      has_feedback: { type: 'Boolean!', description: 'There is a feedback record.' },
      has_import: { type: 'Boolean!', description: 'There is an idea that an import brought.' },
      has_colleague: { type: 'Boolean!', description: 'A second person is in the team, or invited.' },
      has_email: { type: 'Boolean!', description: 'The installation sends email.' },
    }),
  ],
  run: async (_args, { scope }) => {
    // the parts of `case` are read in a small workspace only, where each of them is small, too
    const [row] = await scope.read<Facts>({
      text: `select d.name as workspace_name, i.ideas_count, f.id::text as forum_id, f.name as forum_name, f.is_forum_named,
  case when i.ideas_count < $2 then exists (select 1 from statuses t where t.subdomain_id = $1 and (t.updated_at > t.created_at or t.deleted_at is not null or t.name <> all($4::text[])))
    or exists (select 1 from status_updates n where n.subdomain_id = $1) or exists (select 1 from suggestions s where s.subdomain_id = $1 and s.status_id is not null) end as has_statuses,
  case when i.ideas_count < $2 then exists (select 1 from feedback_records r where r.subdomain_id = $1) end as has_feedback,
  case when i.ideas_count < $2 then exists (select 1 from suggestions s where s.subdomain_id = $1 and s.channel = 'import' and ${OPEN_SQL('s')}) end as has_import,
  case when i.ideas_count < $2 then (select count(*) > 1 from users u where u.subdomain_id = $1 and u.license_type <> 'none') end as has_colleague
from subdomains d
cross join (select coalesce(sum(a.suggestions_count), 0)::int as ideas_count from forums a where a.subdomain_id = $1) i
left join lateral (select a.id, a.name, (a.name <> $3 or a.updated_at > a.created_at) as is_forum_named from forums a
  where a.subdomain_id = $1 and a.state = 'open' order by a.position, a.id limit 1) f on true
where d.id = $1`,
      values: [
        scope.viewer.subdomain_id,
        BEGUN_AT_IDEAS,
        FIRST_FORUM,
        DEFAULT_STATUSES.map(({ name }) => name),
      ],
    });
    const { is_forum_named, has_statuses, has_feedback, has_import, has_colleague, ...facts } = row!;
    return {
      ...facts,
      is_forum_named: is_forum_named ?? true,
      has_statuses: has_statuses ?? true,
      has_feedback: has_feedback ?? true,
      has_import: has_import ?? true,
      has_colleague: has_colleague ?? true,
      has_email: row!.ideas_count >= BEGUN_AT_IDEAS || scope.services.mail.relay !== null,
    };
  },
});
