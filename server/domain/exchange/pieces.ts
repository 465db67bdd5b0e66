import { Buffer } from 'node:buffer';

/** Joins small texts into pieces worth a write each. */
const PIECE_CHARACTERS = 32 * 1024;

/** The texts as bytes, in pieces of some 32 KB. */
export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held: string[] = [];
  let length = 0;
  for await (const text of texts) {
    held.push(text);
    length += text.length;
    if (length < PIECE_CHARACTERS) continue;
    yield Buffer.from(held.join(''), 'utf8');
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(held.join(''), 'utf8');
}
