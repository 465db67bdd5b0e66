/**
 * What programs may do by an API key: scopes, which a key has one by one, on top of the rights of the person who
 * made it. A key never does more than that person may do themselves.
 */

/** Scopes in the order in which people choose them. */
export const API_SCOPES = [
  'ideas:read',
  'ideas:write',
  'comments:read',
  'comments:write',
  'feedback:read',
  'feedback:write',
  'people:read',
  'people:write',
  'tickets:read',
  'tickets:write',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

/** What each scope opens, for people who choose. */
export const API_SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  'ideas:read': 'Read ideas, votes, forums, categories, labels and statuses',
  'ideas:write': 'Write ideas, votes and importance',
  'comments:read': 'Read comments',
  'comments:write': 'Write comments',
  'feedback:read': 'Read feedback',
  'feedback:write': 'Write feedback',
  'people:read': 'Read people and accounts',
  'people:write': 'Write people and accounts',
  'tickets:read': 'Read tickets',
  'tickets:write': 'Write notes under tickets, close, assign and move them',
};

/** Area that a person must read to give a key a scope; null: whoever makes keys may. */
export function areaOfScope(scope: ApiScope): 'tickets' | null {
  return scope.startsWith('tickets:') ? 'tickets' : null;
}

/** Limits of keys. */
export const apiKeyLimits = {
  /** living keys of a workspace */
  keys: 1_000,
  nameCharacters: 100,
  /** a key without use for so long asks to be revoked */
  idleDays: 90,
  /** requests of a key in a minute */
  requestsPerMinute: 600,
} as const;

/** How a key begins, so that people and scanners of leaked secrets know it. */
export const API_KEY_PREFIX = 'earshot_';
