/** Which screens there are: those of all areas, and the console's own. Menus, shortcuts and the router take them from here. */
import type { Rights } from '../../../contract/permissions.ts';
import { settingsAddress } from '../host/addresses.ts';
import type { AreaId, Screen } from '../shared/feature.ts';
import { featureScreens } from './features.ts';
import { settingsGroups } from './settings.ts';

/** The console's own. The page of all settings stands in routes.ts, since it reads this table. */
const own = {
  settings: {
    address: settingsAddress,
    title: 'Settings',
    load: null,
    also: ['/admin-console/settings', '/admin-console/settings/ideas', '/admin-console/settings/planning'],
  },
  icons: {
    address: '/admin-console/icons',
    title: 'Icons',
    load: async () => (await import('./icons/IconsPage.tsx')).IconsPage,
  },
};

/** Key of a screen. */
export type ScreenKey = keyof typeof featureScreens | keyof typeof own;

/** Key of a section of the settings. */
export type SettingsKey = {
  [Key in keyof typeof featureScreens]: (typeof featureScreens)[Key] extends { section: string }
    ? Key
    : never;
}[keyof typeof featureScreens];

/** A screen of the console; `load` is null for the page of all settings. */
export type AnyScreen = Omit<Screen, 'load'> & { load: Screen['load'] | null };

/** All screens by key. */
export const screens: Readonly<Record<ScreenKey, AnyScreen>> = { ...featureScreens, ...own };

/** Their keys, in the order in which menus list them. */
export const screenKeys = Object.keys(screens) as ScreenKey[];

/** Whether somebody may see a screen. */
export function seesScreen(key: ScreenKey, rights: Rights): boolean {
  const { needs, section } = screens[key];
  return (section === undefined || settingsGroups[section].needs(rights)) && (needs?.(rights) ?? true);
}

/** Whether a screen stands in the frame of the settings. */
export function isSettingsScreen(key: ScreenKey): boolean {
  return key === 'settings' || screens[key].section !== undefined;
}

const expressions = screenKeys.map((key) => {
  const pattern = screens[key].address.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)');
  return { key, expression: new RegExp(`^${pattern}/?$`) };
});

/** The screen with this path, and the parameters in it by name; null: no screen has it. */
export function screenAt(path: string): { key: ScreenKey; parameters: Record<string, string> } | null {
  for (const { key, expression } of expressions) {
    const found = expression.exec(path);
    if (found === null) continue;
    const parameters = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decoded(value)]);
    return { key, parameters: Object.fromEntries(parameters) };
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

/** What is selected in the navigation while a path is shown; 'you' for what concerns oneself; null: nothing, as for the icons. */
export function areaOfPath(path: string): AreaId | 'settings' | 'you' | null {
  const key = screenAt(path)?.key;
  if (key === undefined) return null;
  if (isSettingsScreen(key)) return screens[key].section === 'you' ? 'you' : 'settings';
  return screens[key].area ?? null;
}
