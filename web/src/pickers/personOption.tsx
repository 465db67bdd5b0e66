import { Avatar } from '../ui/Avatar.tsx';
import type { Option } from '../ui/options.ts';
import { pickerMessages } from './messages.ts';
import { nameOf } from './people.ts';
import type { PickedUser } from './people.ts';

const texts = pickerMessages.user;

/** A person as an option: avatar, name, and address with account below it. */
export function optionOf(user: PickedUser): Option {
  const name = nameOf(user) || texts.unnamed;
  const parts = [user.email_address ?? texts.noEmail, user.crm_account?.name ?? ''].filter(
    (part) => part !== '',
  );
  return {
    value: user.id,
    label: name,
    note: parts.join(' · '),
    icon: (
      <Avatar
        name={name}
        src={user.avatar_url}
        satisfactionScore={user.satisfaction_score}
        sizePx={24}
        decorative
      />
    ),
  };
}
