import { createHash, type Hash } from 'node:crypto';

/** A text of a JSON body longer than this is handed out as it comes, and not kept. */
const LONG_BYTES = 64 * 1024;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LOWER_U = 0x75;
/** In the place of a letter that base64 does not have. */
const OTHER = 0xff;
/** What follows a backslash, and which letter it means. */
const ESCAPES: Readonly<Record<number, number>> = {
  0x22: 0x22,
  0x5c: 0x5c,
  0x2f: 0x2f,
  0x62: 0x08,
  0x66: 0x0c,
  0x6e: 0x0a,
  0x72: 0x0d,
  0x74: 0x09,
};

/** Takes the letters of one long text, in pieces, without the signs with which JSON writes them. Letters beyond ASCII come as 0xff. */
export interface LongText {
  /** what stands in the body in its place, once it is parsed */
  readonly placeholder: string;
  write(letters: Buffer): void;
  end(): void;
}

/**
 * Takes a JSON body as it comes, a piece at a time, and keeps what is left when long texts are taken out and space between
 * values is dropped. The work for a piece grows with that piece alone.
 *
 * Whether it is JSON is judged by whoever parses what is kept.
 */
export class LongTexts {
  private readonly open: () => LongText;
  private readonly kept: Buffer[] = [];
  private textInput = false;
  /** of the text that is being read: what has come of it, as it stands in the body, while it is short */
  private begun: Buffer[] = [];
  private begunBytes = 0;
  private long: LongText | null = null;
  /** of an escape that is being read: how many signs have come, and the letter that they mean so far */
  private escape = 0;
  private isHex = false;
  private code = 0;
  /** bytes kept so far */
  bytes = 0;

  /** @param open is called at the begin of a long text */
  constructor(open: () => LongText) {
    this.open = open;
  }

  write(piece: Buffer): void {
    let from = 0;
    while (from < piece.length) from = this.textInput ? this.text(piece, from) : this.between(piece, from);
  }

  /** What is kept; the long texts are named by their placeholders. */
  rest(): Buffer {
    return Buffer.concat(this.kept);
  }

  /** Values and signs up to the next text. */
  private between(piece: Buffer, from: number): number {
    const quote = piece.indexOf(QUOTE, from);
    const end = quote < 0 ? piece.length : quote;
    this.keep(withoutSpace(piece.subarray(from, end)));
    if (quote < 0) return end;
    this.textInput = true;
    this.begun = [];
    this.begunBytes = 0;
    this.long = null;
    return quote + 1;
  }

  private text(piece: Buffer, from: number): number {
    // where the text ends in this piece; an escape may go over from one piece to the next
    let at = from;
    let isOver = false;
    const letters = Buffer.allocUnsafe(piece.length - from);
    let count = 0;
    for (; at < piece.length; at += 1) {
      const byte = piece[at]!;
      if (this.escape > 0) {
        if (this.escaped(byte)) letters[count++] = this.code < 0x80 ? this.code : OTHER;
      } else if (byte === QUOTE) {
        isOver = true;
        break;
      } else if (byte === BACKSLASH) this.escape = 1;
      else letters[count++] = byte < 0x80 ? byte : OTHER;
    }
    if (this.long === null) {
      // what is short is kept as it was written
      this.begun.push(Buffer.from(piece.subarray(from, at)));
      this.begunBytes += at - from;
      if (this.begunBytes > LONG_BYTES) this.becomeLong();
    } else this.long.write(letters.subarray(0, count));
    if (!isOver) return piece.length;
    this.textInput = false;
    if (this.long === null) this.keep(Buffer.concat([Buffer.from('"'), ...this.begun, Buffer.from('"')]));
    else {
      this.long.end();
      this.keep(Buffer.from(JSON.stringify(this.long.placeholder)));
    }
    this.begun = [];
    return at + 1;
  }

  /** @returns whether the escape is whole; its letter then stands in `code` */
  private escaped(byte: number): boolean {
    if (this.escape === 1) {
      this.isHex = byte === LOWER_U;
      this.code = this.isHex ? 0 : (ESCAPES[byte] ?? OTHER);
      this.escape = this.isHex ? 2 : 0;
      return !this.isHex;
    }
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    this.code = this.code * 16 + (Number.isNaN(digit) ? 0x10000 : digit);
    this.escape = this.escape === 5 ? 0 : this.escape + 1;
    return this.escape === 0;
  }

