/**
 * What the left navigation shows to whom (specification lines 68-84, 461-465).
 * Pure: icons and drawing stand in Sidebar.tsx.
 */
import {
  canAdd,
  canGoOffDuty,
  canRead,
  canSeeRoadmap,
  canWrite,
  hasFeature,
  isSupportStaff,
} from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import type { ModalKey } from '../ui/overlay/modals.ts';
import type { ScreenKey } from './screens.ts';
import { seesSettings, settingsGroupAt, settingsGroups, settingsPages } from './settings.ts';
import type { SettingsGroup, SettingsKey, SettingsPage } from './settings.ts';

/** What this build holds. */
export interface Build {
  screenExists(key: ScreenKey): boolean;
  modalExists(key: ModalKey): boolean;
}

/** One entry of the sidebar that leads to an area. */
export interface AreaEntry {
  id: 'ideas' | 'ai_tools' | 'insights' | 'roadmap' | 'tickets' | 'knowledge_base';
  label: string;
  /** Second key of the sequence that goes there: 'i' for G, then I. */
  letter: string;
  /** False: a full page load, as the area belongs to another application (NAV-005). */
  inApp: boolean;
}

/** One entry of a menu that leads to a screen. */
export interface LinkEntry {
  screen: ScreenKey;
  label: string;
}

/** One entry of the Add menu. */
export interface AddEntry {
  modal: 'idea' | 'feedback';
  label: string;
  /** Shortcut. */
  keys: string;
}

/** The areas, top to bottom. */
export function areaEntries(rights: Rights, build: Build): AreaEntry[] {
  const on = (feature: Parameters<typeof hasFeature>[1]): boolean =>
    hasFeature(rights.authorized_features, feature);
  const entries: (AreaEntry & { shown: boolean })[] = [
    {
      id: 'ideas',
      label: 'Ideas & Feedback',
      letter: 'i',
      inApp: true,
      shown: canRead(rights.permissions, 'feedback'),
    },
    {
      id: 'ai_tools',
      label: 'AI Tools',
      letter: 'a',
      inApp: true,
      shown: canRead(rights.permissions, 'feedback') && (on('theme_detection') || on('impact_reports')),
    },
    {
      id: 'insights',
      label: 'Insights',
      letter: 'n',
      inApp: true,
      shown: canRead(rights.permissions, 'feedback'),
    },
    {
      id: 'roadmap',
      label: on('internal_roadmap') ? 'Roadmaps & Features' : 'Features',
      letter: 'r',
      inApp: true,
      shown: canSeeRoadmap(rights),
    },
    {
      id: 'tickets',
      label: 'Tickets',
      letter: 't',
      inApp: false,
      shown: canRead(rights.permissions, 'tickets'),
    },
    {
      id: 'knowledge_base',
      label: 'Knowledge Base',
      letter: 'k',
      inApp: false,
      shown: canRead(rights.permissions, 'knowledgebase'),
    },
  ];
  return entries
    .filter((entry) => entry.shown && build.screenExists(entry.id))
    .map(({ shown: _shown, ...entry }) => entry);
}

/** The More menu; without entries there is no menu. */
export function moreEntries(rights: Rights, build: Build): LinkEntry[] {
  const on = (feature: Parameters<typeof hasFeature>[1]): boolean =>
    hasFeature(rights.authorized_features, feature);
  const entries: (LinkEntry & { shown: boolean })[] = [
    {
      screen: 'satisfaction',
      label: 'NPS',
      shown: on('satisfaction') && canRead(rights.permissions, 'feedback'),
    },
    {
      screen: 'users',
      label: on('account_traits') ? 'Users & Accounts' : 'Users',
      shown: canRead(rights.permissions, 'feedback'),
    },
  ];
  return existing(entries, build);
}

/** The Add menu (NAV-016, NAV-017); without entries there is no menu. */
export function addEntries(rights: Rights, build: Build): AddEntry[] {
  if (!canAdd(rights)) return [];
  const entries: AddEntry[] = [
    { modal: 'idea', label: 'New Idea', keys: 'i' },
    { modal: 'feedback', label: 'Add feedback', keys: 'c' },
  ];
  return entries.filter((entry) => build.modalExists(entry.modal));
}

