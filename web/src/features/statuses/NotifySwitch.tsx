import { useId, useState } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { SwitchField } from '../../ui/fields/fields.tsx';
import { altKeys } from '../../ui/keyboard/keyboard.ts';
import { Kbd } from '../../ui/keyboard/Kbd.tsx';
import { useAltShortcut } from '../../ui/keyboard/useShortcut.ts';
import { SubscribeAll } from '../../shared/ideas/SubscribeAll.tsx';
import { isMute, PeopleOf, reasonsOf } from './Recipients.tsx';
import type { RecipientsQuery } from './Recipients.tsx';
import type { StatusKind } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';

const texts = statusMessages.status;
const people = statusMessages.recipients;

/**
 * Whether mail tells of a status update (PANEL-067), beside the button that sends it, and how many people get it; who
 * they are, and who is left out and why, on request. Where no mail may go to end users it says so.
 *
 * @param recipients null: there is nobody to ask about yet
 */
export function NotifySwitch({
  kind,
  mayMail,
  notify,
  recipients,
  ideaId = null,
  disabled,
  onChange,
}: {
  kind: StatusKind;
  mayMail: boolean;
  notify: boolean;
  recipients: RecipientsQuery | null;
  /** The one idea that it is about; its voters can be subscribed from here. */
  ideaId?: string | null;
  disabled: boolean;
  onChange: (notify: boolean) => void;
}) {
  const viewer = useViewer();
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const turn = (next: boolean): void => {
    // what was true some seconds ago is not good enough before a mail
    if (next) void recipients?.refetch();
    onChange(next);
  };
  useAltShortcut('n', () => turn(!notify), { enabled: mayMail && !disabled });
  if (!mayMail) return <p className={styles.notifyLine}>{texts.mailOff}</p>;
  const preview = recipients?.data;
  const isShown = notify && isOpen && preview !== undefined;
  return (
    <div className={styles.notify}>
      {isShown ? (
        <div id={listId} className={styles.notifyPeople}>
          {preview.left_out_count === 0 ? null : (
            <p className={styles.remark}>{people.whyLeftOut(reasonsOf(preview))}</p>
          )}
          <PeopleOf preview={preview} />
        </div>
      ) : null}
      <SwitchField
        isCheckbox
        label={
          <span className={styles.notifyName}>
            {texts.notify[kind]} <Kbd keys={altKeys('n')} />
          </span>
        }
        checked={notify}
        disabled={disabled}
        onChange={turn}
      />
      <p className={styles.notifyLine} role="status">
        {!notify ? (
          people.noEmail
        ) : preview !== undefined ? (
          <>
            <span>
              {preview.recipients_count === 0 ? people.noEmail : people.getEmail(preview.recipients_count)}
            </span>
            {preview.mails_count !== undefined && preview.mails_count > preview.recipients_count ? (
              <span>{people.emails(preview.mails_count)}</span>
            ) : null}
            {kind === 'public' && ideaId !== null && isMute(preview) ? (
              <SubscribeAll ideaId={ideaId} onDone={() => recipients?.refetch()} />
            ) : null}
            {preview.recipients_count + preview.left_out_count === 0 ? (
              <span>{people.noSupporters}</span>
            ) : (
              <Button
                variant="text"
                className={styles.notifyWho}
                aria-expanded={isShown}
                aria-controls={isShown ? listId : undefined}
                data-tip={preview.left_out_count === 0 ? undefined : reasonsOf(preview)}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isShown
                  ? people.hide
                  : preview.left_out_count === 0
                    ? people.show
                    : people.leftOut(preview.left_out_count)}
              </Button>
            )}
          </>
        ) : recipients?.isError === true ? (
          <>
            <span>{people.failed}</span>
            <Button variant="text" className={styles.notifyWho} onClick={() => void recipients.refetch()}>
              {people.again}
            </Button>
          </>
        ) : (
          <span>{recipients === null ? people.statusFirst : people.counting}</span>
        )}
      </p>
      {notify && viewer.mail_in_outbox ? <p className={styles.notifyLine}>{people.noServer}</p> : null}
    </div>
  );
}
