import { sql } from 'kysely';
import {
  importLimits,
  IMPORT_FIELD_NAMES,
  CUSTOM_FIELD_PREFIX,
  type ConsolePreset,
  type ImportFault,
} from '../../../contract/imports.ts';
import { badInput } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import {
  conversationOf,
  guessColumns,
  guessKind,
  mappingOf,
  missingField,
  type FileHead,
  type KnownField,
  type Sureness,
} from '../exchange/import_guess.ts';
import type { DateOrder } from '../exchange/import_dates.ts';
import { sourceKeyOf, type ImportRole, type ImportSource } from '../exchange/import_presets.ts';
import { TRAIT_HOLDERS } from '../exchange/import_records.ts';
import type { TextKind } from '../exchange/import_texts.ts';
import { keptFile } from './files.ts';

/** A column of a file and what it is read as. */
export interface ReadColumn {
  name: string;
  samples: string[];
  /** null: it is left out */
  field: string | null;
  /** chosen: by a person, for this file or for an earlier one with the same columns */
  sureness: Sureness | 'chosen' | null;
  /** rows in which it holds text; null: not counted yet */
  rows: number | null;
}

/** What is known of a file: its head as it came, and how it is read. */
export type StoredHead = FileHead & { read?: ReadColumn[] };

/** A file of an import. */
export interface DraftFile {
  id: string;
  file_name: string;
  storage_key: string | null;
  role: ImportRole;
  head: StoredHead;
}

/** How the files are read besides their columns. */
export interface ImportSettings {
  forum: string;
  dates: DateOrder | null;
  text: TextKind | null;
  /** voters subscribe to what they voted for; not given by imports of an earlier version, which did not */
  subscribe?: boolean;
  /** what was chosen of statuses, by their names in small letters; null: none */
  statuses?: Record<string, string | null>;
}

/** The files of an import in the order in which they were given. */
export async function filesOf(db: Tx, sid: string, import_id: string): Promise<DraftFile[]> {
  const rows = await db
    .selectFrom('import_files')
    .select(['id', 'file_name', 'storage_key', 'role', 'head'])
    .where('subdomain_id', '=', sid)
    .where('import_id', '=', import_id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    role: row.role as ImportRole,
    head: row.head as unknown as StoredHead,
  }));
}

/**
 * Custom fields that a file with that content can fill, with their choices: of ideas, or of people and accounts, whose
 * keys begin with `user.` or `account.`.
 */
export async function knownFields(db: Tx, sid: string, role: ImportRole): Promise<KnownField[]> {
  const ofPeople = role === 'people';
  const { rows } = await sql<KnownField>`
select case when ${ofPeople}::boolean then f.object_type || '.' || f.key else f.key end as key, f.name, coalesce((select json_agg(v.label order by v.position) from custom_field_enum_values v where v.subdomain_id = ${sid} and v.custom_field_id = f.id), '[]'::json) as choices
from custom_fields f where f.subdomain_id = ${sid} and f.object_type = any(${ofPeople ? [...TRAIT_HOLDERS] : ['suggestion']}::text[]) order by f.id limit 200`.execute(
    db,
  );
  return rows;
}

/**
 * Tells what each of some files holds.
 * @throws BAD_USER_INPUT when two hold the same
 */
export function kindsOf(files: readonly { id: string; file_name: string; head: StoredHead }[]): {
  preset: ConsolePreset;
  roles: Map<string, ImportRole>;
} {
  const kinds = files.map((file) => ({ file, ...guessKind(file.head, file.file_name) }));
  const preset = (kinds.find((kind) => kind.preset !== null)?.preset ?? 'ideas') as ConsolePreset;
  const roles = new Map<string, ImportRole>();
  for (const { file, role } of kinds) {
    const same = kinds.find((other) => other.role === role && other.file.id !== file.id);
    if (same !== undefined)
      throw badInput(
        'file_ids',
        `${file.file_name} and ${same.file.file_name} both hold ${role}. Import them one after the other.`,
        { reason: 'same_kind' },
      );
    roles.set(file.id, role);
  }
  if (preset === 'customers' && files.length > 1) throw notAlone('file_ids');
  return { preset, roles };
}

