import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { TextArea } from '../../../ui/fields/fields.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { clearFlagDocument, useOpenFlags } from './noteCalls.ts';
import type { OpenFlag } from './noteCalls.ts';
import { noteMessages } from './noteMessages.ts';
import styles from '../details/details.module.css';

const texts = noteMessages.flags;

/** The open flags of an idea, each with its reason and the button that clears it. Nothing while there are none. */
export function OpenFlags({
  ideaId,
  count,
  isEditable,
}: {
  ideaId: string;
  count: number;
  isEditable: boolean;
}) {
  const flags = useOpenFlags(ideaId, count > 0);
  const [clearing, setClearing] = useState<OpenFlag | null>(null);
  const records = count === 0 ? [] : (flags.data?.internal_flags.records ?? []);
  if (count > 0 && flags.isError && flags.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void flags.refetch()} retrying={flags.isFetching} />;
  return (
    <>
      {records.length === 0 ? null : (
        <ul className={styles.flags} aria-label={texts.label}>
          {records.map((flag) => (
            <li key={flag.id} className={styles.flag}>
              <IconFlag size={16} stroke={1.75} aria-hidden="true" />
              <div className={styles.flagText}>
                <p className={styles.flagReason}>{flag.reason}</p>
                <p className={styles.meta}>
                  {texts.raisedBy(flag.created_by?.name ?? texts.someone, flag.user?.name ?? null)}
                  {' · '}
                  <RelativeTime value={flag.created_at} />
                </p>
              </div>
              {isEditable ? (
                <Button aria-label={texts.clearOf(flag.reason)} onClick={() => setClearing(flag)}>
                  {texts.clear}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      <DialogFor about={clearing}>
        {(flag, opened) => <ClearFlagDialog {...{ flag, opened }} onClose={() => setClearing(null)} />}
      </DialogFor>
    </>
  );
}

/** Asks what was done about a flag, and clears it. What was typed stays when that fails. */
function ClearFlagDialog({
  flag,
  opened,
  onClose,
}: {
  flag: OpenFlag;
  opened: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    draftKey: `clear-flag:${flag.id}`,
    blank: { message: '' },
    fields: { message: { label: texts.message, limit: textLimits.reasonCharacters } },
  });
  const message = form.values.message.trim();
  const save = useCommand(
    () => request(clearFlagDocument, { id: flag.id, message: message === '' ? null : message }),
    { form, done: texts.cleared, failed: texts.clearFailed, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.clearTitle}
      size="medium"
      submitLabel={texts.clearConfirm}
      workingLabel={texts.clearing}
    >
      <p className={styles.flagQuote}>{flag.reason}</p>
      <TextArea
        {...form.field('message')}
        optional
        description={texts.clearText}
        readOnly={save.isRunning}
        data-autofocus
      />
    </FormDialog>
  );
}
