import { useState } from 'react';
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
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { ExportNote, FormatField } from '../../pickers/ExportFields.tsx';
import { exportMessages } from '../../pickers/exportMessages.ts';
import { useStartExport } from '../../pickers/exports.ts';
import { IdeaCard } from '../../pickers/IdeaCard.tsx';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, RadioGroup } from '../../ui/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading.tsx';
import { uiMessages } from '../../ui/messages.ts';
import { SlideOut, SlideOutFooter } from '../../ui/SlideOut.tsx';
import { DeniedState, EmptyState, ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { panelIdeaDocument } from './calls.ts';
import { panelMessages } from '../../forms/panelMessages.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import styles from './exportPanel.module.css';

/** Texts of the panel. */
const texts = {
  title: 'Export activity',
  what: 'idea',
  scope: 'What to export',
  filtered: 'Filtered',
  filteredNote: 'The kinds of activity that are ticked below',
  chat: 'Chat',
  chatNote: 'Comments, feedback, notes, messages and status updates',
  all: 'All',
  allNote: 'Everything that happened to this idea',
  kinds: 'Kinds of activity',
  tickAll: 'All kinds of activity',
  tickNone: 'None of the kinds of activity',
} as const;

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
  const toasts = useToasts();
  const start = useStartExport();
  const readable = readableActivityKinds(viewer.permissions);
  const [scope, setScope] = useState<ExportScope>('filtered');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [ticked, setTicked] = useState<readonly ActivityKind[]>(() =>
    readable.filter((kind) => kinds === undefined || kinds.includes(kind)),
  );
  const [isStarting, setIsStarting] = useState(false);
  const loaded = usePanelRecord(
    ['export-activity', suggestion_id],
    async (signal) => (await request(panelIdeaDocument, { id: suggestion_id }, { signal })).suggestion,
  );
  const chosen = exportKinds(scope, ticked, viewer.permissions);
  const mayRead = canRead(viewer.permissions, 'feedback');
  const isReady = mayRead && loaded.load.state === 'ready' && loaded.data !== null;

  const submit = async (): Promise<void> => {
    if (!isReady || isStarting || chosen.length === 0) return;
    setIsStarting(true);
    try {
      await start({
        collection: 'suggestion_activity_entries',
        suggestion: suggestion_id,
        kind: chosen.join(','),
        format,
        spam: false,
        status_none: false,
        includes: EXPORT_INCLUDES.filter(
          (include) => include !== 'tickets' || canRead(viewer.permissions, 'tickets'),
        ).join(','),
        'exclude_fields[users]': 'traits',
      });
      toasts.success(SUCCESS_TOASTS.export_started);
      close();
    } catch (error) {
      toasts.error(messages.initiateExport(messageOf(error)));
    } finally {
      setIsStarting(false);
    }
  };
  const tick = (kind: ActivityKind, isTicked: boolean): void =>
    setTicked(readable.filter((one) => (one === kind ? isTicked : ticked.includes(one))));
  const problem = (
    <div aria-live="polite">
      {chosen.length === 0 ? <p className={styles.problem}>{validationMessages.nothingToExport}</p> : null}
    </div>
  );

  return (
    <SlideOut
      opened={opened}
      onClose={() => {
        if (!isStarting) close();
      }}
      title={texts.title}
      onSubmit={() => void submit()}
      footer={
        isReady ? (
          <SlideOutFooter>
            <Button
              size="form"
              variant="primary"
              type="submit"
              keys="mod+enter"
              loading={isStarting}
              disabled={chosen.length === 0}
              disabledReason={chosen.length === 0 ? validationMessages.nothingToExport : null}
            >
              {exportMessages.submit}
            </Button>
            <Button size="form" onClick={close} disabled={isStarting}>
              {uiMessages.cancel}
            </Button>
          </SlideOutFooter>
        ) : null
      }
    >
      {!mayRead ? (
        <DeniedState />
      ) : loaded.load.state === 'error' ? (
        <ErrorState what={`this ${texts.what}`} onRetry={loaded.load.retry} />
      ) : loaded.load.state === 'gone' ? (
        <EmptyState title={panelMessages.gone(texts.what)} reason={panelMessages.goneReason} />
      ) : !isReady || loaded.data === null ? (
        <DelayedSkeleton>
          <SkeletonLines count={6} />
        </DelayedSkeleton>
      ) : (
        <div className={styles.stack}>
          <IdeaCard idea={loaded.data} />
          <RadioGroup
            label={texts.scope}
            value={scope}
            onChange={setScope}
            options={[
              { value: 'filtered', label: texts.filtered, description: texts.filteredNote },
              { value: 'chat', label: texts.chat, description: texts.chatNote },
              { value: 'all', label: texts.all, description: texts.allNote },
            ]}
          />
          <FormatField value={format} onChange={setFormat} />
          {scope === 'filtered' ? (
            <div role="group" aria-label={texts.kinds} className={styles.kinds}>
              <div className={styles.kindsHead}>
                <span className={styles.label}>{texts.kinds}</span>
                <Button variant="text" onClick={() => setTicked(readable)} aria-label={texts.tickAll}>
                  {uiMessages.table.all}
                </Button>
                <Button variant="text" onClick={() => setTicked([])} aria-label={texts.tickNone}>
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
      )}
    </SlideOut>
  );
}
