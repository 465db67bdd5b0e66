import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isEmail } from '../../../../contract/email.ts';
import { validationMessages } from '../../../../contract/errors.ts';
import { textLimits, timing } from '../../../../contract/limits.ts';
import { firstCharacters } from '../../../../contract/text_cut.ts';
import { isKnownPerson, prefillOfNewUser } from '../../../../contract/user_name.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { matchingOptions } from '../../ui/fields/options.ts';
import type { Option } from '../../ui/fields/options.ts';
import { CreateUserDialog } from './CreateUserDialog.tsx';
import { pickerMessages } from '../messages.ts';
import { nameOf, peopleInTextDocument, searchUsersDocument } from './people.ts';
import type { PickedUser } from './people.ts';
import { customerOptionOf, optionOf, revenueOf } from './personOption.tsx';
import { useDebounced } from './useDebounced.ts';
import styles from './people.module.css';

const texts = pickerMessages.user;

export type UserPickerProps = {
  label: string;
  value: PickedUser | null;
  onChange: (user: PickedUser | null) => void;
  hideLabel?: boolean;
  optional?: boolean;
  required?: boolean;
  disabled?: boolean;
  /** What is wrong; takes the place of the picker's own remark on a missing address. */
  error?: ReactNode;
  placeholder?: string;
  /** Text that may name them, such as the feedback's: whom it names comes first. */
  about?: string;
  /** Offers the viewer in one click, as for an idea of one's own. */
  offersMe?: boolean;
};

/** Shorter texts name no one with their account. */
const ABOUT_MIN_CHARACTERS = 6;

/**
 * Picks a person by name or address. Searches 200 ms after the last key and shows that it does after
 * 300 ms (CONST-030, CONST-031). Enter on a text that nobody has as name or address opens 'Create new
 * user' with it (VALID-051, VALID-052); one that is somebody's takes that person. A person without an
 * address can be picked, and the field says 'Invalid email address' (VALID-054).
 */
