import { useQuery } from '@tanstack/react-query';
import {
  IconArrowMerge,
  IconArrowsExchange,
  IconBolt,
  IconBuilding,
  IconBulb,
  IconFiles,
  IconFlag,
  IconFlag2,
  IconHistory,
  IconKeyboard,
  IconFilter,
  IconList,
  IconListDetails,
  IconListSearch,
  IconLogout,
  IconMail,
  IconMoon,
  IconNote,
  IconPencil,
  IconPlus,
  IconQuote,
  IconSettings,
  IconShieldCheck,
  IconReportMoney,
  IconSparkles,
  IconTable,
  IconSpeakerphone,
  IconTableRow,
  IconTag,
  IconTextSpellcheck,
  IconTrash,
  IconUserCircle,
  IconUserPlus,
  IconUsers,
  IconWorld,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { timing } from '../../../contract/limits.ts';
import { canRead, canWrite, searchText } from '../../../contract/permissions.ts';
import type { CommandIdeaFragment } from '../api/generated/graphql.ts';
import { graphql } from '../api/graphql.ts';
import { request, signOut } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { ideaAddress, ideasAddress } from '../host/addresses.ts';
import { navigate } from '../host/navigation.ts';
import { useStored } from '../host/storage.ts';
import { useColorScheme } from '../theme/useColorScheme.ts';
import { Button } from '../ui/elements/Button.tsx';
import { StatusPill } from '../ui/elements/Pills.tsx';
import { Kbd } from '../ui/keyboard/Kbd.tsx';
import { pageShortcutsOf, runShortcut } from '../ui/keyboard/keyboard.ts';
import { uiMessages } from '../ui/messages.ts';
import { CommandDialog } from '../ui/overlay/CommandDialog.tsx';
import type { CommandGroup, CommandRow } from '../ui/overlay/CommandDialog.tsx';
import { useCommandSubjects } from '../ui/overlay/commands.ts';
import { openModal } from '../ui/overlay/modals.ts';
import { formatCentsShort, formatTotal } from '../ui/text/format.ts';
import { hasBeginnings, typedWords } from '../ui/text/marks.ts';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { useDebounced } from '../shared/pickers/useDebounced.ts';
import { commandMessages as texts } from './commandMessages.ts';
import { addEntries, areaEntries, commandEntries, moreEntries, settingsEntries } from './nav.ts';
import { RECENT_SHOWN } from './recentIdeas.ts';
import { routeOf } from './routes.ts';
import { screens } from './screens.ts';
import type { ScreenKey } from './screens.ts';
import { useSingleKeys } from './singleKeys.ts';
import { shellTexts } from './texts.ts';
import styles from './commandMenu.module.css';

export const commandIdeaFragment = graphql(`
  fragment CommandIdea on Suggestion {
    id
    title
    votes_count
    supporter_revenue
    status {
      id
      name
      hex_color
    }
  }
`);

const ideaSearch = graphql(`
  query CommandIdeas($q: String!, $perPage: Int!) {
    suggestions(q: $q, perPage: $perPage, sort: "search_order") {
      total_records
      total_is_capped
      search_extensions {
        word
        near
      }
      records {
        ...CommandIdea
      }
    }
  }
`);

const nearestSearch = graphql(`
  query CommandNearest($q: String!) {
    search_nearest(q: $q) {
      words {
        near
        q
        ideas_count
      }
      close {
        ...CommandIdea
      }
    }
  }
`);

const recentSearch = graphql(`
  query CommandRecent($id: [ID!]) {
    suggestions(id: $id, perPage: 20) {
      records {
        ...CommandIdea
      }
    }
  }
`);

/** How many ideas stand in the palette: so many rows in all, at least three of them ideas. */
const ROWS_IN_ALL = 8;
const IDEAS_LEAST = 3;
const IDEAS_MOST = 7;
/** What can be done to an idea, while nothing is typed: the rest is found by its name. */
const SUBJECT_SHOWN = 6;

/** Keys that move on a screen, which nobody looks up to run. */
const MOVES: ReadonlySet<string> = new Set('j k x shift+x esc enter space [ ] up down left right'.split(' '));

const iconProps = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

/** Icons of what a screen's keys do, in the order in which they are listed. */
const ICONS: Readonly<Record<string, ReactNode>> = {
  s: <IconFlag {...iconProps} />,
  c: <IconQuote {...iconProps} />,
  n: <IconNote {...iconProps} />,
  'shift+c': <IconWorld {...iconProps} />,
  a: <IconUserCircle {...iconProps} />,
  l: <IconTag {...iconProps} />,
  'shift+s': <IconFlag2 {...iconProps} />,
  'shift+m': <IconMail {...iconProps} />,
  v: <IconUserPlus {...iconProps} />,
  m: <IconArrowMerge {...iconProps} />,
  p: <IconArrowsExchange {...iconProps} />,
  e: <IconPencil {...iconProps} />,
  delete: <IconTrash {...iconProps} />,
};

/** Icons of screens that no menu leads to; the others have that of a list. */
const SCREEN_ICONS: Partial<Record<ScreenKey, Icon>> = {
  feedback: IconQuote,
  review: IconShieldCheck,
  idea_report: IconTable,
  idea_views: IconFilter,
  theme_reports: IconSparkles,
  impact_reports: IconReportMoney,
  feature_list: IconListDetails,
  accounts: IconBuilding,
  exports: IconFiles,
};

/** What is done most stands first. */
const ORDER = Object.keys(ICONS);
const placeOf = (keys: string): number => ORDER.indexOf(keys) + 1 || ORDER.length + 1;

type Idea = CommandIdeaFragment;

/** The command palette: what can be done to the idea that is open or selected, ideas, and everything else that can be run. */
export function CommandMenu({
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
  const [text, setText] = useState('');
  const isCommands = text.startsWith('>');
  const typed = (isCommands ? text.slice(1) : text).trim();
  const words = typedWords(typed);
  const mayRead = canRead(viewer.permissions, 'feedback');
  const asks = opened && mayRead && !isCommands;
  const search = useFoundIdeas(asks ? typed : '');
  const recent = useRecent(asks);
  const subject = useSubjectGroup();
  const commands = useCommands({ onOpenShortcuts, onOpenAnnouncements });

  const matches = ({ label }: CommandRow): boolean => hasBeginnings(label, words);
  const openIdea = (idea: Idea): CommandRow => ideaRow(idea);
  const searchAll = (): void => navigate(ideasAddress({ q: typed }));
  const hasText = typed !== '';

  const ofSubject: CommandGroup[] =
    subject === null ? [] : [{ ...subject, rows: subject.rows.filter(matches) }];
  const taken = new Set(subject?.rows.map(({ keys }) => keys));
  const others = commands.flatMap((group) =>
    group.rows.filter((row) => matches(row) && (row.keys === undefined || !taken.has(row.keys))),
  );
  const recentRows = recent.filter((idea) => hasBeginnings(idea.title, words)).slice(0, RECENT_SHOWN);
  const isRecent = new Set(recentRows.map(({ id }) => id));
  const found = search.ideas.filter(({ id }) => !isRecent.has(id));
  const rowsBefore = (ofSubject[0]?.rows.length ?? 0) + others.length + recentRows.length;
  const room = Math.max(IDEAS_LEAST, Math.min(IDEAS_MOST, ROWS_IN_ALL - rowsBefore));
  const shown = found.slice(0, room);
  const recentGroup: CommandGroup = {
    id: 'recent',
    heading: texts.recent,
    rows: isCommands ? [] : recentRows.map(openIdea),
  };

  const short = shortened(ofSubject);
  const groups: CommandGroup[] = !hasText
    ? [
        ...(isCommands ? ofSubject : short),
        recentGroup,
        ...commands.map((group) => ({ ...group, rows: withoutKeys(group.rows, taken) })),
      ]
    : [
        ...ofSubject,
        { id: 'commands', heading: texts.commands, rows: others },
        recentGroup,
        {
          id: 'ideas',
          heading: texts.ideas,
          note: texts.someOf(shown.length, search.total),
          rows: shown.map(openIdea),
        },
        {
          id: 'nearest',
          heading: texts.didYouMean,
          rows: search.nearest.map(({ near, q, ideas_count }): CommandRow => ({
            id: `near-${near}`,
            label: near,
            content: near,
            icon: <IconTextSpellcheck {...iconProps} />,
            end: <span className={styles.quiet}>{texts.ideasWith(ideas_count)}</span>,
            closes: false,
            onSelect: () => setText(q),
          })),
        },
        { id: 'close', heading: texts.close, rows: search.close.map(openIdea) },
        {
          id: 'all',
          heading: null,
          name: texts.searchAllGroup,
          rows: asks ? [searchAllRow(typed, searchAll)] : [],
        },
      ];
  const isEmpty = groups.every(({ id, rows }) => rows.length === 0 || id === 'all');
  const isSettled = !hasText || !asks || search.isSettled;
  return (
    <CommandDialog
      opened={opened}
      onClose={() => {
        setText('');
        onClose();
      }}
      text={text}
      onText={setText}
      groups={groups}
      isSettled={isSettled}
      instant={INSTANT}
      alsoMarked={search.near}
      onAll={asks && hasText ? searchAll : undefined}
      placeholder={mayRead ? texts.placeholder : texts.placeholderCommands}
      remark={
        search.retry !== null ? (
          <span role="alert" className={styles.failed}>
            {texts.failed}
            <Button variant="text" onClick={search.retry}>
              {uiMessages.tryAgain}
            </Button>
          </span>
        ) : isEmpty && isSettled ? (
          <span role="status">{hasText ? texts.nothing(typed) : texts.nothingTyped}</span>
        ) : undefined
      }
      hints={
        mayRead ? (
          <>
            {texts.actionsOnly[0]} <Kbd keys=">" /> {texts.actionsOnly[1]}
          </>
        ) : undefined
      }
    />
  );
}

/** The group without rows that would push everything else out of sight; its note says so. */
function shortened([group]: readonly CommandGroup[]): CommandGroup[] {
  if (group === undefined || group.rows.length <= SUBJECT_SHOWN) return group === undefined ? [] : [group];
  const some = texts.someOf(SUBJECT_SHOWN, formatTotal(group.rows.length));
  return [
    {
      ...group,
      note: group.note === undefined ? some : `${group.note} · ${some}`,
      rows: group.rows.slice(0, SUBJECT_SHOWN),
    },
  ];
}

/** Groups that stand as soon as something is typed. */
const INSTANT: ReadonlySet<string> = new Set(['subject', 'commands', 'recent']);

const withoutKeys = (rows: readonly CommandRow[], taken: ReadonlySet<string | undefined>): CommandRow[] =>
  rows.filter(({ keys }) => keys === undefined || !taken.has(keys));

function ideaRow(idea: Idea): CommandRow {
  return {
    id: `idea-${idea.id}`,
    label: idea.title,
    icon: <IconBulb {...iconProps} />,
    end: (
      <>
        <span className={styles.status}>
          <StatusPill name={idea.status?.name ?? texts.noStatus} color={idea.status?.hex_color ?? null} />
        </span>
        <span className={styles.votes}>{texts.votes(idea.votes_count)}</span>
        <span className={styles.revenue}>
          {formatCentsShort(idea.supporter_revenue === null ? null : idea.supporter_revenue * 100)}
        </span>
      </>
    ),
    onSelect: () => navigate(ideaAddress(idea.id)),
  };
}

function searchAllRow(typed: string, onSelect: () => void): CommandRow {
  const [before, quoted] = texts.searchAll(typed);
  return {
    id: 'search-all',
    label: before + quoted,
    content: (
      <>
        {before}
        <b>{quoted}</b>
      </>
    ),
    icon: <IconListSearch {...iconProps} />,
    keys: 'mod+enter',
    onSelect,
  };
}

interface Found {
  ideas: readonly Idea[];
  /** How many the search finds, as it is shown. */
  total: string;
  /** Words that were looked for beside those that were typed. */
  near: readonly string[];
  nearest: readonly { near: string; q: string; ideas_count: number }[];
  close: readonly Idea[];
  /** It is the answer to the text, with what is offered where nothing was found. */
  isSettled: boolean;
  /** null: nothing failed */
  retry: (() => void) | null;
}

/** Ideas for a text, some milliseconds after the last letter; those of the text before stay meanwhile. */
function useFoundIdeas(typed: string): Found {
  const { authorized_features: features } = useViewer();
  const wanted = useDebounced(typed, timing.ideaSearchDebounceMs);
  const isAsked = typed !== '' && wanted !== '';
  const q = searchText(wanted, features);
  const found = useQuery({
    queryKey: ['command_ideas', q],
    queryFn: ({ signal }) => request(ideaSearch, { q, perPage: IDEAS_MOST + RECENT_SHOWN }, { signal }),
    enabled: isAsked,
    placeholderData: (before) => before,
  });
  const list = isAsked ? found.data?.suggestions : undefined;
  const isAnswered = wanted === typed && !found.isPlaceholderData && !found.isPending;
  const isNothing = isAnswered && list?.total_records === 0;
  const nearest = useQuery({
    queryKey: ['command_nearest', q],
    queryFn: ({ signal }) => request(nearestSearch, { q }, { signal }),
    enabled: isAsked && isNothing,
  });
  const offered = isNothing ? nearest.data?.search_nearest : undefined;
  return {
    ideas: list?.records ?? [],
    total:
      list === undefined
        ? ''
        : formatTotal(list.total_is_capped ? `${formatTotal(list.total_records - 1)}+` : list.total_records),
    near: list?.search_extensions.flatMap(({ near }) => near) ?? [],
    nearest: offered?.words ?? [],
    close: offered?.close ?? [],
    isSettled: found.isError || (isAnswered && (!isNothing || !nearest.isPending)),
    retry: isAsked && found.isError ? () => void found.refetch() : null,
  };
}

/** The ideas that were opened last, as they are now, without the one that is open. */
function useRecent(isAsked: boolean): readonly Idea[] {
  const [stored] = useStored('recent_ideas', NONE_RECENT);
  const open = routeOf(window.location.pathname);
  const openId = open?.screen === 'idea_details' ? open.params['suggestion_id'] : undefined;
  const ids = stored.filter((id) => id !== openId).slice(0, RECENT_SHOWN);
  const found = useQuery({
    queryKey: ['command_recent', ids],
    queryFn: ({ signal }) => request(recentSearch, { id: ids }, { signal }),
    enabled: isAsked && ids.length > 0,
    placeholderData: (before) => before,
  });
  if (!isAsked || found.data === undefined) return [];
  const byId = new Map(found.data.suggestions.records.map((idea) => [idea.id, idea]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const NONE_RECENT: string[] = [];

/** What can be done to the idea that is open, or to those that are selected; null: to none. */
function useSubjectGroup(): CommandGroup | null {
  const told = useCommandSubjects();
  for (const { group, subject, commands } of told.toReversed()) {
    const about = subject();
    if (about === null) continue;
    const rows = [
      ...pageShortcutsOf(group)
        .filter(({ keys }) => !MOVES.has(keys))
        .toSorted((a, b) => placeOf(a.keys) - placeOf(b.keys))
        .map(({ id, keys, label }): CommandRow => ({
          id: `key-${keys}`,
          label: texts.byProperty[label ?? ''] ?? label ?? '',
          keys,
          icon: ICONS[keys] ?? <IconBolt {...iconProps} />,
          onSelect: () => runShortcut(id),
        })),
      ...commands.map(({ id, label, keys, run }): CommandRow => ({
        id,
        label,
        icon: <IconBolt {...iconProps} />,
        ...(keys === undefined ? {} : { keys }),
        onSelect: run,
      })),
    ];
    return {
      id: 'subject',
      heading: about.heading,
      ...(about.name === undefined ? {} : { note: about.name }),
      rows,
    };
  }
  return null;
}

/** Everything else that can be run: creating, going somewhere, and what this browser looks like. */
function useCommands({
  onOpenShortcuts,
  onOpenAnnouncements,
}: {
  onOpenShortcuts: () => void;
  onOpenAnnouncements: () => void;
}): CommandGroup[] {
  const viewer = useViewer();
  const toasts = useToasts();
  const scheme = useColorScheme();
  const [density, setDensity] = useStored('density', 'comfortable');
  const [singleKeys, toggleSingleKeys] = useSingleKeys();

  const goTo = (id: ScreenKey, label: string, GoIcon: Icon, search = ''): CommandRow => ({
    id: `go-${id}${search}`,
    label,
    icon: <GoIcon {...iconProps} />,
    onSelect: () => navigate(screens[id].address + search),
  });
  const areas = areaEntries(viewer).map((entry): CommandRow => ({
    ...goTo(entry.id, entry.label, entry.icons[0]),
    keys: `g ${entry.letter}`,
    ...(entry.isApart === true ? { onSelect: () => window.location.assign(screens[entry.id].address) } : {}),
  }));
  const create = addEntries(viewer).map(({ modal, label, keys, open }): CommandRow => ({
    id: `add-${modal}`,
    label,
    keys,
    icon: <IconPlus {...iconProps} />,
    onSelect: open,
  }));
  const settings = settingsEntries(viewer).map(({ screen, label }) =>
    goTo(screen, `${shellTexts.settings}: ${label}`, IconSettings),
  );
  return [
    { id: 'create', heading: shellTexts.create, rows: create },
    {
      id: 'go',
      heading: shellTexts.goTo,
      rows: [
        ...areas,
        ...moreEntries(viewer).map(({ screen, label }) => goTo(screen, label, IconUsers)),
        ...commandEntries(viewer).map(({ screen, label, search }) =>
          goTo(screen, label, SCREEN_ICONS[screen] ?? IconList, search),
        ),
        ...settings,
      ],
    },
    {
      id: 'preferences',
      heading: shellTexts.preferences,
      rows: [
        {
          id: 'scheme',
          label: shellTexts.switchTheme,
          icon: <IconMoon {...iconProps} />,
          onSelect: scheme.toggle,
        },
        {
          id: 'density',
          label: shellTexts.switchDensity,
          icon: <IconTableRow {...iconProps} />,
          onSelect: () => setDensity(density === 'compact' ? 'comfortable' : 'compact'),
        },
        {
          id: 'single-keys',
          label: singleKeys ? shellTexts.singleKeysOff : shellTexts.singleKeysOn,
          icon: <IconKeyboard {...iconProps} />,
          onSelect: toggleSingleKeys,
        },
        ...(canWrite(viewer.permissions, 'feedback')
          ? [
              {
                id: 'undo-history',
                label: shellTexts.undoHistory,
                icon: <IconHistory {...iconProps} />,
                onSelect: () => void openModal('undoHistory', {}),
              },
            ]
          : []),
        {
          id: 'shortcuts',
          label: shellTexts.openShortcuts,
          keys: '?',
          icon: <IconKeyboard {...iconProps} />,
          onSelect: onOpenShortcuts,
        },
        {
          id: 'announcements',
          label: shellTexts.announcements,
          icon: <IconSpeakerphone {...iconProps} />,
          onSelect: onOpenAnnouncements,
        },
        {
          id: 'sign-out',
          label: shellTexts.signOut,
          icon: <IconLogout {...iconProps} />,
          onSelect: () => {
            signOut().catch(() => toasts.error(shellTexts.signOutFailed));
          },
        },
      ],
    },
  ];
}
