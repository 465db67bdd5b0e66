/** One thing that the doctor looked at. `cure` says what to do; null when nothing is to be done. */
export type Finding = { area: string; level: 'ok' | 'note' | 'problem'; what: string; cure: string | null };

export const ok = (area: string, what: string): Finding => ({ area, level: 'ok', what, cure: null });
export const note = (area: string, what: string, cure: string | null = null): Finding => ({
  area,
  level: 'note',
  what,
  cure,
});
export const problem = (area: string, what: string, cure: string): Finding => ({
  area,
  level: 'problem',
  what,
  cure,
});
