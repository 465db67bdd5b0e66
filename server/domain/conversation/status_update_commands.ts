import { sql, type Selectable } from 'kysely';
import { textLimits } from '../../../contract/limits.ts';
import { fillStatusText } from '../../../contract/status_text.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { booleanInput, htmlInput, idInput, objectInput, nullable, required } from '../../inputs/kinds.ts';
import { markChanged } from '../../core/changes.ts';
import { allOf, writeRight, withFeature } from '../../core/viewer.ts';
import type { InternalStatusesTable, StatusesTable, SuggestionsTable } from '../../db/tables.ts';
import { user } from '../account/user.ts';
import { Counters } from '../counters/counters.ts';
import { recountSuggestions } from '../counters/recount.ts';
import { findSuggestion } from '../ideas/find.ts';
import { suggestion } from '../ideas/suggestion.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { isOfIdeaThere } from './find.ts';
import { statusMail } from '../mail/content.ts';
import { createMailing, rewriteMailing } from '../mail/create.ts';
import { addressInputs, limitBulkMail, readAddresses, requireMail } from '../mail/rules.ts';
import { internalStatusUpdate, statusUpdate } from './status_update.ts';

type Idea = Selectable<SuggestionsTable>;
/** The two kinds of news differ in their tables and columns alone. */
type Kind = 'status_update' | 'internal_status_update';

const KINDS = {
  status_update: {
    statuses: 'statuses',
    statusColumn: 'status_id',
    lastColumn: 'last_status_update_at',
    activity: 'status_updated',
    field: 'status',
  },
  internal_status_update: {
    statuses: 'internal_statuses',
    statusColumn: 'internal_status_id',
    lastColumn: 'last_internal_status_update_at',
    activity: 'internal_status_updated',
    field: 'internal_status',
  },
} as const;

/** What is posted. */
export interface Post {
  /** null: No Status; undefined: the status stays as it is */
  status_id: string | null | undefined;
  /** cleaned HTML; null or blank: no message; undefined: the text that the status brings along */
  html: string | null | undefined;
  /** sends mail */
  notify: boolean;
  attachment_tokens?: string[];
  from_email?: string | null;
  notification_email_address?: string | null;
}

