import type pg from 'pg';
import { emailProblem } from '../../../contract/email.ts';
import { DEFAULT_FEATURE_STATUSES, FIRST_ROADMAP } from '../../../contract/features.ts';
import { keyProblem } from '../../../contract/hosts.ts';
import { passwordProblem } from '../../../contract/password.ts';
import { ALL_PERMISSIONS, DEFAULT_FEATURES } from '../../../contract/permissions.ts';
import { IMPORTANCE_LEVELS } from '../../../contract/states.ts';
import { badInput, forbidden } from '../../core/errors.ts';
import { ACCOUNT_CHANNEL } from './announce.ts';
import { NO_ORIGIN, type Origin } from './audit/audit.ts';
import { readPersonName, readWorkspaceName } from './hosts/names.ts';
import { hashPassword } from './password_hash.ts';
import { hashSecret, newSecret } from './secrets.ts';

/** Default public statuses (DEC-131): the first three are open, completed and declined take neither votes nor comments. */
export const DEFAULT_STATUSES = [
  { name: 'under review', hex_color: '#999999', is_open: true, allow_comments: true },
  { name: 'planned', hex_color: '#F0BA00', is_open: true, allow_comments: true },
  { name: 'started', hex_color: '#6FBC00', is_open: true, allow_comments: true },
  { name: 'completed', hex_color: '#7D7EDF', is_open: false, allow_comments: false },
  { name: 'declined', hex_color: '#BB392E', is_open: false, allow_comments: false },
] as const;

/** Default internal statuses, grey first (DEC-134). */
export const DEFAULT_INTERNAL_STATUSES = [
  { name: 'Needs research', hex_color: '#7E8E8E' },
  { name: 'Researching', hex_color: '#F0BA00' },
  { name: 'Ready', hex_color: '#2F80ED' },
  { name: 'Building', hex_color: '#7D7EDF' },
  { name: 'Shipped', hex_color: '#6FBC00' },
] as const;

/** Name of the forum that a new workspace has. */
export const FIRST_FORUM = 'Ideas';

/** A workspace to be made. */
export interface NewWorkspace {
  key: string;
  name: string;
  /** host name of its own, which who runs the installation vouches for; null: none */
  cname: string | null;
  features: readonly string[];
  /** null: users come later */
  owner: { name: string; email_address: string; password_hash: string | null } | null;
}

/** What was typed on the set-up page. */
export interface SetUpInput {
  workspace_name: unknown;
  key: unknown;
  name: unknown;
  email: unknown;
  password: unknown;
}

/** Any fixed number that nothing else locks: of two first set-ups at once one wins. */
const SET_UP_LOCK = 7_277_401_002;

/**
 * Checks what the set-up page sends.
 * @throws ProductError BAD_USER_INPUT naming the first wrong field
 */
export async function readSetUp(input: SetUpInput): Promise<NewWorkspace> {
  const key = textOf(input.key);
  const email = textOf(input.email);
  const name = readWorkspaceName(input.workspace_name, 'workspace_name');
  refuse('key', keyProblem(key));
  const ownerName = readPersonName(input.name);
  refuse('email', emailProblem(email));
  refuse('password', passwordProblem(input.password, [email, ownerName, name]));
  const password_hash = await hashPassword(input.password as string);
  return {
    key,
    name,
    cname: null,
    features: DEFAULT_FEATURES,
    owner: { name: ownerName, email_address: email, password_hash },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function refuse(field: string, problem: string | null): void {
  if (problem !== null) throw badInput(field, problem);
}

/**
 * Makes a workspace with its default statuses, a roadmap, importance answers, a first forum and, when given, its
 * owner, all or nothing. A workspace belongs to no other, so this is done past the scope, which is bound to one.
 *
 * @param options onlyFirst: refuses when there is a workspace already (the first-run page)
 * @throws ProductError BAD_USER_INPUT with field key or host when they are taken; FORBIDDEN when it is not the first
 */
export async function createWorkspace(
  pool: pg.Pool,
  workspace: NewWorkspace,
  { onlyFirst = false, origin = NO_ORIGIN }: { onlyFirst?: boolean; origin?: Origin } = {},
): Promise<{ subdomain_id: string; owner_id: string | null }> {
  refuse('key', keyProblem(workspace.key));
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [SET_UP_LOCK]);
    if (onlyFirst) {
      const { rows } = await client.query('select 1 from subdomains limit 1');
      if (rows.length > 0) throw forbidden('This installation is set up already.');
    }
    const made = await insertWorkspace(client, workspace, origin);
    await client.query("delete from installation_facts where name = 'set_up_token'");
    await client.query('select pg_notify($1, $2)', [
      ACCOUNT_CHANNEL,
      JSON.stringify({ about: 'workspace', subdomain_id: made.subdomain_id }),
    ]);
    await client.query('commit');
    client.release();
    return made;
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw explainTaken(error, workspace);
  }
}

