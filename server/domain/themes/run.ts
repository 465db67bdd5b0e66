import type { Selectable, Updateable } from 'kysely';
import type { Scope } from '../../core/scope.ts';
import { defineTask, ProcessEnds } from '../../core/task.ts';
import type { ThemeSetsTable } from '../../db/tables.ts';
import { detectInThread } from '../intelligence/themes/in_thread.ts';
import { notify } from '../notifications/notify.ts';
import { tellOfThemeSet } from './live.ts';
import { countThemes } from './numbers.ts';
import { writeRun } from './results.ts';
import { NoIdeas, readSource } from './source.ts';

/** Times that a run is begun: what breaks off three times is not begun a fourth. One that ends with its process does not count. */
export const MOST_ATTEMPTS = 3;
/** So often a run writes down how far it is and hears whether it still counts. */
const BEAT_MS = 1_000;
/** The same ideas give the same themes. */
const SEED = 1;

/** The run was stopped, or another one took its place: nothing of it counts. */
class NotOurs extends Error {}

type Held = Selectable<ThemeSetsTable>;

/**
 * Finds the themes of a report, in a thread of its own. What it found is written in one transaction, so a report has
 * the themes of one run or of the other. A run that breaks off is begun again from the top.
 */
export const themeDetectionTask = defineTask<{ theme_set_id: string; revision: number }>({
  name: 'theme_detection',
  description: 'Find the themes of a theme report',
  retries: MOST_ATTEMPTS - 1,
  batch: 1,
  minutes: 120,
  run: async ({ theme_set_id, revision }, { scope, signal }) => {
    const held = await begin(scope, theme_set_id, revision);
    if (!held) return;
    const beganMs = performance.now();
    const beat = new Heartbeat(scope, held, signal);
    try {
      if (held.attempts > MOST_ATTEMPTS) throw new NoIdeas(BROKE_OFF);
      const { ids, texts } = await readSource(scope, held, beat.signal);
      const detection = await detectInThread(
        {
          texts,
          seed: SEED,
          themes: held.themes_wanted,
          groups: held.groups_wanted,
          ignored: held.ignored_words,
        },
        { signal: beat.signal, onProgress: (step, share) => beat.at(step, share) },
      );
      beat.at('Writing down what was found', 1);
      await beat.end();
      beat.signal.throwIfAborted();
      await scope.write(async (tx) => {
        const ours = await ofRun(
          tx.updateTable('theme_sets').set({
            status: 'complete',
            problem: null,
            progress_step: null,
            progress_share: 1,
            updated_at: scope.now(),
          }),
          scope,
          held,
        )
          .returning('id')
          .executeTakeFirst();
        if (!ours) throw new NotOurs();
        const { subdomain_id } = scope.viewer;
        const run_id = await writeRun(
          tx,
          {
            subdomain_id,
            theme_set_id,
            user_id: held.run_by_id,
            ids,
            detection,
            duration_ms: performance.now() - beganMs,
            now: scope.now(),
          },
          held.run_id,
        );
        await tx
          .updateTable('theme_sets')
          .set({ run_id })
          .where('subdomain_id', '=', subdomain_id)
          .where('id', '=', theme_set_id)
          .execute();
        await countThemes(tx, subdomain_id, theme_set_id, scope.now());
        await notify(
          { tx, subdomain_id, viewer: scope.viewer, now: scope.now(), services: scope.services },
          {
            event: 'theme_detection_complete',
            user_ids: [held.creator_id, held.run_by_id].filter((id) => id !== null),
            theme_set_id,
          },
        );
        await tellOfThemeSet(tx, subdomain_id, theme_set_id);
      });
    } catch (error) {
      await beat.end();
      if (error instanceof NotOurs) return;
      if (error instanceof NoIdeas) {
        await leave(scope, held, { status: 'failed', problem: error.message });
        return;
      }
      if (signal.reason instanceof ProcessEnds) {
        await leave(scope, held, { status: 'pending', attempts: held.attempts - 1 });
        throw error;
      }
      if (held.attempts >= MOST_ATTEMPTS)
        await leave(scope, held, { status: 'failed', problem: sentenceOf(error) });
      throw error;
    }
  },
});

