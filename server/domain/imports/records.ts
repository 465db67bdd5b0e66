import type { CommandContext } from '../../core/command.ts';
import { publishLive } from '../../live/live.ts';
import type { Tx } from '../../sql/kysely.ts';

/** The consoles of the workspace hear that an import has changed. */
export function tellOfImport(tx: Tx, subdomain_id: string, import_id: string): Promise<void> {
  return publishLive(tx, {
    event: 'changed',
    entity: 'import',
    ids: [import_id],
    subdomain_id,
    user_ids: null,
  });
}

/** The consoles of the workspace hear that ideas came or went, more of them than can be named. */
export function tellOfIdeas(tx: Tx, subdomain_id: string): Promise<void> {
  return publishLive(tx, {
    event: 'changed',
    entity: 'suggestion',
    ids: [],
    subdomain_id,
    user_ids: null,
  });
}

/** Deletes the rows of an import that was not started. @returns keys of its files, which are to be removed after the commit */
export async function removeDraft(
  { tx, subdomain_id }: Pick<CommandContext, 'tx' | 'subdomain_id'>,
  import_id: string,
): Promise<string[]> {
  const files = await tx
    .deleteFrom('import_files')
    .where('subdomain_id', '=', subdomain_id)
    .where('import_id', '=', import_id)
    .returning('storage_key')
    .execute();
  const row = await tx
    .deleteFrom('imports')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', import_id)
    .returning('refused_file_key')
    .executeTakeFirst();
  await tellOfImport(tx, subdomain_id, import_id);
  return [...files.map((file) => file.storage_key), row?.refused_file_key ?? null].filter(
    (key) => key !== null,
  );
}
