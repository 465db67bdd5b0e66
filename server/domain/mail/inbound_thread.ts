import { parentPort } from 'node:worker_threads';
import { openInbound, readInbound, type InboundForm } from './inbound_call.ts';
import { MailNotRead, type InboundContent, type InboundHead } from './inbound_mail.ts';

/* The thread in which mails are read. It knows nothing of the rest of the product, and may die of any mail. */

/** What the thread is asked. Without a head: which mail of ours it is about; with it: what it says. */
export interface Asked {
  form: InboundForm;
  bytes: Uint8Array;
  head: InboundHead | null;
  /** with its files */
  isWithFiles: boolean;
}

/** What it answers. The bytes come back, so that none are copied. */
export type Told =
  | { opened: Awaited<ReturnType<typeof openInbound>>; bytes: Uint8Array }
  | { content: InboundContent }
  | { refused: { sentence: string; field: string | null; isMalformed: boolean } };

parentPort?.on('message', (asked: Asked) => {
  void answer(asked);
});

async function answer({ form, bytes, head, isWithFiles }: Asked): Promise<void> {
  const port = parentPort!;
  const send = (told: Told, ...buffers: Uint8Array[]): void =>
    port.postMessage(
      told,
      buffers.filter(isWhole).map(({ buffer }) => buffer as ArrayBuffer),
    );
  try {
    if (head !== null) {
      const content = await readInbound(form, bytes, head, isWithFiles);
      return send({ content }, ...content.files.map((file) => file.bytes));
    }
    const opened = await openInbound(form, bytes);
    return send(
      { opened, bytes },
      ...('raw' in opened && opened.raw !== null ? [opened.raw, bytes] : [bytes]),
    );
  } catch (error) {
    if (!(error instanceof MailNotRead)) throw error;
    const { message, field, isMalformed } = error;
    return send({ refused: { sentence: message, field, isMalformed } });
  }
}

/** A small array may stand in memory that it shares with others, which cannot be handed over. */
function isWhole({ byteLength, buffer }: Uint8Array): boolean {
  return byteLength > 0 && byteLength === buffer.byteLength;
}
