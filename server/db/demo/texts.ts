import { ACCOUNTS, PLANS } from './accounts.ts';
import type { Plan } from './accounts.ts';
import { BILLING, NOTIFICATIONS, PORTAL, REPORTING } from './ideas_office.ts';
import { ASSETS, PARTS, SCHEDULING, WORK_ORDERS } from './ideas_planning.ts';
import type { IdeaRow } from './ideas_planning.ts';
import { ACCESS, DATA, INTEGRATIONS, MOBILE } from './ideas_platform.ts';
import { JOB_TITLES, ORIGINS, STAFF_ROLES } from './people.ts';
import type { Origin, StaffRole } from './people.ts';
import { randomFor } from './random.ts';
import type { Random } from './random.ts';
import {
  AREA_COMMENTS,
  COMMENT_FRAMES,
  FEEDBACK_FRAMES,
  FLAG_REASONS,
  GENERAL_COMMENTS,
  INBOX,
  INTERNAL_STATUS_MESSAGES,
  NOTE_FRAMES,
  NOTES,
  PROMPTS,
  SHORT_COMMENTS,
  SPAM_COMMENTS,
  STATUS_MESSAGES,
  TEAM_COMMENTS,
} from './templates.ts';
import type { FeedbackFrame } from './templates.ts';

/**
 * The demo workspace: feedback on "Marlow", a made-up product for companies that send technicians
 * to jobs. Pure functions of a seed; nothing here knows the database. Records refer to each other
 * by keys of their own. Times are in days before now, so that the demo is always fresh; a fraction
 * is the time of day.
 */

export const DEMO_PRODUCT = 'Marlow';

/** Ideas of the last so many days. */
const DAYS = 365;

export type DemoForum = {
  key: string;
  name: string;
  prompt: string;
  placeholder: string;
  welcome_message: string | null;
  is_private: boolean;
  category_required: boolean;
  importance_enabled: boolean;
  /** In their order. */
  categories: readonly string[];
};

export const DEMO_FORUMS: readonly DemoForum[] = [
  {
    key: 'product',
    name: 'Product ideas',
    prompt: 'What should Marlow do for you?',
    placeholder: 'Describe your idea',
    welcome_message: 'Planning, jobs, machines, parts, money: everything that happens in the office.',
    is_private: false,
    category_required: true,
    importance_enabled: true,
    categories: [
      'Scheduling',
      'Work orders',
      'Machines and maintenance',
      'Parts and stock',
      'Quotes and invoices',
      'Reports',
      'Messages',
    ],
  },
  {
    key: 'mobile',
    name: 'Mobile app',
    prompt: 'What is missing on the road?',
    placeholder: 'Describe your idea for the app',
    welcome_message: 'For the phones and tablets of technicians.',
    is_private: false,
    category_required: false,
    importance_enabled: true,
    categories: ['Everyday use', 'Time and travel', 'Photos and forms', 'Safety'],
  },
  {
    key: 'portal',
    name: 'Customer portal',
    prompt: 'What would your customers like?',
    placeholder: 'Describe your idea for the portal',
    welcome_message: null,
    is_private: false,
    category_required: false,
    importance_enabled: true,
    categories: ['Booking', 'Documents', 'Fault reports'],
  },
  {
    key: 'platform',
    name: 'Integrations and data',
    prompt: 'What should Marlow work with?',
    placeholder: 'Describe your idea for interfaces, imports and search',
    welcome_message: 'Interfaces, imports, search, speed.',
    is_private: false,
    category_required: false,
    importance_enabled: false,
    categories: ['Accounting and payroll', 'API', 'Import and clean-up', 'Search and lists'],
  },
  {
    key: 'admin',
    name: 'Security and administration',
    prompt: 'What do administrators need?',
    placeholder: 'Describe your idea for roles and security',
    welcome_message: 'For administrators of our customers; by invitation.',
    is_private: true,
    category_required: false,
    importance_enabled: false,
    categories: ['Roles and rights', 'Sign-in', 'Privacy'],
  },
];

/** Public statuses (DEC-131). */
export const DEMO_STATUSES = [
  { name: 'under review', hex_color: '#999999', is_open: true, allow_comments: true, is_default: true },
  { name: 'planned', hex_color: '#F0BA00', is_open: true, allow_comments: true, is_default: false },
  { name: 'started', hex_color: '#6FBC00', is_open: true, allow_comments: true, is_default: false },
  { name: 'completed', hex_color: '#7D7EDF', is_open: false, allow_comments: true, is_default: false },
  { name: 'declined', hex_color: '#BB6F6F', is_open: false, allow_comments: false, is_default: false },
] as const;
export type DemoStatusName = (typeof DEMO_STATUSES)[number]['name'];

/** Internal statuses (DEC-134). */
export const DEMO_INTERNAL_STATUSES = [
  { name: 'Needs research', hex_color: '#7E8E8E', is_default: true },
  { name: 'Researching', hex_color: '#4A90D9', is_default: false },
  { name: 'Ready', hex_color: '#F0BA00', is_default: false },
  { name: 'Building', hex_color: '#6FBC00', is_default: false },
  { name: 'Shipped', hex_color: '#7D7EDF', is_default: false },
] as const;
export type DemoInternalStatusName = (typeof DEMO_INTERNAL_STATUSES)[number]['name'];

/** Labels on two levels, in their order; full names are 'Parent / Child' (DEC-105). */
export const DEMO_LABELS: readonly { name: string; children: readonly string[] }[] = [
  {
    name: 'Customer group',
    children: ['Facilities', 'Healthcare', 'Housing', 'Lifts', 'Public sector', 'Small business'],
  },
  { name: 'Reason', children: ['Compliance', 'Deal blocker', 'Renewal risk', 'Support load', 'Speed'] },
  { name: 'Quarter', children: ['Q1 candidate', 'Q2 candidate', 'Q3 candidate', 'Q4 candidate'] },
  { name: 'Quick win', children: [] },
  { name: 'Needs interview', children: [] },
  { name: 'Accessibility', children: [] },
];

export type DemoCustomField = {
  object_type: 'suggestion' | 'account' | 'user';
  key: string;
  name: string;
  field_type: 'text' | 'enum' | 'date' | 'boolean' | 'number';
  value_type: 'string' | 'numeric' | 'date' | 'boolean';
  /** For enum fields, in their order. */
  values: readonly string[];
};

