import { lazy, useState } from 'react';
import type { ComponentType } from 'react';

/** A component whose code is loaded when it is first drawn, or ahead of that. */
export type Loadable<Props> = ComponentType<Props> & {
  /** Loads the code. Fails where it does not come. */
  load: () => Promise<unknown>;
  /** Whether the code is there, so that it is drawn at once. */
  isThere: () => boolean;
  /** Loads the code before it is needed; where it does not come that shows when it is drawn. */
  ahead: () => Promise<void>;
  /** Forgets that loading failed: drawn again it is loaded again. */
  again: () => void;
};

/**
 * As React's `lazy`, with two differences. A failure is not remembered for the life of the page. And code that is there
 * is drawn at once: a `lazy` component waits for its promise all the same, and what has waited is shown 300 ms later,
 * since React keeps what stands in for it at least as long.
 */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const fetch = async () => {
    loaded = await load();
    return { default: loaded };
  };
  const make = () => lazy(fetch) as unknown as ComponentType<Props>;
  let waiting = make();
  function Drawn(props: Props) {
    // the same for as long as it is drawn: another component would begin again
    const [Current] = useState(() => loaded ?? waiting);
    return <Current {...props} />;
  }
  Drawn.load = fetch;
  Drawn.isThere = () => loaded !== undefined;
  Drawn.ahead = async () => {
    await fetch().catch(() => undefined);
  };
  Drawn.again = () => {
    // a style sheet that failed is neither asked for again nor taken away by the loader
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (hasFailed(link)) link.replaceWith(link.cloneNode());
    }
    waiting = make();
  };
  return Drawn;
}

/** Of one that did not come the browser keeps an empty sheet that cannot be read. */
function hasFailed(link: HTMLLinkElement): boolean {
  try {
    return (link.sheet?.cssRules.length ?? 0) === 0;
  } catch {
    return true;
  }
}

/** Whether something was open once: it stays from then on, since it fades when it closes. */
export function useOnceOpen(isOpen: boolean): boolean {
  const [was, setWas] = useState(isOpen);
  if (isOpen && !was) setWas(true);
  return was || isOpen;
}
