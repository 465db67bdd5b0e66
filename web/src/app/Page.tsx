import { useParams } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import type { ComponentType, ReactNode } from 'react';
import { useViewer } from '../api/viewer.ts';
import { filtersOfPath } from '../host/addresses.ts';
import { DeniedState } from '../ui/states.tsx';
import { NotFound } from './pages.tsx';
import { screens } from './screens.ts';
import type { ScreenKey } from './screens.ts';
import { shellTexts } from './texts.ts';

/** A page that the router can load ahead of time. */
type LoadablePage = ComponentType<Record<string, unknown>> & { preload?: () => Promise<unknown> };

/**
 * The component of a screen's route: sets the document's title, keeps out whom
 * the screen is not for (before anything is asked of the server), and hands the
 * parameters of the path to the page:
 *
 * - idea details get `suggestion_id`,
 * - the ideas list gets `preset`: filters that its path names, e.g. `{assigned_owner: '17'}`.
 */
export function pageOf(key: ScreenKey, page: unknown): { (): ReactNode; preload: () => Promise<void> } {
  const Loaded = page as LoadablePage;
  const screen = screens[key];
  function Page() {
    const viewer = useViewer();
    const params = useParams({ strict: false }) as Record<string, string | undefined>;
    // before the page's own effects, which may know a better title
    useLayoutEffect(() => {
      document.title = `${screen.title} – ${shellTexts.product}`;
    }, []);
    if (!screen.needs(viewer)) return <DeniedState isPage />;
    if (params['filters'] !== undefined) {
      const preset = filtersOfPath(params['filters']);
      return preset === null ? <NotFound /> : <Loaded preset={preset} />;
    }
    return <Loaded {...params} />;
  }
  Page.preload = async (): Promise<void> => {
    await Loaded.preload?.();
  };
  return Page;
}
