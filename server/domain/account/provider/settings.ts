import type { Selectable } from 'kysely';
import {
  isDomain,
  issuerOf,
  PROVIDER_LICENSES,
  providerLimits,
  providerPaths,
} from '../../../../contract/provider.ts';
import { defineCommand, type CommandContext } from '../../../core/command.ts';
import { badInput, badRequest, changedMeanwhile, notFound } from '../../../core/errors.ts';
import { defineQuery } from '../../../core/query.ts';
import { shape } from '../../../core/shape.ts';
import { isOwner, readRight } from '../../../core/viewer.ts';
import type { SignInProvidersTable } from '../../../db/tables.ts';
import {
  booleanInput,
  enumInput,
  nullable,
  secretInput,
  singleLine,
  textInput,
  textListInput,
} from '../../../inputs/kinds.ts';
import { inIfUpdatedAt, nextUpdatedAt } from '../../../listing/optimistic_lock.ts';
import { OutgoingError } from '../../../services/outgoing.ts';
import type { Tx } from '../../../sql/kysely.ts';
import { discover, ProviderFault, secretOf, secretSealOf } from './openid.ts';

export type ProviderRow = Selectable<SignInProvidersTable>;

const providerShape = shape('SignInProvider', 'How people sign in through the company’s own provider.', {
  name: { type: 'String!', description: 'Its name, as the button of the sign-in page has it.' },
  issuer: { type: 'String!', description: 'Its address.' },
  client_id: { type: 'String!', description: 'Id of this product there.' },
  secret_end: { type: 'String', description: 'The last four characters of the secret; null: there is none.' },
  email_domains: {
    type: '[String!]!',
    description: 'Only addresses of these domains come in; empty: those of everyone on the team.',
  },
  joins_as: {
    type: 'String',
    description: 'Licence of people who are not on the team yet; null: they are refused.',
  },
  license_claim: { type: 'String', description: 'Claim that names the licence at each sign-in; null: none.' },
  is_required: { type: 'Boolean!', description: 'Passwords sign in owners alone.' },
  redirect_uri: { type: 'String!', description: 'What the provider has to be told to lead back to.' },
  identities_count: { type: 'Int!', description: 'People who have come in through it.' },
  updated_at: { type: 'String!', description: 'Last change.' },
});

/** The provider of the workspace; undefined: none is set up. */
export function findProvider(db: Tx, subdomain_id: string): Promise<ProviderRow | undefined> {
  return db
    .selectFrom('sign_in_providers')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .executeTakeFirst();
}

async function show(db: Tx, services: CommandContext['services'], row: ProviderRow) {
  const { subdomain_id } = row;
  const { key } = await db
    .selectFrom('subdomains')
    .select('key')
    .where('id', '=', subdomain_id)
    .executeTakeFirstOrThrow();
  const { count } = await db
    .selectFrom('sign_in_identities')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('subdomain_id', '=', subdomain_id)
    .where('issuer', '=', row.issuer)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    secret_end: row.secret_end,
    email_domains: row.email_domains,
    joins_as: row.joins_as,
    license_claim: row.license_claim,
    is_required: row.is_required,
    redirect_uri: services.publicUrl(key) + providerPaths.back,
    identities_count: Number(count),
    updated_at: row.updated_at.toISOString(),
  };
}

/** How people sign in through a provider. The secret is never told. */
export const signInProvider = defineQuery({
  name: 'sign_in_provider',
  description: 'The provider (OpenID Connect) through which people sign in; null: none is set up.',
  requires: readRight('settings'),
  args: {},
  returns: 'SignInProvider',
  reads: ['sign_in_providers', 'sign_in_identities'],
  shapes: [providerShape],
  run: async (_args, { scope }) => {
    const row = await findProvider(scope.db, scope.viewer.subdomain_id);
    return row ? show(scope.db, scope.services, row) : null;
  },
});

/** Where the provider has to lead back to, which it is told before anything is set up here. */
export const signInProviderRedirectUri = defineQuery({
  name: 'sign_in_provider_redirect_uri',
  description: 'The address that a provider has to be told to lead back to.',
  requires: readRight('settings'),
  args: {},
  returns: 'String!',
  reads: ['subdomains'],
  run: async (_args, { scope }) => {
    const { key } = await scope.db
      .selectFrom('subdomains')
      .select('key')
      .where('id', '=', scope.viewer.subdomain_id)
      .executeTakeFirstOrThrow();
    return scope.services.publicUrl(key) + providerPaths.back;
  },
});

