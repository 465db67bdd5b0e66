import { useState } from 'react';
import { paging } from '../../../../../contract/limits.ts';
import { canWrite, hasFeature } from '../../../../../contract/permissions.ts';
import { useFeature, useViewer } from '../../../api/viewer.ts';
import type { Chosen } from '../../../lists/ListPage.tsx';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../../ui/loading/loadable.tsx';
import { BulkButton } from '../../../ui/table/BulkBar.tsx';
import { bulkTexts as texts } from './bulkMessages.ts';
import { ExportCustomers } from './ListActions.tsx';

/** Their dialogs come when they are opened. */
const AskDialog = loadable(async () => (await import('../../../shared/ratings/AskDialog.tsx')).AskDialog);
const AccountOfSeveral = loadable(async () => (await import('./AccountOfSeveral.tsx')).AccountOfSeveral);
const BlockSeveral = loadable(async () => (await import('./BlockSeveral.tsx')).BlockSeveral);

/** What is done with chosen people or accounts. */
export function ChosenActions({
  collection,
  ids,
  clear,
}: Chosen & { collection: 'users' | 'external_accounts' }) {
  const viewer = useViewer();
  const mayWrite = canWrite(viewer.permissions, 'feedback');
  const asksRatings = useFeature('satisfaction');
  const [open, setOpen] = useState<'ask' | 'account' | 'block' | null>(null);
  const [exported, setExported] = useState<{ id: string[] } | null>(null);
  const wasAsked = useOnceOpen(open === 'ask');
  const wasBlocked = useOnceOpen(open === 'block');
  const wasMoved = useOnceOpen(open === 'account');
  const close = (): void => setOpen(null);
  const tooMany = ids.length > paging.maxPageSize ? texts.tooMany(paging.maxPageSize) : null;
  return (
    <>
      {mayWrite && asksRatings ? <BulkButton onClick={() => setOpen('ask')}>{texts.ask}</BulkButton> : null}
      <BulkButton onClick={() => setExported({ id: [...ids] })}>{texts.export}</BulkButton>
      {mayWrite && collection === 'users' && hasFeature(viewer.authorized_features, 'account_insights') ? (
        <BulkButton disabledReason={tooMany} onClick={() => setOpen('account')}>
          {texts.setAccount}
        </BulkButton>
      ) : null}
      {mayWrite && collection === 'users' ? (
        <BulkButton danger disabledReason={tooMany} onClick={() => setOpen('block')}>
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
      {wasMoved ? (
        <Later
          part={AccountOfSeveral}
          what={texts.setAccount}
          props={{ opened: open === 'account', onClose: close, onDone: clear, ids }}
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
