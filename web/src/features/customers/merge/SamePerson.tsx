import { IconUsersGroup } from '@tabler/icons-react';
import { userAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { nameOf } from '../../../shared/pickers/people.ts';
import type { PickedUser } from '../../../shared/pickers/people.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import type { User } from '../customerQueries.ts';
import { useProbablySame, useSetApart, useUnmerge } from './mergeUsersCalls.ts';
import { mergeUsersTexts as texts } from './mergeUsersMessages.ts';
import styles from './mergeUsers.module.css';

/** Who is probably the same person; nothing when no one is. @param onCompare opens the merge with someone */
export function SamePersonHint({ id, onCompare }: { id: string; onCompare: (other: string) => void }) {
  const query = useProbablySame(id);
  return (query.data ?? []).map((other) => (
    <Hint key={other.id} id={id} other={other} onCompare={() => onCompare(other.id)} />
  ));
}

function Hint({ id, other, onCompare }: { id: string; other: PickedUser; onCompare: () => void }) {
  const name = nameOf(other) || texts.someone;
  const apart = useSetApart(name);
  return (
    <div className={styles.hint}>
      <IconUsersGroup size={18} stroke={1.6} aria-hidden="true" />
      <p>
        {texts.hint} <Link href={userAddress(other.id)}>{name}</Link>
        {other.email_address === null ? null : <span> · {other.email_address}</span>}
      </p>
      <span className={styles.hintActions}>
        <Button aria-label={texts.compareNamed(name)} onClick={onCompare}>
          {texts.compare}
        </Button>
        <Button
          variant="text"
          aria-label={texts.twoNamed(name)}
          loading={apart.isRunning}
          onClick={() => void apart.run({ id, other: other.id })}
        >
          {texts.two}
        </Button>
      </span>
    </div>
  );
}

/** Profiles that were merged into a person, with Undo while that can be. */
export function MergedProfiles({
  profiles,
  mayWrite,
  className,
}: {
  profiles: readonly { id: string; name: string; merged_at: string | null; can_unmerge: boolean }[];
  mayWrite: boolean;
  className: string;
}) {
  const unmerge = useUnmerge();
  if (profiles.length === 0) return null;
  return (
    <section className={className} aria-labelledby="merged-profiles">
      <h2 id="merged-profiles">{texts.mergedProfiles}</h2>
      <ul className={styles.merged}>
        {profiles.map(({ id, name, merged_at, can_unmerge }) => (
          <li key={id}>
            <span className={styles.who}>
              <span>{name || texts.someone}</span>
              {merged_at === null ? null : (
                <span className={styles.quiet}>
                  {texts.since} <RelativeTime value={merged_at} />
                </span>
              )}
            </span>
            {mayWrite && can_unmerge ? (
              <Button
                variant="text"
                aria-label={texts.undoNamed(name || texts.someone)}
                loading={unmerge.isRunning}
                onClick={() => void unmerge.run({ id })}
              >
                {texts.undo}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In place of the page of someone who was merged into another one. */
export function MergedAway({
  user,
  into,
  mayWrite,
}: {
  user: User;
  into: NonNullable<User['merged_into']>;
  mayWrite: boolean;
}) {
  const unmerge = useUnmerge();
  const [gone, stays] = [user.name || texts.someone, into.name || texts.someone];
  return (
    <EmptyState
      isPage
      title={texts.goneTitle(gone, stays)}
      reason={texts.goneReason}
      action={
        <span className={styles.hintActions}>
          <Link href={userAddress(into.id)}>{texts.to(stays)}</Link>
          {mayWrite && user.can_unmerge ? (
            <Button loading={unmerge.isRunning} onClick={() => void unmerge.run({ id: user.id })}>
              {texts.undoMerge}
            </Button>
          ) : null}
        </span>
      }
    />
  );
}
