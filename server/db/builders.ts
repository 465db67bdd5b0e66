import type { Insertable, Selectable } from 'kysely';
import { Readable } from 'node:stream';
import type pg from 'pg';
import {
  ALL_PERMISSIONS,
  canUseConsole,
  DEFAULT_FEATURES,
  NO_PERMISSIONS,
  type PermissionsMap,
} from '../../contract/permissions.ts';
import { Scope, type ScopeDependencies } from '../core/scope.ts';
import type { DeadJob, TaskService } from '../services/tasks.ts';
import type { FileService } from '../services/files.ts';
import type { MailService, OutgoingMail } from '../services/mail.ts';
import type { Services, SignatureService } from '../core/services.ts';
import { createTenantCheck } from '../sql/tenant_check.ts';
import type { Viewer } from '../core/viewer.ts';
import type { Database } from './tables.ts';
import { readTenantTables } from './tenant_tables.ts';

/**
 * Rows for tests, written directly: one call gives a record with everything that it must have, and
 * named columns override. Counters are left as the columns' defaults say; a test that needs them
 * right calls the recount of domain/ideas/counters.
 */

type Table = keyof Database;
type Row<T extends Table> = Selectable<Database[T]>;
type Values<T extends Table> = Partial<Insertable<Database[T]>>;
/** A pool, or what holds one. */
type Where = pg.Pool | { pool: pg.Pool };
/** A tenant's row, or its id. */
type Tenant = { id: string } | string;

const poolOf = (where: Where): pg.Pool => ('pool' in where ? where.pool : where);
const idOf = (tenant: Tenant): string => (typeof tenant === 'string' ? tenant : tenant.id);

let last = 0;
/** A number not used before in this process, for names that must be unique. */
function unique(): number {
  last += 1;
  return last;
}

/** Writes one row as given and answers it with its defaults. */
export async function insertRow<T extends Table>(where: Where, table: T, values: Values<T>): Promise<Row<T>> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = entries.map(([column]) => `"${column}"`).join(', ');
  const places = entries.map((_, index) => `$${index + 1}`).join(', ');
  const { rows } = await poolOf(where).query(
    `insert into "${table}" (${columns}) values (${places}) returning *`,
    entries.map(([, value]) => value),
  );
  return rows[0] as Row<T>;
}

/** A workspace with every feature. */
export function buildTenant(where: Where, values: Values<'subdomains'> = {}): Promise<Row<'subdomains'>> {
  const key = `tenant-${process.pid}-${unique()}`;
  return insertRow(where, 'subdomains', {
    key,
    name: `Workspace ${key}`,
    features: [...DEFAULT_FEATURES],
    ...values,
  });
}

/** An end user; with license_type a member of the team. `permissions` is taken as an object. */
export function buildUser(
  where: Where,
  tenant: Tenant,
  { permissions, ...values }: Omit<Values<'users'>, 'permissions'> & { permissions?: PermissionsMap } = {},
): Promise<Row<'users'>> {
  const n = unique();
  return insertRow(where, 'users', {
    subdomain_id: idOf(tenant),
    name: `Person ${n}`,
    email_address: `person${n}@example.com`,
    ...(permissions ? { permissions: JSON.stringify(permissions) } : {}),
    ...values,
  });
}

/** A member of the team with a full licence and every right. */
export function buildAdmin(
  where: Where,
  tenant: Tenant,
  values: Parameters<typeof buildUser>[2] = {},
): Promise<Row<'users'>> {
  return buildUser(where, tenant, {
    license_type: 'full',
    permission_state: 'active',
    permissions: ALL_PERMISSIONS,
    ...values,
  });
}

/** A customer account. */
export function buildAccount(
  where: Where,
  tenant: Tenant,
  values: Values<'external_accounts'> = {},
): Promise<Row<'external_accounts'>> {
  return insertRow(where, 'external_accounts', {
    subdomain_id: idOf(tenant),
    name: `Account ${unique()}`,
    ...values,
  });
}

/** An open forum. */
export function buildForum(
  where: Where,
  tenant: Tenant,
  values: Values<'forums'> = {},
): Promise<Row<'forums'>> {
  const n = unique();
  return insertRow(where, 'forums', {
    subdomain_id: idOf(tenant),
    name: `Forum ${n}`,
    position: n,
    ...values,
  });
}

