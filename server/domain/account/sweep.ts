import { graphqlLimits } from '../../../contract/limits.ts';
import { defineTask } from '../../core/task.ts';
import { sweepDelays } from './limits/login_backoff.ts';
import { sweepLinks } from './one_time_link.ts';
import { sweepSessions } from './session.ts';

/** Removes what has lapsed: sessions, tokens, links, counters of failed sign-ins, remembered answers of commands. */
export const sweepAccounts = defineTask({
  name: 'account_sweep',
  description: 'Remove expired sessions, links and sign-in records',
  batch: 1,
  run: async (_payload, { scope }) => {
    await sweepSessions(scope);
    await sweepLinks(scope);
    await sweepDelays(scope);
    const before = new Date(scope.now().getTime() - graphqlLimits.replayHours * 3_600_000);
    await scope.write((tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('subdomain_id', '=', scope.viewer.subdomain_id)
        .where('created_at', '<', before)
        .execute(),
    );
  },
});
