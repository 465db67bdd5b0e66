import { useQuery } from '@tanstack/react-query';
import { everyChange } from '../api/refetch.ts';
import { request } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { OptionPicker } from '../ui/OptionPicker.tsx';
import type { Option } from '../ui/options.ts';
import { pickerMessages } from './messages.ts';
import { teamDocument } from './people.ts';
import type { PickedUser } from './people.ts';
import { optionOf } from './personOption.tsx';

const texts = pickerMessages.user;

/** Stands for 'nobody' among the ids of a filter. */
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
}: {
  selected: readonly string[];
  onChoose: (user: PickedUser | null) => void;
  multiple?: boolean;
}) {
  const viewer = useViewer();
  const team = useQuery({
    queryKey: ['pick-team'],
    queryFn: ({ signal }) => request(teamDocument, {}, { signal }),
    meta: { entities: { user: everyChange } },
  });
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
      placeholder={texts.placeholder}
      multiple={multiple}
      selected={selected}
      options={[
        ...own.map((user): Option => ({ ...optionOf(user), label: texts.meNamed(optionOf(user).label) })),
        nobody,
        ...others.map((user): Option => ({ ...optionOf(user), group: texts.team })),
      ]}
      status={team.isPending ? 'loading' : team.isError ? 'error' : 'ready'}
      onRetry={() => void team.refetch()}
      emptyText={texts.nobody}
      onChoose={(option) => onChoose(users.find((user) => user.id === option.value) ?? null)}
    />
  );
}
