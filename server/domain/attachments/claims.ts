import { sql } from 'kysely';
import { fileLimits, paging } from '../../../contract/limits.ts';
import { canWrite, hasFeature } from '../../../contract/permissions.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import { idInput, textInput, textListInput, required } from '../../inputs/kinds.ts';
import type { Input } from '../../core/inputs.ts';
import { markChanged } from '../../core/changes.ts';
import { defineTask } from '../../core/task.ts';
import { newSecret } from '../account/secrets.ts';
import {
  areaOfFile,
  mayAttach,
  notBase64,
  PARENTS,
  receivedFile,
  storeAttachmentIn,
  type ReceivedFile,
} from './store.ts';

/** What a file may hang on. */
export type AttachmentParent = (typeof PARENTS)[number];

/** Tokens of uploaded files that a record claims. They are added to the files that it has; one is removed with attachment_delete. */
export const inAttachmentTokens = textListInput(
  'Tokens of own uploaded files, to be added to those that the record has; those that it has already may be named again.',
  paging.attachmentPageSize,
  255,
);

/**
 * Claims uploaded files for a record. A token is good for its own uploader, once; those that hang
 * on this very record already are passed over.
 *
 * @returns how many files were added
 * @throws BAD_USER_INPUT for unknown tokens, and those of others or of other records; beyond 100 files
 */
