import { sql } from 'kysely';
import {
  ALL_PERMISSIONS,
  canUseConsole,
  NO_PERMISSIONS,
  type PermissionsMap,
} from '../../../contract/permissions.ts';
import { displayName } from '../../../contract/user_name.ts';
import type { Scope } from '../../core/scope.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { AccountChange } from './announce.ts';
import { createKeyedSemaphore } from './limits/semaphore.ts';
import { strangerOf } from './limits/shares.ts';
import { hashSecret, isSecret } from './secrets.ts';
import { areLiving } from './session.ts';
import { steadyKey, workspaceOfOrigin } from './session_origins.ts';
import type { Workspace } from './hosts/workspaces.ts';

/** Someone whose session lives. */
export interface SignedIn {
  viewer: Viewer & { user_id: string };
  /** SHA-256 of the session's secret */
  session: Buffer;
  session_expires_at: Date;
  /** sessions that it came out of (`originKey`); it ends with each of them */
  origins: readonly string[];
  off_duty: boolean;
  avatar_url: string | null;
}

interface Row {
  user_id: string;
  name: string | null;
  email_address: string | null;
  license_type: string;
  permissions: Partial<PermissionsMap> | null;
  off_duty: boolean;
  avatar_url: string | null;
  session_hash: Buffer;
  session_id: string;
  session_expires_at: Date;
  origins: string[];
  /** end of what was shown: the token, or the session itself */
  expires_at: Date;
  features: string[];
  core_access: boolean;
}

const PERSON = sql`u.id::text as user_id, u.name, u.email_address, u.license_type, u.permissions, u.off_duty, u.avatar_url,
  s.secret_hash as session_hash, s.id::text as session_id, s.expires_at as session_expires_at, s.origins, d.features, d.core_access`;

/** Longest time for which a process believes what it has read. */
const CACHE_MS = 10_000;
const CACHE_ENTRIES = 10_000;

/** Made-up secrets are asked for each time: of one network few at once, so that they do not take the connections of others. */
const UNKNOWN_AT_ONCE = {
  atOnce: 8,
  strangersAtOnce: 6,
  strangersAtLeast: 2,
  perKey: 3,
  waitingPerKey: 500,
  waiting: 5_000,
};
/** The server itself asks, about sessions that it has let in. */
const OWN_NETWORK = 'own';

/** What is believed of one secret. */
interface Entry {
  signedIn: SignedIn;
  subdomain_id: string;
  until: number;
}

/**
 * Who a token or session cookie belongs to. Kept in memory for at most ten seconds, so that a list costs
 * one statement; forgotten at once when a session ends, someone is blocked or their rights change.
 */
export class Viewers {
  private readonly scopeOf: (workspace: Workspace) => Scope;
  private readonly entries = new Map<string, Entry>();
  private readonly gate = createKeyedSemaphore(UNKNOWN_AT_ONCE);
  /** counts what was forgotten: an answer that was under way meanwhile may be older than the change */
  private forgotten = 0;

  /** @param scopeOf a scope of the system in the workspace */
  constructor(scopeOf: (workspace: Workspace) => Scope) {
    this.scopeOf = scopeOf;
  }

  /** The holder of a bearer token, if that is known without asking the database; null: ask `ofToken`. */
  knownOfToken(workspace: Workspace, token: string): SignedIn | null {
    return this.known(keyOf(workspace, 'token', hashSecret(token)));
  }

  /**
   * The holder of a bearer token in this workspace; null when it is no one's, has lapsed or its session has ended.
   * @param network of the caller (`networkOf`); without it the server itself asks
   * @throws TooManyWaiting when too many secrets that this process does not know come from the network
   */
  async ofToken(
    workspace: Workspace,
    token: unknown,
    network: string = OWN_NETWORK,
  ): Promise<SignedIn | null> {
    if (!isSecret(token)) return null;
    const hash = hashSecret(token);
    return this.load(workspace, 'token', hash, network);
  }

  /** The holder of a session's secret in this workspace; null when there is no such session. Network and errors as `ofToken`. */
  async ofSession(
    workspace: Workspace,
    secret: unknown,
    network: string = OWN_NETWORK,
  ): Promise<SignedIn | null> {
    if (!isSecret(secret)) return null;
    return this.load(workspace, 'session', hashSecret(secret), network);
  }

