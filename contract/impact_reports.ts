/** Impact reports: their sections, their figures and how those stand in a text. Shared by console, server and the page for readers. */
import { shortCurrency } from './currency.ts';
import { escapeHtml } from './rich_text.ts';
import { sentimentText } from './sentiment.ts';

/** Limits of impact reports. */
export const impactLimits = {
  /** Ideas behind one report. */
  ideas: 100_000,
  /** Ideas that can be chosen one by one. */
  chosenIdeas: 1_000,
  /** Reports of a workspace. */
  reports: 2_000,
  /** Older versions that are kept of each; the oldest one makes room. */
  versions: 100,
  /** People that one report is shared with by name. */
  readers: 100,
  /** Accounts that are drawn by themselves. */
  accounts: 5,
  /** Ideas whose figures are taken, and from which those are chosen that it shows. */
  topIdeas: 20,
  /** Ideas that it shows while no one chose. */
  topIdeasAtFirst: 5,
  /** Quotes in one report. */
  quotes: 12,
  /** Quotes that are offered. */
  quotesOffered: 50,
  /** Letters of one quote. */
  quoteCharacters: 300,
  messageCharacters: 2_000,
  /** A deleted report can be brought back for so long. */
  undoDays: 30,
  /** A figure that moved by this share since has changed a lot. */
  muchChanged: 0.1,
} as const;

/** Sections of a report, in the order in which they stand at first. */
export const IMPACT_SECTIONS = [
  'summary',
  'figures',
  'problem',
  'accounts',
  'quotes',
  'top_ideas',
  'recommendation',
  'next_steps',
] as const;
export type ImpactSection = (typeof IMPACT_SECTIONS)[number];

/** Those that people write; the others are drawn from what was counted or chosen. */
export const IMPACT_TEXTS = ['summary', 'problem', 'recommendation', 'next_steps'] as const;
export type ImpactText = (typeof IMPACT_TEXTS)[number];

/** Headings of the sections, for the console and for readers. */
export const IMPACT_HEADINGS: Readonly<Record<ImpactSection, string>> = {
  summary: 'Summary',
  problem: 'Problem',
  figures: 'Figures',
  accounts: 'Who pays for it',
  quotes: 'In their words',
  top_ideas: 'Top ideas',
  recommendation: 'Recommendation',
  next_steps: 'Next steps',
};

/** What a report is about. */
export const IMPACT_SOURCES = ['theme', 'list', 'ideas'] as const;
export type ImpactSource = (typeof IMPACT_SOURCES)[number];

/** The numbers of a report, as of a day; amounts in USD, null where the reader sees none. */
export interface ImpactNumbers {
  ideas: number;
  /** people who support any of the ideas, each once */
  people: number;
  /** those of them whose first vote is at most 90 days old */
  people_new: number;
  /** accounts of these people, each once */
  accounts: number;
  /** all accounts of the workspace */
  all_accounts: number;
  revenue: number | null;
  all_revenue: number | null;
  /** mean of the ideas' scores, -1 to 1; null: none has one */
  sentiment: number | null;
  sentiment_count: number;
  /** votes of the last twelve months, the running one last */
  months: readonly { month: string; votes: number }[];
}

/** Days in which a person is new. */
export const impactNewDays = 90;

/** Numbers that stand in a text and follow the day of the figures. */
export const LIVE_FIGURES = [
  'people',
  'people-new',
  'accounts',
  'all-accounts',
  'revenue',
  'revenue-share',
  'ideas',
  'votes',
  'sentiment',
] as const;
export type LiveFigure = (typeof LIVE_FIGURES)[number];

/** Names of these numbers, as they are offered. */
export const LIVE_FIGURE_NAMES: Readonly<Record<LiveFigure, string>> = {
  people: 'People who support it',
  'people-new': 'People of the last 90 days',
  accounts: 'Accounts behind it',
  'all-accounts': 'All accounts',
  revenue: 'Revenue behind it',
  'revenue-share': 'Share of all revenue',
  ideas: 'Ideas',
  votes: 'Votes of the last whole month',
  sentiment: 'Sentiment',
};

