import { useEffect } from 'react';
import type { RefObject } from 'react';
import { focusInvalidField } from '../ui/fields/invalidField.ts';
import type { FormState } from './useForm.ts';

/** Leads to the first field that is wrong each time someone wants to save nevertheless, and to the one that the server refuses. */
export function useFocusProblem(
  { asks, refused }: Pick<FormState, 'asks' | 'refused'>,
  body: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (asks > 0) focusInvalidField(body.current);
  }, [asks, body]);
  useEffect(() => {
    if (refused !== null && refused.input !== null) focusInvalidField(body.current);
  }, [refused, body]);
}