/** A category of a forum. */
export function buildCategory(
  where: Where,
  tenant: Tenant,
  values: Values<'categories'> & { forum_id: string },
): Promise<Row<'categories'>> {
  const n = unique();
  return insertRow(where, 'categories', {
    subdomain_id: idOf(tenant),
    name: `Category ${n}`,
    position: n,
    ...values,
  });
}

/** A label; with parent_id one of the second level. */
export function buildLabel(
  where: Where,
  tenant: Tenant,
  values: Values<'labels'> = {},
): Promise<Row<'labels'>> {
  const name = values.name ?? `Label ${unique()}`;
  return insertRow(where, 'labels', {
    subdomain_id: idOf(tenant),
    name,
    full_name: name,
    level: values.parent_id ? 1 : 0,
    ...values,
  });
}

/** A public status that takes votes and comments. */
export function buildStatus(
  where: Where,
  tenant: Tenant,
  values: Values<'statuses'> = {},
): Promise<Row<'statuses'>> {
  const n = unique();
  return insertRow(where, 'statuses', {
    subdomain_id: idOf(tenant),
    name: `Status ${n}`,
    position: n,
    ...values,
  });
}

/** An internal status. */
export function buildInternalStatus(
  where: Where,
  tenant: Tenant,
  values: Values<'internal_statuses'> = {},
): Promise<Row<'internal_statuses'>> {
  const n = unique();
  return insertRow(where, 'internal_statuses', {
    subdomain_id: idOf(tenant),
    name: `Internal status ${n}`,
    position: n,
    ...values,
  });
}

/** One of the three answers on importance. */
export function buildImportanceResponse(
  where: Where,
  tenant: Tenant,
  value: 1 | 2 | 3,
): Promise<Row<'importance_responses'>> {
  return insertRow(where, 'importance_responses', {
    subdomain_id: idOf(tenant),
    value,
    label: ['Nice to have', 'Important', 'Critical'][value - 1]!,
  });
}

/** A custom field, of ideas unless said otherwise; `choices` become its enum values. */
export async function buildCustomField(
  where: Where,
  tenant: Tenant,
  {
    choices = [],
    ...values
  }: Values<'custom_fields'> & { choices?: (string | { label: string; numeric_value: number })[] } = {},
): Promise<Row<'custom_fields'>> {
  const key = values.key ?? `field_${unique()}`;
  const subdomain_id = idOf(tenant);
  const field = await insertRow(where, 'custom_fields', {
    subdomain_id,
    object_type: 'suggestion',
    key,
    name: key,
    field_type: 'text',
    value_type: 'string',
    ...values,
  });
  for (const [index, choice] of choices.entries()) {
    await insertRow(where, 'custom_field_enum_values', {
      subdomain_id,
      custom_field_id: field.id,
      position: index + 1,
      ...(typeof choice === 'string' ? { label: choice } : choice),
    });
  }
  return field;
}

/** An idea with its texts; in a forum of its own when none is given. */
export async function buildSuggestion(
  where: Where,
  tenant: Tenant,
  {
    body = null,
    body_mime_type = 'text/plain',
    ...values
  }: Values<'suggestions'> & { body?: string | null; body_mime_type?: string } = {},
): Promise<Row<'suggestions'>> {
  const subdomain_id = idOf(tenant);
  const forum_id = values.forum_id ?? (await buildForum(where, tenant)).id;
  const row = await insertRow(where, 'suggestions', {
    subdomain_id,
    title: `Idea ${unique()}`,
    forum_id,
    ...values,
  });
  await poolOf(where).query(
    `insert into suggestion_contents (subdomain_id, suggestion_id, body, body_mime_type, search)
     values ($1, $2, $3, $4, to_tsvector('english', $5) || to_tsvector('simple', $5))`,
    [subdomain_id, row.id, body, body_mime_type, `${row.title} ${body ?? ''}`],
  );
  return row;
}

/**
 * An article of the knowledge base, in a section of its own unless one is named.
 * @param isPublished readers see its title and text
 */
