import { resetSecondFactorOf } from '../domain/account/team.ts';
import type { Command } from './command.ts';
import { openCommandScope } from './command_scope.ts';

/** A way in for someone who lost what shows the codes, and is the only one who could help themselves. */
export const command: Command = {
  name: 'user reset-two-step',
  summary: 'Turn two-step sign-in of a user off.',
  usage: '--email <address> [--subdomain <key>]',
  options: {
    email: { type: 'string', help: 'Address of the user.' },
    subdomain: { type: 'string', help: 'Key of the workspace; the default one without it.' },
  },
  run: async (args, io) => {
    const email = args.required('email');
    const { scope, close } = await openCommandScope(io, args.text('subdomain'));
    try {
      const had = await resetSecondFactorOf(scope, email);
      io.out(had ? 'Their two-step sign-in is off.' : 'Their two-step sign-in was off already.');
      io.json({ email, had });
    } finally {
      await close();
    }
  },
};
