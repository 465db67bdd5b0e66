import { sql } from 'kysely';
import type { Tx } from '../../sql/kysely.ts';
import { customFieldReader, type CustomFieldReader } from '../ideas/custom_field_values.ts';
import { ImportFileError } from './csv.ts';
import type { ImportIdea, RefusedRow } from './import_records.ts';
import { storedColumns } from './import_values.ts';

/** An idea of the workspace with what imports write of it. */
export interface StoredIdea {
  id: string;
  external_id: string;
  state: string;
  forum_id: string;
  values: {
    title: string;
    creator_id: string | null;
    category_id: string | null;
    body: string | null;
    body_mime_type: string;
    custom_fields: Record<string, unknown>;
  } & Record<string, unknown>;
}

/** Columns of an idea's values that stand in its own row; the others stand in its contents. */
export const IDEA_ROW_VALUES = ['title', 'creator_id', 'category_id'] as const;
/** Columns of its contents that imports write beside the ones stored as they are. */
export const CONTENT_VALUES = ['body', 'body_mime_type', 'custom_fields'] as const;

/**
 * The ideas of a source that are here already, by their external ids.
 * @param lock keeps them as they are until the transaction ends
 */
export async function storedIdeas(
  db: Tx,
  sid: string,
  external_ids: readonly string[],
  lock = false,
): Promise<StoredIdea[]> {
  const own = sql.raw(
    [
      ...storedColumns('suggestions').map((column) => `, '${column}', s.${column}`),
      ...storedColumns('suggestion_contents').map((column) => `, '${column}', c.${column}`),
    ].join(''),
  );
  const { rows } = await sql<StoredIdea>`
select s.id::text as id, s.external_id, s.state, s.forum_id::text as forum_id,
  jsonb_build_object('title', s.title, 'creator_id', s.creator_id::text, 'category_id', s.category_id::text,
    'body', c.body, 'body_mime_type', c.body_mime_type, 'custom_fields', c.custom_fields${own}) as values
from suggestions s join suggestion_contents c on c.subdomain_id = ${sid} and c.suggestion_id = s.id
where s.subdomain_id = ${sid} and s.external_id = any(${[...external_ids]}::text[]) ${lock ? sql`order by s.id for no key update of s` : sql``}`.execute(
    db,
  );
  return rows;
}

/** Reads the custom fields of batches of ideas by the fields of the workspace, looked up once. */
export class CustomFieldColumns {
  private readonly sid: string;
  private known: CustomFieldReader | null = null;

  constructor(sid: string) {
    this.sid = sid;
  }

  /**
   * The ideas whose custom fields can be taken, and the values as they are stored; the others are refused.
   * @throws ImportFileError for a field that the workspace does not have
   */
  async read(
    db: Tx,
    all: readonly ImportIdea[],
    refuse: (row: RefusedRow) => void,
  ): Promise<{ batch: ImportIdea[]; values: Record<string, unknown>[] }> {
    const keys = [...new Set(all.flatMap((idea) => Object.keys(idea.custom_fields)))];
    if (keys.some((key) => this.known?.has(key) !== true))
      this.known = await customFieldReader(db, this.sid, 'suggestion', keys);
    const unknown = keys.find((key) => !this.known!.has(key));
    if (unknown !== undefined)
      throw new ImportFileError(
        `The mapping names custom_fields.${unknown}, and ideas have no custom field with the key ${unknown}. Make it first, or leave it out.`,
        'columns',
      );
    const batch: ImportIdea[] = [];
    const values: Record<string, unknown>[] = [];
    for (const idea of all) {
      const read = Object.entries(idea.custom_fields).map(
        ([key, text]) => [key, this.known!.value(key, text)] as const,
      );
      const wrong = read.flatMap(([, found]) => ('problem' in found ? [found.problem] : []))[0];
      if (wrong !== undefined) {
        refuse({ kind: 'refused', file: idea.file, line: idea.line, reason: wrong.replace(/\.$/, '') });
        continue;
      }
      batch.push(idea);
      values.push(
        Object.fromEntries(read.map(([key, found]) => [key, 'value' in found ? found.value : null])),
      );
    }
    return { batch, values };
  }
}
