import type { ReactNode } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { RadioGroup, TextField } from '../../ui/fields/fields.tsx';
import { Accordion, AccordionSection } from '../../ui/overlay/SlideOut.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import type { MailAddresses } from './mailAddresses.ts';
import { useMailSettings } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import type { Form } from '../../forms/useForm.ts';
import styles from './status.module.css';

const texts = statusMessages.mail;

/**
 * The settings of a panel's mail, folded to one line that says where answers go; an address that is wrong opens them.
 *
 * @param isWrong an address is wrong
 * @param startsOpen of a panel that always sends mail
 */
export function MailSettingsSection({
  isWrong,
  startsOpen = false,
  children,
  ...rest
}: { isWrong: boolean; startsOpen?: boolean; children?: ReactNode } & Parameters<typeof MailSettings>[0]) {
  const settings = useMailSettings(true).data;
  const { reply_to } = rest.form.values;
  const note = isWrong
    ? texts.invalid
    : reply_to !== null
      ? texts.repliesTo(reply_to)
      : settings === undefined
        ? ''
        : settings.takes_replies
          ? texts.repliesHere
          : texts.noReplies;
  return (
    <Accordion>
      <AccordionSection title={texts.section} note={note} startsOpen={startsOpen} opensWhen={isWrong}>
        <MailSettings {...rest} />
        {children}
      </AccordionSection>
    </Accordion>
  );
}

/**
 * Where answers go, and whom a mail comes from: the automatic addresses, or one's own. A from address of
 * one's own is offered only for a verified domain (VALID-058).
 *
 * @param form of which the addresses are fields
 */
export function MailSettings({
  form,
  disabled,
}: {
  form: Pick<Form<MailAddresses>, 'values' | 'set' | 'field'>;
  disabled: boolean;
}) {
  const viewer = useViewer();
  const settings = useMailSettings(true);
  if (settings.isError)
    return (
      <ErrorState what={texts.what} onRetry={() => void settings.refetch()} retrying={settings.isFetching} />
    );
  if (settings.data === undefined) {
    return (
      <DelayedSkeleton>
        <Skeleton height={84} radius={8} />
      </DelayedSkeleton>
    );
  }
  const { usual_from_address, automatic_reply_address, from_domain, from_domain_verified, takes_replies } =
    settings.data;
  const { reply_to, from } = form.values;
  const field = (name: keyof MailAddresses) => ({
    ...form.field(name),
    value: form.values[name] ?? '',
    type: 'email' as const,
    inputMode: 'email' as const,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    disabled,
  });

  return (
    <div className={styles.settings}>
      <RadioGroup
        label={texts.replyTo}
        value={reply_to === null ? 'automatic' : 'own'}
        onChange={(next) => form.set({ reply_to: next === 'automatic' ? null : viewer.email })}
        options={[
          {
            value: 'automatic',
            label: texts.automatic,
            description: takes_replies ? (
              texts.answersComeIn
            ) : (
              <span className={styles.address}>{automatic_reply_address}</span>
            ),
            disabled,
          },
          { value: 'own', label: texts.own, disabled },
        ]}
      />
      {reply_to === null ? null : <TextField {...field('reply_to')} />}
      {from_domain_verified && from_domain !== null ? (
        <>
          <RadioGroup
            label={texts.from}
            value={from === null ? 'usual' : 'own'}
            onChange={(next) => form.set({ from: next === 'usual' ? null : '' })}
            options={[
              {
                value: 'usual',
                label: texts.usual,
                description: <span className={styles.address}>{usual_from_address}</span>,
                disabled,
              },
              { value: 'own', label: texts.ownOf(from_domain), disabled },
            ]}
          />
          {from === null ? null : <TextField placeholder={`news@${from_domain}`} {...field('from')} />}
        </>
      ) : (
        <p className={styles.remark}>
          {texts.sentFrom} <span className={styles.address}>{usual_from_address}</span>
        </p>
      )}
    </div>
  );
}