/** The sections of the settings that somebody sees, by group; a group without any is left out. */
export function settingsSections(
  rights: Rights,
  build: Build,
): { group: SettingsGroup; label: string; entries: (LinkEntry & { screen: SettingsKey })[] }[] {
  const pages = Object.entries<SettingsPage>(settingsPages) as [SettingsKey, SettingsPage][];
  return (Object.keys(settingsGroups) as SettingsGroup[])
    .map((group) => ({
      group,
      label: settingsGroups[group].label,
      entries: pages
        .filter(
          ([key, page]) => page.group === group && seesSettings(page, rights) && build.screenExists(key),
        )
        .map(([screen, { label }]) => ({ screen, label })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The Settings menu: what concerns the workspace; without entries there is no menu. */
export function settingsEntries(rights: Rights, build: Build): LinkEntry[] {
  // of who keeps no settings, those that they see lead from where they are used
  if (!canWrite(rights.permissions, 'settings')) return [];
  return settingsSections(rights, build).flatMap(({ group, entries }) => (group === 'you' ? [] : entries));
}

/**
 * The screen that the console's root leads to: the insights view (specification line 29); for somebody whom it is
 * not for, the first screen that the navigation offers them, top to bottom. Null: it offers them none.
 */
export function homeScreen(rights: Rights, build: Build): ScreenKey | null {
  const areas = areaEntries(rights, build).filter((entry) => entry.inApp);
  if (areas.some((entry) => entry.id === 'insights')) return 'insights';
  const links = [...moreEntries(rights, build), ...settingsEntries(rights, build)];
  return [...areas.map((entry) => entry.id), ...links.map((entry) => entry.screen)][0] ?? null;
}

/** The avatar menu's links to screens. */
export function profileEntries(build: Build): LinkEntry[] {
  const entries: (LinkEntry & { shown: boolean })[] = [
    { screen: 'profile', label: 'My Profile', shown: true },
    { screen: 'email_subscriptions', label: 'Email Subscriptions', shown: true },
  ];
  return existing(entries, build);
}

/** Whether the avatar menu offers 'Go off Duty' (PERM-029, PERM-030); it belongs to the tickets. */
export function offersOffDuty(rights: Rights, offDuty: boolean, build: Build): boolean {
  return canGoOffDuty(rights, offDuty) && build.screenExists('tickets');
}

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

/**
 * The area that a path belongs to, for the selected tile; 'you' for what concerns oneself; null for none, e.g. the
 * icon sheet.
 */
export function areaOfPath(path: string): AreaEntry['id'] | 'settings' | 'you' | null {
  if (settingsGroupAt(path) === 'you') return 'you';
  const areas: [RegExp, AreaEntry['id'] | 'settings'][] = [
    [/^\/admin\/v3\/(feedback|ideas)(\/|$)/, 'ideas'],
    [/^\/admin-console\/idea-lists(\/|$)/, 'ideas'],
    [/^\/admin-console\/insights(\/|$)/, 'insights'],
    [/^\/admin-console\/(theme-explorer|impact-reports)(\/|$)/, 'ai_tools'],
    [/^\/(admin-console\/roadmap|admin\/v3\/roadmap)(\/|$)/, 'roadmap'],
    [/^\/admin\/tickets(\/|$)/, 'tickets'],
    [/^\/admin\/faqs(\/|$)/, 'knowledge_base'],
    [/^\/(admin-console|admin)\/settings(\/|$)/, 'settings'],
    [/^\/roadmap\/admin(\/|$)/, 'settings'],
  ];
  return areas.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}

function existing(entries: readonly (LinkEntry & { shown: boolean })[], build: Build): LinkEntry[] {
  return entries
    .filter((entry) => entry.shown && build.screenExists(entry.screen))
    .map(({ screen, label }) => ({ screen, label }));
}
