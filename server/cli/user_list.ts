import { listUsers } from '../domain/account/team.ts';
import type { Command } from './command.ts';
import { openCommandScope } from './command_scope.ts';

/** Lists who may sign in. */
export const command: Command = {
  name: 'user list',
  summary: 'List the team, and everyone else who has a password.',
  usage: '[--subdomain <key>]',
  options: { subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' } },
  run: async (args, io) => {
    const { scope, close } = await openCommandScope(io, args.text('subdomain'));
    try {
      const users = await listUsers(scope);
      for (const user of users) {
        const seen =
          user.last_login === null
            ? 'never signed in'
            : `last signed in ${user.last_login.toISOString().slice(0, 10)}`;
        io.out(
          `${(user.email_address ?? '(no address)').padEnd(36)} ${user.license_type.padEnd(12)} ${user.permission_state.padEnd(8)} ${seen}  ${user.name ?? ''}`.trimEnd(),
        );
      }
      if (users.length === 0) io.out('There is no one yet.');
      io.json({ users });
    } finally {
      await close();
    }
  },
};
