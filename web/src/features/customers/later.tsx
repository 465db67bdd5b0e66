/** Parts of the pages of customers whose code comes after the first look. */
import { useEffect } from 'react';
import type { ComponentProps } from 'react';
import { loadAhead } from '../../ui/loading/ahead.ts';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import type { AccountDialog as AccountPart } from './AccountDialog.tsx';
import { accountTexts } from './accountMessages.ts';
import type { MergeUsersDialog as MergePart } from './merge/MergeUsersDialog.tsx';
import { mergeUsersTexts } from './merge/mergeUsersMessages.ts';
import { customersPageMessages } from './customersPageMessages.ts';
import type { CreateUserDialog as NewUserPart } from '../../shared/pickers/CreateUserDialog.tsx';
import type { UserDialog as UserPart } from './UserDialog.tsx';
import { userTexts } from './userMessages.ts';

const Account = loadable(async () => (await import('./AccountDialog.tsx')).AccountDialog);
const User = loadable(async () => (await import('./UserDialog.tsx')).UserDialog);
const NewUser = loadable(
  async () => (await import('../../shared/pickers/CreateUserDialog.tsx')).CreateUserDialog,
);
const Merge = loadable(async () => (await import('./merge/MergeUsersDialog.tsx')).MergeUsersDialog);

/** The dialog that makes or changes an account. */
export function AccountDialog(props: ComponentProps<typeof AccountPart>) {
  useEffect(() => loadAhead([Account.ahead]), []);
  return useOnceOpen(props.opened) ? <Later part={Account} props={props} what={accountTexts.what} /> : null;
}

/** The dialog that changes a person. */
export function UserDialog(props: ComponentProps<typeof UserPart>) {
  useEffect(() => loadAhead([User.ahead]), []);
  return useOnceOpen(props.opened) ? <Later part={User} props={props} what={userTexts.what} /> : null;
}

/** The dialog that makes a person, or finds the one of an email. */
export function NewUserDialog(props: ComponentProps<typeof NewUserPart>) {
  return useOnceOpen(props.opened) ? (
    <Later part={NewUser} props={props} what={customersPageMessages.newUser} />
  ) : null;
}

/** The dialog that merges two profiles of a person. */
export function MergeUsersDialog(props: ComponentProps<typeof MergePart>) {
  useEffect(() => loadAhead([Merge.ahead]), []);
  return useOnceOpen(props.opened) ? <Later part={Merge} props={props} what={mergeUsersTexts.what} /> : null;
}
