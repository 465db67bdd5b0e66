import { IconPlus } from '@tabler/icons-react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { useImpactCommands } from '../../records/impactCommands.ts';
import { impactReportsList } from '../../records/impactReport.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { impactListTexts as texts } from './impactListMessages.ts';

const given = {};

/** Impact reports (ROUTE-016). */
export function ImpactReportsPage() {
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'feedback');
  const { remove } = useImpactCommands();
  const create = mayWrite ? (
    <Button
      variant="primary"
      onClick={() => openModal('raiseImpact', {})}
      icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}
    >
      {texts.newReport}
    </Button>
  ) : null;
  const { label, all, mine, shared, archived } = texts.tabs;
  return (
    <ListPage
      list={impactReportsList}
      title={texts.title}
      given={given}
      views={{
        label,
        items: [
          { id: 'all', label: all, filters: {} },
          { id: 'mine', label: mine, filters: { mine: 'true' } },
          { id: 'shared', label: shared, filters: { shared_with_me: 'true' } },
          { id: 'archived', label: archived, filters: { state: ['archived'] } },
        ],
      }}
      controls={create}
      empty={{ reason: texts.empty, action: create }}
      {...(mayWrite
        ? {
            bulk: ({ ids, clear }) => (
              <BulkButton
                danger
                onClick={() => void remove.run({ ids: [...ids] }).then((isDone) => isDone && clear())}
              >
                {texts.bulkDelete}
              </BulkButton>
            ),
          }
        : {})}
    />
  );
}
