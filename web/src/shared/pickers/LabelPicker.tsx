import { useState } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { messageOf } from '../../api/errors.ts';
import { useViewer } from '../../api/viewer.ts';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import type { Option, OptionsStatus } from '../../ui/fields/options.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { labelOptions, newLabelOf } from './labelOptions.ts';
import { pickerMessages } from '../messages.ts';
import { createLabelDocument, useLabels } from './places.ts';
import styles from './people.module.css';

const texts = pickerMessages.labels;

/** Options with those that are set before the others, under a heading each; as they are where none is. */
function setFirstOf(options: readonly Option[], first: ReadonlySet<string>): readonly Option[] {
  const on = options.filter(({ value }) => first.has(value));
  if (on.length === 0) return options;
  return [
    // out of the tree a label stands under its whole name
    ...on.map(({ value, label }): Option => ({ value, label, group: texts.set })),
    ...options
      .filter(({ value }) => !first.has(value))
      .map((option): Option => ({ ...option, group: texts.others })),
  ];
}

/**
 * Chooses labels in the order of their tree; the content of a popover or a filter.
 *
 * @param selected ids
 * @param forumId leaves out labels that are limited to other forums
 * @param onCreated given, it offers to make a label of what was typed to those who may, and is called with it
 * @param facts what has to be loaded before labels are shown as set: whether it is there, and how it is asked for again;
 *   `partly` are those that some of several ideas carry
 */
export function LabelPicker({
  selected,
  onChange,
  forumId = null,
  onCreated,
  facts,
  placeholder = texts.placeholder,
}: {
  selected: readonly string[];
  onChange: (ids: string[]) => void;
  forumId?: string | null;
  onCreated?: (label: { id: string; full_name: string }) => void;
  facts?: { status: OptionsStatus; onRetry: () => void; partly: ReadonlySet<string> };
  placeholder?: string;
}) {
  const { permissions } = useViewer();
  const labels = useLabels(forumId);
  const [failure, setFailure] = useState<string | null>(null);
  const known = labels.data?.all_labels.records ?? [];
  const own: OptionsStatus = labels.isPending ? 'loading' : labels.isError ? 'error' : 'ready';
  const status = own === 'ready' ? (facts?.status ?? 'ready') : own;
  // those that are set when it opens stand first, and stay there while others are switched
  const [first, setFirst] = useState<ReadonlySet<string> | null>(null);
  if (first === null && status === 'ready') setFirst(new Set([...selected, ...(facts?.partly ?? [])]));
  const mayCreate =
    onCreated !== undefined && (canWrite(permissions, 'feedback') || canWrite(permissions, 'settings'));

  const make = useCommand(createLabelDocument, {
    failed: null,
    onFailed: (error) => setFailure(messageOf(error)),
    onDone: ({ label_create: label }) => label !== null && onCreated?.(label),
  });
  const create = (text: string): void => {
    const made = newLabelOf(text, known);
    if (made === null || make.isRunning) return;
    setFailure(null);
    void make.run({ name: made.name, parent_id: made.parent?.id ?? null });
  };

  return (
    <OptionPicker
      label={texts.field}
      placeholder={placeholder}
      multiple
      selected={selected}
      {...(facts === undefined ? {} : { partly: facts.partly })}
      options={setFirstOf(labelOptions(known), first ?? new Set())}
      status={status}
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
      {...(mayCreate ? { onCreate: create } : {})}
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