function lockProvider({ tx, subdomain_id }: CommandContext): Promise<ProviderRow | undefined> {
  return tx
    .selectFrom('sign_in_providers')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Sets the provider up, or changes what is given. It is for owners: a provider says who someone is, also who an owner
 * is. A secret goes with address and client: for other ones it has to be entered again.
 */
export const signInProviderUpdate = defineCommand({
  name: 'sign_in_provider_update',
  description:
    'Sets up the provider (OpenID Connect) through which people sign in, or changes what is given. For owners. A new address or client needs the secret again.',
  requires: isOwner,
  holdsSecret: true,
  input: {
    name: singleLine('Name on the button.', providerLimits.nameCharacters),
    issuer: textInput('Address of the provider, as it says itself.', providerLimits.issuerCharacters),
    client_id: singleLine('Id of this product there.', providerLimits.clientCharacters),
    client_secret: nullable(
      secretInput(
        'Secret of this product there; null: it is a public client.',
        providerLimits.secretCharacters,
      ),
    ),
    email_domains: textListInput(
      'Only addresses of these domains come in; empty: those of everyone on the team.',
      providerLimits.domains,
      253,
    ),
    joins_as: nullable(
      enumInput('Licence of people who are not on the team yet; null: they are refused.', PROVIDER_LICENSES),
    ),
    license_claim: nullable(
      singleLine('Claim that names the licence at each sign-in; null: none.', providerLimits.claimCharacters),
    ),
    is_required: booleanInput('Whether passwords sign in owners alone.'),
    if_updated_at: inIfUpdatedAt,
  },
  returns: { type: 'SignInProvider!' },
  shapes: [providerShape],
  prepare: async (input, scope) => {
    const issuer = input.issuer === undefined ? undefined : issuerOf(input.issuer);
    if (issuer === null)
      throw badInput(
        'issuer',
        'This is no address of a provider. It has a form such as https://login.example.com.',
      );
    if (issuer === undefined) return undefined;
    try {
      await scope.services.outgoing.check(issuer);
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error;
      throw badInput('issuer', error.message, { reason: error.reason });
    }
    return issuer;
  },
  run: async ({ if_updated_at, client_secret: givenSecret, ...given }, context, givenIssuer) => {
    const { tx, subdomain_id, services, now } = context;
    const before = await lockProvider(context);
    if (before && if_updated_at !== undefined && before.updated_at.getTime() > if_updated_at.getTime())
      throw changedMeanwhile('provider', await show(tx, services, before));
    const issuer = givenIssuer ?? before?.issuer;
    const client_id = given.client_id ?? before?.client_id ?? '';
    const name = given.name ?? before?.name ?? '';
    if (issuer === undefined)
      throw badInput('issuer', 'Enter the address of the provider.', { reason: 'required' });
    if (client_id === '') throw badInput('client_id', 'Enter the client id.', { reason: 'required' });
    if (name === '') throw badInput('name', 'Enter a name.', { reason: 'required' });
    const email_domains = [
      ...new Set(
        (given.email_domains ?? before?.email_domains ?? []).map((domain) => domain.trim().toLowerCase()),
      ),
    ];
    const wrong = email_domains.find((domain) => !isDomain(domain));
    if (wrong !== undefined)
      throw badInput('email_domains', `${wrong} is no domain. It has a form such as example.com.`, {
        reason: 'invalid',
      });
    const joins_as = given.joins_as === undefined ? (before?.joins_as ?? null) : given.joins_as;
    if (joins_as !== null && email_domains.length === 0)
      throw badInput('email_domains', 'Enter the domains whose people may join by themselves.', {
        reason: 'required',
      });
    const secret = givenSecret?.trim();
    const isElsewhere = before !== undefined && (before.issuer !== issuer || before.client_id !== client_id);
    const values = {
      name,
      issuer,
      client_id,
      ...(secret
        ? {
            sealed_secret: services.seals.seal(secret, secretSealOf(subdomain_id)),
            secret_end: secret.slice(-4),
          }
        : givenSecret !== undefined || isElsewhere
          ? { sealed_secret: null, secret_end: null }
          : {}),
      email_domains,
      joins_as,
      license_claim:
        given.license_claim === undefined ? (before?.license_claim ?? null) : given.license_claim || null,
      is_required: given.is_required ?? before?.is_required ?? false,
      updated_at: before ? nextUpdatedAt(before, now) : now,
    };
    const row = await tx
      .insertInto('sign_in_providers')
      .values({ subdomain_id, ...values, created_at: now })
      .onConflict((conflict) => conflict.column('subdomain_id').doUpdateSet(values))
      .returningAll()
      .executeTakeFirstOrThrow();
    await context.audit('sign_in_provider_update', subdomain_id, {
      changed: Object.keys(given),
      issuer,
      is_required: row.is_required,
      ...(givenSecret === undefined ? {} : { secret: secret ? 'replaced' : 'removed' }),
    });
    return show(tx, services, row);
  },
});

/** Takes the provider away: people sign in by password and link again. Who they are there is forgotten. */
export const signInProviderDelete = defineCommand({
  name: 'sign_in_provider_delete',
  description: 'Takes the provider away. People sign in by password and link again. For owners.',
  requires: isOwner,
  input: {},
  returns: { type: 'Boolean!' },
  run: async (_input, context) => {
    const { tx, subdomain_id } = context;
    const row = await tx
      .deleteFrom('sign_in_providers')
      .where('subdomain_id', '=', subdomain_id)
      .returning('issuer')
      .executeTakeFirst();
    if (!row) return false;
    await context.audit('sign_in_provider_delete', subdomain_id, { issuer: row.issuer });
    return true;
  },
});

/** Asks the provider whether its address is right. */
export const signInProviderCheck = defineCommand({
  name: 'sign_in_provider_check',
  description: 'Asks the provider for its configuration. Refused with the cause when that fails. For owners.',
  requires: isOwner,
  input: {},
  returns: { type: 'Boolean!' },
  prepare: async (_input, scope) => {
    const row = await findProvider(scope.db, scope.viewer.subdomain_id);
    if (!row) throw notFound('issuer', 'provider');
    try {
      await discover(scope.services, row, secretOf(scope.services, row));
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      throw badRequest(error.message, { reason: 'provider', cause: error });
    }
  },
  run: async (_input, { audit, subdomain_id }) => {
    await audit('sign_in_provider_check', subdomain_id);
    return true;
  },
});
