import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { importSettingsAddress } from '../../../host/addresses.ts';
import { navigate } from '../../../host/navigation.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { bulkTexts as texts } from './bulkMessages.ts';

/** Its form comes when it is opened. */
const ExportListDialog = loadable(
  async () => (await import('../../../shared/exports/ExportListDialog.tsx')).ExportListDialog,
);

type Collection = 'users' | 'external_accounts';

/**
 * What is done with a whole list of customers: a file comes in, and the list goes out as one.
 * @param asked search, filters and order of the list
 * @param total as the list shows it; null: not counted yet
 */
export function ListActions({
  collection,
  asked,
  total,
}: {
  collection: Collection;
  asked: Readonly<Record<string, unknown>>;
  total: number | string | null;
}) {
  const [exported, setExported] = useState<typeof asked | null>(null);
  return (
    <>
      {canWrite(useViewer().permissions, 'settings') ? (
        <Button
          icon={<IconFileImport size={16} stroke={1.75} aria-hidden="true" />}
          data-tip={texts.importTip}
          onClick={() => navigate(importSettingsAddress)}
        >
          {texts.import}
        </Button>
      ) : null}
      <Button
        icon={<IconFileExport size={16} stroke={1.75} aria-hidden="true" />}
        onClick={() => setExported(asked)}
      >
        {texts.export}
      </Button>
      <ExportCustomers
        collection={collection}
        query={exported}
        what={total === null ? null : texts.asListed(texts.exported[collection](total))}
        onClose={() => setExported(null)}
      />
    </>
  );
}

/** The dialog that exports users or accounts. @param query null: it is closed */
export function ExportCustomers({
  collection,
  query,
  what,
  onClose,
}: {
  collection: Collection;
  query: Readonly<Record<string, unknown>> | null;
  what: string | null;
  onClose: () => void;
}) {
  return (
    <DialogFor about={query}>
      {(about, opened) => (
        <Later
          part={ExportListDialog}
          what={texts.export}
          props={{ collection, title: texts.exportTitle[collection], query: about, what, opened, onClose }}
        />
      )}
    </DialogFor>
  );
}
