import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import type { Viewer } from '../api/viewer.ts';
import { consoleRoot } from '../host/addresses.ts';
import { parseSearch, stringifySearch } from '../host/search.ts';
import { modalExists } from './modals.ts';
import { homeScreen } from './nav.ts';
import { NoScreen, NotFound, PageFailed, PagePending } from './pages.tsx';
import { pageOf } from './Page.tsx';
import { exportOf, importerOf, screenExists, screens } from './screens.ts';
import type { ScreenKey } from './screens.ts';
import { Shell } from './Shell.tsx';

/** What routes are decided with. */
export interface RouterContext {
  /** Who is signed in; left out while a page is only fetched ahead. */
  viewer?: Viewer;
}

/** Where somebody gets who shortens an address, as people do: the list, or the settings that they may see. */
const shortened: readonly (readonly [path: string, leadsTo: (viewer: Viewer | undefined) => ScreenKey])[] = [
  ['/admin/v3', () => 'ideas'],
  ['/admin/v3/ideas', () => 'ideas'],
  ['/admin/v3/ideas/f', () => 'ideas'],
  ['/admin/v3/feedback', () => 'ideas'],
  ['/admin/settings', () => 'profile'],
  ['/admin-console/settings', settingsOf],
  ['/admin-console/settings/ideas', settingsOf],
];

function settingsOf(viewer: Viewer | undefined): ScreenKey {
  return viewer === undefined || screens.forum_settings.needs(viewer) ? 'forum_settings' : 'profile';
}

/**
 * The router of the console: one route for each screen of this build, loaded
 * when it is first visited or its link is hovered. A page whose code cannot be
 * fetched reloads the browser once per session (the router's own doing); only
 * then the error component reports it (specification line 87).
 */
export function createConsoleRouter(): AnyRouter {
  const root = createRootRouteWithContext<RouterContext>()({ component: Shell, notFoundComponent: NotFound });
  const home = createRoute({
    getParentRoute: () => root,
    path: consoleRoot,
    beforeLoad: ({ context: { viewer } }) => {
      // ahead of its time, for the code alone: what nearly everybody gets to see
      const screen = viewer === undefined ? 'insights' : homeScreen(viewer, { screenExists, modalExists });
      if (screen !== null) throw redirect({ href: screens[screen].address, replace: true });
    },
    component: NoScreen,
  });
  const children: AnyRoute[] = [home];
  for (const key of Object.keys(screens) as ScreenKey[]) {
    const load = importerOf(key);
    const { pattern } = screens[key];
    if (load === null || pattern === null) continue;
    const lazyPage = lazyRouteComponent(load, exportOf(key));
    children.push(createRoute({ getParentRoute: () => root, path: pattern, component: pageOf(key, lazyPage) }));
  }
  const patterns = new Set(Object.values(screens).map(({ pattern }) => pattern));
  for (const [path, leadsTo] of shortened) {
    if (patterns.has(path)) continue;
    children.push(
      createRoute({
        getParentRoute: () => root,
        path,
        beforeLoad: ({ context: { viewer }, location }) => {
          throw redirect({ href: screens[leadsTo(viewer)].address + location.searchStr, replace: true });
        },
        component: PagePending,
      }),
    );
  }
  return createRouter({
    routeTree: root.addChildren(children),
    context: {},
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFailed,
    defaultNotFoundComponent: NotFound,
    // the state of a list is in its address; a path such as f/assigned_owner=17 stays readable
    pathParamsAllowedCharacters: ['=', '&'],
  });
}
