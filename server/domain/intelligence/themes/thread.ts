import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { detectThemes, type Detection, type DetectionStep } from './detection.ts';

/** What the thread works on. */
export type ThreadInput = {
  texts: readonly string[];
  seed: number;
  themes: number | null;
  groups: number | null;
  ignored: readonly string[];
};
/** What the thread says: how far it is, and in the end what it found. */
export type ThreadMessage = { step: DetectionStep; share: number } | { detection: Detection };

/** The thread's own program, begun by `in_thread.ts`. */
if (parentPort) {
  // on Linux a thread has a priority of its own: what people wait for comes first
  try {
    if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
  } catch {
    // where a system forbids it the work goes on at the priority that it has
  }
  const say = (message: ThreadMessage): void => parentPort!.postMessage(message, []);
  const { texts, ...options } = workerData as ThreadInput;
  say({
    detection: detectThemes(texts, { ...options, onProgress: (step, share) => say({ step, share }) }),
  });
}
