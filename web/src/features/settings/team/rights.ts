/** The areas whose rights the team page shows: those that this version has pages of. */
import { canContribute, canRead, canWrite } from '../../../../../contract/permissions.ts';
import type { Area, PermissionsMap } from '../../../../../contract/permissions.ts';

/** In the order of the columns. */
export const areaNames = ['feedback_admin_ui', 'features', 'tickets', 'knowledgebase', 'settings'] as const;

export type ShownArea = (typeof areaNames)[number];

/** What someone may do in an area. */
export type RightLevel = 'edit' | 'link' | 'view' | 'none';

/** What can be chosen for an area, the most first. Ideas and settings know everything and nothing alone. */
export function levelsOf(area: ShownArea): readonly RightLevel[] {
  if (area === 'features') return ['edit', 'link', 'view', 'none'];
  return area === 'tickets' || area === 'knowledgebase' ? ['edit', 'view', 'none'] : ['edit', 'none'];
}

/** How a right is stored. */
export function rightsValue<Name extends ShownArea>(area: Name, level: RightLevel): PermissionsMap[Name] {
  const stored =
    area === 'feedback_admin_ui'
      ? level === 'edit'
      : area === 'settings'
        ? level === 'edit'
          ? 'rw'
          : 'none'
        : { edit: 'rw', link: 'r+', view: 'r', none: 'no' }[level];
  return stored as PermissionsMap[Name];
}

/** What someone may do in an area. */
export function levelIn(permissions: PermissionsMap, area: ShownArea): RightLevel {
  const named: Area = area === 'feedback_admin_ui' ? 'feedback' : area;
  if (canWrite(permissions, named)) return 'edit';
  if (levelsOf(area).includes('link') && canContribute(permissions, named)) return 'link';
  return levelsOf(area).includes('view') && canRead(permissions, named) ? 'view' : 'none';
}
