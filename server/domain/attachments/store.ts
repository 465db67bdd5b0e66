import { randomUUID } from 'node:crypto';
import { Readable, Transform } from 'node:stream';
import { sql } from 'kysely';
import { attachmentFailureMessage } from '../../../contract/errors.ts';
import { fileLimits, textLimits } from '../../../contract/limits.ts';
import type { Area } from '../../../contract/permissions.ts';
import { withoutInvisible } from '../../../contract/text_cut.ts';
import { badInput, badRequest } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { Services } from '../../core/services.ts';
import { defineTask } from '../../core/task.ts';
import { allOf, anyOf, writeRight, withFeature, type Viewer } from '../../core/viewer.ts';
import { newSecret } from '../account/secrets.ts';
import { INLINE_TYPES, isSmallImage, makeThumbnail } from './image.ts';

/** Who may upload files: who writes what they may hang on. */
export const mayAttach = allOf(
  anyOf(writeRight('feedback'), writeRight('knowledgebase'), writeRight('tickets'), writeRight('features')),
  withFeature('idea_attachments'),
);

/** The area whose right a file asks for: that of what it hangs on. */
export const areaOfFile = (row: {
  article_id: string | null;
  ticket_message_id: string | null;
  feature_id: string | null;
}): Area =>
  row.article_id !== null
    ? 'knowledgebase'
    : row.ticket_message_id !== null
      ? 'tickets'
      : row.feature_id !== null
        ? 'features'
        : 'feedback';

/** A file that was taken in and waits to be claimed by its token. */
export interface StoredAttachment {
  id: string;
  token: string;
  file_name: string;
  content_type: string;
  size_in_bytes: number;
  /** where it is read, for who is signed in */
  url: string;
}

/**
 * A file whose content is kept already while its name is still to come: it stood inside of a JSON body. It belongs to
 * no one before `attachment_create` adopts it, and goes with the call that brought it otherwise.
 */
export interface ReceivedFile {
  /** the placeholder of its content in the call's variables; no one can guess it */
  placeholder: string;
  subdomain_id: string;
  storage_key: string;
  size_in_bytes: number;
  /** the first 64 kB */
  head: Buffer;
  /** of the content, hexadecimal */
  sha256: string;
  /** why it is not taken; null: it may be */
  fault: 'too_large' | 'not_base64' | null;
  /** a record has its content */
  isAdopted: boolean;
}

/** A file whose content is coming in. */
export interface ReceivingContent {
  placeholder: string;
  /** After the end of the content, with what was found in it. @throws what the place where files are kept throws */
  received(found: Pick<ReceivedFile, 'size_in_bytes' | 'head' | 'sha256' | 'fault'>): Promise<ReceivedFile>;
  /** Nothing of it stays. */
  giveUp(): Promise<void>;
}

/** Files whose call is under way, by their placeholders. */
const receivedFiles = new Map<string, ReceivedFile>();

/** Begins to keep content of someone who may attach files, whose name is still to come. Release it in the end. */
export function receiveFile(
  { services, viewer: { subdomain_id } }: Scope,
  content: Readable,
): ReceivingContent {
  const storage_key = `${subdomain_id}/${randomUUID()}`;
  const placeholder = `received ${randomUUID()}`;
  // its kind is known when all of it is read, and stands in its row
  const keeping = services.files.put(storage_key, content, { contentType: 'application/octet-stream' });
  // anyone who waits for it hears of a fault
  keeping.catch(() => {});
  const remove = async (): Promise<void> => {
    await keeping.then(() => services.files.remove(storage_key)).catch(() => undefined);
  };
  return {
    placeholder,
    received: async (found) => {
      if (found.fault !== null) await remove();
      else await keeping;
      const file = { ...found, placeholder, subdomain_id, storage_key, isAdopted: false };
      receivedFiles.set(placeholder, file);
      return file;
    },
    giveUp: async () => {
      receivedFiles.delete(placeholder);
      await remove();
    },
  };
}

/** The file behind a placeholder, while its call is under way. */
export function receivedFile(placeholder: string): ReceivedFile | null {
  return receivedFiles.get(placeholder) ?? null;
}

/** After the call: what no record has is removed. */
export async function releaseReceived({ services }: Scope, file: ReceivedFile): Promise<void> {
  receivedFiles.delete(file.placeholder);
  if (!file.isAdopted && file.fault === null)
    await services.files.remove(file.storage_key).catch(() => undefined);
}

