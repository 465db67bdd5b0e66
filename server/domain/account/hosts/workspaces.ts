import type pg from 'pg';
import { hostName, isLoopbackHost, tenantOfHost } from '../../../../contract/hosts.ts';

/** A workspace as every request needs it. */
export interface Workspace {
  id: string;
  key: string;
  name: string;
  /** host name of its own; null: it has none */
  cname: string | null;
  /** since when it counts; null: no one has proved it yet */
  cname_proved_at: Date | null;
  portal_url: string | null;
  features: readonly string[];
  core_access: boolean;
  uvk_access: boolean;
  /** of its public pages; null: that of the product */
  public_color: string | null;
  /** addresses and ranges that its public pages are open to; empty: all */
  public_networks: readonly string[];
  /** null: on no trial */
  trial_end_date: Date | null;
  /** set: switched off; every call answers DEACTIVATED_SUBDOMAIN (DEC-195) */
  deleted_at: Date | null;
}

/** Where a Host header leads. `empty`: the installation has no workspace yet, and this is the address to set one up. */
export type Target = { kind: 'workspace'; workspace: Workspace } | { kind: 'empty' } | { kind: 'unknown' };

/** A workspace that someone may move to. */
export interface OtherWorkspace {
  subdomain_id: string;
  user_id: string;
  key: string;
  host: string;
}

const COLUMNS =
  'id::text as id, key, name, cname, cname_proved_at, portal_url, features, core_access, uvk_access, public_color, public_networks, trial_end_date, deleted_at';
/** Changes of other processes are announced; this bounds what a lost announcement can do. */
const CACHE_MS = 10_000;
const CACHE_ENTRIES = 5_000;
/** A host name with its port. */
const HOST_CHARACTERS_MAX = 253 + 6;

/**
 * The workspaces of the installation and the host names that lead to them (DEC-179). This is the one
 * place that reads across tenants: it answers before anyone is known, and to no one but the server.
 */
export class Workspaces {
  private readonly pool: pg.Pool;
  private readonly publicUrlOfHome: URL;
  private readonly defaultKey: string;
  private readonly byHost = new Map<string, { target: Target; until: number }>();
  /** key that PUBLIC_URL itself leads to; null while there is none */
  private homeKey: string | null = null;
  /** by key; proved ones alone */
  private cnames: ReadonlyMap<string, string> = new Map();

  /**
   * @param publicUrl PUBLIC_URL, without a path
   * @param defaultKey DEFAULT_SUBDOMAIN
   */
  constructor(pool: pg.Pool, { publicUrl, defaultKey }: { publicUrl: string; defaultKey: string }) {
    this.pool = pool;
    this.publicUrlOfHome = new URL(publicUrl);
    this.defaultKey = defaultKey;
  }

  /** Reads what `publicUrl` needs; call it at the start and after each change of a workspace. Forgets all hosts. */
  async refresh(): Promise<void> {
    this.byHost.clear();
    const { rows } = await this.pool.query<{ key: string; cname: string | null }>(
      'select key, case when cname_proved_at is null then null else cname end as cname from subdomains where cname_proved_at is not null or key = $1',
      [this.defaultKey],
    );
    this.cnames = new Map(rows.flatMap(({ key, cname }) => (cname === null ? [] : [[key, cname]])));
    const only = rows.some(({ key }) => key === this.defaultKey) ? null : await this.onlyOne();
    this.homeKey = only?.key ?? this.defaultKey;
  }

  /** The answer for a Host header if it is known without asking the database, else undefined. */
  knownOfHost(header: string | undefined): Target | undefined {
    const known = this.byHost.get(header ?? '');
    return known && known.until > Date.now() ? known.target : undefined;
  }

  /** Where a Host header leads. */
  async ofHost(header: string | undefined): Promise<Target> {
    // no name is longer, and what strangers send is kept for a while
    if ((header ?? '').length > HOST_CHARACTERS_MAX) return { kind: 'unknown' };
    const target = this.knownOfHost(header) ?? (await this.find(header));
    if (this.byHost.size >= CACHE_ENTRIES) this.byHost.delete(this.byHost.keys().next().value!);
    this.byHost.set(header ?? '', { target, until: Date.now() + CACHE_MS });
    return target;
  }

  /** By key; null when there is none. A deactivated one is found too. */
  async ofKey(key: string): Promise<Workspace | null> {
    return this.one('key = $1', key);
  }

  /** By id; null when there is none. */
  async ofId(id: string): Promise<Workspace | null> {
    return this.one('id = $1', id);
  }

  /** Every workspace, oldest first. */
  async all(): Promise<Workspace[]> {
    const { rows } = await this.pool.query<Workspace>(`select ${COLUMNS} from subdomains order by id`);
    return rows;
  }

  /** Ids of the workspaces that are in use, for work that goes over all of them. */
  async activeIds(): Promise<string[]> {
    const { rows } = await this.pool.query<{ id: string }>(
      'select id::text as id from subdomains where deleted_at is null order by id',
    );
    return rows.map(({ id }) => id);
  }

