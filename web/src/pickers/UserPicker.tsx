import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { isEmail } from '../../../contract/email.ts';
import { validationMessages } from '../../../contract/errors.ts';
import { textLimits, timing } from '../../../contract/limits.ts';
import { firstCharacters } from '../../../contract/text_cut.ts';
import { isKnownPerson, prefillOfNewUser } from '../../../contract/user_name.ts';
import { everyChange } from '../api/refetch.ts';
import { request } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { Combobox } from '../ui/Combobox.tsx';
import { matchingOptions } from '../ui/options.ts';
import type { Option } from '../ui/options.ts';
import { CreateUserDialog } from './CreateUserDialog.tsx';
import { pickerMessages } from './messages.ts';
import { nameOf, searchUsersDocument } from './people.ts';
import type { PickedUser } from './people.ts';
import { optionOf } from './personOption.tsx';
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
};

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
    meta: { entities: { user: everyChange } },
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
    crm_account: null,
  };
  const mine = users.find((user) => user.id === viewer.id) ?? me;
  const found =
    text === ''
      ? [
          { ...optionOf(mine), label: texts.meNamed(nameOf(mine)) },
          ...users.filter((user) => user !== mine).map(optionOf),
        ]
      : exactFirst(users.map(optionOf), text);
  // Until the answer is there: those of the last one that fit what is typed now. So the list does not
  // flicker, and Enter never takes somebody who does not fit.
  const options = isBehind ? matchingOptions(found, text) : found;
  const status = isBehind ? 'loading' : result.isError ? 'error' : 'ready';
  const userOf = (id: string) => users.find((user) => user.id === id) ?? (id === me.id ? me : null);

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
    const same = users.find((user) => isKnownPerson(text, [user]));
    if (same !== undefined) {
      choose(same);
      // The box forgets what was typed when it is left.
      const input = frame.current?.querySelector('input');
      input?.blur();
      input?.focus();
    } else if (users.length === 0 || isEmail(text)) openDialog(text);
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
        emptyText={texts.nobody}
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

/** Address and account of the picked person, under the field. Empty when there is neither. */
function PersonLine({ user }: { user: PickedUser }) {
  const parts = [user.email_address ?? '', user.crm_account?.name ?? ''].filter((part) => part !== '');
  return parts.length === 0 ? null : <p className={styles.line}>{parts.join(' · ')}</p>;
}

/** Whoever has the whole text as name or address comes first, so that Enter takes them. */
function exactFirst(options: Option[], text: string): Option[] {
  const wanted = text.toLowerCase();
  const isSame = (option: Option) =>
    option.label.toLowerCase() === wanted || String(option.note).toLowerCase().split(' · ')[0] === wanted;
  return wanted === ''
    ? options
    : [...options.filter(isSame), ...options.filter((option) => !isSame(option))];
}
