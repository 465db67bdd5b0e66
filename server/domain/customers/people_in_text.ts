import { sql } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { defineQuery } from '../../core/query.ts';
import { readRight } from '../../core/viewer.ts';
import { required, textInput } from '../../inputs/kinds.ts';

/** Bounds of one search: words looked up as accounts, word groups as names, accounts, people of each. */
const WORDS = 60;
const GROUPS = 120;
const ACCOUNTS = 10;
const PEOPLE_OF_ACCOUNT = 500;
const ANSWERED = 5;

/**
 * What a text may name: single words, the capitalised ones first, and groups of two and three that follow one another,
 * all in small letters.
 */
export function namesIn(text: string): { words: string[]; groups: string[] } {
  const tokens = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const isCapital = (token: string): boolean => /^\p{Lu}/u.test(token);
  const small = (token: string): string => token.toLowerCase().replace(/['’]s$/, '');
  const long = tokens.filter((token) => [...token].length > 2);
  const words = new Set([...long.filter(isCapital), ...long.filter((token) => !isCapital(token))].map(small));
  const groups = new Set<string>();
  for (const size of [2, 3])
    for (let at = 0; at + size <= tokens.length; at += 1)
      groups.add(
        tokens
          .slice(at, at + size)
          .map((token, place) => (place === size - 1 ? small(token) : token.toLowerCase()))
          .join(' '),
      );
  return { words: [...words].slice(0, WORDS), groups: [...groups].slice(0, GROUPS) };
}

/**
 * People whom a text names: by their first name together with the first word of their account's name, or by their whole
 * name. Each lookup is an index range with a bound, whatever the text.
 */
export const peopleInText = defineQuery({
  name: 'people_in_text',
  description: `People that a text names, by first name and account or by their whole name; at most ${ANSWERED}.`,
  requires: readRight('feedback'),
  args: {
    text: required(textInput('Text, such as the beginning of a feedback.', textLimits.peopleTextCharacters)),
  },
  returns: '[User!]!',
  reads: ['users.name', 'users.account_id', 'users.merged_into_id', 'external_accounts'],
  run: async ({ text }, { scope, reader, selection }) => {
    const { words, groups } = namesIn(text);
    if (words.length === 0) return [];
    const sid = scope.viewer.subdomain_id;
    // a space and the sign behind it bound what begins with the word as a whole
    const { rows } = await sql<{ id: string }>`
with named as materialized (
  select distinct a.id from unnest(${words}::text[]) as w (word)
  cross join lateral (
    (select x.id from external_accounts x where x.subdomain_id = ${sid} and lower(x.name) = w.word and x.deleted_at is null limit ${ACCOUNTS})
    union all
    (select y.id from external_accounts y where y.subdomain_id = ${sid} and lower(y.name) ~>=~ (w.word || ' ') and lower(y.name) ~<~ (w.word || '!') and y.deleted_at is null limit ${ACCOUNTS})
  ) a limit ${ACCOUNTS}
), found as (
  select p.id, case when lower(p.name) = any(${groups}::text[]) then 0 else 1 end as place from named n
  cross join lateral (
    select u.id, u.name from users u where u.subdomain_id = ${sid} and u.account_id = n.id limit ${PEOPLE_OF_ACCOUNT}
  ) p where lower(split_part(p.name, ' ', 1)) = any(${words}::text[])
  union all
  (select v.id, 2 from users v where v.subdomain_id = ${sid} and v.merged_into_id is null and lower(v.name) = any(${groups}::text[]) limit ${ANSWERED})
)
select f.id::text as id from found f group by f.id order by min(f.place), f.id limit ${ANSWERED}`.execute(
      scope.db,
    );
    return reader.byIds(
      reader.entity('user'),
      rows.map(({ id }) => id),
      selection,
    );
  },
});