export const DEMO_CUSTOM_FIELDS: readonly DemoCustomField[] = [
  {
    object_type: 'suggestion',
    key: 'effort',
    name: 'Effort',
    field_type: 'enum',
    value_type: 'string',
    values: ['S', 'M', 'L', 'XL'],
  },
  {
    object_type: 'suggestion',
    key: 'confidence',
    name: 'Confidence (%)',
    field_type: 'number',
    value_type: 'numeric',
    values: [],
  },
  {
    object_type: 'suggestion',
    key: 'strategic',
    name: 'Fits the strategy',
    field_type: 'boolean',
    value_type: 'boolean',
    values: [],
  },
  {
    object_type: 'suggestion',
    key: 'brief',
    name: 'Brief',
    field_type: 'text',
    value_type: 'string',
    values: [],
  },
  ...(
    [
      ['account', 'industry', 'Industry', 'text', 'string'],
      ['account', 'renewal', 'Renewal', 'date', 'date'],
      ['account', 'success_owner', 'Success owner', 'text', 'string'],
      ['user', 'beta', 'Beta tester', 'boolean', 'boolean'],
    ] as const
  ).map(([object_type, key, name, field_type, value_type]) => ({
    object_type,
    key,
    name,
    field_type,
    value_type,
    values: [],
  })),
];

/** What the team wrote down about the largest accounts: index of the account among those that pay most, days ago, text. */
export const DEMO_ACCOUNT_NOTES: readonly [account: number, daysAgo: number, body: string][] = [
  [
    0,
    64,
    'Kick-off with the new head of operations. They roll the app out to six more homes by spring.\nBlocked by: payroll export, offline mode.',
  ],
  [
    0,
    9,
    'Renewal call. They stay if the payroll export is there by March; the alternative is a tool of their payroll office.',
  ],
  [2, 21, 'Budget for 40 more seats is approved. Wants a named contact for the API.'],
  [8, 5, 'Unhappy with the last two releases, see the ratings. A visit is planned for next week.'],
];

/** Values of an account's own fields: of most a renewal within the year, and of the large ones who takes care of them. */
export function demoAccountFields(account: DemoAccount, index: number, now: Date): Record<string, string> {
  const renewal = new Date(now.getTime() + (20 + ((index * 67) % 360)) * 864e5);
  return {
    industry: account.industry,
    ...(index % 6 === 5 ? {} : { renewal: renewal.toISOString().slice(0, 10) }),
    ...(account.plan === 'Enterprise'
      ? { success_owner: index % 2 === 0 ? 'Olivia Owner' : 'Adam Admin' }
      : {}),
  };
}

export type DemoAccount = {
  key: string;
  external_id: string;
  name: string;
  industry: string;
  country: string;
  plan: Plan;
  mrr_cents: number;
  ltv_cents: number;
  created_days_ago: number;
  last_active_days_ago: number;
};

export type DemoPerson = {
  key: string;
  name: string;
  email_address: string;
  job_title: string;
  city: string;
  region: string;
  country: string;
  /** Key of his account; null for people who belong to none. */
  account: string | null;
  /** 0 to 10; null when he was never asked. */
  satisfaction_score: number | null;
  /** May be mailed about ideas. */
  subscribed: boolean;
  created_days_ago: number;
  /** null: never signed in. */
  last_login_days_ago: number | null;
};

export type DemoStaff = StaffRole & { key: string; name: string; email_address: string };

export type DemoIdea = {
  key: string;
  area: string;
  /** Key of a forum, and name of one of its categories or null. */
  forum: string;
  category: string | null;
  title: string;
  body: string;
  /** Key of a person. */
  creator: string;
  channel: 'web' | 'widget' | 'admin' | 'email' | 'api';
  state: 'published' | 'approved' | 'pending' | 'closed';
  created_days_ago: number;
  status: DemoStatusName | null;
  internal_status: DemoInternalStatusName | null;
  /** Full names. */
  labels: string[];
  /** Key of a member of the team; null: nobody looks after it. */
  owner: string | null;
  /** Values of custom fields by key. */
  custom_fields: Record<string, string | number | boolean>;
  /** 0 to 1: how many want it. */
  popularity: number;
};

export type DemoSupport = {
  idea: string;
  person: string;
  days_ago: number;
  subscribed: boolean;
  /** Answer 1 to 3; null when not given. */
  importance: 1 | 2 | 3 | null;
  /** The person who brought the idea in. */
  is_creator: boolean;
};

export type DemoComment = {
  idea: string;
  /** Key of a person, or of a member of the team. */
  author: string;
  is_admin_comment: boolean;
  body: string;
  channel: 'web' | 'widget' | 'admin' | 'email';
  state: 'approved' | 'pending' | 'spam';
  days_ago: number;
};

export type DemoFeedback = {
  /** null: waits in the inbox. */
  idea: string | null;
  person: string;
  /** Key of a member of the team. */
  captured_by: string;
  body: string;
  channel: 'admin' | 'email' | 'widget' | 'ticket' | 'api';
  source_type: 'url' | 'ticket' | 'conversation' | null;
  source_url: string | null;
  source_title: string | null;
  prompt: string | null;
  severity: 1 | 2 | 3 | null;
  nps_rating: number | null;
  days_ago: number;
};

export type DemoNote = { idea: string; author: string; body: string; days_ago: number };

export type DemoStatusUpdate = {
  idea: string;
  author: string;
  status: DemoStatusName;
  /** null: posted without a message. */
  html_body: string | null;
  supporters_notified: boolean;
  days_ago: number;
};

export type DemoInternalStatusUpdate = {
  idea: string;
  author: string;
  internal_status: DemoInternalStatusName;
  html_text: string | null;
  days_ago: number;
};

export type DemoFlag = {
  idea: string;
  author: string;
  reason: string;
  days_ago: number;
  cleared: { author: string; message: string; days_ago: number } | null;
};

// ---------------------------------------------------------------------------------------------

type Area = { key: string; rows: readonly IdeaRow[]; forum: string; categories: readonly (string | null)[] };

