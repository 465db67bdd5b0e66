import { useState } from 'react';
import { Button } from '../../ui/elements/Button.tsx';
import { Later } from '../../ui/loading/Later.tsx';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import { userTexts as texts } from './userMessages.ts';

/** Its dialog comes when it is opened. */
const AskDialog = loadable(async () => (await import('../../shared/ratings/AskDialog.tsx')).AskDialog);

/** Asks one person by email how likely they are to recommend the workspace; who cannot be asked is told with the reason. */
export function AskForRating({ id }: { id: string }) {
  const [asks, setAsks] = useState(false);
  const wasOpen = useOnceOpen(asks);
  return (
    <>
      <Button variant="text" data-tip={texts.askTip} onClick={() => setAsks(true)}>
        {texts.ask}
      </Button>
      {wasOpen ? (
        <Later
          part={AskDialog}
          what={texts.ask}
          props={{ opened: asks, onClose: () => setAsks(false), who: { users: [id] } }}
        />
      ) : null}
    </>
  );
}
