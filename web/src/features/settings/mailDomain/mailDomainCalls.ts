import { useQuery } from '@tanstack/react-query';
import type { SettingsMailDomainQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';

const mailDomainDocument = graphql(`
  query SettingsMailDomain {
    mail_domain {
      domain
      is_verified
      records {
        kind
        name
        value
        state
        found
      }
    }
  }
`);

/** The workspace's own domain for emails, with its DNS records as they were looked up. */
export type MailDomain = NonNullable<SettingsMailDomainQuery['mail_domain']>;
/** One of its DNS records. */
export type MailDomainRecord = MailDomain['records'][number];

/** Looked up again after so long while the page is open. */
export const LOOK_EVERY_MS = 300_000;

/** Looks the domain's records up, again and again while they are on the screen. @param domain null: there is none to look at */
export function useMailDomain(domain: string | null) {
  return useQuery({
    queryKey: ['settings-mail-domain', domain],
    queryFn: ({ signal }) => request(mailDomainDocument, {}, { signal }),
    enabled: domain !== null,
    refetchInterval: LOOK_EVERY_MS,
  });
}

export const saveMailDomainDocument = graphql(`
  mutation SaveMailDomain($from_domain: String) {
    subdomain_update(from_domain: $from_domain) {
      id
      from_domain
    }
  }
`);

export const saveFromEmailDocument = graphql(`
  mutation SaveFromEmail($from_email: String) {
    subdomain_update(from_email: $from_email) {
      id
      usual_from_address
    }
  }
`);

export const verifyMailDomainDocument = graphql(`
  mutation VerifyMailDomain {
    mail_domain_verify {
      id
      from_domain_verified
    }
  }
`);
