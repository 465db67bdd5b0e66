import { textLimits } from '../../../contract/limits.ts';
import { defineCommand } from '../../core/command.ts';
import { badInput } from '../../core/errors.ts';
import {
  booleanInput,
  htmlInput,
  idInput,
  objectInput,
  validatedText,
  required,
} from '../../inputs/kinds.ts';
import { allOf, writeRight, withFeature } from '../../core/viewer.ts';
import { Counters } from '../counters/counters.ts';
import { findSuggestion } from '../ideas/find.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { supporterMail } from '../mail/content.ts';
import { createMailing } from '../mail/create.ts';
import { addressInputs, limitBulkMail, readAddresses, requireMail } from '../mail/rules.ts';

/** A subject is one line: a second one would be a header of its own to careless readers. */
const oneLine = (text: string): string | null =>
  /[\r\n\u2028\u2029]/.test(text) ? 'The subject must be one line.' : null;

/** The panel Message subscribers (CALL-M-048, ENT-024, VALID-050, DEC-114). */
export const supporterMessageCreate = defineCommand({
  name: 'supporter_message_create',
  description:
    'Writes to those who follow an idea, by email. mailing_call_back stops it within its first seconds.',
  requires: allOf(writeRight('feedback'), withFeature('subscriber_messages')),
  input: {
    links: required(
      objectInput('SupporterMessageLinks', 'What the message is about.', {
        suggestion: required(idInput('Idea.')),
      }),
    ),
    body: required(htmlInput('Message.', textLimits.richTextCharacters)),
    email_subject: validatedText(
      'Subject of the email; without one it names the idea.',
      textLimits.nameCharacters,
      oneLine,
    ),
    ...addressInputs,
    attachment_tokens: inAttachmentTokens,
    copies_replies: booleanInput('Emails a copy of each reply to the sender; false when not given.'),
  },
  returns: { entity: 'supporter_message' },
  activity: ['supporter_message_created'],
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    await requireMail(context, 'body');
    await limitBulkMail(context);
    // what is left after cleaning may be nothing
    if (input.body === '') throw badInput('body', 'The body is required.', { reason: 'required' });
    const addresses = await readAddresses(context, input);
    const idea = await findSuggestion(tx, subdomain_id, input.links.suggestion, 'links.suggestion', {
      lock: true,
      joins: true,
    });
    const { subject, content } = supporterMail(idea, input.email_subject ?? null, input.body);
    const { id } = await tx
      .insertInto('supporter_messages')
      .values({
        subdomain_id,
        suggestion_id: idea.id,
        user_id: viewer.user_id,
        email_subject: subject,
        body: input.body,
        ...addresses,
        copies_replies: input.copies_replies ?? false,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimAttachments(context, input.attachment_tokens, 'supporter_message_id', id);
    const about = { suggestion_id: idea.id, supporter_message_id: id };
    await context.activity({ kind: 'supporter_message_created', ...about });
    const mailing = await createMailing(context, {
      kind: 'supporter_message',
      to: { audience: 'supporter_message' },
      subject,
      content,
      ...about,
      from_email: addresses.from_email,
      reply_to: addresses.notification_email_address,
    });
    await context.audit('mailing_create', mailing.id, {
      kind: 'supporter_message',
      ...about,
      expected_count: mailing.expected_count,
    });
    const counters = new Counters(tx, subdomain_id, now);
    counters.messageAdded({ suggestion_id: idea.id });
    await counters.write();
    return id;
  },
});
