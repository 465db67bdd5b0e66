import { shortCurrency } from '../../../../contract/currency.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { pickerMessages } from '../messages.ts';
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

/** A customer as an option: also how many ideas they support, and what their account pays a month. */
export function customerOptionOf(user: PickedUser): Option {
  const amount = revenueOf(user);
  const ideas = user.supported_suggestions_count;
  const option = optionOf(user);
  return {
    ...option,
    note: [option.note, ...(ideas === 0 ? [] : [pickerMessages.user.ideas(ideas)])].join(' · '),
    tip: [nameOf(user), user.email_address ?? texts.noEmail].join(' · '),
    ...(amount === null ? {} : { end: <span>{amount}</span> }),
  };
}

/** What the account of a person pays a month, as a short sum; null: there is none, or the viewer may not see it. */
export function revenueOf(user: PickedUser): string | null {
  const mrr = user.crm_account?.mrr ?? null;
  return mrr === null || mrr === 0 ? null : texts.perMonth(shortCurrency(mrr));
}
