import { sql, type Selectable } from 'kysely';
import { THEME_COLORS, UNCATEGORIZED } from '../../../contract/themes.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { ThemesTable } from '../../db/tables.ts';
import type { Detection } from '../intelligence/themes/detection.ts';
import { compareRuns, withCorrections, type RunComparison } from '../intelligence/themes/rerun.ts';

/** Rows that one statement writes. */
const BATCH = 10_000;

type Theme = Selectable<ThemesTable>;
type Place = {
  suggestion_id: string;
  theme_id: string;
  found_theme_id: string | null;
  is_moved: boolean;
  moved_by_id: string | null;
  moved_at: Date | null;
};

/** A run that has ended and is to be written down. */
export type FinishedRun = {
  subdomain_id: string;
  theme_set_id: string;
  user_id: string | null;
  /** ids of the ideas, in the order of the placements */
  ids: readonly string[];
  detection: Detection;
  duration_ms: number;
  now: Date;
};

/**
 * Puts what a run found in the place of what the one before found: themes that survive keep their record, name and
 * what was moved to them; the others come or are gone. What was before is kept until the next run, to take this one back.
 * @returns id of the run
 */
export async function writeRun(tx: Tx, run: FinishedRun, previous_id: string | null): Promise<string> {
  const { subdomain_id, theme_set_id, ids, detection, now } = run;
  const old = await tx
    .selectFrom('themes')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('theme_set_id', '=', theme_set_id)
    .orderBy('id')
    .execute();
  const places = (
    await sql<Place>`select tp.suggestion_id::text as suggestion_id, tp.theme_id::text as theme_id, tp.found_theme_id::text as found_theme_id, tp.moved_at is not null as is_moved, tp.moved_by_id::text as moved_by_id, tp.moved_at
      from theme_placements tp where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id}`.execute(
      tx,
    )
  ).rows;
  const live = old.filter(({ state }) => state !== 'gone');
  const uncategorized = live.find((theme) => theme.uncategorized);
  const deleted = new Set(live.filter(({ state }) => state === 'deleted').map(({ id }) => id));
  const before = new Map(places.map((place) => [place.suggestion_id, place.found_theme_id]));
  const after = detection.placements.map(({ theme }) => theme);
  const compared = compareRuns(before, ids, after, detection.themes.length);
  const corrected = withCorrections(before, ids, after, compared, {
    moves: new Map(
      places
        .filter(({ is_moved }) => is_moved)
        .map(({ suggestion_id, theme_id }) => [
          suggestion_id,
          theme_id === uncategorized?.id ? null : theme_id,
        ]),
    ),
    deleted,
    made: new Set(live.filter(({ is_made, state }) => is_made && state === 'active').map(({ id }) => id)),
  });

  const { id: run_id } = await tx
    .insertInto('theme_runs')
    .values({
      subdomain_id,
      theme_set_id,
      user_id: run.user_id,
      previous_id,
      suggestions_count: ids.length,
      changes: null,
      themes_before: previous_id === null ? null : JSON.stringify(old),
      duration_ms: Math.round(run.duration_ms),
      finished_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepForUndo(tx, run, run_id);

  const themes = await writeThemes(tx, run, live, compared, corrected.dropped);
  await writePlacements(
    tx,
    run,
    themes,
    corrected,
    new Map(places.map((place) => [place.suggestion_id, place])),
  );
  if (previous_id !== null) {
    const { stayed, moved, added, loose, keptMoves, lostMoves, rightByItself } = corrected;
    await tx
      .updateTable('theme_runs')
      .set({
        changes: JSON.stringify({
          stayed,
          moved,
          added,
          loose,
          kept_names: themes.keptNames,
          kept_moves: keptMoves.size,
          lost_moves: lostMoves,
          right_by_itself: rightByItself,
        }),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', run_id)
      .execute();
  }
  return run_id;
}

/** Moves the placements aside; of runs before the last nothing is kept. */
async function keepForUndo(
  tx: Tx,
  { subdomain_id, theme_set_id }: FinishedRun,
  run_id: string,
): Promise<void> {
  await sql`delete from theme_run_placements rp where rp.subdomain_id = ${subdomain_id} and rp.run_id in (select r.id from theme_runs r where r.subdomain_id = ${subdomain_id} and r.theme_set_id = ${theme_set_id})`.execute(
    tx,
  );
  await sql`update theme_runs r set themes_before = null where r.subdomain_id = ${subdomain_id} and r.theme_set_id = ${theme_set_id} and r.id <> ${run_id} and r.themes_before is not null`.execute(
    tx,
  );
  await sql`
insert into theme_run_placements (subdomain_id, run_id, suggestion_id, theme_id, found_theme_id, fit, second_theme_id, second_fit, evidence, evidence_weights, moved_by_id, moved_at)
select ${subdomain_id}::bigint, ${run_id}::bigint, tp.suggestion_id, tp.theme_id, tp.found_theme_id, tp.fit, tp.second_theme_id, tp.second_fit, tp.evidence, tp.evidence_weights, tp.moved_by_id, tp.moved_at
from theme_placements tp where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id}`.execute(
    tx,
  );
  await sql`delete from theme_placements tp where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id}`.execute(
    tx,
  );
}

type Written = {
  /** id of each theme of the run; of one that was deleted before: that theme's */
  ids: string[];
  uncategorized: string;
  keptNames: number;
};

async function writeThemes(
  tx: Tx,
  { subdomain_id, theme_set_id, ids, detection, now }: FinishedRun,
  live: readonly Theme[],
  { origins, ends }: RunComparison,
  dropped: ReadonlySet<number>,
): Promise<Written> {
  const isFirst = live.length === 0;
  const known = new Map(live.map((theme) => [theme.id, theme]));
  // a name of its own that a person gave goes before one that was generated
  const taken = new Set(
    live
      .filter(
        ({ state, own_name, is_made, uncategorized }) =>
          state === 'active' && (own_name !== null || is_made || uncategorized),
      )
      .map(({ own_name, name }) => (own_name ?? name).toLowerCase()),
  );
  const free = (name: string): string => {
    let chosen = name;
    for (let n = 2; taken.has(chosen.toLowerCase()); n++) chosen = `${name} ${n}`;
    taken.add(chosen.toLowerCase());
    return chosen;
  };
  let position = 0;
  const seen = new Set<string>();
  const write = async (
    keep: Theme | undefined,
    values: {
      name: string;
      words: string;
      is_group: boolean;
      parent_id: string | null;
      change: string | null;
      change_theme_id?: string | null;
      change_count?: number | null;
    },
  ): Promise<string> => {
    position += 1;
    const row = {
      ...values,
      name: free(values.name),
      change_theme_id: values.change_theme_id ?? null,
      change_count: values.change_count ?? null,
      position,
      state: 'active',
      updated_at: now,
    };
    if (keep) {
      seen.add(keep.id);
      await tx
        .updateTable('themes')
        .set(row)
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', keep.id)
        .execute();
      return keep.id;
    }
    const { id } = await tx
      .insertInto('themes')
      .values({
        subdomain_id,
        theme_set_id,
        ...row,
        hex_color: THEME_COLORS[(position - 1) % THEME_COLORS.length]!,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const wordsOf = (words: readonly { word: string; texts: number }[]): string =>
    JSON.stringify(words.map(({ word, texts }) => ({ word, ideas: texts })));

  // groups are matched as themes are: by the ideas below them
  const groupOf = new Map<string, string | null>();
  const places = new Map<string, string | null>();
  for (const theme of live) if (theme.state === 'active') groupOf.set(theme.id, theme.parent_id);
  for (const [i, id] of ids.entries()) {
    const found = detection.placements[i]!.theme;
    const origin = found < 0 ? null : origins[found]!;
    places.set(id, origin?.kind === 'kept' ? (groupOf.get(origin.old) ?? null) : null);
  }
  const groups = compareRuns(
    places,
    ids,
    detection.placements.map(({ theme }) => (theme < 0 ? -1 : (detection.themes[theme]!.group ?? -1))),
    detection.groups.length,
  );
  const groupIds: string[] = [];
  for (const [i, group] of detection.groups.entries()) {
    const origin = groups.origins[i]!;
    groupIds.push(
      await write(origin.kind === 'kept' ? known.get(origin.old) : undefined, {
        name: group.name,
        words: wordsOf(group.words),
        is_group: true,
        parent_id: null,
        change: isFirst ? null : origin.kind === 'kept' ? 'kept' : 'new',
      }),
    );
  }
  const themeIds: string[] = [];
  for (const [i, found] of detection.themes.entries()) {
    const origin = origins[i]!;
    if (dropped.has(i) && origin.kind === 'kept') {
      themeIds.push(origin.old);
      continue;
    }
    themeIds.push(
      await write(origin.kind === 'kept' ? known.get(origin.old) : undefined, {
        name: found.name,
        words: wordsOf(found.words),
        is_group: false,
        parent_id: found.group === null ? null : groupIds[found.group]!,
        change: isFirst ? null : origin.kind,
        change_theme_id: origin.kind === 'split' ? origin.from : null,
        change_count: origin.kind === 'split' ? origin.texts : null,
      }),
    );
  }
  for (const [i, found] of detection.themes.entries()) {
    if (dropped.has(i)) continue;
    await tx
      .updateTable('themes')
      .set({
        near: JSON.stringify(
          found.near
            .filter(({ theme }) => !dropped.has(theme))
            .map(({ theme, likeness }) => ({ theme_id: Number(themeIds[theme]), likeness })),
        ),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', themeIds[i]!)
      .execute();
  }
  // what people made stays; a group above it that is gone is left
  const endOf = new Map(ends.map((end) => [end.old, end]));
  for (const theme of live) {
    if (theme.state !== 'active' || seen.has(theme.id) || theme.uncategorized) continue;
    if (theme.is_made) {
      position += 1;
      await tx
        .updateTable('themes')
        .set({
          position,
          parent_id: theme.parent_id !== null && seen.has(theme.parent_id) ? theme.parent_id : null,
          change: 'kept',
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', theme.id)
        .execute();
      continue;
    }
    const end = endOf.get(theme.id);
    await tx
      .updateTable('themes')
      .set({
        state: 'gone',
        parent_id: null,
        change: end?.kind === 'merged' ? 'merged' : 'gone',
        change_theme_id: end?.kind === 'merged' ? themeIds[end.into]! : null,
        change_count: end?.texts ?? null,
        updated_at: now,
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', theme.id)
      .execute();
  }
  const rest = live.find((theme) => theme.uncategorized);
  if (rest) {
    await tx
      .updateTable('themes')
      .set({ position: position + 1 })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', rest.id)
      .execute();
  }
  const uncategorized =
    rest?.id ??
    (
      await tx
        .insertInto('themes')
        .values({
          subdomain_id,
          theme_set_id,
          name: UNCATEGORIZED,
          uncategorized: true,
          hex_color: THEME_COLORS.at(-1)!,
          position: position + 1,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  return {
    ids: themeIds,
    uncategorized,
    keptNames: live.filter((theme) => seen.has(theme.id) && theme.own_name !== null).length,
  };
}

async function writePlacements(
  tx: Tx,
  { subdomain_id, theme_set_id, ids, detection }: FinishedRun,
  themes: Written,
  { places, keptMoves, dropped }: ReturnType<typeof withCorrections>,
  before: ReadonlyMap<string, Place>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = ids.slice(from, from + BATCH).map((id, n) => {
      const { theme, fit, second, secondFit, evidence } = detection.placements[from + n]!;
      const place = places[from + n]!;
      const moved = keptMoves.has(id) ? before.get(id) : undefined;
      const hasSecond = second >= 0 && !dropped.has(second);
      return {
        suggestion_id: id,
        theme_id:
          place === null ? themes.uncategorized : 'made' in place ? place.made : themes.ids[place.theme]!,
        found_theme_id: theme < 0 ? null : themes.ids[theme]!,
        fit,
        second_theme_id: hasSecond ? themes.ids[second]! : null,
        second_fit: hasSecond ? secondFit : 0,
        evidence: place === null ? [] : evidence.map(({ word }) => word),
        evidence_weights: place === null ? [] : evidence.map(({ weight }) => weight),
        moved_by_id: moved?.moved_by_id ?? null,
        moved_at: moved?.moved_at ?? null,
      };
    });
    // an idea that was removed for good since its text was read has no place
    await sql`
insert into theme_placements (subdomain_id, theme_set_id, suggestion_id, theme_id, found_theme_id, fit, second_theme_id, second_fit, evidence, evidence_weights, moved_by_id, moved_at)
select ${subdomain_id}::bigint, ${theme_set_id}::bigint, r.suggestion_id, r.theme_id, r.found_theme_id, r.fit, r.second_theme_id, r.second_fit, r.evidence, r.evidence_weights, r.moved_by_id, r.moved_at
from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (suggestion_id bigint, theme_id bigint, found_theme_id bigint, fit real, second_theme_id bigint, second_fit real, evidence text[], evidence_weights real[], moved_by_id bigint, moved_at timestamptz)
join suggestions s on s.subdomain_id = ${subdomain_id} and s.id = r.suggestion_id`.execute(tx);
  }
}

/**
 * Puts back what was before a run: its themes, names and placements.
 * @param before the themes as the run found them
 */
export async function takeBackRun(
  tx: Tx,
  {
    subdomain_id,
    theme_set_id,
    run_id,
    before,
  }: { subdomain_id: string; theme_set_id: string; run_id: string; before: readonly { id: string }[] },
): Promise<void> {
  await sql`delete from theme_placements tp where tp.subdomain_id = ${subdomain_id} and tp.theme_set_id = ${theme_set_id}`.execute(
    tx,
  );
  // those that came since go; groups of themes that stay are set right below
  await sql`update themes t set parent_id = null where t.subdomain_id = ${subdomain_id} and t.theme_set_id = ${theme_set_id} and t.parent_id is not null`.execute(
    tx,
  );
  await sql`delete from themes t where t.subdomain_id = ${subdomain_id} and t.theme_set_id = ${theme_set_id} and not (t.id = any(${before.map(({ id }) => id)}::bigint[]))`.execute(
    tx,
  );
  await sql`
update themes t set parent_id = b.parent_id, state = b.state, name = b.name, own_name = b.own_name, named_by_id = b.named_by_id, named_at = b.named_at,
  hex_color = b.hex_color, is_made = b.is_made, position = b.position, words = b.words, near = b.near, change = b.change,
  change_theme_id = b.change_theme_id, change_count = b.change_count, updated_at = greatest(now(), t.updated_at + interval '1 millisecond')
from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b (id bigint, parent_id bigint, state text, name text, own_name text, named_by_id bigint, named_at timestamptz,
  hex_color text, is_made boolean, position integer, words jsonb, near jsonb, change text, change_theme_id bigint, change_count integer)
where t.subdomain_id = ${subdomain_id} and t.theme_set_id = ${theme_set_id} and t.id = b.id`.execute(tx);
  await sql`
insert into theme_placements (subdomain_id, theme_set_id, suggestion_id, theme_id, found_theme_id, fit, second_theme_id, second_fit, evidence, evidence_weights, moved_by_id, moved_at)
select ${subdomain_id}::bigint, ${theme_set_id}::bigint, rp.suggestion_id, rp.theme_id, rp.found_theme_id, rp.fit, rp.second_theme_id, rp.second_fit, rp.evidence, rp.evidence_weights, rp.moved_by_id, rp.moved_at
from theme_run_placements rp where rp.subdomain_id = ${subdomain_id} and rp.run_id = ${run_id}`.execute(tx);
  await sql`delete from theme_run_placements rp where rp.subdomain_id = ${subdomain_id} and rp.run_id = ${run_id}`.execute(
    tx,
  );
}
