import type { DigestFrequency } from '../../../contract/notifications.ts';
import { formatNumber, plural } from '../ui/text/format.ts';

const counted = (count: number, isView: boolean): string =>
  plural(count, isView ? { one: 'view', other: 'views' } : { one: 'list', other: 'lists' });

/** Days of the week as a subscription names them: 1 is Monday. */
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** Texts of a saved view or a list of ideas, wherever it is shown. */
export const savedViewTexts = {
  what: 'lists',
  whatViews: 'views',
  fields: {
    name: 'List',
    view: 'View',
    kind: 'Kind',
    ideas: 'Ideas',
    owner: 'Owner',
    shared: 'Shared with',
    mail: 'Email to me',
    state: 'State',
    changed: 'Changed',
    actions: 'Actions',
  },
  kinds: { filter: 'Dynamic', manual: 'Chosen' },
  states: { active: 'Active', archived: 'Archived' },
  sharedStates: { mine: 'Mine', shared_with_me: 'Shared with me', public: 'Everyone' },
  private: 'Private',
  everyone: 'Everyone',
  people: (count: number) => plural(count, { one: 'person', other: 'people' }),
  moreThan: (count: number) => `${formatNumber(count)}+`,
  weekdays: WEEKDAYS,
  mail: { never: 'Off', daily: 'Daily', weekly: 'Weekly' } satisfies Record<DigestFrequency, string>,
  weeklyOn: (weekday: number) => `Weekly, ${(WEEKDAYS[weekday - 1] ?? WEEKDAYS[0]).slice(0, 3)}`,
  mailMe: (name: string) => `Email me what is new in ${name}`,
  mailOn: (name: string) => `You get emails about ${name}.`,
  mailOff: (name: string) => `You get no more emails about ${name}.`,
  more: (name: string) => `More for ${name}`,
  open: 'Show the ideas',
  rename: 'Rename',
  share: 'Share',
  mailSettings: 'When emails come',
  impact: 'Raise impact report',
  order: 'Order the ideas',
  copyLink: 'Copy link',
  copied: 'Link copied.',
  duplicate: 'Save a copy',
  copyOf: (name: string) => `Copy of ${name}`,
  duplicated: (name: string) => `Saved as ${name}.`,
  archive: 'Archive',
  bringBack: 'Bring back',
  archived: (name: string) => `${name} is archived. It stands under Archived.`,
  broughtBack: (name: string) => `${name} is active again.`,
  delete: 'Delete',
  deleted: (count: number, isView: boolean) => `${counted(count, isView)} deleted. The ideas stay.`,
  restored: (count: number, isView: boolean) => `${counted(count, isView)} restored.`,
  notYours: 'Only its owner may change it. Save a copy to make one of your own.',
  failed: (message: string) => `That did not work: ${message}`,
} as const;