  /** The workspace that PUBLIC_URL leads to; null while there is none. */
  async home(): Promise<Workspace | null> {
    return (await this.ofKey(this.defaultKey)) ?? this.onlyOne();
  }

  /** Whether this is the workspace that PUBLIC_URL leads to: its owner runs the installation. */
  isHome(workspace: Workspace): boolean {
    return workspace.key === this.homeKey;
  }

  /** Whether the installation has no workspace at all. */
  async isEmpty(): Promise<boolean> {
    const { rows } = await this.pool.query('select 1 from subdomains limit 1');
    return rows.length === 0;
  }

  /** Name of the installation: the host of PUBLIC_URL, without port. No workspace has a name at, below or above it as its own. */
  get installationHost(): string {
    return this.publicUrlOfHome.hostname;
  }

  /** Whether a Host header names the installation or the key of a workspace below it, and no workspace's own host name. */
  isInstallationName(header: string): boolean {
    return (
      tenantOfHost(header, { publicHost: this.publicUrlOfHome.host, defaultKey: this.defaultKey })[0]?.by ===
      'key'
    );
  }

  /**
   * Address of a workspace at the installation's own name (PUBLIC_URL's host or one below it), without a final
   * slash. Every link that carries a credential begins with it, since a host name of a workspace's own, proved or
   * not, is in other hands (decision 0018).
   */
  publicUrl(key: string): string {
    const { protocol, hostname, host } = this.publicUrlOfHome;
    if (key === (this.homeKey ?? this.defaultKey)) return `${protocol}//${host}`;
    // an address has no names below it
    const parent = isLoopbackHost(hostname) ? 'localhost' : hostname;
    return `${protocol}//${key}.${parent}${this.withPort}`;
  }

  /**
   * Address that people know a workspace by, without a final slash: its own host name once that was proved, else as
   * `publicUrl`. For showing, and for links that anyone may read; never for one with a token
   * (credential_links.test.ts names each place that uses it).
   */
  shownUrl(key: string): string {
    const cname = key === (this.homeKey ?? this.defaultKey) ? undefined : this.cnames.get(key);
    return cname === undefined
      ? this.publicUrl(key)
      : `${this.publicUrlOfHome.protocol}//${cname}${this.withPort}`;
  }

  private get withPort(): string {
    return this.publicUrlOfHome.port === '' ? '' : `:${this.publicUrlOfHome.port}`;
  }

  /**
   * Other workspaces in which the same person belongs to the team. Their address must be confirmed: it alone
   * says that they are the one, and anyone who may set their own address freely could otherwise walk in elsewhere.
   * @param session_began a session that began before that leads nowhere: another one may have begun it. Null: whatever session it is
   */
  async othersOf(
    subdomain_id: string,
    user_id: string,
    session_began: Date | null = null,
  ): Promise<OtherWorkspace[]> {
    const { rows } = await this.pool.query<Omit<OtherWorkspace, 'host'>>(
      `select d.id::text as subdomain_id, u.id::text as user_id, d.key
       from users me
       join users u on lower(u.email_address) = lower(me.email_address)
       join subdomains d on d.id = u.subdomain_id
       where me.subdomain_id = $1 and me.id = $2 and me.email_confirmed
         and ($3::timestamptz is null or me.email_confirmed_at is null or me.email_confirmed_at <= $3) and u.subdomain_id <> $1 and d.deleted_at is null
         and u.license_type <> 'none' and u.allowed_state = 'allowed'
       order by d.name, d.id limit 50`,
      [subdomain_id, user_id, session_began],
    );
    return rows.map((row) => ({ ...row, host: new URL(this.shownUrl(row.key)).host }));
  }

  private async find(header: string | undefined): Promise<Target> {
    const publicHost = this.publicUrlOfHome.host;
    const targets = tenantOfHost(header, { publicHost, defaultKey: this.defaultKey });
    for (const target of targets) {
      const workspace =
        target.by === 'key'
          ? await this.ofKey(target.key)
          : await this.one('cname = $1 and cname_proved_at is not null', target.cname);
      if (workspace) return { kind: 'workspace', workspace };
    }
    if (!this.isHomeHost(header)) return { kind: 'unknown' };
    const only = await this.onlyOne();
    if (only) return { kind: 'workspace', workspace: only };
    return (await this.isEmpty()) ? { kind: 'empty' } : { kind: 'unknown' };
  }

  private isHomeHost(header: string | undefined): boolean {
    const name = hostName(header);
    return name !== null && (isLoopbackHost(name) || name === hostName(this.publicUrlOfHome.host));
  }

  /** The workspace of an installation that has one and no more (decision 0004). */
  private async onlyOne(): Promise<Workspace | null> {
    const { rows } = await this.pool.query<Workspace>(
      `select ${COLUMNS} from subdomains order by id limit 2`,
    );
    return rows.length === 1 ? rows[0]! : null;
  }

  private async one(condition: string, value: string): Promise<Workspace | null> {
    const { rows } = await this.pool.query<Workspace>(
      `select ${COLUMNS} from subdomains where ${condition}`,
      [value],
    );
    return rows[0] ?? null;
  }
}
