import type { ComponentProps } from 'react';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { SubscribeToggle } from '../../shared/ideas/SubscribeToggle.tsx';
import { UserPicker } from '../../shared/pickers/UserPicker.tsx';
import type { Subscribe } from '../../shared/ideas/useSubscribe.ts';
import { panelMessages } from './panelMessages.ts';

/**
 * Whose words a record holds, and whether that person gets mail about the idea.
 *
 * @param value null: nobody was chosen yet
 */
export function WhoFields({
  value,
  onChange,
  error,
  subscribe,
  disabled,
  about,
  offersMe = false,
  hideLabel = false,
}: {
  value: PickedUser | null;
  onChange: (user: PickedUser | null) => void;
  error: string | undefined;
  subscribe: Subscribe;
  disabled: boolean;
} & Pick<ComponentProps<typeof UserPicker>, 'about' | 'offersMe' | 'hideLabel'>) {
  return (
    <>
      <UserPicker
        label={panelMessages.who.user}
        required
        {...{ value, onChange, error, offersMe, hideLabel }}
        {...(about === undefined ? {} : { about })}
      />
      <SubscribeToggle subscribe={subscribe} disabled={disabled} />
    </>
  );
}