/** Class of a number in a text; a second class names which one it is. */
export const LIVE_FIGURE_CLASS = 'es-figure';

const whole = (value: number): string => value.toLocaleString('en-US');

/** A share as people read it: 82%, and <1% for what is more than nothing. @param share 0 to 1 */
export function shareText(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? '<1%' : `${percent}%`;
}

/** A live figure as it stands in a text. What is not known, or not for this reader, is three dots. */
export function liveFigureText(name: LiveFigure, numbers: ImpactNumbers): string {
  const { revenue, all_revenue: all, months, sentiment } = numbers;
  switch (name) {
    case 'people':
      return whole(numbers.people);
    case 'people-new':
      return whole(numbers.people_new);
    case 'accounts':
      return whole(numbers.accounts);
    case 'all-accounts':
      return whole(numbers.all_accounts);
    case 'revenue':
      return revenue === null ? '…' : shortCurrency(revenue);
    case 'revenue-share':
      return revenue === null || all === null || all === 0 ? '…' : shareText(revenue / all);
    case 'ideas':
      return whole(numbers.ideas);
    case 'votes':
      return whole(months.at(-2)?.votes ?? 0);
    case 'sentiment':
      return sentiment === null ? '…' : sentimentText(sentiment);
  }
}

/** A live figure as HTML of a text. */
export function liveFigureHtml(name: LiveFigure, numbers: ImpactNumbers): string {
  return `<span class="${LIVE_FIGURE_CLASS} ${LIVE_FIGURE_CLASS}-${name}">${escapeHtml(liveFigureText(name, numbers))}</span>`;
}

/** The figure that a class list names; null: none. */
export function liveFigureOf(classes: string): LiveFigure | null {
  const names = classes.split(/\s+/);
  return (
    (names.includes(LIVE_FIGURE_CLASS)
      ? LIVE_FIGURES.find((name) => names.includes(`${LIVE_FIGURE_CLASS}-${name}`))
      : undefined) ?? null
  );
}

/**
 * A text with its live figures as of the day of the numbers.
 * @param html cleaned
 */
export function withLiveFigures(html: string, numbers: ImpactNumbers): string {
  return html.replace(/<span class="([^"]*)">[^<]*<\/span>/g, (whole, classes: string) => {
    const name = liveFigureOf(classes);
    return name === null ? whole : liveFigureHtml(name, numbers);
  });
}

/** The summary that a report begins with, from its numbers. */
export function firstSummary(numbers: ImpactNumbers): string {
  const figure = (name: LiveFigure): string => liveFigureHtml(name, numbers);
  const money =
    numbers.revenue === null || numbers.revenue === 0
      ? ''
      : ` They bring ${figure('revenue')} of revenue, ${figure('revenue-share')} of all.`;
  return `<p>${figure('people')} people at ${figure('accounts')} of our ${figure('all-accounts')} accounts ask for this.${money}</p>`;
}

/** Share by which a number moved; 1 where there was none before. */
function moved(before: number, now: number): number {
  return before === 0 ? (now === 0 ? 0 : 1) : Math.abs(now - before) / before;
}

/** Whether a report's numbers have changed so much that it wants new ones. Amounts in USD; null: not shown. */
export function hasChangedMuch(
  before: { people: number; accounts: number; revenue: number | null },
  now: { people: number; accounts: number; revenue: number | null },
): boolean {
  return (
    moved(before.people, now.people) >= impactLimits.muchChanged ||
    moved(before.accounts, now.accounts) >= impactLimits.muchChanged ||
    (before.revenue !== null &&
      now.revenue !== null &&
      moved(before.revenue, now.revenue) >= impactLimits.muchChanged)
  );
}

/** Where readers of a link find a report, below the site root. */
export const reportPath = '/reports';

/** Letters of a link's token. */
export const REPORT_TOKEN = /^[A-Za-z0-9_-]{32}$/;
