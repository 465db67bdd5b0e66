import { ideaAddress } from '../host/addresses.ts';
import { navigate } from '../host/navigation.ts';
import type { ToastOptions } from '../ui/toasts/toasts.ts';
import { pickerMessages } from './messages.ts';

/** What a toast offers after something was done to an idea: its page, by `O`, too. Nothing where that page is open. */
export function openIdeaAction(id: string): Pick<ToastOptions, 'action'> {
  const address = ideaAddress(id);
  return window.location.pathname === address
    ? {}
    : {
        action: {
          label: pickerMessages.openIdea,
          href: address,
          onClick: () => navigate(address),
          keys: 'o',
        },
      };
}
