/**
 * The sections of the settings. An entry here, and its icon and note in settings/sections.ts, is all that a section
 * needs besides its page.
 */
import { canRead, canSeeRoadmap, canWrite, hasFeature } from '../../../contract/permissions.ts';
import type { Rights } from '../../../contract/permissions.ts';
import {
  apiSettingsAddress,
  auditSettingsAddress,
  customFieldSettingsAddress,
  emailSubscriptionsAddress,
  extensionSettingsAddress,
  exportsAddress,
  featureStatusSettingsAddress,
  forumSettingsAddress,
  importSettingsAddress,
  integrationSettingsAddress,
  jobSettingsAddress,
  labelSettingsAddress,
  mailSettingsAddress,
  portalSettingsAddress,
  productAreaSettingsAddress,
  profileAddress,
  roadmapSettingsAddress,
  signInSettingsAddress,
  statusSettingsAddress,
  teamSettingsAddress,
  widgetSettingsAddress,
} from '../host/addresses.ts';

const keepsSettings = (rights: Rights): boolean => canWrite(rights.permissions, 'settings');

/** Statuses, product areas and roadmaps belong to those who write features. */
const keepsPlanning = (rights: Rights): boolean =>
  canSeeRoadmap(rights) && canWrite(rights.permissions, 'features');

/** The groups in the order of the navigation: what concerns everyone by subject, then what concerns oneself. */
export const settingsGroups = {
  workspace: { label: 'Workspace', needs: keepsSettings },
  ideas: { label: 'Ideas', needs: keepsSettings },
  planning: { label: 'Planning', needs: keepsPlanning },
  people: { label: 'People', needs: keepsSettings },
  connections: { label: 'Connections', needs: keepsSettings },
  you: { label: 'You', needs: (_rights: Rights) => true },
} as const;

/** Key of a group. */
export type SettingsGroup = keyof typeof settingsGroups;

/** A section of the settings: its page, and its place in the navigation. */
export interface SettingsPage {
  address: string;
  /** In the navigation, and the title of the document. */
  label: string;
  group: SettingsGroup;
  /** The page's file below features. */
  file: string;
  /** What is asked besides what the group asks; left out: nothing. */
  isShown?: (rights: Rights) => boolean;
}

/** The sections in the order of the navigation. */
export const settingsPages = {
  settings_portal: {
    address: portalSettingsAddress,
    label: 'Portal',
    group: 'workspace',
    file: 'settings/workspace/PortalPage.tsx',
    isShown: (rights) => hasFeature(rights.authorized_features, 'web_portal'),
  },
  settings_widgets: {
    address: widgetSettingsAddress,
    label: 'Widgets',
    group: 'workspace',
    file: 'settings/workspace/WidgetsPage.tsx',
    isShown: (rights) => hasFeature(rights.authorized_features, 'widgets'),
  },
  settings_extension: {
    address: extensionSettingsAddress,
    label: 'Extension',
    group: 'workspace',
    file: 'settings/workspace/ExtensionPage.tsx',
  },
  status_settings: {
    address: statusSettingsAddress,
    label: 'Statuses',
    group: 'ideas',
    file: 'settings/statuses/StatusesPage.tsx',
  },
  forum_settings: {
    address: forumSettingsAddress,
    label: 'Forums',
    group: 'ideas',
    file: 'settings/forums/ForumsPage.tsx',
  },
  label_settings: {
    address: labelSettingsAddress,
    label: 'Labels',
    group: 'ideas',
    file: 'settings/LabelsPage.tsx',
  },
  custom_field_settings: {
    address: customFieldSettingsAddress,
    label: 'Custom fields',
    group: 'ideas',
    file: 'settings/customFields/CustomFieldsPage.tsx',
  },
  roadmap_settings: {
    address: roadmapSettingsAddress(),
    label: 'Roadmaps',
    group: 'planning',
    file: 'roadmap/settings/RoadmapsPage.tsx',
    isShown: (rights) => hasFeature(rights.authorized_features, 'internal_roadmap'),
  },
  feature_status_settings: {
    address: featureStatusSettingsAddress,
    label: 'Feature statuses',
    group: 'planning',
    file: 'roadmap/settings/FeatureStatusesPage.tsx',
  },
  product_area_settings: {
    address: productAreaSettingsAddress,
    label: 'Product areas',
    group: 'planning',
    file: 'roadmap/settings/ProductAreasPage.tsx',
  },
  team_settings: {
    address: teamSettingsAddress,
    label: 'Team',
    group: 'people',
    file: 'settings/team/TeamPage.tsx',
  },
  sign_in_settings: {
    address: signInSettingsAddress,
    label: 'Sign-in',
    group: 'people',
    file: 'settings/signIn/SignInPage.tsx',
  },
  audit_settings: {
    address: auditSettingsAddress,
    label: 'Audit log',
    group: 'people',
    file: 'settings/audit/AuditPage.tsx',
  },
  settings_integrations: {
    address: integrationSettingsAddress,
    label: 'Integrations',
    group: 'connections',
    file: 'settings/integrations/IntegrationsPage.tsx',
  },
  settings_api: {
    address: apiSettingsAddress(),
    label: 'API and webhooks',
    group: 'connections',
    file: 'settings/api/ApiPage.tsx',
    isShown: (rights) => canRead(rights.permissions, 'feedback'),
  },
  mail_settings: {
    address: mailSettingsAddress,
    label: 'Email',
    group: 'connections',
    file: 'settings/MailPage.tsx',
  },
  import_settings: {
    address: importSettingsAddress,
    label: 'Import',
    group: 'connections',
    file: 'exchange/ImportPage.tsx',
  },
  job_settings: {
    address: jobSettingsAddress,
    label: 'Jobs',
    group: 'connections',
    file: 'settings/JobsPage.tsx',
  },
  profile: {
    address: profileAddress,
    label: 'Profile',
    group: 'you',
    file: 'settings/profile/ProfilePage.tsx',
  },
  email_subscriptions: {
    address: emailSubscriptionsAddress,
    label: 'Email subscriptions',
    group: 'you',
    file: 'settings/EmailSubscriptionsPage.tsx',
  },
  exports: {
    address: exportsAddress,
    label: 'Exports',
    group: 'you',
    file: 'exchange/ExportsPage.tsx',
    isShown: (rights) => canRead(rights.permissions, 'feedback'),
  },
} satisfies Record<string, SettingsPage>;

/** Key of a section. */
export type SettingsKey = keyof typeof settingsPages;

/** Whether somebody may see a section. */
export function seesSettings(page: SettingsPage, rights: Rights): boolean {
  return settingsGroups[page.group].needs(rights) && (page.isShown?.(rights) ?? true);
}

/** The group that an address belongs to; null for one that is no section. */
export function settingsGroupAt(path: string): SettingsGroup | null {
  const page = Object.values<SettingsPage>(settingsPages).find(({ address }) => address === path);
  return page?.group ?? null;
}
