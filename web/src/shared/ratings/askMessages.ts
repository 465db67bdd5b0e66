/** Texts of asking for ratings by email. */
import { ASKED_EVERY_DAYS } from '../../../../contract/satisfaction_report.ts';
import { formatNumber, plural } from '../../ui/text/format.ts';

export const askMessages = {
  title: 'Ask for ratings',
  peopleCount: (count: number) => plural(count, { one: 'person', other: 'people' }),
  note: `One email with the question how likely they are to recommend you, from 0 to 10. No one is asked twice within ${String(ASKED_EVERY_DAYS)} days.`,
  who: 'Who',
  ways: { everyone: 'All customers', accounts: 'Customers of accounts', people: 'People' },
  accounts: 'Accounts',
  accountsMissing: 'Choose an account',
  person: 'Add a person',
  peopleMissing: 'Choose a person',
  chosen: 'People to ask',
  removePerson: (name: string) => `Remove ${name}`,
  message: 'Message before the question',
  counting: 'Counting…',
  notCounted: 'How many people would be asked could not be counted.',
  retry: 'Try again',
  reached: (count: number) => `${plural(count, { one: 'person', other: 'people' })} will be asked`,
  noOne: 'No one can be asked',
  leftOut: (count: number, sentence: string) => `${formatNumber(count)} left out: ${sentence}`,
  submit: (count: number) => `Ask ${plural(count, { one: 'person', other: 'people' })}`,
  submitAny: 'Ask',
  submitting: 'Asking…',
  done: (count: number) => `${plural(count, { one: 'person', other: 'people' })} will be asked.`,
  calledBack: 'Email canceled; no one is asked.',
  failed: (message: string) => `No one was asked: ${message}`,
} as const;
