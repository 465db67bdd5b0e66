/** What pickers of the list offer, asked for ahead: a picker that opens shows it at once. */
import { queryClient } from '../../../api/runtime.ts';
import { labelChoices, statusChoices, teamChoices } from '../../../shared/pickers/places.ts';

/** Asks for the choices of the pickers that keys open, as far as they are not held. Failures are told by the picker. */
export async function askAhead(): Promise<void> {
  const staleTime = 60_000;
  await Promise.all([
    queryClient.prefetchQuery({ ...statusChoices('public'), staleTime }),
    queryClient.prefetchQuery({ ...teamChoices, staleTime }),
    queryClient.prefetchQuery({ ...labelChoices(null), staleTime }),
  ]);
}
