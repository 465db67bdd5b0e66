import { useRef, useState } from 'react';
import { emailProblem } from '../../../contract/email.ts';
import { Button } from '../ui/elements/Button.tsx';
import { TextField } from '../ui/fields/fields.tsx';
import { call, sentenceOf } from './calls.ts';
import { Aside, Form, Frame, Problem } from './Frame.tsx';
import { signedOutTexts } from './texts.ts';
import { useWait, waitText } from './useWait.ts';

/** /admin/reset: asks for the mail with the link. The answer never tells whether the account exists. */
export function ForgotPage() {
  const texts = signedOutTexts.forgot;
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [waitSeconds, wait] = useWait();
  const input = useRef<HTMLInputElement>(null);

  async function send(): Promise<void> {
    const address = email.trim();
    const found = emailProblem(address);
    setError(found);
    if (found !== null) {
      input.current?.focus();
      return;
    }
    setIsWorking(true);
    setProblem(null);
    const outcome = await call('POST', '/admin/password/forgot', { email: address });
    setIsWorking(false);
    if (outcome.kind === 'done') {
      setSentTo(address);
      return;
    }
    setProblem(sentenceOf(outcome));
    if (outcome.kind === 'refused' && outcome.retryAfterSeconds !== null) wait(outcome.retryAfterSeconds);
  }

  if (sentTo !== null) {
    return (
      <Frame title={texts.sentTitle} lead={texts.sentLead(sentTo)}>
        <Aside>
          <a href="/admin/signin">{signedOutTexts.backToSignin}</a>
          <Button variant="text" onClick={() => setSentTo(null)}>
            {texts.again}
          </Button>
        </Aside>
      </Frame>
    );
  }
  return (
    <Frame title={texts.title} lead={texts.lead}>
      <Form onSubmit={() => (waitSeconds > 0 || isWorking ? undefined : void send())}>
        <Problem>{problem}</Problem>
        <TextField
          label={signedOutTexts.email}
          name="email"
          type="email"
          value={email}
          onChange={setEmail}
          error={error}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          inputRef={input}
        />
        <Button type="submit" variant="primary" size="form" loading={isWorking} disabled={waitSeconds > 0}>
          {waitSeconds > 0 ? waitText(waitSeconds) : texts.submit}
        </Button>
      </Form>
      <Aside>
        <a href="/admin/signin">{signedOutTexts.backToSignin}</a>
      </Aside>
    </Frame>
  );
}
