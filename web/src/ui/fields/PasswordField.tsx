import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { Ref } from 'react';
import { validationMessages } from '../../../../contract/errors.ts';
import { passwordLimits } from '../../../../contract/limits.ts';
import { passwordProblem } from '../../../../contract/password.ts';
import { countCharacters } from '../../../../contract/text_cut.ts';
import { IconButton } from '../elements/Button.tsx';
import { uiMessages } from '../messages.ts';
import { TextField } from './fields.tsx';
import a11y from '../a11y.module.css';
import styles from './password.module.css';

const texts = uiMessages.password;

/** A password that can be shown. Showing it is off after each load, and never stored. */
export function PasswordField({
  label,
  name = 'password',
  value,
  onChange,
  error,
  autoComplete,
  inputRef,
  autoFocus = false,
}: {
  label: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  error: string | null | undefined;
  autoComplete: 'current-password' | 'new-password';
  inputRef?: Ref<HTMLInputElement>;
  autoFocus?: boolean;
}) {
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      label={label}
      name={name}
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
          label={isShown ? texts.hide : texts.show}
          variant="plain"
          size="small"
          tip={false}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? (
            <IconEyeOff size={16} stroke={1.75} aria-hidden="true" />
          ) : (
            <IconEye size={16} stroke={1.75} aria-hidden="true" />
          )}
        </IconButton>
      }
    />
  );
}

/**
 * The rules for a new password, each with a mark once it is met or, when something was typed, is not. `own`
 * holds the words that the password must not be made of: email, names; `minCharacters` is the workspace's rule.
 */
export function PasswordRules({
  password,
  own,
  minCharacters = passwordLimits.minCharacters,
}: {
  password: string;
  own: readonly string[];
  minCharacters?: number;
}) {
  const isLong = countCharacters(password) >= minCharacters;
  // the length is asked before the guessing: a short password says nothing about the second rule
  const isUnusual =
    isLong && passwordProblem(password, own, minCharacters) !== validationMessages.passwordTooCommon;
  return (
    <ul className={styles.rules}>
      <Rule isMet={isLong} isAsked={password !== ''}>
        {texts.length(minCharacters)}
      </Rule>
      <Rule isMet={isUnusual} isAsked={isLong}>
        {texts.unusual}
      </Rule>
    </ul>
  );
}

function Rule({ isMet, isAsked, children }: { isMet: boolean; isAsked: boolean; children: string }) {
  return (
    <li className={styles.rule} data-met={isMet || undefined} data-unmet={(isAsked && !isMet) || undefined}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
        {isMet ? (
          <path
            d="M2.5 7.5l3 3 6-6.5"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ) : isAsked ? (
          <path
            d="M3.5 3.5l7 7m0-7l-7 7"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
          />
        ) : (
          <circle cx="7" cy="7" r="2" fill="currentColor" />
        )}
      </svg>
      {children}
      <span className={a11y.hidden}>, {isMet ? texts.met : texts.unmet}</span>
    </li>
  );
}
