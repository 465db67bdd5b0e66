import {
  API_KEY_PREFIX,
  API_SCOPES,
  apiKeyLimits,
  areaOfScope,
  type ApiScope,
} from '../../../contract/api_keys.ts';
import { parseDate } from '../../../contract/dates.ts';
import { canRead, canUseConsole, canWrite, NO_PERMISSIONS } from '../../../contract/permissions.ts';
import { displayName } from '../../../contract/user_name.ts';
import { defineCommand } from '../../core/command.ts';
import { defineEntity } from '../../core/entity.ts';
import { badInput, badRequest, notFound } from '../../core/errors.ts';
import { belongsTo, id, text, time, timeOrNull, value } from '../../core/fields.ts';
import type { Scope } from '../../core/scope.ts';
import { shape } from '../../core/shape.ts';
import { allOf, readRight, writeRight, type Viewer } from '../../core/viewer.ts';
import {
  booleanInput,
  enumListInput,
  idInput,
  idListInput,
  nullable,
  required,
  singleLine,
  timeInput,
} from '../../inputs/kinds.ts';
import { columnIds, columnSorts, flag } from '../../listing/filters.ts';
import { permissionsOf } from '../account/viewer.ts';
import { hashSecret, isSecret, newSecret } from '../account/secrets.ts';

/** Who makes keys: who keeps the settings, and may do themselves what keys do. */
export const makesApiKeys = allOf(writeRight('settings'), readRight('feedback'));
/** Who sees and ends keys: who keeps the settings. */
const keepsApiKeys = writeRight('settings');

/** Condition of a key that opens something: neither revoked nor past its end. */
const LIVING_SQL = (t: string): string =>
  `${t}.revoked_at is null and (${t}.expires_at is null or ${t}.expires_at > now())`;

/** A key by which a program uses the HTTP API; of the key itself only a hash is kept. */
export const apiKey = defineEntity({
  name: 'api_key',
  plural: 'api_keys',
  table: 'api_keys',
  description: 'A key by which a program uses the HTTP API. The key itself is shown once, when it is made.',
  requires: keepsApiKeys,
  fields: {
    id: id('Id.'),
    name: text('What it is for.'),
    key_end: text('The last four characters of the key, by which people know it again.'),
    scopes: value('[String!]', `What it opens: some of ${API_SCOPES.join(', ')}.`, (c) => `${c.t}.scopes`),
    user: belongsTo(
      'user',
      'user_id',
      'Who made it: in their name it writes, and by their rights it is bounded.',
    ),
    expires_at: timeOrNull('When it ends by itself; null: not.'),
    last_used_at: timeOrNull('When it was last used, to the minute; null: never.'),
    revoked_at: timeOrNull('When it was revoked; null: not.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      is_living: flag(booleanInput('Neither revoked nor past its end.'), (c) => LIVING_SQL(c.t), {
        falseMeans: 'negation',
      }),
    },
    sorts: {
      created_at: { by: (t) => `${t}.id`, indexed: true },
      ...columnSorts(['name'], { text: true }),
      ...columnSorts(['last_used_at', 'expires_at'], { nullable: true }),
    },
    defaultSort: '-created_at',
  },
});

const madeKey = shape('ApiKeyMade', 'A new key.', {
  id: { type: 'ID!', description: 'Id.' },
  key: { type: 'String!', description: 'The key. It is shown this once and kept nowhere.' },
});

const aTime = (typed: string): Date | null => parseDate(typed, new Date());

