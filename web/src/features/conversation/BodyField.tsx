import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { layout } from '../../../../contract/limits.ts';
import { TextArea } from '../../ui/fields.tsx';
import { loadable } from '../../ui/loadable.tsx';
import { Skeleton } from '../../ui/loading.tsx';

const RichTextEditor = loadable(async () => (await import('../../ui/RichTextEditor.tsx')).RichTextEditor);

/**
 * The text of a record: several lines of plain text, or the editor for one that is stored as HTML. Both
 * grow from 4 to 10 rows.
 */
export function BodyField({
  mimeType,
  label,
  value,
  onChange,
  error,
  optional,
  required,
  placeholder,
  autoFocus = false,
}: {
  mimeType: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  error?: ReactNode;
  optional?: boolean;
  required?: boolean;
  placeholder?: string;
  autoFocus?: boolean;
}) {
  if (mimeType === 'text/html') {
    return (
      <Suspense fallback={<Skeleton height={180} radius={8} />}>
        <RichTextEditor
          {...{ label, value, onChange, error, optional, required, placeholder, maxHeightPx: 236 }}
        />
      </Suspense>
    );
  }
  return (
    <TextArea
      {...{ label, value, onChange, error, optional, required, placeholder }}
      minRows={layout.commentEditorMinRows}
      maxRows={layout.commentEditorMaxRows}
      dir="auto"
      {...(autoFocus ? { 'data-autofocus': true } : {})}
    />
  );
}
