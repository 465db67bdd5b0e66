/** Texts of the page of satisfaction. */
import { formatNumber, plural, pluralForm } from '../../ui/text/format.ts';

const signed = (by: number): string => (by > 0 ? `+${String(by)}` : by < 0 ? `−${String(-by)}` : '±0');

export const satisfactionTexts = {
  title: 'Satisfaction',
  what: 'the ratings',
  period: 'Period',
  periods: {
    '29_days_ago': 'Last 30 days',
    '89_days_ago': 'Last 90 days',
    '364_days_ago': 'Last 365 days',
  },
  of: (from: string, to: string) => `Latest rating of each person, ${from} to ${to}`,
  add: 'Add rating',
  ask: 'Ask for ratings',

  empty: 'No ratings yet',
  emptyReason:
    'A rating is how likely someone is to recommend you, from 0 to 10. Ask your customers by email, add those that you hear, or send them by the API.',
  emptyPeriod: 'No ratings in this period',

  nps: 'NPS',
  npsTip: 'Percent of promoters (9 and 10) less that of detractors (0 to 6)',
  tooFew: (count: number) =>
    `${plural(count, { one: 'person', other: 'people' })} rated. A score needs at least 10.`,
  change: (by: number) => signed(by),
  against: 'against the same time before',
  noise: (margin: number) => `within noise (±${String(margin)})`,
  beyond: (margin: number) => `more than noise (±${String(margin)})`,
  noBefore: 'Too few ratings before to compare',
  bands: {
    promoters: (count: number) => pluralForm(count, { one: 'promoter', other: 'promoters' }),
    neutrals: () => 'neutral',
    detractors: (count: number) => pluralForm(count, { one: 'detractor', other: 'detractors' }),
  },
  percent: (share: number) => `${String(Math.round(share * 100))}%`,
  distribution: 'People by rating',
  distributionOf: (score: number, count: number) =>
    `${plural(count, { one: 'person', other: 'people' })} rated ${String(score)}`,
  ratings: 'Ratings',
  withWords: 'With words',
  people: 'People',
  asked: 'Asked',
  answered: (answered: number, asked: number) => `${String(Math.round((answered / asked) * 100))}% answered`,

  overTime: 'Over time',
  overTimeNote:
    'Each month by the latest rating of each person. Bars show how far chance alone could move it.',
  monthOf: (name: string, count: number) => `${name}, ${plural(count, { one: 'person', other: 'people' })}`,

  unhappy: 'What unhappy people want',
  unhappyNote: (count: number) =>
    `Open ideas that most of the ${plural(count, { one: 'detractor', other: 'detractors' })} voted for`,
  noUnhappy: 'No one is unhappy in this period.',
  noUnhappyIdeas: 'They voted for no open ideas.',
  peopleWant: (count: number) => plural(count, { one: 'detractor', other: 'detractors' }),
  revenue: (amount: string) => `Their accounts pay ${amount}/mo.`,

  show: 'Show',
  kinds: { all: 'All', words: 'With words', detractors: 'Detractors' },
  noWords: 'No words',
  noneOfKind: 'No such ratings in this period.',
  someone: 'Someone',
  first: 'first',
  same: 'same',
  from: (by: number, before: number) => ({ by: signed(by), from: `from ${String(before)}` }),
  scoreOf: (score: number) => `Rating ${String(score)}`,
  more: (count: number) => `Show ${formatNumber(count)} more`,
  remove: (name: string) => `Delete the rating of ${name}`,
  removed: 'Rating deleted.',
  notRemoved: (message: string) => `The rating was not deleted: ${message}`,
  restored: 'Rating restored.',
  notRestored: (message: string) => `The rating was not restored: ${message}`,

  dialog: {
    title: 'Add rating',
    submit: 'Add rating',
    submitting: 'Adding…',
    person: 'Person',
    personMissing: 'Choose a person',
    score: 'How likely are they to recommend you?',
    scoreMissing: 'Choose a rating from 0 to 10',
    low: 'not at all',
    high: 'very likely',
    words: 'What they said',
    day: 'Day',
    done: (name: string) => `Rating of ${name} added.`,
    failed: (message: string) => `The rating was not added: ${message}`,
    undone: 'Rating removed.',
  },
} as const;