export async function claimAttachments(
  context: CommandContext,
  tokens: readonly string[] | undefined,
  parent: AttachmentParent,
  parentId: string,
): Promise<number> {
  if (tokens === undefined || tokens.length === 0) return 0;
  const { tx, viewer, subdomain_id, now } = context;
  const field = 'attachment_tokens';
  if (!hasFeature(viewer.authorized_features, 'idea_attachments'))
    throw badInput(field, 'Attachments are not available in this workspace.');
  const wanted = [...new Set(tokens)];
  const rows = await tx
    .selectFrom('attachments')
    .select(['id', 'token', 'uploader_id', ...PARENTS])
    .where('subdomain_id', '=', subdomain_id)
    .where('token', 'in', wanted)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (rows.length < wanted.length) throw notFound(field, 'attachment');
  const isFree = (row: (typeof rows)[number]): boolean => PARENTS.every((column) => row[column] === null);
  // whose it is, is not told: the answer is that of an unknown token
  if (rows.some((row) => row[parent] !== parentId && !(isFree(row) && row.uploader_id === viewer.user_id)))
    throw notFound(field, 'attachment');
  const added = rows.filter(isFree);
  if (added.length === 0) return 0;
  const { count } = await tx
    .selectFrom('attachments')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where(parent, '=', parentId)
    .executeTakeFirstOrThrow();
  if (Number(count) + added.length > paging.attachmentPageSize)
    throw badInput(field, `At most ${paging.attachmentPageSize} files can be attached to one record.`);
  await tx
    .updateTable('attachments')
    .set({ [parent]: parentId, updated_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where(
      'id',
      'in',
      added.map((row) => row.id),
    )
    .execute();
  return added.length;
}

/**
 * Claims uploaded files for several records at once: the first gets the files themselves, each other one its own
 * record of them, with a token of its own, which names the same kept content. The content goes with the last of them.
 *
 * @param parentIds new records of one kind, which have no files yet
 * @throws BAD_USER_INPUT as `claimAttachments`
 */
export async function shareAttachments(
  context: CommandContext,
  tokens: readonly string[] | undefined,
  parent: AttachmentParent,
  parentIds: readonly string[],
): Promise<void> {
  const [first, ...others] = parentIds;
  if (
    first === undefined ||
    (await claimAttachments(context, tokens, parent, first)) === 0 ||
    others.length === 0
  )
    return;
  const { tx, subdomain_id, now } = context;
  const claimed = await tx
    .selectFrom('attachments')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where(parent, '=', first)
    .orderBy('id')
    .execute();
  const pairs = others.flatMap((parentId) => claimed.map(({ id }) => ({ parentId, id })));
  await sql`
insert into attachments (subdomain_id, token, uploader_id, file_name, content_type, size_in_bytes, storage_key, thumb_key, ${sql.ref(parent)}, created_at, updated_at)
select ${subdomain_id}::bigint, d.token, a.uploader_id, a.file_name, a.content_type, a.size_in_bytes, a.storage_key, a.thumb_key, d.parent_id, a.created_at, ${now}::timestamptz
from unnest(${pairs.map(() => newSecret())}::text[], ${pairs.map(({ parentId }) => parentId)}::bigint[], ${pairs.map(({ id }) => id)}::bigint[]) with ordinality as d (token, parent_id, source, place)
join attachments a on a.subdomain_id = ${subdomain_id} and a.id = d.source
order by d.place`.execute(tx);
}

/** Base64, as it came in a request of up to 1 MB, or the placeholder of what was decoded while a larger one came in. */
const inBlob: Input<Buffer | ReceivedFile> & { required: true } = {
  type: 'String',
  description: 'Content, base64; at most 50 MiB decoded.',
  required: true,
  nullable: false,
  read: (raw, path) => {
    const text = String(raw);
    const received = receivedFile(text);
    if (received !== null) return received;
    const start = text.startsWith('data:') ? text.indexOf(',') + 1 : 0;
    const base64 = start === 0 ? text : text.slice(start);
    const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
    if ((base64.length / 4) * 3 - padding > fileLimits.attachmentBytes)
      throw badInput(path, `The file is larger than ${fileLimits.attachmentLimitText}.`, {
        reason: 'too_large',
        httpStatus: 413,
      });
    if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) throw notBase64(path);
    return Buffer.from(base64, 'base64');
  },
};

/** Takes a file in one call, for callers that do not stream (CALL-M-001, DEC-101). */
export const attachmentCreate = defineCommand({
  name: 'attachment_create',
  description:
    'Takes a file in, at most 50 MiB. It hangs on nothing until a record claims its token, and is removed after 24 hours without that. Programs are refused.',
  requires: mayAttach,
  input: {
    blob: inBlob,
    file_name: required(textInput('Name of the file.', 1024)),
    content_type: required(textInput('Kind of content; what is found in the file itself counts more.', 255)),
  },
  returns: { entity: 'attachment' },
  run: async ({ blob, file_name, content_type }, { tx, viewer, services, now }) => {
    const { id } = await storeAttachmentIn(
      { tx, viewer, services, now },
      {
        content: blob,
        file_name,
        content_type,
        size_in_bytes: blob instanceof Uint8Array ? blob.length : blob.size_in_bytes,
      },
    );
    return id;
  },
});

/** Removes a file: an own upload that nothing has claimed, or one that hangs on any record (CALL-M-002, STATE-048, STATE-049). */
export const attachmentDelete = defineCommand({
  name: 'attachment_delete',
  description: 'Removes a file from its record and for good.',
  requires: mayAttach,
  input: { id: required(idInput('Attachment.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, viewer } = context;
    const row = await tx
      .deleteFrom('attachments')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      // what nothing has claimed belongs to its uploader alone
      .where((where) =>
        where.or([
          ...PARENTS.map((column) => where(column, 'is not', null)),
          where('uploader_id', 'is not distinct from', viewer.user_id),
        ]),
      )
      .returning(['storage_key', 'thumb_key', 'file_name', ...PARENTS])
      .executeTakeFirst();
    const isFree = row !== undefined && PARENTS.every((column) => row[column] === null);
    if (!row || !(isFree || canWrite(viewer.permissions, areaOfFile(row))))
      throw notFound('id', 'attachment');
    if (row.suggestion_id !== null) markChanged(tx, 'suggestion', [row.suggestion_id]);
    if (row.article_id !== null) markChanged(tx, 'article', [row.article_id]);
    if (row.feature_id !== null) markChanged(tx, 'feature', [row.feature_id]);
    await context.audit('attachment_delete', id, { file_name: row.file_name });
    await context.enqueue(removeFilesTask, {
      keys: [row.storage_key, row.thumb_key].filter((key) => key !== null),
    });
    return { id };
  },
});

/**
 * The files of a deleted row go after the commit, so that a roll-back keeps both. What another row still names
 * stays: the files of a status that was posted on many ideas at once are kept once.
 */
export const removeFilesTask = defineTask<{ keys: string[] }>({
  name: 'remove_files',
  description: 'Remove files of deleted attachments',
  run: async ({ keys }, { scope }) => {
    const { rows } = await sql<{ storage_key: string; thumb_key: string | null }>`
select a.storage_key, a.thumb_key from attachments a
where a.subdomain_id = ${scope.viewer.subdomain_id} and (a.storage_key = any(${keys}::text[]) or a.thumb_key = any(${keys}::text[]))`.execute(
      scope.db,
    );
    const named = new Set(rows.flatMap((row) => [row.storage_key, row.thumb_key]));
    for (const key of keys) if (!named.has(key)) await scope.services.files.remove(key);
  },
});
