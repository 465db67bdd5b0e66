import {
  AREA_VALUES,
  isTeamMember,
  LICENSE_TYPES,
  NO_PERMISSIONS,
  SETTINGS_VALUES,
  type LicenseType,
  type PermissionsMap,
} from '../../contract/permissions.ts';
import { passwordAddress } from '../domain/account/mails/account_mails.ts';
import { createLinkFor, createUser } from '../domain/account/team.ts';
import { UsageError, type Command } from './command.ts';
import { openCommandScope } from './command_scope.ts';

/** Makes a user; one with a licence and without a password gets a link to choose it. */
export const command: Command = {
  name: 'user create',
  summary: 'Make a user: a member of the team, or an end user.',
  usage:
    '--email <address> --name <name> [--license <type>] [--permissions <list>] [--password <password>] [--subdomain <key>]',
  options: {
    email: { type: 'string', help: 'Address.' },
    name: { type: 'string', help: 'Name.' },
    license: {
      type: 'string',
      help: `${LICENSE_TYPES.join(', ')}; none without it. full and owner may use the console.`,
    },
    permissions: {
      type: 'string',
      help: 'Such as feedback=yes,features=rw,tickets=no,knowledgebase=r,settings=none. What is left out is no. An owner has all.',
    },
    password: {
      type: 'string',
      help: 'At least 12 characters. Without it a member of the team gets a link to choose one.',
    },
    subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' },
  },
  run: async (args, io) => {
    const license_type = readLicense(args.text('license') ?? 'none');
    const user = {
      email_address: args.required('email'),
      name: args.required('name'),
      license_type,
      permissions: readPermissions(args.text('permissions') ?? ''),
      password: args.text('password'),
    };
    const { scope, workspace, workspaces, close } = await openCommandScope(io, args.text('subdomain'));
    try {
      const { id } = await createUser(scope, user);
      io.out(`Made ${user.email_address} (${license_type}).`);
      let link: string | null = null;
      if (user.password === null && isTeamMember(license_type)) {
        const { token } = await createLinkFor(scope, user.email_address, 'reset');
        link = passwordAddress(workspaces.publicUrl(workspace.key), token);
        io.out(`  set a password within 7 days: ${link}`);
      }
      io.json({ id, email: user.email_address, license: license_type, link });
    } finally {
      await close();
    }
  },
};

function readLicense(text: string): LicenseType {
  const found = LICENSE_TYPES.find((type) => type === text);
  if (!found) throw new UsageError(`--license must be one of ${LICENSE_TYPES.join(', ')}, not "${text}".`);
  return found;
}

/**
 * Reads rights such as `feedback=yes,tickets=r`; what is left out is no.
 * @throws UsageError naming what cannot be read
 */
export function readPermissions(text: string): PermissionsMap {
  const map: PermissionsMap = { ...NO_PERMISSIONS };
  for (const pair of text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')) {
    const [area = '', value = ''] = pair.split('=').map((part) => part.trim());
    if (area === 'feedback') {
      if (value !== 'yes' && value !== 'no')
        throw new UsageError(`--permissions: feedback must be yes or no, not "${value}".`);
      map.feedback_admin_ui = value === 'yes';
    } else if (area === 'settings') {
      map.settings = oneOf(area, value, SETTINGS_VALUES);
    } else if (area === 'features' || area === 'tickets' || area === 'knowledgebase') {
      map[area] = oneOf(area, value, AREA_VALUES);
    } else
      throw new UsageError(
        `--permissions: there is no area "${area}"; the areas are feedback, features, tickets, knowledgebase, settings.`,
      );
  }
  return map;
}

function oneOf<T extends string>(area: string, value: string, values: readonly T[]): T {
  const found = values.find((known) => known === value);
  if (!found)
    throw new UsageError(`--permissions: ${area} must be one of ${values.join(', ')}, not "${value}".`);
  return found;
}
