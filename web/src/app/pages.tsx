/** What stands in the sheet while there is no page: nothing there, still loading, could not be loaded. */
import { useEffect } from 'react';
import { report } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { Link } from '../host/Link.tsx';
import { Button } from '../ui/elements/Button.tsx';
import { DelayedSpinner } from '../ui/loading/loading.tsx';
import { DeniedState, EmptyState, ErrorState } from '../ui/loading/states.tsx';
import { homeScreen } from './nav.ts';
import { screens } from './screens.ts';
import { shellTexts } from './texts.ts';
import styles from './shell.module.css';

/** No screen has this address. */
export function NotFound() {
  const home = homeScreen(useViewer());
  useEffect(() => {
    document.title = `${shellTexts.notFoundTitle} – ${shellTexts.product}`;
  }, []);
  return (
    <div className={styles.centre}>
      <EmptyState
        isPage
        title={shellTexts.notFoundTitle}
        reason={shellTexts.notFoundReason}
        action={
          home === null ? null : (
            <Link href={screens[home].address} className={styles.link}>
              {shellTexts.notFoundAction(screens[home].title)}
            </Link>
          )
        }
      />
    </div>
  );
}

/** The root of the console, for somebody whom the navigation offers no screen. */
export function NoScreen() {
  useEffect(() => {
    document.title = shellTexts.product;
  }, []);
  return (
    <div className={styles.centre}>
      <DeniedState isPage />
    </div>
  );
}

/** The page's code is on its way. */
export function PagePending() {
  return <DelayedSpinner label={shellTexts.loadingPage} />;
}

/** A page broke, or its code could not be fetched even after the one reload; reported here and nowhere before. */
export function PageFailed({ error }: { error: unknown }) {
  useEffect(() => {
    report(error);
  }, [error]);
  return (
    <div className={styles.centre}>
      <ErrorState title={shellTexts.pageFailedTitle} reason={shellTexts.pageFailedReason} />
      <Button onClick={() => window.location.reload()}>{shellTexts.pageFailedAction}</Button>
    </div>
  );
}
