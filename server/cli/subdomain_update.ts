import { badInput } from '../core/errors.ts';
import { OperatorError } from '../process/operator_error.ts';
import { readWorkspaceName } from '../domain/account/hosts/names.ts';
import { parseDate } from '../../contract/dates.ts';
import { ownHostProblem } from '../../contract/hosts.ts';
import { hostNewsMail } from '../domain/account/hosts/host_name.ts';
import { updateWorkspace } from '../domain/account/set_up.ts';
import { UsageError, type Command } from './command.ts';
import { openInstallation, openQueue, scopeWith } from './command_scope.ts';
import { readFeatures } from './features.ts';

/** Changes name, host, features or trial of a workspace. */
export const command: Command = {
  name: 'subdomain update',
  summary: 'Change the name, host, features or trial of a workspace.',
  usage: '--key <key> [--name <name>] [--host <host>] [--features <list>] [--trial-until <day>]',
  options: {
    key: { type: 'string', help: 'Which workspace.' },
    name: { type: 'string', help: 'Its new name for people.' },
    host: {
      type: 'string',
      help: 'Its new host name, for which you vouch: it leads there at once; "none" takes it away.',
    },
    features: { type: 'string', help: 'All features that it has from now on, separated by commas.' },
    'trial-until': {
      type: 'string',
      help: 'Last day of its trial (UTC), such as 2027-01-31; the console counts the days, and nothing is blocked afterwards. "none": it is on no trial.',
    },
  },
  run: async (args, io) => {
    const key = args.required('key');
    const given = args.text('name');
    const name = given === null ? undefined : readWorkspaceName(given);
    const host = args.text('host')?.trim().toLowerCase();
    const cname = host === 'none' ? null : host;
    const wanted = args.text('features');
    const features = wanted === null ? undefined : readFeatures(wanted);
    const trial_end_date = readTrialEnd(args.text('trial-until'));
    if ([name, cname, features, trial_end_date].every((one) => one === undefined))
      throw new UsageError('Say what to change: --name, --host, --features or --trial-until.');
    const { workspaces, database, config } = await openInstallation(io);
    try {
      const problem =
        cname === undefined || cname === null ? null : ownHostProblem(cname, workspaces.installationHost);
      if (problem !== null) throw badInput('host', `--host "${cname}": ${problem}.`);
      const before = await workspaces.ofKey(key);
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(cname === undefined ? {} : { cname }),
        ...(features === undefined ? {} : { features }),
        ...(trial_end_date === undefined ? {} : { trial_end_date }),
      };
      if (!(await updateWorkspace(database.pools.direct, key, change)))
        throw new OperatorError(
          `There is no workspace "${key}". "npm run earshot -- subdomain list" names those that exist.`,
        );
      await workspaces.refresh();
      const workspace = (await workspaces.ofKey(key))!;
      const host = workspace.cname ?? before?.cname ?? null;
      if (
        host !== null &&
        cname !== undefined &&
        (workspace.cname !== before?.cname || before.cname_proved_at === null)
      ) {
        const jobs = await openQueue(database, config);
        try {
          const scope = scopeWith(database, workspace, jobs);
          const news = {
            what: workspace.cname === null ? 'removed' : 'vouched',
            host,
            by: 'Who runs the server',
          };
          await scope.write((tx) =>
            jobs.enqueue(tx, hostNewsMail.name, { ...news, subdomain_id: workspace.id }),
          );
        } finally {
          await jobs.close();
        }
      }
      io.out(`Changed the workspace "${key}": ${workspace.name}, at ${workspaces.shownUrl(key)}.`);
      io.json({
        id: workspace.id,
        key,
        name: workspace.name,
        host: workspace.cname,
        features: workspace.features,
        trial_end_date: workspace.trial_end_date?.toISOString() ?? null,
        url: workspaces.shownUrl(key),
      });
    } finally {
      await database.close();
    }
  },
};

/** End of the last day of a trial; null: none; undefined: not said. @throws UsageError for what is no day */
function readTrialEnd(text: string | null): Date | null | undefined {
  if (text === null) return undefined;
  if (text.trim() === 'none') return null;
  const end = DAY.test(text.trim()) ? parseDate(text, new Date(), 'end') : null;
  if (end === null)
    throw new UsageError(`--trial-until "${text}" is no day, such as 2027-01-31, nor "none".`);
  return end;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
