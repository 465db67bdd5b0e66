import { Button } from '../ui/Button.tsx';
import { DelayedSpinner } from '../ui/loading.tsx';
import { unreachableMessage } from './calls.ts';
import { Frame, Problem } from './Frame.tsx';
import { doorTexts } from './texts.ts';

/** While a page asks the server what it is about. */
export function WaitingPage({ title }: { title: string }) {
  return (
    <Frame title={title}>
      <DelayedSpinner label={doorTexts.loading} />
    </Frame>
  );
}

/** The server gave no answer. */
export function UnreachablePage({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <Frame title={title}>
      <Problem>{unreachableMessage}</Problem>
      <Button variant="primary" size="form" onClick={onRetry}>
        {doorTexts.tryAgain}
      </Button>
    </Frame>
  );
}
