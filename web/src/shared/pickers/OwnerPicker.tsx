import { useQuery } from '@tanstack/react-query';
import { useViewer } from '../../api/viewer.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { OptionPicker } from '../../ui/fields/OptionPicker.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { pickerMessages } from '../messages.ts';
import type { PickedUser } from './people.ts';
import { teamChoices } from './places.ts';
import { optionOf } from './personOption.tsx';

const texts = pickerMessages.user;

/** The id that means no owner, among those of a filter. */
export const noOwner = 'none';

/**
 * Chooses who looks after an idea: only the team, the viewer first; the content of a popover or a filter.
 *
 * @param selected ids, `noOwner` among them for nobody
 * @param onChoose told the person, or null for nobody; with `multiple` they were added or taken away
 */
export function OwnerPicker({
  selected,
  onChoose,
  multiple = false,
  placeholder = texts.placeholder,
}: {
  selected: readonly string[];
  onChoose: (user: PickedUser | null) => void;
  multiple?: boolean;
  /** Says what is changed, where several ideas may be. */
  placeholder?: string;
}) {
  const viewer = useViewer();
  const team = useQuery(teamChoices);
  const users = team.data?.users.records ?? [];
  const own = users.filter((user) => user.id === viewer.id);
  const others = users.filter((user) => user.id !== viewer.id);
  const nobody: Option = {
    value: noOwner,
    label: texts.nobodyOwns,
    icon: <Avatar name={null} sizePx={24} decorative />,
  };
  return (
    <OptionPicker
      label={texts.owner}
      placeholder={placeholder}
      multiple={multiple}
      selected={selected}
      options={[
        ...own.map((user): Option => ({ ...optionOf(user), label: texts.meNamed(optionOf(user).label) })),
        nobody,
        ...others.map((user): Option => ({ ...optionOf(user), group: texts.team })),
      ]}
      status={team.isPending ? 'loading' : team.isError ? 'error' : 'ready'}
      onRetry={() => void team.refetch()}
      emptyText={texts.noOne}
      onChoose={(option) => onChoose(users.find((user) => user.id === option.value) ?? null)}
    />
  );
}
