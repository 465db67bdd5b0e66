import { publishLive } from '../../live/live.ts';
import type { Tx } from '../../sql/kysely.ts';

/** The consoles of the workspace hear that a theme report has changed. */
export function tellOfThemeSet(tx: Tx, subdomain_id: string, id: string): Promise<void> {
  return publishLive(tx, { event: 'changed', entity: 'theme_set', ids: [id], subdomain_id, user_ids: null });
}
