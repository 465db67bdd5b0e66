import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import type { AnyRoute, AnyRouter } from '@tanstack/react-router';
import { consoleRoot, insightsAddress } from '../host/addresses.ts';
import { parseSearch, stringifySearch } from '../host/search.ts';
import { NotFound, PageFailed, PagePending } from './pages.tsx';
import { pageOf } from './Page.tsx';
import { exportOf, importerOf, screens } from './screens.ts';
import type { ScreenKey } from './screens.ts';
import { Shell } from './Shell.tsx';

/**
 * The router of the console: one route for each screen of this build, loaded
 * when it is first visited or its link is hovered. A page whose code cannot be
 * fetched reloads the browser once per session (the router's own doing); only
 * then the error component reports it (specification line 87).
 */
export function createConsoleRouter(): AnyRouter {
  const root = createRootRoute({ component: Shell, notFoundComponent: NotFound });
  const toInsights = createRoute({
    getParentRoute: () => root,
    path: consoleRoot,
    beforeLoad: () => {
      throw redirect({ href: insightsAddress, replace: true });
    },
  });
  const children: AnyRoute[] = [toInsights];
  for (const key of Object.keys(screens) as ScreenKey[]) {
    const load = importerOf(key);
    const { pattern } = screens[key];
    if (load === null || pattern === null) continue;
    const lazyPage = lazyRouteComponent(load, exportOf(key));
    children.push(createRoute({ getParentRoute: () => root, path: pattern, component: pageOf(key, lazyPage) }));
  }
  return createRouter({
    routeTree: root.addChildren(children),
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
