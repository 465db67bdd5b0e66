import { OptionPicker } from '../ui/OptionPicker.tsx';
import type { Option } from '../ui/options.ts';
import { pickerMessages } from './messages.ts';
import { useStatuses } from './places.ts';
import styles from './places.module.css';

const texts = pickerMessages.status;

/** Stands for 'No Status' among the ids of a filter. */
export const noStatus = 'none';

/**
 * Chooses among the public or the internal statuses and No Status; the content of a filter.
 *
 * @param selected ids, `noStatus` among them for No Status
 * @param onChange told the new ids; without `multiple` that is one
 */
export function StatusPicker({
  kind,
  selected,
  onChange,
  multiple = true,
}: {
  kind: 'public' | 'internal';
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  multiple?: boolean;
}) {
  const statuses = useStatuses(kind);
  const options: Option[] = [
    { value: noStatus, label: texts.none, icon: <span className={styles.dot} data-none /> },
    ...(statuses.data ?? []).map((status) => ({
      value: status.id,
      label: status.name,
      icon: <span className={styles.dot} style={{ background: status.hex_color }} />,
    })),
  ];
  return (
    <OptionPicker
      label={texts[kind]}
      placeholder={texts.placeholder}
      multiple={multiple}
      selected={selected}
      options={options}
      status={statuses.isPending ? 'loading' : statuses.isError ? 'error' : 'ready'}
      onRetry={() => void statuses.refetch()}
      emptyText={texts.nothing}
      onChoose={({ value }) =>
        onChange(
          !multiple
            ? [value]
            : selected.includes(value)
              ? selected.filter((id) => id !== value)
              : [...selected, value],
        )
      }
    />
  );
}
