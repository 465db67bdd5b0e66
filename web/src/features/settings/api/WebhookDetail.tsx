import { IconDots, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { TEST_KIND, WEBHOOK_KIND_LABELS, WEBHOOK_KINDS } from '../../../../../contract/webhooks.ts';
import type { SwitchOffReason, WebhookKind } from '../../../../../contract/webhooks.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { DelayedSkeleton, Skeleton } from '../../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { formatNearTime, formatDateTime } from '../../../ui/text/format.ts';
import { Code } from './Code.tsx';
import { apiTexts as texts } from './apiMessages.ts';
import {
  deleteWebhookDocument,
  LOG_PER_PAGE,
  renewSecretDocument,
  resendDocument,
  resendFailedDocument,
  testWebhookDocument,
  useLog,
} from './apiQueries.ts';
import type { DeliveryRow, WebhookHours, WebhookRow } from './apiQueries.ts';
import rows from '../../../ui/page/rows.module.css';
import styles from './api.module.css';

/** One webhook: how it did lately, and everything that was sent to it. */
export function WebhookDetail({
  webhook,
  onEdit,
  onSecret,
  onGone,
}: {
  webhook: WebhookRow;
  onEdit: () => void;
  /** told a new secret, which is shown once */
  onSecret: (secret: string) => void;
  /** it was deleted */
  onGone: () => void;
}) {
  const { id, name, is_on, switch_off_reason, paused_until, old_secret_until } = webhook;
  const [isFailed, setIsFailed] = useState(false);
  const [page, setPage] = useState(1);
  const [perPage, setPerPage] = useState(LOG_PER_PAGE);
  const [asks, setAsks] = useState<'renew' | 'delete' | null>(null);
  const query = useLog(id, isFailed, page, perPage);
  const close = (): void => setAsks(null);
  const test = useCommand(testWebhookDocument, {
    done: texts.tested,
    failed: texts.testFailed,
    onDone: () => {
      setIsFailed(false);
      setPage(1);
    },
  });
  const renew = useCommand(renewSecretDocument, {
    failed: texts.renewFailed,
    onDone: ({ webhook_secret_renew }) => {
      close();
      onSecret(webhook_secret_renew.secret);
    },
  });
  const remove = useCommand(deleteWebhookDocument, {
    done: texts.removed(name),
    failed: texts.notRemoved,
    onDone: () => {
      close();
      onGone();
    },
  });
  const hours = query.data?.webhook_hours;
  const kinds = (webhook.kinds ?? []) as WebhookKind[];
  return (
    <section aria-labelledby="webhook-name" className={styles.webhook}>
      <header className={styles.head}>
        <div className={styles.headText}>
          <h2 id="webhook-name">{name}</h2>
          <p className={styles.url}>{webhook.url}</p>
          <p className={rows.meta}>
            {texts.made(webhook.created_at, webhook.user?.name ?? null)}
            {hours === undefined || hours.average_ms === null
              ? null
              : ` · ${texts.average(hours.average_ms)}`}
          </p>
        </div>
        <div className={styles.buttons}>
          <Button loading={test.isRunning} onClick={() => void test.run({ id })}>
            {texts.test}
          </Button>
          <Button onClick={onEdit}>{texts.edit}</Button>
          <Menu
            label={texts.more}
            trigger={(props) => (
              <IconButton {...props} label={texts.more}>
                <IconDots size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
            items={[
              { id: 'renew', label: texts.renew, onSelect: () => setAsks('renew') },
              { id: 'delete', label: texts.remove, danger: true, onSelect: () => setAsks('delete') },
            ]}
          />
        </div>
      </header>
      {switch_off_reason === null ? null : (
        <p className={rows.problem} role="status">
          {texts.switchedOff(switch_off_reason as SwitchOffReason, webhook.switched_at)}
        </p>
      )}
      {is_on && paused_until !== null ? <p className={styles.warning}>{texts.paused(paused_until)}</p> : null}
      {old_secret_until !== null && new Date(old_secret_until) > new Date() ? (
        <p className={rows.meta}>{texts.oldSecret(old_secret_until)}</p>
      ) : null}
      {hours === undefined ? null : <Hours hours={hours} />}
      <details className={styles.listening}>
        <summary>
          {texts.listening} {texts.kinds(kinds.length, WEBHOOK_KINDS.length)}
        </summary>
        <p className={rows.meta}>{kinds.map((kind) => WEBHOOK_KIND_LABELS[kind]).join(', ')}</p>
      </details>
      <Log
        query={query}
        webhook={webhook}
        isFailed={isFailed}
        {...{ page, perPage }}
        onFailed={(next) => {
          setIsFailed(next);
          setPage(1);
        }}
        onPage={setPage}
        onPerPage={(next) => {
          setPerPage(next);
          setPage(1);
        }}
      />
      <ConfirmDialog
        opened={asks === 'renew'}
        onClose={close}
        onConfirm={() => void renew.run({ id })}
        title={texts.renewTitle}
        confirmLabel={texts.renewConfirm}
        working={renew.isRunning}
      >
        {texts.renewText}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'delete'}
        onClose={close}
        onConfirm={() => void remove.run({ id })}
        title={texts.removeTitle(name)}
        confirmLabel={texts.removeConfirm}
        danger
        working={remove.isRunning}
      >
        {texts.removeText}
      </ConfirmDialog>
    </section>
  );
}

/** Deliveries hour by hour; the part that failed stands below in red. */
function Hours({ hours: { hours } }: { hours: WebhookHours }) {
  const all = hours.reduce((sum, hour) => sum + hour.delivered + hour.failed, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const most = Math.max(1, ...hours.map((hour) => hour.delivered + hour.failed));
  return (
    <figure className={styles.hours}>
      <div className={styles.bars} role="img" aria-label={texts.hours.label(all, failed)}>
        {hours.map((hour) => (
          <span
            key={hour.hours_ago}
            className={styles.hour}
            title={texts.hours.bar(hour.hours_ago, hour.delivered, hour.failed)}
          >
            <span className={styles.taken} style={{ height: `${(hour.delivered / most) * 100}%` }} />
            <span className={styles.failed} style={{ height: `${(hour.failed / most) * 100}%` }} />
          </span>
        ))}
      </div>
      <figcaption className={styles.axis}>
        <span>{texts.hours.first}</span>
        <span>{texts.hours.facts(all, failed)}</span>
        <span>{texts.hours.last}</span>
      </figcaption>
    </figure>
  );
}

function Log({
  query,
  webhook: { id, is_on, week_failed_count },
  isFailed,
  page,
  perPage,
  onFailed,
  onPage,
  onPerPage,
}: {
  query: ReturnType<typeof useLog>;
  webhook: WebhookRow;
  isFailed: boolean;
  page: number;
  perPage: number;
  onFailed: (isFailed: boolean) => void;
  onPage: (page: number) => void;
  onPerPage: (perPage: number) => void;
}) {
  const [opened, setOpened] = useState<string | null>(null);
  const resendAll = useCommand(resendFailedDocument, {
    done: ({ webhook_failed_resend }) => texts.log.resendAllDone(webhook_failed_resend.count),
    failed: texts.log.resendFailed,
    onDone: () => onFailed(false),
  });
  const listed = query.data?.webhook_deliveries.records ?? [];
  const total = query.data?.webhook_deliveries.total_records ?? null;
  return (
    <section aria-labelledby="webhook-log">
      <div className={styles.logHead}>
        <h3 id="webhook-log">{texts.log.title}</h3>
        {isFailed && listed.length > 0 ? (
          <Button
            loading={resendAll.isRunning}
            disabled={!is_on}
            disabledReason={texts.log.off}
            onClick={() => void resendAll.run({ id })}
          >
            {texts.log.resendAll}
          </Button>
        ) : null}
        <SegmentedControl
          label={texts.log.filter}
          value={isFailed ? 'failed' : 'all'}
          segments={[
            { value: 'all', label: texts.log.all },
            {
              value: 'failed',
              label: week_failed_count === 0 ? texts.log.failed : `${texts.log.failed} ${week_failed_count}`,
            },
          ]}
          onChange={(next) => onFailed(next === 'failed')}
        />
      </div>
      <p className={rows.meta}>{texts.log.note}</p>
      {query.isPending ? (
        <DelayedSkeleton>
          <Skeleton height={180} radius={8} />
        </DelayedSkeleton>
      ) : query.data === undefined ? (
        <ErrorState what={texts.log.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : listed.length === 0 ? (
        <div className={styles.box}>
          <EmptyState
            title={isFailed ? texts.log.emptyFailed : texts.log.empty}
            reason={isFailed ? texts.log.emptyFailedReason : texts.log.emptyReason}
          />
        </div>
      ) : (
        <ul className={styles.log} aria-labelledby="webhook-log">
          {listed.map((delivery) => (
            <Delivery
              key={delivery.id}
              delivery={delivery}
              isOn={is_on}
              isOpen={opened === delivery.id}
              onToggle={() => setOpened(opened === delivery.id ? null : delivery.id)}
            />
          ))}
        </ul>
      )}
      {total === null || (page === 1 && listed.length < LOG_PER_PAGE) ? null : (
        <Pagination
          page={page}
          perPage={perPage}
          rowCount={listed.length}
          total={total}
          onPageChange={onPage}
          onPerPageChange={onPerPage}
          keyboard={false}
        />
      )}
    </section>
  );
}

/** What the chip of a delivery says. */
function outcomeOf({ state, status, problem, tries }: DeliveryRow): {
  text: string;
  tone: 'ok' | 'bad' | 'none';
} {
  if (status !== null) return { text: String(status), tone: status >= 200 && status < 300 ? 'ok' : 'bad' };
  if ((tries ?? []).length > 0) return { text: texts.log.noAnswer, tone: 'bad' };
  if (state === 'waiting') return { text: texts.log.waiting, tone: 'none' };
  return { text: texts.log.notSent, tone: problem === null ? 'none' : 'bad' };
}

function Delivery({
  delivery,
  isOn,
  isOpen,
  onToggle,
}: {
  delivery: DeliveryRow;
  isOn: boolean;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { kind, subject, tries, tries_most, duration_ms, created_at, state } = delivery;
  const outcome = outcomeOf(delivery);
  const tried = tries?.length ?? 0;
  return (
    <li className={styles.delivery} data-open={isOpen || undefined}>
      <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
        <span className={styles.chip} data-tone={outcome.tone}>
          {outcome.text}
        </span>
        <span className={styles.kind}>{kind}</span>
        <span className={styles.subject}>{kind === TEST_KIND ? texts.log.test : subject}</span>
        <span className={styles.figure}>
          {state === 'delivered' && tried < 2
            ? null
            : tried === 0
              ? null
              : texts.log.tries(tried, tries_most)}
        </span>
        <span className={styles.figure}>{duration_ms === null ? null : texts.log.duration(duration_ms)}</span>
        <time className={styles.figure} dateTime={created_at} title={formatDateTime(created_at)}>
          {formatNearTime(created_at)}
        </time>
      </button>
      {isOpen ? <DeliveryDetail delivery={delivery} isOn={isOn} /> : null}
    </li>
  );
}

/** A body as people read it; one that is no JSON as it is. */
function spread(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

function DeliveryDetail({ delivery, isOn }: { delivery: DeliveryRow; isOn: boolean }) {
  const { id, kind, message_id, body, answer, problem, next_try_at, state } = delivery;
  const tries = delivery.tries ?? [];
  const resend = useCommand(resendDocument, { done: texts.log.resent, failed: texts.log.resendFailed });
  return (
    <div className={styles.open_detail}>
      <div className={styles.detailHead}>
        <p className={styles.id}>{message_id}</p>
        {next_try_at === null ? null : (
          <p className={rows.meta}>{tries.length === 0 ? texts.log.soon : texts.log.next(next_try_at)}</p>
        )}
        {state === 'waiting' ? null : (
          <Button
            icon={<IconRefresh size={14} stroke={1.75} aria-hidden="true" />}
            loading={resend.isRunning}
            disabled={!isOn && kind !== TEST_KIND}
            disabledReason={texts.log.off}
            onClick={() => void resend.run({ id })}
          >
            {texts.log.resend}
          </Button>
        )}
      </div>
      {problem === null ? null : <p className={rows.problem}>{problem}</p>}
      <div className={styles.two}>
        <div>
          <h4>{texts.log.sent}</h4>
          {body === null ? (
            <p className={rows.meta}>{texts.log.notTried}</p>
          ) : (
            <Code label={texts.log.sent}>{spread(body)}</Code>
          )}
        </div>
        {tries.length === 0 ? null : (
          <div>
            <h4>{texts.log.answer}</h4>
            {answer === null ? null : answer === '' ? (
              <p className={rows.meta}>{texts.log.noBody}</p>
            ) : (
              <Code label={texts.log.answer}>{answer}</Code>
            )}
            <h4>{texts.log.triesTitle}</h4>
            <ol className={styles.tries}>
              {tries.map((one) => (
                <li key={one.at}>
                  <time dateTime={one.at}>{formatDateTime(one.at)}</time>{' '}
                  <span className={one.problem === null ? rows.meta : rows.problem}>
                    {one.status ?? texts.log.noAnswer} · {texts.log.duration(one.duration_ms)}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </div>
  );
}
