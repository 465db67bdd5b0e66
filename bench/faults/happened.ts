/*
 * What a fault script must have seen of its own fault. A run in which the fault did not happen shows nothing, so it
 * fails, however well everything else went. Each answers sentences about what was missing; none: it was all there.
 */

/** Others are measured at least so long beside the slow clients: each has then sent some sixty bytes. */
export const SLOW_ROUND_SECONDS = 15;
/** What others may wait for one answer while hostile input is refused, beside what they wait anyway. */
export const OTHERS_HELD_UP_MS = 250;

/** @param rounds of each round: fewest slow clients at any look, seconds of measuring beside them */
export function missingOfSlowClients(
  wanted: number,
  rounds: readonly { connected: number; seconds: number }[],
): string[] {
  return [
    ...(rounds.length === 0 ? ['no round was run'] : []),
    ...rounds.flatMap(({ connected, seconds }, index) => [
      ...(connected < wanted
        ? [`${connected} of ${wanted} slow clients were connected in round ${index + 1}`]
        : []),
      ...(seconds < SLOW_ROUND_SECONDS
        ? [`round ${index + 1} took ${seconds.toFixed(1)} s, which is less than ${SLOW_ROUND_SECONDS} s`]
        : []),
    ]),
  ];
}

/**
 * @param others milliseconds that others waited meanwhile
 * @param alone milliseconds of the slowest of the same calls in the same run, with nothing hostile
 */
export function missingOfHostileInput(others: readonly number[], alone: number): string[] {
  if (others.length === 0) return ['nobody else asked meanwhile'];
  const slowest = Math.max(...others);
  return slowest > alone + OTHERS_HELD_UP_MS
    ? [`others waited ${slowest.toFixed(0)} ms, alone ${alone.toFixed(0)} ms`]
    : [];
}

/** @param deaths workers that died @param bystanders jobs that were to be in hand at a death @param runs how often jobs were begun, by their name */
export function missingOfPoisonJob({
  deaths,
  bystanders,
  runs,
}: {
  deaths: number;
  bystanders: number;
  runs: Readonly<Record<string, number>>;
}): string[] {
  return [
    ...(deaths === 0 ? ['no worker died'] : []),
    ...['bench_refuses', 'bench_kills'].filter((job) => !runs[job]).map((job) => `${job} never ran`),
    // one that was in hand at a death and is done has begun twice
    ...((runs['bench_slow'] ?? 0) <= bystanders ? ['no other job was under way at a death'] : []),
  ];
}

/** @param inHand mails that the worker had claimed or handed over without an answer, at each kill */
export function missingOfMailKill(kills: number, inHand: readonly number[]): string[] {
  return [
    ...(inHand.length < kills || kills === 0 ? [`${inHand.length} of ${kills} workers were killed`] : []),
    ...inHand.flatMap((count, index) => (count === 0 ? [`worker ${index + 1} had nothing in hand`] : [])),
  ];
}

/** @param repeated writes that were sent more than once */
export function missingOfPostgresKill({ kills, repeated }: { kills: number; repeated: number }): string[] {
  return [
    ...(kills === 0 ? ['PostgreSQL was not killed'] : []),
    ...(repeated === 0 ? ['nothing had to be sent again'] : []),
  ];
}

/** @param ended servers that were ended @param servedWhileEnding calls that a server answered after it had said that it ends, over all @param calls sent in all @param failedWithout calls that failed without draining: none says that draining was not seen to do anything */
export function missingOfRollingRestart(
  wanted: number,
  {
    ended,
    servedWhileEnding,
    calls,
    failedWithout,
  }: { ended: number; servedWhileEnding: number; calls: number; failedWithout: number },
): string[] {
  return [
    ...(ended < wanted || wanted === 0 ? [`${ended} of ${wanted} servers were ended`] : []),
    ...(servedWhileEnding === 0 ? ['no call met a server that was about to end'] : []),
    ...(calls < 2_000 ? [`only ${calls} calls were sent`] : []),
    ...(failedWithout === 0 ? ['without draining no call failed either'] : []),
  ];
}

/** @param before states of the mailing's mails at the backup */
export function missingOfRestore(
  people: number,
  { sentBefore, before }: { sentBefore: number; before: Readonly<Record<string, number>> },
): string[] {
  const open = (before['queued'] ?? 0) + (before['sending'] ?? 0);
  return [
    ...(sentBefore === 0 ? ['nothing was sent before the backup'] : []),
    ...(sentBefore >= people || open === 0 ? ['the mailing was whole at the backup'] : []),
  ];
}

/** @param refusals calls that were answered 503 @param goneMs how long there was no database @param wantedMs how long there was to be none */
export function missingOfOutage({
  refusals,
  goneMs,
  wantedMs,
}: {
  refusals: number;
  goneMs: number;
  wantedMs: number;
}): string[] {
  return [
    ...(goneMs < wantedMs || wantedMs === 0
      ? [`the database was gone for ${Math.round(goneMs)} ms of ${wantedMs}`]
      : []),
    ...(refusals === 0 ? ['no call met the outage'] : []),
  ];
}
