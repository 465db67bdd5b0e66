import { createHash, randomUUID } from 'node:crypto';
import { Transform, type Readable } from 'node:stream';
import { importLimits } from '../../../contract/imports.ts';
import { badInput } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { cleanFileName } from '../attachments/store.ts';
import { ImportFileError, plainName, type KeptFile } from '../exchange/csv.ts';
import { readHead } from '../exchange/import_guess.ts';

/** A file that was taken in and waits for its import. */
export interface StoredImportFile {
  id: string;
  file_name: string;
  size_in_bytes: number;
}

/** A file on its way in. */
export interface IncomingImportFile {
  file_name: string;
  content: Readable;
  /** as the sender names it; null: it does not say. The bytes are counted all the same */
  size_in_bytes: number | null;
}

/** What a file's name may end with; what the file is, its bytes say. */
const NAMES = /\.(csv|tsv|txt)(\.gz)?$/i;
const HOUR_MS = 3_600_000;

/**
 * Takes a file in for an import: streamed to the file service, never whole in memory; its head is read, so that a file
 * that is none of the kind is refused at once. While it comes in its row holds room for all that it may become, so that
 * uploads at once cannot together exceed what a workspace may hold. A row whose upload ended with its process goes a day later.
 *
 * @throws ProductError BAD_USER_INPUT with httpStatus 413 (too large), 415 (no CSV file), 422 (cannot be read) or 429
 * (the workspace holds too many files)
 */
export async function storeImportFile(scope: Scope, file: IncomingImportFile): Promise<StoredImportFile> {
  const { subdomain_id } = scope.viewer;
  const file_name = cleanFileName(file.file_name);
  if (!NAMES.test(file_name))
    throw unreadable(
      `${file_name} is not a CSV file. Save it as CSV, in UTF-8; it may be packed as .csv.gz.`,
      'not_csv',
    );
  if ((file.size_in_bytes ?? 0) > importLimits.fileBytes) throw tooLarge(file_name);
  const storage_key = `${subdomain_id}/import-${randomUUID()}`;
  const id = await reserve(scope, file_name, storage_key, file.size_in_bytes ?? importLimits.fileBytes);
  try {
    const counter = counted(file.content, file_name);
    try {
      await scope.services.files.put(storage_key, counter.stream, {
        contentType: 'application/octet-stream',
        ...(file.size_in_bytes === null ? {} : { sizeInBytes: file.size_in_bytes }),
      });
    } catch (error) {
      // the file service knows only that its source broke
      throw counter.fault() ?? error;
    }
    const size = counter.bytes();
    if (size === 0) throw unreadable(`${file_name} is empty.`, 'empty');
    const head = await headOf(scope, { file_name, storage_key });
    await scope.write((tx) =>
      tx
        .updateTable('import_files')
        .set({
          size_in_bytes: String(size),
          received_at: scope.now(),
          head: JSON.stringify(head),
          header_hash: headerHash(head.columns.map(({ name }) => name)),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute(),
    );
    return { id, file_name, size_in_bytes: size };
  } catch (error) {
    await scope.services.files.remove(storage_key).catch(() => undefined);
    await scope.write((tx) =>
      tx.deleteFrom('import_files').where('subdomain_id', '=', subdomain_id).where('id', '=', id).execute(),
    );
    throw error;
  }
}

/** Columns with the same names are read the same way again, in whatever order they stand. */
function headerHash(names: readonly string[]): string {
  return createHash('sha256').update(names.map(plainName).toSorted().join('\n')).digest('hex').slice(0, 32);
}

/** Makes the row of a file that begins to come in. Uploads of a workspace come one after another here. */
async function reserve(scope: Scope, file_name: string, storage_key: string, size: number): Promise<string> {
  const { subdomain_id, user_id } = scope.viewer;
  const now = scope.now();
  return scope.write(async (tx) => {
    await tx.selectFrom('subdomains').select('id').where('id', '=', subdomain_id).forNoKeyUpdate().execute();
    const { held } = await tx
      .selectFrom('import_files')
      .select((select) => select.fn.sum<string | null>('size_in_bytes').as('held'))
      .where('subdomain_id', '=', subdomain_id)
      .where('storage_key', 'is not', null)
      .executeTakeFirstOrThrow();
    if (Number(held ?? 0) + size > importLimits.workspaceBytes)
      throw badInput(
        'file',
        `This workspace already holds almost ${importLimits.workspaceText} of files to import. Start or cancel the imports that wait, then try again.`,
        { reason: 'too_many', httpStatus: 429 },
      );
    const { own } = await tx
      .selectFrom('import_files')
      .select((select) => select.fn.countAll<string>().as('own'))
      .where('subdomain_id', '=', subdomain_id)
      .where('user_id', '=', user_id!)
      .where('import_id', 'is', null)
      .where('created_at', '>', new Date(now.getTime() - importLimits.unclaimedHours * HOUR_MS))
      .executeTakeFirstOrThrow();
    if (Number(own) >= importLimits.files * importLimits.draftsPerPerson)
      throw badInput('file', 'You have uploaded many files that no import uses. Try again tomorrow.', {
        reason: 'too_many',
        httpStatus: 429,
      });
    const row = await tx
      .insertInto('import_files')
      .values({
        subdomain_id,
        user_id: user_id!,
        file_name,
        storage_key,
        size_in_bytes: String(size),
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
}

async function headOf(
  scope: Scope,
  file: { file_name: string; storage_key: string },
): ReturnType<typeof readHead> {
  try {
    return await readHead(keptFile(scope, file));
  } catch (error) {
    if (error instanceof ImportFileError) throw unreadable(error.message, error.fault);
    throw error;
  }
}

/** A file of an import as the importer reads it. */
export function keptFile(
  scope: Scope,
  { file_name, storage_key }: { file_name: string; storage_key: string },
): KeptFile {
  return {
    name: file_name,
    open: () => scope.services.files.get(storage_key),
    maxBytes: importLimits.unpackedBytes,
  };
}

/** Passes bytes on and ends with an error as soon as there are too many; `fault` is why it ended. */
function counted(
  source: Readable,
  file_name: string,
): { stream: Readable; bytes: () => number; fault: () => Error | null } {
  let bytes = 0;
  let fault: Error | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > importLimits.fileBytes) done(tooLarge(file_name));
      else done(null, chunk);
    },
  });
  stream.once('error', (error) => {
    fault = error;
  });
  source.once('error', (error) => stream.destroy(error));
  source.pipe(stream);
  return { stream, bytes: () => bytes, fault: () => fault };
}

function tooLarge(file_name: string): Error {
  return badInput(
    'file',
    `${file_name} is larger than ${importLimits.fileText}. Pack it as .csv.gz, divide it, or import it on the command line.`,
    { reason: 'too_large', httpStatus: 413 },
  );
}

function unreadable(sentence: string, reason: string): Error {
  return badInput('file', sentence, { reason, httpStatus: reason === 'not_csv' ? 415 : 422 });
}
