import { badInput } from '../core/errors.ts';
import { OperatorError } from '../core/operator_error.ts';
import { readWorkspaceName } from '../domain/account/names.ts';
import { hostProblem, updateWorkspace } from '../domain/account/set_up.ts';
import { UsageError, type Command } from './command.ts';
import { openInstallation } from './command_scope.ts';
import { readFeatures } from './features.ts';

/** Changes name, host or features of a workspace. */
export const command: Command = {
  name: 'subdomain update',
  summary: 'Change the name, host or features of a workspace.',
  usage: '--key <key> [--name <name>] [--host <host>] [--features <list>]',
  options: {
    key: { type: 'string', help: 'Which workspace.' },
    name: { type: 'string', help: 'Its new name for people.' },
    host: { type: 'string', help: 'Its new host name; "none" takes it away.' },
    features: { type: 'string', help: 'All features that it has from now on, separated by commas.' },
  },
  run: async (args, io) => {
    const key = args.required('key');
    const given = args.text('name');
    const name = given === null ? undefined : readWorkspaceName(given);
    const host = args.text('host')?.trim().toLowerCase();
    const cname = host === 'none' ? null : host;
    const wanted = args.text('features');
    const features = wanted === null ? undefined : readFeatures(wanted);
    if (name === undefined && cname === undefined && features === undefined) throw new UsageError('Say what to change: --name, --host or --features.');
    const problem = cname === undefined || cname === null ? null : hostProblem(cname);
    if (problem !== null) throw badInput('host', `--host "${cname}": ${problem}.`);
    const { workspaces, database } = await openInstallation(io);
    try {
      const change = { ...(name === undefined ? {} : { name }), ...(cname === undefined ? {} : { cname }), ...(features === undefined ? {} : { features }) };
      if (!(await updateWorkspace(database.pools.direct, key, change))) throw new OperatorError(`There is no workspace "${key}". "npm run earshot -- subdomain list" names those that exist.`);
      await workspaces.refresh();
      const workspace = (await workspaces.ofKey(key))!;
      io.out(`Changed the workspace "${key}": ${workspace.name}, at ${workspaces.publicUrl(key)}.`);
      io.json({ id: workspace.id, key, name: workspace.name, host: workspace.cname, features: workspace.features, url: workspaces.publicUrl(key) });
    } finally {
      await database.close();
    }
  },
};
