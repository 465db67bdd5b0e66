import { IconLink } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { canContribute, canWrite, hasFeature, isTeamMember } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { accountAddress, userAddress, usersAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { Neighbours } from '../../shared/record/Neighbours.tsx';
import { useListNeighbours } from '../../shared/record/listNeighbours.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { Tag } from '../../ui/elements/Pills.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { useCopy } from '../../ui/toasts/useCopy.ts';
import { customersPageMessages } from './customersPageMessages.ts';
import { useUserRecord } from './customerQueries.ts';
import type { Merged, RecordFields, User } from './customerQueries.ts';
import { mergeUsersTexts } from './merge/mergeUsersMessages.ts';
import { MergedAway, SamePersonHint } from './merge/SamePerson.tsx';
import { UserActivity } from './UserActivity.tsx';
import { UserAside } from './UserAside.tsx';
import { MergeUsersDialog, UserDialog } from './later.tsx';
import { userTexts as texts } from './userMessages.ts';
import styles from '../../shared/record/record.module.css';
import own from './customers.module.css';

const PICTURE_PX = 56;

/** One person (DEC-170): what they did, and what is known of them. */
export function UserPage({ user_id: id }: { user_id: string }) {
  const query = useUserRecord(id);
  const now = query.data?.user ?? null;
  const last = useRef<User | null>(null);
  if (now !== null) last.current = now;
  const user = now ?? (last.current?.id === id ? last.current : null);
  const into = user?.merged_into ?? null;
  const mayWrite = canWrite(useViewer().permissions, 'feedback');
  const name = user?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name || texts.someone} – ${customersPageMessages.users}`;
  }, [name]);
  if (user !== null && into === null)
    return (
      <OpenUser
        key={user.id}
        user={user}
        fields={query.data?.all_custom_fields.records ?? []}
        merged={query.data?.users.records ?? []}
      />
    );
  return (
    <PageFrame flows>
      <PageHead
        path={<Path {...(into === null || name === undefined ? {} : { name: name || texts.someone })} />}
      />
      {user !== null && into !== null ? (
        <MergedAway user={user} into={into} mayWrite={mayWrite} />
      ) : query.isPending ? (
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={10} />
          </div>
        </DelayedSkeleton>
      ) : query.isError && isId(id) ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <EmptyState
          isPage
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={usersAddress()}>{texts.toUsers}</Link>}
        />
      )}
    </PageFrame>
  );
}

function Path({ name }: { name?: string }) {
  return (
    <nav aria-label={texts.path} className={styles.path}>
      <Link href={usersAddress()}>{customersPageMessages.users}</Link>
      {name === undefined ? null : (
        <>
          <span aria-hidden="true">/</span>
          <span className={styles.here}>{name}</span>
        </>
      )}
    </nav>
  );
}

/** Whether the viewer may change a person: members of the team are changed by who keeps the settings, the owner by themselves. */
export function useMayChange(user: Pick<User, 'id' | 'license_type'>): boolean {
  const viewer = useViewer();
  return (
    canWrite(viewer.permissions, 'feedback') &&
    (!isTeamMember(user.license_type) || canWrite(viewer.permissions, 'settings')) &&
    (user.license_type !== 'owner' || viewer.id === user.id)
  );
}

function OpenUser({ user, fields, merged }: { user: User; fields: RecordFields; merged: Merged }) {
  const { id } = user;
  const name = user.name === '' ? texts.someone : user.name;
  const viewer = useViewer();
  const copy = useCopy();
  const [edits, setEdits] = useState(false);
  /** the merge that is open: with whom, null when that is to be chosen */
  const [merges, setMerges] = useState<{ other: string | null } | null>(null);
  const mayWrite = useMayChange(user);
  const mayMerge = mayWrite && !isTeamMember(user.license_type) && user.permission_state === 'none';
  const place = useListNeighbours('users', id);
  const go = (next: string | null) => (next === null ? null : () => navigate(userAddress(next)));
  useShortcut('e', () => setEdits(true), { label: texts.edit, group: texts.group, enabled: mayWrite });
  const copyLink = (): void => copy(window.location.origin + userAddress(id), texts.linkCopied);
  const account = user.crm_account;
  const town = [user.city, user.region, user.country].filter((part) => part !== null && part !== '');
  return (
    <PageFrame flows>
      <PageHead path={<Path name={name} />}>
        {place === null ? null : (
          <Neighbours
            place={texts.place(place.position, place.total)}
            before={texts.before}
            next={texts.next}
            group={texts.group}
            onBefore={go(place.previousId)}
            onNext={go(place.nextId)}
          />
        )}
        <IconButton label={texts.copyLink} onClick={copyLink}>
          <IconLink size={16} stroke={1.6} aria-hidden="true" />
        </IconButton>
        {mayMerge ? <Button onClick={() => setMerges({ other: null })}>{mergeUsersTexts.open}</Button> : null}
        {mayWrite ? (
          <Button keys="e" onClick={() => setEdits(true)}>
            {texts.edit}
          </Button>
        ) : null}
        {canContribute(viewer.permissions, 'feedback') && user.allowed_state !== 'blocked' ? (
          <Button
            variant="primary"
            onClick={() =>
              openModal('feedback', {
                from: {
                  id,
                  name: user.name,
                  email_address: user.email_address,
                  avatar_url: user.avatar_url,
                  satisfaction_score: user.satisfaction_score,
                  supported_suggestions_count: user.supported_suggestions_count,
                  crm_account: account,
                },
              })
            }
          >
            {texts.addFeedback}
          </Button>
        ) : null}
      </PageHead>
      <div className={styles.columns}>
        <article className={styles.document} aria-label={name}>
          <header className={own.who}>
            <Avatar
              name={user.name}
              src={user.avatar_url}
              satisfactionScore={user.satisfaction_score}
              sizePx={PICTURE_PX}
              decorative
            />
            <div>
              <h1 dir="auto">
                {name}
                {user.allowed_state === 'blocked' ? <Tag>{texts.blocked}</Tag> : null}
                {isTeamMember(user.license_type) ? <Tag>{texts.team}</Tag> : null}
              </h1>
              <p className={styles.quiet}>
                {user.job_title}
                {account === null ? null : (
                  <>
                    {user.job_title === null ? '' : ` ${texts.at} `}
                    {hasFeature(viewer.authorized_features, 'account_insights') ? (
                      <Link href={accountAddress(account.id)} className={own.account}>
                        {account.name}
                      </Link>
                    ) : (
                      account.name
                    )}
                  </>
                )}
                {town.length === 0
                  ? null
                  : `${user.job_title === null && account === null ? '' : ' · '}${town.join(', ')}`}
              </p>
            </div>
          </header>
          {mayMerge ? <SamePersonHint id={id} onCompare={(other) => setMerges({ other })} /> : null}
          <UserActivity user={user} />
        </article>
        <UserAside {...{ user, fields, merged, mayWrite }} />
      </div>
      <MergeUsersDialog
        opened={merges !== null}
        onClose={() => setMerges(null)}
        id={id}
        other={merges?.other ?? null}
      />
      <UserDialog opened={edits} onClose={() => setEdits(false)} user={user} />
    </PageFrame>
  );
}
