import type { Readable } from 'node:stream';
import type Sharp from 'sharp';
import { fileLimits, pictureLimits } from '../../../contract/limits.ts';

/** Kinds of image that are shown in the page; every other file is offered for download. */
export const INLINE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

const THUMB_PX = 320;

/** Decoders stop at this size, whatever a file says of itself. An image is one at a time: each may need hundreds of MB. */
const LIMITS = { limitInputPixels: fileLimits.imagePixels, failOn: 'error', sequentialRead: true } as const;

let loaded: Promise<typeof Sharp> | undefined;

/** The decoder, loaded with the first image: it costs 20 MB that a process without images can do without. */
function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loaded;
}

/**
 * Whether an image is small enough to be shown and decoded, told from its header: nothing is unpacked.
 *
 * @param content the first part of the file
 * @returns null when the size cannot be told from these bytes
 */
export async function isSmallImage(content: Uint8Array): Promise<boolean | null> {
  const sharp = await loadSharp();
  try {
    const { width, height, pages } = await sharp(content, { ...LIMITS, limitInputPixels: false }).metadata();
    // each page of an animation is a picture of its own height
    return width * height * (pages ?? 1) <= fileLimits.imagePixels;
  } catch {
    return null;
  }
}

/**
 * A small picture of an image, as WebP, at most 320 px wide and high, turned as the camera was held. Its
 * metadata (place, device) is left out.
 *
 * @throws Error when the image cannot be decoded or is larger than the limit
 */
export async function makeThumbnail(content: Readable): Promise<Buffer> {
  const sharp = await loadSharp();
  const resize = sharp({ ...LIMITS })
    .rotate()
    .resize({ width: THUMB_PX, height: THUMB_PX, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 });
  content.once('error', (error) => resize.destroy(error));
  return content.pipe(resize).toBuffer();
}

/** Kinds of file that a person's picture is read from. */
const PICTURE_FORMATS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif']);

/**
 * A person's picture: the middle of an image as a square, as WebP, turned as the camera was held. Its metadata (place,
 * device) is left out, and of an animation the first picture is taken.
 *
 * @throws Error when it is no image of the usual kinds, or larger than the limit when it is unpacked
 */
export async function makeAvatar(content: Buffer): Promise<Buffer> {
  const sharp = await loadSharp();
  const { format } = await sharp(content, LIMITS).metadata();
  if (!PICTURE_FORMATS.has(format)) throw new Error(`A picture is no ${format}.`);
  return sharp(content, LIMITS)
    .rotate()
    .resize({ width: pictureLimits.sidePx, height: pictureLimits.sidePx, fit: 'cover' })
    .webp({ quality: 85 })
    .toBuffer();
}
