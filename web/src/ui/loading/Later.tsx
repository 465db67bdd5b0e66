import { Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Loadable } from './loadable.tsx';
import { ErrorBoundary, ErrorState } from './states.tsx';

/**
 * A part of a page whose code comes when the first one is drawn. Where it does not come the rest of the page stands,
 * and one can try again.
 *
 * @param part from `loadable`
 * @param what that is loaded, for the sentence where it fails, in small letters
 * @param waiting stands there until then; left out: nothing
 */
export function Later<Props extends object>({
  part: Part,
  props,
  what,
  waiting = null,
}: {
  part: Loadable<Props>;
  props: Props;
  what: string;
  waiting?: ReactNode;
}) {
  const Drawn = Part as ComponentType<Props>;
  return (
    <ErrorBoundary
      fallback={(_error, retry) => (
        <ErrorState
          what={what}
          onRetry={() => {
            Part.again();
            retry();
          }}
        />
      )}
    >
      <Suspense fallback={waiting}>
        <Drawn {...props} />
      </Suspense>
    </ErrorBoundary>
  );
}
