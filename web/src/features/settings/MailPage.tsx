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
import { DialogFor } from '../../forms/DialogFor.tsx';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { cx } from '../../ui/cx.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { SwitchField, TextField } from '../../ui/fields/fields.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { formatDateTime, formatNumber } from '../../ui/text/format.ts';
import rows from '../../ui/page/rows.module.css';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { Section, Sections } from '../../ui/page/SheetPage.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
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
import type { MailSettings, OutboxMail, SettingsMailing, Suppression } from './mailQueries.ts';
import { MailFigures } from './mail/MailFigures.tsx';
import { MailSamples } from './mail/MailSamples.tsx';
import { MailDomain } from './mailDomain/MailDomain.tsx';
import { OutboxMailDialog } from './OutboxMailDialog.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { SettingsPage } from './SettingsPage.tsx';
import a11y from '../../ui/a11y.module.css';
import styles from './mail.module.css';

/** How mail is delivered, what became of it, and who gets none. */
export function MailPage() {
  const [q, setQ] = useState('');
  const query = useMailSettings(q.trim());
  const seesIdeas = canRead(useViewer().permissions, 'feedback');
  return (
    <SettingsPage query={query} title={texts.title} what={texts.what}>
      {(data) => (
        <Sections>
          <Delivery data={data} />
          <Addresses data={data} />
          <MailDomain data={data} />
          <Switches data={data} />
          <MailFigures data={data} />
          {seesIdeas ? <MailSamples data={data} /> : null}
          <Mailings isOutbox={data.mail_state.delivery === 'outbox'} />
          <Suppressions data={data} q={q} onSearch={setQ} />
        </Sections>
      )}
    </SettingsPage>
  );
}

type Steps = CheckMailQuery['mail_check'];

function Delivery({ data: { mail_state: state } }: { data: MailSettings }) {
  const [steps, setSteps] = useState<Steps | null>(null);
  const check = useCommand(checkMailDocument, {
    failed: texts.checkFailed,
    onDone: ({ mail_check }) => setSteps(mail_check),
  });
  const isOutbox = state.delivery === 'outbox';
  return (
    <Section id="mail-delivery" title={texts.delivery}>
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
          ) : (
            <IconCircleCheck
              size={18}
              stroke={1.75}
              aria-hidden="true"
              className={styles.statusIcon}
              data-on={state.held_since === null || undefined}
            />
          )}
          <div className={rows.text}>
            <p className={rows.name}>
              {isOutbox ? texts.status.off : state.held_since === null ? texts.status.on : texts.status.held}
            </p>
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
          <Button
            loading={check.isRunning}
            onClick={() => {
              setSteps(null);
              void check.run({});
            }}
          >
            {texts.check}
          </Button>
        </div>
        <div role="status">
          {check.isRunning ? <p className={styles.checking}>{texts.checking}</p> : null}
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
      </dl>
    </Section>
  );
}

function Switches({ data: { mail_state: state, current_subdomain: subdomain } }: { data: MailSettings }) {
  /** what was pressed and is not back from the server yet */
  const [pressed, setPressed] = useState<{ prevent_email_notifications?: boolean; mail_tracking?: boolean }>(
    {},
  );
  const change = useCommand(mailSwitchesDocument, { done: texts.saved, failed: texts.notSaved });
  const save = async (next: typeof pressed): Promise<void> => {
    setPressed(next);
    await change.run(next);
    setPressed({});
  };
  const prevents =
    state.is_off_by_account || (pressed.prevent_email_notifications ?? subdomain.prevent_email_notifications);
  return (
    <Section id="mail-switches" title={texts.switches}>
      <div className={cx(rows.box, styles.switches)}>
        <SwitchField
          label={texts.sends}
          description={state.is_off_by_account ? texts.offByAccount : texts.sendsNote}
          checked={!prevents}
          disabled={state.is_off_by_account || change.isRunning}
          disabledReason={state.is_off_by_account ? texts.offByAccount : null}
          onChange={(on) => void save({ prevent_email_notifications: !on })}
        />
        <SwitchField
          label={texts.tracks}
          description={texts.tracksNote}
          checked={pressed.mail_tracking ?? subdomain.mail_tracking}
          disabled={change.isRunning}
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
  const [opened, setOpened] = useState<OutboxMail | null>(null);
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
                {alike(outbox).map(([mail, ...others]) => (
                  <li key={mail.id} className={rows.row}>
                    <div className={rows.text}>
                      <p className={rows.name}>
                        <button
                          type="button"
                          className={styles.openMail}
                          aria-label={texts.openMail(mail.subject)}
                          onClick={() => setOpened(mail)}
                        >
                          {mail.subject}
                        </button>
                      </p>
                      <p className={styles.preview}>{mail.preview}</p>
                      <p className={rows.meta}>
                        {mail.to}
                        {others.length === 0 ? null : (
                          <span data-tip={others.map(({ to }) => to).join(', ')}>
                            {' '}
                            {texts.andOthers(others.length)}
                          </span>
                        )}{' '}
                        · <RelativeTime value={mail.created_at} />
                      </p>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </div>
          <DialogFor about={opened}>
            {(mail, isOpened) => (
              <OutboxMailDialog mail={mail} opened={isOpened} onClose={() => setOpened(null)} />
            )}
          </DialogFor>
        </Section>
      )}
    </>
  );
}

/** Mails that say the same together, in their order. */
function alike(mails: readonly OutboxMail[]): [OutboxMail, ...OutboxMail[]][] {
  const groups = new Map<string, [OutboxMail, ...OutboxMail[]]>();
  for (const mail of mails) {
    const same = `${mail.subject}\n${mail.preview}`;
    groups.set(same, [...(groups.get(same) ?? []), mail] as [OutboxMail, ...OutboxMail[]]);
  }
  return [...groups.values()];
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
            <SearchField keys={null} label={texts.search} value={q} onChange={onSearch} />
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
      <DialogFor about={isAdding ? suppressions : null}>
        {(_list, opened) => <AddDialog opened={opened} onClose={() => setIsAdding(false)} />}
      </DialogFor>
    </Section>
  );
}

function SuppressionRow({ row }: { row: Suppression }) {
  const [isAsking, setIsAsking] = useState(false);
  const { email_address } = row;
  const remove = useCommand(removeSuppressionDocument, {
    done: texts.removed(email_address),
    failed: texts.notRemoved,
  });
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
        onConfirm={() => void remove.run({ email_address }).then(() => setIsAsking(false))}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        working={remove.isRunning}
      >
        {texts.removeText(row.email_address)}
      </ConfirmDialog>
    </li>
  );
}

function AddDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const form = useForm({
    blank: { email_address: '', details: '' },
    fields: { email_address: { label: texts.address }, details: { label: texts.why } },
  });
  const email_address = form.values.email_address.trim();
  const details = form.values.details.trim();
  const save = useCommand(
    () => request(addSuppressionDocument, { email_address, ...(details === '' ? {} : { details }) }),
    { form, done: () => texts.added(email_address), failed: null, onDone: onClose },
  );
  return (
    <FormDialog {...{ opened, onClose, form, save }} title={texts.addTitle} submitLabel={texts.add}>
      <TextField {...form.field('email_address')} required inputMode="email" autoComplete="off" />
      <TextField {...form.field('details')} optional />
    </FormDialog>
  );
}
