import type { PickedUser } from '../../pickers/people.ts';
import { SubscribeToggle } from '../../pickers/SubscribeToggle.tsx';
import { UserPicker } from '../../pickers/UserPicker.tsx';
import type { Subscribe } from '../../pickers/useSubscribe.ts';
import { panelMessages } from '../../forms/panelMessages.ts';

/**
 * Whose words a record holds, and whether that person gets mail about the idea.
 *
 * @param user null: nobody was chosen yet
 * @param showMissing says so below the field when nobody was chosen
 * @param refusal what the server said of the person; left out: nothing
 */
export function WhoFields({
  user,
  onChange,
  showMissing,
  refusal,
  subscribe,
  disabled,
}: {
  user: PickedUser | null;
  onChange: (user: PickedUser | null) => void;
  showMissing: boolean;
  refusal?: string | undefined;
  subscribe: Subscribe;
  disabled: boolean;
}) {
  return (
    <>
      <UserPicker
        label={panelMessages.who.user}
        required
        value={user}
        onChange={onChange}
        error={showMissing && user === null ? panelMessages.who.missing : refusal}
      />
      <SubscribeToggle subscribe={subscribe} disabled={disabled} />
    </>
  );
}
