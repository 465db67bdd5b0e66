const MINUTE_MS = 60_000;
/** Cron expressions of the product come at least once within this time. */
const SEARCHED_MINUTES = 32 * 24 * 60;
const BOUNDS = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 6],
] as const;

/**
 * The first moment after `after` at which a cron expression of five fields (minute, hour, day of the month,
 * month, day of the week from 0 for Sunday) says yes, in UTC. Fields are lists of numbers, ranges and steps.
 *
 * @throws Error for an expression that cannot be read, or that does not come within a month
 */
export function nextRun(cron: string, after: Date): Date {
  const fields = cron.trim().split(/\s+/);
  if (fields.length !== BOUNDS.length) throw new Error(`"${cron}" is no cron expression of five fields.`);
  const [minutes, hours, days, months, weekdays] = fields.map((field, index) => valuesOf(field, BOUNDS[index]!)) as [Set<number>, Set<number>, Set<number>, Set<number>, Set<number>];
  const first = Math.floor(after.getTime() / MINUTE_MS) + 1;
  for (let minute = first; minute < first + SEARCHED_MINUTES; minute += 1) {
    const at = new Date(minute * MINUTE_MS);
    if (minutes.has(at.getUTCMinutes()) && hours.has(at.getUTCHours()) && days.has(at.getUTCDate()) && months.has(at.getUTCMonth() + 1) && weekdays.has(at.getUTCDay())) return at;
  }
  throw new Error(`"${cron}" does not come within a month.`);
}

function valuesOf(field: string, [min, max]: readonly [number, number]): Set<number> {
  const values = new Set<number>();
  for (const part of field.split(',')) {
    const match = /^(?:\*|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part);
    if (!match) throw new Error(`"${part}" is no part of a cron expression.`);
    const [, from, to, step] = match;
    const begin = from === undefined ? min : Number(from);
    const end = from === undefined || (to === undefined && step !== undefined) ? max : Number(to ?? from);
    for (let value = begin; value <= end; value += Number(step ?? 1)) values.add(value);
  }
  return values;
}
