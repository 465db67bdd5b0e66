import { passwordAddress } from '../domain/account/mails/account_mails.ts';
import { createLinkFor } from '../domain/account/team.ts';
import type { Command } from './command.ts';
import { openCommandScope } from './command_scope.ts';

/** A way in for someone who has no password, or lost it. */
export const command: Command = {
  name: 'user reset-link',
  summary: 'Print a link with which a user chooses a password.',
  usage: '--email <address> [--subdomain <key>]',
  options: {
    email: { type: 'string', help: 'Address of the user.' },
    subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' },
  },
  run: async (args, io) => {
    const email = args.required('email');
    const { scope, workspace, workspaces, close } = await openCommandScope(io, args.text('subdomain'));
    try {
      const { token, purpose } = await createLinkFor(scope, email, 'reset');
      const link = passwordAddress(workspaces.publicUrl(workspace.key), token);
      io.out(`The link works once, ${purpose === 'invitation' ? 'for 7 days' : 'for an hour'}:`);
      io.out(`  ${link}`);
      io.json({ email, link });
    } finally {
      await close();
    }
  },
};
