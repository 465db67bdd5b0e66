import type { ReactNode } from 'react';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { pickerMessages } from '../messages.ts';
import { useStatuses } from './places.ts';
import styles from './places.module.css';

const texts = pickerMessages.status;

/** The id that means 'No Status', among those of a filter. */
export const noStatus = 'none';

/**
 * Chooses among the public or the internal statuses and No Status; the content of a popover or a filter.
 *
 * @param selected ids, `noStatus` among them for No Status; of one choice it is the present one, or none where several
 * ideas differ
 * @param onChange told the new ids; without `multiple` that is one
 * @param onChooseWithMod told the id of one that is chosen with Ctrl Enter
 * @param none what No Status is called
 */
export function StatusPicker({
  kind,
  selected,
  onChange,
  onChooseWithMod,
  multiple = true,
  none = texts.none,
  placeholder = texts.placeholder,
  footer,
}: {
  kind: 'public' | 'internal';
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  onChooseWithMod?: (id: string) => void;
  multiple?: boolean;
  none?: string;
  placeholder?: string;
  footer?: ReactNode;
}) {
  const statuses = useStatuses(kind);
  const withCurrent = (option: Option): Option =>
    !multiple && selected.includes(option.value)
      ? { ...option, end: <span className={styles.current}>{texts.current}</span> }
      : option;
  const options: Option[] = [
    { value: noStatus, label: none, icon: <span className={styles.dot} data-none /> },
    ...(statuses.data ?? []).map((status) => ({
      value: status.id,
      label: status.name,
      icon: <span className={styles.dot} style={{ background: status.hex_color }} />,
    })),
  ].map(withCurrent);
  return (
    <OptionPicker
      label={texts[kind]}
      placeholder={placeholder}
      multiple={multiple}
      selected={selected}
      options={options}
      status={statuses.isPending ? 'loading' : statuses.isError ? 'error' : 'ready'}
      onRetry={() => void statuses.refetch()}
      emptyText={texts.nothing}
      {...(onChooseWithMod === undefined
        ? {}
        : { onChooseWithMod: ({ value }: Option) => onChooseWithMod(value) })}
      footer={footer}
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
