import { useEffect } from 'react';
import { ideasAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { usePageState } from '../../host/pageState.ts';
import { textField } from '../../host/search.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import { exportsList } from '../../records/export.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { exportsMessages as texts } from './exportsMessages.ts';
import styles from './exports.module.css';

/** `link`: the token of a mail's link that somebody signed in for, or 'lapsed' for one that does not work. */
const pageState = { link: textField() };

const LAPSED = 'lapsed';

/** One's own exports: how far they are, the files, and until when they are kept. */
export function ExportsPage() {
  const [{ link }, setState] = usePageState(pageState);
  useEffect(() => {
    if (link === '' || link === LAPSED) return;
    // the token leaves the address before the browser asks for the file
    setState({ link: '' });
    window.location.assign(`/admin/exports/${encodeURIComponent(link)}`);
  }, [link, setState]);
  return (
    <ListPage
      list={exportsList}
      title={texts.title}
      note={
        link === LAPSED ? (
          <div className={styles.lapsed} role="alert">
            <p>
              <b>{texts.lapsed}</b> {texts.lapsedReason}
            </p>
            <Button variant="text" onClick={() => setState({ link: '' })}>
              {texts.dismiss}
            </Button>
          </div>
        ) : undefined
      }
      empty={{ reason: texts.empty, action: <Link href={ideasAddress()}>{texts.toIdeas}</Link> }}
    />
  );
}
