import { IconFlag } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { lengthProblem } from '../../../../../contract/text_cut.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { RelativeTime } from '../../../ui/Figures.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
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
  const [isAsking, setIsAsking] = useState(false);
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
                  {texts.raisedBy(flag.created_by?.name ?? texts.somebody, flag.user?.name ?? null)}
                  {' · '}
                  <RelativeTime value={flag.created_at} />
                </p>
              </div>
              {isEditable ? (
                <Button
                  aria-label={texts.clearOf(flag.reason)}
                  onClick={() => {
                    setClearing(flag);
                    setIsAsking(true);
                  }}
                >
                  {texts.clear}
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {clearing === null ? null : (
        <ClearFlagDialog
          key={clearing.id}
          flag={clearing}
          opened={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
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
  const toasts = useToasts();
  const [message, setMessage] = useState('');
  const [isWorking, setIsWorking] = useState(false);
  const problem = lengthProblem(texts.message, message, textLimits.reasonCharacters);
  const clear = async (): Promise<void> => {
    if (isWorking || problem !== null) return;
    setIsWorking(true);
    try {
      await request(clearFlagDocument, {
        id: flag.id,
        message: message.trim() === '' ? null : message.trim(),
      });
      toasts.success(texts.cleared);
      onClose();
    } catch (error) {
      toasts.error(texts.clearFailed(messageOf(error)));
    } finally {
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened={opened}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      title={texts.clearTitle}
      dirty={message.trim() !== ''}
      onSubmit={() => void clear()}
      footer={
        <>
          <Button
            size="form"
            variant="primary"
            type="submit"
            loading={isWorking}
            disabled={problem !== null}
            disabledReason={problem}
            keys="mod+enter"
          >
            {isWorking ? texts.clearing : texts.clearConfirm}
          </Button>
          <Button size="form" disabled={isWorking} onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <p className={styles.flagQuote}>{flag.reason}</p>
      <TextArea
        label={texts.message}
        optional
        description={texts.clearText}
        value={message}
        onChange={setMessage}
        error={problem}
        readOnly={isWorking}
        data-autofocus
      />
    </Dialog>
  );
}
