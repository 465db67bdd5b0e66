/** Parts of board and list whose code comes after the first look, and is there before somebody asks for them. */
import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { loadAhead } from '../../ui/loading/ahead.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import type { CreateFeatureDialog as DialogPart } from './CreateFeatureDialog.tsx';
import { roadmapTexts } from './roadmapMessages.ts';
import type { FeaturesBulkBar as BulkPart } from './FeaturesBulkBar.tsx';
import type { FeaturePeek as PeekPart } from './FeaturePeek.tsx';

const Peek = loadable(async () => (await import('./FeaturePeek.tsx')).FeaturePeek);
const Dialog = loadable(async () => (await import('./CreateFeatureDialog.tsx')).CreateFeatureDialog);

const Bulk = loadable(async () => (await import('./FeaturesBulkBar.tsx')).FeaturesBulkBar);

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

/** What can be done to selected features at once. */
export function FeaturesBulkBar(props: ComponentProps<typeof BulkPart>) {
  useEffect(() => loadAhead([Bulk.ahead]), []);
  return useOnceOpen(props.chosen.length > 0) ? (
    <Later part={Bulk} props={props} what={roadmapTexts.what} />
  ) : null;
}
