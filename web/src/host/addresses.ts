/** Addresses of the console's screens that something leads to (specification lines 29-64), in one place: links, menus and the router take them from here. */
import { stringifySearch } from './search.ts';

/** The root of the console; it leads to the insights view. */
export const consoleRoot = '/admin-console';

export const insightsAddress = '/admin-console/insights';
/** The idea report: the ideas of a period, with the columns of one's choice. */
export const ideaReportAddress = '/admin-console/insights/ideas';
/** Where the button for the browser brings what was selected on another page. */
export function captureAddress(): string {
  return '/admin-console/capture';
}
/** How content people are. */
export const satisfactionAddress = '/admin/reports/user_satisfaction';
/** All sections of the settings. */
export const settingsAddress = '/admin/settings';
export const labelSettingsAddress = '/admin-console/settings/ideas/labels';
export const customFieldSettingsAddress = '/admin-console/settings/ideas/custom-fields';
export const forumSettingsAddress = '/admin-console/settings/ideas/forums';
export const statusSettingsAddress = '/admin-console/settings/ideas/statuses';
/** Imports of the workspace. */
export const importSettingsAddress = '/admin/settings/import';
/** Who may sign in. */
export const teamSettingsAddress = '/admin/settings/team';
/** The same, with the dialog that invites people. */
export const inviteAddress = `${teamSettingsAddress}?invite=1`;
/** What is asked of everyone who signs in. */
export const signInSettingsAddress = '/admin/settings/sign-in';
/** What everyone did. */
export const auditSettingsAddress = '/admin/settings/audit';
export const portalSettingsAddress = '/admin/settings/portal';
export const widgetSettingsAddress = '/admin/settings/widgets';
export const extensionSettingsAddress = '/admin/settings/extension';
export const integrationSettingsAddress = '/admin/settings/integrations';
/** Webhooks and API keys, with the webhook that is shown, e.g. `{webhook: '3'}`. */
export function apiSettingsAddress(state: Record<string, unknown> = {}): string {
  return `/admin/settings/api${stringifySearch(state)}`;
}
export const mailSettingsAddress = '/admin/settings/mail';
/** One's own exports. */
export const exportsAddress = '/admin-console/exports';
export const notificationsAddress = '/admin-console/notifications';
/** One's own address, password and sessions. */
export const profileAddress = '/admin/settings/profile';
export const emailSubscriptionsAddress = '/admin/settings/notifications';

/** The manual that this server hands out. @param page without its ending; left out: the contents */
export function manualAddress(page?: string): string {
  return page === undefined ? '/manual' : `/manual/${page}`;
}

/** The ideas list, with page state, e.g. `{forum: ['3'], sort: '-votes_count'}`. */
export function ideasAddress(state: Record<string, unknown> = {}): string {
  return `/admin/v3/feedback/suggestions${stringifySearch(state)}`;
}

/** Idea details. */
export function ideaAddress(suggestionId: string): string {
  return `/admin/v3/ideas/${encodeURIComponent(suggestionId)}`;
}

/** Idea details with one of its notes in view. */
export function noteAddress(suggestionId: string, noteId: string): string {
  return `${ideaAddress(suggestionId)}#note=${encodeURIComponent(noteId)}`;
}

/** Everybody who is known, with the state of the list, e.g. `{external_account: ['3']}` (ROUTE-026). */
export function usersAddress(state: Record<string, unknown> = {}): string {
  return `/admin/v3/users${stringifySearch(state)}`;
}

/** The companies that they belong to, with the state of the list. */
export function accountsAddress(state: Record<string, unknown> = {}): string {
  return `/admin/v3/accounts${stringifySearch(state)}`;
}

/** One person. */
export function userAddress(id: string): string {
  return `${usersAddress()}/${encodeURIComponent(id)}`;
}

/** One account. */
export function accountAddress(id: string): string {
  return `${accountsAddress()}/${encodeURIComponent(id)}`;
}

/** The knowledge base. @param articleId the article that is open in it */
export function knowledgeBaseAddress(articleId?: string): string {
  return `/admin/faqs${stringifySearch(articleId === undefined ? {} : { article: articleId })}`;
}

/** Tickets, with the state of the page, e.g. `{ticket: '17'}`. */
export function ticketsAddress(state: Record<string, unknown> = {}): string {
  return `/admin/tickets${stringifySearch(state)}`;
}

/** The board of features (ROUTE-004), with the state of the page, e.g. `{roadmap: '3'}`. */
export function roadmapBoardAddress(state: Record<string, unknown> = {}): string {
  return `/admin-console/roadmap/board${stringifySearch(state)}`;
}

