import { graphql } from '../../../api/graphql.ts';
import type { SignInRulesQuery } from '../../../api/generated/graphql.ts';

/** How people sign in through the company's own provider. */
export type ProviderSetUp = NonNullable<SignInRulesQuery['sign_in_provider']>;

const providerFragment = graphql(`
  fragment ProviderSetUp on SignInProvider {
    name
    issuer
    client_id
    secret_end
    email_domains
    joins_as
    license_claim
    is_required
    redirect_uri
    identities_count
    updated_at
  }
`);
void providerFragment;

export const providerDocument = graphql(`
  query SignInProvider {
    sign_in_provider {
      ...ProviderSetUp
    }
  }
`);

export const saveProviderDocument = graphql(`
  mutation SaveSignInProvider(
    $name: String
    $issuer: String
    $client_id: String
    $client_secret: String
    $email_domains: [String!]
    $joins_as: String
    $license_claim: String
    $is_required: Boolean
    $if_updated_at: String
  ) {
    sign_in_provider_update(
      name: $name
      issuer: $issuer
      client_id: $client_id
      client_secret: $client_secret
      email_domains: $email_domains
      joins_as: $joins_as
      license_claim: $license_claim
      is_required: $is_required
      if_updated_at: $if_updated_at
    ) {
      ...ProviderSetUp
    }
  }
`);

export const removeProviderDocument = graphql(`
  mutation RemoveSignInProvider {
    sign_in_provider_delete
  }
`);

export const checkProviderDocument = graphql(`
  mutation CheckSignInProvider {
    sign_in_provider_check
  }
`);
