import { useEffect, useRef, useState } from 'react';
import { knowsPasskeys, signWithPasskey, worksHere } from '../shared/secondFactor/passkeys.ts';
import { RecoveryCodes } from '../shared/secondFactor/RecoveryCodes.tsx';
import { SetUpCodes } from '../shared/secondFactor/SetUpCodes.tsx';
import { secondFactorTexts } from '../shared/secondFactor/texts.ts';
import { Button } from '../ui/elements/Button.tsx';
import { TextField } from '../ui/fields/fields.tsx';
import { call, sentenceOf } from './calls.ts';
import type { Asked } from './entering.ts';
import { Aside, Form, Frame, PrimaryLink, Problem } from './Frame.tsx';
import { signedOutTexts } from './texts.ts';
import { useWait, waitText } from './useWait.ts';
import styles from './signedOut.module.css';

const texts = signedOutTexts.code;

/** The second step of signing in: a code, and before that, where the workspace wants codes and there are none yet, the app that shows them. */
export function CodePage({ asked: { need, token }, returnTo }: { asked: Asked; returnTo: string }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [gone, setGone] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [secret, setSecret] = useState<{ secret: string; url: string } | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  /** what the browser is asked for in place of a code; null: they have no passkey */
  const [passkey, setPasskey] = useState<PublicKeyCredentialRequestOptionsJSON | null>(null);
  const [waitSeconds, wait] = useWait();
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (need !== 'set_up') return undefined;
    let isCurrent = true;
    void call<{ secret: string; url: string }>('POST', '/admin/session/second_factor/secret', { token }).then(
      (outcome) => {
        if (!isCurrent) return;
        if (outcome.kind === 'done') setSecret(outcome.body);
        else if (outcome.kind === 'refused' && outcome.status === 410) setGone(outcome.message);
        else setProblem(sentenceOf(outcome));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [need, token]);

  useEffect(() => {
    if (need !== 'code' || !knowsPasskeys()) return undefined;
    let isCurrent = true;
    void call<{ options: PublicKeyCredentialRequestOptionsJSON | null }>(
      'POST',
      '/admin/session/second_factor/passkey',
      { token },
    ).then((outcome) => {
      if (isCurrent && outcome.kind === 'done' && worksHere(outcome.body.options?.rpId))
        setPasskey(outcome.body.options);
    });
    return () => {
      isCurrent = false;
    };
  }, [need, token]);

  async function enterByPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<void> {
    setIsWorking(true);
    setError(null);
    setProblem(null);
    let signed: unknown;
    try {
      signed = await signWithPasskey(options);
    } catch {
      setIsWorking(false);
      setProblem(texts.passkeyFailed);
      return;
    }
    await show({ passkey: signed });
  }

  async function enter(): Promise<void> {
    if (code.trim() === '') {
      setError(secondFactorTexts.codeNeeded);
      input.current?.focus();
      return;
    }
    setIsWorking(true);
    setError(null);
    setProblem(null);
    await show({ code: code.trim() });
  }

  async function show(factor: { code: string } | { passkey: unknown }): Promise<void> {
    const outcome = await call<{ recovery_codes: string[] } | null>('POST', '/admin/session/second_factor', {
      token,
      ...factor,
    });
    if (outcome.kind === 'done') {
      if (outcome.body === null) location.replace(returnTo);
      else setCodes(outcome.body.recovery_codes);
      return;
    }
    setIsWorking(false);
    if (outcome.kind === 'refused' && outcome.status === 410) return setGone(outcome.message);
    if (outcome.kind === 'refused' && outcome.field === 'code' && 'code' in factor) setError(outcome.message);
    else setProblem(sentenceOf(outcome));
    if (outcome.kind === 'refused' && outcome.retryAfterSeconds !== null) wait(outcome.retryAfterSeconds);
    input.current?.select();
  }

  if (gone !== null)
    return (
      <Frame title={texts.goneTitle} lead={gone}>
        <PrimaryLink href={`/admin/signin?return_to=${encodeURIComponent(returnTo)}`}>
          {signedOutTexts.backToSignin}
        </PrimaryLink>
      </Frame>
    );
  if (codes !== null)
    return (
      <Frame title={secondFactorTexts.recovery}>
        <Form onSubmit={() => location.replace(returnTo)}>
          <RecoveryCodes codes={codes} />
          <Button type="submit" variant="primary" size="form">
            {texts.kept}
          </Button>
        </Form>
      </Frame>
    );
  const isSetUp = need === 'set_up';
  return (
    <Frame title={isSetUp ? texts.setUpTitle : texts.title} lead={isSetUp ? texts.setUpLead : texts.lead}>
      <Form onSubmit={() => (waitSeconds > 0 || isWorking ? undefined : void enter())}>
        <Problem>{problem}</Problem>
        {secret === null ? null : <SetUpCodes {...secret} />}
        <TextField
          label={isSetUp ? secondFactorTexts.code : texts.code}
          name="code"
          value={code}
          onChange={setCode}
          error={error}
          required
          // recovery codes have letters
          inputMode={isSetUp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          inputRef={input}
        />
        <Button type="submit" variant="primary" size="form" loading={isWorking} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? waitText(waitSeconds) : signedOutTexts.signin.submit}
        </Button>
      </Form>
      {passkey === null ? null : (
        <div className={styles.second}>
          <p className={styles.or}>{signedOutTexts.signin.or}</p>
          <Button size="form" disabled={isWorking} onClick={() => void enterByPasskey(passkey)}>
            {texts.passkey}
          </Button>
        </div>
      )}
      <Aside>
        {isSetUp ? null : <span>{texts.lost}</span>}
        <a href={`/admin/signin?return_to=${encodeURIComponent(returnTo)}`}>{texts.again}</a>
      </Aside>
    </Frame>
  );
}
