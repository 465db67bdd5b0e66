import { Button } from '../elements/Button.tsx';
import { uiMessages } from '../messages.ts';
import { useCopy } from '../toasts/useCopy.ts';
import { TextField } from './fields.tsx';

/** A text that is there to be copied, such as an address or a secret that is shown once. */
export function CopyField({
  label,
  description,
  value,
  done,
}: {
  label: string;
  description?: string;
  value: string;
  /** said once it is copied */
  done: string;
}) {
  const copy = useCopy();
  return (
    <TextField
      label={label}
      {...(description === undefined ? {} : { description })}
      value={value}
      onChange={() => undefined}
      readOnly
      onFocus={(event) => event.target.select()}
      end={
        <Button variant="text" onClick={() => copy(value, done)}>
          {uiMessages.copy}
        </Button>
      }
    />
  );
}
