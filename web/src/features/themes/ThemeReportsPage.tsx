import { IconPlus } from '@tabler/icons-react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { newThemeReportAddress, themeReportsAddress } from '../../host/addresses.ts';
import { navigate } from '../../host/navigation.ts';
import { usePageState } from '../../host/pageState.ts';
import { listField } from '../../host/search.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { themeSetsList, useThemeSetCommands } from '../../records/themeSet.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { ThemeReportPanel } from './report/ThemeReportPanel.tsx';
import { themeTexts as texts } from './themeMessages.ts';

/** Ideas that a new report shall read, when they were chosen in the list. */
const pageState = { ideas: listField() };

/** All theme reports (ROUTE-006). */
export function ThemeReportsPage() {
  return <ThemeReports />;
}

/**
 * The list of theme reports, and over it the form of a new one or of one that is there.
 *
 * @param form which form is open; left out: none
 * @param themeSetId of the report that is edited
 */
export function ThemeReports({ form, themeSetId }: { form?: 'create' | 'edit'; themeSetId?: string }) {
  const viewer = useViewer();
  const mayWrite = canWrite(viewer.permissions, 'feedback');
  const [{ ideas }] = usePageState(pageState);
  const { remove } = useThemeSetCommands();
  const begin = (): void => navigate(newThemeReportAddress());
  const create = (
    <Button variant="primary" onClick={begin} icon={<IconPlus size={16} stroke={2} aria-hidden="true" />}>
      {texts.newReport}
    </Button>
  );
  return (
    <>
      <ListPage
        list={themeSetsList}
        title={texts.explorer}
        views={{
          label: texts.views.label,
          items: [
            { id: 'all', label: texts.views.all, filters: {} },
            { id: 'mine', label: texts.views.mine, filters: { creator: [viewer.id] } },
          ],
        }}
        controls={mayWrite ? create : undefined}
        empty={{ reason: texts.emptyReports, ...(mayWrite ? { action: create } : {}) }}
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
      {form === undefined ? null : (
        <ThemeReportPanel
          key={themeSetId ?? 'new'}
          {...(themeSetId === undefined ? {} : { themeSetId })}
          ideas={ideas}
          opened
          close={() => navigate(themeReportsAddress)}
        />
      )}
    </>
  );
}
