/** What the page of exports reads and does. */
import { useQuery } from '@tanstack/react-query';
import { OPEN_EXPORT_STATES } from '../../../../contract/exports.ts';
import type { ExportState } from '../../../../contract/exports.ts';
import type { OwnExportsQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';

const exportsDocument = graphql(`
  query OwnExports($page: Int, $per_page: Int) {
    exports(page: $page, per_page: $per_page) {
      total_records
      current_page
      records {
        id
        collection
        format
        state
        rows_expected
        rows_written
        problem
        file_name
        size_in_bytes
        download_url
        expires_at
        finished_at
        created_at
      }
    }
  }
`);

/** Calls an export off. */
export const cancelExportDocument = graphql(`
  mutation CancelExport($id: ID!) {
    export_cancel(id: $id) {
      id
      state
    }
  }
`);

/** An export of the viewer. */
export type OwnExport = OwnExportsQuery['exports']['records'][number];

/** While a file is being made the page asks this often. */
const POLL_MS = 1500;

/** Whether an export still moves. */
export function isOpen({ state }: Pick<OwnExport, 'state'>): boolean {
  return OPEN_EXPORT_STATES.includes(state as ExportState);
}

/** The viewer's exports, the newest first; asked again and again while one of them moves. */
export function useOwnExports(page: number, perPage: number) {
  return useQuery({
    queryKey: ['own-exports', page, perPage],
    queryFn: ({ signal }) => request(exportsDocument, { page, per_page: perPage }, { signal }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.exports.records.some(isOpen) === true ? POLL_MS : false),
  });
}
