import { allOf, readRight, withFeature, writeRight } from '../../core/viewer.ts';

/** Impact reports are seen and raised by those who work with ideas, where the workspace has them (PERM-023). */
export const canReadImpact = allOf(readRight('feedback'), withFeature('impact_reports'));
export const canWriteImpact = allOf(writeRight('feedback'), withFeature('impact_reports'));
/** Who sees what customers pay. */
export const seesMoney = withFeature('account_insights');
