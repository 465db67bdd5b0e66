import { useSyncExternalStore } from 'react';

/** A value outside the tree of components: those parts of a screen that read it are drawn again when it changes, and no others. */
export type Value<T> = {
  get: () => T;
  /** Tells those who listen, unless it is the same value. */
  set: (next: T) => void;
  /** The answer stops listening. */
  subscribe: (listener: () => void) => () => void;
};

/** Makes a value. */
export function createValue<T>(first: T): Value<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/**
 * What `read` makes of a value; the component is drawn again only when that changes.
 *
 * @param read answers a string, number, boolean or an object that is kept, not one made at each call
 */
export function useValueOf<T, Part>(
  value: Pick<Value<T>, 'get' | 'subscribe'>,
  read: (value: T) => Part,
): Part {
  return useSyncExternalStore(value.subscribe, () => read(value.get()));
}
