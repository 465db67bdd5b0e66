import { useEffect, useRef } from 'react';
import { request } from '../../../api/runtime.ts';
import { useAttachments } from '../../../forms/useAttachments.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { AttachmentBox, AttachmentDropZone } from '../../../shared/attachments/AttachmentBox.tsx';
import { featureTexts as texts } from '../featureMessages.ts';
import { updateFeatureDocument } from '../roadmapQueries.ts';
import type { Feature } from '../roadmapQueries.ts';

/** The files of a feature; new ones hang on it as soon as they are stored. */
export function FeatureFiles({
  feature,
  mayWrite,
  onSaved,
}: {
  feature: Feature;
  mayWrite: boolean;
  onSaved: (version: string) => void;
}) {
  const attachments = useAttachments({ isEditing: false });
  const { reset, tokens, isUploading } = attachments;
  const known = feature.attachments.map(({ id }) => id).join();
  useEffect(() => {
    reset(feature.attachments);
    // when others come or go
    // oxlint-disable-next-line react/exhaustive-deps
  }, [known]);
  const claim = useCommand(
    (wanted: readonly string[]) =>
      request(updateFeatureDocument, { id: feature.id, attachment_tokens: [...wanted] }),
    {
      failed: texts.failed,
      onDone: ({ feature_update: saved }) => saved && onSaved(saved.updated_at),
    },
  );
  const claimed = useRef(new Set<string>());
  const wanted = tokens.join();
  useEffect(() => {
    if (wanted === '' || isUploading) return;
    const fresh = wanted.split(',').filter((token) => !claimed.current.has(token));
    if (fresh.length === 0) return;
    for (const token of fresh) claimed.current.add(token);
    void claim.run(fresh);
  }, [wanted, isUploading, claim]);
  const box = <AttachmentBox attachments={attachments} disabled={!mayWrite} />;
  return mayWrite ? <AttachmentDropZone attachments={attachments}>{box}</AttachmentDropZone> : box;
}
