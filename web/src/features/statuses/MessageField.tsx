import { Suspense } from 'react';
import type { ComponentProps } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { isLongerThan } from '../../../../contract/text_cut.ts';
import { loadable } from '../../ui/loading/loadable.tsx';
import { Skeleton } from '../../ui/loading/loading.tsx';
import type { FieldRules, Naming } from '../../forms/rules.ts';
import { plainText } from '../../shared/plainText.ts';
import { statusMessages } from './statusMessages.ts';

const RichTextEditor = loadable(
  async () => (await import('../../ui/editor/RichTextEditor.tsx')).RichTextEditor,
);

/**
 * The rules of the text of a mail.
 *
 * @param inputs what the call makes of it
 * @param needed what is said where there must be one; left out: there need be none
 */
export function messageRules(
  label: string,
  inputs: readonly string[],
  needed?: Naming,
): FieldRules<unknown, string> {
  return {
    label,
    inputs,
    ...(needed === undefined ? {} : { needed }),
    isEmpty: isEmptyHtml,
    rule: (html) => (isLongerThan(html, textLimits.richTextCharacters) ? statusMessages.tooLong : null),
    ruleName: statusMessages.tooLongName,
    ruleSaid: 'typed',
    text: (html) => plainText(html, 'text/html'),
  };
}

/** The text of a mail: formatted, with the bar to show and hide, and a larger window to write in. */
export function MessageField(field: ComponentProps<typeof RichTextEditor>) {
  return (
    <Suspense fallback={<Skeleton height={214} radius={8} />}>
      <RichTextEditor {...field} maxHeightPx={260} formattingToggle popout />
    </Suspense>
  );
}
