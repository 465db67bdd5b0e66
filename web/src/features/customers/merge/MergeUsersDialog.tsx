import { IconArrowsLeftRight } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { CSSProperties } from 'react';
import { USER_MERGE_FIELDS } from '../../../../../contract/user_merge.ts';
import type { UserMergeField } from '../../../../../contract/user_merge.ts';
import { messageOf } from '../../../api/errors.ts';
import { userAddress } from '../../../host/addresses.ts';
import { navigate } from '../../../host/navigation.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { nameOf } from '../../../shared/pickers/people.ts';
import type { PickedUser } from '../../../shared/pickers/people.ts';
import { UserPicker } from '../../../shared/pickers/UserPicker.tsx';
import { useOpenCount } from '../../../shared/useOpenCount.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { DelayedSpinner } from '../../../ui/loading/loading.tsx';
import { ErrorState } from '../../../ui/loading/states.tsx';
import { uiMessages } from '../../../ui/messages.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import {
  mergeUsersDocument,
  unmergeUser,
  useMergePreview,
  useProbablySame,
  useProfiles,
  useSetApart,
} from './mergeUsersCalls.ts';
import type { ProfileToMerge } from './mergeUsersCalls.ts';
import { mergeUsersTexts as texts } from './mergeUsersMessages.ts';
import styles from './mergeUsers.module.css';

const PICTURE_PX = 28;

type Props = {
  opened: boolean;
  onClose: () => void;
  /** whose page it is */
  id: string;
  /** the other profile; null: it is to be chosen */
  other: string | null;
};

/** Merges two profiles of one person: chosen, compared field by field, with what it does before it is done. */
export function MergeUsersDialog(props: Props) {
  return <Merging key={useOpenCount(props.opened)} {...props} />;
}

const valueOf = (profile: ProfileToMerge, field: UserMergeField): string | null =>
  field === 'crm_account' ? (profile.crm_account?.name ?? null) : profile[field] || null;

const shownName = (profile: ProfileToMerge): string => nameOf(profile) || texts.someone;