/** Makes a key. Its answer is never kept for a replay: it holds the key. */
export const apiKeyCreate = defineCommand({
  name: 'api_key_create',
  description:
    'Makes a key of the HTTP API. It acts in the name of the caller, with the scopes given and never with more than the caller may do.',
  requires: makesApiKeys,
  holdsSecret: true,
  input: {
    name: required(singleLine('What it is for.', apiKeyLimits.nameCharacters)),
    scopes: required(enumListInput('What it opens.', API_SCOPES)),
    expires_at: nullable(timeInput('When it ends by itself; null: not.', aTime)),
  },
  returns: { type: 'ApiKeyMade' },
  shapes: [madeKey],
  run: async ({ name, scopes, expires_at = null }, { tx, subdomain_id, viewer, now, audit }) => {
    if (expires_at !== null && expires_at.getTime() <= now.getTime())
      throw badInput('expires_at', 'The end must be still to come.');
    const beyond = scopes.find((scope) => {
      const area = areaOfScope(scope);
      const may = scope.endsWith(':write') ? canWrite : canRead;
      return area !== null && !may(viewer.permissions, area);
    });
    if (beyond !== undefined)
      throw badInput('scopes', 'You cannot give a key what you may not do yourself.', {
        reason: 'beyond_own',
      });
    const { living } = await tx
      .selectFrom('api_keys')
      .select((select) => select.fn.countAll<string>().as('living'))
      .where('subdomain_id', '=', subdomain_id)
      .where('revoked_at', 'is', null)
      .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
      .executeTakeFirstOrThrow();
    if (Number(living) >= apiKeyLimits.keys)
      throw badRequest(
        `A workspace has at most ${apiKeyLimits.keys.toLocaleString('en')} keys. Revoke those that are no longer used.`,
        { reason: 'too_many' },
      );
    const key = `${API_KEY_PREFIX}${newSecret()}`;
    const row = await tx
      .insertInto('api_keys')
      .values({
        subdomain_id,
        name,
        key_hash: hashSecret(key),
        key_end: key.slice(-4),
        // in the order of the list
        scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
        user_id: viewer.user_id!,
        expires_at,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit('api_key_create', row.id, { name, scopes });
    return { id: row.id, key };
  },
});

/** Ends a key for good. One that was revoked already stays so. */
export const apiKeyRevoke = defineCommand({
  name: 'api_key_revoke',
  description: 'Ends a key at once and for good. Programs that use it are refused from then on.',
  requires: keepsApiKeys,
  input: { id: required(idInput('The key.')) },
  returns: { entity: 'api_key' },
  run: async ({ id: keyId }, { tx, subdomain_id, viewer, now, audit }) => {
    const row = await tx
      .selectFrom('api_keys')
      .select(['name', 'revoked_at'])
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', keyId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound('id', 'key');
    if (row.revoked_at !== null) return keyId;
    await tx
      .updateTable('api_keys')
      .set({ revoked_at: now, revoked_by_id: viewer.user_id, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', keyId)
      .execute();
    await audit('api_key_revoke', keyId, { name: row.name });
    return keyId;
  },
});

/** A key that a program came with, and as whom it acts. */
export interface ApiCaller {
  key_id: string;
  scopes: readonly ApiScope[];
  viewer: Viewer & { user_id: string };
}

/** Whether a text can be a key at all; anything else needs no look into the database. */
export function isApiKey(given: string): boolean {
  return given.startsWith(API_KEY_PREFIX) && isSecret(given.slice(API_KEY_PREFIX.length));
}

/** A use is noted when the one noted last is so old: a key in constant use costs one write a minute. */
const NOTED_MS = 60_000;

interface Row {
  id: string;
  subdomain_id: string;
  scopes: ApiScope[];
  last_used_at: Date | null;
  user_id: string;
  name: string | null;
  email_address: string | null;
  license_type: string;
  permissions: Record<string, never> | null;
  features: string[];
  core_access: boolean;
}

const CALLER = `select k.id::text as id, k.subdomain_id::text as subdomain_id, k.scopes, k.last_used_at, u.id::text as user_id, u.name,
  u.email_address, u.license_type, u.permissions, d.features, d.core_access
from api_keys k
join users u on u.subdomain_id = $1 and u.id = k.user_id
join subdomains d on d.id = $1
where k.subdomain_id = $1 and k.key_hash = $2 and k.revoked_at is null
  and (k.expires_at is null or k.expires_at > $3) and u.allowed_state = 'allowed' and d.deleted_at is null`;

/**
 * Whom a key stands for in the workspace of the scope. It is looked up on each call, so that one which is revoked,
 * or whose maker left the team or lost the right to ideas, opens nothing from that moment on.
 *
 * The viewer has the right to ideas and feedback, and with a scope of tickets that of its maker to these; never to
 * settings. What a key may do is further narrowed by its scopes.
 * @returns null when there is no such living key
 */
export async function findApiCaller(scope: Scope, key: string): Promise<ApiCaller | null> {
  if (!isApiKey(key)) return null;
  const subdomain_id = scope.viewer.subdomain_id;
  const now = scope.now();
  const [row] = await scope.readNow<Row>({
    text: CALLER,
    values: [subdomain_id, hashSecret(key), now],
    isSteady: true,
  });
  if (!row || !canUseConsole(row)) return null;
  const { feedback_admin_ui, tickets } = permissionsOf(row.license_type, row.permissions);
  const hasTickets = row.scopes.some((scope) => areaOfScope(scope) === 'tickets');
  if (!feedback_admin_ui) return null;
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= NOTED_MS)
    await scope.write((tx) =>
      tx
        .updateTable('api_keys')
        .set({ last_used_at: now })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', row.id)
        .execute(),
    );
  return {
    key_id: row.id,
    scopes: row.scopes,
    viewer: keptViewer(row, now, () => ({
      subdomain_id,
      user_id: row.user_id,
      display_name: displayName(row),
      email_address: row.email_address,
      // never owner: what an owner alone may do is no matter of keys
      license_type: 'full',
      permissions: { ...NO_PERMISSIONS, feedback_admin_ui, ...(hasTickets ? { tickets } : {}) },
      authorized_features: row.features,
      core_admin: true,
      api_key_id: row.id,
    })),
  };
}

/** As long as what is known of who is signed in (`Viewers`). */
const KEPT_MS = 10_000;
const KEPT_MOST = 1_000;
const kept = new Map<string, { viewer: ApiCaller['viewer']; until: number }>();

/**
 * The same viewer for calls that follow each other, while nothing that is known of who made the key has changed: the
 * statements that were written for a viewer are kept with them (`Reader`).
 */
function keptViewer(row: Row, now: Date, make: () => ApiCaller['viewer']): ApiCaller['viewer'] {
  const key = JSON.stringify({ ...row, last_used_at: null });
  const one = kept.get(key);
  if (one && now.getTime() < one.until) return one.viewer;
  const viewer = make();
  kept.delete(key);
  kept.set(key, { viewer, until: now.getTime() + KEPT_MS });
  if (kept.size > KEPT_MOST) kept.delete(kept.keys().next().value!);
  return viewer;
}
