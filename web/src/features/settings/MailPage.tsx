import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
} from '@tabler/icons-react';
import { useState } from 'react';
import { canRead } from '../../../../contract/permissions.ts';
import type { CheckMailQuery } from '../../api/generated/graphql.ts';
import { messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { SwitchField, TextField } from '../../ui/fields.tsx';
import { RelativeTime } from '../../ui/Figures.tsx';
import { formatDateTime, formatNumber } from '../../ui/format.ts';
import rows from '../../ui/rows.module.css';
import { SearchField } from '../../ui/SearchField.tsx';
import { Section, Sections, SheetPage } from '../../ui/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { mailMessages as texts } from './mailMessages.ts';
import {
  addSuppressionDocument,
  checkMailDocument,
  mailSwitchesDocument,
  removeSuppressionDocument,
  useMailFailures,
  useMailings,
  useMailSettings,
} from './mailQueries.ts';
import type { MailSettings, SettingsMailing, Suppression } from './mailQueries.ts';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import a11y from '../../ui/a11y.module.css';
import styles from './mail.module.css';

/** How mail is delivered, what became of it, and who gets none. */
export function MailPage() {
  const [q, setQ] = useState('');
  const query = useMailSettings(q.trim());
  const { data } = query;
  return (
    <SheetPage title={texts.title} refreshing={query.isFetching && !query.isPending}>
      {query.isPending ? (
        <RowsSkeleton />
      ) : data === undefined ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Sections>
          <Delivery data={data} />
          <Addresses data={data} />
          <Switches data={data} />
          <Mailings isOutbox={data.mail_state.delivery === 'outbox'} />
          <Suppressions data={data} q={q} onSearch={setQ} />
        </Sections>
      )}
    </SheetPage>
  );
}

type Steps = CheckMailQuery['mail_check'];

function Delivery({ data: { mail_state: state } }: { data: MailSettings }) {
  const toasts = useToasts();
  const [steps, setSteps] = useState<Steps | null>(null);
  const [isChecking, setIsChecking] = useState(false);
  const check = async (): Promise<void> => {
    setIsChecking(true);
    setSteps(null);
    try {
      setSteps((await request(checkMailDocument, {})).mail_check);
    } catch (error) {
      toasts.error(texts.checkFailed(messageOf(error)));
    } finally {
      setIsChecking(false);
    }
  };
  const isOutbox = state.delivery === 'outbox';
  return (
    <Section
      id="mail-delivery"
      title={texts.delivery}
      controls={
        <Button loading={isChecking} onClick={() => void check()}>
          {texts.check}
        </Button>
      }
    >
      <div className={rows.box} data-tone={isOutbox || state.held_since !== null ? 'warning' : undefined}>
        {state.held_since === null ? null : (
          <div className={rows.row}>
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" className={styles.warnIcon} />
            <div className={rows.text}>
              <p>{texts.held}</p>
              <p className={rows.meta}>{texts.heldHow(formatDateTime(state.held_since))}</p>
            </div>
          </div>
        )}
        <div className={rows.row}>
          {isOutbox ? (
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" className={styles.warnIcon} />
          ) : null}
          <div className={rows.text}>
            <p>
              {isOutbox
                ? texts.outbox
                : state.held_since === null
                  ? texts.relay(state.relay ?? '')
                  : texts.relayHeld(state.relay ?? '')}
            </p>
            <p className={rows.meta}>{isOutbox ? texts.outboxHow : texts.checkNote}</p>
            {state.waiting_count === 0 ? null : (
              <p className={rows.meta}>{texts.waiting(state.waiting_count)}</p>
            )}
          </div>
        </div>
        <div role="status">
          {isChecking ? <p className={styles.checking}>{texts.checking}</p> : null}
          {steps === null ? null : (
            <ol className={styles.steps} aria-label={texts.checkSteps}>
              {steps.map(({ step, state: how, sentence }) => (
                <li key={step} data-state={how}>
                  <StepIcon state={how} />
                  <span className={styles.stepName}>{texts.steps[step] ?? step}</span>
                  <span className={a11y.hidden}>{texts.states[how] ?? how}: </span>
                  <span className={styles.stepText}>{sentence}</span>
                </li>
              ))}
            </ol>
          )}
        </div>
      </div>
    </Section>
  );
}

