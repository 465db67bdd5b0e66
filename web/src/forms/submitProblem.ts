import { canWrite } from '../../../contract/permissions.ts';
import type { PermissionsMap } from '../../../contract/permissions.ts';
import { formMessages } from './formMessages.ts';

/**
 * Why the primary button of a form cannot be used; null: it can. Who may not write saves nothing (PANEL-071).
 *
 * @param area what it writes in
 * @param isDenied the workspace lacks what the form needs beside that right
 * @param missing names what is still needed
 */
export function submitProblem({
  permissions,
  area,
  isDenied,
  missing,
  isUploading,
}: {
  permissions: PermissionsMap;
  area: 'feedback' | 'settings' | 'features';
  isDenied: boolean;
  missing: readonly string[];
  isUploading: boolean;
}): string | null {
  if (!canWrite(permissions, area)) return formMessages.noRight[area];
  if (isDenied) return formMessages.notHere;
  if (missing.length > 0) return formMessages.stillNeeded(missing);
  return isUploading ? formMessages.uploading : null;
}
