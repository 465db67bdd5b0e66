/** Parts of board and list whose code comes after the first look, and is there before somebody asks for them. */
import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { loadAhead } from '../../ui/loading/ahead.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import type { CreateFeatureDialog as DialogPart } from './CreateFeatureDialog.tsx';
import { roadmapTexts } from './roadmapMessages.ts';
import type { FeaturePeek as PeekPart } from './FeaturePeek.tsx';

const Peek = loadable(async () => (await import('./FeaturePeek.tsx')).FeaturePeek);
const Dialog = loadable(async () => (await import('./CreateFeatureDialog.tsx')).CreateFeatureDialog);

/** The look at a feature beside board or list. */
export function FeaturePeek(props: ComponentProps<typeof PeekPart>) {
  useEffect(() => loadAhead([Peek.ahead]), []);
  return useOnceOpen(props.id !== null) ? (
    <Later part={Peek} props={props} what={roadmapTexts.whatFeature} />
  ) : null;
}

/** The dialog that makes a feature. */
export function CreateFeatureDialog(props: ComponentProps<typeof DialogPart>) {
  useEffect(() => loadAhead([Dialog.ahead]), []);
  return useOnceOpen(props.opened) ? (
    <Later part={Dialog} props={props} what={roadmapTexts.whatFeature} />
  ) : null;
}