/** Where the ideas are, locked and counted, that news is posted on: the order is ideas, then statuses (see counters). */
async function lockStatuses(
  { tx, subdomain_id }: CommandContext,
  kind: Kind,
  ids: readonly (string | null | undefined)[],
): Promise<Map<string, Selectable<StatusesTable> | Selectable<InternalStatusesTable>>> {
  const wanted = [...new Set(ids.filter((id) => id !== null && id !== undefined))];
  if (wanted.length === 0) return new Map();
  const rows = await tx
    .selectFrom(KINDS[kind].statuses)
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', 'in', wanted)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Posts news on an idea whose place the caller's counters watch: the status is set, the feed told,
 * mail asked for. The caller writes the counters afterwards.
 *
 * @param counters null for internal news, which counts nowhere
 * @returns id of the status update
 * @throws BAD_USER_INPUT for a status that is not there
 */
async function postStatusUpdate(
  context: CommandContext,
  kind: Kind,
  idea: Idea,
  post: Post,
  counters: Counters | null,
): Promise<string> {
  const { tx, subdomain_id, viewer, now } = context;
  const { statuses: _statuses, statusColumn, lastColumn, activity, field } = KINDS[kind];
  const old = idea[statusColumn];
  const next = post.status_id === undefined ? old : post.status_id;
  const status = (await lockStatuses(context, kind, [old, next])).get(next ?? '') ?? null;
  // a status that was taken out of the set is no choice any more, and foreign and unknown ones answer alike
  if (next !== null && post.status_id !== undefined && (status === null || status.deleted_at !== null))
    throw notFound(`links.${field}`, 'status');
  const html =
    (post.html === undefined
      ? status?.default_html_text &&
        fillStatusText(status.default_html_text, {
          idea: idea.title,
          status: status.name,
          sender: viewer.display_name,
        })
      : post.html) || null;

  const shared = {
    subdomain_id,
    suggestion_id: idea.id,
    user_id: viewer.user_id,
    created_at: now,
    updated_at: now,
  };
  const { id } =
    kind === 'status_update'
      ? await tx
          .insertInto('status_updates')
          .values({
            ...shared,
            old_status_id: old,
            new_status_id: next,
            html_body: html,
            supporters_notified: post.notify,
            from_email: post.from_email ?? null,
            notification_email_address: post.notification_email_address ?? null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
      : await tx
          .insertInto('internal_status_updates')
          .values({
            ...shared,
            old_internal_status_id: old,
            new_internal_status_id: next,
            html_text: html,
            teams_notified: post.notify,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
  await claimAttachments(context, post.attachment_tokens, `${kind}_id`, id);

  // the dates grow with the row that is locked
  await sql`
update suggestions s set ${sql.ref(statusColumn)} = ${next}::bigint, updated_at = ${nextUpdatedAt(idea, now)}::timestamptz,
  ${sql.ref(lastColumn)} = greatest(s.${sql.ref(lastColumn)}, ${now}::timestamptz), last_activity_at = greatest(s.last_activity_at, ${now}::timestamptz)
where s.subdomain_id = ${subdomain_id} and s.id = ${idea.id}`.execute(tx);
  counters?.statusUpdateAdded({ suggestion_id: idea.id, has_message: html !== null });
  const about = { suggestion_id: idea.id, [`${kind}_id`]: id };
  await context.activity({ kind: activity, ...about });

  if (post.notify) {
    const named = status === null ? null : { name: status.name, hex_color: status.hex_color };
    const mailing = await createMailing(context, {
      kind,
      to: { audience: kind },
      ...statusMail(kind, idea, named, html),
      ...about,
      from_email: post.from_email ?? null,
      reply_to: post.notification_email_address ?? null,
    });
    await context.audit('mailing_create', mailing.id, {
      kind,
      ...about,
      expected_count: mailing.expected_count,
    });
  }
  return id;
}

const inMessage = (what: string) => nullable(htmlInput(what, textLimits.richTextCharacters));
/** The panel Post public status update (CALL-M-042, ENT-027, STATE-033, DEC-094). */
export const statusUpdateCreate = defineCommand({
  name: 'status_update_create',
  description:
    'Posts a public status update: sets the status of an idea, tells its feed and, when asked, its supporters by email. mailing_call_back stops the email within its first seconds.',
  requires: allOf(writeRight('feedback'), withFeature('public_statuses')),
  input: {
    links: required(
      objectInput('StatusUpdateLinks', 'What is posted where.', {
        suggestion: required(idInput('Idea.')),
        status: nullable(idInput('New status; null: No Status; without it the status stays as it is.')),
      }),
    ),
    notify_supporters: booleanInput('Sends email to those who follow the idea; false when not given.'),
    html_body: inMessage('Message; null: none; when not given the text that the status brings along.'),
    attachment_tokens: inAttachmentTokens,
    ...addressInputs,
  },
  returns: { entity: 'status_update' },
  activity: ['status_updated'],
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const notify = input.notify_supporters ?? false;
    if (notify) {
      await requireMail(context, 'notify_supporters');
      await limitBulkMail(context);
    }
    const addresses = await readAddresses(context, input);
    const counters = new Counters(tx, subdomain_id, now);
    await counters.watch([input.links.suggestion]);
    const idea = await findSuggestion(tx, subdomain_id, input.links.suggestion, 'links.suggestion', {
      joins: true,
    });
    const id = await postStatusUpdate(
      context,
      'status_update',
      idea,
      {
        status_id: input.links.status,
        html: input.html_body,
        notify,
        ...(input.attachment_tokens ? { attachment_tokens: input.attachment_tokens } : {}),
        ...addresses,
      },
      counters,
    );
    await counters.write();
    return id;
  },
});

/** The panel Post internal status update (CALL-M-024, ENT-030, STATE-034, DEC-095). */
export const internalStatusUpdateCreate = defineCommand({
  name: 'internal_status_update_create',
  description:
    'Posts an internal status update: sets the internal status of an idea, tells its feed and, when asked, the members of the team who are concerned by email. No end user hears of it.',
  requires: writeRight('feedback'),
  input: {
    links: required(
      objectInput('InternalStatusUpdateLinks', 'What is posted where.', {
        suggestion: required(idInput('Idea.')),
        internal_status: nullable(
          idInput('New internal status; null: none; without it the status stays as it is.'),
        ),
      }),
    ),
    notify_supporters: booleanInput(
      'Sends email to members of the team who support, follow, flagged or look after the idea; false when not given.',
    ),
    html_text: inMessage('Message; null: none; when not given the text that the status brings along.'),
    attachment_tokens: inAttachmentTokens,
  },
  returns: { entity: 'internal_status_update' },
  activity: ['internal_status_updated'],
  run: async (input, context) => {
    const { tx, subdomain_id } = context;
    const notify = input.notify_supporters ?? false;
    if (notify) await limitBulkMail(context);
    const idea = await findSuggestion(tx, subdomain_id, input.links.suggestion, 'links.suggestion', {
      lock: true,
      joins: true,
    });
    return postStatusUpdate(
      context,
      'internal_status_update',
      idea,
      {
        status_id: input.links.internal_status,
        html: input.html_text,
        notify,
        ...(input.attachment_tokens ? { attachment_tokens: input.attachment_tokens } : {}),
      },
      null,
    );
  },
});

const CURRENT = {
  id: true,
  updated_at: true,
  user: { id: true, name: true },
  suggestion: { id: true, title: true },
} as const;

/** The panel that edits a public status update: message and files alone (CALL-M-043, PANEL-070, DEC-096). */
export const statusUpdateUpdate = defineCommand({
  name: 'status_update_update',
  description:
    'Changes the message of a public status update and adds files; never the status. Sends no email; what has not begun to go out yet says the new message.',
  requires: allOf(writeRight('feedback'), withFeature('public_statuses')),
  input: {
    id: required(idInput('Status update.')),
    attachment_tokens: inAttachmentTokens,
    html_body: inMessage('Message; null: none; when not given it stays.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'status_update' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await tx
      .selectFrom('status_updates')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', input.id)
      .where(isOfIdeaThere('status_updates', subdomain_id))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'status update');
    await assertNotModified(input.if_updated_at, row, 'status update', () =>
      readRecord(tx, viewer, statusUpdate, [user, suggestion], row.id, { ...CURRENT, html_body: true }),
    );
    const html_body = input.html_body === undefined ? row.html_body : input.html_body || null;
    await tx
      .updateTable('status_updates')
      .set({ html_body, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    markChanged(tx, 'suggestion', [row.suggestion_id]);
    await claimAttachments(context, input.attachment_tokens, 'status_update_id', row.id);
    if (html_body !== row.html_body)
      await rewriteMailing(tx, subdomain_id, { status_update_id: row.id }, html_body);
    // whether the team has answered is found again from the rows
    if ((html_body === null) !== (row.html_body === null))
      await recountSuggestions(tx, subdomain_id, [row.suggestion_id]);
    return row.id;
  },
});

/** The panel that edits an internal status update (CALL-M-025, VALID-076, DEC-096). */
export const internalStatusUpdateUpdate = defineCommand({
  name: 'internal_status_update_update',
  description:
    'Changes the message of an internal status update and adds files; never the status. Sends no email; what has not begun to go out yet says the new message.',
  requires: writeRight('feedback'),
  input: {
    id: required(idInput('Internal status update.')),
    attachment_tokens: inAttachmentTokens,
    html_text: required(htmlInput('Message.', textLimits.richTextCharacters)),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'internal_status_update' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await tx
      .selectFrom('internal_status_updates')
      .selectAll()
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', input.id)
      .where(isOfIdeaThere('internal_status_updates', subdomain_id))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'internal status update');
    await assertNotModified(input.if_updated_at, row, 'internal status update', () =>
      readRecord(tx, viewer, internalStatusUpdate, [user, suggestion], row.id, {
        ...CURRENT,
        html_text: true,
      }),
    );
    // what is left after cleaning may be nothing
    if (input.html_text === '')
      throw badInput('html_text', 'The html text is required.', { reason: 'required' });
    await tx
      .updateTable('internal_status_updates')
      .set({ html_text: input.html_text, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    markChanged(tx, 'suggestion', [row.suggestion_id]);
    await claimAttachments(context, input.attachment_tokens, 'internal_status_update_id', row.id);
    if (input.html_text !== row.html_text)
      await rewriteMailing(tx, subdomain_id, { internal_status_update_id: row.id }, input.html_text);
    return row.id;
  },
});
