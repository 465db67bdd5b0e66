/** What can be done to impact reports wherever they are shown. */
import { graphql } from '../api/graphql.ts';
import { request } from '../api/runtime.ts';
import { useCommand } from '../forms/useCommand.ts';
import { impactPreviewAddress } from '../host/addresses.ts';
import type { MenuItem } from '../ui/overlay/Menu.tsx';
import { openModal } from '../ui/overlay/modals.ts';
import { impactReportTexts as texts } from './impactReportTexts.ts';

const stateDocument = graphql(`
  mutation SetImpactReportState($id: ID!, $state: String!) {
    impact_report_update(id: $id, state: $state) {
      id
      state
    }
  }
`);

const refreshDocument = graphql(`
  mutation RefreshImpactReport($id: ID!) {
    impact_report_refresh(id: $id) {
      id
      version
      updated_at
    }
  }
`);

const deleteDocument = graphql(`
  mutation DeleteImpactReports($ids: [ID!]!) {
    impact_report_bulk_delete(ids: $ids) {
      id
    }
  }
`);

const restoreDocument = graphql(`
  mutation RestoreImpactReport($id: ID!) {
    impact_report_restore(id: $id) {
      id
    }
  }
`);

/** What an action needs of a report. */
interface Acted {
  id: string;
  title: string;
  state: string;
}

/** What can be done to impact reports; each says how it went. */
export function useImpactCommands(onDeleted?: () => void) {
  const { failed } = texts;
  const remove = useCommand(deleteDocument, {
    done: ({ impact_report_bulk_delete: gone }) => texts.deleted(gone.length),
    undo: ({ impact_report_bulk_delete: gone }) => ({
      send: async () => {
        for (const { id } of gone) await request(restoreDocument, { id });
      },
      done: texts.restored(gone.length),
      failed,
    }),
    failed,
    onDone: () => onDeleted?.(),
  });
  const setState = useCommand(
    ({ report, state }: { report: Acted; state: string }) => request(stateDocument, { id: report.id, state }),
    {
      done: (_answer, { report, state }) =>
        state === 'archived' ? texts.archived(report.title) : texts.broughtBack(report.title),
      undo: (_answer, { report }) => ({
        send: () => request(stateDocument, { id: report.id, state: report.state }),
        done: null,
        failed,
      }),
      failed,
    },
  );
  const refresh = useCommand(refreshDocument, { done: texts.refreshed, failed });
  return { remove, setState, refresh };
}

/** Entries of a menu that stand for a report wherever it is. @param mayWrite the viewer may change it */
export function impactMenu(
  report: Acted,
  { remove, setState, refresh }: ReturnType<typeof useImpactCommands>,
  mayWrite: boolean,
): MenuItem[] {
  const { id, state } = report;
  const preview = impactPreviewAddress(id);
  return [
    {
      id: 'preview',
      label: texts.preview,
      href: preview,
      onSelect: () => void window.open(preview, '_blank', 'noreferrer'),
    },
    ...(mayWrite
      ? ([
          {
            id: 'share',
            label: texts.share,
            onSelect: () => void openModal('shareImpact', { impact_report_id: id }),
          },
          { id: 'refresh', label: texts.refresh, onSelect: () => void refresh.run({ id }) },
          {
            id: 'state',
            label: state === 'archived' ? texts.bringBack : texts.archive,
            onSelect: () =>
              void setState.run({ report, state: state === 'archived' ? 'published' : 'archived' }),
          },
          { kind: 'separator', id: 'before-delete' },
          {
            id: 'delete',
            label: texts.delete,
            danger: true,
            onSelect: () => void remove.run({ ids: [id] }),
          },
        ] satisfies MenuItem[])
      : []),
  ];
}
