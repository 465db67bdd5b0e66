/** The areas whose rights the team page shows: those that this version has pages of. */
import { canWrite } from '../../../../../contract/permissions.ts';
import type { PermissionsMap } from '../../../../../contract/permissions.ts';

/** In the order of the columns. Ideas and settings know two levels, everything and nothing. */
export const areaNames = ['feedback_admin_ui', 'settings'] as const;

export type ShownArea = (typeof areaNames)[number];

/** How a right is stored. */
export function rightsValue<Area extends ShownArea>(area: Area, isOn: boolean): PermissionsMap[Area] {
  return (area === 'settings' ? (isOn ? 'rw' : 'none') : isOn) as PermissionsMap[Area];
}

/** Whether someone may change things in an area. */
export function mayEdit(permissions: PermissionsMap, area: ShownArea): boolean {
  return canWrite(permissions, area === 'settings' ? 'settings' : 'feedback');
}
