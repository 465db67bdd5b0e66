/** Which page belongs to an address, its code, and where addresses lead that have none of their own. */
import type { Rights } from '../../../contract/permissions.ts';
import { consoleRoot } from '../host/addresses.ts';
import { loadable } from '../ui/loading/loadable.tsx';
import type { Loadable } from '../ui/loading/loadable.tsx';
import { featureRedirects } from './features.ts';
import { homeScreen } from './nav.ts';
import { isSettingsScreen, screenAt, screenKeys, screens } from './screens.ts';
import type { ScreenKey } from './screens.ts';

type Page = Loadable<object>;

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

const loadOverview = async () => (await import('./settings/SettingsOverviewPage.tsx')).SettingsOverviewPage;

/** The page of each screen. */
const pages = new Map(
  screenKeys.map((key): [ScreenKey, Page] => {
    const load = screens[key].load ?? loadOverview;
    const page = loadable<never>(async () => {
      const [component] = await Promise.all([load(), isSettingsScreen(key) ? SettingsFrame.load() : null]);
      return component;
    });
    return [key, page as unknown as Page];
  }),
);

/** Where somebody gets who shortens an address, as people do. */
const shortened: ReadonlyMap<string, ScreenKey> = new Map(
  screenKeys.flatMap((key) => (screens[key].also ?? []).map((address) => [address, key] as const)),
);

/** The screen with this path; null: no screen has it. */
export function routeOf(path: string): Route | null {
  const found = screenAt(path);
  return found === null ? null : { screen: found.key, page: pages.get(found.key)!, params: found.parameters };
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
    const home = viewer === null ? 'insights' : homeScreen(viewer);
    return home === null ? null : screens[home].address;
  }
  for (const { path: pattern, to } of featureRedirects) {
    const found = pattern.exec(plain)?.[1];
    if (found !== undefined) return to(found, search);
  }
  const leadsTo = shortened.get(plain);
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
