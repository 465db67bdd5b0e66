/**
 * Which screens exist. A screen with a file is routed and linked as soon as that
 * file is there; the others are later parts of the product, and everything that
 * would lead to them stays hidden. Nothing else decides what a menu shows.
 */
import { canRead, canWrite } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import {
  emailSubscriptionsAddress,
  exportsAddress,
  forumSettingsAddress,
  iconsAddress,
  ideasAddress,
  insightsAddress,
  jobSettingsAddress,
  labelSettingsAddress,
  mailSettingsAddress,
  notificationsAddress,
  profileAddress,
  reviewAddress,
} from '../host/addresses.ts';

/** A module that holds a page under the name of its file. */
type PageModule = Record<string, unknown>;

/** The page files of this build. */
const files = import.meta.glob<PageModule>([
  '../features/ideas/list/IdeasPage.tsx',
  '../features/ideas/details/IdeaDetailsPage.tsx',
  '../features/ideas/review/ReviewPage.tsx',
  '../features/insights/InsightsPage.tsx',
  '../features/settings/LabelsPage.tsx',
  '../features/settings/forums/ForumsPage.tsx',
  '../features/settings/JobsPage.tsx',
  '../features/settings/MailPage.tsx',
  '../features/exchange/ExportsPage.tsx',
  '../features/settings/EmailSubscriptionsPage.tsx',
  '../features/settings/ProfilePage.tsx',
  '../features/notifications/NotificationsPage.tsx',
  './icons/IconsPage.tsx',
]);

/** What is known of one screen. */
export interface Screen {
  /** Where links lead. For a screen with a parameter: its path in front of it. */
  address: string;
  /** Path for the router, with `$name` for parameters; null when the screen belongs to no router of ours. */
  pattern: string | null;
  /** The page's file, relative to this one; null while the screen is still to come. */
  file: string | null;
  /** Document title. */
  title: string;
  /** Who may see it; the others are told so on the screen. */
  needs: (rights: Rights) => boolean;
}

const feedback = (rights: Rights): boolean => canRead(rights.permissions, 'feedback');
const settings = (rights: Rights): boolean => canWrite(rights.permissions, 'settings');
const everyone = (): boolean => true;

/** A screen that a later part of the product brings. */
const later = (address: string): Screen => ({
  address,
  pattern: null,
  file: null,
  title: '',
  needs: everyone,
});

/** All screens that menus, shortcuts and the palette know. */
export const screens = {
  insights: {
    address: insightsAddress,
    pattern: insightsAddress,
    file: '../features/insights/InsightsPage.tsx',
    title: 'Insights',
    needs: feedback,
  },
  ideas: {
    address: ideasAddress(),
    pattern: ideasAddress(),
    file: '../features/ideas/list/IdeasPage.tsx',
    title: 'Ideas',
    needs: feedback,
  },
  ideas_of_owner: {
    address: '/admin/v3/ideas/f/',
    pattern: '/admin/v3/ideas/f/$filters',
    file: '../features/ideas/list/IdeasPage.tsx',
    title: 'Ideas',
    needs: feedback,
  },
  idea_details: {
    address: '/admin/v3/ideas/',
    pattern: '/admin/v3/ideas/$suggestion_id',
    file: '../features/ideas/details/IdeaDetailsPage.tsx',
    title: 'Idea',
    needs: feedback,
  },
  review: {
    address: reviewAddress,
    pattern: reviewAddress,
    file: '../features/ideas/review/ReviewPage.tsx',
    title: 'Needs review',
    needs: feedback,
  },
  label_settings: {
    address: labelSettingsAddress,
    pattern: labelSettingsAddress,
    file: '../features/settings/LabelsPage.tsx',
    title: 'Labels',
    needs: settings,
  },
  forum_settings: {
    address: forumSettingsAddress,
    pattern: forumSettingsAddress,
    file: '../features/settings/forums/ForumsPage.tsx',
    title: 'Forums',
    needs: settings,
  },
  mail_settings: {
    address: mailSettingsAddress,
    pattern: mailSettingsAddress,
    file: '../features/settings/MailPage.tsx',
    title: 'Mail',
    needs: settings,
  },
  job_settings: {
    address: jobSettingsAddress,
    pattern: jobSettingsAddress,
    file: '../features/settings/JobsPage.tsx',
    title: 'Jobs',
    needs: settings,
  },
  exports: {
    address: exportsAddress,
    pattern: exportsAddress,
    file: '../features/exchange/ExportsPage.tsx',
    title: 'Exports',
    needs: feedback,
  },
  icons: {
    address: iconsAddress,
    pattern: iconsAddress,
    file: './icons/IconsPage.tsx',
    title: 'Icons',
    needs: everyone,
  },
  ai_tools: later('/admin-console/theme-explorer'),
  roadmap: later('/admin-console/roadmap/board'),
  tickets: later('/admin/tickets'),
  knowledge_base: later('/admin/faqs'),
  satisfaction: later('/admin/reports/user_satisfaction'),
  users: later('/admin/v3/users'),
  notifications: {
    address: notificationsAddress,
    pattern: notificationsAddress,
    file: '../features/notifications/NotificationsPage.tsx',
    title: 'Notifications',
    needs: everyone,
  },
  settings: later('/admin/settings'),
  settings_portal: later('/admin/settings/portal'),
  settings_widgets: later('/admin/settings/widgets'),
  settings_extension: later('/admin/settings/extension'),
  settings_integrations: later('/admin/settings/integrations'),
  roadmap_settings: later('/roadmap/admin/roadmaps'),
  profile: {
    address: profileAddress,
    pattern: profileAddress,
    file: '../features/settings/ProfilePage.tsx',
    title: 'My profile',
    needs: everyone,
  },
  email_subscriptions: {
    address: emailSubscriptionsAddress,
    pattern: emailSubscriptionsAddress,
    file: '../features/settings/EmailSubscriptionsPage.tsx',
    title: 'Email subscriptions',
    needs: everyone,
  },
} as const satisfies Record<string, Screen>;

/** Key of a screen. */
export type ScreenKey = keyof typeof screens;

/** Whether a screen is part of this build. */
export function screenExists(key: ScreenKey): boolean {
  return importerOf(key) !== null;
}

/** Loads the page of a screen; null when it is not part of this build. */
export function importerOf(key: ScreenKey): (() => Promise<PageModule>) | null {
  const { file } = screens[key];
  return file === null ? null : (files[file] ?? null);
}

/** Name under which a page's file exports it: the file's own name. */
export function exportOf(key: ScreenKey): string {
  return /(\w+)\.tsx$/.exec(screens[key].file ?? '')?.[1] ?? 'default';
}
