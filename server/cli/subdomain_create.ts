import { DEFAULT_FEATURES } from '../../contract/permissions.ts';
import { badInput } from '../core/errors.ts';
import { readWorkspaceName } from '../domain/account/hosts/names.ts';
import { keyProblem, ownHostProblem } from '../../contract/hosts.ts';
import { createWorkspace } from '../domain/account/set_up.ts';
import type { Command } from './command.ts';
import { openInstallation } from './command_scope.ts';
import { readFeatures } from './features.ts';

/** Makes a workspace without users; `user create` makes its owner. */
export const command: Command = {
  name: 'subdomain create',
  summary: 'Make an empty workspace.',
  usage: '--key <key> --name <name> [--host <host>] [--features <list>]',
  options: {
    key: { type: 'string', help: 'Its name in addresses: small letters, digits and hyphens.' },
    name: { type: 'string', help: 'Its name for people.' },
    host: { type: 'string', help: 'A host name of its own, such as ideas.example.com, for which you vouch.' },
    features: { type: 'string', help: 'Features, separated by commas; all usual ones without it.' },
  },
  run: async (args, io) => {
    const key = args.required('key');
    const name = readWorkspaceName(args.required('name'));
    const cname = args.text('host')?.trim().toLowerCase() ?? null;
    const wanted = args.text('features');
    const features = wanted === null ? DEFAULT_FEATURES : readFeatures(wanted);
    const { workspaces, database } = await openInstallation(io);
    try {
      for (const [field, problem] of [
        ['key', keyProblem(key)],
        ['host', cname === null ? null : ownHostProblem(cname, workspaces.installationHost)],
      ] as const) {
        if (problem !== null)
          throw badInput(field, `--${field} "${field === 'key' ? key : cname}": ${problem}.`);
      }
      const { subdomain_id } = await createWorkspace(database.pools.direct, {
        key,
        name,
        cname,
        features,
        owner: null,
      });
      await workspaces.refresh();
      const url = workspaces.shownUrl(key);
      io.out(
        `Made the workspace "${key}" at ${url}. "npm run earshot -- user create --email <address> --name <name> --license owner --subdomain ${key}" makes its owner.`,
      );
      io.json({ id: subdomain_id, key, url });
    } finally {
      await database.close();
    }
  },
};