async function insertWorkspace(
  client: pg.PoolClient,
  { key, name, cname, features, owner }: NewWorkspace,
  origin: Origin,
): Promise<{ subdomain_id: string; owner_id: string | null }> {
  const { rows: made } = await client.query<{ id: string }>(
    'insert into subdomains (key, name, cname, cname_proved_at, features) values ($1, $2, $3, case when $3::text is null then null else now() end, $4) returning id::text as id',
    [key, name, cname, [...features]],
  );
  const subdomain_id = made[0]!.id;
  await client.query(
    `insert into statuses (subdomain_id, name, hex_color, is_open, allow_comments, position)
     select $1, name, hex_color, is_open, allow_comments, position
     from json_to_recordset($2::json) as given (name text, hex_color text, is_open boolean, allow_comments boolean, position int)`,
    [subdomain_id, placed(DEFAULT_STATUSES)],
  );
  await client.query(
    `insert into internal_statuses (subdomain_id, name, hex_color, position)
     select $1, name, hex_color, position from json_to_recordset($2::json) as given (name text, hex_color text, position int)`,
    [subdomain_id, placed(DEFAULT_INTERNAL_STATUSES)],
  );
  await client.query(
    `insert into feature_statuses (subdomain_id, name, hex_color, position, is_default)
     select $1, name, hex_color, position, position = 1 from json_to_recordset($2::json) as given (name text, hex_color text, position int)`,
    [subdomain_id, placed(DEFAULT_FEATURE_STATUSES)],
  );
  await client.query('insert into roadmaps (subdomain_id, name, position) values ($1, $2, 1)', [
    subdomain_id,
    FIRST_ROADMAP,
  ]);
  await client.query(
    `insert into importance_responses (subdomain_id, label, value)
     select $1, label, value from json_to_recordset($2::json) as given (label text, value int)`,
    [subdomain_id, JSON.stringify(IMPORTANCE_LEVELS)],
  );
  await client.query(
    `with forum as (insert into forums (subdomain_id, name) values ($1, $2) returning id)
     update subdomains set default_forum_id = (select id from forum) where id = $1`,
    [subdomain_id, FIRST_FORUM],
  );
  let owner_id: string | null = null;
  if (owner) {
    const { rows } = await client.query<{ id: string }>(
      `insert into users (subdomain_id, name, email_address, license_type, permission_state, permissions, password_hash)
       values ($1, $2, $3, 'owner', 'active', $4, $5) returning id::text as id`,
      [subdomain_id, owner.name, owner.email_address, JSON.stringify(ALL_PERMISSIONS), owner.password_hash],
    );
    owner_id = rows[0]!.id;
  }
  await client.query(
    'insert into audit_entries (subdomain_id, user_id, action, subject, ip) values ($1, $2, $3, $4, $5)',
    [subdomain_id, owner_id, 'workspace_created', key, origin.ip],
  );
  return { subdomain_id, owner_id };
}

function placed(rows: readonly object[]): string {
  return JSON.stringify(rows.map((row, index) => ({ ...row, position: index + 1 })));
}

/** Turns a clash of unique columns into the sentence for its field. */
function explainTaken(error: unknown, { key, cname }: { key?: string; cname?: string | null }): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string };
  if (code !== '23505') return error;
  if (constraint === 'subdomains_key_key')
    return badInput('key', `There is a workspace with the key '${key}' already. Please choose another key`);
  if (constraint === 'subdomains_proved_cname')
    return badInput('host', `Another workspace has the host ${cname}.`);
  return error;
}

/**
 * Changes a workspace's name, host, features or end of its trial (null: it is on none); what is undefined stays. Who runs the installation vouches for the host: it counts at once.
 * @returns false when there is none of that key
 */
export async function updateWorkspace(
  pool: pg.Pool,
  key: string,
  change: {
    name?: string;
    cname?: string | null;
    features?: readonly string[];
    trial_end_date?: Date | null;
  },
): Promise<boolean> {
  const { rows } = await pool
    .query<{ id: string }>(
      `with changed as (
         update subdomains set name = coalesce($2, name), cname = case when $3 then $4 else cname end, cname_proved_at = case when $3 then case when $4::text is null then null else now() end else cname_proved_at end, features = coalesce($5, features), trial_end_date = case when $8 then $9::timestamptz else trial_end_date end, updated_at = now()
         where key = $1 returning id
       ), noted as (
         insert into audit_entries (subdomain_id, action, subject, details)
         select id, 'workspace_updated', $1, $6 from changed
       )
       select id::text as id, pg_notify($7, json_build_object('about', 'workspace', 'subdomain_id', id::text)::text) from changed`,
      [
        key,
        change.name ?? null,
        change.cname !== undefined,
        change.cname ?? null,
        change.features ? [...change.features] : null,
        JSON.stringify(change),
        ACCOUNT_CHANNEL,
        change.trial_end_date !== undefined,
        change.trial_end_date ?? null,
      ],
    )
    .catch((error: unknown) => {
      throw explainTaken(error, { key, cname: change.cname ?? null });
    });
  return rows.length > 0;
}

/**
 * A new token for the first set-up page; anyone who holds it may claim the empty installation. It replaces an
 * earlier one, so the last printed line is the one that works.
 */
export async function createSetUpToken(pool: pg.Pool): Promise<string> {
  const token = newSecret();
  await pool.query(
    `insert into installation_facts (name, value) values ('set_up_token', $1)
     on conflict (name) do update set value = excluded.value, updated_at = now()`,
    [JSON.stringify({ hash: hashSecret(token).toString('hex') })],
  );
  return token;
}

/** Whether the token opens the first set-up: it was the last one printed, and nothing is set up yet. */
export async function isSetUpToken(pool: pg.Pool, token: unknown): Promise<boolean> {
  if (typeof token !== 'string' || token === '') return false;
  const { rows } = await pool.query(
    `select 1 from installation_facts where name = 'set_up_token' and value->>'hash' = $1 and not exists (select 1 from subdomains)`,
    [hashSecret(token).toString('hex')],
  );
  return rows.length > 0;
}
