/** Begins to hear live events, later than everything that the first page needs. */

/** The stream begins this long after the console, so that it takes nothing from the first page. */
const START_MS = 1_500;

/** Connects the console to the events of a person in a workspace, soon. Returns the way to stop. */
export function startLive(of: { subdomain_key: string; user_id: string }): () => void {
  let stop = (): void => undefined;
  let isStopped = false;
  const timer = setTimeout(() => {
    // its code is not part of the first page either; without it what must be fresh is asked for now and then
    import('./liveConnect.ts').then(
      ({ connectLive }) => {
        if (!isStopped) stop = connectLive(of);
      },
      () => undefined,
    );
  }, START_MS);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stop();
  };
}
