import { lazy } from 'react';
import type { ComponentType } from 'react';

/** A component whose code is loaded when it is first drawn. */
export type Loadable<Props> = ComponentType<Props> & {
  /** Forgets that loading failed: drawn anew it is loaded anew. */
  again: () => void;
};

/** As React's `lazy`, which would remember a failure for the life of the page. */
export function loadable<Props extends object>(load: () => Promise<ComponentType<Props>>): Loadable<Props> {
  const make = () => lazy(async () => ({ default: await load() }));
  let Current: ComponentType<Props> = make() as unknown as ComponentType<Props>;
  function Drawn(props: Props) {
    return <Current {...props} />;
  }
  Drawn.again = () => {
    // a style sheet that failed is neither asked for again nor taken away by the loader
    for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
      if (hasFailed(link)) link.replaceWith(link.cloneNode());
    }
    Current = make() as unknown as ComponentType<Props>;
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