export async function buildArticle(
  where: Where,
  tenant: Tenant,
  { isPublished = false, ...values }: Values<'articles'> & { isPublished?: boolean } = {},
): Promise<Row<'articles'>> {
  const subdomain_id = idOf(tenant);
  const section_id =
    values.section_id ??
    (await insertRow(where, 'article_sections', { subdomain_id, name: `Section ${unique()}`, position: 1 }))
      .id;
  const title = values.title ?? `Article ${unique()}`;
  const body = values.body === undefined ? `<p>Text of ${title}</p>` : values.body;
  const row = await insertRow(where, 'articles', {
    subdomain_id,
    position: 1,
    search: '',
    ...(isPublished
      ? { published_at: new Date(), published_title: title, published_body: body ?? '', published_search: '' }
      : {}),
    ...values,
    section_id,
    title,
    body,
  });
  await poolOf(where).query(
    `update articles set search = to_tsvector('english', $3) || to_tsvector('simple', $3),
       published_search = case when published_at is null then null else to_tsvector('english', $3) || to_tsvector('simple', $3) end
     where subdomain_id = $1 and id = $2`,
    [subdomain_id, row.id, `${title} ${body ?? ''}`],
  );
  return row;
}

/** Figures of an impact report that nobody counted. */
export const impactFigures = (ideas: readonly string[]) => ({
  ideas: ideas.length,
  people: 2,
  people_new: 1,
  accounts: 1,
  all_accounts: 4,
  revenue_cents: 120_000,
  all_revenue_cents: 400_000,
  sentiment: null,
  sentiment_count: 0,
  months: [
    { month: '2026-01', votes: 1 },
    { month: '2026-02', votes: 1 },
  ],
  top_accounts: [],
  top_ideas: ideas.map((id) => ({ id, votes: 2, accounts: 1, revenue_cents: 120_000 })),
});

/** An impact report about chosen ideas, with such figures. */
export function buildImpactReport(
  where: Where,
  tenant: Tenant,
  values: Values<'impact_reports'> & { suggestion_ids: string[] },
): Promise<Row<'impact_reports'>> {
  const counted = new Date('2026-02-15T09:15:00Z');
  return insertRow(where, 'impact_reports', {
    subdomain_id: idOf(tenant),
    title: 'Why it matters',
    source: 'ideas',
    sections: [
      'summary',
      'problem',
      'figures',
      'accounts',
      'quotes',
      'top_ideas',
      'recommendation',
      'next_steps',
    ],
    figures: JSON.stringify(impactFigures(values.suggestion_ids)),
    figures_at: counted,
    people_now: 2,
    accounts_now: 1,
    revenue_cents_now: '120000',
    counted_at: counted,
    ...values,
  });
}

/** A status of features. */
export function buildFeatureStatus(
  where: Where,
  tenant: Tenant,
  values: Values<'feature_statuses'> = {},
): Promise<Row<'feature_statuses'>> {
  const n = unique();
  return insertRow(where, 'feature_statuses', {
    subdomain_id: idOf(tenant),
    name: `Feature status ${n}`,
    position: n,
    ...values,
  });
}

/** A feature, without ideas unless some are named, whose numbers nobody counts. */
export async function buildFeature(
  where: Where,
  tenant: Tenant,
  { ideas = [], ...values }: Values<'features'> & { ideas?: readonly string[] } = {},
): Promise<Row<'features'>> {
  const n = unique();
  const subdomain_id = idOf(tenant);
  const name = values.name ?? `Feature ${n}`;
  const row = await insertRow(where, 'features', { subdomain_id, position: n, search: '', ...values, name });
  await poolOf(where).query(
    `update features set search = to_tsvector('english', $3) || to_tsvector('simple', $3) where subdomain_id = $1 and id = $2`,
    [subdomain_id, row.id, name],
  );
  for (const suggestion_id of ideas)
    await insertRow(where, 'feature_suggestions', { subdomain_id, feature_id: row.id, suggestion_id });
  return row;
}

/** A ticket, in a stream of its own unless one is named; without messages. */
export async function buildTicket(
  where: Where,
  tenant: Tenant,
  values: Values<'tickets'> = {},
): Promise<Row<'tickets'>> {
  const subdomain_id = idOf(tenant);
  const stream_id =
    values.stream_id ??
    (await insertRow(where, 'ticket_streams', { subdomain_id, name: `Stream ${unique()}`, position: 1 })).id;
  const subject = values.subject ?? `Ticket ${unique()}`;
  const row = await insertRow(where, 'tickets', {
    subdomain_id,
    search: '',
    last_message_at: new Date(),
    from_email: `customer-${unique()}@customer.example`,
    ...values,
    stream_id,
    subject,
  });
  await poolOf(where).query(
    `update tickets set search = to_tsvector('english', $3) || to_tsvector('simple', $3) where subdomain_id = $1 and id = $2`,
    [subdomain_id, row.id, subject],
  );
  return row;
}

