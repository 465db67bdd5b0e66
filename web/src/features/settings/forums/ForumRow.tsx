import { IconDots, IconHome, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { canRead } from '../../../../../contract/permissions.ts';
import { useViewer } from '../../../api/viewer.ts';
import { ideasAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { IconButton } from '../../../ui/elements/Button.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { Menu } from '../../../ui/overlay/Menu.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import type { SettingsForum } from './forumsQueries.ts';
import { forumsMessages as texts } from '../settingsMessages.ts';
import a11y from '../../../ui/a11y.module.css';
import styles from '../settings.module.css';

const iconProps = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** What can be done to a forum from its row. */
export type ForumAction = 'edit' | 'makeDefault' | 'close' | 'reopen' | 'delete';

/** The heads of the columns, for the eye: each cell of a row says what it counts. */
export function ForumHead({ hasVotes, hasHandles }: { hasVotes: boolean; hasHandles: boolean }) {
  const { columns } = texts;
  return (
    <div className={styles.forumHead} data-handles={hasHandles || undefined} aria-hidden="true">
      <span>{columns.forum}</span>
      <span data-align="end">{columns.ideas}</span>
      <span data-align="end">{hasVotes ? columns.votes : null}</span>
      <span data-align="end">{columns.categories}</span>
      <span>{columns.access}</span>
      <span />
    </div>
  );
}

/**
 * A forum with what it holds and who may enter.
 *
 * @param votes of the last 30 days; null: not known, or not for the viewer
 */
export function ForumRow({
  forum,
  votes,
  isDefault,
  onDo,
}: {
  forum: SettingsForum;
  votes: number | null;
  isDefault: boolean;
  onDo: (action: ForumAction, forum: SettingsForum) => void;
}) {
  const { permissions } = useViewer();
  const tags = [
    ...(isDefault ? [texts.isDefault] : []),
    ...(forum.is_open ? [] : [texts.closed]),
    ...(forum.moderation_enabled ? [texts.moderated] : []),
  ];
  const closed = forum.suggestions_count - forum.open_suggestions_count;
  const count = (value: number, name: string) => (
    <span className={styles.forumCount}>
      {formatNumber(value)} <span className={styles.forumUnit}>{name}</span>
    </span>
  );
  const ideas = count(forum.open_suggestions_count, texts.units.ideas(forum.open_suggestions_count));
  return (
    <div className={styles.forum}>
      <div className={styles.forumText}>
        <button
          type="button"
          className={styles.forumName}
          aria-label={texts.edit(forum.name)}
          onClick={() => onDo('edit', forum)}
        >
          {forum.name}
        </button>
        {tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </div>
      <div className={styles.forumStats}>
        <span data-align="end" data-tip={closed === 0 ? undefined : texts.closedIdeas(closed)}>
          {forum.open_suggestions_count > 0 && canRead(permissions, 'feedback') ? (
            <Link href={ideasAddress({ forum: [forum.id] })} className={styles.countLink}>
              {ideas}
            </Link>
          ) : (
            ideas
          )}
        </span>
        <span data-align="end">{votes === null ? null : count(votes, texts.units.votes(votes))}</span>
        <span data-align="end">
          {count(forum.categories_count, texts.units.categories(forum.categories_count))}
        </span>
        <span>
          <span className={a11y.hidden}>{texts.columns.access}: </span>
          {forum.is_private ? texts.private : texts.everyone}
        </span>
      </div>
      <Menu
        label={texts.actionsOf(forum.name)}
        items={[
          {
            id: 'edit',
            label: texts.editAction,
            icon: <IconPencil {...iconProps} />,
            onSelect: () => onDo('edit', forum),
          },
          ...(isDefault
            ? []
            : [
                {
                  id: 'default',
                  label: texts.makeDefault,
                  icon: <IconHome {...iconProps} />,
                  disabledReason: forum.is_open ? null : texts.defaultClosed,
                  onSelect: () => onDo('makeDefault', forum),
                },
              ]),
          {
            id: 'state',
            label: forum.is_open ? texts.close : texts.reopen,
            icon: forum.is_open ? <IconLock {...iconProps} /> : <IconLockOpen {...iconProps} />,
            onSelect: () => onDo(forum.is_open ? 'close' : 'reopen', forum),
          },
          { kind: 'separator', id: 'line' },
          {
            id: 'delete',
            label: texts.delete,
            icon: <IconTrash {...iconProps} />,
            danger: true,
            onSelect: () => onDo('delete', forum),
          },
        ]}
        trigger={(props) => (
          <IconButton {...props} label={texts.actionsOf(forum.name)} variant="plain" tip={false}>
            <IconDots {...iconProps} />
          </IconButton>
        )}
      />
    </div>
  );
}
