/** What impact reports bring to the console. */
import { hasFeature } from '../../../../contract/permissions.ts';
import type { Rights } from '../../../../contract/permissions.ts';
import { impactReportsAddress } from '../../host/addresses.ts';
import '../../host/modals.ts';
import { readsFeedback } from '../../shared/feature.ts';
import type { Feature } from '../../shared/feature.ts';

const seesImpact = (rights: Rights): boolean =>
  readsFeedback(rights) && hasFeature(rights.authorized_features, 'impact_reports');

export const impact = {
  screens: {
    impact_reports: {
      address: impactReportsAddress,
      title: 'Impact reports',
      load: async () => (await import('./ImpactReportsPage.tsx')).ImpactReportsPage,
      needs: seesImpact,
      area: 'ai_tools',
      commands: { 'Impact reports': '' },
    },
    impact_report: {
      address: `${impactReportsAddress}/$impact_report_id`,
      title: 'Impact report',
      load: async () => (await import('./ImpactReportPage.tsx')).ImpactReportPage,
      needs: seesImpact,
      area: 'ai_tools',
    },
  },
  modals: {
    raiseImpact: async () => (await import('./RaiseImpactDialog.tsx')).RaiseImpactDialog,
    shareImpact: async () => (await import('./ShareImpactDialog.tsx')).ShareImpactDialog,
  },
} satisfies Feature;
