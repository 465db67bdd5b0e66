import { useState } from 'react';
import { Button } from '../ui/elements/Button.tsx';
import { call, sentenceOf } from './calls.ts';
import { Aside, Form, Frame, PrimaryLink, Problem } from './Frame.tsx';
import { IncompletePage } from './LinkPage.tsx';
import { signedOutTexts } from './texts.ts';
import { useLoaded } from './useLoaded.ts';
import { UnreachablePage, WaitingPage } from './Waiting.tsx';

/** What following the link would do. */
interface EmailFacts {
  name: string;
  /** the address that counts now; '' when none */
  email: string;
  new_email: string;
}

const texts = signedOutTexts.confirmEmail;

/** /admin/email?token=…: makes a new address someone's own. It takes a click, because mail scanners open links. */
export function EmailPage({ search }: { search: URLSearchParams }) {
  const token = search.get('token') ?? '';
  return token === '' ? <IncompletePage /> : <TokenPage token={token} />;
}

function TokenPage({ token }: { token: string }) {
  const { outcome, again } = useLoaded<EmailFacts>(`/admin/email/token?token=${encodeURIComponent(token)}`);
  const [gone, setGone] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);
  const [isDone, setIsDone] = useState(false);

  async function confirm(): Promise<void> {
    setIsWorking(true);
    setProblem(null);
    const answer = await call('POST', '/admin/email', { token });
    setIsWorking(false);
    if (answer.kind === 'done') setIsDone(true);
    else if (answer.kind === 'refused' && answer.status === 410) setGone(answer.message);
    else setProblem(sentenceOf(answer));
  }

  if (outcome === null) return <WaitingPage title={texts.title} />;
  if (outcome.kind === 'unreachable') return <UnreachablePage title={texts.title} onRetry={again} />;
  const refusal = gone ?? (outcome.kind === 'refused' ? outcome.message : null);
  if (refusal !== null || outcome.kind === 'refused') {
    return (
      <Frame title={texts.goneTitle} lead={`${refusal} ${texts.goneLead}`}>
        <PrimaryLink href="/admin/settings/profile">{texts.profile}</PrimaryLink>
      </Frame>
    );
  }
  const { email, new_email } = outcome.body;
  if (isDone) {
    return (
      <Frame title={texts.doneTitle} lead={texts.doneLead(new_email)}>
        <PrimaryLink href="/admin/signin">{texts.signin}</PrimaryLink>
      </Frame>
    );
  }
  return (
    <Frame title={texts.title} lead={texts.lead(new_email, email)}>
      <Form onSubmit={() => (isWorking ? undefined : void confirm())}>
        <Problem>{problem}</Problem>
        <Button type="submit" variant="primary" size="form" loading={isWorking} autoFocus>
          {texts.submit}
        </Button>
      </Form>
      <Aside>
        <a href="/admin/signin">{signedOutTexts.backToSignin}</a>
      </Aside>
    </Frame>
  );
}