  /** What has come of the text goes out at once; the rest follows as it comes. */
  private becomeLong(): void {
    const [begun, state] = [this.begun, { escape: this.escape, isHex: this.isHex, code: this.code }];
    this.long = this.open();
    this.escape = 0;
    this.begun = [];
    for (const piece of begun) {
      const letters = Buffer.allocUnsafe(piece.length);
      let count = 0;
      for (const byte of piece) {
        if (this.escape > 0) {
          if (this.escaped(byte)) letters[count++] = this.code < 0x80 ? this.code : OTHER;
        } else if (byte === BACKSLASH) this.escape = 1;
        else letters[count++] = byte < 0x80 ? byte : OTHER;
      }
      this.long.write(letters.subarray(0, count));
    }
    ({ escape: this.escape, isHex: this.isHex, code: this.code } = state);
  }

  private keep(part: Buffer): void {
    if (part.length === 0) return;
    // a copy: a piece of the connection's buffer would hold all of it
    this.kept.push(Buffer.from(part));
    this.bytes += part.length;
  }
}

/** With one sign for each stretch of space. */
function withoutSpace(part: Buffer): Buffer {
  const left = Buffer.allocUnsafe(part.length);
  let count = 0;
  let wasSpace = false;
  for (const byte of part) {
    const isSpace = byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    if (!isSpace || !wasSpace) left[count++] = isSpace ? 0x20 : byte;
    wasSpace = isSpace;
  }
  return left.subarray(0, count);
}

const LETTERS = new Uint8Array(256);
for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/')
  LETTERS[letter.charCodeAt(0)] = 1;
const PADDING = 0x3d;
const COMMA = 0x2c;
/** A data URL says its kind before the comma. */
const DATA = Buffer.from('data:');
const PREFIX_MAX = 1_000;

/** Decodes base64 that comes in pieces, with or without the begin of a data URL, to its strict form. */
export class Base64Decoder {
  private pending: Buffer = Buffer.alloc(0);
  private hasBegun = false;
  private padding = 0;
  private readonly digest: Hash = createHash('sha256');
  /** it is no base64; nothing is decoded from there on */
  isWrong = false;
  /** decoded so far */
  bytes = 0;

  /** @returns what the letters decode to; whole groups of four only */
  write(letters: Buffer): Buffer {
    const all = this.pending.length === 0 ? letters : Buffer.concat([this.pending, letters]);
    let from = 0;
    if (!this.hasBegun) {
      if (all.length < DATA.length) return this.hold(all);
      if (all.subarray(0, DATA.length).equals(DATA)) {
        const comma = all.indexOf(COMMA);
        if (comma < 0 && all.length <= PREFIX_MAX) return this.hold(all);
        if (comma < 0) this.isWrong = true;
        from = comma + 1;
      }
      this.hasBegun = true;
    }
    if (this.isWrong) return this.hold(Buffer.alloc(0));
    const end = from + Math.floor((all.length - from) / 4) * 4;
    const whole = all.subarray(from, end);
    for (const byte of whole) {
      if (byte === PADDING) this.padding += 1;
      else if (LETTERS[byte] !== 1 || this.padding > 0) this.isWrong = true;
    }
    if (this.padding > 2) this.isWrong = true;
    if (this.isWrong) return this.hold(Buffer.alloc(0));
    this.hold(Buffer.from(all.subarray(end)));
    const decoded = Buffer.from(whole.toString('latin1'), 'base64');
    this.digest.update(decoded);
    this.bytes += decoded.length;
    return decoded;
  }

  /** After the last letter. @returns what is left; the hash of all of it, hexadecimal */
  end(): { left: Buffer; sha256: string } {
    let left: Buffer = Buffer.alloc(0);
    if (!this.hasBegun && !this.isWrong) {
      this.hasBegun = true;
      left = this.write(Buffer.alloc(0));
    }
    if (this.pending.length > 0) this.isWrong = true;
    return { left, sha256: this.digest.digest('hex') };
  }

  private hold(letters: Buffer): Buffer {
    this.pending = letters;
    return Buffer.alloc(0);
  }
}
