/**
 * Which screens exist. A screen with a file is routed and linked as soon as that
 * file is there; the others are later parts of the product, and everything that
 * would lead to them stays hidden. Nothing else decides what a menu shows.
 */
import { canRead, canSeeRoadmap, hasFeature } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import {
  accountsAddress,
  captureAddress,
  iconsAddress,
  ideaReportAddress,
  impactReportsAddress,
  ideaListsAddress,
  ideaViewsAddress,
  ideasAddress,
  insightsAddress,
  knowledgeBaseAddress,
  notificationsAddress,
  feedbackAddress,
  reviewAddress,
  roadmapBoardAddress,
  roadmapListAddress,
  settingsAddress,
  themeReportsAddress,
  ticketsAddress,
  satisfactionAddress,
  usersAddress,
} from '../host/addresses.ts';
import { seesSettings, settingsPages } from './settings.ts';
import type { SettingsKey, SettingsPage } from './settings.ts';

/** A module that holds a page under the name of its file. */
type PageModule = Record<string, unknown>;

/** The page files of this build. */
const files = import.meta.glob<PageModule>([
  '../features/ideas/*/*Page.tsx',
  '../features/insights/*Page.tsx',
  '../features/settings/**/*Page.tsx',
  '../features/exchange/ExportsPage.tsx',
  '../features/exchange/ImportPage.tsx',
  '../features/notifications/NotificationsPage.tsx',
  '../features/conversation/*Page.tsx',
  '../features/customers/*Page.tsx',
  '../features/satisfaction/*Page.tsx',
  '../features/support/*Page.tsx',
  '../features/themes/*Page.tsx',
  '../features/impact/*Page.tsx',
  '../features/roadmap/**/*Page.tsx',
  '../features/views/*Page.tsx',
  './icons/IconsPage.tsx',
  './settings/SettingsOverviewPage.tsx',
]);

/** What is known of one screen. */
export interface Screen {
  /** Where links lead. For a screen with a parameter: its path in front of it. */
  address: string;
  /** Path for the router, with `$name` for parameters; null when the screen belongs to no router of ours. */
  pattern: string | null;
  /** The page's file, relative to this one. */
  file: string;
  /** Document title. */
  title: string;
  /** Who may see it; the others are told so on the screen. */
  needs: (rights: Rights) => boolean;
}

const feedback = (rights: Rights): boolean => canRead(rights.permissions, 'feedback');
/** Accounts are screens of workspaces that show revenue (DEC-057). */
const seesAccounts = (rights: Rights): boolean =>
  feedback(rights) && hasFeature(rights.authorized_features, 'account_insights');
/** Theme reports are for those who see ideas, where the workspace has them (PERM-024). */
const seesThemes = (rights: Rights): boolean =>
  feedback(rights) && hasFeature(rights.authorized_features, 'theme_detection');
const seesImpact = (rights: Rights): boolean =>
  feedback(rights) && hasFeature(rights.authorized_features, 'impact_reports');
const everyone = (): boolean => true;

/** A screen whose address has no parameters. */
const page = (address: string, title: string, file: string, needs: Screen['needs'] = everyone): Screen => ({
  address,
  pattern: address,
  file,
  title,
  needs,
});

/** The sections of the settings. */
const settingsScreens = Object.fromEntries(
  Object.entries<SettingsPage>(settingsPages).map(([key, section]) => [
    key,
    page(section.address, section.label, `../features/${section.file}`, (rights) =>
      seesSettings(section, rights),
    ),
  ]),
) as Record<SettingsKey, Screen>;

