import {
  IconCircleDot,
  IconClock,
  IconFileExport,
  IconFileImport,
  IconMail,
  IconMailCog,
  IconMessages,
  IconTags,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import type { settingsPages, SettingsKey } from '../settings.ts';

/** Sections with a page. */
type Built = {
  [Key in SettingsKey]: (typeof settingsPages)[Key]['file'] extends null ? never : Key;
}[SettingsKey];

/** The icon of each section, and what one does there. Apart from the sections, since no first screen draws them. */
const sections: Readonly<Record<Built, { icon: Icon; note: string }>> = {
  forum_settings: {
    icon: IconMessages,
    note: 'Where ideas are collected, who may enter, categories and moderation',
  },
  status_settings: { icon: IconCircleDot, note: 'Where ideas stand, for supporters and for your team' },
  label_settings: { icon: IconTags, note: 'Your team’s own way to sort ideas' },
  team_settings: { icon: IconUsers, note: 'Who may sign in, what they may do, and invitations' },
  mail_settings: { icon: IconMail, note: 'Whether email goes out, from which address, and what was sent' },
  import_settings: { icon: IconFileImport, note: 'Ideas, votes and comments from another tool, as CSV' },
  job_settings: { icon: IconClock, note: 'Work in the background: what failed and what runs next' },
  profile: { icon: IconUser, note: 'Your email, password and where you are signed in' },
  email_subscriptions: { icon: IconMailCog, note: 'Which emails you get, at once or as a digest' },
  exports: { icon: IconFileExport, note: 'Files that you asked for' },
};

/** Icon and note of a section. @throws TypeError for one without a page, which no navigation holds */
export function sectionOf(key: SettingsKey): { icon: Icon; note: string } {
  return sections[key as Built];
}
