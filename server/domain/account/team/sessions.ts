import { memberProblem } from '../../../../contract/team.ts';
import { displayName } from '../../../../contract/user_name.ts';
import { defineCommand } from '../../../core/command.ts';
import { badInput, notFound } from '../../../core/errors.ts';
import { defineQuery } from '../../../core/query.ts';
import { shape } from '../../../core/shape.ts';
import { idInput, required } from '../../../inputs/kinds.ts';
import { announceAccountChange } from '../announce.ts';
import { browserName } from '../browser_name.ts';
import { networkOf } from '../limits/network.ts';
import { keepsTeam } from './members.ts';

/** Sessions that the page lists, the latest used first. */
const LISTED = 200;

const sessionShape = shape('TeamSession', 'A browser in which someone of the team is signed in.', {
  id: { type: 'ID!', description: 'Id.' },
  user: { type: 'ID!', description: 'Id of the person.' },
  display_name: { type: 'String!', description: 'Their name as shown.' },
  license_type: { type: 'String!', description: 'Their licence.' },
  browser: { type: 'String', description: 'Browser and system, as it says itself; null: it says nothing.' },
  network: {
    type: 'String',
    description:
      'Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 one; null: not known.',
  },
  created_at: { type: 'String!', description: 'Since when.' },
  last_used_at: { type: 'String!', description: 'When it was last used, to about ten minutes.' },
  is_current: { type: 'Boolean!', description: 'The session that this call belongs to.' },
});

/** Where the team is signed in. */
export const teamSessions = defineQuery({
  name: 'team_sessions',
  description: `Sessions of everyone in the workspace, the latest used first, at most ${LISTED}.`,
  requires: keepsTeam,
  args: {},
  returns: '[TeamSession!]!',
  reads: ['sessions', 'users.name', 'users.email_address', 'users.license_type'],
  shapes: [sessionShape],
  run: async (_args, { scope }) => {
    const { viewer } = scope;
    const rows = await scope.db
      .selectFrom('sessions as s')
      .innerJoin('users as u', (join) =>
        join.onRef('u.id', '=', 's.user_id').on('u.subdomain_id', '=', viewer.subdomain_id),
      )
      .select([
        's.id',
        's.user_id',
        'u.name',
        'u.email_address',
        'u.license_type',
        's.user_agent',
        's.ip',
        's.created_at',
        's.last_used_at',
      ])
      .where('s.subdomain_id', '=', viewer.subdomain_id)
      .where('s.expires_at', '>', scope.now())
      .orderBy('s.last_used_at', 'desc')
      .orderBy('s.id', 'desc')
      .limit(LISTED)
      .execute();
    return rows.map((row) => ({
      id: row.id,
      user: row.user_id,
      display_name: displayName(row),
      license_type: row.license_type,
      browser: browserName(row.user_agent),
      network: row.ip === null ? null : networkOf(row.ip),
      created_at: row.created_at.toISOString(),
      last_used_at: row.last_used_at.toISOString(),
      is_current: row.id === viewer.session_id,
    }));
  },
});

/** Ends a session of a colleague. */
export const teamSessionEnd = defineCommand({
  name: 'team_session_end',
  description:
    'Ends a session of someone of the team; its tokens end with it, and what came out of it in other workspaces. Those of an owner are for owners.',
  requires: keepsTeam,
  input: { id: required(idInput('Session.')) },
  returns: { type: 'Boolean!' },
  run: async ({ id }, { tx, subdomain_id, viewer, audit }) => {
    if (id === viewer.session_id)
      throw badInput('id', 'This is the session that you are using. Sign out to end it.', {
        reason: 'current',
      });
    const held = await tx
      .selectFrom('sessions as s')
      .innerJoin('users as u', (join) =>
        join.onRef('u.id', '=', 's.user_id').on('u.subdomain_id', '=', subdomain_id),
      )
      .select(['s.user_id', 's.secret_hash', 'u.license_type'])
      .where('s.subdomain_id', '=', subdomain_id)
      .where('s.id', '=', id)
      .executeTakeFirst();
    if (!held) throw notFound('id', 'session');
    const refused = memberProblem(viewer, held);
    if (refused !== null) throw badInput('id', refused, { reason: 'owner' });
    await tx.deleteFrom('sessions').where('subdomain_id', '=', subdomain_id).where('id', '=', id).execute();
    await announceAccountChange(tx, {
      about: 'session',
      subdomain_id,
      session: held.secret_hash.toString('hex'),
    });
    await audit('team_session_end', held.user_id);
    return true;
  },
});
