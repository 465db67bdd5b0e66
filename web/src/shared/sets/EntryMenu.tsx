import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../ui/elements/Button.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/**
 * The menu of an entry of a set that is kept in the settings: it is edited or deleted.
 * @param label names the entry
 * @param editLabel of the first choice
 * @param deleteLabel of the other one
 */
export function EntryMenu({
  label,
  editLabel,
  deleteLabel,
  onDo,
}: {
  label: string;
  editLabel: string;
  deleteLabel: string;
  onDo: (what: 'edit' | 'delete') => void;
}) {
  return (
    <Menu
      label={label}
      items={[
        {
          id: 'edit',
          label: editLabel,
          icon: <IconPencil {...iconProps} />,
          onSelect: () => onDo('edit'),
        },
        { kind: 'separator', id: 'line' },
        {
          id: 'delete',
          label: deleteLabel,
          icon: <IconTrash {...iconProps} />,
          danger: true,
          onSelect: () => onDo('delete'),
        },
      ]}
      trigger={(props) => (
        <IconButton {...props} label={label} variant="plain" tip={false}>
          <IconDots {...iconProps} />
        </IconButton>
      )}
    />
  );
}