/** A file on its way in. */
export interface IncomingFile {
  file_name: string;
  /** as the sender names it; believed only where the bytes do not say otherwise */
  content_type: string | null;
  content: Readable | Uint8Array;
  /** when the sender names it; the bytes are counted all the same */
  size_in_bytes?: number;
}

/** Enough of a file to tell its kind and, for images, to read the header with its size. */
export const HEAD_BYTES = 64 * 1024;
/** Uploads that nothing has claimed yet: files and bytes of one person, bytes of a workspace. */
const UNCLAIMED = { perPerson: 200, bytesPerPerson: 2 * 2 ** 30, bytesPerWorkspace: 10 * 2 ** 30 };
const THUMBNAIL_FROM_BYTES = 20 * 1024;

/** Endings of what a double click would run, on any of the usual systems. */
const RUNNABLE_ENDINGS = new Set(
  'exe com scr pif bat cmd msi msp msix appx cpl dll sys jar jnlp hta vbs vbe js jse mjs ws wsf wsh ps1 psm1 psc1 reg lnk inf chm scf application gadget sh bash zsh csh ksh run bin out elf app command workflow action apk ipa deb rpm dmg pkg iso img vhd vhdx xll xlam docm dotm xlsm xltm pptm potm ppam sldm'.split(
    ' ',
  ),
);
/** Kinds found in the bytes that are refused under any name. */
const RUNNABLE_TYPES = new Set([
  'application/x-msdownload',
  'application/x-elf',
  'application/x-mach-binary',
  'application/x-msi',
  'application/java-vm',
  'application/wasm',
  'application/vnd.android.package-archive',
  'application/x-deb',
  'application/x-rpm',
  'application/x-apple-diskimage',
  'application/x-ms-shortcut',
  'application/x.ms.shortcut',
]);
/** Texts have no signature; for these the sender's word is good enough, since none is ever shown in the page. */
const BELIEVED_TYPES =
  /^(text\/(plain|csv|markdown|calendar|tab-separated-values)|application\/(json|rtf|pdf)|audio\/[\w.+-]+|video\/[\w.+-]+|application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-)[\w.+-]*|msword|zip))$/;

/** What accepting a file needs: the connection, who uploads and where files are kept. */
export interface StoreContext {
  tx: Tx;
  viewer: Viewer;
  services: Services;
  now: Date;
}

/**
 * Takes a file in: streamed to the file service while its bytes are counted, its kind read from the bytes.
 * Nothing of it stays when it is refused. It belongs to the uploader alone until a record claims the token;
 * after 24 h without a claim it is removed (DEC-101).
 *
 * No transaction is open while the bytes come in; inside a command use `storeAttachmentIn`.
 *
 * @throws ProductError BAD_USER_INPUT with httpStatus 413 (too large), 415 (a program, or an image too large
 * to decode), 422 (empty, no name, a virus in it), 429 (too many unclaimed files) or 503 (the virus scanner cannot be asked)
 */
export async function storeAttachment(scope: Scope, file: IncomingFile): Promise<StoredAttachment> {
  const context = { viewer: scope.viewer, services: scope.services, now: scope.now() };
  await refuseTooMany({ ...context, tx: scope.db });
  const kept = await keepFile(context, file);
  try {
    return await scope.write((tx) => insertAttachment({ ...context, tx }, kept));
  } catch (error) {
    await scope.services.files.remove(kept.storage_key).catch(() => undefined);
    throw error;
  }
}

/** As `storeAttachment`, in the open transaction of a command; for a file that is in memory or kept already. */
export async function storeAttachmentIn(
  context: StoreContext,
  file: Omit<IncomingFile, 'content'> & { content: Uint8Array | ReceivedFile },
): Promise<StoredAttachment> {
  await refuseTooMany(context);
  if (!(file.content instanceof Uint8Array)) return adoptFile(context, { ...file, content: file.content });
  const kept = await keepFile(context, { ...file, content: file.content });
  try {
    return await insertAttachment(context, kept);
  } catch (error) {
    await context.services.files.remove(kept.storage_key).catch(() => undefined);
    throw error;
  }
}

