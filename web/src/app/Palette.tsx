import { useQuery } from '@tanstack/react-query';
import {
  IconBan,
  IconBulb,
  IconChartDots,
  IconHistory,
  IconFiles,
  IconIcons,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSettings,
  IconShieldCheck,
  IconSpeakerphone,
  IconTableRow,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { paging, timing } from '../../../contract/limits.ts';
import { canRead, canWrite, searchText } from '../../../contract/permissions.ts';
import { graphql } from '../api/graphql.ts';
import { everyChange } from '../api/refetch.ts';
import { request, signOut } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { ideaAddress } from '../host/addresses.ts';
import { navigate } from '../host/navigation.ts';
import { useAddedPaletteActions } from '../ui/palette.ts';
import { useStored } from '../host/storage.ts';
import { useColorScheme } from '../theme/useColorScheme.ts';
import { CommandPalette } from '../ui/CommandPalette.tsx';
import type { PaletteAction } from '../ui/CommandPalette.tsx';
import { openModal } from '../ui/modals.ts';
import { useToasts } from '../ui/Toasts.tsx';
import { modalExists } from './modals.ts';
import { addEntries, areaEntries, settingsEntries } from './nav.ts';
import { screenExists, screens } from './screens.ts';
import { useSingleKeys } from './singleKeys.ts';
import { shellTexts } from './texts.ts';

const ideaSearch = graphql(`
  query PaletteIdeas($q: String!, $perPage: Int!) {
    suggestions(q: $q, perPage: $perPage, sort: "search_order") {
      records {
        id
        title
        forum {
          name
        }
      }
    }
  }
`);

/** How many ideas the palette shows for a text. */
const shownIdeas = 8;

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** The command palette: areas, what can be added, what the screen offers, preferences, and ideas by their words. */
export function Palette({
  opened,
  onClose,
  onOpenShortcuts,
  onOpenAnnouncements,
}: {
  opened: boolean;
  onClose: () => void;
  onOpenShortcuts: () => void;
  onOpenAnnouncements: () => void;
}) {
  const viewer = useViewer();
  const toasts = useToasts();
  const scheme = useColorScheme();
  const added = useAddedPaletteActions();
  const [density, setDensity] = useStored('density', 'comfortable');
  const [singleKeys, toggleSingleKeys] = useSingleKeys();
  const [text, setText] = useState('');
  const build = { screenExists, modalExists };

  const searches = canRead(viewer.permissions, 'feedback') && screenExists('idea_details');
  const wanted = useDebounced(text.trim(), timing.ideaSearchDebounceMs);
  const query = useQuery({
    queryKey: ['palette_ideas', wanted],
    queryFn: ({ signal }) =>
      request(
        ideaSearch,
        {
          q: searchText(wanted, viewer.authorized_features),
          perPage: Math.min(shownIdeas, paging.ideaSearchPageSize),
        },
        { signal },
      ),
    enabled: opened && searches && wanted !== '',
    meta: { entities: { suggestion: everyChange } },
  });

  const areas = areaEntries(viewer, build).map((entry): PaletteAction => ({
    id: `go-${entry.id}`,
    label: entry.label,
    group: shellTexts.goTo,
    keys: `g ${entry.letter}`,
    icon: entry.id === 'insights' ? <IconChartDots {...iconProps} /> : <IconBulb {...iconProps} />,
    onSelect: () =>
      entry.inApp ? navigate(screens[entry.id].address) : window.location.assign(screens[entry.id].address),
  }));
  const settings = settingsEntries(viewer, build).map(({ screen, label }): PaletteAction => ({
    id: `go-${screen}`,
    label: `${shellTexts.settings}: ${label}`,
    group: shellTexts.goTo,
    icon: <IconSettings {...iconProps} />,
    onSelect: () => navigate(screens[screen].address),
  }));
  const icons: PaletteAction[] = screenExists('icons')
    ? [
        {
          id: 'go-icons',
          label: shellTexts.iconSheet,
          group: shellTexts.goTo,
          icon: <IconIcons {...iconProps} />,
          onSelect: () => navigate(screens.icons.address),
        },
      ]
    : [];
  const exports: PaletteAction[] =
    searches && screenExists('exports')
      ? [
          {
            id: 'go-exports',
            label: shellTexts.exports,
            group: shellTexts.goTo,
            icon: <IconFiles {...iconProps} />,
            onSelect: () => navigate(screens.exports.address),
          },
        ]
      : [];
  const review: PaletteAction[] =
    searches && screenExists('review')
      ? [
          {
            id: 'go-review',
            label: shellTexts.needsReview,
            group: shellTexts.goTo,
            icon: <IconShieldCheck {...iconProps} />,
            onSelect: () => navigate(screens.review.address),
          },
          {
            id: 'go-blocked',
            label: shellTexts.blockedPeople,
            group: shellTexts.goTo,
            icon: <IconBan {...iconProps} />,
            onSelect: () => navigate(`${screens.review.address}?state=blocked`),
          },
        ]
      : [];
  const create = addEntries(viewer, build).map((entry): PaletteAction => ({
    id: `add-${entry.modal}`,
    label: entry.label,
    group: shellTexts.create,
    keys: entry.keys,
    icon: <IconPlus {...iconProps} />,
    onSelect: () =>
      entry.modal === 'idea' ? openModal('idea', { mode: 'create' }) : openModal('feedback', {}),
  }));
  const preferences: PaletteAction[] = [
    {
      id: 'scheme',
      label: shellTexts.switchTheme,
      group: shellTexts.preferences,
      icon: <IconMoon {...iconProps} />,
      onSelect: scheme.toggle,
    },
    {
      id: 'density',
      label: shellTexts.switchDensity,
      group: shellTexts.preferences,
      icon: <IconTableRow {...iconProps} />,
      onSelect: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
    },
    {
      id: 'single-keys',
      label: singleKeys ? shellTexts.singleKeysOff : shellTexts.singleKeysOn,
      group: shellTexts.preferences,
      icon: <IconKeyboard {...iconProps} />,
      onSelect: toggleSingleKeys,
    },
    ...(canWrite(viewer.permissions, 'feedback')
      ? [
          {
            id: 'undo-history',
            label: shellTexts.undoHistory,
            group: shellTexts.preferences,
            icon: <IconHistory {...iconProps} />,
            onSelect: () => void openModal('undoHistory', {}),
          },
        ]
      : []),
    {
      id: 'shortcuts',
      label: shellTexts.openShortcuts,
      group: shellTexts.preferences,
      keys: '?',
      icon: <IconKeyboard {...iconProps} />,
      onSelect: onOpenShortcuts,
    },
    {
      id: 'announcements',
      label: shellTexts.announcements,
      group: shellTexts.preferences,
      icon: <IconSpeakerphone {...iconProps} />,
      onSelect: onOpenAnnouncements,
    },
    {
      id: 'sign-out',
      label: shellTexts.signOut,
      group: shellTexts.preferences,
      icon: <IconLogout {...iconProps} />,
      onSelect: () => {
        signOut().catch(() => toasts.error(shellTexts.signOutFailed));
      },
    },
  ];

  const found = wanted === '' ? [] : (query.data?.suggestions.records ?? []);
  const results = found.map((idea): PaletteAction => ({
    id: `idea-${idea.id}`,
    label: idea.title,
    group: shellTexts.ideasGroup,
    note: idea.forum?.name,
    icon: <IconBulb {...iconProps} />,
    onSelect: () => navigate(ideaAddress(idea.id)),
  }));

  return (
    <CommandPalette
      opened={opened}
      onClose={() => {
        setText('');
        onClose();
      }}
      actions={[...areas, ...review, ...settings, ...icons, ...exports, ...create, ...added, ...preferences]}
      results={results}
      status={
        query.isError
          ? 'error'
          : searches && text.trim() !== '' && (wanted !== text.trim() || query.isPending)
            ? 'loading'
            : 'ready'
      }
      onSearch={setText}
      placeholder={searches ? shellTexts.palettePlaceholder : shellTexts.palettePlaceholderCommands}
    />
  );
}

/** The value once it has stood still for `delayMs`. */
function useDebounced(value: string, delayMs: number): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
