import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconCopy,
} from '@tabler/icons-react';
import { useState } from 'react';
import { isEmail } from '../../../../../contract/email.ts';
import { fromAddressProblem } from '../../../../../contract/reply_address.ts';
import { messageOf } from '../../../api/errors.ts';
import { request } from '../../../api/runtime.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { TextField } from '../../../ui/fields/fields.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Section } from '../../../ui/page/SheetPage.tsx';
import { useCopy } from '../../../ui/toasts/useCopy.ts';
import type { MailSettings } from '../mailQueries.ts';
import { RowsSkeleton } from '../RowsSkeleton.tsx';
import {
  saveFromEmailDocument,
  saveMailDomainDocument,
  useMailDomain,
  verifyMailDomainDocument,
} from './mailDomainCalls.ts';
import type { MailDomainRecord } from './mailDomainCalls.ts';
import { mailDomainTexts as texts } from './mailDomainMessages.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './mailDomain.module.css';

/** A domain of the workspace's own for emails: set, proved by its DNS record, and the address that is used of it. */
export function MailDomain({
  data: { mail_state: state, current_subdomain: subdomain },
}: {
  data: MailSettings;
}) {
  const { from_domain: domain, usual_from_address: from } = subdomain;
  const isVerified = domain !== null && subdomain.from_domain_verified;
  const query = useMailDomain(domain);
  const [doing, setDoing] = useState<'domain' | 'address' | 'remove' | null>(null);
  const close = (): void => setDoing(null);
  const verify = useCommand(verifyMailDomainDocument, {
    done: texts.verified(domain ?? ''),
    failed: texts.failed,
    onDone: () => void query.refetch(),
  });
  const save = useCommand(saveMailDomainDocument, { failed: texts.failed });
  const remove = useCommand(() => request(saveMailDomainDocument, { from_domain: null }), {
    done: texts.removed,
    failed: texts.failed,
    onDone: close,
  });
  const usual = `no-reply@${state.mail_domain}`;
  const records = query.data?.mail_domain?.records ?? [];
  const isRight = records.some(({ kind, state: how }) => kind === 'dkim' && how === 'right');
  const isLost =
    isVerified &&
    records.some(({ kind, state: how }) => kind === 'dkim' && ['missing', 'wrong'].includes(how));
  return (
    <Section
      id="mail-domain"
      title={texts.title}
      note={texts.note}
      controls={
        domain === null ? null : (
          <>
            <Button onClick={() => setDoing('domain')}>{texts.change}</Button>
            <Button variant="danger-text" onClick={() => setDoing('remove')}>
              {texts.remove}
            </Button>
          </>
        )
      }
    >
      {domain === null ? (
        <div className={rows.box}>
          <div className={rows.row}>
            <div className={rows.text}>
              <p className={rows.name}>{texts.none}</p>
              <p className={rows.meta}>{texts.noneReason(from)}</p>
            </div>
            <Button onClick={() => setDoing('domain')}>{texts.set}</Button>
          </div>
        </div>
      ) : (
        <>
          <ol className={styles.steps} aria-label={texts.steps}>
            <Step number={1} name={texts.step.domain} note={domain} isDone />
            <Step
              number={2}
              name={texts.step.records}
              note={(isVerified || isRight) && !isLost ? texts.recordRight : texts.recordToCome}
              isDone={isVerified && !isLost}
            />
            <Step
              number={3}
              name={texts.step.address}
              note={isVerified ? from : texts.addressToCome}
              isDone={isVerified && from !== usual}
            />
          </ol>
          <div className={rows.box}>
            <div className={rows.row}>
              <div className={rows.text}>
                <p className={rows.meta}>{texts.peopleSee}</p>
                <p className={rows.name}>{from}</p>
                {isVerified ? null : <p className={rows.meta}>{texts.until(usual)}</p>}
              </div>
              {isVerified ? (
                <Button onClick={() => setDoing('address')}>{texts.address.edit}</Button>
              ) : isRight ? (
                <Button variant="primary" loading={verify.isRunning} onClick={() => void verify.run({})}>
                  {texts.verify}
                </Button>
              ) : null}
            </div>
            {isLost ? (
              <p className={styles.lost} role="status">
                <IconAlertTriangle size={16} stroke={1.75} aria-hidden="true" />
                {texts.lost}
              </p>
            ) : null}
          </div>
          <div className={styles.head}>
            <h3>{texts.records(domain)}</h3>
            {query.data === undefined ? null : (
              <span className={rows.meta}>
                {query.isFetching ? (
                  texts.looking
                ) : (
                  <>
                    {texts.lookedUp} <RelativeTime value={new Date(query.dataUpdatedAt).toISOString()} />,{' '}
                    {texts.lookEvery}
                  </>
                )}
              </span>
            )}
            <Button loading={query.isFetching} onClick={() => void query.refetch()}>
              {texts.lookAgain}
            </Button>
          </div>
          {query.data === undefined ? (
            query.isError ? (
              <ErrorState
                title={texts.lookFailed(messageOf(query.error))}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : (
              <RowsSkeleton />
            )
          ) : records.length === 0 ? (
            <div className={rows.box}>
              <div className={rows.row}>
                <p className={rows.text}>{texts.noKey}</p>
                <Button
                  loading={save.isRunning}
                  onClick={() => void save.run({ from_domain: domain }).then(() => query.refetch())}
                >
                  {texts.makeKey}
                </Button>
              </div>
            </div>
          ) : (
            <ul className={rows.box} aria-label={texts.records(domain)}>
              {records.map((record) => (
                <RecordRow key={record.kind} record={record} />
              ))}
            </ul>
          )}
          <p className={styles.spf}>{texts.spf}</p>
        </>
      )}
      <DialogFor about={doing === 'domain' ? { domain } : null}>
        {(about, opened) => <DomainDialog domain={about.domain} {...{ opened }} onClose={close} />}
      </DialogFor>
      <DialogFor about={doing === 'address' && domain !== null ? { domain, from } : null}>
        {(about, opened) => (
          <AddressDialog
            domain={about.domain}
            from={about.from === usual ? '' : about.from}
            {...{ opened }}
            onClose={close}
          />
        )}
      </DialogFor>
      <ConfirmDialog
        opened={doing === 'remove'}
        onClose={close}
        onConfirm={() => void remove.run(undefined)}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        danger
        working={remove.isRunning}
      >
        {texts.removeText(domain ?? '', usual)}
      </ConfirmDialog>
    </Section>
  );
}

function Step({
  number,
  name,
  note,
  isDone = false,
}: {
  number: number;
  name: string;
  note: string;
  isDone?: boolean;
}) {
  return (
    <li data-done={isDone || undefined}>
      {isDone ? (
        <IconCircleCheck size={22} stroke={1.75} aria-label={texts.stepDone} role="img" />
      ) : (
        <span className={styles.number}>{number}</span>
      )}
      <span className={styles.stepText}>
        <span className={rows.name}>{name}</span>
        <span className={rows.meta}>{note}</span>
      </span>
    </li>
  );
}

const ICONS = {
  right: IconCircleCheck,
  wrong: IconCircleX,
  missing: IconCircleDashed,
  unknown: IconAlertTriangle,
};

function RecordRow({ record: { kind, name, value, state, found } }: { record: MailDomainRecord }) {
  const copy = useCopy();
  const Icon = ICONS[state as keyof typeof ICONS] ?? IconCircleDashed;
  const title = texts.kinds[kind] ?? kind;
  return (
    <li className={styles.record} data-state={state}>
      <Icon size={18} stroke={1.75} aria-hidden="true" />
      <div className={styles.what}>
        <p className={rows.name}>{title}</p>
        <p className={state === 'wrong' ? rows.problem : rows.meta}>{texts.states[kind]?.[state] ?? state}</p>
      </div>
      <dl className={styles.fields}>
        <dt>{texts.name}</dt>
        <dd>
          <span className={styles.type}>{texts.type}</span> <code>{name}</code>
          <IconButton label={texts.copyName(title)} onClick={() => copy(name, texts.copied)}>
            <IconCopy size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </dd>
        <dt>{texts.value}</dt>
        <dd>
          <code>{value}</code>
          <IconButton label={texts.copyValue(title)} onClick={() => copy(value, texts.copied)}>
            <IconCopy size={16} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </dd>
        {found === null || state === 'right' ? null : (
          <>
            <dt>{texts.found}</dt>
            <dd>
              <code>{found}</code>
            </dd>
          </>
        )}
      </dl>
    </li>
  );
}

function DomainDialog({
  domain,
  opened,
  onClose,
}: {
  domain: string | null;
  opened: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    blank: { from_domain: domain ?? '' },
    fields: {
      from_domain: {
        label: texts.dialog.domain,
        needed: { sentence: texts.dialog.wrong },
        rule: (typed: string) => (isEmail(`a@${domainOf(typed)}`) ? null : texts.dialog.wrong),
      },
    },
  });
  const save = useCommand(
    () => request(saveMailDomainDocument, { from_domain: domainOf(form.values.from_domain) }),
    { form, failed: null, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.dialog.title}
      submitLabel={texts.dialog.submit}
    >
      <TextField
        {...form.field('from_domain')}
        description={texts.dialog.domainNote}
        placeholder={texts.dialog.example}
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}

/** Of an address the part behind its sign. */
const domainOf = (typed: string): string => typed.trim().replace(/^.*@/, '').toLowerCase();

function AddressDialog({
  domain,
  from,
  opened,
  onClose,
}: {
  domain: string;
  from: string;
  opened: boolean;
  onClose: () => void;
}) {
  const form = useForm({
    blank: { from_email: from },
    fields: {
      from_email: {
        label: texts.address.name,
        rule: (typed: string) =>
          fromAddressProblem(typed, { from_domain: domain, from_domain_verified: true }),
      },
    },
  });
  const save = useCommand(
    () => request(saveFromEmailDocument, { from_email: form.values.from_email.trim() || null }),
    { form, done: texts.address.saved, failed: null, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.address.title}
      submitLabel={texts.address.submit}
    >
      <TextField
        {...form.field('from_email')}
        description={texts.address.note}
        placeholder={texts.address.example(domain)}
        optional
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  );
}
