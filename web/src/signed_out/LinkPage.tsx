import { useState } from 'react';
import { Button } from '../ui/elements/Button.tsx';
import { call, sentenceOf } from './calls.ts';
import { leadOn } from './entering.ts';
import type { EnterAnswer } from './entering.ts';
import { Aside, Form, Frame, Problem } from './Frame.tsx';
import { safeReturnTo } from '../../../contract/return_to.ts';
import { signedOutTexts } from './texts.ts';

/**
 * /admin/signin/link?token=…: a one-time link. It takes a click, because mail
 * scanners open links and would use it up.
 */
export function LinkPage({ search }: { search: URLSearchParams }) {
  const texts = signedOutTexts.link;
  const token = search.get('token') ?? '';
  const [problem, setProblem] = useState<string | null>(null);
  const [isWorking, setIsWorking] = useState(false);

  async function signIn(): Promise<void> {
    setIsWorking(true);
    setProblem(null);
    const outcome = await call<EnterAnswer>('POST', '/admin/session/link', { token });
    if (outcome.kind === 'done') {
      leadOn(outcome.body, safeReturnTo(search.get('return_to'), location.origin));
      return;
    }
    setIsWorking(false);
    setProblem(sentenceOf(outcome));
  }

  if (token === '') return <IncompletePage />;
  return (
    <Frame title={texts.title} lead={texts.lead}>
      <Form onSubmit={() => (isWorking ? undefined : void signIn())}>
        <Problem>{problem}</Problem>
        <Button type="submit" variant="primary" size="form" loading={isWorking} autoFocus>
          {texts.submit}
        </Button>
      </Form>
      <Aside>
        <a href="/admin/signin">{texts.other}</a>
      </Aside>
    </Frame>
  );
}

/** A link whose token is missing. */
export function IncompletePage() {
  return (
    <Frame title={signedOutTexts.incomplete} lead={signedOutTexts.incompleteReason}>
      <Aside>
        <a href="/admin/signin">{signedOutTexts.backToSignin}</a>
      </Aside>
    </Frame>
  );
}