/** A person's support of an idea. */
export function buildSupporter(
  where: Where,
  tenant: Tenant,
  values: Values<'supporters'> & { suggestion_id: string; user_id: string },
): Promise<Row<'supporters'>> {
  return insertRow(where, 'supporters', { subdomain_id: idOf(tenant), ...values });
}

/** A person's subscription to an idea, on unless said otherwise. */
export function buildSubscription(
  where: Where,
  tenant: Tenant,
  values: Values<'subscriptions'> & { suggestion_id: string; user_id: string },
): Promise<Row<'subscriptions'>> {
  return insertRow(where, 'subscriptions', { subdomain_id: idOf(tenant), subscribed: true, ...values });
}

/** A visible comment. */
export function buildComment(
  where: Where,
  tenant: Tenant,
  values: Values<'comments'> & { suggestion_id: string },
): Promise<Row<'comments'>> {
  return insertRow(where, 'comments', { subdomain_id: idOf(tenant), body: `Comment ${unique()}`, ...values });
}

/** What a customer said; without suggestion_id it waits in the inbox. */
export function buildFeedbackRecord(
  where: Where,
  tenant: Tenant,
  values: Values<'feedback_records'> = {},
): Promise<Row<'feedback_records'>> {
  return insertRow(where, 'feedback_records', {
    subdomain_id: idOf(tenant),
    body: `Feedback ${unique()}`,
    ...values,
  });
}

/** An internal note. */
export function buildNote(
  where: Where,
  tenant: Tenant,
  values: Values<'notes'> & { suggestion_id: string },
): Promise<Row<'notes'>> {
  return insertRow(where, 'notes', {
    subdomain_id: idOf(tenant),
    body: `<p>Note ${unique()}</p>`,
    ...values,
  });
}

/** An uploaded file; unclaimed unless a parent is named. */
export function buildAttachment(
  where: Where,
  tenant: Tenant,
  values: Values<'attachments'> = {},
): Promise<Row<'attachments'>> {
  const n = unique();
  return insertRow(where, 'attachments', {
    subdomain_id: idOf(tenant),
    token: `token-${process.pid}-${n}`,
    file_name: `file${n}.txt`,
    content_type: 'text/plain',
    size_in_bytes: '5',
    storage_key: `${idOf(tenant)}/file-${n}`,
    ...values,
  });
}

/** What the console knows of a person who is signed in, made from their row and the tenant's. */
export function viewerOf(tenant: Row<'subdomains'>, person: Row<'users'>): Viewer {
  return {
    subdomain_id: tenant.id,
    user_id: person.id,
    display_name: person.name ?? '',
    email_address: person.email_address,
    license_type: person.license_type,
    permissions: (person.permissions as PermissionsMap | null) ?? NO_PERMISSIONS,
    authorized_features: tenant.features,
    core_admin: canUseConsole({ license_type: person.license_type, core_access: tenant.core_access }),
  };
}

/** The system itself in a tenant: jobs, import, command line. */
export function systemViewer(tenant: Row<'subdomains'>): Viewer {
  return {
    subdomain_id: tenant.id,
    user_id: null,
    display_name: 'System',
    email_address: null,
    license_type: 'owner',
    permissions: ALL_PERMISSIONS,
    authorized_features: tenant.features,
    core_admin: true,
  };
}

/** The outside world as tests see it: what was sent, kept and asked for stands in lists. */
export interface TestServices extends Services {
  sentMails: OutgoingMail[];
  /** storage key -> content */
  keptFiles: Map<string, Buffer>;
  enqueued: { task: string; payload: Record<string, unknown> }[];
  /** jobs that failed for good; the workspace stands in their payload */
  deadJobs: DeadJob[];
}