const AREAS: readonly Area[] = [
  { key: 'scheduling', rows: SCHEDULING, forum: 'product', categories: ['Scheduling'] },
  { key: 'work_orders', rows: WORK_ORDERS, forum: 'product', categories: ['Work orders'] },
  { key: 'assets', rows: ASSETS, forum: 'product', categories: ['Machines and maintenance'] },
  { key: 'parts', rows: PARTS, forum: 'product', categories: ['Parts and stock'] },
  { key: 'billing', rows: BILLING, forum: 'product', categories: ['Quotes and invoices'] },
  { key: 'reporting', rows: REPORTING, forum: 'product', categories: ['Reports'] },
  { key: 'notifications', rows: NOTIFICATIONS, forum: 'product', categories: ['Messages'] },
  { key: 'mobile', rows: MOBILE, forum: 'mobile', categories: [] },
  { key: 'portal', rows: PORTAL, forum: 'portal', categories: [] },
  { key: 'integrations', rows: INTEGRATIONS, forum: 'platform', categories: [] },
  { key: 'access', rows: ACCESS, forum: 'admin', categories: [] },
  { key: 'data', rows: DATA, forum: 'platform', categories: [] },
];

/** Category of an idea in the forums where words decide; the first that fits. */
const CATEGORY_WORDS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  mobile: [
    [/safety|alarm|lone/i, 'Safety'],
    [/photo|form|scan|draw|sign|measure|report/i, 'Photos and forms'],
    [/time|kilomet|driv|navigation|nearby|tomorrow/i, 'Time and travel'],
    [/./, 'Everyday use'],
  ],
  portal: [
    [/book|appoint|visit|track|calendar|reminder|who will come/i, 'Booking'],
    [/invoice|document|cost|export|quote|contract/i, 'Documents'],
    [/fault|report|emergency|status page|thread|notify/i, 'Fault reports'],
  ],
  platform: [
    [/account|payroll|tender|deal|invoice/i, 'Accounting and payroll'],
    [/api|webhook|token|sandbox|limit|connector|version|sync|external id|export|trigger/i, 'API'],
    [/import|duplicate|address|archive|bulk|check|required|tags|undo/i, 'Import and clean-up'],
    [/search|list|keyboard|opened|side by side|page|preview|map/i, 'Search and lists'],
  ],
  admin: [
    [/sign-in|password|device|session|network|emergency access/i, 'Sign-in'],
    [/personal data|confidential|log of|hide|mark of|terms|hours/i, 'Privacy'],
    [/role|right|guest|owner|admin|invite|user/i, 'Roles and rights'],
  ],
};

/** Past tense: such a clause does not fit behind "today" or "still". */
const PAST =
  /\b(?:was|were|had|found|turned|repaired|ended|ran|phoned|learned|leaked|stopped|broke|sent|reached|planned a|vanished|waited|took|cost us|attached the|changed when|used for)\b/;

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const round = (days: number) => Math.round(days * 1000) / 1000;

/** From text to the part of an address: plain letters, digits and dots. */
function addressPart(text: string): string {
  return text
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('ı', 'i')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '.')
    .replace(/^\.|\.$/g, '');
}

/** The customers, each with a domain of its own below example.com. */
export function demoAccounts(seed: number): DemoAccount[] {
  const random = randomFor(seed, 'accounts');
  return ACCOUNTS.map(([name, industry, country, plan], index) => {
    const [from, to] = PLANS[plan];
    // a few of the large ones pay far more than the others
    const skew = plan === 'Enterprise' ? 3.2 : 1.7;
    const dollars = Math.round((from + (to - from) * random.next() ** skew) / 10) * 10;
    const months = 3 + random.below(50);
    return {
      key: `account-${index + 1}`,
      external_id: `K-${20_100 + index * 7}`,
      name,
      industry,
      country,
      plan,
      mrr_cents: dollars * 100,
      ltv_cents: Math.round(dollars * months * (0.8 + random.next() * 0.2)) * 100,
      created_days_ago: round(months * 30 + random.next() * 30),
      last_active_days_ago: round(random.next() ** 3 * 40),
    };
  });
}

export type DemoRevenue = { account: string; days_ago: number; mrr_cents: number };

/** What each customer paid from a time on: most grew in steps to what they pay now, some had a smaller year between. */
export function demoRevenues(seed: number): DemoRevenue[] {
  const random = randomFor(seed, 'revenues');
  return demoAccounts(seed).flatMap(({ key, mrr_cents, created_days_ago }) => {
    const steps = Math.min(1 + random.below(6), 1 + Math.floor(created_days_ago / 90));
    const first = 0.55 + random.next() * 0.25;
    return Array.from({ length: steps }, (_, index): DemoRevenue => {
      const isLast = index === steps - 1;
      const grown = first + ((1 - first) * index) / Math.max(1, steps - 1);
      const share = index > 0 && random.chance(0.12) ? grown * 0.85 : grown;
      return {
        account: key,
        days_ago: round(created_days_ago * (1 - index / steps)),
        mrr_cents: isLast ? mrr_cents : Math.round((mrr_cents * share) / 1000) * 1000,
      };
    });
  });
}

/** How many people of a customer are known, by plan. */
const PEOPLE_BY_PLAN: Readonly<Record<Plan, number>> = { Starter: 2, Team: 5, Business: 9, Enterprise: 16 };

/** Draws a name that nobody has yet. */
function newName(random: Random, origin: Origin, taken: Set<string>): string {
  for (let tries = 0; ; tries++) {
    const name = `${random.pick(origin.first)} ${random.pick(origin.last)}`;
    if (!taken.has(name) || tries > 60) {
      taken.add(name);
      return name;
    }
  }
}

/** One of the origins, as often as its share says. */
function drawOrigin(random: Random): Origin {
  const total = ORIGINS.reduce((sum, { share }) => sum + share, 0);
  let at = random.next() * total;
  for (const origin of ORIGINS) {
    at -= origin.share;
    if (at < 0) return origin;
  }
  return random.pick(ORIGINS);
}

