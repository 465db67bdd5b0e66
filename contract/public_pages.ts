/** Pages of a workspace that are read without signing in: help, shared roadmaps, impact reports by link. */

export const publicPageLimits = {
  /** Addresses and ranges that they can be bound to. */
  networks: 50,
  networkCharacters: 60,
} as const;

/** A color as it is kept: '#2B9281'; null: it is none. */
export function readColor(text: string): string | null {
  const color = text.trim().toUpperCase();
  return /^#[0-9A-F]{6}$/.test(color) ? color : null;
}

type Rgb = readonly [number, number, number];
/** Grounds of the public pages on which colored words stand, light and dark. */
const GROUNDS = { light: [0xf3, 0xf4, 0xf8], dark: [0x1d, 0x1f, 0x26] } as const satisfies Record<
  string,
  Rgb
>;
/** What WCAG asks of text. */
const CONTRAST = 4.5;

/**
 * A color of a workspace as words can be read in it, on a light and on a dark ground: as much darker, or lighter, as
 * it takes. White stands on the first, the dark ground on the second.
 *
 * @param hex '#2B9281'
 */
export function publicColors(hex: string): { light: string; dark: string } {
  return { light: readableOn(hex, GROUNDS.light, 0), dark: readableOn(hex, GROUNDS.dark, 255) };
}

function readableOn(hex: string, ground: Rgb, towards: number): string {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
  for (let step = 0; ; step += 1) {
    const color = wanted.map((part) => Math.round(part + ((towards - part) * step) / 20)) as unknown as Rgb;
    if (step === 20 || contrastOf(color, ground) >= CONTRAST)
      return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }
}

/** How much two colors differ to the eye, 1 to 21 (WCAG). */
function contrastOf(one: Rgb, other: Rgb): number {
  const [a, b] = [luminanceOf(one), luminanceOf(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}

function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
