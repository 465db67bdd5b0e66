import { Worker } from 'node:worker_threads';
import { createSemaphore } from '../account/limits/semaphore.ts';
import type { InboundForm, ToldBounce } from './inbound_call.ts';
import { MailNotRead, type InboundContent, type InboundHead } from './inbound_mail.ts';
import type { Asked, Told } from './inbound_thread.ts';

/*
 * Mails are read in a thread of their own, which is started with the first one and ends when none has come for a
 * while: whatever a mail is made of, and whatever the libraries make of it, it costs that thread and nobody else.
 */

/** A mail of which the head is known. */
export interface OpenMail {
  head: InboundHead;
  /** what it says, and with `files` those that it brings; once. @throws MailNotRead */
  read(options?: { files: boolean }): Promise<InboundContent>;
}

/** Reads mails. */
export interface MailReader {
  /** Opens what was handed in. The bytes belong to the reader from then on. @throws MailNotRead; TooManyWaiting */
  open(form: InboundForm, bytes: Uint8Array): Promise<OpenMail | { told: ToldBounce }>;
  /** Ends the thread. */
  close(): Promise<void>;
}

/** The thread that read the mail died of it, or had to be ended; the message can be shown. */
export class MailReaderDied extends MailNotRead {
  override name = 'MailReaderDied';
}

/** A mail that takes longer ends its thread. */
const READ_MS = 30_000;
const IDLE_MS = 30_000;
/** The largest mail takes a third of it. */
const HEAP_MB = 512;
const WAITING = 200;

/** Makes a reader; its thread is started when it is needed. @param readMs how long a mail may take */
export function createMailReader({ readMs = READ_MS }: { readMs?: number } = {}): MailReader {
  let thread: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;
  const oneAtATime = createSemaphore({ atOnce: 1, waiting: WAITING });

  const end = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = thread;
    thread = null;
    await ending?.terminate();
  };

  const start = (): Worker => {
    const started = new Worker(new URL('inbound_thread.ts', import.meta.url), {
      // options of the process are for its own memory
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
      stdout: true,
      stderr: true,
    });
    started.unref();
    // it may die between two mails
    started.on('error', () => {
      if (thread === started) thread = null;
    });
    return started;
  };

  const ask = (asked: Asked): Promise<Told> =>
    oneAtATime(async () => {
      clearTimeout(idle);
      thread ??= start();
      const working = thread;
      const { byteLength, buffer } = asked.bytes;
      const isWhole = byteLength > 0 && byteLength === buffer.byteLength;
      const { promise, resolve, reject } = Promise.withResolvers<Told>();
      const died = (error: NodeJS.ErrnoException): void =>
        reject(
          new MailReaderDied(
            error.code === 'ERR_WORKER_OUT_OF_MEMORY'
              ? 'The email takes too much memory to be read.'
              : 'The email cannot be read.',
            { cause: error },
          ),
        );
      const ended = (): void => reject(new MailReaderDied('The email cannot be read.'));
      const timer = setTimeout(
        () => reject(new MailReaderDied('The email takes too long to be read.')),
        readMs,
      );
      working.on('message', resolve).on('error', died).on('exit', ended);
      try {
        working.postMessage(asked, isWhole ? [buffer as ArrayBuffer] : []);
        return await promise;
      } catch (error) {
        await end();
        throw error;
      } finally {
        clearTimeout(timer);
        working.off('message', resolve).off('error', died).off('exit', ended);
        idle = setTimeout(() => void end(), IDLE_MS);
        idle.unref();
      }
    });

  const asMail = (form: InboundForm, bytes: Uint8Array, head: InboundHead): OpenMail => ({
    head,
    read: async ({ files: isWithFiles } = { files: false }) => {
      const told = refuse(await ask({ form, bytes, head, isWithFiles }));
      if (!('content' in told)) throw new MailNotRead('The email cannot be read.');
      return told.content;
    },
  });

  return {
    open: async (form, bytes) => {
      const told = refuse(await ask({ form, bytes, head: null, isWithFiles: false }));
      if (!('opened' in told)) throw new MailNotRead('The email cannot be read.');
      const { opened } = told;
      if ('told' in opened) return opened;
      return opened.raw === null
        ? asMail(form, told.bytes, opened.head)
        : asMail('mail', opened.raw, opened.head);
    },
    close: end,
  };
}

function refuse(told: Told): Exclude<Told, { refused: unknown }> {
  if (!('refused' in told)) return told;
  const { sentence, ...how } = told.refused;
  throw new MailNotRead(sentence, how);
}
