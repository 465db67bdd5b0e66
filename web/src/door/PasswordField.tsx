import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Ref } from 'react';
import { validationMessages } from '../../../contract/errors.ts';
import { passwordLimits } from '../../../contract/limits.ts';
import { passwordProblem } from '../../../contract/password.ts';
import { countCharacters } from '../../../contract/text_cut.ts';
import { IconButton } from '../ui/Button.tsx';
import { TextField } from '../ui/fields.tsx';
import { doorTexts } from './texts.ts';
import a11y from '../ui/a11y.module.css';
import styles from './door.module.css';

/** A password that can be shown. Showing it is off after each load, and never stored. */
export function PasswordField({
  label,
  value,
  onChange,
  error,
  autoComplete,
  inputRef,
  autoFocus = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null;
  autoComplete: 'current-password' | 'new-password';
  inputRef?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      label={label}
      name="password"
      type={isShown ? 'text' : 'password'}
      value={value}
      onChange={onChange}
      error={error}
      required
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      autoFocus={autoFocus}
      {...(inputRef === undefined ? {} : { inputRef })}
      end={
        <IconButton
          label={isShown ? doorTexts.hidePassword : doorTexts.showPassword}
          variant="plain"
          size="small"
          tip={false}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <IconEyeOff size={16} stroke={1.75} aria-hidden="true" /> : <IconEye size={16} stroke={1.75} aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}

/**
 * The rules for a new password, each with a mark as soon as it is met. `own`
 * holds the words that the password must not be made of: email, names.
 */
export function PasswordRules({ password, own }: { password: string; own: readonly string[] }) {
  const isLong = countCharacters(password) >= passwordLimits.minCharacters;
  // the length is asked before the guessing: a short password says nothing about the second rule
  const isUnusual = isLong && passwordProblem(password, own) !== validationMessages.passwordTooCommon;
  return (
    <ul className={styles.rules}>
      <Rule isMet={isLong}>{doorTexts.rules.length(passwordLimits.minCharacters)}</Rule>
      <Rule isMet={isUnusual}>{doorTexts.rules.unusual}</Rule>
    </ul>
  );
}

function Rule({ isMet, children }: { isMet: boolean; children: string }) {
  return (
    <li className={styles.rule} data-met={isMet || undefined}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {isMet ? (
          <path d="M2.5 7.5l3 3 6-6.5" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" />
        ) : (
          <circle cx="7" cy="7" r="2" fill="currentColor" />
        )}
      </svg>
      {children}
      <span className={a11y.hidden}>, {isMet ? doorTexts.rules.met : doorTexts.rules.unmet}</span>
    </li>
  );
}
