import { SwitchField } from '../../ui/fields/fields.tsx';
import { pickerMessages } from '../messages.ts';
import type { Subscribe } from './useSubscribe.ts';

const texts = pickerMessages.subscribe;

/** Whether the person gets mail about the idea. Says so when the state is one that the person has already. */
export function SubscribeToggle({
  subscribe,
  disabled = false,
}: {
  subscribe: Subscribe;
  disabled?: boolean;
}) {
  return (
    <SwitchField
      label={texts.label}
      description={
        subscribe.isExisting ? (subscribe.checked ? texts.existing : texts.existingOff) : texts.note
      }
      checked={subscribe.checked}
      disabled={disabled}
      onChange={subscribe.set}
    />
  );
}
