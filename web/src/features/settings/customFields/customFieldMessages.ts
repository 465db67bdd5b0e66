/** Texts of the custom fields. */
import type { CustomFieldObjectType } from '../../../../../contract/states.ts';
import { formatNumber, plural } from '../../../ui/text/format.ts';

const HELD = {
  suggestion: { one: 'idea', other: 'ideas' },
  feature: { one: 'feature', other: 'features' },
  user: { one: 'person', other: 'people' },
  account: { one: 'account', other: 'accounts' },
} as const;

export const customFieldTexts = {
  title: 'Custom fields',
  what: 'the custom fields',
  show: 'Fields of',
  of: { suggestion: 'Ideas', feature: 'Features', user: 'People', account: 'Accounts' },
  notes: {
    suggestion:
      'Facts of your own about ideas. They stand on the idea, in its list as columns and filters, and in files.',
    feature: 'Facts of your own about features. They stand on the feature and in its list.',
    user: 'Facts of your own about people. They stand on the person; expressions find people by them.',
    account:
      'Facts of your own about accounts, such as a renewal. They stand on the account; expressions find accounts and their people by them.',
  },
  create: 'New field',
  empty: {
    suggestion: 'Ideas have no fields of their own yet',
    feature: 'Features have no fields of their own yet',
    user: 'People have no fields of their own yet',
    account: 'Accounts have no fields of their own yet',
  },
  emptyReason: 'A field holds what your team wants to know of each: an effort, a target date, a yes or no.',
  list: 'Fields',
  columns: { name: 'Field', key: 'Key', kind: 'Kind' },
  filled: (total: number | null) => (total === null ? 'Filled' : `Filled, of ${formatNumber(total)}`),
  notCounted: 'too many to count',
  share: (filled: number, total: number) => `${formatNumber(filled)} of ${formatNumber(total)}`,
  edit: (name: string) => `Edit ${name}`,
  kinds: {
    string: 'Text',
    numeric: 'Number',
    boolean: 'Yes or no',
    date: 'Date',
    string_enum: 'List of words',
    numeric_enum: 'List of numbers',
  },

  panel: {
    create: 'New field',
    edit: 'Edit field',
    what: 'field',
    name: 'Name',
    nameMissing: 'Enter a name.',
    namePlaceholder: 'Effort',
    key: 'Key',
    keyNote:
      'Programs and files know the field by it. It cannot be changed later; without one it is made of the name.',
    keyKept: 'Programs and files know the field by it. It stays.',
    keyProblem: 'A key has small letters, digits and _, and begins with a letter.',
    kind: 'Kind',
    kindKept: 'The kind stays. For another one, make a new field.',
    choices: 'Choices',
    choice: (place: number) => `Choice ${place}`,
    label: 'Text',
    number: (place: number) => `Number of choice ${place}`,
    numberPlaceholder: '8',
    addChoice: 'Add a choice',
    preselected: 'Default',
    up: (label: string) => `Move ${label} up`,
    uses: (count: number, of: CustomFieldObjectType) => plural(count, HELD[of]),
    choicesMissing: 'Give the field at least one choice.',
    choiceMissing: 'Enter a text for each choice.',
    choiceTwice: (label: string) => `“${label}” is there twice.`,
    numberMissing: 'Enter a number for each choice.',
    numberTwice: (number: number) => `The number ${number} is there twice.`,
    removed: (label: string, uses: string | null) =>
      uses === null ? `Records that have “${label}” get` : `“${label}” is on ${uses}. They get`,
    nothing: 'Nothing',
    submit: 'Make field',
    save: 'Save field',
    made: (name: string) => `${name} made.`,
    saved: (name: string) => `${name} saved.`,
    failed: (message: string) => `The field was not saved: ${message}`,
    remove: 'Delete…',
    removeTitle: (name: string) => `Delete ${name}?`,
    removeText: (uses: string | null) =>
      `Its values go with it${uses === null ? '' : `: ${uses}`}. Filters and views that name it stop working. This can’t be undone.`,
    removeConfirm: 'Delete field',
    deleted: (name: string) => `${name} deleted.`,
    notDeleted: (message: string) => `The field was not deleted: ${message}`,
  },
} as const;
