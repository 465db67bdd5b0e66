import { useEffect, useState } from 'react';
import { Button } from '../ui/elements/Button.tsx';
import { Frame, Problem } from './Frame.tsx';
import { endSession } from './LandingPage.tsx';
import { signedOutTexts } from './texts.ts';
import { WaitingPage } from './Waiting.tsx';

/** /admin/logout: ends the session and goes to the sign-in page (DEC-173). */
export function LogoutPage() {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    void endSession().then(setProblem);
  }, []);
  if (problem === null) return <WaitingPage title={signedOutTexts.logout.title} />;
  return (
    <Frame title={signedOutTexts.logout.failed}>
      <Problem>{problem}</Problem>
      <Button
        variant="primary"
        size="form"
        onClick={() => {
          setProblem(null);
          void endSession().then(setProblem);
        }}
      >
        {signedOutTexts.tryAgain}
      </Button>
    </Frame>
  );
}
