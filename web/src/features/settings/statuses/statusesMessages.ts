/** Texts of the settings of statuses. */
import { plural } from '../../../ui/text/format.ts';

const ideas = (count: number) => plural(count, { one: 'open idea', other: 'open ideas' });

export const statusesMessages = {
  title: 'Statuses',
  what: 'the statuses',
  show: 'Show',
  public: 'Public',
  internal: 'Internal',
  list: { public: 'Public statuses', internal: 'Internal statuses' },
  create: 'New status',
  empty: { public: 'No public statuses yet', internal: 'No internal statuses yet' },
  emptyReason: 'A status tells where an idea stands.',
  notes: {
    public: 'Supporters see these names. The order here is the order of every picker and filter.',
    internal: 'Only your team sees these. The order here is the order of every picker and filter.',
  },
  isDefault: 'Preselected',
  edit: (name: string) => `Edit ${name}`,
  actionsOf: (name: string) => `Actions on ${name}`,
  editAction: 'Edit',
  delete: 'Delete',
  behaviour: (isOpen: boolean, allowComments: boolean) =>
    isOpen
      ? allowComments
        ? 'votes and comments'
        : 'votes only'
      : allowComments
        ? 'comments only'
        : 'no votes, no comments',
  ideas,
  reordered: 'Order saved.',
  reorderFailed: 'The order could not be saved.',
  undone: 'Undone.',

  panel: {
    create: { public: 'New public status', internal: 'New internal status' },
    edit: 'Edit status',
    what: 'status',
    name: 'Name',
    nameMissing: 'a name',
    nameNeeded: 'Enter a name',
    color: 'Color',
    colors: 'Colors',
    colorProblem: 'A color has the form #7E8E8E.',
    can: 'What supporters can do',
    vote: 'Vote',
    voteNote: 'Your team can always add voters.',
    comment: 'Comment',
    commentNote: 'Your team can always comment.',
    text: 'Text to start from',
    textNote: 'Write {idea}, {status} or {sender}: they are filled in when a status is posted.',
    reads: 'As it reads',
    sampleIdea: 'Title of the idea',
    preselected: 'Preselected when a status is posted',
    save: 'Save',
    make: 'Create status',
    created: (name: string) => `Status ${name} created.`,
    saved: (name: string) => `Status ${name} saved.`,
    failed: 'The status couldn’t be saved. Please try again.',
  },

  deleteDialog: {
    title: (name: string) => `Delete the status ${name}?`,
    counted: (count: number) => plural(count, { one: 'open idea has it.', other: 'open ideas have it.' }),
    target: 'Move its ideas to',
    none: 'No Status',
    old: 'Status updates that were posted keep its name. No one is emailed. This can’t be undone.',
    last: 'This is the last status of its kind. Create another one first.',
    confirm: 'Delete',
    working: 'Deleting…',
    done: (name: string) => `Status ${name} deleted.`,
    failed: 'The status couldn’t be deleted. Please try again.',
  },
} as const;
