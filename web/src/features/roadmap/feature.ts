/** What roadmaps and features bring to the console. */
import { IconMap2, IconMapPinFilled } from '@tabler/icons-react';
import { canSeeRoadmap, hasFeature } from '../../../../contract/permissions.ts';
import {
  featureStatusSettingsAddress,
  productAreaSettingsAddress,
  roadmapBoardAddress,
  roadmapListAddress,
  roadmapSettingsAddress,
} from '../../host/addresses.ts';
import '../../host/modals.ts';
import type { Feature } from '../../shared/feature.ts';

export const roadmap = {
  areas: {
    roadmap: {
      label: (rights) =>
        hasFeature(rights.authorized_features, 'internal_roadmap') ? 'Roadmaps & Features' : 'Features',
      letter: 'r',
      icons: [IconMap2, IconMapPinFilled],
    },
  },
  screens: {
    roadmap: {
      address: roadmapBoardAddress(),
      title: 'Roadmap',
      load: async () => (await import('./RoadmapBoardPage.tsx')).RoadmapBoardPage,
      needs: canSeeRoadmap,
      area: 'roadmap',
      also: ['/admin-console/roadmap'],
    },
    feature_list: {
      address: roadmapListAddress(),
      title: 'Features',
      load: async () => (await import('./RoadmapListPage.tsx')).RoadmapListPage,
      needs: canSeeRoadmap,
      area: 'roadmap',
      commands: { Features: '' },
      also: ['/admin-console/roadmap/features', '/admin/v3/roadmap'],
    },
    feature: {
      address: '/admin-console/roadmap/features/$feature_id',
      title: 'Feature',
      load: async () => (await import('./FeaturePage.tsx')).FeaturePage,
      needs: canSeeRoadmap,
      area: 'roadmap',
    },
    roadmap_settings: {
      address: roadmapSettingsAddress(),
      title: 'Roadmaps',
      load: async () => (await import('./settings/RoadmapsPage.tsx')).RoadmapsPage,
      needs: (rights) => hasFeature(rights.authorized_features, 'internal_roadmap'),
      section: 'planning',
    },
    feature_status_settings: {
      address: featureStatusSettingsAddress,
      title: 'Feature statuses',
      load: async () => (await import('./settings/FeatureStatusesPage.tsx')).FeatureStatusesPage,
      section: 'planning',
    },
    product_area_settings: {
      address: productAreaSettingsAddress,
      title: 'Product areas',
      load: async () => (await import('./settings/ProductAreasPage.tsx')).ProductAreasPage,
      section: 'planning',
    },
  },
  modals: {
    linkFeature: async () => (await import('./link/LinkFeatureDialog.tsx')).LinkFeatureDialog,
  },
} satisfies Feature;
