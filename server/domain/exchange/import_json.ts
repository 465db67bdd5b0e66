import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { ImportFileError, placesOf, Row, type CsvFile, type CsvRow } from './csv.ts';

/** A list of issues is read as a whole: the text of one is longer than any piece of it means something. */
const FILE_MAX_BYTES = 256 * 1024 * 1024;
const BATCH = 500;

/**
 * A list of objects as JSON, read as a table: a column for each value, named by its path ("user.login"). Values of
 * a list stand on lines of their own; of objects in a list, their names. Lists of lists, and one object per line,
 * as programs write the pages of an answer, are understood. The line of a row is its number in the list.
 *
 * @throws ImportFileError when the file is missing, too large or no list of objects
 */
export async function openJson(path: string): Promise<CsvFile> {
  const bytes = await readWhole(path);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportFileError(`${path} is not UTF-8. Save it as UTF-8 and try again.`);
  }
  const objects = readList(text, path);
  const header: string[] = [];
  const known = new Map<string, number>();
  const tables = objects.map((object) => {
    const cells = new Map<string, string>();
    flatten(object, '', cells, 0);
    for (const name of cells.keys()) {
      if (known.has(name)) continue;
      known.set(name, header.length);
      header.push(name);
    }
    return cells;
  });
  const places = placesOf(header);
  return {
    header,
    delimiter: ',',
    has: (column) => places.has(column),
    places: (column) => places.get(column) ?? [],
    batches: async function* batches() {
      for (let start = 0; start < tables.length; start += BATCH) {
        yield tables.slice(start, start + BATCH).map(
          (cells, index): CsvRow =>
            new Row(
              start + index + 1,
              header.map((name) => cells.get(name) ?? ''),
              places,
            ),
        );
      }
    },
  };
}

async function readWhole(path: string): Promise<Buffer> {
  try {
    const bytes = await readFile(path);
    const whole = path.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: FILE_MAX_BYTES }) : bytes;
    if (whole.length > FILE_MAX_BYTES)
      throw new ImportFileError(`${path} is larger than 256 MB. Load it in parts.`);
    return whole;
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ImportFileError(`${path} does not exist.`);
    if (code === 'EISDIR') throw new ImportFileError(`${path} is a folder; name a file.`);
    if (code === 'ERR_BUFFER_TOO_LARGE')
      throw new ImportFileError(`${path} is larger than 256 MB. Load it in parts.`);
    throw new ImportFileError(
      path.endsWith('.gz') ? `${path} is a broken gzip file.` : `${path} cannot be read (${code}).`,
    );
  }
}

function readList(text: string, path: string): Record<string, unknown>[] {
  const trimmed = text.replace(/^\uFEFF/, '').trim();
  if (trimmed === '') throw new ImportFileError(`${path} is empty.`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(trimmed);
  } catch (error) {
    try {
      parsed = trimmed
        .split(/\r?\n/)
        .filter((line) => line.trim() !== '')
        .map((line) => JSON.parse(line) as unknown);
    } catch {
      throw new ImportFileError(
        `${path} is not JSON (${(error as Error).message.slice(0, 120)}). It must hold the list of issues as the REST interface answers it.`,
      );
    }
  }
  const list = (Array.isArray(parsed) ? parsed.flat() : [parsed]) as unknown[];
  const wrong = list.findIndex((entry) => typeof entry !== 'object' || entry === null);
  if (wrong >= 0)
    throw new ImportFileError(
      `${path}, entry ${wrong + 1} is no object. The file must hold the list of issues as the REST interface answers it.`,
    );
  // what an interface answers when it refuses
  if (
    list.length === 1 &&
    'message' in (list[0] as object) &&
    !('title' in (list[0] as object)) &&
    !('body' in (list[0] as object))
  )
    throw new ImportFileError(
      `${path} holds an error message and no list: ${String((list[0] as { message: unknown }).message).slice(0, 200)}`,
    );
  return list as Record<string, unknown>[];
}

const DEPTH_MAX = 4;

function flatten(
  value: Record<string, unknown>,
  path: string,
  into: Map<string, string>,
  depth: number,
): void {
  for (const [key, held] of Object.entries(value)) {
    // both signs would be left out of a column's name
    const name = `${path}${key === '+1' ? 'plus_one' : key === '-1' ? 'minus_one' : key}`;
    if (held === null || held === undefined) continue;
    if (Array.isArray(held))
      into.set(
        name,
        held
          .map((entry) =>
            typeof entry === 'object' && entry !== null
              ? String(
                  (entry as { name?: unknown; login?: unknown }).name ??
                    (entry as { login?: unknown }).login ??
                    '',
                )
              : String(entry),
          )
          .filter((entry) => entry !== '')
          .join('\n'),
      );
    else if (typeof held === 'object') {
      if (depth < DEPTH_MAX) flatten(held as Record<string, unknown>, `${name}.`, into, depth + 1);
    } else into.set(name, String(held));
  }
}
