import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { canSeeRoadmap, hasFeature } from '../../../../../contract/permissions.ts';
import { CUSTOM_FIELD_OBJECT_TYPES } from '../../../../../contract/states.ts';
import type { CombinedType, CustomFieldObjectType } from '../../../../../contract/states.ts';
import { useViewer } from '../../../api/viewer.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { usePageState } from '../../../host/pageState.ts';
import { choiceField } from '../../../host/search.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { Later } from '../../../ui/loading/Later.tsx';
import { loadable } from '../../../ui/loading/loadable.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { Sections } from '../../../ui/page/SheetPage.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import { useCustomFields, useCustomFieldUses } from './customFieldCalls.ts';
import type { CustomFieldRow } from './customFieldCalls.ts';
import { customFieldTexts as texts } from './customFieldMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './customFields.module.css';

/** Its form comes when it is opened. */
const Panel = loadable(async () => (await import('./CustomFieldPanel.tsx')).CustomFieldPanel);

const pageState = { of: choiceField(CUSTOM_FIELD_OBJECT_TYPES, 'suggestion') };

/** The workspace's own fields on ideas, features, people and accounts: made, changed, deleted, with how often each is used. */
export function CustomFieldsPage() {
  const viewer = useViewer();
  const [{ of: asked }, setState] = usePageState(pageState);
  const shows: Readonly<Record<CustomFieldObjectType, boolean>> = {
    suggestion: true,
    feature: canSeeRoadmap(viewer),
    user: true,
    account: hasFeature(viewer.authorized_features, 'account_insights'),
  };
  const holder = shows[asked] ? asked : 'suggestion';
  const query = useCustomFields();
  const uses = useCustomFieldUses(holder).data?.custom_field_uses;
  /** null: nothing is edited; field null: a new one */
  const [edited, setEdited] = useState<{ field: CustomFieldRow | null } | null>(null);
  const fields = query.data?.[holder].records ?? [];
  const add = (): void => setEdited({ field: null });
  useShortcut('shift+n', add, { label: texts.create, group: texts.title });
  const countOf = (one: CustomFieldObjectType): string =>
    query.data === undefined ? '' : ` ${formatNumber(query.data[one].records.length)}`;
  const filledOf = (id: string): number | null =>
    uses?.fields.find((field) => field.id === id)?.records_count ?? null;
  const usesOf = (choiceId: string): number | null =>
    uses?.fields.flatMap(({ choices }) => choices).find(({ id }) => id === choiceId)?.records_count ?? null;
  return (
    <SettingsPage
      query={query}
      what={texts.what}
      title={texts.title}
      total={query.data === undefined ? null : fields.length}
      controls={
        <>
          <SegmentedControl
            label={texts.show}
            value={holder}
            onChange={(next) => setState({ of: next })}
            segments={CUSTOM_FIELD_OBJECT_TYPES.filter((value) => shows[value]).map((value) => ({
              value,
              label: `${texts.of[value]}${countOf(value)}`,
            }))}
          />
          <Button variant="primary" icon={<IconPlus size={14} stroke={2} aria-hidden="true" />} onClick={add}>
            {texts.create}
          </Button>
        </>
      }
    >
      {() => (
        <Sections wide>
          <p className={styles.note}>{texts.notes[holder]}</p>
          {fields.length === 0 ? (
            <EmptyState
              title={texts.empty[holder]}
              reason={texts.emptyReason}
              action={<Button onClick={add}>{texts.create}</Button>}
            />
          ) : (
            <table className={rows.table} aria-label={texts.list}>
              <thead>
                <tr>
                  <th scope="col">{texts.columns.name}</th>
                  <th scope="col" className={styles.key}>
                    {texts.columns.key}
                  </th>
                  <th scope="col" className={styles.kind}>
                    {texts.columns.kind}
                  </th>
                  <th scope="col" data-align="end" className={styles.filled}>
                    {texts.filled(uses?.records_count ?? null)}
                  </th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr key={field.id}>
                    <th scope="row">
                      <button
                        type="button"
                        className={styles.open}
                        aria-label={texts.edit(field.name)}
                        onClick={() => setEdited({ field })}
                      >
                        {field.name}
                      </button>
                    </th>
                    <td className={styles.mono}>{field.key}</td>
                    <td>{texts.kinds[field.combined_type as CombinedType]}</td>
                    <td data-align="end">
                      <Filled
                        filled={filledOf(field.id)}
                        total={uses?.records_count ?? null}
                        isCounted={uses !== null}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <DialogFor about={edited}>
            {({ field }, opened) => (
              <Later
                part={Panel}
                what={texts.panel.what}
                props={{
                  holder,
                  field,
                  usesOf,
                  filled: field === null ? null : filledOf(field.id),
                  opened,
                  onClose: () => setEdited(null),
                }}
              />
            )}
          </DialogFor>
        </Sections>
      )}
    </SettingsPage>
  );
}

/** How many records have a value, and what share of all that is. */
function Filled({
  filled,
  total,
  isCounted,
}: {
  filled: number | null;
  total: number | null;
  isCounted: boolean;
}) {
  if (!isCounted) return <span className={rows.meta}>{texts.notCounted}</span>;
  if (filled === null || total === null) return null;
  return (
    <span className={styles.share}>
      <span className={styles.track} aria-hidden="true">
        <span style={{ width: `${total === 0 ? 0 : (filled / total) * 100}%` }} />
      </span>
      <span title={texts.share(filled, total)}>{formatNumber(filled)}</span>
    </span>
  );
}
