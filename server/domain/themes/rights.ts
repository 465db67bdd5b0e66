import { allOf, readRight, withFeature, writeRight } from '../../core/viewer.ts';

/** Theme reports are seen and made by those who work with ideas, where the workspace has them (PERM-024). */
export const canReadThemes = allOf(readRight('feedback'), withFeature('theme_detection'));
export const canWriteThemes = allOf(writeRight('feedback'), withFeature('theme_detection'));
