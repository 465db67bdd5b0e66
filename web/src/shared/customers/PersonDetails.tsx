import { useQuery } from '@tanstack/react-query';
import { IconBan, IconChevronRight, IconDots } from '@tabler/icons-react';
import { useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { canWrite, isTeamMember } from '../../../../contract/permissions.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideaAddress, ideasAddress, userAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { IconButton } from '../../ui/elements/Button.tsx';
import { RelativeTime } from '../../ui/elements/Figures.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { Tag } from '../../ui/elements/Pills.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { plainText } from '../plainText.ts';
import { AccountLink } from './AccountLink.tsx';
import { customersMessages } from './customersMessages.ts';
import { personMessages as texts } from './personMessages.ts';
import styles from './customers.module.css';

const personDocument = graphql(`
  query PersonCard($id: ID!) {
    user(id: $id) {
      id
      name
      email_address
      avatar_url
      job_title
      license_type
      allowed_state
      satisfaction_score
      supported_suggestions_count
      crm_account {
        id
        name
        plan
        mrr
      }
    }
    feedback_records(user: [$id], sort: "-created_at", per_page: 1) {
      records {
        id
        body
        body_mime_type
        created_at
        suggestion {
          id
          title
        }
      }
    }
  }
`);

const blockDocument = graphql(`
  mutation BlockPerson($id: ID!, $blocked: Boolean!) {
    user_block(id: $id, blocked: $blocked) {
      id
      allowed_state
    }
  }
`);

/** The person that the block dialog is for, and whether they are blocked now. */
export type Asked = { id: string; name: string; isBlocked: boolean };

/** Details of a person: the ideas that they support, their account, what they said last; blocking is in a menu. */
export function PersonDetails({ id, onAsk }: { id: string; onAsk: (asked: Asked) => void }) {
  const viewer = useViewer();
  const query = useQuery({
    queryKey: ['person', id],
    queryFn: ({ signal }) => request(personDocument, { id }, { signal }),
  });
  if (query.isPending) {
    return (
      <div className={styles.card}>
        <DelayedSkeleton>
          <SkeletonLines count={3} />
        </DelayedSkeleton>
      </div>
    );
  }
  if (query.isError && query.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  const person = query.data?.user ?? null;
  if (person === null) return <EmptyState title={texts.gone} />;
  const account = person.crm_account;
  const last = query.data?.feedback_records.records[0] ?? null;
  const isBlocked = person.allowed_state === 'blocked';
  const isTeam = isTeamMember(person.license_type);
  const mayBlock =
    canWrite(viewer.permissions, 'feedback') &&
    person.id !== viewer.id &&
    person.license_type !== 'owner' &&
    (!isTeam || canWrite(viewer.permissions, 'settings'));
  return (
    <div className={styles.card}>
      <div className={styles.cardHead}>
        <Avatar
          name={person.name}
          src={person.avatar_url}
          satisfactionScore={person.satisfaction_score}
          sizePx={36}
          decorative
        />
        <div className={styles.cardText}>
          <p className={styles.cardName}>
            <Link href={userAddress(person.id)}>{person.name}</Link>
            {isBlocked ? <Tag>{texts.blocked}</Tag> : null}
            {isTeam ? <Tag>{texts.team}</Tag> : null}
          </p>
          <p className={styles.meta}>
            {[person.job_title, person.email_address ?? texts.noEmail].filter(Boolean).join(' · ')}
          </p>
        </div>
        {mayBlock ? (
          <Menu
            label={texts.more}
            widthPx={150}
            items={[
              {
                id: 'block',
                label: isBlocked ? texts.unblock : texts.block,
                icon: <IconBan size={15} stroke={1.75} aria-hidden="true" />,
                danger: !isBlocked,
                onSelect: () => onAsk({ id: person.id, name: person.name, isBlocked }),
              },
            ]}
            trigger={(props) => (
              <IconButton {...props} label={texts.more} variant="plain" size="small">
                <IconDots size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
          />
        ) : null}
      </div>
      {person.supported_suggestions_count === 0 ? (
        <p className={styles.cardNote}>{texts.supportsNone}</p>
      ) : (
        <Link href={ideasAddress({ supporter: [person.id] })} className={styles.cardLink}>
          {texts.supports(person.supported_suggestions_count)}
          <IconChevronRight size={14} stroke={2} aria-hidden="true" />
        </Link>
      )}
      <dl className={styles.cardFacts}>
        {account === null ? null : (
          <>
            <dt>{texts.account}</dt>
            <dd>
              <AccountLink account={account} />
              {account.mrr === null || account.mrr === 0 ? null : (
                <span data-tip={customersMessages.mrrTip}>
                  {' · '}
                  {customersMessages.perMonth(shortCurrency(account.mrr))}
                </span>
              )}
            </dd>
            {account.plan === null ? null : (
              <>
                <dt>{texts.plan}</dt>
                <dd>{account.plan}</dd>
              </>
            )}
          </>
        )}
        {person.satisfaction_score === null ? null : (
          <>
            <dt>{texts.rating}</dt>
            <dd>{texts.ratingOf(person.satisfaction_score)}</dd>
          </>
        )}
      </dl>
      {last === null ? null : (
        <div className={styles.cardFeedback}>
          <p className={styles.meta}>
            {texts.lastFeedback} · <RelativeTime value={last.created_at} isSentence />
          </p>
          <p className={styles.cardQuote}>{plainText(last.body, last.body_mime_type)}</p>
          {last.suggestion === null ? null : (
            <p className={styles.meta}>
              {texts.on}{' '}
              <Link href={ideaAddress(last.suggestion.id)} className={styles.account}>
                {last.suggestion.title}
              </Link>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** Asks before somebody is blocked or let in again, and says what that does. */
export function BlockDialog({ person, onClose }: { person: Asked; onClose: () => void }) {
  const [isOpen, setIsOpen] = useState(true);
  const { id, name, isBlocked } = person;
  const close = (): void => {
    setIsOpen(false);
    // after it has faded
    setTimeout(onClose, 600);
  };
  const block = useCommand(blockDocument, {
    done: (_answer, { blocked }) => (blocked ? texts.nowBlocked(name) : texts.nowAllowed(name)),
    failed: texts.failed,
    undo: (_answer, { blocked }) =>
      blocked
        ? {
            send: () => request(blockDocument, { id, blocked: false }),
            done: texts.nowAllowed(name),
            failed: texts.failed,
          }
        : null,
    onDone: close,
  });
  return (
    <ConfirmDialog
      opened={isOpen}
      onClose={close}
      onConfirm={() => void block.run({ id, blocked: !isBlocked })}
      title={isBlocked ? texts.unblockTitle(name) : texts.blockTitle(name)}
      confirmLabel={isBlocked ? texts.unblock : texts.block}
      danger={!isBlocked}
      working={block.isRunning}
    >
      {isBlocked ? texts.unblockText : texts.blockText}
    </ConfirmDialog>
  );
}
