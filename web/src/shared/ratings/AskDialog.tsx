import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { timing } from '../../../../contract/limits.ts';
import { ASKING_CHARACTERS } from '../../../../contract/satisfaction_report.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { sayingSent } from '../mail/sentMail.ts';
import { nameOf } from '../pickers/people.ts';
import type { PickedUser } from '../pickers/people.ts';
import { useAccounts } from '../pickers/places.ts';
import { useDebounced } from '../pickers/useDebounced.ts';
import { UserPicker } from '../pickers/UserPicker.tsx';
import { useOpenCount } from '../useOpenCount.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { MultiCombobox } from '../../ui/fields/Combobox.tsx';
import { RadioGroup, TextArea } from '../../ui/fields/fields.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { askForRatingsDocument, useAskPreview } from './askCalls.ts';
import type { Who } from './askCalls.ts';
import { askMessages as texts } from './askMessages.ts';
import styles from './ratings.module.css';

const WAYS = ['everyone', 'accounts', 'people'] as const;

interface Values {
  way: (typeof WAYS)[number];
  accounts: Option[];
  people: PickedUser[];
  message: string;
}

/** Whom the form is for; null: no one is chosen yet. */
const whoOf = ({ way, accounts, people }: Values): Who | null =>
  way === 'everyone'
    ? { everyone: true }
    : way === 'accounts'
      ? accounts.length === 0
        ? null
        : { accounts: accounts.map(({ value }) => value) }
      : people.length === 0
        ? null
        : { users: people.map(({ id }) => id) };

/** Asks people by email how likely they are to recommend the workspace. @param who they are chosen already; left out: they are chosen in the dialog */
export function AskDialog(props: { opened: boolean; onClose: () => void; onDone?: () => void; who?: Who }) {
  return <AskForm key={useOpenCount(props.opened)} {...props} />;
}

function AskForm({
  opened,
  onClose,
  onDone,
  who: given,
}: {
  opened: boolean;
  onClose: () => void;
  onDone?: () => void;
  who?: Who;
}) {
  const form = useForm<Values>({
    blank: { way: 'everyone', accounts: [], people: [], message: '' },
    fields: {
      way: { label: texts.who },
      accounts: { label: texts.accounts, inputs: ['accounts'] },
      people: { label: texts.chosen, inputs: ['users'] },
      message: { label: texts.message, limit: ASKING_CHARACTERS },
    },
  });
  const { way, accounts, people, message } = form.values;
  const who = given ?? whoOf(form.values);
  const preview = useAskPreview(opened ? who : null);
  const count = who === null ? null : (preview.data?.asked_count ?? null);
  const save = useCommand(
    async () =>
      (await request(askForRatingsDocument, { ...who, message: message.trim() || null })).ratings_ask,
    {
      form,
      ...sayingSent({ message: texts.done(count ?? 0), calledBack: texts.calledBack }),
      failed: texts.failed,
      onDone: () => {
        onDone?.();
        onClose();
      },
    },
  );
  const reason =
    who === null
      ? way === 'accounts'
        ? texts.accountsMissing
        : texts.peopleMissing
      : count === 0
        ? texts.noOne
        : null;
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title}
      size="medium"
      submitLabel={count === null || count === 0 ? texts.submitAny : texts.submit(count)}
      workingLabel={texts.submitting}
      disabledReason={reason}
    >
      <div className={styles.form}>
        <p className={styles.quiet}>{texts.note}</p>
        {given === undefined ? (
          <RadioGroup
            label={texts.who}
            value={way}
            onChange={(next) => form.set({ way: next })}
            options={WAYS.map((value) => ({ value, label: texts.ways[value] }))}
          />
        ) : null}
        {way === 'accounts' ? (
          <Accounts {...form.field('accounts')} values={accounts} />
        ) : way === 'people' ? (
          <People
            people={people}
            onChange={(next) => form.set({ people: next })}
            error={form.errorOf('people')}
          />
        ) : null}
        <TextArea {...form.field('message')} optional minRows={3} dir="auto" />
        <Reached who={who} query={preview} />
      </div>
    </FormDialog>
  );
}

function Accounts({
  values,
  onChange,
  ...field
}: {
  label: string;
  values: Option[];
  onChange: (values: Option[]) => void;
}) {
  const [q, setQ] = useState('');
  const found = useAccounts(useDebounced(q, timing.userSearchDebounceMs));
  return (
    <MultiCombobox
      {...field}
      values={values}
      onChange={onChange}
      options={(found.data?.external_accounts.records ?? []).map(({ id, name, users_count }) => ({
        value: id,
        label: name,
        end: texts.peopleCount(users_count),
      }))}
      onSearch={setQ}
      status={found.isPending ? 'loading' : found.isError ? 'error' : 'ready'}
      onRetry={() => void found.refetch()}
    />
  );
}

function People({
  people,
  onChange,
  error,
}: {
  people: readonly PickedUser[];
  onChange: (people: PickedUser[]) => void;
  error: string | undefined;
}) {
  return (
    <div className={styles.people}>
      <UserPicker
        label={texts.person}
        value={null}
        error={error}
        onChange={(user) => {
          if (user !== null && people.every(({ id }) => id !== user.id)) onChange([...people, user]);
        }}
      />
      {people.length === 0 ? null : (
        <ul className={styles.chosen} aria-label={texts.chosen}>
          {people.map((user) => (
            <li key={user.id}>
              <span dir="auto">{nameOf(user)}</span>
              <IconButton
                label={texts.removePerson(nameOf(user))}
                onClick={() => onChange(people.filter(({ id }) => id !== user.id))}
              >
                <IconX size={14} stroke={2} aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Reached({ who, query }: { who: Who | null; query: ReturnType<typeof useAskPreview> }) {
  const { data } = query;
  return (
    <div className={styles.reached} aria-live="polite">
      {who === null ? null : query.isError ? (
        <p>
          {texts.notCounted}{' '}
          <Button variant="text" loading={query.isFetching} onClick={() => void query.refetch()}>
            {texts.retry}
          </Button>
        </p>
      ) : data === undefined ? (
        <p className={styles.quiet}>{texts.counting}</p>
      ) : (
        <>
          <p>
            <b>{data.asked_count === 0 ? texts.noOne : texts.reached(data.asked_count)}</b>
          </p>
          {data.left_out.length === 0 ? null : (
            <ul className={styles.quiet}>
              {data.left_out.map(({ reason, sentence, count }) => (
                <li key={reason}>{texts.leftOut(count, sentence)}</li>
              ))}
            </ul>
          )}
        </>
      )}
    </div>
  );
}
