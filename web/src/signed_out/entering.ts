/** What stands between a password or link and the console: a second step, where there is one. */

/** A code is asked for: `token` stands for what was shown so far. */
export interface Asked {
  /** provider: passwords open nothing here */
  need: 'code' | 'set_up' | 'provider';
  token: string;
}

/** What a call answers that lets someone in; null: they are in. */
export type EnterAnswer = { second_factor: Asked } | null;

/** Leads on behind such a call: to where they wanted, or to the page that asks for a code. */
export function leadOn(answer: EnterAnswer, returnTo: string): void {
  // replace: Back must not lead to the form that has done its work
  location.replace(
    answer === null
      ? returnTo
      : `/admin/signin?return_to=${encodeURIComponent(returnTo)}#${new URLSearchParams({ ...answer.second_factor })}`,
  );
}

/** What the address asks for behind its sign; null: nothing. It is taken out of the address and its history. */
export function takeAsked(): Asked | null {
  const asked = new URLSearchParams(location.hash.slice(1));
  const [need, token] = [asked.get('need'), asked.get('token')];
  if ((need !== 'code' && need !== 'set_up' && need !== 'provider') || token === null) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return { need, token };
}
