import { canContribute } from '../../../contract/permissions.ts';
import {
  allOf,
  readRight,
  readsFeatures,
  withFeature,
  writeRight,
  type Permission,
} from '../../core/viewer.ts';

const isOn = withFeature('features_feature');

/** Who sees features and roadmaps (PERM-012, PERM-015). */
export const canReadFeatures = readsFeatures;

/** Who makes, changes and moves them. */
export const canWriteFeatures = allOf(writeRight('features'), isOn);

const contributes: Permission = {
  label: 'features: contribute',
  allows: (viewer) => canContribute(viewer.permissions, 'features'),
};

/** Who links ideas to features: who may see ideas, and has r+ or rw on features. */
export const canLinkIdeas = allOf(contributes, readRight('feedback'), isOn);

/** Who sees what customers pay. */
export const seesMoney = withFeature('account_insights');
