import { sql, type RawBuilder } from 'kysely';
import { ASKED_AT_ONCE, ASKED_EVERY_DAYS } from '../../../contract/satisfaction_report.ts';
import { graphqlLimits } from '../../../contract/limits.ts';
import { badInput } from '../../core/errors.ts';
import type { InputValues } from '../../core/inputs.ts';
import { booleanInput, idListInput } from '../../inputs/kinds.ts';
import { LEFT_OUT, leftOutSql } from '../mail/recipients.ts';

/** Whom a request for ratings is for. */
export const whoInputs = {
  users: idListInput('These people.', graphqlLimits.idsPerArgument),
  accounts: idListInput('Everyone of these accounts.', graphqlLimits.idsPerArgument),
  everyone: booleanInput('Every customer.'),
};
export type Who = InputValues<typeof whoInputs>;

/** Why someone is not asked; the first that holds is the one that is said. */
export const NOT_ASKED = {
  team: 'On your team.',
  ...LEFT_OUT,
  asked: `Asked within the last ${ASKED_EVERY_DAYS} days.`,
  later: `At most ${ASKED_AT_ONCE.toLocaleString('en')} people are asked at once. Ask the others afterwards.`,
} as const;
export type NotAsked = keyof typeof NOT_ASKED;

/** Whether a mail of a request did ask: those that no one got count for nothing. @param t table of deliveries */
export const DID_ASK_SQL = (t: string): string => `${t}.state not in ('left_out', 'failed')`;

/**
 * SQL of everyone whom a request is for: user_id and reason (null: is asked).
 *
 * @param mailOff mail to end users is switched off for the whole account
 * @throws BAD_USER_INPUT when not exactly one of the three is given
 */
export function candidates(
  sid: string,
  { users, accounts, everyone }: Who,
  { mailOff, now }: { mailOff: boolean; now: Date },
): RawBuilder<unknown> {
  const given = [users !== undefined, accounts !== undefined, everyone === true].filter(Boolean).length;
  if (given !== 1) throw badInput('users', 'Say either which people, which accounts, or everyone.');
  const isTeam = sql`(u.license_type <> 'none' or u.permission_state <> 'none')`;
  const those =
    users !== undefined
      ? sql`u.id = any(${users}::bigint[])`
      : sql`not ${isTeam} and ${accounts === undefined ? sql`true` : sql`u.account_id = any(${accounts}::bigint[])`}`;
  const since = new Date(now.getTime() - ASKED_EVERY_DAYS * 86_400_000);
  return sql`
select u.id as user_id, case when ${isTeam} then 'team' else coalesce(${leftOutSql(null, mailOff)}, case when exists (
  select 1 from deliveries d join mailings a on a.subdomain_id = ${sid} and a.id = d.mailing_id and a.kind = 'rating_request' and a.created_at > ${since}::timestamptz
  where d.subdomain_id = ${sid} and d.user_id = u.id and ${sql.raw(DID_ASK_SQL('d'))}
) then 'asked' end) end as reason
from users u
left join mail_suppressions m on m.subdomain_id = ${sid} and m.email_key = lower(u.email_address)
where u.subdomain_id = ${sid} and u.merged_into_id is null and ${those}`;
}