function StepIcon({ state }: { state: string }) {
  const Icon = state === 'ok' ? IconCircleCheck : state === 'failed' ? IconCircleX : IconCircleDashed;
  return <Icon size={18} stroke={1.75} aria-hidden="true" />;
}

function Addresses({ data: { mail_state: state, current_subdomain: subdomain } }: { data: MailSettings }) {
  return (
    <Section id="mail-addresses" title={texts.addresses}>
      <dl className={styles.facts}>
        <dt>{texts.from}</dt>
        <dd>
          {subdomain.usual_from_address} <span className={rows.meta}>{texts.fromNote}</span>
        </dd>
        <dt>{texts.replyTo}</dt>
        <dd>
          {subdomain.automatic_reply_address}{' '}
          <span className={rows.meta}>{texts.replies[state.takes_replies ? 'true' : 'false']}</span>
        </dd>
        <dt>{texts.domain}</dt>
        <dd>
          {subdomain.from_domain ?? texts.noDomain}{' '}
          {subdomain.from_domain === null ? null : (
            <span className={rows.meta}>
              {subdomain.from_domain_verified ? texts.verified : texts.notVerified}
            </span>
          )}
        </dd>
      </dl>
    </Section>
  );
}

function Switches({ data: { mail_state: state, current_subdomain: subdomain } }: { data: MailSettings }) {
  const toasts = useToasts();
  /** what was pressed and is not back from the server yet */
  const [pressed, setPressed] = useState<{ prevent_email_notifications?: boolean; mail_tracking?: boolean }>(
    {},
  );
  const save = async (change: typeof pressed): Promise<void> => {
    setPressed(change);
    try {
      await request(mailSwitchesDocument, change);
      toasts.success(texts.saved);
    } catch (error) {
      toasts.error(texts.notSaved(messageOf(error)));
    } finally {
      setPressed({});
    }
  };
  const isBusy = Object.keys(pressed).length > 0;
  const prevents =
    state.is_off_by_account || (pressed.prevent_email_notifications ?? subdomain.prevent_email_notifications);
  return (
    <Section id="mail-switches" title={texts.switches}>
      <div className={styles.switches}>
        <SwitchField
          label={texts.sends}
          description={state.is_off_by_account ? texts.offByAccount : texts.sendsNote}
          checked={!prevents}
          disabled={state.is_off_by_account || isBusy}
          disabledReason={state.is_off_by_account ? texts.offByAccount : null}
          onChange={(on) => void save({ prevent_email_notifications: !on })}
        />
        <SwitchField
          label={texts.tracks}
          description={texts.tracksNote}
          checked={pressed.mail_tracking ?? subdomain.mail_tracking}
          disabled={isBusy}
          onChange={(on) => void save({ mail_tracking: on })}
        />
      </div>
    </Section>
  );
}

