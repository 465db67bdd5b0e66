/** Which page belongs to an address, its code, and where addresses lead that have none of their own. */
import type { Rights } from '../../../contract/permissions.ts';
import { consoleRoot, ideasOfViewAddress, trendsAddress } from '../host/addresses.ts';
import { loadable } from '../ui/loading/loadable.tsx';
import type { Loadable } from '../ui/loading/loadable.tsx';
import { modalExists } from './modals.ts';
import { homeScreen } from './nav.ts';
import { exportOf, importerOf, isSettingsScreen, screenExists, screens } from './screens.ts';
import type { ScreenKey } from './screens.ts';

type Page = Loadable<Record<string, unknown>>;

/** A screen, its page, and the parameters of its path by name. */
export interface Route {
  screen: ScreenKey;
  page: Page;
  params: Record<string, string>;
}

/** What the sections of the settings stand in; its code comes with that of a section. */
export const SettingsFrame = loadable(
  async () => (await import('./settings/SettingsFrame.tsx')).SettingsFrame,
);

/** Each screen of this build: its path as an expression with a group for each parameter, and its page. */
const routes = (Object.keys(screens) as ScreenKey[]).flatMap((screen) => {
  const load = importerOf(screen);
  const { pattern } = screens[screen];
  if (load === null || pattern === null) return [];
  const expression = new RegExp(`^${pattern.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)')}/?$`);
  const page: Page = loadable(async () => {
    const [module] = await Promise.all([load(), isSettingsScreen(screen) ? SettingsFrame.load() : null]);
    return module[exportOf(screen)] as Page;
  });
  return [{ screen, expression, page }];
});

/** Where somebody gets who shortens an address, as people do: the list, or the settings. */
const shortened: Readonly<Record<string, ScreenKey>> = {
  '/admin/v3': 'ideas',
  '/admin/v3/ideas': 'ideas',
  '/admin/v3/ideas/f': 'ideas',
  '/admin/v3/feedback': 'ideas',
  '/admin-console/settings': 'settings',
  '/admin-console/settings/ideas': 'settings',
  '/admin-console/settings/planning': 'settings',
  '/admin-console/roadmap': 'roadmap',
  '/admin-console/roadmap/features': 'feature_list',
  '/admin/v3/roadmap': 'feature_list',
};

/** The screen with this path; null: no screen has it. */
export function routeOf(path: string): Route | null {
  for (const { screen, expression, page } of routes) {
    const found = expression.exec(path);
    if (found === null) continue;
    return {
      screen,
      page,
      params: Object.fromEntries(
        Object.entries(found.groups ?? {}).map(([name, value]) => [name, decoded(value)]),
      ),
    };
  }
  return null;
}

/** A broken escape is kept as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The address that another one leads to: that of the first screen for the root of the console, that of the list or of
 * the settings for a shortened one. Null for an address that leads nowhere else.
 *
 * @param viewer null while it is not known who is here: then what nearly everybody gets to see
 */
export function redirectOf(path: string, search: string, viewer: Rights | null): string | null {
  const plain = path.replace(/\/$/, '');
  if (plain === consoleRoot) {
    const home = viewer === null ? 'insights' : homeScreen(viewer, { screenExists, modalExists });
    return home === null ? null : screens[home].address;
  }
  // a saved view is a filter of the list
  const view = /^\/admin\/v3\/(?:feedback\/suggestions\/f\/|ideas\/f\/saved_view=)(\d+)$/.exec(plain)?.[1];
  if (view !== undefined) return ideasOfViewAddress(view) + search.replace(/^\?/, '&');
  // trends alone are those that move most (ROUTE-013)
  const set = /^\/admin-console\/theme-explorer\/reports\/(\d+)\/themes\/trends$/.exec(plain)?.[1];
  if (set !== undefined) return trendsAddress(set) + search;
  const leadsTo = shortened[plain];
  return leadsTo === undefined ? null : screens[leadsTo].address + search;
}

/** The page that an address ends up at. */
function pageAt(path: string): Page | null {
  return routeOf(redirectOf(path, '', null) ?? path)?.page ?? null;
}

/** Loads the code of a page that is likely to be visited next. */
export function preloadPage(path: string): void {
  const page = pageAt(path);
  if (page !== null && !page.isThere()) void page.ahead();
}

/**
 * Loads the code of the page with a path; null when nothing is to be loaded. Where it does not come the browser loads
 * the address again, once in a session: after an update of the server the old files are gone (specification line 87).
 */
export function preparePage(path: string): Promise<unknown> | null {
  const page = pageAt(path);
  return page === null || page.isThere() ? null : page.load().catch(loadAnew);
}

const RELOADED = 'earshot:reloaded';

/** Done when it was tried before; the page tells of the failure then. */
async function loadAnew(): Promise<void> {
  try {
    if (window.sessionStorage.getItem(RELOADED) !== null) return;
    window.sessionStorage.setItem(RELOADED, 'yes');
  } catch {
    // whoever allows nothing to be stored is told of the failure at once: it could go on for ever
    return;
  }
  window.location.reload();
  await new Promise(() => undefined);
}
