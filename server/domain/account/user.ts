import { ALLOWED_STATES, PERMISSION_STATES, USER_ASSOCIATIONS } from '../../../contract/states.ts';
import { LICENSE_TYPES } from '../../../contract/permissions.ts';
import { textLimits } from '../../../contract/limits.ts';
import { changeFilters, columnIds, columnSorts, filter, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import {
  boolean,
  id,
  int,
  intOrNull,
  keyValues,
  hasMany,
  belongsTo,
  text,
  textOrNull,
  time,
  timeOrNull,
  type FieldContext,
} from '../../core/fields.ts';
import { booleanInput, idListInput, textInput, enumListInput } from '../../inputs/kinds.ts';
import { readRight, readsFeatures, writeRight } from '../../core/viewer.ts';
import { expressionFilter } from '../../listing/expression.ts';
import { probablySql } from './people/same_person.ts';
import { USER_COLUMNS } from './user_expression.ts';

/** SQL of a person's name: their own, else the part of the address before the @ (ENT-091). */
export const nameSql = (t: string): string =>
  `coalesce(nullif(${t}.name, ''), split_part(${t}.email_address, '@', 1), '')`;

/** A value that exists only beside one idea: the list `users(suggestion: [id])`. */
function besideIdea(column: string): (c: FieldContext) => string {
  return (c) => {
    const ideas = c.args['suggestion'];
    if (!Array.isArray(ideas) || ideas.length !== 1) return 'null';
    const s = c.w.alias();
    return `(select ${column.replaceAll('s.', `${s}.`)} from supporters ${s} where ${s}.subdomain_id = $1 and ${s}.user_id = ${c.t}.id and ${s}.suggestion_id = ${c.w.value(ideas[0])}::bigint)`;
  };
}

/** Everyone: end users, who support ideas, and the team. */
export const user = defineEntity({
  name: 'user',
  plural: 'users',
  table: 'users',
  description: 'A person: an end user, or a member of the team when license_type is not none.',
  requires: readRight('feedback'),
  fields: {
    id: id('Id.'),
    name: text('Name; without one the part of the address before the @.', { sql: (c) => nameSql(c.t) }),
    display_name: text('Name as shown.', { sql: (c) => nameSql(c.t) }),
    email_address: textOrNull('Address; null for people who came without one.'),
    avatar_url: textOrNull('Address of the picture; null shows the default one.'),
    guid: textOrNull('Id in the system that the person came from.'),
    state: text('Always normal.'),
    allowed_state: text('allowed or blocked.'),
    license_type: text('none for end users; contributor, support, full or owner for the team.'),
    permission_state: text('none, invited or active.'),
    city: textOrNull('City.'),
    region: textOrNull('Region.'),
    country: textOrNull('Country.'),
    job_title: textOrNull('Job title.'),
    comment_notifications: boolean('Wants email about comments.'),
    status_notifications: boolean('Wants email about status updates.'),
    email_confirmed: boolean('The address was confirmed.'),
    is_admin: boolean('Holds a licence of the team other than contributor.', {
      sql: (c) => `${c.t}.license_type in ('full', 'owner', 'support')`,
    }),
    is_owner: boolean('Owns the workspace.', { sql: (c) => `${c.t}.license_type = 'owner'` }),
    is_validation_admin: boolean('Shown only; has no effect.'),
    is_subscribed: boolean('Gets email at all.', { sql: (c) => `${c.t}.subscribed` }),
    satisfaction_score: intOrNull('Latest rating from 0 to 10; null when never asked.'),
    supported_suggestions_count: int('Ideas that the person supports, without spam.'),
    importance_score: intOrNull(
      'Answer on how important the idea is, 1 to 3; only in users(suggestion: [one id]).',
      {
        sql: (c) => {
          const answer = c.w.alias();
          const value = `(select ${answer}.value from importance_responses ${answer} where ${answer}.subdomain_id = $1 and ${answer}.id = s.importance_response_id)`;
          return besideIdea(value)(c);
        },
      },
    ),
    suggestion_votes: intOrNull('Votes for the idea; only in users(suggestion: [one id]).', {
      sql: besideIdea('s.votes'),
    }),
    support_created_at: timeOrNull(
      'When the support was given; only in users(suggestion: [one id]), null when undated.',
      { sql: besideIdea('s.created_at') },
    ),
    custom_field_values: keyValues('Values of custom fields by key.', (c) => `${c.t}.custom_fields`),
    last_ip: textOrNull('Network address of the last sign-in.', { requires: readRight('settings') }),
    last_login: timeOrNull('Last sign-in; null when never.'),
    created_at: time('When the person became known.'),
    updated_at: time('Last change.'),
    merged_into: belongsTo(
      'user',
      'merged_into_id',
      'Who this person was merged into: nothing is given to them any more; null for everyone else.',
    ),
    merged_at: timeOrNull('When they were merged; null when they are not.', {
      sql: (c) =>
        `select m.created_at from user_merges m where m.subdomain_id = $1 and m.loser_id = ${c.t}.id and m.reversed_at is null`,
    }),
    can_unmerge: boolean('Their merge is not older than 30 days.', {
      sql: (c) =>
        `exists (select 1 from user_merges m where m.subdomain_id = $1 and m.loser_id = ${c.t}.id and m.reversed_at is null and m.moved is not null)`,
    }),
    crm_account: belongsTo(
      'external_account',
      'account_id',
      'Account that the person belongs to; null when none.',
    ),
    external_users: hasMany({
      entity: 'external_user',
      description: 'The person in connected systems.',
      on: (c, child) => `${child}.user_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 10,
    }),
  },
  byId: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      q: filter(
        textInput(
          'Part of the name or of the address; of two letters how a word of the name begins, or the address; of one how either begins.',
          textLimits.searchCharacters,
        ),
        (q, c) => {
          if (q === '') return null;
          const plain = q.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
          // fewer than three letters make no trigram: then the beginning must match, which the indexes of name and address serve; two make one with the blank before them
          const length = [...q].length;
          if (length < 3) {
            const start = c.w.value(`${plain}%`);
            const word = length === 2 ? ` or lower(${c.t}.name) like ${c.w.value(`% ${plain}%`)}` : '';
            return `(lower(${c.t}.name) like ${start} or lower(${c.t}.email_address) like ${start}${word})`;
          }
          const part = c.w.value(`%${plain}%`);
          return `(lower(${c.t}.name) like ${part} or lower(${c.t}.email_address) like ${part})`;
        },
      ),
      email_address: filter(
        textInput('Exactly this address; capitals do not matter.', 254),
        (address, c) => `(lower(${c.t}.email_address) = ${c.w.value(address.toLowerCase())})`,
      ),
      allowed_state: filter(
        enumListInput('allowed or blocked.', ALLOWED_STATES),
        // few are blocked: written as text, so that their index is seen to hold them
        (states, c) =>
          states.length === 1 && states[0] === 'blocked'
            ? `(${c.t}.allowed_state = 'blocked')`
            : `(${c.t}.allowed_state = any(${c.w.value(states)}))`,
      ),
      permission_state: filter(
        enumListInput('none, invited or active.', PERMISSION_STATES),
        (states, c) =>
          `(${states.includes('none') ? '' : `${c.t}.permission_state <> 'none' and `}${c.t}.permission_state = any(${c.w.value(states)}))`,
      ),
      license_type: filter(
        enumListInput('Licence.', LICENSE_TYPES),
        (types, c) => `(${c.t}.license_type = any(${c.w.value(types)}))`,
      ),
      sees_ideas: flag(
        booleanInput('May use the console and see ideas: such people can be mentioned in notes.'),
        (c) =>
          `${c.t}.allowed_state = 'allowed' and (${c.t}.license_type = 'owner' or (${c.t}.license_type = 'full' and ${c.t}.permissions -> 'feedback_admin_ui' = 'true'::jsonb))`,
        { falseMeans: 'nothing' },
      ),
      subscribed: flag(booleanInput('Gets email at all.'), (c) => `${c.t}.subscribed`, {
        falseMeans: 'negation',
      }),
      external_account: filter(
        idListInput('People of these accounts.'),
        (ids, c) => `(${c.t}.account_id = any(${c.w.value(ids)}::bigint[]))`,
      ),
      suggestion: filter(idListInput('People behind these ideas; association says how.'), (ids, c) => {
        const asked = c.all['association'];
        return besideIdeas(
          Array.isArray(asked) && asked.length > 0 ? (asked as string[]) : ['supported'],
          c.w.value(ids),
          c.t,
        );
      }),
      feature: {
        ...filter(
          idListInput('People who wait for any of these features: supporters of its ideas.'),
          (ids, c) =>
            `(${c.t}.id in (select v.user_id from feature_suggestions fs join features f on f.subdomain_id = $1 and f.id = fs.feature_id and f.deleted_at is null join suggestions s on s.subdomain_id = $1 and s.id = fs.suggestion_id and s.state not in ('deleted', 'merged', 'spam') join supporters v on v.subdomain_id = $1 and v.suggestion_id = s.id where fs.subdomain_id = $1 and fs.feature_id = any(${c.w.value(ids)}::bigint[])))`,
        ),
        requires: readsFeatures,
      },
      association: filter(
        enumListInput(
          'How people are tied to the ideas of suggestion, or to any idea without it.',
          USER_ASSOCIATIONS,
        ),
        (kinds, c) =>
          // an empty list names no tie, and suggestion reads it so as well
          c.all['suggestion'] === undefined && kinds.length > 0 ? besideIdeas(kinds, null, c.t) : null,
      ),
      expression: expressionFilter('Segment of people.', USER_COLUMNS),
      merged_into: columnIds('merged_into_id', idListInput('People who were merged into these.')),
      probably: filter(
        idListInput(
          'Customers who are probably the same as one of these: the same name, or nearly in one company.',
        ),
        (people, c) => probablySql(c.t, c.w.value(people)),
      ),
      ...changeFilters,
    },
    // people who were merged stand for someone else
    defaultWhere: { where: (t) => `${t}.merged_into_id is null`, unless: ['id', 'merged_into'] },
    sorts: {
      created_at: { by: (t) => `${t}.created_at`, indexed: true },
      name: { by: (t) => `lower(${nameSql(t)})`, indexed: true },
      id: { by: (t) => `${t}.id`, indexed: true },
      updated_at: { by: (t) => `${t}.updated_at`, indexed: true },
      last_login: { by: (t) => `${t}.last_login`, indexed: true, nullable: true },
      satisfaction_score: { by: (t) => `${t}.satisfaction_score`, indexed: true, nullable: true },
      email_address: { by: (t) => `lower(${t}.email_address)`, indexed: true, nullable: true },
      job_title: { by: (t) => `lower(${t}.job_title)`, indexed: true, nullable: true },
      country: { by: (t) => `lower(${t}.country)`, indexed: true, nullable: true },
      ...columnSorts([
        'supported_suggestions_count',
        'allowed_state',
        'license_type',
        'permission_state',
        'email_confirmed',
        'comment_notifications',
        'status_notifications',
      ]),
      is_subscribed: { by: (t) => `${t}.subscribed`, indexed: false },
      ...columnSorts(['city', 'region', 'guid'], { text: true, nullable: true }),
      crm_account: {
        by: (t) =>
          `(select lower(oa.name) from external_accounts oa where oa.subdomain_id = $1 and oa.id = ${t}.account_id and oa.deleted_at is null)`,
        indexed: false,
        nullable: true,
      },
    },
    defaultSort: '-created_at',
  },
});

/** Conditions of DEC-041, with ideas that were not deleted. `ideas` null: any idea. */
function besideIdeas(kinds: readonly string[], ideas: string | null, t: string): string {
  const named = (column: string): string =>
    ideas === null ? '' : ` and ${column} = any(${ideas}::bigint[])`;
  const isThere =
    "coalesce((select xi.state from suggestions xi where xi.subdomain_id = $1 and xi.id = x.suggestion_id), '') <> 'deleted'";
  const people = (table: string, person: string, state: string): string =>
    `select x.${person} from ${table} x where x.subdomain_id = $1${named('x.suggestion_id')}${state} and ${isThere}`;
  // people are looked up among those of the ideas: asked of each person, a list of 300,000 would be passed over
  const among = (...selects: string[]): string => {
    const found = `${t}.id in (${selects.join(' union all ')})`;
    // of all ideas they are too many to be joined and put in order: those are looked up as the order goes by
    return ideas === null ? `coalesce(${found}, false)` : found;
  };
  // without an idea that is named it is what supported_suggestions_count counts: no spam
  const supported =
    ideas === null ? `${t}.supported_suggestions_count > 0` : among(people('supporters', 'user_id', ''));
  const contributed = among(
    `select x.creator_id from suggestions x where x.subdomain_id = $1 and x.creator_id is not null and x.state <> 'deleted'${named('x.id')}`,
    people(
      'comments',
      'creator_id',
      " and x.creator_id is not null and x.state in ('published', 'approved')",
    ),
    people('feedback_records', 'user_id', " and x.user_id is not null and x.state = 'active'"),
  );
  const parts = kinds.map((kind) =>
    kind === 'supported'
      ? supported
      : kind === 'contributed'
        ? contributed
        : `${supported} or ${contributed}`,
  );
  return `(${parts.join(' or ')})`;
}

/** A person as a connected system knows them. */
export const externalUser = defineEntity({
  name: 'external_user',
  plural: 'external_users',
  table: 'external_users',
  description: 'A person as a connected system knows them.',
  requires: readRight('feedback'),
  fields: {
    id: id('Id.'),
    external_id: textOrNull('Id in the connected system.'),
    external_account: belongsTo('external_account', 'account_id', 'Account there; null when none.'),
  },
});

/** Rights that only those see who keep the settings. */
export const SEES_RIGHTS = writeRight('settings');
