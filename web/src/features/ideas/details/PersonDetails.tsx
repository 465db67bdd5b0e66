import { useQuery } from '@tanstack/react-query';
import { IconBan } from '@tabler/icons-react';
import { useState } from 'react';
import { canWrite, isTeamMember } from '../../../../../contract/permissions.ts';
import { messageOf } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/Dialog.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading.tsx';
import { Tag } from '../../../ui/Pills.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useToasts } from '../../../ui/Toasts.tsx';
import { personMessages as texts } from './personMessages.ts';
import styles from './details.module.css';

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

/** Whom the dialog is about, and whether they are blocked now. */
export type Asked = { id: string; name: string; isBlocked: boolean };

/** What is known of a person, and the button that blocks them. */
export function PersonDetails({ id, onAsk }: { id: string; onAsk: (asked: Asked) => void }) {
  const viewer = useViewer();
  const query = useQuery({
    queryKey: ['person', id],
    queryFn: ({ signal }) => request(personDocument, { id }, { signal }),
    meta: { entities: { user: ['update', 'delete'] } },
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
        <div className={styles.authorText}>
          <p className={styles.cardName}>
            {person.name}
            {isBlocked ? <Tag>{texts.blocked}</Tag> : null}
            {isTeam ? <Tag>{texts.team}</Tag> : null}
          </p>
          <p className={styles.meta}>{person.email_address ?? texts.noEmail}</p>
        </div>
      </div>
      <dl className={styles.cardFacts}>
        {person.job_title === null ? null : (
          <>
            <dt>{texts.jobTitle}</dt>
            <dd>{person.job_title}</dd>
          </>
        )}
        {person.crm_account === null ? null : (
          <>
            <dt>{texts.account}</dt>
            <dd>{person.crm_account.name}</dd>
          </>
        )}
        <dt>{texts.supports}</dt>
        <dd>{formatNumber(person.supported_suggestions_count)}</dd>
        {person.satisfaction_score === null ? null : (
          <>
            <dt>{texts.rating}</dt>
            <dd>{texts.ratingOf(person.satisfaction_score)}</dd>
          </>
        )}
      </dl>
      {mayBlock ? (
        <Button
          icon={isBlocked ? undefined : <IconBan size={15} stroke={1.75} aria-hidden="true" />}
          onClick={() => onAsk({ id: person.id, name: person.name, isBlocked })}
        >
          {isBlocked ? texts.unblock : texts.block}
        </Button>
      ) : null}
    </div>
  );
}

/** Asks before somebody is blocked or let in again, and says what that does. */
export function BlockDialog({ person, onClose }: { person: Asked; onClose: () => void }) {
  const toasts = useToasts();
  const [isOpen, setIsOpen] = useState(true);
  const [isWorking, setIsWorking] = useState(false);
  const { id, name, isBlocked } = person;
  const close = (): void => {
    setIsOpen(false);
    // after it has faded
    setTimeout(onClose, 600);
  };
  const set = async (blocked: boolean): Promise<boolean> => {
    try {
      await request(blockDocument, { id, blocked });
      toasts.success(
        blocked ? texts.nowBlocked(name) : texts.nowAllowed(name),
        blocked ? { onUndo: () => void set(false) } : {},
      );
      return true;
    } catch (error) {
      toasts.error(texts.failed(messageOf(error)));
      return false;
    }
  };
  return (
    <ConfirmDialog
      opened={isOpen}
      onClose={close}
      onConfirm={() => {
        setIsWorking(true);
        void set(!isBlocked).then((isDone) => {
          setIsWorking(false);
          if (isDone) close();
        });
      }}
      title={isBlocked ? texts.unblockTitle(name) : texts.blockTitle(name)}
      confirmLabel={isBlocked ? texts.unblock : texts.block}
      danger={!isBlocked}
      working={isWorking}
    >
      {isBlocked ? texts.unblockText : texts.blockText}
    </ConfirmDialog>
  );
}
