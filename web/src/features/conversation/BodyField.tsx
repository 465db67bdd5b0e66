import { Suspense } from 'react';
import type { ComponentProps } from 'react';
import { layout } from '../../../../contract/limits.ts';
import { TextArea } from '../../ui/fields/fields.tsx';
import { loadable } from '../../ui/loading/loadable.tsx';
import { Skeleton } from '../../ui/loading/loading.tsx';

const RichTextEditor = loadable(
  async () => (await import('../../ui/editor/RichTextEditor.tsx')).RichTextEditor,
);

/**
 * The text of a record: several lines of plain text, or the editor for one that is stored as HTML. Both
 * grow from 4 to 10 rows.
 */
export function BodyField({
  mimeType,
  autoFocus = false,
  ...field
}: ComponentProps<typeof RichTextEditor> & { mimeType: string }) {
  if (mimeType === 'text/html') {
    return (
      <Suspense fallback={<Skeleton height={180} radius={8} />}>
        <RichTextEditor {...field} maxHeightPx={236} />
      </Suspense>
    );
  }
  return (
    <TextArea
      {...field}
      minRows={layout.commentEditorMinRows}
      maxRows={layout.commentEditorMaxRows}
      dir="auto"
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  );
}
