import { validationMessages } from '../../../../../contract/errors.ts';
import type { FieldRules } from '../../../forms/rules.ts';
import { PasswordField } from '../../../ui/fields/PasswordField.tsx';
import type { OwnProfile } from './profileCalls.ts';
import { profileMessages } from './profileMessages.ts';

type Profile = Pick<OwnProfile, 'has_password'>;

/** Rules of the field with the present password, which those who come in by links alone do not have. */
export const currentPasswordRules = ({ has_password }: Profile): FieldRules<unknown, string> => ({
  label: profileMessages.currentPassword,
  ...(has_password ? { needed: { sentence: validationMessages.passwordRequired } } : {}),
  isEmpty: (password) => password === '',
});

/** What is sent of it: nothing where there is none. */
export const currentPassword = (
  { has_password }: Profile,
  current_password: string,
): { current_password?: string } => (has_password ? { current_password } : {});

/** The field itself; nothing where there is none. @param field of the form */
export function CurrentPassword({
  profile,
  field,
}: {
  profile: Profile;
  field: Pick<Parameters<typeof PasswordField>[0], 'label' | 'value' | 'onChange' | 'error'>;
}) {
  return profile.has_password ? (
    <PasswordField {...field} name="current_password" autoComplete="current-password" />
  ) : null;
}
