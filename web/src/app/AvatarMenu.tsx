import { canGoOffDuty, canRead, canWrite } from '../../../contract/permissions.ts';
import { graphql } from '../api/graphql.ts';
import { ticketCountsKey } from '../api/liveEvents.ts';
import { queryClient, signOut } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { navigate } from '../host/navigation.ts';
import { useStored } from '../host/storage.ts';
import { useCommand } from '../forms/useCommand.ts';
import { useColorScheme } from '../theme/useColorScheme.ts';
import { Avatar } from '../ui/elements/Avatar.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import type { MenuItem } from '../ui/overlay/Menu.tsx';
import { openModal } from '../ui/overlay/modals.ts';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { profileEntries } from './nav.ts';
import { screens } from './screens.ts';
import { useSingleKeys } from './singleKeys.ts';
import { shellTexts } from './texts.ts';
import a11y from '../ui/a11y.module.css';
import styles from './sidebar.module.css';

const offDutyDocument = graphql(`
  mutation CurrentUserOffDuty($off_duty: Boolean!) {
    current_user_off_duty(off_duty: $off_duty) {
      id
    }
  }
`);

/** What concerns oneself: profile, look of this browser, other workspaces, sign out. */
export function useAvatarItems({ onOpenShortcuts }: { onOpenShortcuts: () => void }): MenuItem[] {
  const viewer = useViewer();
  const toasts = useToasts();
  const scheme = useColorScheme();
  const [singleKeys, toggleSingleKeys] = useSingleKeys();
  const [density, setDensity] = useStored('density', 'comfortable');

  const profile: MenuItem[] = profileEntries.map(({ screen, label }) => {
    const { address } = screens[screen];
    return { id: screen, label, href: address, onSelect: () => navigate(address) };
  });
  const schemes: MenuItem[] = (['light', 'dark', 'auto'] as const).map((name) => ({
    id: name,
    label: name === 'auto' ? shellTexts.system : shellTexts[name],
    checked: scheme.chosen === name,
    onSelect: () => scheme.choose(name),
  }));
  const densities: MenuItem[] = (['comfortable', 'compact'] as const).map((name) => ({
    id: name,
    label: shellTexts[name],
    checked: density === name,
    onSelect: () => setDensity(name),
  }));
  const workspaces: MenuItem[] = viewer.other_subdomains.map(({ host, admin_url }) => ({
    id: `workspace-${host}`,
    label: host,
    href: admin_url,
  }));

  const duty = useCommand(offDutyDocument, {
    done: (_answer, { off_duty: isOff }) => (isOff ? shellTexts.offDutyDone : shellTexts.onDutyDone),
    onDone: () => queryClient.invalidateQueries({ queryKey: ticketCountsKey }),
  });
  const duties: MenuItem[] =
    viewer.off_duty && canWrite(viewer.permissions, 'tickets')
      ? [
          {
            id: 'on-duty',
            label: shellTexts.onDuty,
            onSelect: () => void duty.run({ off_duty: false }),
          },
        ]
      : canGoOffDuty(viewer, viewer.off_duty)
        ? [
            {
              id: 'off-duty',
              label: shellTexts.offDuty,
              note: shellTexts.offDutyNote,
              onSelect: () => void duty.run({ off_duty: true }),
            },
          ]
        : [];

  return [
    { kind: 'heading', id: 'workspace', label: viewer.subdomain.name },
    { kind: 'heading', id: 'who', label: `${viewer.display_name} · ${viewer.email}` },
    ...profile,
    ...duties,
    { kind: 'separator', id: 'after-profile' },
    { kind: 'heading', id: 'theme', label: shellTexts.theme },
    ...schemes,
    { kind: 'heading', id: 'density', label: shellTexts.density },
    ...densities,
    { kind: 'separator', id: 'after-density' },
    ...(canRead(viewer.permissions, 'feedback')
      ? [
          {
            id: 'exports',
            label: shellTexts.exports,
            href: screens.exports.address,
            onSelect: () => navigate(screens.exports.address),
          },
        ]
      : []),
    ...(canWrite(viewer.permissions, 'feedback')
      ? [
          {
            id: 'undo-history',
            label: shellTexts.undoHistory,
            onSelect: () => void openModal('undoHistory', {}),
          },
        ]
      : []),
    { id: 'shortcuts', label: shellTexts.shortcuts, keys: '?', onSelect: onOpenShortcuts },
    {
      id: 'single-keys',
      label: singleKeys ? shellTexts.singleKeysOff : shellTexts.singleKeysOn,
      onSelect: toggleSingleKeys,
    },
    ...(workspaces.length === 0
      ? []
      : [{ kind: 'heading', id: 'workspaces', label: shellTexts.otherWorkspaces } as const, ...workspaces]),
    { kind: 'separator', id: 'before-sign-out' },
    {
      id: 'sign-out',
      label: shellTexts.signOut,
      onSelect: () => {
        signOut().catch(() => toasts.error(shellTexts.signOutFailed));
      },
    },
  ];
}

/**
 * The menu behind the user's picture.
 *
 * @param isSelected the page is one about oneself
 */
export function AvatarMenu({
  isSelected,
  onOpenShortcuts,
}: {
  isSelected: boolean;
  onOpenShortcuts: () => void;
}) {
  const viewer = useViewer();
  return (
    <Menu
      label={shellTexts.profileMenu}
      placement="right-start"
      widthPx={240}
      items={useAvatarItems({ onOpenShortcuts })}
      trigger={(props) => (
        <button type="button" {...props} className={styles.tool} data-selected={isSelected || undefined}>
          <span className={styles.self}>
            <Avatar name={viewer.display_name} src={viewer.avatar_url} sizePx={28} decorative />
          </span>
          <span className={a11y.hidden}>{shellTexts.you(viewer.display_name)}</span>
        </button>
      )}
    />
  );
}
