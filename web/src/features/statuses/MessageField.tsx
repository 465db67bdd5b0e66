import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { isLongerThan } from '../../../../contract/text_cut.ts';
import { loadable } from '../../ui/loadable.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { statusMessages } from './statusMessages.ts';

const RichTextEditor = loadable(async () => (await import('../../ui/RichTextEditor.tsx')).RichTextEditor);

/** Whether a message is longer than the server takes. */
export function isTooLong(html: string): boolean {
  return isLongerThan(html, textLimits.richTextCharacters);
}

/** The text of a mail: formatted, with the bar to show and hide, and a larger window to write in. */
export function MessageField({
  label,
  value,
  onChange,
  placeholder,
  error,
  optional,
  required,
  disabled,
}: {
  label: string;
  value: string;
  onChange: (html: string) => void;
  placeholder: string;
  error?: ReactNode;
  optional?: boolean;
  required?: boolean;
  disabled?: boolean;
}) {
  return (
    <Suspense fallback={<Skeleton height={214} radius={8} />}>
      <RichTextEditor
        {...{ label, value, onChange, placeholder, optional, required, disabled }}
        error={isTooLong(value) ? statusMessages.tooLong : error}
        maxHeightPx={260}
        formattingToggle
        popout
      />
    </Suspense>
  );
}
