import {
  IconAdjustmentsHorizontal,
  IconBookmark,
  IconMessageCircle,
  IconWorld,
  IconCircleDot,
  IconClock,
  IconCode,
  IconColumns3,
  IconFileExport,
  IconFileImport,
  IconHexagons,
  IconListSearch,
  IconShieldLock,
  IconMail,
  IconMailCog,
  IconMap2,
  IconArrowsLeftRight,
  IconMessages,
  IconTags,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { settingsSections } from '../nav.ts';
import type { SettingsKey } from '../screens.ts';

/** A section as the navigation and the overview draw it. */
export interface SectionText {
  icon: Icon;
  /** What one does there, in a line. */
  note: string;
  /** What else is set there, in the words that somebody looks for it with; the search of the settings reads them. */
  words: string;
}

/** Icon, note and words of each section. Apart from the sections, since no first screen draws them. */
const sections: Readonly<Record<SettingsKey, SectionText>> = {
  settings_portal: {
    icon: IconWorld,
    note: 'Name and addresses, where new ideas go, what anyone can read',
    words: 'workspace rename host domain cname DNS default forum public help',
  },
  settings_widgets: {
    icon: IconMessageCircle,
    note: 'Where Get help and Give feedback lead',
    words: 'support chat form',
  },
  settings_extension: {
    icon: IconBookmark,
    note: 'A button for your browser that captures feedback from any page',
    words: 'bookmark bookmarklet capture sidebar browser',
  },
  status_settings: {
    icon: IconCircleDot,
    note: 'Where ideas stand, for supporters and for your team',
    words: 'state color votes comments internal default text order workflow',
  },
  forum_settings: {
    icon: IconMessages,
    note: 'Where ideas are collected, who may enter, categories and moderation',
    words: 'private access IP address domain SSO importance approval board',
  },
  label_settings: {
    icon: IconTags,
    note: 'Your team’s own way to sort ideas',
    words: 'tags tree nest rename',
  },
  custom_field_settings: {
    icon: IconAdjustmentsHorizontal,
    note: 'Facts of your own about ideas and features',
    words: 'property attribute choice list number date text enum effort key',
  },
  roadmap_settings: {
    icon: IconMap2,
    note: 'Who may read a roadmap, and what they see of it',
    words: 'share public contributors domains email link revenue planning',
  },
  feature_status_settings: {
    icon: IconColumns3,
    note: 'The columns of the board: where features stand on their way',
    words: 'board columns colour color default workflow planning',
  },
  product_area_settings: {
    icon: IconHexagons,
    note: 'Parts of the product that features belong to',
    words: 'component module planning',
  },
  team_settings: {
    icon: IconUsers,
    note: 'Who may sign in, what they may do, and invitations',
    words: 'people members permissions rights roles license invite colleagues owner',
  },
  sign_in_settings: {
    icon: IconShieldLock,
    note: 'What everyone needs besides a password',
    words: 'security two-step two-factor 2FA TOTP authenticator code password rules login',
  },
  audit_settings: {
    icon: IconListSearch,
    note: 'Who did what, and when: sign-ins, rights, settings, deletions',
    words: 'history activity security log events trail who export compliance',
  },
  settings_integrations: {
    icon: IconArrowsLeftRight,
    note: 'Jira: its address and token, and how it tells of changes',
    words: 'jira issue tracker atlassian token webhook link',
  },
  settings_api: {
    icon: IconCode,
    note: 'Keys for programs, and addresses that are told what happens',
    words: 'REST HTTP OpenAPI token developer integration hook event secret signature',
  },
  mail_settings: {
    icon: IconMail,
    note: 'Whether email goes out, from which address, and what was sent',
    words: 'mail sender from reply SMTP bounce outbox domain',
  },
  import_settings: {
    icon: IconFileImport,
    note: 'Ideas, votes and comments from another tool, as CSV',
    words: 'upload migrate Canny Productboard UserVoice file',
  },
  job_settings: {
    icon: IconClock,
    note: 'Work in the background: what failed and what runs next',
    words: 'queue retry schedule worker errors',
  },
  profile: {
    icon: IconUser,
    note: 'Your email, password and where you are signed in',
    words: 'name address sessions browser sign out account',
  },
  email_subscriptions: {
    icon: IconMailCog,
    note: 'Which emails you get, at once or as a digest',
    words: 'notifications mail daily weekly mentions unsubscribe',
  },
  exports: { icon: IconFileExport, note: 'Files that you asked for', words: 'download CSV Excel workbook' },
};

/** Icon and texts of a section. */
export function sectionOf(key: SettingsKey): SectionText {
  return sections[key];
}

/** The groups of the settings that somebody sees, with their sections. */
export type SettingsGroups = ReturnType<typeof settingsSections>;

/** Small, and without marks above or below letters. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * The sections that a search finds: each word that is typed must begin one of those of its name, its note, its words
 * or its group. Groups without any are left out; an empty search finds all.
 */
export function foundSections(groups: SettingsGroups, search: string): SettingsGroups {
  const typed = folded(search).split(/\s+/).filter(Boolean);
  if (typed.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter((entry) => {
        const { note, words } = sectionOf(entry.screen);
        const said = folded(`${entry.label} ${group.label} ${note} ${words}`).split(/[^\p{L}\p{N}]+/u);
        return typed.every((part) => said.some((word) => word.startsWith(part)));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The section that Enter opens: one whose name holds what is typed goes before those that only tell of it. Null: none is found. */
export function firstFound(groups: SettingsGroups, search: string): SettingsKey | null {
  const entries = foundSections(groups, search).flatMap((group) => group.entries);
  const named = entries.find(({ label }) => folded(label).includes(folded(search).trim()));
  return (named ?? entries[0])?.screen ?? null;
}