const BROKE_OFF =
  'The run broke off several times. Please run it again; your administrator finds the reason in the log of the server.';

/** Sentences for failures that people can do something about. */
function sentenceOf(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return 'The texts need more memory than a run may have. Narrow the period or the filters.';
  if (code === 'ENOSPC' || code === '53100')
    return 'There is no room left on the disk of the server. Ask your administrator to make room, then run it again.';
  return BROKE_OFF;
}

/** Takes a run over from whoever held it. @returns null when it was stopped, deleted, or asked for anew */
function begin(scope: Scope, theme_set_id: string, revision: number): Promise<Held | null> {
  const { subdomain_id } = scope.viewer;
  return scope.write(async (tx) => {
    const held = await tx
      .updateTable('theme_sets')
      .set((set) => ({
        status: 'running',
        attempts: set('attempts', '+', 1),
        progress_step: 'Reading the ideas',
        progress_share: 0,
        started_at: scope.now(),
        updated_at: scope.now(),
      }))
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', theme_set_id)
      .where('revision', '=', revision)
      .where('status', 'in', ['pending', 'running'])
      .where('state', '<>', 'deleted')
      .returningAll()
      .executeTakeFirst();
    if (held) await tellOfThemeSet(tx, subdomain_id, theme_set_id);
    return held ?? null;
  });
}

type Narrowed<Q> = Q & { where(column: string, operator: string, value: unknown): Narrowed<Q> };

/** Narrows an update to the run that holds the report. */
function ofRun<Q>(query: Q, { viewer }: Scope, held: Held): Q {
  return (query as Narrowed<Q>)
    .where('subdomain_id', '=', viewer.subdomain_id)
    .where('id', '=', held.id)
    .where('revision', '=', held.revision)
    .where('attempts', '=', held.attempts)
    .where('status', '=', 'running')
    .where('state', '<>', 'deleted');
}

/** Ends a run, or puts it back, as the one that holds the report; one that is another's by now is left alone. */
async function leave(scope: Scope, held: Held, change: Updateable<ThemeSetsTable>): Promise<void> {
  await scope.write(async (tx) => {
    const ours = await ofRun(
      tx.updateTable('theme_sets').set({ ...change, progress_step: null, updated_at: scope.now() }),
      scope,
      held,
    )
      .returning('id')
      .executeTakeFirst();
    if (ours) await tellOfThemeSet(tx, scope.viewer.subdomain_id, held.id);
  });
}

/**
 * Writes progress down while a run works, and hears whether it still counts: `signal` ends when the process does, when
 * a person stopped, changed or deleted the report, or when another run took its place.
 */
class Heartbeat {
  readonly signal: AbortSignal;
  private readonly lost = new AbortController();
  private readonly scope: Scope;
  private readonly held: Held;
  private readonly timer: NodeJS.Timeout;
  private progress: { step: string; share: number } = { step: 'Reading the ideas', share: 0 };
  private told = '';
  private beating: Promise<void> = Promise.resolve();

  constructor(scope: Scope, held: Held, signal: AbortSignal) {
    this.scope = scope;
    this.held = held;
    this.signal = AbortSignal.any([signal, this.lost.signal]);
    this.timer = setInterval(() => {
      this.beating = this.beating.then(() => this.beat());
    }, BEAT_MS);
  }

  at(step: string, share: number): void {
    this.progress = { step, share };
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    await this.beating;
  }

  private async beat(): Promise<void> {
    try {
      const { step, share } = this.progress;
      await this.scope.write(async (tx) => {
        const ours = await ofRun(
          tx
            .updateTable('theme_sets')
            .set({ progress_step: step, progress_share: share, updated_at: this.scope.now() }),
          this.scope,
          this.held,
        )
          .returning('id')
          .executeTakeFirst();
        if (!ours) this.lost.abort(new NotOurs());
        const now = `${step} ${share.toFixed(2)}`;
        if (ours && now !== this.told) await tellOfThemeSet(tx, this.scope.viewer.subdomain_id, this.held.id);
        this.told = now;
      });
    } catch {
      // a database that is away is told by the work itself
    }
  }
}