/** The list of features (ROUTE-040), with the state of the page. */
export function roadmapListAddress(state: Record<string, unknown> = {}): string {
  return `/admin/v3/roadmap/list${stringifySearch(state)}`;
}

/** One feature. */
export function featureAddress(id: string): string {
  return `/admin-console/roadmap/features/${encodeURIComponent(id)}`;
}

/** Roadmaps and their readers (ROUTE-037). @param id the one that is open beside the list */
export function roadmapSettingsAddress(id?: string): string {
  return `/roadmap/admin/roadmaps${stringifySearch(id === undefined ? {} : { roadmap: id })}`;
}
export const featureStatusSettingsAddress = '/admin-console/settings/planning/statuses';
export const productAreaSettingsAddress = '/admin-console/settings/planning/areas';

/** Impact reports (ROUTE-016). */
export const impactReportsAddress = '/admin-console/impact-reports';

/** One impact report (ROUTE-017). */
export function impactReportAddress(id: string): string {
  return `${impactReportsAddress}/${encodeURIComponent(id)}`;
}

/** An impact report as its readers see it, for printing too. */
export function impactPreviewAddress(id: string): string {
  return `/reports/preview/${encodeURIComponent(id)}`;
}

/** Theme reports (ROUTE-006). */
export const themeReportsAddress = '/admin-console/theme-explorer/reports';

/** The form of a new theme report. @param ideas ids of the ideas that it shall read; left out: it reads by filters */
export function newThemeReportAddress(ideas: readonly string[] = []): string {
  return `${themeReportsAddress}/create${stringifySearch(ideas.length === 0 ? {} : { ideas: [...ideas] })}`;
}

/** The form of a theme report. */
export function editThemeReportAddress(themeSetId: string): string {
  return `${themeReportsAddress}/${encodeURIComponent(themeSetId)}/edit`;
}

/** The themes of a report. */
export function themesAddress(themeSetId: string): string {
  return `${themeReportsAddress}/${encodeURIComponent(themeSetId)}/themes`;
}

/** How the trends of a report are shown (ROUTE-010 to ROUTE-012). */
export const TREND_VIEWS = ['trending', 'compare', 'single-theme'] as const;
export type TrendView = (typeof TREND_VIEWS)[number];

/** The trends of a report, with the state of the page, e.g. `{theme: ['3'], by: 'rolling_average'}`. */
export function trendsAddress(
  themeSetId: string,
  view: TrendView = 'trending',
  state: Record<string, unknown> = {},
): string {
  return `${themesAddress(themeSetId)}/trends/${view}${stringifySearch(state)}`;
}

/** One theme. */
export function themeAddress(themeId: string): string {
  return `/admin-console/theme-explorer/themes/${encodeURIComponent(themeId)}/details`;
}

/** What customers said, across all ideas. @param state e.g. `{suggestion_none: 'true'}` */
export function feedbackAddress(state: Record<string, unknown> = {}): string {
  return `/admin/v3/feedback/inbox${stringifySearch(state)}`;
}
/** What waits for a moderator. */
export const reviewAddress = '/admin/v3/feedback/review';

/** The ideas of one owner. */
export function ideasOfOwnerAddress(userId: string): string {
  return `/admin/v3/ideas/f/assigned_owner=${encodeURIComponent(userId)}`;
}

/** Lists of ideas (ROUTE-021). */
export const ideaListsAddress = '/admin-console/idea-lists';

/** Saved views of the list of ideas, archived ones too. */
export const ideaViewsAddress = '/admin-console/idea-views';

/** The address of a saved view or list that is handed on (ROUTE-041); it leads to `ideasOfViewAddress`. */
export function ideaListAddress(viewId: string): string {
  return `/admin/v3/feedback/suggestions/f/${encodeURIComponent(viewId)}`;
}

/** The ideas of a saved view or list. @param isChosen by hand: they come in the order of the list */
export function ideasOfViewAddress(viewId: string, isChosen = false): string {
  return ideasAddress({ saved_view: [viewId], ...(isChosen ? { sort: 'list_position' } : {}) });
}

/**
 * The filters that a path such as /admin/v3/ideas/f/assigned_owner=17 holds in
 * its last part. Null when it is no list of names and values.
 */
export function filtersOfPath(part: string): Record<string, string> | null {
  const filters: Record<string, string> = {};
  for (const pair of part.split('&')) {
    const found = /^([a-z_]+)=(.+)$/.exec(pair);
    if (found?.[1] === undefined || found[2] === undefined) return null;
    filters[found[1]] = found[2];
  }
  return filters;
}
