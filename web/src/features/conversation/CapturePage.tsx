import { useEffect, useRef } from 'react';
import { isWebAddress } from '../../../../contract/url.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import '../../host/modals.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { DeniedState, EmptyState } from '../../ui/loading/states.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { SheetPage } from '../../ui/page/SheetPage.tsx';
import { panelMessages } from './panelMessages.ts';

const texts = panelMessages.capture;

/** Where the button for the browser leads: the form for feedback, with what was selected on another page. */
export function CapturePage() {
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const isOpened = useRef(false);
  const open = (): void => {
    const given = new URLSearchParams(window.location.search);
    const source = given.get('source') ?? '';
    void openModal('feedback', {
      body: given.get('text') ?? '',
      ...(isWebAddress(source) ? { source_url: source } : {}),
    });
  };
  useEffect(() => {
    if (isOpened.current || !mayWrite) return;
    isOpened.current = true;
    open();
  }, [mayWrite]);
  return (
    <SheetPage title={texts.title}>
      {mayWrite ? (
        <EmptyState
          isPage
          title={texts.ready}
          reason={texts.reason}
          action={
            <>
              <Button variant="primary" onClick={open}>
                {texts.open}
              </Button>{' '}
              <Link href={ideasAddress()}>{texts.ideas}</Link>
            </>
          }
        />
      ) : (
        <DeniedState isPage />
      )}
    </SheetPage>
  );
}
