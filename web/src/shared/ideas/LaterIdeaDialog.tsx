import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { loadAhead } from '../../ui/loading/ahead.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import { pickerMessages } from '../messages.ts';
import type { LinkOrCreateIdeaDialog } from './LinkOrCreateIdeaDialog.tsx';

const Dialog = loadable(async () => (await import('./LinkOrCreateIdeaDialog.tsx')).LinkOrCreateIdeaDialog);

/** The dialog that links an idea, or makes one, whose code comes after the first look. */
export function LaterIdeaDialog(props: ComponentProps<typeof LinkOrCreateIdeaDialog>) {
  useEffect(() => loadAhead([Dialog.ahead]), []);
  return useOnceOpen(props.mode !== 'closed') ? (
    <Later part={Dialog} props={props} what={pickerMessages.idea.what} />
  ) : null;
}
