import { useState } from 'react';
import { messageOf } from '../api/errors.ts';
import { OptionPicker } from '../ui/OptionPicker.tsx';
import { labelOptions } from './labelOptions.ts';
import { pickerMessages } from './messages.ts';
import { useLabels } from './places.ts';
import styles from './people.module.css';

const texts = pickerMessages.labels;

/**
 * Chooses labels in the order of their tree; the content of a popover or a filter.
 *
 * @param selected ids
 * @param forumId leaves out labels that are limited to other forums
 * @param onCreate offers to make a label of what was typed; answers its id. For viewers who may write settings
 */
export function LabelPicker({
  selected,
  onChange,
  forumId = null,
  onCreate,
}: {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  forumId?: string | null;
  onCreate?: (name: string) => Promise<string>;
}) {
  const labels = useLabels(forumId);
  const [failure, setFailure] = useState<string | null>(null);
  const options = labelOptions(labels.data?.all_labels.records ?? []);
  return (
    <OptionPicker
      label={texts.field}
      placeholder={texts.placeholder}
      multiple
      selected={selected}
      options={options}
      status={labels.isPending ? 'loading' : labels.isError ? 'error' : 'ready'}
      onRetry={() => void labels.refetch()}
      emptyText={texts.nothing}
      createLabel={texts.create}
      {...(onCreate === undefined
        ? {}
        : {
            onCreate: (name: string) => {
              setFailure(null);
              onCreate(name).then(
                (id) => onChange([...selected, id]),
                (error: unknown) => setFailure(messageOf(error)),
              );
            },
          })}
      onChoose={(option) =>
        onChange(selected.includes(option.value) ? selected.filter((id) => id !== option.value) : [...selected, option.value])
      }
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
