import { useState } from 'react';
import { useViewer } from '../../api/viewer.ts';
import { RadioGroup, TextField } from '../../ui/fields.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { MailAddresses } from './mailAddresses.ts';
import { addressProblems } from './mailAddresses.ts';
import { useMailSettings } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import type { PanelForm } from '../../forms/usePanelForm.ts';
import styles from './status.module.css';

const texts = statusMessages.mail;

/** What the server said of each address; undefined: nothing. */
type MailRefusals = Record<keyof MailAddresses, string | undefined>;

/** What the server said of the addresses of a panel. */
export function mailRefusals(form: Pick<PanelForm<MailAddresses>, 'refusalOf'>): MailRefusals {
  return {
    reply_to: form.refusalOf('reply_to', 'notificationEmailAddress'),
    from: form.refusalOf('from', 'fromEmail'),
  };
}

/**
 * Where answers go, and whom a mail comes from: the automatic addresses, or one's own. A from address of
 * one's own is offered only for a verified domain (VALID-058).
 *
 * @param showProblems names what is wrong also in a field that nobody has left yet
 * @param refusals what the server said of an address: `mailRefusals`
 */
export function MailSettings({
  value,
  onChange,
  showProblems,
  refusals,
  disabled,
}: {
  value: MailAddresses;
  onChange: (value: Partial<MailAddresses>) => void;
  showProblems: boolean;
  refusals: MailRefusals;
  disabled: boolean;
}) {
  const viewer = useViewer();
  const settings = useMailSettings(true);
  const [left, setLeft] = useState<ReadonlySet<keyof MailAddresses>>(new Set());
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
  const problems = addressProblems(value, settings.data);
  const problemOf = (name: keyof MailAddresses): string | undefined =>
    (showProblems || left.has(name) ? problems[name] : null) ?? refusals[name];
  const field = (name: keyof MailAddresses) => ({
    value: value[name] ?? '',
    type: 'email' as const,
    inputMode: 'email' as const,
    required: true,
    autoComplete: 'off',
    spellCheck: false,
    disabled,
    error: problemOf(name),
    onBlur: () => setLeft(new Set([...left, name])),
    onChange: (text: string) => {
      onChange({ [name]: text });
      setLeft(new Set([...left].filter((other) => other !== name)));
    },
  });

  return (
    <div className={styles.settings}>
      <RadioGroup
        label={texts.replyTo}
        value={value.reply_to === null ? 'automatic' : 'own'}
        onChange={(next) => onChange({ reply_to: next === 'automatic' ? null : viewer.email })}
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
      {value.reply_to === null ? null : <TextField label={texts.replyAddress} {...field('reply_to')} />}
      {from_domain_verified && from_domain !== null ? (
        <>
          <RadioGroup
            label={texts.from}
            value={value.from === null ? 'usual' : 'own'}
            onChange={(next) => onChange({ from: next === 'usual' ? null : '' })}
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
          {value.from === null ? null : (
            <TextField label={texts.fromAddress} placeholder={`news@${from_domain}`} {...field('from')} />
          )}
        </>
      ) : (
        <p className={styles.remark}>
          {texts.sentFrom} <span className={styles.address}>{usual_from_address}</span>
        </p>
      )}
    </div>
  );
}
