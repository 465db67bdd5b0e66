import { ofMailing } from './compose.ts';
import { sql } from 'kysely';
import { publishLive } from '../../live/live.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { readMailToken, type MailPurpose } from './tokens.ts';
import { carrierOf, sentAddress, type Carrier } from './content.ts';
import { presentIdea } from './recipients.ts';
import { notify } from '../notifications/notify.ts';

/*
 * What people do with a mail: open it, follow a link, switch it off, give a thumb. Each call comes with
 * a signed token and without a session, so a token is all that it takes, and it opens nothing else.
 */

/** A mail that a token names, with its mailing. */
export interface NamedMail extends Carrier {
  delivery_id: string;
  /** what the token is for besides: a link, a file */
  extra: string;
  mailing_id: string;
  user_id: string | null;
  email_address: string;
  kind: string;
  suggestion_id: string | null;
  tracked: boolean;
}

/** The mail that a token is for; null when the token is none of this workspace's, or its mail is gone. */
export async function readMail(
  scope: Scope,
  tx: Tx,
  purpose: MailPurpose,
  token: string,
): Promise<NamedMail | null> {
  const sid = scope.viewer.subdomain_id;
  const named = readMailToken(scope.services.signatures, sid, purpose, token);
  if (!named) return null;
  const { rows } = await sql<Omit<NamedMail, 'extra'>>`
select d.id::text as delivery_id, d.user_id::text as user_id, d.email_address, m.id::text as mailing_id, m.kind, m.suggestion_id::text as suggestion_id,
  m.status_update_id::text as status_update_id, m.internal_status_update_id::text as internal_status_update_id, m.supporter_message_id::text as supporter_message_id,
  coalesce((m.details ->> 'tracked')::boolean, false) as tracked
from deliveries d join mailings m on m.subdomain_id = ${sid} and m.id = d.mailing_id
where d.subdomain_id = ${sid} and d.id = ${named.delivery_id}`.execute(tx);
  return rows[0] ? { ...rows[0], extra: named.extra } : null;
}

/** Is the token one of this workspace? Asks no database. */
export function isMailToken(scope: Scope, purpose: MailPurpose, token: string): string | null {
  return (
    readMailToken(scope.services.signatures, scope.viewer.subdomain_id, purpose, token)?.delivery_id ?? null
  );
}

/** Notes the first time of something on a mail and counts it on the record. */
async function countOnce(scope: Scope, tx: Tx, mail: NamedMail, what: 'opened' | 'clicked'): Promise<void> {
  if (!mail.tracked) return;
  const sid = scope.viewer.subdomain_id;
  const column = sql.ref(`${what}_at`);
  const { numAffectedRows } = await sql`
update deliveries d set ${column} = now()
where d.subdomain_id = ${sid} and d.id = ${mail.delivery_id} and d.${column} is null and d.state not in ('queued', 'left_out', 'failed')`.execute(
    tx,
  );
  const carrier = carrierOf(mail);
  if (Number(numAffectedRows ?? 0) === 0 || !carrier) return;
  const count = sql.ref(`mail_${what}_count`);
  await sql`update ${sql.table(carrier.table)} t set ${count} = coalesce(t.${count}, 0) + 1 where t.subdomain_id = ${sid} and t.id = ${carrier.id}`.execute(
    tx,
  );
}

/** The picture at the end of a mail was asked for: the mail was opened. @returns false for a token that is none */
export async function openMail(scope: Scope, token: string): Promise<boolean> {
  return scope.write(async (tx) => {
    const mail = await readMail(scope, tx, 'open', token);
    if (mail) await countOnce(scope, tx, mail, 'opened');
    return mail !== null;
  });
}

/** A link of a mail was followed. @returns where it leads: an address that was written down when the mailing was made; null when there is none */
export async function followLink(scope: Scope, token: string): Promise<string | null> {
  return scope.write(async (tx) => {
    const mail = await readMail(scope, tx, 'link', token);
    if (!mail) return null;
    const link = await tx
      .selectFrom('mail_links')
      .select('url')
      .where('subdomain_id', '=', scope.viewer.subdomain_id)
      .where('id', '=', mail.extra)
      .where('mailing_id', '=', mail.mailing_id)
      .executeTakeFirst();
    const address = link && sentAddress(link.url);
    if (!address) return null;
    await countOnce(scope, tx, mail, 'clicked');
    return address;
  });
}

/** A file that a mail carries. */
export interface MailFile {
  file_name: string;
  content_type: string;
  size_in_bytes: string;
  storage_key: string;
}