function Merging({ opened, onClose, id, other: given }: Props) {
  const [other, setOther] = useState(given);
  /** whether the other profile stays, and the page's goes */
  const [isSwapped, setSwapped] = useState(false);
  /** fields in which the other choice was made than the first one; by the profile that goes */
  const [chosen, setChosen] = useState<Partial<Record<UserMergeField, 'stays' | 'goes'>>>({});
  const [error, setError] = useState<string | null>(null);
  const query = useProfiles(other === null ? [id] : [id, other]);
  const found = (one: string | null): ProfileToMerge | null =>
    query.data?.find((profile) => profile.id === one) ?? null;
  const [stays, goes] = isSwapped ? [found(other), found(id)] : [found(id), found(other)];
  const differing =
    stays === null || goes === null
      ? []
      : USER_MERGE_FIELDS.filter((field) => valueOf(stays, field) !== valueOf(goes, field));
  // what the one who stays has none of comes from the other
  const from = (field: UserMergeField): 'stays' | 'goes' =>
    chosen[field] ?? (stays !== null && valueOf(stays, field) === null ? 'goes' : 'stays');
  const take = differing.filter((field) => from(field) === 'goes');

  const content = useRef<HTMLDivElement>(null);
  const choose = (next: string | null): void => {
    // what was chosen with goes
    content.current?.focus({ preventScroll: true });
    setOther(next);
    setSwapped(false);
    setChosen({});
    setError(null);
  };
  const merge = useCommand(mergeUsersDocument, {
    done: () => texts.merged(goes === null ? '' : shownName(goes), stays === null ? '' : shownName(stays)),
    undo: () => (goes === null ? null : { send: () => unmergeUser(goes.id), done: texts.undone }),
    failed: null,
    onFailed: (failure) => setError(messageOf(failure)),
    onDone: () => {
      onClose();
      if (stays !== null && stays.id !== id) navigate(userAddress(stays.id));
    },
  });
  const submit = (): void => {
    if (stays === null || goes === null) return;
    setError(null);
    void merge.run({ id: stays.id, other: goes.id, take });
  };
  const isReady = stays !== null && goes !== null;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      size="large"
      dirty={Object.keys(chosen).length > 0}
      onSubmit={submit}
      footer={
        <>
          <Button
            size="form"
            variant="primary"
            keys="mod+enter"
            loading={merge.isRunning}
            disabled={!isReady}
            disabledReason={texts.chooseFirst}
            onClick={submit}
          >
            {merge.isRunning ? texts.working : texts.merge}
          </Button>
          {isReady ? <Apart id={id} other={(isSwapped ? stays : goes)!} onDone={onClose} /> : null}
          <Button size="form" variant="text" onClick={onClose}>
            {uiMessages.cancel}
          </Button>
        </>
      }
    >
      <p className={styles.lead}>{texts.lead}</p>
      <div aria-live="assertive" className={styles.live}>
        {error === null ? null : <p className={styles.error}>{error}</p>}
      </div>
      <div ref={content} tabIndex={-1} className={styles.content}>
        {query.isError && query.data === undefined ? (
          <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : other === null ? (
          <Choosing id={id} onChoose={choose} />
        ) : !isReady ? (
          <DelayedSpinner />
        ) : (
          <>
            <Fields
              stays={stays}
              goes={goes}
              differing={differing}
              from={from}
              onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
              onSwap={() => {
                setSwapped(!isSwapped);
                setChosen({});
              }}
            />
            <After id={stays.id} other={goes.id} take={take} />
            <p>
              <Button variant="text" onClick={() => choose(null)}>
                {texts.another}
              </Button>
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Apart({ id, other, onDone }: { id: string; other: ProfileToMerge; onDone: () => void }) {
  const probably = useProbablySame(id);
  const apart = useSetApart(shownName(other), onDone);
  // only of someone who is offered: of others nothing has to be said
  if (probably.data?.some((one) => one.id === other.id) !== true) return null;
  return (
    <Button size="form" loading={apart.isRunning} onClick={() => void apart.run({ id, other: other.id })}>
      {texts.two}
    </Button>
  );
}

/** The other profile: who is probably the same, and a search. */
function Choosing({ id, onChoose }: { id: string; onChoose: (id: string) => void }) {
  const probably = useProbablySame(id);
  const offered = probably.data ?? [];
  const pick = (user: PickedUser | null): void => {
    if (user !== null && user.id !== id) onChoose(user.id);
  };
  return (
    <div className={styles.choosing}>
      {offered.length === 0 ? null : (
        <section aria-labelledby="merge-probably">
          <h3 id="merge-probably" className={styles.head}>
            {texts.probably}
          </h3>
          <ul className={styles.list}>
            {offered.map((user) => (
              <li key={user.id} className={styles.row}>
                <Avatar name={user.name} src={user.avatar_url} sizePx={PICTURE_PX} decorative />
                <span className={styles.who}>
                  <span className={styles.name}>{nameOf(user) || texts.someone}</span>
                  <span className={styles.quiet}>
                    {[user.email_address, user.crm_account?.name].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Button
                  aria-label={texts.chooseNamed(nameOf(user) || texts.someone)}
                  onClick={() => onChoose(user.id)}
                >
                  {texts.choose}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <UserPicker label={texts.who} value={null} onChange={pick} />
    </div>
  );
}

/** What the two profiles say differently, with the choice of what stays. */
function Fields({
  stays,
  goes,
  differing,
  from,
  onChoose,
  onSwap,
}: {
  stays: ProfileToMerge;
  goes: ProfileToMerge;
  differing: readonly UserMergeField[];
  from: (field: UserMergeField) => 'stays' | 'goes';
  onChoose: (field: UserMergeField, side: 'stays' | 'goes') => void;
  onSwap: () => void;
}) {
  const name = useId();
  const head = (profile: ProfileToMerge, label: string, column: number) => (
    <div className={styles.side} style={{ '--column': column } as CSSProperties}>
      <Avatar
        name={profile.name}
        src={profile.avatar_url}
        satisfactionScore={profile.satisfaction_score}
        sizePx={PICTURE_PX}
        decorative
      />
      <span className={styles.who}>
        <b>{label}</b>
        <span className={styles.quiet}>{shownName(profile)}</span>
      </span>
    </div>
  );
  return (
    <div className={styles.fields}>
      <div className={styles.sides}>
        {head(stays, texts.stays, 1)}
        <IconButton label={texts.swap} onClick={onSwap}>
          <IconArrowsLeftRight size={16} stroke={1.75} aria-hidden="true" />
        </IconButton>
        {head(goes, texts.goes, 2)}
      </div>
      {differing.length === 0 ? <p className={styles.quiet}>{texts.alike}</p> : null}
      {differing.map((field) => (
        <fieldset key={field} className={styles.field}>
          <legend>{texts.fields[field]}</legend>
          {([stays, goes] as const).map((profile, index) => {
            const side = index === 0 ? 'stays' : 'goes';
            const value = valueOf(profile, field);
            return (
              <label key={side} className={styles.value} data-chosen={from(field) === side || undefined}>
                <input
                  type="radio"
                  name={`${name}-${field}`}
                  checked={from(field) === side}
                  onChange={() => onChoose(field, side)}
                />
                <span dir="auto">{value ?? texts.none}</span>
              </label>
            );
          })}
        </fieldset>
      ))}
    </div>
  );
}

/** What the merge does to the numbers, counted by the server. */
function After({ id, other, take }: { id: string; other: string; take: readonly UserMergeField[] }) {
  const query = useMergePreview(id, other, take);
  const preview = query.data;
  return (
    <section className={styles.after} aria-labelledby="merge-after" aria-busy={query.isFetching}>
      <h3 id="merge-after">{texts.after}</h3>
      {preview === undefined ? (
        <p>{query.isError ? messageOf(query.error) || texts.notCounted : texts.counting}</p>
      ) : (
        <ul>
          <li>{texts.ideasAfter(preview.ideas_after, preview.ideas_common)}</li>
          {preview.votes.map((idea) => (
            <li key={idea.id}>{texts.votes(idea.title, idea.votes_before, idea.votes_after)}</li>
          ))}
          {preview.made_count === 0 ? null : <li>{texts.made(preview.made_count)}</li>}
          {preview.score_after === null ? null : <li>{texts.score(preview.score_after)}</li>}
          {preview.accounts.length === 0 ? null : <li>{texts.accounts(preview.accounts)}</li>}
          <li>{texts.mails}</li>
        </ul>
      )}
    </section>
  );
}
