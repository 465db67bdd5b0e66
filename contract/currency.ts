const MILLION = 1_000_000;
const THOUSAND = 1_000;

/** One decimal, half up; works on the value, so 999,999 stays in thousands (DEC-014). */
function oneDecimal(value: number): string {
  return (Math.floor(value * 10 + 0.5 + 1e-9) / 10).toFixed(1);
}

/**
 * Shorthand of an amount in US dollars: $x.xM from a million, $x.xK from a thousand, whole dollars
 * below (CONST-049..051). Negative amounts get a leading minus.
 *
 * @param amount dollars, not cents
 * @returns empty for null: nothing is shown
 */
export function shortCurrency(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return '';
  const size = Math.abs(amount);
  const sign = amount < 0 ? '-' : '';
  // thousands of millions are read with a comma
  if (size >= MILLION) return `${sign}$${oneDecimal(size / MILLION).replace(/\B(?=(?:\d{3})+\.)/g, ',')}M`;
  if (size >= THOUSAND) return `${sign}$${oneDecimal(size / THOUSAND)}K`;
  const whole = Math.floor(size + 0.5);
  return whole === 0 ? '$0' : `${sign}$${whole}`;
}