/** Makes the row of a file whose content is kept; a second row of one call gets content of its own. */
async function adoptFile(
  context: StoreContext,
  file: Omit<IncomingFile, 'content'> & { content: ReceivedFile },
): Promise<StoredAttachment> {
  const { services, viewer } = context;
  const { content } = file;
  if (content.fault === 'too_large') throw tooLarge();
  if (content.fault === 'not_base64' || content.subdomain_id !== viewer.subdomain_id) throw notBase64('blob');
  if (content.isAdopted) {
    const kept = await keepFile(context, { ...file, content: await services.files.get(content.storage_key) });
    return insertAttachment(context, kept);
  }
  const file_name = cleanFileName(file.file_name);
  refuseRunnableName(file_name);
  if (content.head.length === 0) throw emptyFile();
  const content_type = await typeOf(content.head, file.content_type);
  await refuseInfected(services, content.storage_key);
  const { storage_key, size_in_bytes } = content;
  const stored = await insertAttachment(context, { storage_key, file_name, content_type, size_in_bytes });
  content.isAdopted = true;
  return stored;
}

/** A file that is kept and has no row yet. */
interface KeptFile {
  storage_key: string;
  file_name: string;
  content_type: string;
  size_in_bytes: number;
}

async function keepFile(
  { viewer, services }: Pick<StoreContext, 'viewer' | 'services'>,
  file: IncomingFile,
): Promise<KeptFile> {
  const file_name = cleanFileName(file.file_name);
  refuseRunnableName(file_name);
  if ((file.size_in_bytes ?? 0) > fileLimits.attachmentBytes) throw tooLarge();
  const source = file.content instanceof Readable ? file.content : Readable.from([file.content]);
  const { head, rest } = await readHead(source);
  try {
    if (head.length === 0) throw emptyFile();
    const content_type = await typeOf(head, file.content_type);
    const storage_key = `${viewer.subdomain_id}/${randomUUID()}`;
    const counter = countBytes(rest);
    try {
      await services.files.put(storage_key, counter.stream, {
        contentType: content_type,
        ...(file.size_in_bytes === undefined ? {} : { sizeInBytes: file.size_in_bytes }),
      });
    } catch (error) {
      // the file service knows only that its source broke
      throw counter.fault() ?? error;
    }
    await refuseInfected(services, storage_key);
    return { storage_key, file_name, content_type, size_in_bytes: counter.count() };
  } finally {
    rest.destroy();
  }
}

/**
 * Asks the virus scanner, where there is one, about a file that was kept a moment ago and that no one can
 * reach yet. What it finds, and what it cannot look at, does not stay.
 */
async function refuseInfected({ scanner, files }: Services, storage_key: string): Promise<void> {
  if (scanner === null) return;
  const remove = (): Promise<unknown> => files.remove(storage_key).catch(() => undefined);
  let found: string | null;
  try {
    found = await scanner.scan(await files.get(storage_key));
  } catch {
    await remove();
    throw badRequest(
      'Files cannot be checked for viruses right now, so this one was not taken. Please try again later, or tell who runs this installation.',
      { field: 'blob', reason: 'not_scanned', httpStatus: 503 },
    );
  }
  if (found === null) return;
  await remove();
  throw badInput('blob', `The virus scanner found ${found} in this file, so it was not taken.`, {
    reason: 'infected',
    httpStatus: 422,
  });
}

async function insertAttachment(
  { tx, viewer, services, now }: StoreContext,
  kept: KeptFile,
): Promise<StoredAttachment> {
  const { subdomain_id, user_id } = viewer;
  const { size_in_bytes, content_type, file_name } = kept;
  const token = newSecret();
  // many at once have all been let in above: here they come one after the other
  await tx.selectFrom('subdomains').select('id').where('id', '=', subdomain_id).forNoKeyUpdate().execute();
  await refuseTooMany({ tx, viewer, now });
  const { id } = await tx
    .insertInto('attachments')
    .values({ ...kept, subdomain_id, token, uploader_id: user_id, size_in_bytes: String(size_in_bytes) })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (INLINE_TYPES.includes(content_type) && size_in_bytes >= THUMBNAIL_FROM_BYTES) {
    await services.tasks.enqueue(tx, attachmentThumbnail.name, { subdomain_id, attachment_id: id });
  }
  return { id, token, file_name, content_type, size_in_bytes, url: `/files/${token}` };
}