  /** Forgets what a change has made untrue. */
  forget(change: AccountChange): void {
    this.forgotten += 1;
    for (const [key, { signedIn, subdomain_id }] of this.entries) {
      // whatever ended there, what came out of that workspace is looked at again
      if (signedIn.origins.some((origin) => workspaceOfOrigin(origin) === change.subdomain_id))
        this.entries.delete(key);
      if (subdomain_id !== change.subdomain_id) continue;
      const isMeant =
        change.about === 'workspace' ||
        (change.about === 'user' && signedIn.viewer.user_id === change.user_id) ||
        (change.about === 'session' && signedIn.session.toString('hex') === change.session);
      if (isMeant) this.entries.delete(key);
    }
  }

  /** Forgets everything: announcements may have been missed. */
  forgetAll(): void {
    this.forgotten += 1;
    this.entries.clear();
  }

  private known(key: string): SignedIn | null {
    const entry = this.entries.get(key);
    return entry && entry.until > Date.now() ? entry.signedIn : null;
  }

  private async load(
    workspace: Workspace,
    kind: 'token' | 'session',
    hash: Buffer,
    network: string,
  ): Promise<SignedIn | null> {
    const key = keyOf(workspace, kind, hash);
    const known = this.known(key);
    if (known) return known;
    // one that was asked for meanwhile is known when its turn comes
    return this.gate(
      { ...strangerOf(network), isKnown: network === OWN_NETWORK },
      async () => this.known(key) ?? this.read(workspace, kind, hash, key),
    );
  }

  private async read(
    workspace: Workspace,
    kind: 'token' | 'session',
    hash: Buffer,
    key: string,
  ): Promise<SignedIn | null> {
    const scope = this.scopeOf(workspace);
    const forgotten = this.forgotten;
    const subdomain_id = workspace.id;
    const now = scope.now();
    const { rows } =
      kind === 'token'
        ? await sql<Row>`select ${PERSON}, t.expires_at
            from console_tokens t
            join sessions s on s.subdomain_id = ${subdomain_id} and s.secret_hash = t.session_hash
            join users u on u.subdomain_id = ${subdomain_id} and u.id = s.user_id
            join subdomains d on d.id = ${subdomain_id}
            where t.subdomain_id = ${subdomain_id} and t.token_hash = ${hash} and t.expires_at > ${now} and s.expires_at > ${now}
              and u.allowed_state = 'allowed' and d.deleted_at is null`.execute(scope.db)
        : await sql<Row>`select ${PERSON}, s.expires_at
            from sessions s
            join users u on u.subdomain_id = ${subdomain_id} and u.id = s.user_id
            join subdomains d on d.id = ${subdomain_id}
            where s.subdomain_id = ${subdomain_id} and s.secret_hash = ${hash} and s.expires_at > ${now}
              and u.allowed_state = 'allowed' and d.deleted_at is null`.execute(scope.db);
    const [row] = rows;
    // what is unknown is asked for each time: remembering it would let strangers fill the memory
    if (!row) return null;
    if (row.origins.length > 0 && !(await areLiving(scope, row.origins))) return null;
    const signedIn = signedInOf(subdomain_id, row);
    if (forgotten !== this.forgotten) return signedIn;
    if (this.entries.size >= CACHE_ENTRIES) this.entries.delete(this.entries.keys().next().value!);
    const livesMs = Math.max(0, row.expires_at.getTime() - now.getTime());
    this.entries.set(key, { signedIn, subdomain_id, until: Date.now() + Math.min(CACHE_MS, livesMs) });
    return signedIn;
  }
}

function keyOf(workspace: Workspace, kind: 'token' | 'session', hash: Buffer): string {
  return `${kind} ${workspace.id} ${hash.toString('base64')}`;
}

function signedInOf(subdomain_id: string, row: Row): SignedIn {
  return {
    viewer: {
      subdomain_id,
      user_id: row.user_id,
      display_name: displayName(row),
      email_address: row.email_address,
      license_type: row.license_type,
      permissions: permissionsOf(row.license_type, row.permissions),
      authorized_features: row.features,
      core_admin: canUseConsole(row),
      session_id: row.session_id,
      session_root: row.origins.length === 0 ? row.session_id : steadyKey(row.origins[0]!),
    },
    session: row.session_hash,
    session_expires_at: row.session_expires_at,
    origins: row.origins,
    off_duty: row.off_duty,
    avatar_url: row.avatar_url,
  };
}

/** A person's rights: an owner has all, someone without a licence none, others what is stored, with no for the rest. */
export function permissionsOf(license_type: string, stored: Partial<PermissionsMap> | null): PermissionsMap {
  if (license_type === 'owner') return ALL_PERMISSIONS;
  if (license_type === 'none') return NO_PERMISSIONS;
  return { ...NO_PERMISSIONS, ...stored };
}
