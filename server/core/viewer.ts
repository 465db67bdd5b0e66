import {
  canRead,
  canWrite,
  hasFeature,
  type Area,
  type Feature,
  type PermissionsMap,
} from '../../contract/permissions.ts';

/** Who asks: a signed-in person of one tenant, or the system itself (jobs, import). */
export interface Viewer {
  subdomain_id: string;
  /** null: the system */
  user_id: string | null;
  display_name: string;
  email_address: string | null;
  license_type: string;
  permissions: PermissionsMap;
  /** feature flags and accesses of the tenant */
  authorized_features: readonly string[];
  /** may use the console: licence full or owner, and core_access of the account (DEC-039, DEC-058) */
  core_admin: boolean;
  /** number of the session that the call belongs to; undefined: it belongs to none, as jobs and the command line */
  session_id?: string;
  /** what is counted of that session and of all that came out of the same sign-in is counted under this; undefined as above */
  session_root?: string;
  /** number of the API key that the call came with; undefined: it came with none. The rights are then the key's */
  api_key_id?: string;
}

/** A rule that a viewer meets or not; `label` names it in the printed table of rights. */
export interface Permission {
  label: string;
  allows(viewer: Viewer): boolean;
}

/** Every core admin: for what belongs to no area. */
export const anyAdmin: Permission = { label: 'core admin', allows: () => true };

/** Read right on an area. */
export const readRight = (area: Area): Permission => ({
  label: `${area}: read`,
  allows: (viewer) => canRead(viewer.permissions, area),
});

/** Write right on an area. */
export const writeRight = (area: Area): Permission => ({
  label: `${area}: write`,
  allows: (viewer) => canWrite(viewer.permissions, area),
});

/** A feature flag or access of the tenant. */
export const withFeature = (feature: Feature): Permission => ({
  label: `feature ${feature}`,
  allows: (viewer) => hasFeature(viewer.authorized_features, feature),
});

/** All of several permissions. */
export const allOf = (...permissions: Permission[]): Permission => ({
  label: permissions.map((permission) => permission.label).join(' and '),
  allows: (viewer) => permissions.every((permission) => permission.allows(viewer)),
});

/** Features and roadmaps (PERM-012, PERM-015). */
export const readsFeatures = allOf(readRight('features'), withFeature('features_feature'));

/** One of several permissions. */
export const anyOf = (...permissions: Permission[]): Permission => ({
  label: permissions.map((permission) => permission.label).join(' or '),
  allows: (viewer) => permissions.some((permission) => permission.allows(viewer)),
});

/** The owner of the workspace, or the system. */
export const isOwner: Permission = {
  label: 'owner',
  allows: (viewer) => viewer.license_type === 'owner' || viewer.user_id === null,
};
