import type { DigestFrequency } from '../../../contract/notifications.ts';

const DAY_MS = 86_400_000;

/** When somebody gets the email of a view; weekday 1 is Monday, hour in UTC. */
export interface Subscription {
  frequency: DigestFrequency;
  weekday: number;
  hour: number;
}

/** Begin of the newest slot: each day at the hour, or on the weekday. */
export function slotBegin({ frequency, weekday, hour }: Subscription, now: Date): Date {
  const begin = new Date(now);
  begin.setUTCHours(hour, 0, 0, 0);
  if (frequency === 'weekly') {
    const today = begin.getUTCDay() === 0 ? 7 : begin.getUTCDay();
    begin.setTime(begin.getTime() - ((today - weekday + 7) % 7) * DAY_MS);
    if (begin > now) begin.setTime(begin.getTime() - 7 * DAY_MS);
    return begin;
  }
  if (begin > now) begin.setTime(begin.getTime() - DAY_MS);
  return begin;
}
