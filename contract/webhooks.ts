/**
 * Webhooks: what happens in a workspace is told to addresses that the team names, signed by the Standard Webhooks
 * scheme (https://www.standardwebhooks.com).
 */
import { ACTIVITY_KINDS, ACTIVITY_LABELS } from './activity.ts';

/** What happens to people and accounts. */
export const PEOPLE_KINDS = [
  'user_created',
  'user_updated',
  'account_created',
  'account_updated',
  'account_deleted',
] as const;

/** Everything that a webhook can tell of: each kind of activity, people and accounts. */
export const WEBHOOK_KINDS = [...ACTIVITY_KINDS, ...PEOPLE_KINDS] as const;
export type WebhookKind = (typeof WEBHOOK_KINDS)[number];

/** Kind of the delivery that the button *Send a test* makes; no webhook has to choose it. */
export const TEST_KIND = 'test';

/** How a kind is called where people choose among them. */
export const WEBHOOK_KIND_LABELS: Readonly<Record<WebhookKind, string>> = {
  ...ACTIVITY_LABELS,
  user_created: 'New people',
  user_updated: 'Changes of people',
  account_created: 'New accounts',
  account_updated: 'Changes of accounts',
  account_deleted: 'Deleted accounts',
};

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why the product switched a webhook off by itself. gone: its receiver answered 410. failing: its last deliveries all failed in the end. */
export const SWITCH_OFF_REASONS = ['failing', 'gone'] as const;
export type SwitchOffReason = (typeof SWITCH_OFF_REASONS)[number];

export const webhookLimits = {
  /** webhooks of a workspace */
  webhooks: 50,
  nameCharacters: 100,
  /** tries of a delivery, all within `hours` of what it tells of */
  tries: 8,
  hours: 24,
  /** a webhook whose last deliveries all failed in the end is switched off when there are so many of them */
  failuresInARow: 8,
  /** how long a receiver has for its answer */
  answerSeconds: 15,
  /** kept of an answer, and of a text that is told */
  answerCharacters: 2_000,
  textCharacters: 10_000,
  /** deliveries are kept so long */
  keptDays: 14,
  /** the secret before the newest one still signs for so long */
  oldSecretHours: 24,
  /** of the drawing of the latest hours */
  drawnHours: 48,
  /** deliveries that are sent again at once */
  resent: 10_000,
} as const;

/** Waits before the second try and each one behind it, in seconds: all eight fit into `hours`. */
export const RETRY_SECONDS: readonly number[] = [60, 300, 900, 3_600, 10_800, 25_200, 43_200];

/**
 * The address of a receiver as it is kept.
 * @returns null: no http or https address, or one with a name and password in it
 */
export function webhookUrlOf(typed: string): string | null {
  const given = typed.trim();
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) return null;
  const url = new URL(given);
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null;
  url.hash = '';
  return url.href;
}
