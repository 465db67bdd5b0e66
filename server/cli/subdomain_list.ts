import type { Command } from './command.ts';
import { openInstallation } from './command_scope.ts';

/** Lists the workspaces of the installation. */
export const command: Command = {
  name: 'subdomain list',
  summary: 'List the workspaces.',
  usage: '',
  run: async (_args, io) => {
    const { workspaces, database } = await openInstallation(io);
    try {
      const all = await workspaces.all();
      for (const workspace of all) {
        const off = workspace.deleted_at === null ? '' : '  deactivated';
        io.out(
          `${workspace.key.padEnd(24)} ${workspaces.shownUrl(workspace.key).padEnd(40)} ${workspace.name}${off}`,
        );
      }
      if (all.length === 0) io.out('There is none yet.');
      io.json({
        subdomains: all.map((workspace) => ({
          id: workspace.id,
          key: workspace.key,
          name: workspace.name,
          host: workspace.cname,
          host_proved: workspace.cname_proved_at !== null,
          url: workspaces.shownUrl(workspace.key),
          features: workspace.features,
          trial_end_date: workspace.trial_end_date?.toISOString() ?? null,
          deactivated: workspace.deleted_at !== null,
        })),
      });
    } finally {
      await database.close();
    }
  },
};