export function UserPicker({
  label,
  value,
  onChange,
  error,
  placeholder = texts.placeholder,
  about = '',
  offersMe = false,
  ...field
}: UserPickerProps) {
  const viewer = useViewer();
  const [typed, setTyped] = useState('');
  const [isAsking, setIsAsking] = useState(false);
  const [prefill, setPrefill] = useState<{ name: string; email: string } | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  /** Enter was pressed before the answer to this text was there. */
  const [awaited, setAwaited] = useState<string | null>(null);
  /** An arrow key chose among the options: Enter then means the chosen one. */
  const hasMoved = useRef(false);
  const frame = useRef<HTMLDivElement>(null);

  const text = firstCharacters(typed.trim(), textLimits.searchCharacters);
  const q = useDebounced(text, timing.userSearchDebounceMs);
  const result = useQuery({
    queryKey: ['user-search', q],
    queryFn: ({ signal }) =>
      request(
        searchUsersDocument,
        { q: q === '' ? null : q, sort: q === '' ? '-created_at' : null },
        { signal },
      ),
    enabled: isAsking,
    placeholderData: (before) => before,
  });
  const namer = useDebounced(
    firstCharacters(about.trim(), textLimits.peopleTextCharacters),
    timing.ideaSearchDebounceMs,
  );
  const named = useQuery({
    queryKey: ['people-in-text', namer],
    queryFn: async ({ signal }) =>
      (await request(peopleInTextDocument, { text: namer }, { signal })).people_in_text,
    enabled: value === null && namer.length >= ABOUT_MIN_CHARACTERS,
    placeholderData: (before) => before,
  });
  const isBehind = q !== text || result.isPlaceholderData || result.isPending;
  const users = result.data?.users.records ?? [];
  // Staff often write down their own wishes: they come first while nothing is typed.
  const me: PickedUser = {
    id: viewer.id,
    name: viewer.display_name,
    email_address: viewer.email,
    avatar_url: null,
    satisfaction_score: null,
    supported_suggestions_count: 0,
    crm_account: null,
  };
  const inText = named.data ?? [];
  const isNamed = (user: PickedUser) => inText.some((other) => other.id === user.id);
  const tagged = (user: PickedUser): Option => ({
    ...customerOptionOf(user),
    ...(isNamed(user) ? { tag: texts.named } : {}),
  });
  const mine = users.find((user) => user.id === viewer.id) ?? me;
  const found =
    text === ''
      ? [
          ...inText.map(tagged),
          { ...optionOf(mine), label: texts.meNamed(nameOf(mine)) },
          ...users.filter((user) => user !== mine && !isNamed(user)).map(tagged),
        ]
      : exactFirst(users, text, isNamed).map(tagged);
  // Until the answer is there: those of the last one that fit what is typed now. So the list does not
  // flicker, and Enter never takes somebody who does not fit.
  const options = isBehind ? matchingOptions(found, text) : found;
  const status = isBehind ? 'loading' : result.isError ? 'error' : 'ready';
  const userOf = (id: string) =>
    [...users, ...inText].find((user) => user.id === id) ?? (id === me.id ? me : null);

  const openDialog = (from: string) => {
    setAwaited(null);
    setPrefill(prefillOfNewUser(from));
    setIsCreating(true);
  };
  const choose = (user: PickedUser | null) => {
    setAwaited(null);
    setTyped('');
    onChange(user);
  };

  useEffect(() => {
    if (awaited === null || status === 'loading') return;
    setAwaited(null);
    if (awaited !== text || status === 'error') return;
    // as with a list that was there: the first one whom the text fits, unless it is an address
    const same = users.find((user) => isKnownPerson(text, [user]));
    const first = same ?? (isEmail(text) ? undefined : exactFirst(users, text, isNamed)[0]);
    if (first !== undefined) {
      choose(first);
      // The box forgets what was typed when it is left.
      const input = frame.current?.querySelector('input');
      input?.blur();
      input?.focus();
    } else openDialog(text);
    // Runs when the answer arrives; everything else is read as it is then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [awaited, status]);

  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') hasMoved.current = true;
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(event.target instanceof HTMLInputElement))
      return;
    if (
      !frame.current?.contains(event.target) ||
      text === '' ||
      event.target.getAttribute('aria-expanded') !== 'true'
    )
      return;
    const isUnknownAddress = isEmail(text) && !isKnownPerson(text, users) && !hasMoved.current;
    if (options.length > 0 && !isUnknownAddress) return;
    if (status === 'error') return;
    event.preventDefault();
    event.stopPropagation();
    if (status === 'loading') setAwaited(text);
    else openDialog(text);
  };

  const hasNoAddress = value !== null && (value.email_address ?? '') === '';
  return (
    <div
      ref={frame}
      className={styles.picker}
      onFocusCapture={(event) => {
        setIsAsking(true);
        if (frame.current?.contains(event.target) === true)
          frame.current.scrollIntoView({ block: 'nearest' });
      }}
      onKeyDownCapture={onKeyDownCapture}
    >
      <Combobox
        {...field}
        {...(offersMe && value === null && field.disabled !== true
          ? {
              labelEnd: (
                <Button variant="text" className={styles.me} onClick={() => choose(me)}>
                  {texts.me}
                </Button>
              ),
            }
          : {})}
        label={label}
        placeholder={placeholder}
        value={value === null ? null : optionOf(value)}
        onChange={(option) => choose(option === null ? null : (userOf(option.value) ?? value))}
        clearable
        options={options}
        onSearch={(next) => {
          hasMoved.current = false;
          setTyped(next);
        }}
        status={status}
        onRetry={() => void result.refetch()}
        onCreate={openDialog}
        createLabel={texts.create}
        emptyText={texts.noOne}
        onBlur={() => {
          setTyped('');
          setAwaited(null);
        }}
        error={error ?? (hasNoAddress ? validationMessages.creatorEmailInvalid : undefined)}
      />
      {value === null ? null : <PersonLine user={value} />}
      <CreateUserDialog
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        prefill={prefill}
        onCreated={(user) => {
          setIsCreating(false);
          choose(user);
        }}
      />
    </div>
  );
}

/** Address and account of the picked person, and what it pays, under the field. Empty when there is neither. */
function PersonLine({ user }: { user: PickedUser }) {
  const parts = [user.email_address ?? '', user.crm_account?.name ?? '', revenueOf(user) ?? ''].filter(
    (part) => part !== '',
  );
  return parts.length === 0 ? null : <p className={styles.line}>{parts.join(' · ')}</p>;
}

/** Whoever has the whole text as name or address comes first, so that Enter takes them; then whom the feedback names. */
function exactFirst(
  users: readonly PickedUser[],
  text: string,
  isNamed: (user: PickedUser) => boolean,
): PickedUser[] {
  const wanted = text.toLowerCase();
  const place = (user: PickedUser): number =>
    nameOf(user).toLowerCase() === wanted || user.email_address?.toLowerCase() === wanted
      ? 0
      : isNamed(user)
        ? 1
        : 2;
  return users.toSorted((one, other) => place(one) - place(other));
}