/** The file of a token, while it hangs on the record that the mail was about. */
export async function readMailFile(scope: Scope, token: string): Promise<MailFile | null> {
  const sid = scope.viewer.subdomain_id;
  const mail = await readMail(scope, scope.db, 'file', token);
  if (!mail) return null;
  const file = scope.db
    .selectFrom('attachments')
    .select(['file_name', 'content_type', 'size_in_bytes', 'storage_key'])
    .where('subdomain_id', '=', sid)
    .where('id', '=', mail.extra);
  if (mail.kind === 'ticket_reply')
    return (
      (await file
        .where('ticket_message_id', 'in', (messages) => ofMailing(messages, sid, mail.mailing_id))
        .executeTakeFirst()) ?? null
    );
  const carrier = carrierOf(mail);
  if (!carrier) return null;
  const column = (
    {
      status_updates: 'status_update_id',
      internal_status_updates: 'internal_status_update_id',
      supporter_messages: 'supporter_message_id',
    } as const
  )[carrier.table];
  return (await file.where(column, '=', carrier.id).executeTakeFirst()) ?? null;
}

/** What someone takes mail about. */
export interface MailChoice {
  email_address: string;
  /** title of the idea; null: the mail was about none */
  idea: string | null;
  /** takes mail about the idea */
  followsIdea: boolean;
  /** takes mail of the workspace at all */
  takesMail: boolean;
}

/** What a person can switch: mail about this idea, or all of the workspace's; each can be undone. */
export const UNSUBSCRIBE_CHOICES = ['idea_off', 'idea_on', 'all_off', 'all_on'] as const;
export type UnsubscribeChoice = (typeof UNSUBSCRIBE_CHOICES)[number];

/** Where the holder of an unsubscribe link stands; null for a token that is none. */
export async function readMailChoice(scope: Scope, token: string): Promise<MailChoice | null> {
  const mail = await readMail(scope, scope.db, 'unsubscribe', token);
  return mail && choiceOf(scope, scope.db, mail);
}

async function choiceOf(scope: Scope, db: Tx, mail: NamedMail): Promise<MailChoice> {
  const sid = scope.viewer.subdomain_id;
  const about = mail.suggestion_id === null ? null : await presentIdea(db, sid, mail.suggestion_id);
  const idea =
    about === null
      ? null
      : await db
          .selectFrom('suggestions')
          .select('title')
          .where('subdomain_id', '=', sid)
          .where('id', '=', about)
          .executeTakeFirst();
  const { rows } = await sql<{ followsIdea: boolean; takesMail: boolean }>`
select coalesce((select b.subscribed from subscriptions b where b.subdomain_id = ${sid} and b.suggestion_id = ${about}::bigint and b.user_id = ${mail.user_id}::bigint),
    ${mail.kind === 'internal_status_update'}) as "followsIdea",
  coalesce((select u.subscribed and u.status_notifications from users u where u.subdomain_id = ${sid} and u.id = ${mail.user_id}::bigint), true)
  and not exists (select 1 from mail_suppressions s where s.subdomain_id = ${sid} and s.email_key = ${mail.email_address.toLowerCase()}) as "takesMail"`.execute(
    db,
  );
  return { email_address: mail.email_address, idea: idea?.title ?? null, ...rows[0]! };
}

/**
 * Switches mail off, or on again. All of it is off by the person's own setting; an address without a
 * person is kept in the list of those that get none.
 *
 * @returns where they stand now; null for a token that is none
 */
export async function chooseMail(
  scope: Scope,
  token: string,
  choice: UnsubscribeChoice,
): Promise<MailChoice | null> {
  const sid = scope.viewer.subdomain_id;
  return scope.write(async (tx) => {
    const mail = await readMail(scope, tx, 'unsubscribe', token);
    if (!mail) return null;
    const on = choice.endsWith('_on');
    if (mail.user_id === null) {
      const email_key = mail.email_address.toLowerCase();
      if (on)
        await tx
          .deleteFrom('mail_suppressions')
          .where('subdomain_id', '=', sid)
          .where('email_key', '=', email_key)
          .where('reason', '=', 'unsubscribed')
          .execute();
      else
        await tx
          .insertInto('mail_suppressions')
          .values({ subdomain_id: sid, email_key, reason: 'unsubscribed' })
          .onConflict((conflict) => conflict.columns(['subdomain_id', 'email_key']).doNothing())
          .execute();
    } else if (choice.startsWith('all')) {
      // switching mail on again also undoes what switched it off altogether
      await sql`
update users u set status_notifications = ${on}, ${on ? sql`subscribed = true,` : sql``} updated_at = greatest(now(), u.updated_at + interval '1 millisecond')
where u.subdomain_id = ${sid} and u.id = ${mail.user_id}::bigint and (u.status_notifications <> ${on} or (${on} and not u.subscribed))`.execute(
        tx,
      );
    } else if (mail.suggestion_id !== null) {
      const idea = await presentIdea(tx, sid, mail.suggestion_id);
      await sql`
insert into subscriptions as b (subdomain_id, suggestion_id, user_id, subscribed) values (${sid}, ${idea}, ${mail.user_id}, ${on})
on conflict (subdomain_id, suggestion_id, user_id) do update set subscribed = ${on}, updated_at = now()`.execute(
        tx,
      );
    }
    return choiceOf(scope, tx, mail);
  });
}