function Mailings({ isOutbox }: { isOutbox: boolean }) {
  const mayRead = canRead(useViewer().permissions, 'feedback');
  const query = useMailings(mayRead);
  const mailings = query.data?.mailings.records ?? [];
  const outbox = query.data?.outbox_mails ?? [];
  return (
    <>
      <Section id="mail-recent" title={texts.recent} note={mayRead ? texts.recentNote : texts.recentDenied}>
        {!mayRead ? null : query.isPending ? (
          <RowsSkeleton />
        ) : query.data === undefined ? (
          <ErrorState
            what={texts.recent.toLowerCase()}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        ) : mailings.length === 0 ? (
          <div className={rows.box}>
            <EmptyState title={texts.noMailings} reason={texts.noMailingsReason} />
          </div>
        ) : (
          <table className={rows.table} aria-labelledby="mail-recent">
            <thead>
              <tr>
                <th scope="col">{texts.mailing}</th>
                {[texts.expected, texts.sent, texts.failed, texts.unknown].map((name) => (
                  <th key={name} scope="col" className={styles.count} data-align="end">
                    {name}
                  </th>
                ))}
                <th scope="col" className={styles.when}>
                  {texts.when}
                </th>
              </tr>
            </thead>
            <tbody>
              {mailings.map((mailing) => (
                <MailingRows key={mailing.id} mailing={mailing} />
              ))}
            </tbody>
          </table>
        )}
      </Section>
      {!mayRead || query.data === undefined || (!isOutbox && outbox.length === 0) ? null : (
        <Section id="mail-outbox" title={texts.outboxTitle} note={texts.outboxNote}>
          <div className={rows.box}>
            {outbox.length === 0 ? (
              <EmptyState title={texts.noOutbox} />
            ) : (
              <ul aria-labelledby="mail-outbox" className={styles.outbox}>
                {outbox.map((mail) => (
                  <li key={mail.id} className={rows.row}>
                    <div className={rows.text}>
                      <p className={rows.name}>{mail.subject}</p>
                      <p className={styles.preview}>{mail.preview}</p>
                      <p className={rows.meta}>
                        {mail.to} · <RelativeTime value={mail.created_at} />
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </Section>
      )}
    </>
  );
}

function MailingRows({ mailing }: { mailing: SettingsMailing }) {
  const [isOpen, setIsOpen] = useState(false);
  const lost = mailing.failed_count + mailing.unknown_count;
  const { subject } = mailing;
  return (
    <>
      <tr>
        <th scope="row" className={styles.mailing}>
          <span className={rows.name}>
            {mailing.suggestion === null ? (
              subject
            ) : (
              <Link href={ideaAddress(mailing.suggestion.id)}>{subject}</Link>
            )}
          </span>
          <span className={rows.meta}>
            {texts.kinds[mailing.kind] ?? mailing.kind} ·{' '}
            {texts.mailingStates[mailing.state] ?? mailing.state}
            {mailing.outbox_count === 0 ? '' : ` · ${texts.written(mailing.outbox_count)}`}
          </span>
        </th>
        <td data-align="end">{formatNumber(mailing.expected_count)}</td>
        <td data-align="end">{formatNumber(mailing.sent_count)}</td>
        <td
          className={styles.count}
          data-align="end"
          data-tone={mailing.failed_count > 0 ? 'bad' : undefined}
        >
          {formatNumber(mailing.failed_count)}
        </td>
        <td
          className={styles.count}
          data-align="end"
          data-tone={mailing.unknown_count > 0 ? 'bad' : undefined}
        >
          {formatNumber(mailing.unknown_count)}
        </td>
        <td>
          <RelativeTime value={mailing.created_at} />
          {lost === 0 ? null : (
            <button
              type="button"
              className={styles.more}
              aria-expanded={isOpen}
              aria-label={isOpen ? texts.hideFailures(subject) : texts.showFailures(subject)}
              onClick={() => setIsOpen(!isOpen)}
            >
              {isOpen ? (
                <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
              ) : (
                <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
              )}
            </button>
          )}
        </td>
      </tr>
      {isOpen ? (
        <tr>
          <td colSpan={6}>
            <Failures mailing={mailing} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Failures({ mailing }: { mailing: SettingsMailing }) {
  const query = useMailFailures(mailing.id);
  if (query.isPending) return <RowsSkeleton />;
  if (query.data === undefined)
    return (
      <ErrorState
        title={texts.failuresFailed(messageOf(query.error))}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  const { records } = query.data.deliveries;
  return (
    <ul className={styles.failures} aria-label={texts.showFailures(mailing.subject)}>
      {records.map((delivery) => (
        <li key={delivery.id}>
          <span className={rows.name}>{delivery.email_address}</span>{' '}
          <span className={rows.meta}>{delivery.state === 'unknown' ? texts.unknown : texts.failed}</span>
          <p className={rows.meta}>{delivery.reason ?? texts.noReason}</p>
        </li>
      ))}
    </ul>
  );
}

function Suppressions({
  data: { mail_state: state },
  q,
  onSearch,
}: {
  data: MailSettings;
  q: string;
  onSearch: (q: string) => void;
}) {
  const [isAdding, setIsAdding] = useState(false);
  const suppressions = state.suppressions;
  return (
    <Section
      id="mail-suppressed"
      title={texts.suppressed}
      total={state.suppressions_count}
      note={texts.suppressedNote}
      controls={
        <>
          {state.suppressions_count === 0 ? null : (
            <SearchField label={texts.search} value={q} onChange={onSearch} />
          )}
          <Button onClick={() => setIsAdding(true)}>{texts.add}</Button>
        </>
      }
    >
      <div className={rows.box}>
        {suppressions.length === 0 ? (
          <EmptyState title={q.trim() === '' ? texts.noSuppressed : texts.noSuppressedFound(q.trim())} />
        ) : (
          <ul aria-labelledby="mail-suppressed">
            {suppressions.map((row) => (
              <SuppressionRow key={row.email_address} row={row} />
            ))}
          </ul>
        )}
      </div>
      {isAdding ? <AddDialog onClose={() => setIsAdding(false)} /> : null}
    </Section>
  );
}

function SuppressionRow({ row }: { row: Suppression }) {
  const toasts = useToasts();
  const [isAsking, setIsAsking] = useState(false);
  const [isWorking, setIsWorking] = useState(false);
  const remove = async (): Promise<void> => {
    setIsWorking(true);
    try {
      await request(removeSuppressionDocument, { email_address: row.email_address });
      toasts.success(texts.removed(row.email_address));
    } catch (error) {
      toasts.error(texts.notRemoved(messageOf(error)));
    } finally {
      setIsWorking(false);
      setIsAsking(false);
    }
  };
  return (
    <li className={rows.row}>
      <div className={rows.text}>
        <p className={rows.name}>{row.email_address}</p>
        {row.details === null ? null : <p className={styles.preview}>{row.details}</p>}
        <p className={rows.meta}>
          {row.created_by_name === null
            ? (texts.reasons[row.reason] ?? row.reason)
            : texts.addedBy(row.created_by_name)}{' '}
          · <RelativeTime value={row.created_at} />
        </p>
      </div>
      <Button
        disabled={!row.can_remove}
        disabledReason={row.can_remove ? null : texts.holderOnly}
        onClick={() => setIsAsking(true)}
        aria-label={texts.removeOf(row.email_address)}
      >
        {texts.remove}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove()}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        working={isWorking}
      >
        {texts.removeText(row.email_address)}
      </ConfirmDialog>
    </li>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const toasts = useToasts();
  const [address, setAddress] = useState('');
  const [details, setDetails] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const add = async (): Promise<void> => {
    setIsWorking(true);
    setProblem(null);
    try {
      await request(addSuppressionDocument, {
        email_address: address.trim(),
        ...(details.trim() === '' ? {} : { details: details.trim() }),
      });
      toasts.success(texts.added(address.trim()));
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setIsWorking(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={texts.addTitle}
      size="small"
      onSubmit={() => void add()}
      dirty={address !== '' || details !== ''}
      footer={
        <>
          <Button type="submit" size="form" variant="primary" loading={isWorking}>
            {texts.add}
          </Button>
          <Button size="form" onClick={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <TextField
          label={texts.address}
          value={address}
          onChange={setAddress}
          error={problem}
          required
          inputMode="email"
          autoComplete="off"
        />
        <TextField label={texts.why} value={details} onChange={setDetails} optional />
      </div>
    </Dialog>
  );
}
