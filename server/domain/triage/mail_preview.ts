import { textLimits } from '../../../contract/limits.ts';
import { hasFeature } from '../../../contract/permissions.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput, badRequest, forbidden, notFound } from '../../core/errors.ts';
import type { InputValues } from '../../core/inputs.ts';
import { defineQuery } from '../../core/query.ts';
import type { Services } from '../../core/services.ts';
import { shape } from '../../core/shape.ts';
import { withFeature, writeRight, type Viewer } from '../../core/viewer.ts';
import { enumInput, htmlInput, idInput, nullable, required, validatedText } from '../../inputs/kinds.ts';
import type { Tx } from '../../sql/kysely.ts';
import { inAttachmentTokens } from '../attachments/claims.ts';
import { PARENTS } from '../attachments/store.ts';
import { prepareMailing } from '../mail/compose.ts';
import { statusMail, supporterMail, type MailContent, type SampleMail } from '../mail/content.ts';
import { createMailing, mailSettings } from '../mail/create.ts';
import { AUDIENCES, isInternal } from '../mail/recipients.ts';
import { addressInputs, readAddresses } from '../mail/rules.ts';

/*
 * What people get, before they get it: the mail of a status update or a message as the sender would write it, with the
 * viewer in the recipient's place, shown or sent to the viewer alone. Nothing of it carries a credential.
 */

/** Tests that one person may send themselves within ten minutes. */
const TESTS_MAX = 10;
const TESTS_WITHIN_MS = 600_000;

const oneLine = (text: string): string | null =>
  /[\r\n\u2028\u2029]/.test(text) ? 'The subject must be one line.' : null;

const inputs = {
  kind: required(enumInput('What would be sent.', AUDIENCES)),
  suggestion: required(idInput('Idea.')),
  status: nullable(
    idInput('Public status; null: No Status; when not given that of the idea. Of a status_update alone.'),
  ),
  internal_status: nullable(
    idInput(
      'Internal status; null: none; when not given that of the idea. Of an internal_status_update alone.',
    ),
  ),
  html_body: nullable(htmlInput('Message; null or not given: none.', textLimits.richTextCharacters)),
  email_subject: nullable(
    validatedText(
      'Subject of a supporter_message; without one it names the idea.',
      textLimits.nameCharacters,
      oneLine,
    ),
  ),
  attachment_tokens: inAttachmentTokens,
  ...addressInputs,
};
type Asked = InputValues<typeof inputs>;

/** What the mail says, who it is from and where answers go. */
interface Draft {
  kind: Asked['kind'];
  suggestion_id: string;
  subject: string;
  content: MailContent;
  from_email: string | null;
  reply_to: string | null;
  files: SampleMail['files'];
}

