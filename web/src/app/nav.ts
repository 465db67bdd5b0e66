/**
 * What the left navigation shows to whom (specification lines 68-84, 461-465).
 * Pure: drawing stands in Sidebar.tsx.
 */
import { canAdd, canWrite, isSupportStaff } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import type { AddEntry, Area, AreaId, Label, SettingsGroup } from '../shared/feature.ts';
import { featureAdds, featureAreas } from './features.ts';
import { screenKeys, screens, seesScreen } from './screens.ts';
import type { ScreenKey, SettingsKey } from './screens.ts';
import { settingsGroups } from './settings.ts';

/** One entry of the sidebar that leads to an area. */
export interface AreaEntry extends Area {
  id: AreaId;
  label: string;
}

/** One entry of a menu that leads to a screen. */
export interface LinkEntry {
  screen: ScreenKey;
  label: string;
}

const said = (label: Label, rights: Rights): string => (typeof label === 'string' ? label : label(rights));

/** The areas, top to bottom. */
export function areaEntries(rights: Rights): AreaEntry[] {
  return featureAreas
    .filter(({ id }) => seesScreen(id, rights))
    .map((area) => ({ ...area, label: said(area.label, rights) }));
}

/** The More menu; without entries there is no menu. */
export function moreEntries(rights: Rights): LinkEntry[] {
  return screenKeys.flatMap((screen) => {
    const { more } = screens[screen];
    return more === undefined || !seesScreen(screen, rights) ? [] : [{ screen, label: said(more, rights) }];
  });
}

/** The Add menu (NAV-016, NAV-017); without entries there is no menu. */
export function addEntries(rights: Rights): readonly AddEntry[] {
  return canAdd(rights) ? featureAdds : [];
}

/** The sections of the settings that somebody sees, by group; a group without any is left out. */
export function settingsSections(
  rights: Rights,
): { group: SettingsGroup; label: string; entries: (LinkEntry & { screen: SettingsKey })[] }[] {
  return (Object.keys(settingsGroups) as SettingsGroup[])
    .map((group) => ({
      group,
      label: settingsGroups[group].label,
      entries: screenKeys
        .filter((key): key is SettingsKey => screens[key].section === group && seesScreen(key, rights))
        .map((screen) => ({ screen, label: screens[screen].title })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The Settings menu: what concerns the workspace; without entries there is no menu. */
export function settingsEntries(rights: Rights): LinkEntry[] {
  // of who keeps no settings, those that they see lead from where they are used
  if (!canWrite(rights.permissions, 'settings')) return [];
  return settingsSections(rights).flatMap(({ group, entries }) => (group === 'you' ? [] : entries));
}

/** What the command menu leads to beside the menus above, each with the state that it opens with. */
export function commandEntries(rights: Rights): (LinkEntry & { search: string })[] {
  return screenKeys.flatMap((screen) =>
    seesScreen(screen, rights)
      ? Object.entries(screens[screen].commands ?? {}).map(([label, search]) => ({ screen, label, search }))
      : [],
  );
}

/**
 * The screen that the console's root leads to: the insights view (specification line 29); for somebody whom it is
 * not for, the first screen that the navigation offers them, top to bottom. Null: it offers them none.
 */
export function homeScreen(rights: Rights): ScreenKey | null {
  if (seesScreen('insights', rights)) return 'insights';
  const areas = areaEntries(rights).filter((area) => area.isApart !== true);
  const links = [...moreEntries(rights), ...settingsEntries(rights)];
  return [...areas.map((area) => area.id), ...links.map((entry) => entry.screen)][0] ?? null;
}

/** The avatar menu's links to screens. */
export const profileEntries: readonly LinkEntry[] = [
  { screen: 'profile', label: 'My Profile' },
  { screen: 'email_subscriptions', label: 'Email Subscriptions' },
];

/** Whether the help menu is shown: to support staff only (DEC-176). */
export function offersHelp(rights: Rights): boolean {
  return isSupportStaff(rights.permissions);
}

/** Number on the ticket badge: the open tickets of the user's own streams (specification line 84). */
export function openTicketCount(
  openTicketCounts: Readonly<Record<string, number>>,
  streamIds: readonly string[],
): number {
  return streamIds.reduce((sum, id) => sum + (openTicketCounts[id] ?? 0), 0);
}