/** The people of the customers, most from the customer's country, and some who belong to none. */
export function demoPeople(seed: number): DemoPerson[] {
  const random = randomFor(seed, 'people');
  const names = new Set<string>();
  const addresses = new Set<string>();
  const people: DemoPerson[] = [];

  const add = (account: DemoAccount | null) => {
    const atHome = account ? ORIGINS.find(({ country }) => country === account.country) : undefined;
    // People move: one in seven has a name from elsewhere, and lives where the company is.
    const home = atHome ?? drawOrigin(random);
    const origin = random.chance(0.14) ? drawOrigin(random) : home;
    const name = newName(random, origin, names);
    const domain = account ? `${addressPart(account.name).replaceAll('.', '-')}.example` : 'mail.example';
    let address = `${addressPart(name)}@${domain}`;
    for (let n = 2; addresses.has(address); n++) address = `${addressPart(name)}${n}@${domain}`;
    addresses.add(address);
    const created = account
      ? Math.min(account.created_days_ago, 20 + random.next() * 900)
      : 20 + random.next() * 500;
    const mood = random.next();
    people.push({
      key: `person-${people.length + 1}`,
      name,
      email_address: address,
      job_title: random.pick(JOB_TITLES),
      city: random.pick(home.cities),
      region: home.region,
      country: home.country,
      account: account?.key ?? null,
      satisfaction_score: random.chance(0.45)
        ? null
        : mood < 0.18
          ? 2 + random.below(5)
          : mood < 0.45
            ? 7 + random.below(2)
            : 9 + random.below(2),
      subscribed: random.chance(0.88),
      created_days_ago: round(created),
      last_login_days_ago: random.chance(0.12) ? null : round(Math.min(created, random.next() ** 2 * 90)),
    });
  };

  for (const account of demoAccounts(seed)) {
    const usual = PEOPLE_BY_PLAN[account.plan];
    const count = Math.max(1, Math.round(usual * (0.7 + random.next() * 0.6)));
    for (let i = 0; i < count; i++) add(account);
  }
  for (let i = 0; i < 46; i++) add(null);
  return people;
}

/** The team that uses the console, without the owner and the demo users that belong to no person. */
export function demoStaff(seed: number): DemoStaff[] {
  const random = randomFor(seed, 'staff');
  const names = new Set<string>();
  return STAFF_ROLES.map((role, index) => {
    const name = newName(random, drawOrigin(random), names);
    return { ...role, key: `staff-${index + 1}`, name, email_address: `${addressPart(name)}@marlow.example` };
  });
}

/** Who looks after ideas and speaks for the product. */
const isProduct = ({ team, license_type }: DemoStaff) => team === 'Product' && license_type === 'full';

/** How many days it took from the start to where an idea is now, at least. */
const MIN_AGE: Readonly<Record<DemoStatusName, number>> = {
  'under review': 14,
  planned: 40,
  started: 75,
  completed: 110,
  declined: 45,
};

/** The row behind an idea's key, and its area. */
function rowOf(key: string): { area: Area; row: IdeaRow } {
  const [, areaKey = '', number = ''] = /^idea-([a-z_]+)-(\d+)$/.exec(key) ?? [];
  const area = AREAS.find((candidate) => candidate.key === areaKey);
  const row = area?.rows[Number(number) - 1];
  if (!area || !row) throw new RangeError(`There is no idea ${key}`);
  return { area, row };
}

/** A status that fits an idea's age and popularity. */
function drawStatus(random: Random, age: number, popularity: number): DemoStatusName | null {
  const draw = random.next() + (popularity - 0.3) * 0.25;
  const status: DemoStatusName | null =
    draw < 0.33
      ? null
      : draw < 0.4
        ? 'declined'
        : draw < 0.58
          ? 'under review'
          : draw < 0.72
            ? 'planned'
            : draw < 0.81
              ? 'started'
              : 'completed';
  return status !== null && age >= MIN_AGE[status]
    ? status
    : age >= MIN_AGE['under review'] && random.chance(0.4)
      ? 'under review'
      : null;
}

/** Internal statuses that go with a public one. */
const INTERNAL_OF: Readonly<Record<DemoStatusName, readonly (DemoInternalStatusName | null)[]>> = {
  'under review': ['Needs research', 'Researching', 'Researching', null],
  planned: ['Researching', 'Ready', 'Ready'],
  started: ['Building'],
  completed: ['Shipped'],
  declined: [null, 'Needs research'],
};

/** All ideas, oldest first. Titles are all different. */
export function demoIdeas(seed: number): DemoIdea[] {
  const random = randomFor(seed, 'ideas');
  const people = demoPeople(seed);
  const owners = demoStaff(seed).filter(isProduct);
  const fullNames = DEMO_LABELS.flatMap(({ name, children }) =>
    children.length > 0 ? children.map((child) => `${name} / ${child}`) : [name],
  );

  const ideas = AREAS.flatMap((area) =>
    area.rows.map(([title, body], index): DemoIdea => {
      const draw = round(0.4 + DAYS * random.next());
      const popularity = round(random.next() ** 3.2);
      const status = drawStatus(random, draw, popularity);
      // what many want has been there for long, and of what nobody has looked at yet much is new
      const age = round(
        status === null
          ? draw + (DAYS - draw) * 0.75 * popularity - draw * 0.45 * (1 - popularity)
          : draw + (DAYS - draw) * 0.75 * popularity,
      );
      const category =
        area.categories[0] ??
        CATEGORY_WORDS[area.forum]?.find(([words]) => words.test(`${title} ${body}`))?.[1] ??
        null;
      // Somebody who was there already when the idea came in.
      const known = people.filter((person) => person.created_days_ago > age);
      const custom: Record<string, string | number | boolean> = {};
      if (random.chance(0.4)) custom.effort = random.pick(['S', 'M', 'M', 'L', 'L', 'XL']);
      if (random.chance(0.25)) custom.confidence = 10 * (2 + random.below(8));
      if (random.chance(0.3)) custom.strategic = random.chance(0.6);
      const state = random.next();
      return {
        key: `idea-${area.key}-${index + 1}`,
        area: area.key,
        forum: area.forum,
        category,
        title,
        body,
        creator: random.pick(known.length > 0 ? known : people).key,
        channel: random.pick(['web', 'web', 'web', 'widget', 'admin', 'admin', 'email', 'api']),
        state:
          status === 'completed' && draw > 250 && random.chance(0.3)
            ? 'closed'
            : status === null && draw < 60 && state < 0.06
              ? 'pending'
              : state < 0.5
                ? 'published'
                : 'approved',
        created_days_ago: age,
        status,
        internal_status:
          status === null
            ? random.chance(0.15)
              ? 'Needs research'
              : null
            : random.pick(INTERNAL_OF[status]),
        labels: random.chance(0.62)
          ? random
              .shuffle(fullNames)
              .slice(0, 1 + random.below(3))
              .sort()
          : [],
        owner: random.chance(status === null ? 0.3 : 0.85) ? random.pick(owners).key : null,
        custom_fields: custom,
        popularity,
      };
    }),
  );
  return ideas.sort((a, b) => b.created_days_ago - a.created_days_ago);
}

