/**
 * Who may change what of the team. The same rules refuse a call on the server and disable a control in the
 * console, with the same sentence (DEC-039, DEC-059).
 */
import {
  ALL_PERMISSIONS,
  NO_PERMISSIONS,
  isCoreAdmin,
  type LicenseType,
  type PermissionsMap,
} from './permissions.ts';

/** Licences of the team, the widest first. */
export const TEAM_LICENSES = ['owner', 'full', 'support', 'contributor'] as const;
export type TeamLicense = (typeof TEAM_LICENSES)[number];

export const teamLimits = {
  /** addresses of one invitation */
  invitationsAtOnce: 50,
  /** people with a licence in a workspace */
  members: 1_000,
  /** groups of people in a workspace, and people of one of them */
  teams: 200,
  membersOfTeam: 100,
} as const;

/** Rights that someone who is invited begins with: the ideas, and nothing of the settings. */
export const STARTING_PERMISSIONS: PermissionsMap = { ...NO_PERMISSIONS, feedback_admin_ui: true };

/**
 * Rights that usually go together. A preset is a beginning: nothing of it is kept, and each right is changed by itself.
 * Presets of a workspace's own would be one more thing to keep; the five say what teams ask for.
 */
export const RIGHT_PRESETS = {
  ideas: STARTING_PERMISSIONS,
  product: {
    ...STARTING_PERMISSIONS,
    features: 'rw',
    tickets: 'r',
    knowledgebase: 'r',
  },
  engineering: { ...STARTING_PERMISSIONS, features: 'r+', knowledgebase: 'r' },
  support: { ...STARTING_PERMISSIONS, features: 'r', tickets: 'rw', knowledgebase: 'rw' },
  administrator: ALL_PERMISSIONS,
} as const satisfies Record<string, PermissionsMap>;
export type RightPreset = keyof typeof RIGHT_PRESETS;

/** The preset that someone's rights are; null: none. */
export function presetOf(permissions: PermissionsMap): RightPreset | null {
  const areas = Object.keys(NO_PERMISSIONS) as PermissionArea[];
  return (
    (Object.keys(RIGHT_PRESETS) as RightPreset[]).find((preset) =>
      areas.every((area) => RIGHT_PRESETS[preset][area] === permissions[area]),
    ) ?? null
  );
}

/** Areas of the permissions map. */
export type PermissionArea = keyof PermissionsMap;

export const teamSentences = {
  onlyOwners: 'Only an owner can change an owner.',
  onlyOwnersMake: 'Only an owner can make someone an owner.',
  lastOwner: 'This is the last owner. Make someone else an owner first.',
  oneself: 'You can’t remove yourself. Ask someone else who manages the settings.',
  ownEmail: 'An owner changes their own email on their profile page.',
  noConsole: 'Only the licenses full and owner open the console.',
  ownerHasAll: 'An owner may do everything.',
  beyondOwn: 'You can’t give a right that you don’t have yourself.',
} as const;

/** Who changes something of the team. */
export interface TeamActor {
  license_type: string;
  permissions: PermissionsMap;
}

const LEVELS: readonly string[] = ['no', 'r', 'r+', 'rw'];

/** How far a right goes: 0 nothing, 3 everything. An unknown value opens nothing. */
function levelOf(permissions: Partial<PermissionsMap>, area: PermissionArea): number {
  const value = permissions[area];
  if (typeof value === 'boolean') return value ? 3 : 0;
  return Math.max(0, LEVELS.indexOf(value ?? 'no'));
}

/** Why someone may not change a member at all; null: they may. */
export function memberProblem(actor: TeamActor, member: { license_type: string }): string | null {
  return member.license_type === 'owner' && actor.license_type !== 'owner' ? teamSentences.onlyOwners : null;
}

/** Why someone may not give a licence; null: they may. */
export function licenseProblem(actor: TeamActor, license_type: string): string | null {
  return license_type === 'owner' && actor.license_type !== 'owner' ? teamSentences.onlyOwnersMake : null;
}

/**
 * Why a right may not be set to a value; null: it may. Nobody gives more than they have; taking a right away needs
 * none of it.
 *
 * @param before what the person may do now
 */
export function rightProblem<Area extends PermissionArea>(
  actor: TeamActor,
  before: Partial<PermissionsMap>,
  area: Area,
  value: PermissionsMap[Area],
): string | null {
  if (actor.license_type === 'owner') return null;
  const wanted = levelOf({ [area]: value }, area);
  return wanted > levelOf(before, area) && wanted > levelOf(actor.permissions, area)
    ? teamSentences.beyondOwn
    : null;
}

/** Why a preset may not be given; null: it may. @param before what the person may do now */
export function presetProblem(
  actor: TeamActor,
  before: Partial<PermissionsMap>,
  preset: RightPreset,
): string | null {
  const areas = Object.keys(NO_PERMISSIONS) as PermissionArea[];
  return (
    areas
      .map((area) => rightProblem(actor, before, area, RIGHT_PRESETS[preset][area]))
      .find((problem) => problem !== null) ?? null
  );
}

/** What is stored of rights: who cannot open the console has none, and of an owner it does not matter. */
export function keptPermissions(license_type: LicenseType | string, wanted: PermissionsMap): PermissionsMap {
  return isCoreAdmin(license_type) ? wanted : NO_PERMISSIONS;
}

/**
 * Reads addresses out of what was typed or pasted: parted by blanks, commas, semicolons or lines; of
 * `Jo Park <jo@acme.example>` the part in brackets. Each once, whatever its capitals.
 */
export function readAddresses(text: string): string[] {
  const parts = text.split(/[,;\n]/).flatMap((piece) => {
    const from = piece.indexOf('<');
    const to = piece.indexOf('>', from);
    // the name before the brackets is none of it
    return (from >= 0 && to > from ? piece.slice(from + 1, to) : piece).split(/\s/);
  });
  const seen = new Set<string>();
  return parts.filter((part) => {
    const key = part.toLowerCase();
    if (part === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