/** All screens that menus, shortcuts and the palette know. */
export const screens = {
  ...settingsScreens,
  settings: page(settingsAddress, 'Settings', './settings/SettingsOverviewPage.tsx'),
  insights: page(insightsAddress, 'Insights', '../features/insights/InsightsPage.tsx', feedback),
  idea_report: page(ideaReportAddress, 'Idea report', '../features/insights/IdeaReportPage.tsx', feedback),
  ideas: page(ideasAddress(), 'Ideas', '../features/ideas/list/IdeasPage.tsx', feedback),
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
  idea_lists: page(ideaListsAddress, 'Idea lists', '../features/views/IdeaListsPage.tsx', feedback),
  idea_views: page(ideaViewsAddress, 'Saved views', '../features/views/IdeaViewsPage.tsx', feedback),
  feedback: page(feedbackAddress(), 'Feedback', '../features/ideas/inbox/FeedbackPage.tsx', feedback),
  review: page(reviewAddress, 'Needs review', '../features/ideas/review/ReviewPage.tsx', feedback),
  icons: page(iconsAddress, 'Icons', './icons/IconsPage.tsx'),
  ai_tools: page(
    '/admin-console/theme-explorer',
    'AI Tools',
    '../features/themes/AiToolsPage.tsx',
    (rights) =>
      feedback(rights) &&
      (hasFeature(rights.authorized_features, 'theme_detection') ||
        hasFeature(rights.authorized_features, 'impact_reports')),
  ),
  impact_reports: page(
    impactReportsAddress,
    'Impact reports',
    '../features/impact/ImpactReportsPage.tsx',
    seesImpact,
  ),
  impact_report: {
    address: `${impactReportsAddress}/`,
    pattern: `${impactReportsAddress}/$impact_report_id`,
    file: '../features/impact/ImpactReportPage.tsx',
    title: 'Impact report',
    needs: seesImpact,
  },
  theme_reports: page(
    themeReportsAddress,
    'Theme explorer',
    '../features/themes/ThemeReportsPage.tsx',
    seesThemes,
  ),
  theme_report_new: page(
    `${themeReportsAddress}/create`,
    'New theme report',
    '../features/themes/NewThemeReportPage.tsx',
    seesThemes,
  ),
  theme_report_edit: {
    address: `${themeReportsAddress}/`,
    pattern: `${themeReportsAddress}/$theme_set_id/edit`,
    file: '../features/themes/EditThemeReportPage.tsx',
    title: 'Theme report',
    needs: seesThemes,
  },
  theme_set: {
    address: `${themeReportsAddress}/`,
    pattern: `${themeReportsAddress}/$theme_set_id/themes`,
    file: '../features/themes/ThemeSetPage.tsx',
    title: 'Themes',
    needs: seesThemes,
  },
  theme_trends: {
    address: `${themeReportsAddress}/`,
    pattern: `${themeReportsAddress}/$theme_set_id/themes/trends/$view`,
    file: '../features/themes/ThemeTrendsPage.tsx',
    title: 'Trends of themes',
    needs: seesThemes,
  },
  theme: {
    address: '/admin-console/theme-explorer/themes/',
    pattern: '/admin-console/theme-explorer/themes/$theme_id/details',
    file: '../features/themes/ThemePage.tsx',
    title: 'Theme',
    needs: seesThemes,
  },
  roadmap: page(roadmapBoardAddress(), 'Roadmap', '../features/roadmap/RoadmapBoardPage.tsx', canSeeRoadmap),
  feature_list: page(
    roadmapListAddress(),
    'Features',
    '../features/roadmap/RoadmapListPage.tsx',
    canSeeRoadmap,
  ),
  feature: {
    address: '/admin-console/roadmap/features/',
    pattern: '/admin-console/roadmap/features/$feature_id',
    file: '../features/roadmap/FeaturePage.tsx',
    title: 'Feature',
    needs: canSeeRoadmap,
  },
  tickets: page(ticketsAddress(), 'Tickets', '../features/support/TicketsPage.tsx', (rights) =>
    canRead(rights.permissions, 'tickets'),
  ),
  knowledge_base: page(
    knowledgeBaseAddress(),
    'Knowledge Base',
    '../features/support/KnowledgeBasePage.tsx',
    (rights) => canRead(rights.permissions, 'knowledgebase'),
  ),
  capture: page(captureAddress(), 'Add feedback', '../features/conversation/CapturePage.tsx', feedback),
  satisfaction: page(
    satisfactionAddress,
    'Satisfaction',
    '../features/satisfaction/SatisfactionPage.tsx',
    (rights) => feedback(rights) && hasFeature(rights.authorized_features, 'satisfaction'),
  ),
  users: page(usersAddress(), 'Users', '../features/customers/UsersPage.tsx', feedback),
  user: {
    address: `${usersAddress()}/`,
    pattern: `${usersAddress()}/$user_id`,
    file: '../features/customers/UserPage.tsx',
    title: 'User',
    needs: feedback,
  },
  accounts: page(accountsAddress(), 'Accounts', '../features/customers/AccountsPage.tsx', seesAccounts),
  account: {
    address: `${accountsAddress()}/`,
    pattern: `${accountsAddress()}/$account_id`,
    file: '../features/customers/AccountPage.tsx',
    title: 'Account',
    needs: seesAccounts,
  },
  notifications: page(
    notificationsAddress,
    'Notifications',
    '../features/notifications/NotificationsPage.tsx',
  ),
} satisfies Record<string, Screen>;

/** Key of a screen. */
export type ScreenKey = keyof typeof screens;

/** Whether a screen stands in the frame of the settings. */
export function isSettingsScreen(key: ScreenKey): boolean {
  return key === 'settings' || key in settingsPages;
}

/** Whether a screen is part of this build. */
export function screenExists(key: ScreenKey): boolean {
  return importerOf(key) !== null;
}

/** Loads the page of a screen; null when it is not part of this build. */
export function importerOf(key: ScreenKey): (() => Promise<PageModule>) | null {
  return files[screens[key].file] ?? null;
}

/** Name under which a page's file exports it: the file's own name. */
export function exportOf(key: ScreenKey): string {
  return /(\w+)\.tsx$/.exec(screens[key].file)?.[1] ?? 'default';
}