/** How the votes of an idea come in. */
type Course = 'steady' | 'rising' | 'falling' | 'surging' | 'past';

/** The courses of the most wanted ideas, which a list begins with. */
const FIRST_COURSES: readonly Course[] = [
  ...(['steady', 'rising', 'rising', 'steady', 'falling', 'rising', 'steady', 'surging'] as const),
  ...(['falling', 'steady', 'rising', 'past', 'steady', 'rising', 'falling', 'steady'] as const),
];

/** The courses of the others, each as often as it stands here. */
const COURSES: readonly Course[] = [
  ...(['steady', 'steady', 'steady', 'steady', 'steady', 'rising', 'rising', 'falling', 'falling'] as const),
  ...(['surging', 'past'] as const),
];

/** How a wave came in days: over about three weeks. */
const WAVE_DAYS = 24;

/**
 * When the votes of an idea come in, in days before now.
 *
 * @param count how many
 * @param oldest days ago that the idea came in
 * @param newest days ago that the last vote came in
 */
function voteDays(random: Random, course: Course, count: number, oldest: number, newest: number): number[] {
  const span = oldest - newest;
  const wave = Math.min(WAVE_DAYS, span);
  return random.shuffle(
    Array.from({ length: count }, (_none, index) => {
      // evenly spread but for some days: few weeks are empty by chance, and none is like the next
      const even = Math.min(0.999, Math.max(0, (index + 0.5 + 3 * (random.next() - 0.5)) / count));
      switch (course) {
        case 'rising':
          // half of them of late, each week more than the one before
          return index % 2 === 0
            ? newest + span * even
            : newest - Math.log(1 - even * (1 - Math.exp(-span / 45))) * 45;
        case 'falling':
          return newest + span * even ** 0.55;
        case 'surging':
          return index % 5 === 0 ? newest + wave * even ** 1.6 : newest + span * even;
        case 'past':
          return newest + (index % 5 === 0 ? Math.min(0.12 * span, 45) + wave * even : span * even);
        default:
          return newest + span * even;
      }
    }),
  );
}

/** Whose subject an idea is: how likely a customer of a plan cares for it, so the revenue behind ideas differs. */
const AUDIENCES = {
  small: { Starter: 0.95, Team: 0.92, Business: 0.78, Enterprise: 0.06 },
  mixed: { Starter: 0.75, Team: 0.7, Business: 0.65, Enterprise: 0.5 },
  large: { Starter: 0.08, Team: 0.15, Business: 0.35, Enterprise: 0.95 },
  few: { Starter: 0.1, Team: 0.12, Business: 0.14, Enterprise: 0.12 },
} as const satisfies Readonly<Record<string, Readonly<Record<Plan, number>>>>;
type Audience = keyof typeof AUDIENCES;

/** The audiences of the most wanted ideas, which differ in what they are worth. */
const FIRST_AUDIENCES: readonly Audience[] = [
  ...(['small', 'mixed', 'large', 'small', 'mixed', 'small', 'small', 'large'] as const),
  ...(['small', 'mixed', 'small', 'large', 'mixed', 'small', 'small', 'mixed'] as const),
];

/** Who wants which idea: the creator first, then people who care about its area, some of all kinds. */
export function demoSupporters(seed: number): DemoSupport[] {
  const random = randomFor(seed, 'supporters');
  const people = demoPeople(seed);
  const accounts = demoAccounts(seed);
  const interested = new Map(AREAS.map(({ key }) => [key, people.filter(() => random.chance(0.3))] as const));
  const result: DemoSupport[] = [];
  const ideas = demoIdeas(seed);
  const ranks = new Map(
    [...ideas].sort((a, b) => b.popularity - a.popularity).map((idea, rank) => [idea.key, rank]),
  );
  for (const idea of ideas) {
    if (idea.state === 'pending') continue;
    const rank = ranks.get(idea.key)!;
    // few ideas are wanted by many, many by few
    const wanted = 1 + Math.floor(420 * Math.exp(-rank / 38)) + random.below(4);
    const seen = new Map<string, DemoPerson>();
    const add = (person: DemoPerson) => {
      if (seen.size < wanted) seen.set(person.key, person);
    };
    const creator = people.find((person) => person.key === idea.creator);
    if (creator) add(creator);
    const audience =
      FIRST_AUDIENCES[rank] ??
      random.pick<Audience>(
        wanted > 60 ? ['small', 'small', 'mixed', 'large'] : ['few', 'few', 'small', 'large'],
      );
    const hearing = AUDIENCES[audience];
    const addressed = new Set(
      accounts.filter(({ plan }) => random.chance(hearing[plan])).map(({ key }) => key),
    );
    const hears = (person: DemoPerson) =>
      person.account === null ? random.chance(0.5) : addressed.has(person.account);
    for (const person of random.shuffle(interested.get(idea.area) ?? [])) {
      if (hears(person) && random.chance(0.75)) add(person);
    }
    for (const person of random.shuffle(people).filter(hears)) add(person);

    const course = FIRST_COURSES[rank] ?? random.pick(COURSES);
    const isOver = idea.status === 'completed' || idea.status === 'declined';
    const newest = Math.min(isOver ? 20 : 0, idea.created_days_ago * 0.3);
    const days = voteDays(random, course, seen.size, idea.created_days_ago, newest);
    [...seen.values()].forEach((person, index) =>
      result.push({
        idea: idea.key,
        person: person.key,
        days_ago: round(person === creator ? idea.created_days_ago : days[index]!),
        subscribed: person.subscribed && random.chance(0.9),
        importance: random.chance(0.4) ? random.pick([1, 2, 2, 3, 3] as const) : null,
        is_creator: person === creator,
      }),
    );
  }
  return result;
}

// ---------------------------------------------------------------------------------------------
// What people write

