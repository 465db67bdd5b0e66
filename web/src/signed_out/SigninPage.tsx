import { useRef, useState } from 'react';
import { emailProblem } from '../../../contract/email.ts';
import { validationMessages } from '../../../contract/errors.ts';
import { Button } from '../ui/elements/Button.tsx';
import { TextField } from '../ui/fields/fields.tsx';
import { PasswordField } from '../ui/fields/PasswordField.tsx';
import { call, sentenceOf } from './calls.ts';
import { CodePage } from './CodePage.tsx';
import { leadOn, takeAsked } from './entering.ts';
import type { EnterAnswer } from './entering.ts';
import { Aside, Form, Frame, PrimaryLink, Problem } from './Frame.tsx';
import { providerPaths } from '../../../contract/provider.ts';
import { safeReturnTo } from '../../../contract/return_to.ts';
import { signedOutTexts } from './texts.ts';
import { signInProvider } from './provider.ts';
import { useWait, waitText } from './useWait.ts';
import styles from './signedOut.module.css';

/**
 * /admin/signin: email and password, or through the company's own provider, where there is one. Leads to `return_to` or the console. `ended=true`: a session
 * ended while it was used; `provider`: why the provider's word was not enough.
 */
export function SigninPage({ search }: { search: URLSearchParams }) {
  const texts = signedOutTexts.signin;
  const returnTo = safeReturnTo(search.get('return_to'), location.origin);
  const [asked, setAsked] = useState(takeAsked);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<{ email: string | null; password: string | null }>({
    email: null,
    password: null,
  });
  const [problem, setProblem] = useState<string | null>(
    () => Object.entries(texts.providerProblems).find(([key]) => key === search.get('provider'))?.[1] ?? null,
  );
  const [isWorking, setIsWorking] = useState(false);
  const [waitSeconds, wait] = useWait();
  const [provider] = useState(signInProvider);
  /** where passwords sign in owners alone they are asked for on demand */
  const [hasForm, setHasForm] = useState(provider?.is_required !== true);
  const emailInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  async function signIn(): Promise<void> {
    const found = {
      email: emailProblem(email.trim()),
      password: password === '' ? validationMessages.passwordRequired : null,
    };
    setErrors(found);
    if (found.email !== null) emailInput.current?.focus();
    else if (found.password !== null) passwordInput.current?.focus();
    if (found.email !== null || found.password !== null) return;

    setIsWorking(true);
    setProblem(null);
    const outcome = await call<EnterAnswer>('POST', '/admin/session', { email: email.trim(), password });
    if (outcome.kind === 'done') {
      if (outcome.body === null) leadOn(null, returnTo);
      else {
        setHasForm(outcome.body.second_factor.need !== 'provider');
        setAsked(outcome.body.second_factor);
      }
      return;
    }
    setIsWorking(false);
    setProblem(sentenceOf(outcome));
    if (outcome.kind === 'refused' && outcome.retryAfterSeconds !== null) wait(outcome.retryAfterSeconds);
    passwordInput.current?.select();
  }

  const byProvider =
    provider === null ? null : (
      <PrimaryLink
        href={`${providerPaths.begin}?return_to=${encodeURIComponent(returnTo)}`}
        outlined={hasForm}
      >
        {texts.provider(provider.name)}
      </PrimaryLink>
    );
  if (asked !== null && asked.need !== 'provider') return <CodePage {...{ asked, returnTo }} />;
  const lead = search.get('ended') === 'true' ? texts.ended : texts.lead;
  if (!hasForm && provider !== null)
    return (
      <Frame title={texts.title} lead={asked === null ? lead : texts.providerOnly(provider.name)}>
        <Problem>{problem}</Problem>
        {byProvider}
        <Aside>
          <Button variant="text" onClick={() => setHasForm(true)}>
            {texts.ownPassword}
          </Button>
        </Aside>
      </Frame>
    );
  return (
    <Frame title={texts.title} lead={lead}>
      {byProvider === null ? null : <Problem>{problem}</Problem>}
      {byProvider}
      {byProvider === null ? null : <p className={styles.or}>{texts.or}</p>}
      <Form onSubmit={() => (waitSeconds > 0 || isWorking ? undefined : void signIn())}>
        {byProvider === null ? <Problem>{problem}</Problem> : null}
        <TextField
          label={signedOutTexts.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          error={errors.email}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          inputRef={emailInput}
        />
        <PasswordField
          label={signedOutTexts.password}
          value={password}
          onChange={setPassword}
          error={errors.password}
          autoComplete="current-password"
          inputRef={passwordInput}
        />
        <Button type="submit" variant="primary" size="form" loading={isWorking} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? waitText(waitSeconds) : texts.submit}
        </Button>
      </Form>
      <Aside>
        <a href="/admin/reset">{texts.forgot}</a>
      </Aside>
    </Frame>
  );
}
