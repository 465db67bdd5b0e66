/** Hooks for the state of a screen that lives in its address, so that it survives a reload and can be sent to others. */
import { useCallback, useMemo } from 'react';
import { navigate, shownAddress, useShown } from './navigation.ts';
import { parseSearch, readState, stringifySearch, writeState } from './search.ts';
import type { Schema, StateOf } from './search.ts';

/** How a change of state gets into the browser's history. */
export interface StateChange {
  /** True (the default) replaces the entry, false adds one that Back returns from. */
  replace?: boolean;
}

/** Changes some values; what is not named stays. */
export type SetState<S extends Schema> = (patch: Partial<StateOf<S>>, change?: StateChange) => void;

/**
 * State in the query string. `schema` must be a constant outside the component.
 *
 *     const schema = { q: textField(), forum: listField(), page: integerField(1, 1, 1_000_000) };
 *     const [state, setState] = usePageState(schema);
 */
export function usePageState<S extends Schema>(schema: S): [StateOf<S>, SetState<S>] {
  return useStateIn('search', schema);
}

/** State behind the hash, for what concerns one part of a screen, e.g. the open tab. As `usePageState`. */
export function useHashState<S extends Schema>(schema: S): [StateOf<S>, SetState<S>] {
  return useStateIn('hash', schema);
}

function useStateIn<S extends Schema>(part: 'search' | 'hash', schema: S): [StateOf<S>, SetState<S>] {
  const raw = useShown(part);
  const state = useMemo(() => readState(schema, parseSearch(raw)), [schema, raw]);
  const setState = useCallback<SetState<S>>(
    (patch, { replace = true } = {}) => {
      const { pathname, search, hash } = window.location;
      // the page is being left: its state is none of the next one's
      if (pathname !== shownAddress().path) return;
      const next = stringifySearch(writeState(schema, parseSearch(part === 'search' ? search : hash), patch));
      navigate(part === 'search' ? pathname + next + hash : `${pathname}${search}${next.replace('?', '#')}`, {
        replace,
      });
    },
    [part, schema],
  );
  return [state, setState];
}