/** The frame with its places filled in. */
function fill(
  frame: string,
  row: IdeaRow,
  random: Random,
  who?: { person: string; account: string },
): string {
  const [title, , need, pain] = row;
  return frame
    .replaceAll('{title}', title)
    .replaceAll('{need}', need)
    .replaceAll('{Need}', capital(need))
    .replaceAll('{pain}', pain)
    .replaceAll('{now}', pain)
    .replaceAll('{Pain}', capital(pain))
    .replaceAll('{n}', String(6 + random.below(58)))
    .replaceAll('{sites}', String(14 + random.below(386)))
    .replaceAll('{person}', who?.person ?? 'Somebody')
    .replaceAll('{account}', who?.account ?? 'A customer');
}

const speaksOfPain = (frame: string) => /\{(?:pain|Pain|now)\}/.test(frame);

/** Deals items out one after another in a new order each round, so that none comes twice in a row of rounds. */
function dealer<T>(random: Random, items: readonly T[]): (fits?: (item: T) => boolean) => T | null {
  const hand: T[] = [];
  return (fits = () => true) => {
    for (let round = 0; round < 2; round++) {
      const index = hand.findIndex(fits);
      if (index !== -1) return hand.splice(index, 1)[0] ?? null;
      hand.push(...random.shuffle(items));
    }
    return null;
  };
}

/** Does the pain of the row fit behind "today"? */
const isPresent = (row: IdeaRow) => !PAST.test(row[3]);

/** The language that a sentence is in, by the country where people speak it; null: English. */
function countryOf(text: string): string | null {
  const count = (words: RegExp) => text.match(words)?.length ?? 0;
  if (
    count(
      /\b(?:bei|uns|unsere|ohne|sind|wir|nicht|ist|stehen|und|hier|fehlt|auch|macht|mit|noch|Betriebsrat|wünschen|Würde)\b/g,
    ) >= 2
  )
    return 'Germany';
  if (count(/\b(?:le|la|est|notre|nous|pas|sur|un|une|dans|pour|équipe)\b/g) >= 2) return 'France';
  if (count(/\b(?:są|ekipy|nas|samo)\b/g) >= 1) return 'Poland';
  if (count(/\b(?:nosotros|lo)\b/gi) >= 2) return 'Spain';
  if (count(/\b(?:bij|ons|hetzelfde)\b/gi) >= 2) return 'Netherlands';
  if (count(/\b(?:lado|faz|muita)\b/g) >= 2) return 'Brazil';
  if (count(/\b(?:väntar|också)\b/g) >= 2) return 'Sweden';
  return null;
}

/** Comments below the ideas, oldest first. None appears below the same idea twice. */
export function demoComments(seed: number): DemoComment[] {
  const random = randomFor(seed, 'comments');
  const people = demoPeople(seed);
  const team = demoStaff(seed).filter(
    ({ license_type }) => license_type === 'full' || license_type === 'support',
  );
  const voters = votersOf(seed);
  const nextFrame = dealer(random, COMMENT_FRAMES);
  // Remarks without a word about the idea: twice each at most, then they are used up.
  const remarks = random.shuffle([
    ...SHORT_COMMENTS,
    ...SHORT_COMMENTS,
    ...GENERAL_COMMENTS,
    ...GENERAL_COMMENTS,
  ]);
  const spam = [...SPAM_COMMENTS];
  const nextTeam = dealer(random, TEAM_COMMENTS);
  const ofArea = new Map(AREAS.map(({ key }) => [key, random.shuffle(AREA_COMMENTS[key] ?? [])] as const));

  const comments: DemoComment[] = [];
  for (const idea of demoIdeas(seed)) {
    if (idea.state === 'pending') continue;
    const { row } = rowOf(idea.key);
    const present = isPresent(row);
    const texts: string[] = [];
    if (random.chance(0.9)) texts.push(row[4]);
    const busy = idea.popularity;
    if (random.chance(0.42 + busy)) {
      const frame = nextFrame((text) => speaksOfPain(text) && (present || !text.includes('{now}')));
      if (frame) texts.push(fill(frame, row, random));
    }
    if (random.chance(0.3 + busy)) {
      const frame = nextFrame((text) => !speaksOfPain(text));
      if (frame) texts.push(fill(frame, row, random));
    }
    const general = ofArea.get(idea.area) ?? [];
    for (let n = Math.floor(busy * 4) + (random.chance(0.35) ? 1 : 0); n > 0 && general.length > 0; n--) {
      texts.push(general.pop() ?? '');
    }
    if (random.chance(0.18 + busy * 0.5)) {
      const remark = remarks.pop();
      if (remark !== undefined) texts.push(remark);
    }

    // Who brought the idea in does not say "same here" below it.
    const authors = random.shuffle((voters.get(idea.key) ?? []).filter(({ key }) => key !== idea.creator));
    for (const text of texts) {
      const country = countryOf(text);
      const speaker = country ? people.filter((person) => person.country === country) : [];
      const author = speaker.length > 0 ? random.pick(speaker) : (authors.pop() ?? random.pick(people));
      const draw = random.next();
      comments.push({
        idea: idea.key,
        author: author.key,
        is_admin_comment: false,
        body: text,
        channel: random.pick(['web', 'web', 'web', 'widget', 'email', 'admin']),
        state: draw < 0.012 ? 'pending' : 'approved',
        days_ago: round(idea.created_days_ago * random.next() ** 0.5 * 0.98),
      });
    }
    const bait = busy > 0.2 && random.chance(0.1) ? spam.pop() : undefined;
    if (bait !== undefined) {
      comments.push({
        idea: idea.key,
        author: random.pick(people.filter((person) => person.account === null)).key,
        is_admin_comment: false,
        body: bait,
        channel: 'web',
        state: 'spam',
        days_ago: round(idea.created_days_ago * random.next()),
      });
    }
    if (texts.length > 1 && random.chance(0.14)) {
      comments.push({
        idea: idea.key,
        author: random.pick(team).key,
        is_admin_comment: true,
        body: nextTeam() ?? '',
        channel: 'admin',
        state: 'approved',
        days_ago: round(idea.created_days_ago * 0.4 * random.next()),
      });
    }
  }
  return comments.sort((a, b) => b.days_ago - a.days_ago);
}

/** The people behind each idea. */
function votersOf(seed: number): Map<string, DemoPerson[]> {
  const people = new Map(demoPeople(seed).map((person) => [person.key, person] as const));
  const result = new Map<string, DemoPerson[]>();
  for (const { idea, person } of demoSupporters(seed)) {
    const voter = people.get(person);
    if (!voter) continue;
    const list = result.get(idea);
    if (list) list.push(voter);
    else result.set(idea, [voter]);
  }
  return result;
}

