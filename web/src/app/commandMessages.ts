/** Texts of the command palette. */
import { formatNumber, plural } from '../ui/text/format.ts';

export const commandMessages = {
  placeholder: 'Search ideas or type a command',
  placeholderCommands: 'Type a command',
  recent: 'Recent',
  ideas: 'Ideas',
  commands: 'Commands',
  someOf: (shown: number, total: string) => `${formatNumber(shown)} of ${total}`,
  searchAll: (text: string) => ['Search all ideas for ', `“${text}”`] as const,
  searchAllGroup: 'Full search',
  noStatus: 'No Status',
  votes: (count: number) => plural(count, { one: 'vote', other: 'votes' }),
  didYouMean: 'Did you mean',
  close: 'Close in meaning',
  ideasWith: (count: number) =>
    count > 1000 ? 'more than 1,000 ideas' : plural(count, { one: 'idea', other: 'ideas' }),
  nothing: (text: string) => `Nothing found for “${text}”.`,
  nothingTyped: 'Nothing to run here.',
  failed: 'The ideas could not be searched.',
  actionsOnly: ['type', 'for actions only'] as const,
  /** What a property's key does, by the name of the property. */
  byProperty: {
    'Public status': 'Post public status',
    'Internal status': 'Post internal status',
    Owner: 'Assign owner',
    Labels: 'Set labels',
  } as Readonly<Record<string, string>>,
} as const;
