/** Texts of merging two profiles of one person. */
import type { UserMergeField } from '../../../../../contract/user_merge.ts';
import { formatList, formatNumber, plural } from '../../../ui/text/format.ts';

const ideas = (count: number): string => plural(count, { one: 'idea', other: 'ideas' });

export const mergeUsersTexts = {
  what: 'the two profiles',
  open: 'Merge…',
  title: 'Merge two profiles',
  lead: 'Choose what stays, field by field. The merge can be undone for 30 days.',
  who: 'The other profile of this person',
  probably: 'Probably the same person',
  choose: 'Choose',
  chooseNamed: (name: string): string => `Choose ${name}`,
  another: 'Choose someone else',
  stays: 'Stays',
  goes: 'Goes',
  swap: 'Let the other profile stay',
  fields: {
    name: 'Name',
    email_address: 'Email',
    crm_account: 'Account',
    job_title: 'Job title',
    guid: 'GUID',
  } satisfies Record<UserMergeField, string>,
  none: 'None',
  alike: 'Both profiles say the same in every field.',
  after: 'After that',
  counting: 'Counting…',
  notCounted: 'What the merge does could not be counted.',
  ideasAfter: (count: number, common: number): string =>
    `${[
      plural(count, { one: 'idea has their vote', other: 'ideas have their vote' }),
      ...(common === 0
        ? []
        : [
            plural(common, {
              one: 'idea that both support counts them once',
              other: 'ideas that both support count them once',
            }),
          ]),
    ].join('; ')}.`,
  votes: (title: string, before: number, after: number): string =>
    `“${title}” goes from ${formatNumber(before)} to ${plural(after, { one: 'vote', other: 'votes' })}.`,
  made: (count: number): string =>
    `${plural(count, { one: 'idea, comment or feedback goes', other: 'ideas, comments and feedback go' })} over.`,
  score: (score: number): string => `Score ${formatNumber(score)}, their latest rating.`,
  accounts: (lines: readonly { name: string; ideas_count: number }[]): string =>
    `${formatList(
      lines.map(({ name, ideas_count }) => `${name} no longer stands behind ${ideas(ideas_count)}`),
      3,
    )}.`,
  mails: 'Email is sent only as far as both had it on. The other address and GUID still lead to this person.',
  merge: 'Merge profiles',
  working: 'Merging',
  chooseFirst: 'Choose the other profile first.',
  merged: (gone: string, stays: string): string => `${gone} was merged into ${stays}.`,
  undone: 'The merge was undone.',
  two: 'They are two people',
  twoNamed: (name: string): string => `They are two people: this one and ${name}`,
  apart: (name: string): string => `${name} is no longer suggested here.`,
  hint: 'Probably the same person as',
  compare: 'Compare',
  compareNamed: (name: string): string => `Compare with ${name}`,
  someone: 'Someone',

  mergedProfiles: 'Merged profiles',
  since: 'merged',
  undo: 'Undo',
  undoNamed: (name: string): string => `Undo the merge of ${name}`,
  goneTitle: (gone: string, stays: string): string => `${gone} was merged into ${stays}`,
  goneReason: 'What this profile gave stands there.',
  to: (name: string): string => `To ${name}`,
  undoMerge: 'Undo the merge',
} as const;