type Source = FeedbackFrame['source'];

/** Where a piece of feedback says that it comes from. */
function sourceOf(
  source: Source,
  random: Random,
  title: string,
): Pick<DemoFeedback, 'channel' | 'source_type' | 'source_url' | 'source_title' | 'prompt'> {
  const number = 10_000 + random.below(60_000);
  const none = { source_type: null, source_url: null, source_title: null, prompt: null };
  switch (source) {
    case 'ticket':
      return {
        channel: 'ticket',
        source_type: 'ticket',
        source_url: `https://support.marlow.example/tickets/${number}`,
        source_title: `Ticket ${number}: ${title}`,
        prompt: null,
      };
    case 'call':
      return random.chance(0.5)
        ? {
            channel: 'admin',
            source_type: 'url',
            source_url: `https://calls.marlow.example/recordings/${number}`,
            source_title: null,
            prompt: null,
          }
        : { channel: 'admin', ...none };
    case 'mail':
      return { channel: 'email', ...none };
    case 'chat':
      return {
        channel: 'admin',
        source_type: 'conversation',
        source_url: `https://chat.marlow.example/c/${number}`,
        source_title: 'Chat',
        prompt: null,
      };
    case 'survey':
      return { channel: 'widget', ...none, prompt: random.pick(PROMPTS) };
    case 'sales':
      return {
        channel: 'admin',
        source_type: 'url',
        source_url: `https://crm.marlow.example/deals/${number}`,
        source_title: 'Deal',
        prompt: null,
      };
    default:
      return { channel: 'admin', ...none };
  }
}

/** How colleagues write a quote down. {quote} stands in its marks already. */
const QUOTE_FRAMES: readonly { source: Source; text: string }[] = [
  { source: 'call', text: 'Call with {person}, {account}: {quote}' },
  { source: 'call', text: '{quote} ({person}, on the phone)' },
  { source: 'meeting', text: '{person} in the review with {account}: {quote}' },
  { source: 'meeting', text: 'Heard at {account}: {quote}' },
  { source: 'mail', text: '{raw}' },
  { source: 'mail', text: 'Just so that you know: {raw}' },
  { source: 'survey', text: '{raw}' },
  { source: 'ticket', text: '{quote} – asked in a ticket, answered, linked.' },
  { source: 'ticket', text: '{raw}' },
  { source: 'chat', text: '{raw}' },
  { source: 'sales', text: 'From the demo: {quote}' },
];

/** Words of somebody for whom much depends on it, and of somebody who could do without. */
const GRAVE =
  /competitor|tender|renewal|side letter|on hold|another vendor|escalated|board on the|cannot do it|third ticket|speaks against us|score [1-4]\.|leaving|illegal|fined|compliance|audit|safety|lost /i;
const LIGHT =
  /not urgent|would be cool|quick question|love the|nice to|just wondering|just so that you know|score (?:9|10)\.|how-to|:\)|one day|trick that/i;

/** How much a piece of feedback weighs, by its own words: 3 is high. */
function severityOf(body: string): 1 | 2 | 3 {
  if (GRAVE.test(body)) return 3;
  return LIGHT.test(body) ? 1 : 2;
}

/** Feedback: what customers said to the team or wrote themselves, oldest first; some not yet linked. */
export function demoFeedback(seed: number): DemoFeedback[] {
  const random = randomFor(seed, 'feedback');
  const people = demoPeople(seed).filter((person) => person.account !== null);
  const accounts = new Map(demoAccounts(seed).map((account) => [account.key, account] as const));
  const team = demoStaff(seed);
  const voters = votersOf(seed);
  const nextFrame = dealer(random, FEEDBACK_FRAMES);
  const nextQuoteFrame = dealer(random, QUOTE_FRAMES);
  const records: DemoFeedback[] = [];

  const accountOf = (person: DemoPerson) => accounts.get(person.account ?? '');
  const add = (idea: DemoIdea | null, source: Source, person: DemoPerson, body: string, days: number) => {
    const score = /^Score (\d+)\./.exec(body)?.[1];
    records.push({
      idea: idea?.key ?? null,
      person: person.key,
      captured_by: random.pick(team).key,
      body,
      ...sourceOf(source, random, idea?.title ?? 'Question'),
      severity: random.chance(0.4) ? null : severityOf(body),
      nps_rating: score === undefined ? null : Number(score),
      days_ago: round(days),
    });
  };

  for (const idea of demoIdeas(seed)) {
    const { row } = rowOf(idea.key);
    const present = isPresent(row);
    const speakers = random.shuffle((voters.get(idea.key) ?? []).filter((person) => person.account !== null));
    const speaker = (text: string) => {
      const country = countryOf(text);
      const locals = country ? people.filter((person) => person.country === country) : [];
      return locals.length > 0 ? random.pick(locals) : (speakers.pop() ?? random.pick(people));
    };
    const who = (person: DemoPerson) => ({
      person: person.name,
      account: accountOf(person)?.name ?? 'a customer',
    });
    const when = () => idea.created_days_ago * random.next() ** 0.5 * 0.97;

    if (random.chance(0.92)) {
      const quote = row[5];
      const person = speaker(quote);
      // Marks inside marks, and what is a report rather than a sentence, stay as they are.
      const isPlain = !/[“”]/.test(quote);
      const frame = nextQuoteFrame(({ text }) => isPlain || text.includes('{raw}'));
      const text = (frame?.text ?? '{raw}').replace('{quote}', `“${quote}”`).replace('{raw}', quote);
      add(idea, frame?.source ?? 'mail', person, fill(text, row, random, who(person)), when());
    }
    const busy = idea.popularity;
    if (random.chance(0.45 + busy)) {
      const frame = nextFrame(({ text }) => speaksOfPain(text) && (present || !text.includes('{now}')));
      if (frame) {
        const person = speaker(frame.text);
        add(idea, frame.source, person, fill(frame.text, row, random, who(person)), when());
      }
    }
    for (let n = (random.chance(0.35 + busy) ? 1 : 0) + (busy > 0.55 ? 1 : 0); n > 0; n--) {
      const frame = nextFrame(({ text }) => !speaksOfPain(text));
      if (!frame) continue;
      const person = speaker(frame.text);
      add(idea, frame.source, person, fill(frame.text, row, random, who(person)), when());
    }
  }

  const anyRow = SCHEDULING[0];
  for (const { source, text } of INBOX) {
    const country = countryOf(text);
    const locals = country ? people.filter((person) => person.country === country) : people;
    const person = random.pick(locals.length > 0 ? locals : people);
    if (!anyRow) continue;
    const body = fill(text, anyRow, random, {
      person: person.name,
      account: accountOf(person)?.name ?? 'a customer',
    });
    add(null, source, person, body, random.next() * 45);
  }
  return records.sort((a, b) => b.days_ago - a.days_ago);
}

