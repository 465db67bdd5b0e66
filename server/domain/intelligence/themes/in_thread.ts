import { Worker } from 'node:worker_threads';
import type { Detection, DetectionStep } from './detection.ts';
import type { ThreadInput, ThreadMessage } from './thread.ts';

/** The thread may hold so much; the process goes on when it does not suffice. */
const MEMORY_MB = 1_024;

/**
 * Finds themes in a thread of its own, so that the process answers meanwhile.
 *
 * @param signal ends the thread at once
 * @throws the signal's reason; what the thread threw; that it ended without an answer, as when its memory did not suffice
 */
export function detectInThread(
  input: ThreadInput,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (step: DetectionStep, share: number) => void },
): Promise<Detection> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    const end = (): void => {
      reject(signal.reason);
      void worker.terminate();
    };
    signal.addEventListener('abort', end, { once: true });
    worker.on('message', (message: ThreadMessage) => {
      if ('detection' in message) resolve(message.detection);
      else onProgress(message.step, message.share);
    });
    worker.on('error', reject);
    worker.on('exit', (code) => {
      signal.removeEventListener('abort', end);
      // after an answer this changes nothing
      reject(new Error(`The thread that finds themes ended with ${code}.`));
    });
  });
}