export type Thumb = 'up' | 'down';

/** What a thumb would be about. */
export interface ReactionState {
  idea: string | null;
  /** given already; null: none */
  given: Thumb | null;
}

/** What a thumb link is about; null for a token that is none. */
export async function readReaction(scope: Scope, thumb: Thumb, token: string): Promise<ReactionState | null> {
  const sid = scope.viewer.subdomain_id;
  const mail = await readMail(scope, scope.db, thumb, token);
  if (!mail) return null;
  const idea =
    mail.suggestion_id === null
      ? null
      : await scope.db
          .selectFrom('suggestions')
          .select('title')
          .where('subdomain_id', '=', sid)
          .where('id', '=', mail.suggestion_id)
          .executeTakeFirst();
  const given = await scope.db
    .selectFrom('deliveries')
    .select('reaction')
    .where('subdomain_id', '=', sid)
    .where('id', '=', mail.delivery_id)
    .executeTakeFirst();
  return { idea: idea?.title ?? null, given: (given?.reaction as Thumb | null | undefined) ?? null };
}

/**
 * Gives a thumb: one of each person on each update, the last one counts (DEC-138). Who posted the
 * update is told when it is new or another one than before.
 *
 * @returns null for a token that is none, or that belongs to a mail without thumbs
 */
export async function react(scope: Scope, thumb: Thumb, token: string): Promise<ReactionState | null> {
  const { subdomain_id } = scope.viewer;
  return scope.write(async (tx) => {
    const mail = await readMail(scope, tx, thumb, token);
    const carrier = mail && carrierOf(mail);
    if (!mail || !carrier || carrier.table === 'supporter_messages' || mail.user_id === null) return null;
    const { table } = carrier;
    const column = table === 'status_updates' ? 'status_update_id' : 'internal_status_update_id';
    // the record is held first: two thumbs of one person wait for each other here
    const record = await tx
      .selectFrom(table)
      .select(['id', 'user_id', 'suggestion_id'])
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', carrier.id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!record) return null;
    const before = await tx
      .selectFrom('reactions')
      .select(['id', 'kind'])
      .where('subdomain_id', '=', subdomain_id)
      .where(column, '=', carrier.id)
      .where('user_id', '=', mail.user_id)
      .executeTakeFirst();
    const idea = await tx
      .selectFrom('suggestions')
      .select('title')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', record.suggestion_id)
      .executeTakeFirst();
    const answer: ReactionState = { idea: idea?.title ?? null, given: thumb };
    if (before?.kind === thumb) return answer;
    const now = scope.now();
    if (before)
      await tx
        .updateTable('reactions')
        .set({ kind: thumb, updated_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', before.id)
        .execute();
    else
      await tx
        .insertInto('reactions')
        .values({
          subdomain_id,
          [column]: carrier.id,
          user_id: mail.user_id,
          kind: thumb,
          created_at: now,
          updated_at: now,
        })
        .execute();
    await tx
      .updateTable('deliveries')
      .set({ reaction: thumb })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', mail.delivery_id)
      .execute();
    const by = (one: Thumb): number => (thumb === one ? 1 : before ? -1 : 0);
    await sql`
update ${sql.table(table)} t set thumbs_up_count = t.thumbs_up_count + ${by('up')}::int, thumbs_down_count = t.thumbs_down_count + ${by('down')}::int
where t.subdomain_id = ${subdomain_id} and t.id = ${carrier.id}`.execute(tx);
    if (record.user_id !== null) {
      await notify(
        { tx, subdomain_id, viewer: scope.viewer, now, services: scope.services },
        {
          event: 'status_update_reaction',
          user_ids: [record.user_id],
          subject_user_id: mail.user_id,
          suggestion_id: record.suggestion_id,
          ...(column === 'status_update_id'
            ? { status_update_id: carrier.id }
            : { internal_status_update_id: carrier.id }),
        },
      );
    }
    await publishLive(tx, {
      event: 'changed',
      entity: table === 'status_updates' ? 'status_update' : 'internal_status_update',
      ids: [carrier.id],
      subdomain_id,
      user_ids: null,
    });
    return answer;
  });
}
