import { ALL_PERMISSIONS } from '../../../contract/permissions.ts';
import type { Viewer } from '../../core/viewer.ts';

/** The system acting in one workspace: jobs, import, command line. It has every right there and nowhere else. */
export function systemViewer(subdomain: { id: string; features: readonly string[] }): Viewer {
  return {
    subdomain_id: subdomain.id,
    user_id: null,
    display_name: 'Earshot',
    email_address: null,
    license_type: 'owner',
    permissions: ALL_PERMISSIONS,
    authorized_features: subdomain.features,
    core_admin: true,
  };
}
