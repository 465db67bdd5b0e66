import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** A ref that always holds the value of the last render, for listeners that are attached only once. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const ref = useRef(value);
  useLayoutEffect(() => {
    ref.current = value;
  });
  return ref;
}
