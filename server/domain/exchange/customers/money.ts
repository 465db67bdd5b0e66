import { accountLimits } from '../../../../contract/limits.ts';

/** Signs and codes of other currencies, which are amounts of something else. */
const OTHER_CURRENCY =
  /[€£¥₹₩₽₺₴₪฿₫]|\b(?:EUR|GBP|JPY|CHF|CAD|AUD|NZD|SEK|NOK|DKK|PLN|CZK|INR|CNY|BRL|MXN)\b/i;

/**
 * An amount in USD, as files write it: 1234.5, $1,234.50, USD 1234.
 * @returns cents; null for an empty cell; a text: why it cannot be taken
 */
export function readAmount(text: string): number | null | string {
  const plain = text.trim();
  if (plain === '') return null;
  if (OTHER_CURRENCY.test(plain)) return 'is not in US dollars';
  const digits = plain
    .replace(/^(?:USD?\s*\$?|\$)\s*/i, '')
    .replace(/(?:USD|\$)$/i, '')
    .trim();
  if (/^[-−(]/.test(digits)) return 'is negative';
  if (/^(?:\d+|\d{1,3}(?:\.\d{3})+),\d{1,2}$/.test(digits)) return 'has a decimal comma; write 1234.56';
  const match = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/.exec(digits);
  if (match === null) return 'is no amount';
  const [, whole = '', fraction = ''] = match;
  // elsewhere a point groups thousands
  if (fraction.length === 3 && whole.length <= 3) return 'could be read in two ways; write 1234.56';
  if (/[1-9]/.test(fraction.slice(2))) return 'has more than two decimals';
  const cents = Number(`${whole.replaceAll(',', '')}${fraction.slice(0, 2).padEnd(2, '0')}`);
  return cents > accountLimits.amountMaxDollars * 100
    ? `is more than ${accountLimits.amountMaxDollars.toLocaleString('en')}`
    : cents;
}
