import type { Selectable } from 'kysely';
import { accountLimits } from '../../../contract/limits.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { writeRight } from '../../core/viewer.ts';
import type { AccountNotesTable } from '../../db/tables.ts';
import { idInput, required, textInput } from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { user } from '../account/user.ts';
import { mayDeleteNote, mayEditNote } from '../ideas/rights.ts';
import { undoableSince } from '../undo/undo.ts';
import { accountNote } from './account_note.ts';
import { lockAccount } from './find.ts';

const inBody = textInput('Plain text.', accountLimits.noteCharacters);

/** @throws BAD_USER_INPUT when nothing can be read of it */
function readBody(body: string): string {
  const text = body.trim();
  if (text === '') throw badInput('body', 'Write the note first.', { reason: 'required' });
  return text;
}

/**
 * A note, held until the commit.
 * @param isThere false: it was deleted within the last 30 days
 * @throws BAD_USER_INPUT when there is none, or its account was deleted
 */
async function lockNote(
  { tx, subdomain_id, now }: CommandContext,
  id: string,
  isThere: boolean,
): Promise<Selectable<AccountNotesTable>> {
  const row = await tx
    .selectFrom('account_notes')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .$if(isThere, (query) => query.where('deleted_at', 'is', null))
    .$if(!isThere, (query) => query.where('deleted_at', '>', undoableSince(now)))
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'note');
  const account = await tx
    .selectFrom('external_accounts')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', row.account_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!account) throw notFound('id', 'note');
  return row;
}

const NOT_YOURS = { reason: 'not_yours' };

/** Writes a note about an account. */
export const accountNoteCreate = defineCommand({
  name: 'account_note_create',
  description: 'Writes a note about an account, which the team reads.',
  requires: writeRight('feedback'),
  input: { external_account: required(idInput('What it is about.')), body: required(inBody) },
  returns: { entity: 'account_note' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const body = readBody(input.body);
    const { id: account_id } = await lockAccount(
      tx,
      subdomain_id,
      input.external_account,
      'external_account',
    );
    const { id } = await tx
      .insertInto('account_notes')
      .values({
        subdomain_id,
        account_id,
        creator_id: viewer.user_id,
        body,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await context.audit('account_note_create', id, { external_account: account_id });
    return id;
  },
});

const CURRENT = { id: true, body: true, updated_at: true, created_by: { id: true, name: true } } as const;

/** Changes a note about an account. */
export const accountNoteUpdate = defineCommand({
  name: 'account_note_update',
  description: 'Changes a note about an account, by its author.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Note.')), body: required(inBody), if_updated_at: inIfUpdatedAt },
  returns: { entity: 'account_note' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const row = await lockNote(context, input.id, true);
    if (!mayEditNote(viewer, row)) throw badInput('id', 'Only its author changes a note.', NOT_YOURS);
    await assertNotModified(input.if_updated_at, row, 'note', () =>
      readRecord(tx, viewer, accountNote, [user], row.id, CURRENT),
    );
    const body = readBody(input.body);
    if (body === row.body) return row.id;
    await tx
      .updateTable('account_notes')
      .set({ body, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await context.audit('account_note_update', row.id, { external_account: row.account_id });
    return row.id;
  },
});

/** Deletes a note about an account, or takes its deletion back. */
async function setDeleted(context: CommandContext, id: string, deleted_at: Date | null): Promise<string> {
  const { tx, subdomain_id, viewer, now } = context;
  const row = await lockNote(context, id, deleted_at !== null);
  if (!mayDeleteNote(viewer, row))
    throw badInput(
      'id',
      `Only its author, or someone who can change settings, can ${deleted_at === null ? 'restore' : 'delete'} a note.`,
      NOT_YOURS,
    );
  await tx
    .updateTable('account_notes')
    .set({ deleted_at, updated_at: nextUpdatedAt(row, now) })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .execute();
  await context.audit(deleted_at === null ? 'account_note_restore' : 'account_note_delete', id, {
    external_account: row.account_id,
  });
  return id;
}

/** Deletes a note about an account. */
export const accountNoteDelete = defineCommand({
  name: 'account_note_delete',
  description:
    'Deletes a note about an account, by its author or who keeps the settings. account_note_restore takes it back for 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Note.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => ({ id: await setDeleted(context, id, context.now) }),
});

/** Takes the deletion of a note about an account back. */
export const accountNoteRestore = defineCommand({
  name: 'account_note_restore',
  description: 'Takes the deletion of a note about an account back, within 30 days.',
  requires: writeRight('feedback'),
  input: { id: required(idInput('Note.')) },
  returns: { entity: 'account_note' },
  run: ({ id }, context) => setDeleted(context, id, null),
});
