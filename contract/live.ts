/**
 * The stream of live events (specification lines 509-512, DEC-153): what its channels are called, which of
 * them a session hears, and the times that both ends keep.
 */

/** Where the stream is served, below the site root. */
export const liveEventsPath = '/clients/admin-console/events';

/** Times of the stream. */
export const liveTiming = {
  /** A comment is sent this often, so that both ends notice a dead line. */
  commentMs: 20_000,
  /** The session behind a stream is looked at this often; its end is announced besides. */
  sessionCheckMs: 60_000,
  /** Hearing nothing for this long, the console takes the line for dead. */
  silenceMs: 45_000,
  /** Without a stream the console asks for the notifications this often. */
  pollMs: 60_000,
} as const;

/** The channels of one person in one workspace. */
export interface LiveChannels {
  /** private, per admin */
  admin: string;
  /** of the whole workspace; with a suffix `-<entity>` only changes of that kind of record */
  workspace: string;
  /** of the person: refresh-notifications and new_ticket_counts */
  user: string;
}

/** Names of the channels (RT-002, RT-004, RT-005). */
export function liveChannels(subdomainKey: string, userId: string): LiveChannels {
  return { admin: `private-admin-${subdomainKey}-${userId}`, workspace: `${subdomainKey}-notifications`, user: `user-${userId}` };
}

/** What follows the workspace's channel name in `name`: '' for the channel itself, null when it is another channel. */
export function liveSuffix(channels: LiveChannels, name: string): string | null {
  if (name === channels.workspace) return '';
  const begin = `${channels.workspace}-`;
  const suffix = name.slice(begin.length);
  return name.startsWith(begin) && /^[a-z0-9_]{1,40}$/.test(suffix) ? suffix : null;
}

/** Whether a person may hear a channel: his own ones, and those of his workspace (RT-003). */
export function mayHear(channels: LiveChannels, name: string): boolean {
  return name === channels.admin || name === channels.user || liveSuffix(channels, name) !== null;
}
