/** The areas of the console. An area is part of the product as soon as it stands here. */
import { conversation } from '../features/conversation/feature.ts';
import { customers } from '../features/customers/feature.ts';
import { exchange } from '../features/exchange/feature.ts';
import { ideas } from '../features/ideas/feature.ts';
import { impact } from '../features/impact/feature.ts';
import { insights } from '../features/insights/feature.ts';
import { notifications } from '../features/notifications/feature.ts';
import { roadmap } from '../features/roadmap/feature.ts';
import { satisfaction } from '../features/satisfaction/feature.ts';
import { settings } from '../features/settings/feature.ts';
import { statuses } from '../features/statuses/feature.ts';
import { support } from '../features/support/feature.ts';
import { themes } from '../features/themes/feature.ts';
import { tracker } from '../features/tracker/feature.ts';
import { views } from '../features/views/feature.ts';
import { AREAS } from '../shared/feature.ts';
import type { AddEntry, Area, AreaId, Feature, ModalLoads, Screen } from '../shared/feature.ts';

/** Screens of all areas; menus list them in this order. */
export const featureScreens = {
  ...ideas.screens,
  ...views.screens,
  ...insights.screens,
  ...themes.screens,
  ...impact.screens,
  ...roadmap.screens,
  ...support.screens,
  ...satisfaction.screens,
  ...customers.screens,
  ...settings.screens,
  ...exchange.screens,
  ...conversation.screens,
  ...notifications.screens,
} satisfies Record<string, Screen>;

/** What each area opens over a page: the compiler names one that none of them brings. */
export const featureModals: ModalLoads = {
  ...conversation.modals,
  ...statuses.modals,
  ...ideas.modals,
  ...views.modals,
  ...roadmap.modals,
  ...tracker.modals,
  ...impact.modals,
};

const areas: Record<AreaId, Area> = {
  ...ideas.areas,
  ...themes.areas,
  ...insights.areas,
  ...roadmap.areas,
  ...support.areas,
};

/** The entries of the navigation, top to bottom. */
export const featureAreas: readonly (Area & { id: AreaId })[] = AREAS.map((id) => ({ id, ...areas[id] }));

/** The Add menu. */
export const featureAdds: readonly AddEntry[] = conversation.adds;

/** Other addresses that lead to screens. */
export const featureRedirects: NonNullable<Feature['redirects']> = [...ideas.redirects, ...themes.redirects];