function tooLarge(): Error {
  return badInput('blob', attachmentFailureMessage(413), { reason: 'too_large', httpStatus: 413 });
}

function emptyFile(): Error {
  return badInput('blob', 'The file is empty.', { httpStatus: 422 });
}

/** The content of a file that came as text. */
export function notBase64(path: string): Error {
  return badInput(path, 'The blob is not base64.', { httpStatus: 400 });
}

function unsupported(sentence: string): Error {
  return badInput('blob', sentence, { reason: 'unsupported_type', httpStatus: 415 });
}

// oxlint-disable-next-line no-control-regex
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** A file name without the signs that no one sees, such as those that turn its end around. It may be empty then. */
export function plainFileName(name: string): string {
  return withoutInvisible(name.replace(CONTROL, ''));
}

/** The last part of a path, without control characters and direction marks, at most 255 characters, its ending kept. */
export function cleanFileName(name: string): string {
  const last = name.normalize('NFC').split(/[\\/]/).at(-1) ?? '';
  const plain = plainFileName(last).trim();
  if (plain.replace(/\p{Variation_Selector}/gu, '') === '' || plain === '.' || plain === '..')
    throw badInput('file_name', 'The file has no name.', { httpStatus: 422 });
  const characters = [...plain];
  const max = textLimits.nameCharacters;
  if (characters.length <= max) return plain;
  const ending = /\.[A-Za-z0-9]{1,10}$/.exec(plain)?.[0] ?? '';
  return `${characters.slice(0, max - ending.length).join('')}${ending}`;
}

function refuseRunnableName(file_name: string): void {
  const ending = /\.([A-Za-z0-9]+)[. ]*$/.exec(file_name)?.[1]?.toLowerCase();
  if (ending !== undefined && RUNNABLE_ENDINGS.has(ending))
    throw unsupported(`Files that end in .${ending} are not taken, since they can run.`);
}

async function refuseTooMany({ tx, viewer, now }: Omit<StoreContext, 'services'>): Promise<void> {
  const since = new Date(now.getTime() - fileLimits.unclaimedHours * 3_600_000);
  const own = sql<boolean>`uploader_id is not distinct from ${viewer.user_id}`;
  const held = await tx
    .selectFrom('attachments')
    .select([
      sql<string>`count(*) filter (where ${own})`.as('files'),
      sql<string>`coalesce(sum(size_in_bytes) filter (where ${own}), 0)`.as('bytes'),
      sql<string>`coalesce(sum(size_in_bytes), 0)`.as('bytes_of_all'),
    ])
    .where('subdomain_id', '=', viewer.subdomain_id)
    .where((where) =>
      where(
        where.fn<number>(
          'num_nonnulls',
          PARENTS.map((parent) => where.ref(parent)),
        ),
        '=',
        0,
      ),
    )
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  if (Number(held.files) >= UNCLAIMED.perPerson || Number(held.bytes) >= UNCLAIMED.bytesPerPerson) {
    throw badInput(
      'blob',
      'You have uploaded many files that belong to nothing yet. Save what they are for, or try again tomorrow.',
      { httpStatus: 429 },
    );
  }
  if (Number(held.bytes_of_all) >= UNCLAIMED.bytesPerWorkspace) {
    throw badInput(
      'blob',
      'Many files of this workspace belong to nothing yet. Save what yours are for, or try again later.',
      { httpStatus: 429 },
    );
  }
}

/** Columns of what a file may hang on. */
export const PARENTS = [
  'suggestion_id',
  'comment_id',
  'feedback_record_id',
  'note_id',
  'status_update_id',
  'internal_status_update_id',
  'supporter_message_id',
  'article_id',
  'ticket_message_id',
  'feature_id',
] as const;

/** The first bytes of a stream, and a stream of all of it. */
async function readHead(source: Readable): Promise<{ head: Buffer; rest: Readable }> {
  const iterator = source[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>;
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < HEAD_BYTES) {
    const next = await iterator.next();
    if (next.done === true) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  const head = Buffer.concat(chunks);
  const rest = Readable.from(
    (async function* all() {
      if (head.length > 0) yield head;
      yield* iterator;
    })(),
    { objectMode: false },
  );
  return { head, rest };
}

/** Passes bytes on and ends with an error as soon as there are too many; `fault` is why it ended. */
function countBytes(source: Readable): { stream: Readable; count: () => number; fault: () => Error | null } {
  let bytes = 0;
  let fault: Error | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > fileLimits.attachmentBytes) done(tooLarge());
      else done(null, chunk);
    },
  });
  stream.once('error', (error) => {
    fault = error;
  });
  source.once('error', (error) => stream.destroy(error));
  source.pipe(stream);
  return { stream, count: () => bytes, fault: () => fault };
}

