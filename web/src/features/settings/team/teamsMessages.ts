/** Texts of the groups that people of the workspace belong to. */
import { formatList, formatNumber } from '../../../ui/text/format.ts';

export const teamsTexts = {
  title: 'Teams',
  note: 'Groups such as Sales or Support. Ideas are filtered by the team that flagged them, and colleagues of who flagged an idea hear of its internal status.',
  none: 'No teams yet',
  noneReason: 'Make one for each department that works with ideas.',
  add: 'Add team',
  addTitle: 'Add a team',
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  actions: (name: string) => `Actions for ${name}`,
  remove: 'Delete',
  deleteTitle: (name: string) => `Delete the team ${name}?`,
  deleteText: 'Its people stay on the workspace. Ideas can no longer be filtered by it.',
  deleted: (name: string) => `Team ${name} was deleted.`,
  name: 'Name',
  nameNeeded: 'Enter a name',
  example: 'Sales',
  people: 'People',
  find: 'Find people',
  save: 'Save',
  made: (name: string) => `Team ${name} was made.`,
  saved: (name: string) => `Team ${name} was saved.`,
  failed: (message: string) => `Not saved: ${message}`,
  loadFailed: (message: string) => `The teams could not be loaded: ${message}`,
  members: (names: readonly string[], count: number) =>
    count === 0
      ? 'No one yet'
      : `${formatNumber(count)} · ${formatList(
          names.filter((name) => name !== ''),
          6,
        )}`,
} as const;
