/** Features, roadmaps and their readers: what both ends of the product go by. */

export const FEATURE_STATES = ['active', 'archived'] as const;
export type FeatureState = (typeof FEATURE_STATES)[number];
/** What a list of features may show; active when nothing is said. */
export const FEATURE_STATE_FILTERS = [...FEATURE_STATES, 'all'] as const;

/** What happens to a feature. */
export const FEATURE_EVENTS = [
  'created',
  'status',
  'name',
  'description',
  'product_area',
  'roadmap',
  'fields',
  'linked',
  'unlinked',
  'archived',
  'unarchived',
  'deleted',
  'restored',
] as const;
export type FeatureEventKind = (typeof FEATURE_EVENTS)[number];

/** Statuses that a workspace starts with, in their order; the first is the default one (DEC-107). */
export const DEFAULT_FEATURE_STATUSES = [
  { name: 'Proposed', hex_color: '#7E8E8E' },
  { name: 'Designing', hex_color: '#AC6BC8' },
  { name: 'Developing', hex_color: '#F0BA00' },
  { name: 'Researching', hex_color: '#4C8FC9' },
  { name: 'Beta', hex_color: '#2B9281' },
  { name: 'Complete', hex_color: '#7D7EDF' },
] as const;
/** The roadmap that a workspace starts with. */
export const FIRST_ROADMAP = 'Roadmap';

export const featureLimits = {
  /** Features of a workspace, archived ones included. */
  features: 20_000,
  /** Ideas of one feature. */
  ideas: 2_000,
  /** Ideas linked or taken out in one call. */
  ideasAtOnce: 500,
  statuses: 50,
  areas: 200,
  roadmaps: 100,
  /** Domains whose people may read one roadmap. */
  domains: 1_000,
  /** A domain has at most so many characters. */
  domainCharacters: 253,
} as const;

/** Where shared roadmaps are read, below the address of the workspace. */
export const roadmapPath = '/roadmaps';
/** The end of such an address. */
export const ROADMAP_TOKEN = /^[A-Za-z0-9_-]{32}$/;

/** How long the link in an email to a reader works, in minutes, and a browser that followed it, in days. */
export const roadmapVisit = { linkMinutes: 30, browserDays: 30 } as const;

/** Distance of two cards that were put one behind the other. */
export const POSITION_STEP = 1024;

const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * A domain as it is kept: in lower case, without what people type before it (`@`, `https://`).
 * @returns null when it is none, such as an address of one machine or a single word
 */
export function domainOf(typed: string): string | null {
  const domain = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/|[^@\s]*@)/, '')
    .replace(/\/$/, '');
  return DOMAIN.test(domain) ? domain : null;
}

/** The part of an email address behind its @, in lower case; its sub-domains are other domains. */
export const domainOfAddress = (address: string): string =>
  address.slice(address.lastIndexOf('@') + 1).toLowerCase();