/** The kind of a file: what its bytes say; else what the sender says, where that can do no harm. */
async function typeOf(head: Buffer, declared: string | null): Promise<string> {
  // loaded with the first file
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found) {
    if (RUNNABLE_TYPES.has(found.mime)) throw unsupported('Programs are not taken.');
    if (INLINE_TYPES.includes(found.mime) && (await isSmallImage(head)) === false) {
      throw unsupported(
        `Images of more than ${fileLimits.imagePixels / 1_000_000} megapixels are not taken.`,
      );
    }
    return found.mime;
  }
  if (head.subarray(0, 2).toString('latin1') === '#!') throw unsupported('Programs are not taken.');
  const type = declared?.split(';')[0]?.trim().toLowerCase() ?? '';
  // what claims to be an image and is none would only show as broken
  return BELIEVED_TYPES.test(type) ? type : 'application/octet-stream';
}

/** Makes the small picture of an image after its upload. */
export const attachmentThumbnail = defineTask<{ attachment_id: string }>({
  name: 'attachment_thumbnail',
  description: 'Make a thumbnail of an image',
  batch: 5,
  run: async ({ attachment_id }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const row = await scope.db
      .selectFrom('attachments')
      .select(['storage_key', 'thumb_key'])
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', attachment_id)
      .executeTakeFirst();
    // removed in the meantime, or done by a worker that died afterwards
    if (!row || row.thumb_key !== null) return;
    const thumb_key = `${row.storage_key}-thumb`;
    const small = await makeThumbnail(await scope.services.files.get(row.storage_key)).catch(() => null);
    // an image that cannot be decoded has no small picture; trying again would not help
    if (small === null) return;
    await scope.services.files.put(thumb_key, small, {
      contentType: 'image/webp',
      sizeInBytes: small.length,
    });
    await scope.write(async (tx) => {
      const ofContent = tx
        .updateTable('attachments')
        .set({ thumb_key })
        .where('subdomain_id', '=', subdomain_id)
        .where('storage_key', '=', row.storage_key);
      await ofContent.where('id', '=', attachment_id).execute();
      // records that share the content are younger; a statement of its own sees those that were made while this one waited
      await ofContent.where('id', '>', attachment_id).execute();
    });
  },
});

const SWEEP_BATCH = 200;

/** Removes files that nothing has claimed for 24 hours. The row goes first: a claim at the same moment keeps row and file. */
export const sweepAttachments = defineTask({
  name: 'attachment_sweep',
  description: 'Remove unused uploads after a day',
  batch: 1,
  run: async (_payload, { scope, signal }) => {
    const { subdomain_id } = scope.viewer;
    const before = new Date(scope.now().getTime() - fileLimits.unclaimedHours * 3_600_000);
    while (!signal.aborted) {
      const rows = await scope.db
        .selectFrom('attachments')
        .select(['id', 'storage_key', 'thumb_key'])
        .where('subdomain_id', '=', subdomain_id)
        .where((where) =>
          where(
            where.fn<number>(
              'num_nonnulls',
              PARENTS.map((parent) => where.ref(parent)),
            ),
            '=',
            0,
          ),
        )
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(SWEEP_BATCH)
        .execute();
      for (const row of rows) {
        const gone = await scope.write((tx) =>
          tx
            .deleteFrom('attachments')
            .where('subdomain_id', '=', subdomain_id)
            .where('id', '=', row.id)
            .where((where) =>
              where(
                where.fn<number>(
                  'num_nonnulls',
                  PARENTS.map((parent) => where.ref(parent)),
                ),
                '=',
                0,
              ),
            )
            .returning('id')
            .executeTakeFirst(),
        );
        if (!gone) continue;
        for (const key of [row.storage_key, row.thumb_key]) {
          if (key !== null) await scope.services.files.remove(key).catch(() => undefined);
        }
      }
      if (rows.length < SWEEP_BATCH) return;
    }
  },
});
