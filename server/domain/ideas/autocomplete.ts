import { paging, textLimits } from '../../../contract/limits.ts';
import { AUTOCOMPLETE_OBJECT_TYPES, type AutocompleteObjectType } from '../../../contract/states.ts';
import { badInput } from '../../core/errors.ts';
import { intInput, textInput, enumInput, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import { TOTAL_CAP } from '../../listing/reader.ts';
import { readRight } from '../../core/viewer.ts';

/** Text fields that may be completed, with the condition of rows that exist. */
const SOURCES: Record<
  AutocompleteObjectType,
  { table: string; attributes: readonly string[]; where: string }
> = {
  user: {
    table: 'users',
    attributes: ['name', 'email_address', 'job_title', 'city', 'region', 'country'],
    where: 'true',
  },
  external_account: {
    table: 'external_accounts',
    attributes: ['name', 'plan', 'external_id'],
    where: 't.deleted_at is null',
  },
  suggestion: { table: 'suggestions', attributes: ['title'], where: "t.state in ('published', 'approved')" },
  label: { table: 'labels', attributes: ['name', 'full_name'], where: "t.state = 'active'" },
};

/** Values of a text field that begin with what was typed (DEC-055). */
export const autocomplete = defineQuery({
  name: 'autocomplete',
  description: 'Values of a text field that begin with the text, each once, in alphabetical order.',
  requires: readRight('feedback'),
  args: {
    object_type: required(enumInput('Kind of record.', AUTOCOMPLETE_OBJECT_TYPES)),
    attribute: required(textInput('Field of it.', textLimits.nameCharacters)),
    q: textInput('Beginning of the value; capitals do not matter.', textLimits.searchCharacters),
    page: intInput('Page number.', { min: 1, max: paging.maxPage }),
    per_page: intInput(`Values per page; more than ${paging.maxPageSize} are cut to that.`, {
      min: 1,
      max: 2 ** 31 - 1,
    }),
  },
  returns: 'AutocompleteList!',
  reads: ['users.name', 'users.email_address', 'suggestions.title', 'labels'],
  shapes: [
    shape(
      'AutocompleteList',
      'A page of values.',
      {
        records: { type: '[AutocompleteValue!]!', description: 'The values.' },
        total_records: {
          type: 'Int!',
          description: 'How many there are on all pages; more than 10,000 are given as 10,001.',
        },
        current_page: { type: 'Int!', description: 'Number of this page.' },
      },
      [
        shape('AutocompleteValue', 'A value of a field.', {
          id: { type: 'ID!', description: 'Id of a record that has it.' },
          value: { type: 'String!', description: 'The value.' },
        }),
      ],
    ),
  ],
  run: async (args, { scope, selection }) => {
    const source = SOURCES[args.object_type];
    const { attribute } = args;
    if (!source.attributes.includes(attribute)) {
      throw badInput(
        'attribute',
        `The attribute of ${args.object_type} must be one of: ${source.attributes.join(', ')}.`,
      );
    }
    const page = args.page ?? 1;
    const perPage = Math.min(args.per_page ?? paging.defaultPageSize, paging.maxPageSize);
    const start = (args.q ?? '').toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
    const values = [scope.viewer.subdomain_id, `${start}%`];
    const from = `from ${source.table} t where t.subdomain_id = $1 and lower(t.${attribute}) like $2 and t.${attribute} <> '' and (${source.where}) group by t.${attribute}`;
    const [records, totals] = await Promise.all([
      selection['records']
        ? scope.read<{ id: string; value: string }>({
            text: `select min(t.id)::text as id, t.${attribute} as value ${from} order by lower(t.${attribute}), t.${attribute} limit $3 offset $4`,
            values: [...values, perPage, (page - 1) * perPage],
          })
        : [],
      selection['total_records']
        ? scope.read<{ total: number }>({
            text: `select count(*)::int as total from (select 1 ${from} limit ${TOTAL_CAP + 1}) capped`,
            values,
          })
        : [],
    ]);
    return { records, total_records: totals[0]?.total ?? 0, current_page: page };
  },
});
