/** Parts of board, list and page of features whose code comes after the first look, and is there before somebody asks for them. */
import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import type { LinkOrCreateIdeaDialog as IdeaPart } from '../../shared/ideas/LinkOrCreateIdeaDialog.tsx';
import { loadAhead } from '../../ui/loading/ahead.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import type { CreateFeatureDialog as DialogPart } from './CreateFeatureDialog.tsx';
import { featureTexts } from './featureMessages.ts';
import type { FeaturePeek as PeekPart } from './FeaturePeek.tsx';

const Peek = loadable(async () => (await import('./FeaturePeek.tsx')).FeaturePeek);
const Dialog = loadable(async () => (await import('./CreateFeatureDialog.tsx')).CreateFeatureDialog);

const Idea = loadable(
  async () => (await import('../../shared/ideas/LinkOrCreateIdeaDialog.tsx')).LinkOrCreateIdeaDialog,
);

/** The look at a feature beside board or list. */
export function FeaturePeek(props: ComponentProps<typeof PeekPart>) {
  useEffect(() => loadAhead([Peek.ahead]), []);
  return useOnceOpen(props.id !== null) ? <Later part={Peek} props={props} what={featureTexts.what} /> : null;
}

/** The dialog that makes a feature. */
export function CreateFeatureDialog(props: ComponentProps<typeof DialogPart>) {
  useEffect(() => loadAhead([Dialog.ahead]), []);
  return useOnceOpen(props.opened) ? <Later part={Dialog} props={props} what={featureTexts.what} /> : null;
}

/** The dialog that links an idea, or makes one. */
export function IdeaDialog(props: ComponentProps<typeof IdeaPart>) {
  useEffect(() => loadAhead([Idea.ahead]), []);
  return useOnceOpen(props.mode !== 'closed') ? (
    <Later part={Idea} props={props} what={featureTexts.whatIdeas} />
  ) : null;
}
