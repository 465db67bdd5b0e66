/**
 * Who may do what (specification section 6). The same predicates refuse a call on the server and
 * hide a button in the console, so that in ordinary use no one meets FORBIDDEN (DEC-003).
 */

/** Areas of the product (DEC-056). */
export const AREAS = ['feedback', 'features', 'tickets', 'knowledgebase', 'settings', 'billing'] as const;
export type Area = (typeof AREAS)[number];

/** rw: read and write. r+: read and contribute. r: read. no: nothing. */
export const AREA_VALUES = ['rw', 'r+', 'r', 'no'] as const;
export type AreaValue = (typeof AREA_VALUES)[number];

/** Settings says 'none' where other areas say 'no'. */
export const SETTINGS_VALUES = ['rw', 'r+', 'r', 'none'] as const;
export type SettingsValue = (typeof SETTINGS_VALUES)[number];

/** Permissions of one user (DEC-026). Feedback is a yes or no; billing is granted to no one. */
export type PermissionsMap = {
  feedback_admin_ui: boolean;
  features: AreaValue;
  tickets: AreaValue;
  knowledgebase: AreaValue;
  settings: SettingsValue;
};

/** The map of someone without any right, e.g. an end user. */
export const NO_PERMISSIONS: PermissionsMap = {
  feedback_admin_ui: false,
  features: 'no',
  tickets: 'no',
  knowledgebase: 'no',
  settings: 'none',
};

/** The map of the owner of a workspace. */
export const ALL_PERMISSIONS: PermissionsMap = {
  feedback_admin_ui: true,
  features: 'rw',
  tickets: 'rw',
  knowledgebase: 'rw',
  settings: 'rw',
};

/** The value of an area; null when there is none, which means no access. */
function valueOf(permissions: PermissionsMap, area: Area): 'rw' | 'r+' | 'r' | null {
  if (area === 'billing') return null;
  const value: unknown = area === 'feedback' ? permissions.feedback_admin_ui : permissions[area];
  // An unknown value (a later version wrote it, a hand edited the row) opens nothing.
  if (area === 'feedback') return value === true ? 'rw' : null;
  return value === 'rw' || value === 'r+' || value === 'r' ? value : null;
}

/**
 * May the user see the area? Settings: any value other than none; feedback: feedback_admin_ui;
 * the rest: any value other than no (specification lines 453-456).
 */
export function canRead(permissions: PermissionsMap, area: Area): boolean {
  return valueOf(permissions, area) !== null;
}

/**
 * May the user change things in the area? 'rw', and for settings any value other than none
 * (specification line 457). Feedback has only yes and no, so who reads it may write it.
 */
export function canWrite(permissions: PermissionsMap, area: Area): boolean {
  const value = valueOf(permissions, area);
  return area === 'settings' ? value !== null : value === 'rw';
}

/** May the user contribute to the area, e.g. link to it? 'rw' or 'r+'; who may write may also contribute. */
export function canContribute(permissions: PermissionsMap, area: Area): boolean {
  return canWrite(permissions, area) || valueOf(permissions, area) === 'r+';
}

/** Feature flags of a subdomain (specification lines 461-462, DEC-188). */
export const FEATURE_FLAGS = [
  'feedback_system',
  'web_portal',
  'widgets',
  'satisfaction',
  'account_traits',
  'public_roadmap',
  'account_insights',
  'impact_reports',
  'theme_detection',
  'internal_roadmap',
  'one_to_one_public_emails',
  'features_feature',
] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/**
 * Accesses that panels ask for (specification lines 467-473). They stand in the same list as the
 * feature flags. All open something, except prevent_email_notifications, which takes mail to end
 * users away (DEC-145).
 */
export const PANEL_ACCESSES = [
  'idea_attachments',
  'public_statuses',
  'subscriber_messages',
  'prevent_email_notifications',
  'keyword_search',
] as const;
export type PanelAccess = (typeof PANEL_ACCESSES)[number];

export type Feature = FeatureFlag | PanelAccess;

/** Everything that may stand in authorized_features. */
export const FEATURES: readonly Feature[] = [...FEATURE_FLAGS, ...PANEL_ACCESSES];

