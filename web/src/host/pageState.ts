/** Hooks for the state of a screen that lives in its address, so that it survives a reload and can be sent to others. */
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
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
  const raw = useLocation({ select: (location) => location.searchStr });
  const navigate = useNavigate();
  const state = useMemo(() => readState(schema, parseSearch(raw)), [schema, raw]);
  const setState = useCallback<SetState<S>>(
    (patch, { replace = true } = {}) => {
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => writeState(schema, before, patch),
        hash: true,
        replace,
        resetScroll: false,
      });
    },
    [navigate, schema],
  );
  return [state, setState];
}

/** State behind the hash, for what concerns one part of a screen, e.g. the open tab. As `usePageState`. */
export function useHashState<S extends Schema>(schema: S): [StateOf<S>, SetState<S>] {
  const raw = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const state = useMemo(() => readState(schema, parseSearch(raw)), [schema, raw]);
  const setState = useCallback<SetState<S>>(
    (patch, { replace = true } = {}) => {
      void navigate({
        to: '.',
        search: true,
        hash: (before = '') => stringifySearch(writeState(schema, parseSearch(before), patch)).slice(1),
        replace,
        resetScroll: false,
        hashScrollIntoView: false,
      });
    },
    [navigate, schema],
  );
  return [state, setState];
}
