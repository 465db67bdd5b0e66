import { useState } from 'react';
import { Button } from '../ui/elements/Button.tsx';
import { call, sentenceOf } from './calls.ts';
import { Aside, Frame, PrimaryLink, Problem } from './Frame.tsx';
import { defaultAddress } from '../../../contract/return_to.ts';
import { signedOutTexts } from './texts.ts';
import { useLoaded } from './useLoaded.ts';
import { UnreachablePage, WaitingPage } from './Waiting.tsx';

/** Who holds the session of this browser. */
interface SessionFacts {
  display_name: string;
  email: string;
  core_admin: boolean;
  workspace_name: string;
}

const texts = signedOutTexts.landing;

/** /admin: for those who may not use the console. It says why, and offers to sign out (PERM-001, DEC-173). */
export function LandingPage() {
  const { outcome, again } = useLoaded<SessionFacts>('/admin/session');
  if (outcome === null) return <WaitingPage title={signedOutTexts.product} />;
  if (outcome.kind === 'unreachable')
    return <UnreachablePage title={signedOutTexts.product} onRetry={again} />;
  if (outcome.kind === 'refused' && outcome.status === 401) {
    location.replace('/admin/signin?return_to=%2Fadmin');
    return <WaitingPage title={signedOutTexts.product} />;
  }
  if (outcome.kind === 'refused') {
    return (
      <Frame title={signedOutTexts.product}>
        <Problem>{outcome.message}</Problem>
        <Button variant="primary" size="form" onClick={again}>
          {signedOutTexts.tryAgain}
        </Button>
      </Frame>
    );
  }
  const { display_name, email, core_admin, workspace_name } = outcome.body;
  if (core_admin) {
    return (
      <Frame title={texts.title(display_name)} lead={texts.adminLead(workspace_name)}>
        <PrimaryLink href={defaultAddress}>{texts.open}</PrimaryLink>
        <SignOut email={email} />
      </Frame>
    );
  }
  return (
    <Frame title={texts.title(display_name)} lead={texts.lead(workspace_name)}>
      <p>{texts.explain}</p>
      <SignOut email={email} />
    </Frame>
  );
}

/** Who is signed in, and the way out. */
function SignOut({ email }: { email: string }) {
  const [isWorking, setIsWorking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return (
    <>
      <Problem>{problem}</Problem>
      <Aside>
        <span>{texts.signedInAs(email)}</span>
        <Button
          size="form"
          loading={isWorking}
          onClick={() => {
            setIsWorking(true);
            void endSession().then((failure) => {
              setIsWorking(false);
              setProblem(failure);
            });
          }}
        >
          {texts.signout}
        </Button>
      </Aside>
    </>
  );
}

/** Ends the session and leaves for the sign-in page; what went wrong otherwise. */
export async function endSession(): Promise<string | null> {
  const outcome = await call('DELETE', '/clients/admin-console/logout');
  // 401: there is no session left to end
  if (outcome.kind === 'done' || (outcome.kind === 'refused' && outcome.status === 401)) {
    location.replace('/admin/signin');
    return null;
  }
  return sentenceOf(outcome);
}
