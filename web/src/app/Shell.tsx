import { Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { report } from '../api/runtime.ts';
import { useViewer } from '../api/viewer.ts';
import { useStored } from '../host/storage.ts';
import { ErrorBoundary } from '../ui/states.tsx';
import { ModalHost } from '../ui/ModalHost.tsx';
import { openModal } from '../ui/modals.ts';
import { ToastRoom } from '../ui/ToastRoom.tsx';
import { useToasts } from '../ui/Toasts.tsx';
import { useShortcut } from '../ui/useShortcut.ts';
import { hasNews, newestTag } from './announcements/list.ts';
import { Banners } from './Banners.tsx';
import { Frame } from './Frame.tsx';
import { modalExists, modalRegistry } from './modals.ts';
import { addEntries, areaEntries, settingsEntries } from './nav.ts';
import type { AreaEntry } from './nav.ts';
import { PageFailed } from './pages.tsx';
import { Rail } from './Rail.tsx';
import { screenExists, screens } from './screens.ts';
import { shellTexts } from './texts.ts';
import styles from './shell.module.css';

const Palette = lazy(async () => ({ default: (await import('./Palette.tsx')).Palette }));
const ShortcutSheet = lazy(async () => ({ default: (await import('../ui/ShortcutSheet.tsx')).ShortcutSheet }));
const AnnouncementsPanel = lazy(async () => ({ default: (await import('./announcements/AnnouncementsPanel.tsx')).AnnouncementsPanel }));
const NotificationsPanel = lazy(async () => ({ default: (await import('../features/notifications/NotificationsPanel.tsx')).NotificationsPanel }));

/** Code that failed to load stays failed for the life of the page. */
const loadAgain = { label: shellTexts.pageFailedAction, onClick: () => window.location.reload() };

/** What the shell itself can lay over the page. */
type ShellOverlay = 'palette' | 'shortcuts' | 'announcements' | 'notifications';

/** The console around every screen: rail, sheet with its bars, modals, palette, shortcuts. */
export function Shell() {
  const path = useLocation({ select: (location) => location.pathname });
  const toasts = useToasts();
  const [overlay, setOverlay] = useState<ShellOverlay | null>(null);
  // an overlay stays mounted after its first use, so that its way out is seen
  const [used, setUsed] = useState<ReadonlySet<ShellOverlay>>(new Set());
  const [seenTag, setSeenTag] = useStored('announcement_tag', '');
  const [, setSeenAt] = useStored('announcement_seen_at', '');
  const main = useRef<HTMLElement>(null);

  const open = (next: ShellOverlay): void => {
    setUsed((before) => new Set([...before, next]));
    setOverlay(next);
  };
  const close = (): void => setOverlay(null);
  const openAnnouncements = (): void => {
    setSeenTag(newestTag);
    setSeenAt(new Date().toISOString());
    open('announcements');
  };

  useShortcut('mod+k', () => (overlay === 'palette' ? close() : open('palette')), { label: shellTexts.openPalette, always: true });
  useShortcut('?', () => open('shortcuts'), { label: shellTexts.openShortcuts });
  useShortcut('g b', () => open('notifications'), { label: shellTexts.notifications, group: shellTexts.goTo });
  useMainShortcuts();
  useFocusOnNewPage(path, main);

  // an overlay of the shell closes with the page that it was opened on, as modals do
  const [shownPath, setShownPath] = useState(path);
  if (shownPath !== path) {
    setShownPath(path);
    setOverlay(null);
  }

  return (
    <>
      <a href="#content" className={styles.skip}>
        {shellTexts.skip}
      </a>
      <Frame
        rail={
          <Rail
            path={path}
            hasNews={hasNews(seenTag)}
            onOpenPalette={() => open('palette')}
            onOpenShortcuts={() => open('shortcuts')}
            onOpenAnnouncements={openAnnouncements}
            onOpenNotifications={() => open('notifications')}
          />
        }
      >
        <Banners />
        <ToastRoom fallback />
        <main ref={main} id="content" tabIndex={-1} className={styles.main}>
          <ErrorBoundary resetKey={path} fallback={(error) => <PageFailed error={error} />}>
            <Outlet />
          </ErrorBoundary>
        </main>
      </Frame>
      <ModalHost
        registry={modalRegistry}
        path={path}
        onError={(error) => {
          report(error);
          toasts.error(shellTexts.modalFailed, { action: loadAgain });
        }}
      />
      <ErrorBoundary
        fallback={null}
        resetKey={overlay ?? ''}
        onError={(error) => {
          report(error);
          close();
          toasts.error(shellTexts.modalFailed, { action: loadAgain });
        }}
      >
        <Suspense fallback={null}>
          {used.has('palette') ? <Palette opened={overlay === 'palette'} onClose={close} onOpenShortcuts={() => open('shortcuts')} onOpenAnnouncements={openAnnouncements} /> : null}
          {used.has('shortcuts') ? <ShortcutSheet opened={overlay === 'shortcuts'} onClose={close} /> : null}
          {used.has('notifications') ? <NotificationsPanel opened={overlay === 'notifications'} onClose={close} /> : null}
          {used.has('announcements') ? <AnnouncementsPanel opened={overlay === 'announcements'} onClose={close} /> : null}
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** G and a letter for the areas, C and I for what can be added. */
function useMainShortcuts(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const build = { screenExists, modalExists };
  const areas = areaEntries(viewer, build);
  const add = addEntries(viewer, build);
  const settings = settingsEntries(viewer, build)[0];

  const area = (id: AreaEntry['id']) => areas.find((entry) => entry.id === id);
  const useArea = (id: AreaEntry['id'], keys: string): void => {
    const entry = area(id);
    useShortcut(keys, () => goTo(screens[id].address, entry?.inApp !== false), { label: entry?.label ?? null, group: shellTexts.goTo, enabled: entry !== undefined });
  };
  const goTo = (address: string, inApp: boolean): void => {
    if (inApp) void navigate({ to: address });
    else window.location.assign(address);
  };
  useArea('ideas', 'g i');
  useArea('insights', 'g n');
  useArea('ai_tools', 'g a');
  useArea('roadmap', 'g r');
  useArea('tickets', 'g t');
  useArea('knowledge_base', 'g k');
  useShortcut('g s', () => settings !== undefined && goTo(screens[settings.screen].address, true), {
    label: shellTexts.settings,
    group: shellTexts.goTo,
    enabled: settings !== undefined,
  });

  const idea = add.find((entry) => entry.modal === 'idea');
  const feedback = add.find((entry) => entry.modal === 'feedback');
  useShortcut('c', () => openModal('feedback', {}), { label: feedback?.label ?? null, group: shellTexts.create, enabled: feedback !== undefined });
  useShortcut('i', () => openModal('idea', { mode: 'create' }), { label: idea?.label ?? null, group: shellTexts.create, enabled: idea !== undefined });
}

/** Takes the focus to the content when another page is shown, so that keyboard and screen reader go on there; not on the first page, and not while only the page's state changes. */
function useFocusOnNewPage(path: string, main: RefObject<HTMLElement | null>): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path, main]);
}
