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

/**
 * Kinds of record that are told of live, and on which channel: of the whole workspace, or of the person whom the
 * record belongs to. Who may hear of a kind is who may read its entity; a kind that stands here alone compiles nowhere.
 */
export const liveKinds = {
  suggestion: 'workspace',
  status_update: 'workspace',
  internal_status_update: 'workspace',
  supporter_message: 'workspace',
  import: 'workspace',
  theme_set: 'workspace',
  impact_report: 'workspace',
  saved_view: 'workspace',
  feature: 'workspace',
  article: 'workspace',
  ticket: 'workspace',
  export: 'admin',
} as const;

/** A kind of record that is told of live. */
export type LiveKind = keyof typeof liveKinds;
type LiveKindOn<C> = { [K in LiveKind]: (typeof liveKinds)[K] extends C ? K : never }[LiveKind];
/** Kinds that the whole team hears of, as far as it may read them. */
export type WorkspaceKind = LiveKindOn<'workspace'>;
/** Kinds that one person alone hears of. */
export type PersonalKind = LiveKindOn<'admin'>;

/** Whether the channel of the workspace can be narrowed to a kind of record. */
export function isWorkspaceKind(text: string): text is WorkspaceKind {
  return Object.hasOwn(liveKinds, text) && liveKinds[text as LiveKind] === 'workspace';
}

/** The channels of one person in one workspace. */
export interface LiveChannels {
  /** private, per admin */
  admin: string;
  /** of the whole workspace; with a suffix `-<kind>` only changes of that kind of record */
  workspace: string;
  /** of the person: refresh-notifications and new_ticket_counts */
  user: string;
}

/** Names of the channels (RT-002, RT-004, RT-005). */
export function liveChannels(subdomainKey: string, userId: string): LiveChannels {
  return {
    admin: `private-admin-${subdomainKey}-${userId}`,
    workspace: `${subdomainKey}-notifications`,
    user: `user-${userId}`,
  };
}

/** What follows the workspace's channel name in `name`: '' for the channel itself, null when it is another channel. */
export function liveSuffix(channels: LiveChannels, name: string): string | null {
  if (name === channels.workspace) return '';
  const begin = `${channels.workspace}-`;
  const suffix = name.slice(begin.length);
  return name.startsWith(begin) && /^[a-z0-9_]{1,40}$/.test(suffix) ? suffix : null;
}

/** Whether a channel is one's own or of one's workspace (RT-003); a suffix may still name no kind that there is. */
export function mayHear(channels: LiveChannels, name: string): boolean {
  return name === channels.admin || name === channels.user || liveSuffix(channels, name) !== null;
}
