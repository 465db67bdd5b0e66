/** Starting an export; used by the idea's page and the list of ideas. */
import { useRef } from 'react';
import { applyReply } from '../../api/refetch.ts';
import { queryClient, send } from '../../api/runtime.ts';
import { publishChange } from '../../host/bridge.ts';
import { randomUuid } from '../../host/uuid.ts';

/** Where exports are started (specification line 498). */
const exportsPath = '/api/v2/admin/exports';

/** What an export is of, as the server takes it. */
export type ExportRequest = Readonly<Record<string, unknown>>;

/**
 * Sends requests for exports. The same request sent again, because no answer came, is the same export: its
 * Idempotency-Key stays. Rejects with ApiError, whose message says what is wrong.
 */
export function useStartExport(): (request: ExportRequest) => Promise<void> {
  const last = useRef({ body: '', key: '' });
  return async (request) => {
    const body = JSON.stringify(request);
    if (last.current.body !== body) last.current = { body, key: randomUuid() };
    await send(
      exportsPath,
      {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'idempotency-key': last.current.key,
        },
      },
      // a right to some kinds may be missing without the session being at fault
      { ownsForbidden: true },
    );
    last.current = { body: '', key: '' };
    applyReply(
      queryClient,
      { changes: { export: 'create' }, deleted: {}, written: ['exports+'] },
      publishChange,
    );
  };
}