/** People and accounts come in by themselves: what is shown and undone of them is told apart from ideas. */
export const notAlone = (field: string): Error =>
  badInput(field, 'People and accounts are imported by themselves, one file after the other.', {
    reason: 'same_kind',
  });

/** What a file holds under another form. */
export const roleUnder = (preset: ConsolePreset, role: ImportRole): ImportRole =>
  preset === 'customers' ? 'people' : role === 'people' ? 'ideas' : role;

/** Guesses what the columns of a file are read as; what was chosen for an earlier file with the same columns comes first. */
export async function readAs(
  db: Tx,
  sid: string,
  file: { head: StoredHead; role: ImportRole; header_hash: string | null },
  preset: ConsolePreset,
): Promise<ReadColumn[]> {
  const custom = await knownFields(db, sid, file.role);
  const guessed: ReadColumn[] = guessColumns(file.head, preset, file.role, custom).map((column) => ({
    ...column,
    rows: null,
  }));
  const { rows } = await sql<{ head: StoredHead }>`
select f.head from import_files f join imports i on i.subdomain_id = ${sid} and i.id = f.import_id
where f.subdomain_id = ${sid} and f.header_hash = ${file.header_hash} and f.role = ${file.role} and f.import_id is not null
  and i.preset = ${preset} and i.started_at is not null
order by f.id desc limit 1`.execute(db);
  const kept = new Map((rows[0]?.head.read ?? []).map((column) => [column.name, column]));
  const keys = new Set(custom.map(({ key }) => `${CUSTOM_FIELD_PREFIX}${key}`));
  return guessed.map((column) => {
    const before = kept.get(column.name);
    if (before === undefined) return column;
    // a custom field that is gone meanwhile
    const field =
      before.field?.startsWith(CUSTOM_FIELD_PREFIX) === true && !keys.has(before.field) ? null : before.field;
    return { ...column, field, sureness: field === null ? null : before.sureness };
  });
}

/** Why an import cannot be rehearsed as its columns are read now; null: it can be. */
export function faultOf(
  preset: ConsolePreset,
  files: readonly DraftFile[],
): { problem: string; reason: ImportFault } | null {
  for (const file of files) {
    const missing = missingField(file.head.read ?? [], preset, file.role);
    if (missing === null) continue;
    const name = IMPORT_FIELD_NAMES[missing] ?? missing;
    return {
      problem:
        missing === 'title'
          ? `No column of ${file.file_name} is the title yet. Choose one to see what would be imported.`
          : file.role === 'people'
            ? `No column of ${file.file_name} tells who its rows are about. Choose one for the email, the ID or the account.`
            : `${file.file_name} needs a column for “${name}”. Choose one to see what would be imported.`,
      reason: 'missing_column',
    };
  }
  return null;
}

/** The files of an import as the importer reads them. */
export function sourceOf(
  scope: Scope,
  preset: ConsolePreset,
  settings: ImportSettings,
  files: readonly DraftFile[],
): ImportSource {
  const of = (role: ImportRole) => {
    const file = files.find((one) => one.role === role);
    return file === undefined || file.storage_key === null
      ? null
      : keptFile(scope, { file_name: file.file_name, storage_key: file.storage_key });
  };
  const ideas = of('ideas');
  return {
    preset,
    file: preset === 'polis' ? null : preset === 'customers' ? of('people') : ideas,
    votes: of('votes'),
    comments: preset === 'polis' ? ideas : of('comments'),
    summary: of('summary'),
    mapping:
      preset === 'polis'
        ? {}
        : Object.assign({}, ...files.map(({ head, role }) => mappingOf(head.read ?? [], preset, role))),
    sourceKey: sourceKeyOf(preset, ideas === null ? settings.forum : conversationOf(ideas, settings.forum)),
    now: scope.now(),
    dates: settings.dates,
    text: settings.text,
  };
}

/** Refuses more files than an import takes. */
export function checkFileCount(count: number): void {
  if (count > importLimits.files)
    throw badInput(
      'file_ids',
      `An import takes at most ${importLimits.files} files: ideas, votes, comments, and the summary of a Polis conversation.`,
    );
}
