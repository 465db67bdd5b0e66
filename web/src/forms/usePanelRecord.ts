import { useQuery } from '@tanstack/react-query';
import type { PanelLoad } from './PanelFrame.tsx';

/**
 * Loads what a panel begins with, once per opening: always from the server, never from what another
 * screen holds, so that the version it edits is the latest one. Nothing refreshes it afterwards.
 *
 * @param load answers null when the record does not exist
 * @param enabled false: there is nothing to load, `data` stays null and the state is ready
 */
export function usePanelRecord<Data>(
  key: readonly unknown[],
  load: (signal: AbortSignal) => Promise<Data | null>,
  enabled: boolean = true,
): { data: Data | null; load: PanelLoad } {
  const result = useQuery({
    queryKey: ['panel', ...key],
    queryFn: ({ signal }) => load(signal),
    enabled,
    // not even when the server is back and everything is asked again: a second answer, or its failure, would take the fields from under the hands
    staleTime: 'static',
    gcTime: 0,
  });
  if (!enabled) return { data: null, load: { state: 'ready' } };
  if (result.isError) return { data: null, load: { state: 'error', retry: () => void result.refetch() } };
  if (result.data === undefined) return { data: null, load: { state: 'loading' } };
  return { data: result.data, load: { state: result.data === null ? 'gone' : 'ready' } };
}
