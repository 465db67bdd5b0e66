import { domainOfAddress } from '../../../contract/features.ts';
import { hasFeature } from '../../../contract/permissions.ts';
import type { Scope } from '../../core/scope.ts';

/** What decides who reads a roadmap, and what they see. */
export interface ReaderRoadmap {
  id: string;
  name: string;
  share_with_contributors: boolean;
  share_with_email_domains: boolean;
  share_public: boolean;
  email_domains: string[];
  show_mrr: boolean;
  show_users: boolean;
  show_accounts: boolean;
  /** feature flags of the workspace */
  features: string[];
  roadmap_feedback: boolean;
}

/** The roadmap of an address. @returns undefined: there is none */
export async function findRoadmap(scope: Scope, token: string): Promise<ReaderRoadmap | undefined> {
  const [row] = await scope.read<ReaderRoadmap>({
    text: `select r.id::text as id, r.name, r.share_with_contributors, r.share_with_email_domains, r.share_public, r.email_domains, r.show_mrr, r.show_users, r.show_accounts, w.features, w.roadmap_feedback
from roadmaps r join subdomains w on w.id = $1 where r.subdomain_id = $1 and r.token = $2`,
    values: [scope.viewer.subdomain_id, token],
  });
  return row !== undefined && hasFeature(row.features, 'features_feature') ? row : undefined;
}

/** May people with this address read it? */
export const isOfDomains = (
  row: Pick<ReaderRoadmap, 'share_with_email_domains' | 'email_domains'>,
  address: string,
): boolean => row.share_with_email_domains && row.email_domains.includes(domainOfAddress(address));
