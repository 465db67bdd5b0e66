import { Button } from '../ui/elements/Button.tsx';
import { DelayedSpinner } from '../ui/loading/loading.tsx';
import { Frame, Problem } from './Frame.tsx';
import { signedOutTexts } from './texts.ts';

/** While a page asks the server what it is about. */
export function WaitingPage({ title }: { title: string }) {
  return (
    <Frame title={title}>
      <DelayedSpinner label={signedOutTexts.loading} />
    </Frame>
  );
}

/** The server gave no answer. */
export function UnreachablePage({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Frame title={title}>
      <Problem>{signedOutTexts.unreachable}</Problem>
      <Button variant="primary" size="form" onClick={onRetry}>
        {signedOutTexts.tryAgain}
      </Button>
    </Frame>
  );
}