/** What a new workspace has: everything, except what takes mail away or narrows the search. */
export const DEFAULT_FEATURES: readonly Feature[] = FEATURES.filter(
  (feature) => feature !== 'prevent_email_notifications' && feature !== 'keyword_search',
);

/** Is the text one of FEATURES? */
export function isFeature(text: string): text is Feature {
  return (FEATURES as readonly string[]).includes(text);
}

/** Is a feature on? Membership in authorized_features is all there is to it (PERM-009). */
export function hasFeature(authorizedFeatures: readonly string[], feature: Feature): boolean {
  return authorizedFeatures.includes(feature);
}

/** Licences (DEC-039). none: end user. */
export const LICENSE_TYPES = ['none', 'contributor', 'support', 'full', 'owner'] as const;
export type LicenseType = (typeof LICENSE_TYPES)[number];

/** Only these users may use the console (specification line 452, DEC-039). */
export function isCoreAdmin(license_type: LicenseType | string | null | undefined): boolean {
  return license_type === 'full' || license_type === 'owner';
}

/** Holds the user any licence of the team, i.e. are they no end user? */
export function isTeamMember(license_type: LicenseType | string | null | undefined): boolean {
  return isCoreAdmin(license_type) || license_type === 'contributor' || license_type === 'support';
}

/** What the predicates below need of the person who looks. */
export type Rights = {
  permissions: PermissionsMap;
  authorized_features: readonly string[];
};

/**
 * May the user open the console? A core admin, unless the account has no core access at all
 * (DEC-058). Others are sent to /admin.
 */
export function canUseConsole(user: {
  license_type: LicenseType | string | null;
  core_access: boolean;
}): boolean {
  return user.core_access && isCoreAdmin(user.license_type);
}

/** Roadmap: read on features, and the flag features_feature (PERM-012, PERM-015). */
export function canSeeRoadmap(rights: Rights): boolean {
  return (
    canRead(rights.permissions, 'features') && hasFeature(rights.authorized_features, 'features_feature')
  );
}

/** Add menu: feedback_system and feedback_admin_ui (PERM-027). */
export function canAdd(rights: Rights): boolean {
  return rights.permissions.feedback_admin_ui && hasFeature(rights.authorized_features, 'feedback_system');
}

/** Go off duty: write on tickets, and not off duty already (PERM-029, PERM-030). */
export function canGoOffDuty(rights: Rights, offDuty: boolean): boolean {
  return !offDuty && canWrite(rights.permissions, 'tickets');
}

/** Support staff get the help menu: who may write tickets (DEC-176). */
export function isSupportStaff(permissions: PermissionsMap): boolean {
  return canWrite(permissions, 'tickets');
}

/** May mail go to end users at all? (DEC-145) */
export function mayMailEndUsers(authorizedFeatures: readonly string[]): boolean {
  return !hasFeature(authorizedFeatures, 'prevent_email_notifications');
}

/** The features of a workspace whose own settings send no mail to end users: to those who ask, as if the account did so. */
export function withoutMail(authorizedFeatures: readonly string[]): readonly string[] {
  return mayMailEndUsers(authorizedFeatures)
    ? [...authorizedFeatures, 'prevent_email_notifications' satisfies Feature]
    : authorizedFeatures;
}

/** Message subscribers: write on feedback, the access, and mail allowed. */
export function canMessageSubscribers(rights: Rights): boolean {
  return (
    canWrite(rights.permissions, 'feedback') &&
    hasFeature(rights.authorized_features, 'subscriber_messages') &&
    mayMailEndUsers(rights.authorized_features)
  );
}

/** Choosing reply-to and from addresses asks for the same three things (PERM-038). */
export function canChooseMailAddresses(rights: Rights): boolean {
  return canMessageSubscribers(rights);
}

/**
 * Text of a search as it is sent: with keyword_search it is always the literal one, which is
 * marked by a leading colon (PERM-037, DEC-021). An empty text stays empty.
 */
export function searchText(typed: string, authorizedFeatures: readonly string[]): string {
  const text = typed.trim();
  if (text === '' || text.startsWith(':')) return text;
  return hasFeature(authorizedFeatures, 'keyword_search') ? `:${text}` : text;
}
