import { emailProblem } from '../../../contract/email.ts';
import { emailLimits, passwordLimits, textLimits } from '../../../contract/limits.ts';
import { passwordProblem } from '../../../contract/password.ts';
import { displayName } from '../../../contract/user_name.ts';
import { sql } from 'kysely';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { noteHappening } from '../../core/happenings.ts';
import { badInput, badRequest, forbidden, notFound, type ProductError } from '../../core/errors.ts';
import { idInput, validatedText, secretInput, singleLine, required } from '../../inputs/kinds.ts';
import { defineQuery } from '../../core/query.ts';
import { shape } from '../../core/shape.ts';
import type { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import { anyAdmin, type Viewer } from '../../core/viewer.ts';
import type { SessionElsewhere } from '../../core/services.ts';
import { announceAccountChange } from './announce.ts';
import { browserName } from './browser_name.ts';
import {
  charge,
  clearFailuresOf,
  giveBack,
  ShareUsedUp,
  type Charge,
  type Share,
} from './limits/login_backoff.ts';
import { readPersonName } from './hosts/names.ts';
import { TooManyWaiting } from './limits/semaphore.ts';
import { networkOf } from './limits/network.ts';
import { LINK_LIFE_MS, revokeLinksOf } from './one_time_link.ts';
import { emailConfirmMail, isSameEmail, ownNewsMail } from './mails/own_mails.ts';
import { hashPassword, verifyPassword } from './password_hash.ts';
import { ownPasskeyShape, passkeysOf, showPasskey } from './second_factor/passkey.ts';
import { originKey } from './session_origins.ts';
import { accountKey, personAtGate } from './limits/shares.ts';
import { passwordMinOf } from './password.ts';

const profileShape = shape(
  'OwnProfile',
  "The viewer's own account.",
  {
    name: {
      type: 'String!',
      description: 'Name that others see; the part of the address before the @ without one.',
    },
    avatar_url: { type: 'String', description: 'Address of the picture; null shows the initials.' },
    email_address: { type: 'String', description: 'Address that one signs in with; null: none.' },
    email_confirmed: {
      type: 'Boolean!',
      description: 'The address was confirmed by a link that was sent there.',
    },
    pending_email_address: {
      type: 'String',
      description: 'Address that counts once the link that was sent there is followed; null: none.',
    },
    pending_email_until: { type: 'String', description: 'Until when that link works; null: there is none.' },
    has_password: {
      type: 'Boolean!',
      description: 'There is a password; without one the viewer comes in by links alone.',
    },
    second_factor_at: {
      type: 'String',
      description: 'Since when a code is asked for at sign-in; null: none is.',
    },
    recovery_codes_left: { type: 'Int!', description: 'Recovery codes that still work.' },
    requires_second_factor: {
      type: 'Boolean!',
      description: 'The workspace requires two-step sign-in of everyone.',
    },
    password_min_characters: { type: 'Int!', description: 'A new password has at least so many characters.' },
    passkeys: { type: '[OwnPasskey!]!', description: 'Passkeys that stand in for codes, the oldest first.' },
  },
  [ownPasskeyShape],
);

const sessionShape = shape('OwnSession', 'A browser in which the viewer is signed in.', {
  id: { type: 'ID!', description: 'Id.' },
  browser: { type: 'String', description: 'Browser and system, as it says itself; null: it says nothing.' },
  network: {
    type: 'String',
    description:
      'Network of the sign-in: an IPv4 address, or the first 64 bits of an IPv6 one; null: not known.',
  },
  created_at: { type: 'String!', description: 'Since when.' },
  last_used_at: {
    type: 'String!',
    description: 'When the console was last used in it, to about ten minutes.',
  },
  is_current: { type: 'Boolean!', description: 'The session that this call belongs to.' },
  workspace: {
    type: 'String',
    description:
      'Name of the other workspace in which it is: it came out of one of the sessions here, and ends with that one; null: it is here.',
  },
});

/** The person who asks. @throws ProductError FORBIDDEN for the system, which has no account */
export function ownId({ user_id }: Viewer): string {
  if (user_id === null) throw forbidden();
  return user_id;
}

async function readProfile(db: Tx, viewer: Viewer, now: Date): Promise<Record<string, unknown>> {
  const row = await db
    .selectFrom('users')
    .select([
      'name',
      'avatar_url',
      'email_address',
      'email_confirmed',
      'pending_email_address',
      'pending_email_at',
      'password_hash',
    ])
    .where('subdomain_id', '=', viewer.subdomain_id)
    .where('id', '=', ownId(viewer))
    .executeTakeFirstOrThrow();
  const until =
    row.pending_email_at === null ? null : new Date(row.pending_email_at.getTime() + LINK_LIFE_MS.email);
  const isPending = until !== null && until > now;
  const factor = await db
    .selectFrom('second_factors')
    .select(['confirmed_at', sql<number>`cardinality(recovery_hashes)`.as('left')])
    .where('subdomain_id', '=', viewer.subdomain_id)
    .where('user_id', '=', ownId(viewer))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  const { requires_second_factor, password_min_characters } = await db
    .selectFrom('subdomains')
    .select(['requires_second_factor', 'password_min_characters'])
    .where('id', '=', viewer.subdomain_id)
    .executeTakeFirstOrThrow();
  return {
    name: displayName(row),
    avatar_url: row.avatar_url,
    email_address: row.email_address,
    email_confirmed: row.email_confirmed,
    pending_email_address: isPending ? row.pending_email_address : null,
    pending_email_until: isPending ? until.toISOString() : null,
    has_password: row.password_hash !== null,
    second_factor_at: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes_left: factor?.left ?? 0,
    requires_second_factor,
    password_min_characters,
    passkeys: (await passkeysOf(db, viewer.subdomain_id, ownId(viewer))).map(showPasskey),
  };
}

/** What the viewer may change of their own account. */
export const ownProfile = defineQuery({
  name: 'own_profile',
  description: "The viewer's own account: name, picture, address and password.",
  requires: anyAdmin,
  args: {},
  returns: 'OwnProfile!',
  reads: [
    'users.name',
    'users.avatar_url',
    'users.email_address',
    'users.email_confirmed',
    'users.pending_email_address',
    'users.password_hash',
    'second_factors',
    'passkeys',
    'subdomains.requires_second_factor',
    'subdomains.password_min_characters',
  ],
  shapes: [profileShape],
  run: (_args, { scope }) => readProfile(scope.db, scope.viewer, scope.now()),
});

/** Changes the name that others see. */
export const ownProfileUpdate = defineCommand({
  name: 'own_profile_update',
  description: "Changes the viewer's own name: colleagues see it, and emails carry it.",
  requires: anyAdmin,
  input: { name: required(singleLine('Name.', textLimits.nameCharacters)) },
  returns: { type: 'OwnProfile!' },
  shapes: [profileShape],
  run: async (input, { tx, viewer, subdomain_id, now, audit }) => {
    const id = ownId(viewer);
    const name = readPersonName(input.name);
    const changed = await tx
      .updateTable('users')
      .set({ name, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .where('name', 'is distinct from', name)
      .executeTakeFirst();
    if (Number(changed.numUpdatedRows) > 0) {
      noteHappening(tx, 'user_updated', [id]);
      await audit('own_profile_update', id, { name });
      // the name is part of what is remembered of a session
      await announceAccountChange(tx, { about: 'user', subdomain_id, user_id: id });
    }
    return readProfile(tx, viewer, now);
  },
});

/** Where the viewer is signed in. */
export const ownSessions = defineQuery({
  name: 'own_sessions',
  description:
    'All sessions of the viewer, at most 100: this one first, then the latest used; behind them those that came out of them in other workspaces.',
  requires: anyAdmin,
  args: {},
  returns: '[OwnSession!]!',
  reads: ['sessions'],
  shapes: [sessionShape],
  run: async (_args, { scope }) => {
    const { viewer, db } = scope;
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'ip', 'user_agent', 'created_at', 'last_used_at', 'generation', 'origins'])
      .where('subdomain_id', '=', viewer.subdomain_id)
      .where('user_id', '=', ownId(viewer))
      .where('expires_at', '>', scope.now())
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc')
      .execute();
    const { sessionOrigins } = scope.services;
    const living = await sessionOrigins.living(rows.flatMap(({ origins }) => origins));
    const here = rows
      .filter(({ origins }) => origins.every((key) => living.has(key)))
      .map((row) => ({ ...row, workspace: null }))
      .toSorted((a, b) => Number(b.id === viewer.session_id) - Number(a.id === viewer.session_id));
    const elsewhere = await sessionOrigins.outOf(
      viewer.subdomain_id,
      here.map((row) => originKey(viewer.subdomain_id, row)),
    );
    return [...here, ...elsewhere].map(({ id, ip, user_agent, created_at, last_used_at, workspace }) => ({
      id,
      browser: browserName(user_agent),
      network: ip === null ? null : networkOf(ip),
      created_at: created_at.toISOString(),
      last_used_at: last_used_at.toISOString(),
      is_current: id === viewer.session_id,
      workspace,
    }));
  },
});

type Ending = Pick<CommandContext, 'tx' | 'viewer' | 'services'>;

/** Ends one session of the viewer's own in the open transaction, and with it what came out of it. @returns false when there is none */
async function endOne({ tx, viewer, services }: Ending, id: string): Promise<boolean> {
  const { subdomain_id } = viewer;
  const ended = await tx
    .deleteFrom('sessions')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', ownId(viewer))
    .where('id', '=', id)
    .returning('secret_hash')
    .executeTakeFirst();
  if (ended) {
    await announceEnd(tx, { subdomain_id, ...ended });
    return true;
  }
  const elsewhere = (await sessionsElsewhere({ tx, viewer, services })).find((session) => session.id === id);
  if (!elsewhere) return false;
  await services.sessionOrigins.end(elsewhere);
  await announceEnd(tx, elsewhere);
  return true;
}

/**
 * Ends all sessions of the viewer in the open transaction but the one that the call belongs to; of that one all that
 * came out of it in other workspaces, which may be in other hands.
 * @returns how many there were, those in other workspaces included
 */
async function endOthers(context: Ending): Promise<number> {
  const { tx, viewer } = context;
  const { subdomain_id, session_id } = viewer;
  const elsewhere = await sessionsElsewhere(context);
  let others = tx
    .deleteFrom('sessions')
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', ownId(viewer));
  if (session_id !== undefined) others = others.where('id', '<>', session_id);
  const ended = await others.returning('secret_hash').execute();
  for (const { secret_hash } of ended) await announceEnd(tx, { subdomain_id, secret_hash });
  if (session_id !== undefined) {
    const own = await tx
      .updateTable('sessions')
      .set({ generation: sql<number>`generation + 1` })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', session_id)
      .returning('secret_hash')
      .executeTakeFirst();
    // read again it is as it was; what came out of it is not
    if (own) await announceEnd(tx, { subdomain_id, ...own });
  }
  return ended.length + elsewhere.length;
}

/** Tells all processes that a session has ended, and with it whatever came out of it. */
async function announceEnd(
  tx: Tx,
  { subdomain_id, secret_hash }: { subdomain_id: string; secret_hash: Buffer },
): Promise<void> {
  await announceAccountChange(tx, { about: 'session', subdomain_id, session: secret_hash.toString('hex') });
}

/** Sessions in other workspaces that came out of those of the viewer here. */
async function sessionsElsewhere({ tx, viewer, services }: Ending): Promise<SessionElsewhere[]> {
  const rows = await tx
    .selectFrom('sessions')
    .select(['id', 'generation'])
    .where('subdomain_id', '=', viewer.subdomain_id)
    .where('user_id', '=', ownId(viewer))
    .execute();
  return services.sessionOrigins.outOf(
    viewer.subdomain_id,
    rows.map((row) => originKey(viewer.subdomain_id, row)),
  );
}

/** Ends one other session of the viewer's own. */
export const ownSessionEnd = defineCommand({
  name: 'own_session_end',
  description:
    "Ends another session of the viewer's own; its tokens end with it, and what came out of it in other workspaces.",
  requires: anyAdmin,
  input: { id: required(idInput('Session.')) },
  returns: { type: 'Boolean!' },
  run: async ({ id }, context) => {
    const { viewer, audit } = context;
    if (id === viewer.session_id)
      throw badInput('id', 'This is the session that you are using. Sign out to end it.', {
        reason: 'current',
      });
    if (!(await endOne(context, id))) throw notFound('id', 'session');
    await audit('own_session_end', ownId(viewer), { sessions: 1 });
    return true;
  },
});

/** Ends all sessions of the viewer's own but the one that asks, and all that came out of any of them. */
export const ownSessionsEndOthers = defineCommand({
  name: 'own_sessions_end_others',
  description:
    "Ends all sessions of the viewer's own but this one, and what came out of them all in other workspaces. Answers how many there were.",
  requires: anyAdmin,
  input: {},
  returns: { type: 'Int!' },
  run: async (_input, context) => {
    const { viewer, audit } = context;
    const sessions = await endOthers(context);
    if (sessions > 0) await audit('own_session_end', ownId(viewer), { sessions });
    return sessions;
  },
});

/**
 * What a call costs that asks for the current password: of this session and what came out of the same sign-in, so
 * that a stolen one slows down itself and no one else, and has no more tries by moving to another workspace and back.
 */
const triesOf = (viewer: Viewer): Share => ({
  key: `own password ${ownId(viewer)} ${viewer.session_root ?? ''}`.trim(),
  account: viewer.email_address === null ? null : accountKey(viewer.email_address),
  free: 3,
});

/** Emails that one person may have sent to addresses of their choice. */
const confirmationsOf = (viewer: Viewer): Share => ({
  key: `own email ${ownId(viewer)}`,
  account: null,
  burst: 5,
  everyMs: 12 * 60_000,
});

const tooMany = (seconds: number): ProductError =>
  badRequest(
    `Too many tries. Wait ${seconds < 90 ? `${seconds} ${seconds === 1 ? 'second' : 'seconds'}` : `${Math.ceil(seconds / 60)} minutes`} and try again.`,
    { reason: 'too_many', httpStatus: 429 },
  );

/**
 * Compares the current password, outside any transaction: a wrong one is counted although the call is refused, and
 * the counter is charged first, so that many at once cannot outrun it.
 *
 * @returns the hash that it was compared with; null: the person has no password
 * @throws ProductError with field current_password, or reason too_many
 */
export async function requirePassword(scope: Scope, current: string | undefined): Promise<string | null> {
  const { viewer } = scope;
  const id = ownId(viewer);
  const person = await scope.db
    .selectFrom('users')
    .select('password_hash')
    .where('subdomain_id', '=', viewer.subdomain_id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (person.password_hash === null) return null;
  if (current === undefined || current === '')
    throw badInput('current_password', 'Enter your current password.', { reason: 'required' });
  let charges: Charge[] = [];
  try {
    charges = await scope.write((tx) => charge(tx, scope, [triesOf(viewer)]));
    const isRight = await verifyPassword(
      person.password_hash,
      current,
      personAtGate(viewer.subdomain_id, id),
    );
    if (!isRight)
      throw badInput('current_password', 'This is not your current password.', { reason: 'wrong' });
    await scope.write((tx) => giveBack(tx, scope, charges));
  } catch (error) {
    if (error instanceof ShareUsedUp) throw tooMany(error.seconds);
    if (!(error instanceof TooManyWaiting)) throw error;
    await scope.write((tx) => giveBack(tx, scope, charges));
    throw tooMany(error.seconds);
  }
  return person.password_hash;
}

/** Changes the viewer's own password: the current one is asked for, other sessions and open links end, an email tells it. */
export const ownPasswordUpdate = defineCommand({
  name: 'own_password_update',
  description:
    "Changes the viewer's own password. Other sessions and open links end, and an email tells of it. Who has no password asks for a link at the sign-in page.",
  requires: anyAdmin,
  holdsSecret: true,
  input: {
    current_password: required(secretInput('The present password.', passwordLimits.maxCharacters)),
    password: required(
      secretInput(
        'The new password: not a common word, a name or a keyboard pattern, and as long as password_min_characters says.',
        passwordLimits.maxCharacters,
      ),
    ),
  },
  returns: { type: 'Boolean!' },
  prepare: async ({ current_password, password }, scope) => {
    const { viewer } = scope;
    const problem = passwordProblem(
      password,
      [viewer.email_address ?? '', viewer.display_name],
      await passwordMinOf(scope.db, viewer.subdomain_id),
    );
    if (problem !== null) throw badInput('password', problem);
    const before = await requirePassword(scope, current_password);
    if (before === null)
      throw badInput(
        'current_password',
        'You have no password yet. Ask for a link to choose one: "Forgot your password?" on the sign-in page.',
        { reason: 'no_password' },
      );
    return {
      scope,
      before,
      after: await hashPassword(password, personAtGate(viewer.subdomain_id, ownId(viewer))),
    };
  },
  run: async (_input, context, { scope, before, after }) => {
    const { tx, viewer, subdomain_id, now } = context;
    const id = ownId(viewer);
    const person = await tx
      .selectFrom('users')
      .select(['password_hash', 'email_address'])
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    if (person.password_hash !== before)
      throw badRequest('Your password was changed in the meantime. Reload the page and try again.', {
        reason: 'changed',
        httpStatus: 409,
      });
    await tx
      .updateTable('users')
      .set({ password_hash: after, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await revokeLinksOf(tx, subdomain_id, id, now);
    const sessions = await endOthers(context);
    await context.audit('own_password_update', id, { sessions });
    if (person.email_address !== null) {
      await clearFailuresOf(tx, scope, accountKey(person.email_address));
      await context.enqueue(ownNewsMail, {
        what: 'password',
        user_id: id,
        email_address: person.email_address,
        from: await placeOf(tx, viewer),
      });
    }
    return true;
  },
});

/** From where the viewer acts, as the end of a sentence: ' from Firefox on Linux (203.0.113.7)'. */
async function placeOf(tx: Tx, { subdomain_id, session_id }: Viewer): Promise<string> {
  if (session_id === undefined) return '';
  const row = await tx
    .selectFrom('sessions')
    .select(['ip', 'user_agent'])
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', session_id)
    .executeTakeFirst();
  const browser = browserName(row?.user_agent ?? null);
  return `${browser === null ? '' : ` from ${browser}`}${row?.ip ? ` (${networkOf(row.ip)})` : ''}`;
}

/** Begins a change of the viewer's own address: it counts once the link that goes there is followed. */
export const ownEmailUpdate = defineCommand({
  name: 'own_email_update',
  description:
    "Wants another address for the viewer's own account. It counts once the link that is sent there is followed; the present address is told.",
  requires: anyAdmin,
  holdsSecret: true,
  input: {
    email_address: required(validatedText('The new address.', emailLimits.addressCharacters, emailProblem)),
    current_password: secretInput(
      'The present password; who has none chooses one first.',
      passwordLimits.maxCharacters,
    ),
  },
  returns: { type: 'OwnProfile!' },
  shapes: [profileShape],
  prepare: async ({ email_address, current_password }, scope) => {
    const wrong = emailProblem(email_address);
    if (wrong !== null) throw badInput('email_address', wrong, { reason: 'required' });
    if (isSameEmail(email_address, scope.viewer.email_address))
      throw badInput('email_address', 'This is your address already.', { reason: 'same' });
    if ((await requirePassword(scope, current_password)) === null)
      throw badInput(
        'email_address',
        'You have no password yet, and your email is changed with it. Ask for a link to choose one first: "Forgot your password?" on the sign-in page.',
        { reason: 'no_password' },
      );
    try {
      await scope.write((tx) => charge(tx, scope, [confirmationsOf(scope.viewer)]));
    } catch (error) {
      if (error instanceof ShareUsedUp) throw tooMany(error.seconds);
      throw error;
    }
    return undefined;
  },
  run: async ({ email_address }, context) => {
    const { tx, viewer, subdomain_id, now } = context;
    const id = ownId(viewer);
    const person = await tx
      .selectFrom('users')
      .select('email_address')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow();
    await endPendingEmail(tx, subdomain_id, id, now);
    await tx
      .updateTable('users')
      .set({ pending_email_address: email_address, pending_email_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('own_email_update', id, { old_email_address: person.email_address, email_address });
    await context.enqueue(emailConfirmMail, { user_id: id, email_address });
    if (person.email_address !== null && !isSameEmail(person.email_address, email_address)) {
      await context.enqueue(ownNewsMail, {
        what: 'email_wanted',
        user_id: id,
        email_address: person.email_address,
        new_email_address: email_address,
      });
    }
    return readProfile(tx, viewer, now);
  },
});

/** Ends the change of the viewer's own address that waits for its confirmation. */
export const ownEmailCancel = defineCommand({
  name: 'own_email_cancel',
  description:
    "Ends the change of the viewer's own address that waits for its confirmation; nothing changes when none does.",
  requires: anyAdmin,
  input: {},
  returns: { type: 'OwnProfile!' },
  shapes: [profileShape],
  run: async (_input, context) => {
    const { tx, viewer, subdomain_id, now } = context;
    const id = ownId(viewer);
    await tx
      .selectFrom('users')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .execute();
    if (await endPendingEmail(tx, subdomain_id, id, now)) await context.audit('own_email_cancel', id);
    return readProfile(tx, viewer, now);
  },
});

/** Ends a wished-for address and its links in the open transaction; the caller holds the person's row. @returns false when there was none */
async function endPendingEmail(tx: Tx, subdomain_id: string, user_id: string, now: Date): Promise<boolean> {
  await tx
    .updateTable('one_time_links')
    .set({ used_at: now })
    .where('subdomain_id', '=', subdomain_id)
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'email')
    .where('used_at', 'is', null)
    .execute();
  const ended = await tx
    .updateTable('users')
    .set({ pending_email_address: null, pending_email_at: null })
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', user_id)
    .where('pending_email_address', 'is not', null)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows) > 0;
}