/** Services that keep everything in memory. */
export function testServices(): TestServices {
  const sentMails: OutgoingMail[] = [];
  const keptFiles = new Map<string, Buffer>();
  const enqueued: TestServices['enqueued'] = [];
  const deadJobs: DeadJob[] = [];
  const takeDead = (subdomain_id: string, id: string): DeadJob | null => {
    const at = deadJobs.findIndex((job) => job.id === id && job.payload['subdomain_id'] === subdomain_id);
    return at < 0 ? null : deadJobs.splice(at, 1)[0]!;
  };
  const mail: MailService = {
    domain: 'mail.example',
    undoSeconds: 30,
    takesReplies: false,
    relay: 'relay.example:25',
    check: () => Promise.resolve([]),
    send: (message) => {
      sentMails.push(message);
      return Promise.resolve({ delivered: 'relay' });
    },
  };
  const files: FileService = {
    put: async (key, content) => {
      const chunks: Uint8Array[] = [];
      if (content instanceof Uint8Array) chunks.push(content);
      else for await (const chunk of content) chunks.push(chunk as Uint8Array);
      keptFiles.set(key, Buffer.concat(chunks));
    },
    get: (key, range) => {
      const content = keptFiles.get(key);
      return content
        ? Promise.resolve(
            Readable.from([range === undefined ? content : content.subarray(range.start, range.end + 1)]),
          )
        : Promise.reject(new Error(`No file ${key}`));
    },
    remove: (key) => {
      keptFiles.delete(key);
      return Promise.resolve();
    },
  };
  const tasks: TaskService = {
    enqueue: (_tx, task, payload) => {
      enqueued.push({ task, payload });
      return Promise.resolve();
    },
    putOff: (_tx, task, payload) => {
      enqueued.push({ task, payload });
      return Promise.resolve();
    },
    takeBack: () => Promise.resolve(),
    dead: (_db, subdomain_id) =>
      Promise.resolve(deadJobs.filter(({ payload }) => payload['subdomain_id'] === subdomain_id)),
    retryDead: (_tx, subdomain_id, id) => Promise.resolve(takeDead(subdomain_id, id)),
    removeDead: (_tx, subdomain_id, id) => Promise.resolve(takeDead(subdomain_id, id)),
    schedule: () => Promise.resolve([]),
  };
  const signatures: SignatureService = {
    sign: (text) => `signed:${text}`,
    verify: (text, signature) => signature === `signed:${text}`,
  };
  return {
    mail,
    files,
    scanner: null,
    tasks,
    signatures,
    seals: {
      seal: (text, about) => Buffer.from(`${about}|${text}`),
      open: (sealed, about) => {
        const text = sealed.toString();
        return text.startsWith(`${about}|`) ? text.slice(about.length + 1) : null;
      },
    },
    tracker: {
      find: (_access, key) =>
        Promise.resolve({
          id: '10000',
          key,
          summary: 'An issue',
          issuetype: 'Story',
          issuetype_icon_url: null,
          status: 'To Do',
          status_color: '#5E6C84',
          stage: 'todo',
          stage_since: null,
        }),
      issues: () => Promise.resolve([]),
      projects: () => Promise.resolve([]),
      issueTypes: () => Promise.resolve([{ id: '7', name: 'Story', icon_url: null }]),
      defaultPriority: () => Promise.resolve(null),
      writeField: () => Promise.resolve(),
    },
    outgoing: {
      call: ({ url }) =>
        Promise.resolve(
          url.endsWith('/.well-known/openid-configuration')
            ? {
                status: 200,
                headers: { 'content-type': 'application/json' },
                body: JSON.stringify({ issuer: url.slice(0, url.indexOf('/.well-known/')) }),
              }
            : { status: 204, headers: {}, body: '' },
        ),
      check: () => Promise.resolve(),
    },
    otherSubdomains: async () => [],
    sessionOrigins: {
      living: (origins) => Promise.resolve(new Set(origins)),
      outOf: () => Promise.resolve([]),
      end: () => Promise.resolve(),
    },
    dns: { textsOf: () => Promise.resolve([]) },
    installationHost: 'localhost',
    publicUrl: (key) => `http://${key}.localhost`,
    shownUrl: (key) => `http://${key}.localhost`,
    sentMails,
    keptFiles,
    enqueued,
    deadJobs,
  };
}

const tablesOf = new WeakMap<pg.Pool, Promise<ReadonlySet<string>>>();

/**
 * A scope of the viewer on a test's database, with the tenant check on each statement.
 * `options` replaces any of its dependencies, such as `now` or `services`.
 */
export async function testScope(
  where: Where,
  viewer: Viewer,
  options: Partial<ScopeDependencies> = {},
): Promise<Scope> {
  const pool = poolOf(where);
  let tables = tablesOf.get(pool);
  if (!tables) {
    tables = readTenantTables(pool);
    tablesOf.set(pool, tables);
  }
  return new Scope(
    {
      pool,
      readPool: pool,
      tenantCheck: createTenantCheck(await tables),
      services: testServices(),
      now: () => new Date(),
      ...options,
    },
    viewer,
  );
}
