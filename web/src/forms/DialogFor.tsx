import { Fragment, useState } from 'react';
import type { ReactNode } from 'react';

/**
 * What a dialog is about, also while the dialog is on its way out; each opening begins with a fresh state.
 *
 * @param about null: the dialog is closed
 */
export function DialogFor<What>({
  about,
  children,
}: {
  about: What | null;
  children: (about: What, opened: boolean) => ReactNode;
}) {
  const [shown, setShown] = useState({ about, was: about, opening: 0 });
  if (about !== shown.was) {
    setShown({
      about: about ?? shown.about,
      was: about,
      opening: shown.opening + (shown.was === null ? 1 : 0),
    });
  }
  return shown.about === null ? null : (
    <Fragment key={shown.opening}>{children(shown.about, about !== null)}</Fragment>
  );
}
