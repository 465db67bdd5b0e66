import { Suspense, useLayoutEffect } from 'react';
import { useViewer } from '../api/viewer.ts';
import { consoleRoot } from '../host/addresses.ts';
import { navigate, shownAddress, useShown } from '../host/navigation.ts';
import { DeniedState } from '../ui/loading/states.tsx';
import { NoScreen, NotFound, PagePending } from './pages.tsx';
import { redirectOf, routeOf, SettingsFrame } from './routes.ts';
import type { Route } from './routes.ts';
import { isSettingsScreen, screens, seesScreen } from './screens.ts';
import { shellTexts } from './texts.ts';

/** The page of the address that is shown. */
export function CurrentPage() {
  const viewer = useViewer();
  const path = useShown('path');
  const leadsTo = redirectOf(path, shownAddress().search, viewer);
  useLayoutEffect(() => {
    if (leadsTo !== null) navigate(leadsTo, { replace: true });
  }, [leadsTo]);
  if (leadsTo !== null) return <PagePending />;
  const route = routeOf(path);
  if (route !== null) return <ScreenPage {...route} />;
  return path.replace(/\/$/, '') === consoleRoot ? <NoScreen /> : <NotFound />;
}

/** A screen's page, within what its kind of screens stands in. */
function ScreenPage(route: Route) {
  const page = <PageItself key={route.screen} {...route} />;
  if (!isSettingsScreen(route.screen)) return page;
  return (
    <Suspense fallback={<PagePending />}>
      <SettingsFrame screen={route.screen}>{page}</SettingsFrame>
    </Suspense>
  );
}

/**
 * Sets the document's title, keeps out whom the screen is not for (before anything is asked of the server), and hands
 * the parameters of the path to the page, or what the screen makes of them.
 */
function PageItself({ screen, page: Page, params }: Route) {
  const viewer = useViewer();
  const { title, props } = screens[screen];
  // before the page's own effects, which may know a better title
  useLayoutEffect(() => {
    document.title = `${title} – ${shellTexts.product}`;
  }, [title]);
  if (!seesScreen(screen, viewer)) return <DeniedState isPage />;
  const handed = props === undefined ? params : props(params);
  if (handed === null) return <NotFound />;
  return (
    <Suspense fallback={<PagePending />}>
      <Page {...handed} />
    </Suspense>
  );
}
