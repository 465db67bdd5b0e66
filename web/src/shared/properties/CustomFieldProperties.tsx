import { useState } from 'react';
import { CustomFieldEditor, customFieldText } from './CustomFieldEditor.tsx';
import type { EditedField } from './CustomFieldEditor.tsx';
import { EditableProperty, Muted, Property } from './Property.tsx';
import { propertyMessages } from './propertyMessages.ts';

type Field = EditedField & { id: string; key: string };

/**
 * The values of a record's custom fields, each edited in its place.
 *
 * @param label names the list
 * @param record names the record where a value that was typed and not saved is kept, e.g. "feature:17"
 * @param onSave told the value as the server takes it; null takes it away; null itself: nothing can be changed
 */
export function CustomFieldProperties({
  label,
  record,
  fields,
  values,
  className,
  onSave,
}: {
  label: string;
  record: string;
  fields: readonly Field[];
  values: readonly { key: string; value: string | null }[];
  className: string | undefined;
  onSave: ((map: { key: string; value: string | null }[]) => void) | null;
}) {
  const [open, setOpen] = useState<string | null>(null);
  if (fields.length === 0) return null;
  return (
    <dl className={className} aria-label={label}>
      {fields.map((field) => {
        const { id, key, name } = field;
        const value = values.find((one) => one.key === key)?.value ?? null;
        const text = customFieldText(field, value) ?? <Muted>{propertyMessages.noValue}</Muted>;
        return onSave === null ? (
          <Property key={id} name={name}>
            {text}
          </Property>
        ) : (
          <EditableProperty
            key={id}
            name={name}
            opened={open === id}
            onOpenedChange={(opened) => setOpen(opened ? id : null)}
            editor={(close) => (
              <CustomFieldEditor
                field={field}
                value={value}
                draftKey={`${record}:${key}`}
                refusal={null}
                isOpen={open === id}
                onSave={(next) => onSave([{ key, value: next }])}
                close={close}
              />
            )}
          >
            {text}
          </EditableProperty>
        );
      })}
    </dl>
  );
}