/** Reads a draft as posting it would. @throws BAD_USER_INPUT naming the field; FORBIDDEN without what the kind needs */
async function readDraft(
  context: { tx: Tx; viewer: Viewer; subdomain_id: string; services: Services },
  input: Asked,
): Promise<Draft> {
  const { tx, viewer, subdomain_id } = context;
  const { kind } = input;
  if (kind === 'status_update' && !withFeature('public_statuses').allows(viewer)) throw forbidden();
  if (kind === 'supporter_message' && !withFeature('subscriber_messages').allows(viewer)) throw forbidden();
  if (!isInternal(kind) && (await mailSettings(tx, subdomain_id)).mailOff)
    throw badInput('kind', 'Emails to end users are turned off in this workspace.', { reason: 'mail_off' });
  const idea = await tx
    .selectFrom('suggestions')
    .select(['id', 'title', 'status_id', 'internal_status_id'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', input.suggestion)
    .where('state', '<>', 'deleted')
    .executeTakeFirst();
  if (!idea) throw notFound('suggestion', 'idea');
  const addresses = isInternal(kind)
    ? { from_email: null, notification_email_address: null }
    : await readAddresses(context, input);
  const html = input.html_body || null;
  const said =
    kind === 'supporter_message'
      ? supporterMail(idea, input.email_subject ?? null, html ?? '')
      : statusMail(kind, idea, await readStatusName(context, input, idea), html);
  return {
    kind,
    suggestion_id: idea.id,
    ...said,
    from_email: addresses.from_email,
    reply_to: addresses.notification_email_address,
    files: await readFiles(context, input.attachment_tokens ?? []),
  };
}

async function readStatusName(
  { tx, subdomain_id }: { tx: Tx; subdomain_id: string },
  input: Asked,
  idea: { status_id: string | null; internal_status_id: string | null },
): Promise<{ name: string; hex_color: string } | null> {
  const isPublic = input.kind === 'status_update';
  const other = isPublic ? 'internal_status' : 'status';
  if (input[other]) throw badInput(other, 'This email is about the other kind of status.');
  const given = isPublic ? input.status : input.internal_status;
  const id = given === undefined ? (isPublic ? idea.status_id : idea.internal_status_id) : given;
  if (id === null) return null;
  const status = await tx
    .selectFrom(isPublic ? 'statuses' : 'internal_statuses')
    .select(['name', 'hex_color'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!status) throw notFound(isPublic ? 'status' : 'internal_status', 'status');
  return status;
}

/** Own files that wait for a record, and those that belong to an update already. @throws BAD_USER_INPUT for others */
async function readFiles(
  { tx, viewer, subdomain_id }: { tx: Tx; viewer: Viewer; subdomain_id: string },
  tokens: readonly string[],
): Promise<SampleMail['files']> {
  if (tokens.length === 0) return [];
  if (!hasFeature(viewer.authorized_features, 'idea_attachments'))
    throw badInput('attachment_tokens', 'Attachments are not available in this workspace.');
  const wanted = [...new Set(tokens)];
  const rows = await tx
    .selectFrom('attachments')
    .select(['token', 'file_name', 'size_in_bytes', 'uploader_id', ...PARENTS])
    .where('subdomain_id', '=', subdomain_id)
    .where('token', 'in', wanted)
    .orderBy('id')
    .execute();
  const isOpen = (row: (typeof rows)[number]): boolean =>
    row.status_update_id !== null ||
    row.internal_status_update_id !== null ||
    (row.uploader_id === viewer.user_id && PARENTS.every((column) => row[column] === null));
  if (rows.length < wanted.length || !rows.every(isOpen)) throw notFound('attachment_tokens', 'attachment');
  return rows.map(({ token, file_name, size_in_bytes }) => ({
    token,
    name: file_name,
    size_in_bytes: Number(size_in_bytes),
  }));
}

/** The mail that a draft would become, as the viewer would get it. */
export const mailPreview = defineQuery({
  name: 'mail_preview',
  description:
    'The email of a status update or a message to subscribers as it would go out, written for the viewer. Sends nothing; its links with a credential lead to the idea instead.',
  requires: writeRight('feedback'),
  args: inputs,
  returns: 'MailPreview!',
  reads: [
    'suggestions.title',
    'suggestions.status_id',
    'suggestions.internal_status_id',
    'suggestions.state',
    'statuses',
    'internal_statuses',
    'subdomains',
    'users.name',
    'users.email_address',
    'attachments',
  ],
  shapes: [
    shape('MailPreview', 'An email before it is sent.', {
      from: { type: 'String!', description: 'Who it comes from: name and address.' },
      reply_to: {
        type: 'String',
        description: 'Where answers go; null: they come in at the idea.',
      },
      subject: { type: 'String!', description: 'Subject.' },
      html: { type: 'String!', description: 'The whole page that email programs show.' },
    }),
  ],
  run: async (args, { scope }) => {
    const { viewer, services, db } = scope;
    const draft = await readDraft({ tx: db, viewer, subdomain_id: viewer.subdomain_id, services }, args);
    const write = await prepareMailing(
      scope,
      {
        id: '0',
        kind: draft.kind,
        suggestion_id: draft.suggestion_id,
        user_id: viewer.user_id,
        subject: draft.subject,
        from_email: draft.from_email,
        reply_to: draft.reply_to,
        details: { content: draft.content, tracked: false, sample: { of: draft.kind, files: draft.files } },
      },
      (token) => `/files/${encodeURIComponent(token)}`,
    );
    const mail = write({
      id: '0',
      user_id: viewer.user_id,
      email_address: viewer.email_address ?? '',
      name: null,
    });
    return {
      from: mail.from ? `${mail.from.name} <${mail.from.email_address}>` : '',
      reply_to: draft.reply_to ?? (services.mail.takesReplies ? null : mail.reply_to),
      subject: mail.subject,
      html: mail.html,
    };
  },
});

const testShape = shape('MailTest', 'A test email that is on its way.', {
  to: { type: 'String!', description: 'Address of the viewer, the only one that it goes to.' },
  delivery: { type: 'String!', description: 'relay, or outbox: it is written to a folder and not sent.' },
});

/** Sends the mail that a draft would become to the viewer alone, marked as a test. */
export const mailTestSend = defineCommand({
  name: 'mail_test_send',
  description:
    'Sends the viewer, and no one else, the email that a status update or a message would become, marked as a test. Its links with a credential lead to the idea instead.',
  requires: writeRight('feedback'),
  input: inputs,
  returns: { type: 'MailTest' },
  shapes: [testShape],
  run: async (input, context) => {
    const { tx, viewer, subdomain_id, now, services } = context;
    const to = viewer.email_address;
    if (viewer.user_id === null || !to)
      throw badRequest('You have no email address that a test could go to.');
    const { count } = await tx
      .selectFrom('mailings')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', viewer.user_id)
      .where('kind', '=', 'test')
      .where('created_at', '>', new Date(now.getTime() - TESTS_WITHIN_MS))
      .executeTakeFirstOrThrow();
    if (Number(count) >= TESTS_MAX)
      throw badRequest('You have sent yourself many tests. Please wait some minutes.', {
        reason: 'too_many',
        httpStatus: 429,
      });
    const suppressed = await tx
      .selectFrom('mail_suppressions')
      .select('reason')
      .where('subdomain_id', '=', subdomain_id)
      .where('email_key', '=', to.toLowerCase())
      .where('reason', 'in', ['bounce', 'manual'])
      .executeTakeFirst();
    if (suppressed) throw badRequest(`${to} is among the addresses that get no email.`);
    const draft = await readDraft(context, input);
    const mailing = await createMailing(context, {
      kind: 'test',
      to: { users: [viewer.user_id] },
      subject: `[Test] ${draft.subject}`,
      content: draft.content,
      sample: {
        of: draft.kind,
        files: draft.files.map(({ name, size_in_bytes }) => ({ name, size_in_bytes })),
      },
      suggestion_id: draft.suggestion_id,
      from_email: draft.from_email,
      reply_to: draft.reply_to,
    });
    await context.audit('mail_test_send', mailing.id, { kind: draft.kind });
    return { to, delivery: services.mail.relay === null ? 'outbox' : 'relay' };
  },
});
