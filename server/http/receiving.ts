import { PassThrough } from 'node:stream';
import { fileLimits } from '../../contract/limits.ts';
import {
  HEAD_BYTES,
  receiveFile,
  type ReceivedFile,
  type ReceivingContent,
} from '../domain/attachments/store.ts';
import type { Scope } from '../core/scope.ts';
import { Base64Decoder, type LongText } from './long_texts.ts';

/** A file that comes as a long text of a JSON body: decoded and kept as it comes. */
export interface Receiving extends LongText {
  /** settles when more can be taken; null: at once */
  drained(): Promise<void> | null;
  /** The whole file, after `end`. @throws what the place where files are kept throws */
  received(): Promise<ReceivedFile>;
  /** Nothing of it stays. */
  giveUp(): Promise<void>;
}

/** Begins to take a file of who is signed in. */
export function receiveBase64(scope: Scope): Receiving {
  const decoder = new Base64Decoder();
  // some pieces of a connection; with more waiting the sender waits too
  const content = new PassThrough({ highWaterMark: 256 * 1024 });
  // anyone who keeps it hears of it
  content.on('error', () => {});
  const kept: ReceivingContent = receiveFile(scope, content);
  const head: Buffer[] = [];
  let headBytes = 0;
  let fault: ReceivedFile['fault'] = null;
  let sha256 = '';
  const fail = (why: NonNullable<ReceivedFile['fault']>): void => {
    fault = why;
    content.destroy(new Error(why));
  };
  const take = (decoded: Buffer): void => {
    if (fault !== null || decoded.length === 0) return;
    if (headBytes < HEAD_BYTES) {
      head.push(Buffer.from(decoded.subarray(0, HEAD_BYTES - headBytes)));
      headBytes += head.at(-1)!.length;
    }
    if (decoder.bytes > fileLimits.attachmentBytes) fail('too_large');
    else content.write(decoded);
  };
  return {
    placeholder: kept.placeholder,
    write(letters) {
      if (fault !== null) return;
      take(decoder.write(letters));
      if (decoder.isWrong && fault === null) fail('not_base64');
    },
    end() {
      const { left, sha256: digest } = decoder.end();
      sha256 = digest;
      take(left);
      if (decoder.isWrong && fault === null) fail('not_base64');
      else content.end();
    },
    drained: () =>
      content.writableNeedDrain && !content.destroyed
        ? new Promise((resolve) => {
            const go = (): void => {
              content.off('drain', go).off('close', go);
              resolve();
            };
            content.on('drain', go).on('close', go);
          })
        : null,
    received: () => kept.received({ size_in_bytes: decoder.bytes, head: Buffer.concat(head), sha256, fault }),
    giveUp: async () => {
      content.destroy(new Error('given up'));
      await kept.giveUp();
    },
  };
}