/** How far an idea is, for what the team writes about it. */
const PHASES: Readonly<Record<DemoStatusName, keyof typeof NOTES>> = {
  'under review': 'early',
  planned: 'planned',
  started: 'building',
  completed: 'shipped',
  declined: 'declined',
};

/** Notes of the team, oldest first. Each fits the status that the idea has, and came after it. */
export function demoNotes(seed: number): DemoNote[] {
  const random = randomFor(seed, 'notes');
  const team = demoStaff(seed);
  const next = new Map(
    Object.entries(NOTES).map(([phase, texts]) => [phase, dealer(random, texts)] as const),
  );
  const nextFrame = dealer(random, NOTE_FRAMES);
  const since = new Map(demoStatusUpdates(seed).map(({ idea, days_ago }) => [idea, days_ago] as const));
  const notes: DemoNote[] = [];
  for (const idea of demoIdeas(seed)) {
    const { row } = rowOf(idea.key);
    const phase = idea.status === null ? 'early' : PHASES[idea.status];
    const count =
      (idea.status === null ? 0 : 1) * (random.chance(0.55) ? 1 : 0) +
      (random.chance(idea.popularity) ? 1 : 0);
    for (let n = 0; n < count; n++) {
      const isFramed = random.chance(0.3) && (phase === 'early' || phase === 'planned');
      const text = isFramed ? fill(nextFrame() ?? '', row, random) : (next.get(phase)?.() ?? '');
      notes.push({
        idea: idea.key,
        author: random.pick(team).key,
        body: text,
        days_ago: round((since.get(idea.key) ?? idea.created_days_ago) * random.next() * 0.9),
      });
    }
  }
  return notes.sort((a, b) => b.days_ago - a.days_ago);
}

/** The steps that lead to a status. */
const WAY_TO: Readonly<Record<DemoStatusName, readonly DemoStatusName[]>> = {
  'under review': ['under review'],
  planned: ['under review', 'planned'],
  started: ['under review', 'planned', 'started'],
  completed: ['planned', 'started', 'completed'],
  declined: ['under review', 'declined'],
};

/** Public status updates, oldest first; the last one of an idea sets its status. */
export function demoStatusUpdates(seed: number): DemoStatusUpdate[] {
  const random = randomFor(seed, 'status updates');
  const owners = demoStaff(seed).filter(isProduct);
  const messages = new Map(
    DEMO_STATUSES.map(({ name }) => [name, dealer(random, STATUS_MESSAGES[name] ?? [])] as const),
  );
  const updates: DemoStatusUpdate[] = [];
  for (const idea of demoIdeas(seed)) {
    if (idea.status === null) continue;
    const steps = WAY_TO[idea.status];
    // Earlier steps were not always announced.
    const taken = steps.filter((_, index) => index === steps.length - 1 || random.chance(0.7));
    taken.forEach((status, index) => {
      const part = (index + 0.35 + random.next() * 0.5) / (taken.length + 0.4);
      const message = messages.get(status)?.();
      const isSilent = random.chance(0.12);
      updates.push({
        idea: idea.key,
        author: idea.owner ?? random.pick(owners).key,
        status,
        html_body: isSilent || !message ? null : `<p>${message}</p>`,
        supporters_notified: !isSilent && random.chance(0.7),
        days_ago: round(idea.created_days_ago * (1 - part)),
      });
    });
  }
  return updates.sort((a, b) => b.days_ago - a.days_ago);
}

/** Internal status updates, oldest first; the last one of an idea sets its internal status. */
export function demoInternalStatusUpdates(seed: number): DemoInternalStatusUpdate[] {
  const random = randomFor(seed, 'internal status updates');
  const owners = demoStaff(seed).filter(isProduct);
  const next = new Map(
    Object.entries(INTERNAL_STATUS_MESSAGES).map(([name, texts]) => [name, dealer(random, texts)] as const),
  );
  const since = new Map(demoStatusUpdates(seed).map(({ idea, days_ago }) => [idea, days_ago] as const));
  return demoIdeas(seed)
    .flatMap((idea): DemoInternalStatusUpdate[] =>
      idea.internal_status === null
        ? []
        : [
            {
              idea: idea.key,
              author: idea.owner ?? random.pick(owners).key,
              internal_status: idea.internal_status,
              html_text: random.chance(0.5) ? `<p>${next.get(idea.internal_status)?.() ?? ''}</p>` : null,
              // about when the public was told
              days_ago: round((since.get(idea.key) ?? idea.created_days_ago) * (0.8 + 0.2 * random.next())),
            },
          ],
    )
    .sort((a, b) => b.days_ago - a.days_ago);
}

/** Flags of the team, oldest first; about half are cleared. */
export function demoFlags(seed: number): DemoFlag[] {
  const random = randomFor(seed, 'flags');
  const team = demoStaff(seed);
  const next = dealer(random, FLAG_REASONS);
  return demoIdeas(seed)
    .filter(() => random.chance(0.055))
    .map((idea): DemoFlag => {
      const daysAgo = round(idea.created_days_ago * random.next() * 0.9);
      return {
        idea: idea.key,
        author: random.pick(team).key,
        reason: next() ?? '',
        days_ago: daysAgo,
        cleared: random.chance(0.5)
          ? {
              author: random.pick(team).key,
              message: random.pick([
                'Looked at it, nothing to do.',
                'Answered in public.',
                'Talked to the account manager.',
                'Edited the text.',
              ]),
              days_ago: round(daysAgo * random.next()),
            }
          : null,
      };
    })
    .sort((a, b) => b.days_ago - a.days_ago);
}
