import { IconFileExport } from '@tabler/icons-react';
import { useState } from 'react';
import { canRead } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { ListPage } from '../../../lists/ListPage.tsx';
import { useList } from '../../../lists/useList.ts';
import { auditList } from '../../../records/auditEntry.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { auditMessages as texts } from './auditMessages.ts';
import styles from './audit.module.css';

/** Its form comes when it is opened. */
const ExportListDialog = loadable(
  async () => (await import('../../../shared/exports/ExportListDialog.tsx')).ExportListDialog,
);

/** What others do is not told live. */
const POLL_MS = 30_000;

/** What everyone did in the workspace, searched, narrowed and exported. */
export function AuditPage() {
  const { permissions } = useViewer();
  const { asked, total } = useList(auditList, null, POLL_MS);
  const [exported, setExported] = useState<typeof asked | null>(null);
  return (
    <ListPage
      list={auditList}
      pollMs={POLL_MS}
      title={texts.title}
      note={<p className={styles.note}>{texts.note}</p>}
      empty={{ reason: texts.empty }}
      controls={
        // files are made for those who read feedback
        canRead(permissions, 'feedback') ? (
          <>
            <Button
              icon={<IconFileExport size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => setExported(asked)}
            >
              {texts.export}
            </Button>
            <DialogFor about={exported}>
              {(query, opened) => (
                <Later
                  part={ExportListDialog}
                  what={texts.export}
                  props={{
                    collection: 'audit_entries',
                    title: texts.dialog.title,
                    query,
                    what: total === null ? null : texts.dialog.what(total),
                    opened,
                    onClose: () => setExported(null),
                  }}
                />
              )}
            </DialogFor>
          </>
        ) : null
      }
    />
  );
}
