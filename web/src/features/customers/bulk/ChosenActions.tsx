import { useState } from 'react';
import { paging } from '../../../../../contract/limits.ts';
import { canWrite } from '../../../../../contract/permissions.ts';
import { useFeature, useViewer } from '../../../api/viewer.ts';
import type { Chosen } from '../../../lists/ListPage.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../../ui/loading/loadable.tsx';
import { BulkButton } from '../../../ui/table/BulkBar.tsx';
import { bulkTexts as texts } from './bulkMessages.ts';
import { ExportCustomers } from './ListActions.tsx';

/** Their dialogs come when they are opened. */
const AskDialog = loadable(async () => (await import('../../../shared/ratings/AskDialog.tsx')).AskDialog);
const BlockSeveral = loadable(async () => (await import('./BlockSeveral.tsx')).BlockSeveral);

/** What is done with chosen people or accounts. */
export function ChosenActions({
  collection,
  ids,
  clear,
}: Chosen & { collection: 'users' | 'external_accounts' }) {
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const asksRatings = useFeature('satisfaction');
  const [open, setOpen] = useState<'ask' | 'block' | null>(null);
  const [exported, setExported] = useState<{ id: string[] } | null>(null);
  const wasAsked = useOnceOpen(open === 'ask');
  const wasBlocked = useOnceOpen(open === 'block');
  const close = (): void => setOpen(null);
  return (
    <>
      {mayWrite && asksRatings ? <BulkButton onClick={() => setOpen('ask')}>{texts.ask}</BulkButton> : null}
      <BulkButton onClick={() => setExported({ id: [...ids] })}>{texts.export}</BulkButton>
      {mayWrite && collection === 'users' ? (
        <BulkButton
          danger
          disabledReason={ids.length > paging.maxPageSize ? texts.tooMany(paging.maxPageSize) : null}
          onClick={() => setOpen('block')}
        >
          {texts.block}
        </BulkButton>
      ) : null}
      <ExportCustomers
        collection={collection}
        query={exported}
        what={texts.asChosen(texts.exported[collection](exported?.id.length ?? ids.length))}
        onClose={() => setExported(null)}
      />
      {wasAsked ? (
        <Later
          part={AskDialog}
          what={texts.ask}
          props={{
            opened: open === 'ask',
            onClose: close,
            onDone: clear,
            who: collection === 'users' ? { users: [...ids] } : { accounts: [...ids] },
          }}
        />
      ) : null}
      {wasBlocked ? (
        <Later
          part={BlockSeveral}
          what={texts.block}
          props={{ opened: open === 'block', onClose: close, onDone: clear, ids }}
        />
      ) : null}
    </>
  );
}
