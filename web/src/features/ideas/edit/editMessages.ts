/** Texts of what is changed in the list: pickers in cells, the bar of a selection, its dialogs. */
import { formatNumber, plural } from '../../../ui/text/format.ts';

const ideas = (count: number) => plural(count, { one: 'idea', other: 'ideas' });

export const editMessages = {
  /** Names of the pane beside the list. */
  peek: { group: 'Peek', what: 'the idea', label: (title: string) => `Peek: ${title}` },
  /** Names of the keys, for the list of shortcuts. */
  keys: {
    status: 'Set the public status',
    internal_status: 'Set the internal status',
    owner: 'Assign an owner',
    labels: 'Set labels',
    move: 'Move to another forum',
    voter: 'Add a voter',
    merge: 'Merge',
    delete: 'Delete the selection',
  },
  /** Head what can be done in the command palette. */
  onSelected: (count: number) => `On ${plural(count, { one: 'selected idea', other: 'selected ideas' })}`,
  onCurrent: 'On this idea',
  /** What a picker changes, in front of its target. */
  what: {
    status: 'Status',
    internal_status: 'Internal status',
    owner: 'Owner',
    labels: 'Labels',
    move: 'Forum',
  },
  of: (what: string, target: string) => `${what} of ${target}`,
  one: (title: string) => `“${title}”`,
  several: (count: number, hidden: number) =>
    hidden === 0 ? ideas(count) : `${ideas(count)}, ${formatNumber(hidden)} not shown`,
  change: (what: string, value: string) => `${what}: ${value}. Change`,
  none: 'none',
  picker: 'choices',
  oneVoter: 'Add voters to one idea at a time.',
  tooManyToMerge: (max: number) => `At most ${formatNumber(max)} ideas can be merged at once.`,
  selection: 'Selection',
  leaveSelection: 'Back to the list',
};
