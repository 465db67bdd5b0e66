import { emailProblem } from '../../../contract/email.ts';
import { emailLimits, textLimits } from '../../../contract/limits.ts';
import { canWrite, isTeamMember } from '../../../contract/permissions.ts';
import { CONSOLE_CHANNEL } from '../../../contract/states.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand } from '../../core/command.ts';
import { noteHappening } from '../../core/happenings.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  idInput,
  intInput,
  singleLine,
  validatedText,
  nullable,
  required,
} from '../../inputs/kinds.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import { writeRight } from '../../core/viewer.ts';
import { announceAccountChange } from '../account/announce.ts';
import { findUser } from '../account/find.ts';
import { revokeLinksOf } from '../account/one_time_link.ts';
import { endSessionsOf } from '../account/session.ts';
import { isSameEmail, ownNewsMail } from '../account/mails/own_mails.ts';
import { user } from '../account/user.ts';
import { inCustomFieldMap, readCustomFields, withCustomFields } from '../ideas/custom_field_values.ts';
import { Counters } from '../counters/counters.ts';
import { externalAccount } from './external_account.ts';
import { lockAccounts } from './find.ts';

const CURRENT = {
  id: true,
  name: true,
  email_address: true,
  job_title: true,
  satisfaction_score: true,
  comment_notifications: true,
  status_notifications: true,
  is_subscribed: true,
  updated_at: true,
  custom_field_values: true,
  crm_account: { id: true, name: true },
} as const;

/**
 * Changes a person (DEC-120); what is not given stays. The numbers of the ideas that they support follow
 * their account and their rating. Details of the team are changed by who keeps the settings, since an
 * address is what one signs in with; those of the owner by the owner alone. One's own address of a member of the
 * team is changed by `own_email_update` alone, which has the new one confirmed; changed by others, the old one is told.
 * A change of the address ends the
 * person's open links: following one confirms the address, and lets into other workspaces by it. A new one ends
 * their sessions too: whoever is in one may not be whom the address belongs to.
 */
