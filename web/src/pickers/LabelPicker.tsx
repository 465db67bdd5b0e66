import { useState } from 'react';
import type { ReactNode } from 'react';
import { canWrite } from '../../../contract/permissions.ts';
import { messageOf } from '../api/errors.ts';
import { request } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { OptionPicker } from '../ui/OptionPicker.tsx';
import type { OptionsStatus } from '../ui/options.ts';
import { labelOptions, newLabelOf } from './labelOptions.ts';
import { pickerMessages } from './messages.ts';
import { createLabelDocument, useLabels } from './places.ts';
import styles from './people.module.css';

const texts = pickerMessages.labels;

/**
 * Chooses labels in the order of their tree; the content of a popover or a filter.
 *
 * @param selected ids
 * @param forumId leaves out labels that are limited to other forums
 * @param onCreated given, it offers to make a label of what was typed to those who may, and is called with it
 * @param facts what is known of each label besides, when it has to be loaded: whether it is there, how it is asked for
 *   again, and a remark at a label's right end
 */
export function LabelPicker({
  selected,
  onChange,
  forumId = null,
  onCreated,
  facts,
}: {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  forumId?: string | null;
  onCreated?: (label: { id: string; full_name: string }) => void;
  facts?: { status: OptionsStatus; onRetry: () => void; endOf: (id: string) => ReactNode };
}) {
  const { permissions } = useViewer();
  const labels = useLabels(forumId);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMaking, setIsMaking] = useState(false);
  const known = labels.data?.all_labels.records ?? [];
  const own: OptionsStatus = labels.isPending ? 'loading' : labels.isError ? 'error' : 'ready';
  const mayCreate =
    onCreated !== undefined && (canWrite(permissions, 'feedback') || canWrite(permissions, 'settings'));

  const create = async (text: string): Promise<void> => {
    const made = newLabelOf(text, known);
    if (made === null || isMaking) return;
    setFailure(null);
    setIsMaking(true);
    try {
      const { label_create: label } = await request(createLabelDocument, {
        name: made.name,
        parent_id: made.parent?.id ?? null,
      });
      if (label !== null) onCreated?.(label);
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setIsMaking(false);
    }
  };

  return (
    <OptionPicker
      label={texts.field}
      placeholder={texts.placeholder}
      multiple
      selected={selected}
      options={labelOptions(known).map((option) => {
        const end = facts?.endOf(option.value) ?? null;
        return end === null ? option : { ...option, end };
      })}
      status={own === 'ready' ? (facts?.status ?? 'ready') : own}
      onRetry={() => {
        void labels.refetch();
        facts?.onRetry();
      }}
      emptyText={texts.nothing}
      createLabel={(text) => {
        const made = newLabelOf(text, known);
        return made === null
          ? null
          : made.parent === null
            ? texts.create(made.name)
            : texts.createUnder(made.name, made.parent.name);
      }}
      {...(mayCreate ? { onCreate: (text: string) => void create(text) } : {})}
      onChoose={(option) => {
        setFailure(null);
        onChange(
          selected.includes(option.value)
            ? selected.filter((id) => id !== option.value)
            : [...selected, option.value],
        );
      }}
      {...(failure === null
        ? {}
        : {
            footer: (
              <p role="alert" className={styles.failure}>
                {failure}
              </p>
            ),
          })}
    />
  );
}
