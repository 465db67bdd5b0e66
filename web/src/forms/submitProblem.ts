import { canWrite } from '../../../contract/permissions.ts';
import type { PermissionsMap } from '../../../contract/permissions.ts';
import { panelMessages } from './panelMessages.ts';

/**
 * Why the primary button of a panel cannot be used; null: it can. Every panel writes feedback, so who may
 * not do that saves nothing (PANEL-071).
 *
 * @param isDenied the workspace lacks what the panel needs beside that right
 * @param missing names what is still needed
 */
export function submitProblem({
  permissions,
  isDenied,
  missing,
  isUploading,
}: {
  permissions: PermissionsMap;
  isDenied: boolean;
  missing: readonly string[];
  isUploading: boolean;
}): string | null {
  if (!canWrite(permissions, 'feedback')) return panelMessages.noRight;
  if (isDenied) return panelMessages.notHere;
  if (missing.length > 0) return panelMessages.stillNeeded(missing);
  return isUploading ? panelMessages.uploading : null;
}