export const userUpdate = defineCommand({
  name: 'user_update',
  description:
    'Changes a person; what is not given stays. Members of the team are changed by who keeps the settings, the owner by themselves alone.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Person.')),
    name: nullable(
      singleLine(
        'Name; null or empty: none, then the part of the address before the @ is shown.',
        textLimits.nameCharacters,
      ),
    ),
    email_address: nullable(
      validatedText(
        'Address; null: none. It reads as not confirmed after a change.',
        emailLimits.addressCharacters,
        emailProblem,
      ),
    ),
    job_title: nullable(singleLine('Job title; null: none.', textLimits.nameCharacters)),
    satisfaction_score: nullable(intInput('Rating; null: none.', { min: 0, max: 10 })),
    crm_account: nullable(idInput('Account that the person belongs to; null: none.')),
    comment_notifications: booleanInput('Wants email about comments.'),
    status_notifications: booleanInput('Wants email about status updates.'),
    is_subscribed: booleanInput('Gets email at all.'),
    custom_field_map: inCustomFieldMap,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'user' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const seen = await findUser(tx, subdomain_id, input.id, 'id');
    const isTeam = isTeamMember(seen.license_type);
    if (seen.license_type === 'owner' && viewer.user_id !== seen.id && viewer.user_id !== null)
      throw badInput('id', 'The details of the owner are changed by the owner alone.', { reason: 'owner' });
    if (isTeam && !canWrite(viewer.permissions, 'settings'))
      throw badInput('id', 'Only someone who can change settings can change members of the team.', {
        reason: 'team',
      });
    const counters = new Counters(tx, subdomain_id, now);
    if (input.crm_account !== undefined || input.satisfaction_score !== undefined)
      await counters.watchCustomers({ people: [input.id] });
    const row = await tx
      .selectFrom('users')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', input.id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (input.crm_account !== undefined) {
      const accounts = [input.crm_account, row.account_id].flatMap((id) => (id === null ? [] : [id]));
      const held = await lockAccounts(tx, subdomain_id, accounts);
      if (input.crm_account !== null && !held.some(({ id }) => id === input.crm_account))
        throw notFound('crm_account', 'account');
    }
    await assertNotModified(input.if_updated_at, row, 'person', () =>
      readRecord(tx, viewer, user, [externalAccount], row.id, CURRENT),
    );

    const email_address = input.email_address === undefined ? row.email_address : input.email_address || null;
    if (isTeam && email_address === null)
      throw badInput('email_address', 'A member of the team needs an address to sign in with.', {
        reason: 'required',
      });
    const isNewAddress = !isSameEmail(email_address, row.email_address);
    if (isTeam && isNewAddress && viewer.user_id === row.id)
      throw badInput(
        'email_address',
        'Change your own address on your profile page: the new one is confirmed by a link first.',
        { reason: 'own_address' },
      );
    const own = await readCustomFields(tx, subdomain_id, 'user', input.custom_field_map ?? []);
    const changes = {
      name: input.name === undefined ? row.name : input.name || null,
      email_address,
      email_confirmed: row.email_confirmed && !isNewAddress,
      job_title: input.job_title === undefined ? row.job_title : input.job_title || null,
      satisfaction_score:
        input.satisfaction_score === undefined ? row.satisfaction_score : input.satisfaction_score,
      account_id: input.crm_account === undefined ? row.account_id : input.crm_account,
      comment_notifications: input.comment_notifications ?? row.comment_notifications,
      status_notifications: input.status_notifications ?? row.status_notifications,
      subscribed: input.is_subscribed ?? row.subscribed,
      custom_fields: withCustomFields(row.custom_fields, own),
    };
    const changed = (Object.keys(changes) as (keyof typeof changes)[]).filter(
      (name) =>
        changes[name] !== (name === 'custom_fields' ? withCustomFields(row.custom_fields, {}) : row[name]),
    );
    if (changed.length === 0) return row.id;
    await rejectDuplicate(
      'users_email',
      () =>
        badInput('email_address', 'Someone else already has this email.', {
          reason: 'taken',
          httpStatus: 409,
        }),
      tx
        .updateTable('users')
        .set({
          // what stays is not written: screens that show it alone need not ask again
          ...Object.fromEntries(changed.map((name) => [name, changes[name]])),
          ...(isNewAddress ? { email_confirmed_at: null } : {}),
          updated_at: nextUpdatedAt(row, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute(),
    );
    // what they are rated by stands among their ratings
    if (changed.includes('satisfaction_score') && changes.satisfaction_score !== null)
      await tx
        .insertInto('ratings')
        .values({
          subdomain_id,
          user_id: row.id,
          score: changes.satisfaction_score,
          channel: CONSOLE_CHANNEL,
          recorded_by_id: viewer.user_id,
          created_at: now,
          updated_at: now,
        })
        .execute();
    // a link that went to the old address must not stand for the new one
    if (changed.includes('email_address')) await revokeLinksOf(tx, subdomain_id, row.id, now);
    if (isNewAddress) await endSessionsOf(tx, subdomain_id, row.id);
    if (isTeam && isNewAddress && row.email_address !== null) {
      await context.enqueue(ownNewsMail, {
        what: 'email_changed_by',
        user_id: row.id,
        email_address: row.email_address,
        new_email_address: email_address,
        by: viewer.display_name,
      });
    }
    noteHappening(tx, 'user_updated', [row.id]);
    await context.audit('user_update', row.id, {
      changed,
      ...(changed.includes('email_address') ? { old_email_address: row.email_address } : {}),
    });
    // name and address are part of what is remembered of a session
    if (isTeam) await announceAccountChange(tx, { about: 'user', subdomain_id, user_id: row.id });
    await counters.write();
    return row.id;
  },
});
