import { Suspense, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { report } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { navigate, useShown, useTargetPath, watchLeaving } from '../host/navigation.ts';
import { useStored } from '../host/storage.ts';
import { ErrorBoundary } from '../ui/loading/states.tsx';
import { setPageLeaving } from '../ui/keyboard/keyboard.ts';
import { loadable } from '../ui/loading/loadable.tsx';
import { LayerStands, ModalHost } from '../ui/overlay/ModalHost.tsx';
import { uiMessages } from '../ui/messages.ts';
import { openModal } from '../ui/overlay/modals.ts';
import type { ModalKey } from '../ui/overlay/modals.ts';
import { ToastRegion } from '../ui/toasts/ToastRegion.tsx';
import { useToasts } from '../ui/toasts/Toasts.tsx';
import { preloadEditor } from '../ui/editor/RichTextEditor.tsx';
import { useShortcut } from '../ui/keyboard/useShortcut.ts';
import { holdKeys, keepKeys } from '../ui/keyboard/waiting.ts';
import { useNarrow } from '../ui/useNarrow.ts';
import { hasNews, newestTag } from './announcements/list.ts';
import { Banners } from './Banners.tsx';
import { CurrentPage } from './CurrentPage.tsx';
import { Frame } from './Frame.tsx';
import { loadAhead } from '../ui/loading/ahead.ts';
import { modalLoaders, modalRegistry } from './modals.ts';
import { addEntries, areaEntries } from './nav.ts';
import { PageFailed } from './pages.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useRecentIdeas } from './recentIdeas.ts';
import { preloadPage, routeOf } from './routes.ts';
import { screens } from './screens.ts';
import { shellTexts } from './texts.ts';
import styles from './shell.module.css';

const CommandMenu = loadable(async () => (await import('./CommandMenu.tsx')).CommandMenu);
const ShortcutSheet = loadable(async () => (await import('../ui/keyboard/ShortcutSheet.tsx')).ShortcutSheet);
const AnnouncementsPanel = loadable(
  async () => (await import('./announcements/AnnouncementsPanel.tsx')).AnnouncementsPanel,
);
const NotificationsPanel = loadable(
  async () => (await import('../features/notifications/NotificationsPanel.tsx')).NotificationsPanel,
);
const BottomBar = loadable(async () => (await import('./BottomBar.tsx')).BottomBar);
const parts = {
  palette: CommandMenu,
  shortcuts: ShortcutSheet,
  announcements: AnnouncementsPanel,
  notifications: NotificationsPanel,
};

/** What the shell itself can lay over the page. */
type ShellOverlay = 'palette' | 'shortcuts' | 'announcements' | 'notifications';

/** The console around every screen: sidebar, sheet with its bars, modals, palette, shortcuts. */
export function Shell() {
  const path = useShown('path');
  // what belongs to a page goes when another one is asked for, and the sidebar says at once where one is going
  const target = useTargetPath();
  const toasts = useToasts();
  const [overlay, setOverlay] = useState<ShellOverlay | null>(null);
  // an overlay stays mounted after its first use, so that its way out is seen
  const [used, setUsed] = useState<ReadonlySet<ShellOverlay>>(new Set());
  const [seenTag, setSeenTag] = useStored('announcement_tag', '');
  const [, setSeenAt] = useStored('announcement_seen_at', '');
  const main = useRef<HTMLElement>(null);
  const isNarrow = useNarrow();

  const open = (next: ShellOverlay): void => {
    // from now on: the next key may come before the code does
    if (overlay !== next) holdKeys(close);
    setUsed((before) => new Set([...before, next]));
    setOverlay(next);
  };
  const close = (): void => setOverlay(null);
  const openAnnouncements = (): void => {
    setSeenTag(newestTag);
    setSeenAt(new Date().toISOString());
    open('announcements');
  };

  useShortcut('mod+k', () => (overlay === 'palette' ? close() : open('palette')), {
    label: shellTexts.openPalette,
    always: true,
  });
  useShortcut('?', () => open('shortcuts'), { label: shellTexts.openShortcuts, everywhere: true });
  useShortcut('g b', () => open('notifications'), {
    label: shellTexts.notifications,
    group: shellTexts.goTo,
    everywhere: true,
  });
  useFocusOnNewPage(path, main);
  usePageLeaving(path);
  useRecentIdeas(path);
  usePagesAhead();
  useEffect(
    () => loadAhead([...Object.values(parts).map((part) => part.ahead), ...modalLoaders(), preloadEditor]),
    [],
  );

  // an overlay of the shell closes with the page that it was opened on, as modals do
  const [openedOn, setOpenedOn] = useState(target);
  if (openedOn !== target) {
    setOpenedOn(target);
    setOverlay(null);
  }

  // an idea has a bar of its own with what is done to it, and a way back in its head
  const hasBar = routeOf(path)?.screen !== 'idea_details';
  const navigation = {
    path: target,
    onOpenPalette: () => open('palette'),
    onOpenShortcuts: () => open('shortcuts'),
    onOpenAnnouncements: openAnnouncements,
  };
  return (
    <>
      <MainShortcuts />
      <a href="#content" className={styles.skip}>
        {shellTexts.skip}
      </a>
      <Frame
        hasBar={hasBar}
        sidebar={
          isNarrow ? (
            <Suspense fallback={null}>
              <BottomBar {...navigation} isShown={hasBar} />
            </Suspense>
          ) : (
            <Sidebar
              {...navigation}
              hasNews={hasNews(seenTag)}
              onOpenNotifications={() => open('notifications')}
            />
          )
        }
      >
        <Banners path={target} />
        <ToastRegion fallback />
        <main ref={main} id="content" tabIndex={-1} className={styles.main}>
          <ErrorBoundary resetKey={path} fallback={(error) => <PageFailed error={error} />}>
            <CurrentPage />
          </ErrorBoundary>
        </main>
      </Frame>
      <ModalHost
        registry={modalRegistry}
        path={target}
        onError={(error, modal, isHeld) => {
          report(error);
          const again = (): void => {
            const key = modal.key as ModalKey;
            modalRegistry[key].again();
            openModal(key, modal.props as never);
          };
          toasts.error(isHeld ? shellTexts.modalFailedTyped : shellTexts.modalFailed, {
            action: { label: uiMessages.tryAgain, onClick: again },
          });
        }}
      />
      <ErrorBoundary
        fallback={null}
        resetKey={overlay ?? ''}
        onError={(error) => {
          report(error);
          const isHeld = keepKeys();
          const failed = overlay;
          close();
          if (failed === null) return;
          setUsed((before) => new Set([...before].filter((other) => other !== failed)));
          const again = (): void => {
            parts[failed].again();
            open(failed);
          };
          toasts.error(isHeld ? shellTexts.modalFailedTyped : shellTexts.modalFailed, {
            action: { label: uiMessages.tryAgain, onClick: again },
          });
        }}
      >
        {([...used] as const).map((name) => (
          <Suspense key={name} fallback={null}>
            {name === 'palette' ? (
              <CommandMenu
                opened={overlay === name}
                onClose={close}
                onOpenShortcuts={() => open('shortcuts')}
                onOpenAnnouncements={openAnnouncements}
              />
            ) : null}
            {name === 'shortcuts' ? <ShortcutSheet opened={overlay === name} onClose={close} /> : null}
            {name === 'notifications' ? (
              <NotificationsPanel opened={overlay === name} onClose={close} />
            ) : null}
            {name === 'announcements' ? (
              <AnnouncementsPanel opened={overlay === name} onClose={close} />
            ) : null}
            <LayerStands opened={overlay === name} />
          </Suspense>
        ))}
      </ErrorBoundary>
    </>
  );
}

/** G and a letter for the areas and the settings, a letter for each thing that can be added. */
function MainShortcuts() {
  const viewer = useViewer();
  return (
    <>
      {areaEntries(viewer).map(({ id, letter, label, isApart = false }) => (
        <Shortcut
          key={id}
          keys={`g ${letter}`}
          label={label}
          group={shellTexts.goTo}
          everywhere
          run={() => {
            const { address } = screens[id];
            if (isApart) window.location.assign(address);
            else navigate(address);
          }}
        />
      ))}
      <Shortcut
        keys="g s"
        label={shellTexts.settings}
        group={shellTexts.goTo}
        everywhere
        run={() => navigate(screens.settings.address)}
      />
      {addEntries(viewer).map(({ modal, keys, label, open }) => (
        <Shortcut key={modal} keys={keys} label={label} group={shellTexts.create} run={open} />
      ))}
    </>
  );
}

function Shortcut({
  keys,
  run,
  ...options
}: { keys: string; run: () => void } & NonNullable<Parameters<typeof useShortcut>[2]>) {
  useShortcut(keys, run, options);
  return null;
}

/** Takes the focus to the content when another page is shown, so that keyboard and screen reader go on there; not on the first page, and not while only the page's state changes. */
function useFocusOnNewPage(path: string, main: RefObject<HTMLElement | null>): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [path, main]);
}

/** Between a link and the page that it leads to, plain keys are none of the page that is left. */
function usePageLeaving(path: string): void {
  useEffect(() => watchLeaving(setPageLeaving), []);
  useEffect(() => {
    setPageLeaving(false);
    return () => setPageLeaving(false);
  }, [path]);
}

/** Loads the code of the page that a link leads to while the pointer, a finger or the focus is on the link. */
function usePagesAhead(): void {
  useEffect(() => {
    const onLink = ({ target }: Event): void => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (link !== null && link.origin === window.location.origin) preloadPage(link.pathname);
    };
    const events = ['pointerover', 'touchstart', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, onLink, { passive: true });
    return () => {
      for (const event of events) document.removeEventListener(event, onLink);
    };
  }, []);
}
