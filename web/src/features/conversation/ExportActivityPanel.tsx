import {
  ACTIVITY_LABELS,
  EXPORT_INCLUDES,
  exportKinds,
  readableActivityKinds,
} from '../../../../contract/activity.ts';
import type { ActivityKind, ExportFormat, ExportScope } from '../../../../contract/activity.ts';
import { messages, validationMessages } from '../../../../contract/errors.ts';
import { canRead } from '../../../../contract/permissions.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { useViewer } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { ExportNote, FormatField } from '../../shared/exports/ExportFields.tsx';
import { exportMessages } from '../../shared/exports/exportMessages.ts';
import { useStartExport } from '../../shared/exports/exports.ts';
import { IdeaCard } from '../../shared/ideas/IdeaCard.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { CheckboxField, RadioGroup } from '../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { uiMessages } from '../../ui/messages.ts';
import { usePanelIdea } from './calls.ts';
import { exportActivityMessages as texts } from './exportActivityMessages.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { useForm } from '../../forms/useForm.ts';
import { useCommand } from '../../forms/useCommand.ts';
import styles from './exportPanel.module.css';

type Values = { scope: ExportScope; format: ExportFormat; ticked: readonly ActivityKind[] };

/**
 * The panel 'Export activity': which part of an idea's activity becomes a file, and of which format
 * (PANEL-073, PANEL-074). Without a kind there is nothing to export, and the panel says so (VALID-066).
 *
 * @param kinds those that the feed shows; left out: all
 */
export function ExportActivityPanel({
  opened,
  close,
  suggestion_id,
  kinds,
}: ModalProps['exportActivity'] & ModalControl) {
  const viewer = useViewer();
  const start = useStartExport();
  const readable = readableActivityKinds(viewer.permissions);
  const loaded = usePanelIdea('export-activity', suggestion_id);
  const kindsOf = ({ scope, ticked }: Values) => exportKinds(scope, ticked, viewer.permissions);
  const blank: Values = {
    scope: 'filtered',
    format: 'csv',
    ticked: readable.filter((kind) => kinds === undefined || kinds.includes(kind)),
  };
  const form = useForm<Values>({
    blank,
    record: loaded.data === null ? null : { values: blank },
    fields: {
      scope: { label: texts.scope },
      format: { label: exportMessages.format },
      ticked: {
        label: texts.kinds,
        inputs: ['kind'],
        needed: { name: texts.aKind, sentence: validationMessages.nothingToExport, said: 'typed' },
        isEmpty: (_ticked, values) => kindsOf(values).length === 0,
      },
    },
  });
  const { scope, format, ticked } = form.values;
  const save = useCommand(
    () =>
      start({
        collection: 'suggestion_activity_entries',
        suggestion: suggestion_id,
        kind: kindsOf(form.values).join(','),
        format,
        spam: false,
        status_none: false,
        includes: EXPORT_INCLUDES.filter(
          (include) => include !== 'tickets' || canRead(viewer.permissions, 'tickets'),
        ).join(','),
        'exclude_fields[users]': 'traits',
      }),
    { form, done: SUCCESS_TOASTS.export_started, failed: messages.initiateExport, onDone: close },
  );
  const tick = (kind: ActivityKind, isTicked: boolean): void =>
    form.set({ ticked: readable.filter((one) => (one === kind ? isTicked : ticked.includes(one))) });
  const problem = (
    <div aria-live="polite">
      {form.isValid ? null : <p className={styles.problem}>{form.errorOf('ticked')}</p>}
    </div>
  );

  return (
    <PanelFrame
      {...{ opened, close, save }}
      // choices are made again in no time: nobody is asked about them
      form={{ ...form, isDirty: false }}
      title={texts.title}
      what={texts.what}
      load={loaded.load}
      submitLabel={exportMessages.submit}
    >
      <div className={styles.stack}>
        {loaded.data === null ? null : <IdeaCard idea={loaded.data} />}
        <RadioGroup
          {...form.field('scope')}
          options={[
            { value: 'filtered', label: texts.filtered, description: texts.filteredNote },
            { value: 'chat', label: texts.chat, description: texts.chatNote },
            { value: 'all', label: texts.all, description: texts.allNote },
          ]}
        />
        <FormatField {...form.field('format')} />
        {scope === 'filtered' ? (
          <div role="group" aria-label={texts.kinds} className={styles.kinds}>
            <div className={styles.kindsHead}>
              <span className={styles.label}>{texts.kinds}</span>
              <Button
                variant="text"
                onClick={() => form.set({ ticked: readable })}
                aria-label={texts.tickAll}
              >
                {uiMessages.table.all}
              </Button>
              <Button variant="text" onClick={() => form.set({ ticked: [] })} aria-label={texts.tickNone}>
                {uiMessages.table.none}
              </Button>
            </div>
            {/* above the long list, where it is seen at once */}
            {problem}
            {readable.map((kind) => (
              <CheckboxField
                key={kind}
                label={ACTIVITY_LABELS[kind]}
                checked={ticked.includes(kind)}
                onChange={(isTicked) => tick(kind, isTicked)}
              />
            ))}
          </div>
        ) : (
          problem
        )}
        <ExportNote />
      </div>
    </PanelFrame>
  );
}
