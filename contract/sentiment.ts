/** How people feel in texts, as a mean from -1 to 1 (DEC-068). */

/** A mean of fewer texts says too little to be shown. */
export const SENTIMENT_LEAST_TEXTS = 5;

/** A mean from -1 to 1 with its sign: −0.37, +0.12, 0.00. */
export function sentimentText(value: number): string {
  const text = Math.abs(value).toFixed(2);
  if (text === '0.00') return text;
  return value < 0 ? `−${text}` : `+${text}`;
}
