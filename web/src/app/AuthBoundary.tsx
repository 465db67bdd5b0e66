import { useEffect, useState } from 'react';
import { ApiError } from '../api/errors.ts';
import { startLive } from '../api/liveStart.ts';
import { connection, queryClient, report, session } from '../api/runtime.ts';
import { watchConnection } from '../api/connection.ts';
import { startHeartbeat } from '../api/session.ts';
import { loadViewer, useCurrentViewer, ViewerContext } from '../api/viewer.ts';
import type { Viewer } from '../api/viewer.ts';
import { listenForNavigation } from '../host/bridge.ts';
import { navigate } from '../host/navigation.ts';
import { readStored, setStorageOwner } from '../host/storage.ts';
import { setSingleKeyShortcuts } from '../ui/keyboard/keyboard.ts';
import { DelayedSpinner } from '../ui/loading/loading.tsx';
import { ErrorState } from '../ui/loading/states.tsx';
import { Frame } from './Frame.tsx';
import { Shell } from './Shell.tsx';
import { shellTexts } from './texts.ts';

/** Where those go who may not use the console (specification line 7). */
const landingAddress = '/admin';

/**
 * Lets in core admins only: loads the viewer, then shows the console. Everybody
 * else leaves for the landing page, whoever has no session for the sign-in page.
 *
 * @param first the viewer, asked for before React began
 * @param known the same, when the answer has come by now
 */
export function AuthBoundary({ first, known }: { first: Promise<Viewer | null>; known: Viewer | null }) {
  const [attempt, setAttempt] = useState(first);
  const [viewer, setViewer] = useState<Viewer | null>(() => (known === null ? null : admitted(known)));
  const current = useCurrentViewer(viewer);
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    attempt.then(
      (loaded) => {
        if (!isCurrent) return;
        if (loaded === null) {
          window.location.replace(landingAddress);
          return;
        }
        if (loaded !== known) setViewer(admitted(loaded));
      },
      (error: unknown) => {
        // failed calls are logged where they fail
        if (!(error instanceof ApiError)) report(error);
        // on the way to the sign-in page there is nothing to say any more
        if (isCurrent && !session.isSignedOut()) setHasFailed(true);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt, known]);

  useEffect(() => {
    if (viewer === null) return undefined;
    const stops = [
      startHeartbeat(session, document, Date.now),
      watchConnection(connection, session.beat, () => void queryClient.invalidateQueries()),
      startLive({ subdomain_key: viewer.subdomain.key, user_id: viewer.id }),
      listenForNavigation((address) => navigate(address)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [viewer]);

  if (current !== null) {
    return (
      <ViewerContext value={current}>
        <Shell />
      </ViewerContext>
    );
  }
  return (
    <Frame>
      {hasFailed ? (
        <ErrorState
          what={shellTexts.couldNotLoad}
          reason={shellTexts.couldNotLoadReason}
          onRetry={() => {
            setHasFailed(false);
            setAttempt(loadViewer());
          }}
        />
      ) : (
        <DelayedSpinner label={shellTexts.loading} />
      )}
    </Frame>
  );
}

/** The viewer, whose own settings in this browser hold from now on. */
function admitted(viewer: Viewer): Viewer {
  setStorageOwner({ subdomain_key: viewer.subdomain.key, user_id: viewer.id });
  setSingleKeyShortcuts(readStored('single_letter_shortcuts') ?? true);
  return viewer;
}
