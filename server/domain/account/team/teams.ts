import { textLimits } from '../../../../contract/limits.ts';
import { teamLimits } from '../../../../contract/team.ts';
import { defineEntity } from '../../../core/entity.ts';
import { hasMany, id, int, text, time } from '../../../core/fields.ts';
import { readRight } from '../../../core/viewer.ts';
import { idListInput, textInput } from '../../../inputs/kinds.ts';
import { changeFilters, columnIds, filter } from '../../../listing/filters.ts';

/** A group of people who work together, such as those who are told of internal statuses (DEC-180). */
export const team = defineEntity({
  name: 'team',
  plural: 'teams',
  table: 'teams',
  description: 'A group of members of the team, such as sales.',
  requires: readRight('feedback'),
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    members_count: int('How many people belong to it.', {
      sql: (c) =>
        `(select count(*)::int from team_members tm where tm.subdomain_id = $1 and tm.team_id = ${c.t}.id)`,
    }),
    members: hasMany({
      entity: 'user',
      description: 'Who belongs to it.',
      on: () => 'true',
      through: {
        table: 'team_members',
        on: (c, link, child) => `${link}.team_id = ${c.t}.id and ${child}.id = ${link}.user_id`,
      },
      order: (child) => `${child}.id`,
      max: teamLimits.membersOfTeam,
    }),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      user: filter(
        idListInput('To which any of these people belong.'),
        (ids, c) =>
          `(exists (select 1 from team_members tm where tm.subdomain_id = $1 and tm.team_id = ${c.t}.id and tm.user_id = any(${c.w.value(ids)}::bigint[])))`,
      ),
      q: filter(textInput('Part of the name.', textLimits.searchCharacters), (q, c) =>
        q === ''
          ? null
          : `(lower(${c.t}.name) like ${c.w.value(`%${q.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`)})`,
      ),
      ...changeFilters,
    },
    sorts: {
      name: { by: (t) => `lower(${t}.name)`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
    },
    defaultSort: 'name',
  },
});
