/** Texts of subscribing all voters of an idea. */
import { plural } from '../../ui/text/format.ts';

export const subscribeAllMessages = {
  subscribe: 'Subscribe all voters',
  tip: 'Voters with an email address who were never asked. Those who unsubscribed stay unsubscribed.',
  done: (count: number) =>
    count === 0
      ? 'No one to subscribe: the other voters have unsubscribed or have no email address.'
      : `Subscribed ${plural(count, { one: 'voter', other: 'voters' })}.`,
  failed: (message: string) => `Failed to subscribe the voters: ${message}`,
  back: 'Undone.',
  backFailed: (message: string) => `Couldn’t undo: ${message}`,
};
