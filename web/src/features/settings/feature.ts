/** The sections of the settings, in the order of their groups; those of other areas stand with these. */
import { hasFeature } from '../../../../contract/permissions.ts';
import {
  apiSettingsAddress,
  auditSettingsAddress,
  customFieldSettingsAddress,
  emailSubscriptionsAddress,
  extensionSettingsAddress,
  forumSettingsAddress,
  integrationSettingsAddress,
  labelSettingsAddress,
  mailSettingsAddress,
  portalSettingsAddress,
  profileAddress,
  signInSettingsAddress,
  statusSettingsAddress,
  teamSettingsAddress,
  widgetSettingsAddress,
} from '../../host/addresses.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

export const settings = {
  screens: {
    settings_portal: {
      address: portalSettingsAddress,
      title: 'Portal',
      load: async () => (await import('./workspace/PortalPage.tsx')).PortalPage,
      needs: (rights) => hasFeature(rights.authorized_features, 'web_portal'),
      section: 'workspace',
    },
    settings_widgets: {
      address: widgetSettingsAddress,
      title: 'Widgets',
      load: async () => (await import('./workspace/WidgetsPage.tsx')).WidgetsPage,
      needs: (rights) => hasFeature(rights.authorized_features, 'widgets'),
      section: 'workspace',
    },
    settings_extension: {
      address: extensionSettingsAddress,
      title: 'Extension',
      load: async () => (await import('./workspace/ExtensionPage.tsx')).ExtensionPage,
      section: 'workspace',
    },
    status_settings: {
      address: statusSettingsAddress,
      title: 'Statuses',
      load: async () => (await import('./statuses/StatusesPage.tsx')).StatusesPage,
      section: 'ideas',
    },
    forum_settings: {
      address: forumSettingsAddress,
      title: 'Forums',
      load: async () => (await import('./forums/ForumsPage.tsx')).ForumsPage,
      section: 'ideas',
    },
    label_settings: {
      address: labelSettingsAddress,
      title: 'Labels',
      load: async () => (await import('./LabelsPage.tsx')).LabelsPage,
      section: 'ideas',
    },
    custom_field_settings: {
      address: customFieldSettingsAddress,
      title: 'Custom fields',
      load: async () => (await import('./customFields/CustomFieldsPage.tsx')).CustomFieldsPage,
      section: 'ideas',
    },
    team_settings: {
      address: teamSettingsAddress,
      title: 'Team',
      load: async () => (await import('./team/TeamPage.tsx')).TeamPage,
      section: 'people',
    },
    sign_in_settings: {
      address: signInSettingsAddress,
      title: 'Sign-in',
      load: async () => (await import('./signIn/SignInPage.tsx')).SignInPage,
      section: 'people',
    },
    audit_settings: {
      address: auditSettingsAddress,
      title: 'Audit log',
      load: async () => (await import('./audit/AuditPage.tsx')).AuditPage,
      section: 'people',
    },
    settings_integrations: {
      address: integrationSettingsAddress,
      title: 'Integrations',
      load: async () => (await import('./integrations/IntegrationsPage.tsx')).IntegrationsPage,
      section: 'connections',
    },
    settings_api: {
      address: apiSettingsAddress(),
      title: 'API and webhooks',
      load: async () => (await import('./api/ApiPage.tsx')).ApiPage,
      needs: readsFeedback,
      section: 'connections',
    },
    mail_settings: {
      address: mailSettingsAddress,
      title: 'Email',
      load: async () => (await import('./MailPage.tsx')).MailPage,
      section: 'connections',
    },
    job_settings: {
      address: '/admin/settings/jobs',
      title: 'Jobs',
      load: async () => (await import('./JobsPage.tsx')).JobsPage,
      section: 'connections',
    },
    profile: {
      address: profileAddress,
      title: 'Profile',
      load: async () => (await import('./profile/ProfilePage.tsx')).ProfilePage,
      section: 'you',
    },
    email_subscriptions: {
      address: emailSubscriptionsAddress,
      title: 'Email subscriptions',
      load: async () => (await import('./EmailSubscriptionsPage.tsx')).EmailSubscriptionsPage,
      section: 'you',
    },
  },
} satisfies Feature;
