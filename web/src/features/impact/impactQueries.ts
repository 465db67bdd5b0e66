import { useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type {
  ImpactOffersQuery,
  ImpactReportPageQuery,
  ImpactVersionQuery,
} from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';

const reportDocument = graphql(`
  query ImpactReportPage($id: ID!) {
    impact_report(id: $id) {
      id
      title
      version
      state
      contents {
        key
        value
      }
      source
      source_name
      source_gone
      theme {
        id
        display_name
      }
      view {
        id
        name
        sub_kind
      }
      figures {
        ideas
        people
        people_new
        accounts
        all_accounts
        revenue
        all_revenue
        sentiment
        sentiment_count
        months {
          month
          votes
        }
        top_accounts {
          id
          name
          plan
          revenue
          people
        }
        top_ideas {
          id
          title
          votes
          accounts
          revenue
        }
      }
      figures_at
      figures_now {
        people
        accounts
        revenue
      }
      quotes {
        id
        text
        user_name
        account_name
        revenue
      }
      link {
        opened_count
      }
      readers {
        id
        read_at
        user {
          id
          name
          avatar_url
        }
      }
      created_by {
        id
        name
      }
      created_at
      updated_at
    }
  }
`);

const quotesDocument = graphql(`
  query ImpactOffers($id: ID!) {
    impact_report_quotes(id: $id) {
      found
      quotes {
        id
        text
        user_name
        account_name
        revenue
      }
    }
  }
`);

/** Says that the viewer has opened the report. */
export const readDocument = graphql(`
  mutation ReadImpactReport($id: ID!) {
    impact_report_read(id: $id) {
      id
    }
  }
`);

export const updateDocument = graphql(`
  mutation UpdateImpactReport(
    $id: ID!
    $title: String
    $contents: [ImpactContentInput!]
    $if_updated_at: String
  ) {
    impact_report_update(id: $id, title: $title, contents: $contents, if_updated_at: $if_updated_at) {
      id
      version
      updated_at
    }
  }
`);

export const makeListDocument = graphql(`
  mutation MakeListOfImpactReport($name: String!, $impact_report_id: ID!) {
    saved_view_create(name: $name, kind: "suggestion_list", impact_report_id: $impact_report_id) {
      id
      name
      sub_kind
    }
  }
`);

const versionsDocument = graphql(`
  query ImpactVersions($impact_report: [ID!]) {
    impact_report_versions(impact_report: $impact_report, per_page: 100) {
      records {
        id
        version
        title
        created_at
        updated_by {
          id
          name
        }
      }
    }
  }
`);

const versionDocument = graphql(`
  query ImpactVersion($id: ID!) {
    impact_report_version(id: $id) {
      id
      version
      title
      contents {
        key
        value
      }
      figures {
        people
        accounts
      }
      figures_at
    }
  }
`);

/** An impact report as its page has it. */
export type ImpactReport = NonNullable<ImpactReportPageQuery['impact_report']>;
/** What somebody said. */
export type ImpactQuote = ImpactReport['quotes'][number];
/** What could be quoted. */
export type ImpactOffers = ImpactOffersQuery['impact_report_quotes'];
/** An older version. */
export type ImpactVersion = NonNullable<ImpactVersionQuery['impact_report_version']>;

/** A report; null in it: there is none of this id. */
export function useImpactReport(id: string) {
  return useQuery({
    queryKey: ['impact-report', id],
    queryFn: ({ signal }) => request(reportDocument, { id }, { signal }),
  });
}

/** The report as it is now; null: it is gone. */
export async function loadImpactReport(id: string): Promise<ImpactReport | null> {
  return (await request(reportDocument, { id })).impact_report;
}

/** What could be quoted in a report. */
export function useImpactOffers(id: string) {
  return useQuery({
    queryKey: ['impact-offers', id],
    queryFn: ({ signal }) => request(quotesDocument, { id }, { signal }),
  });
}

/** Its older versions, the newest first. */
export function useImpactVersions(id: string, enabled: boolean) {
  return useQuery({
    queryKey: ['impact-versions', id],
    queryFn: ({ signal }) => request(versionsDocument, { impact_report: [id] }, { signal }),
    enabled,
  });
}

/** One of them. */
export function useImpactVersion(id: string | null) {
  return useQuery({
    queryKey: ['impact-version', id],
    queryFn: ({ signal }) => request(versionDocument, { id: id! }, { signal }),
    enabled: id !== null,
  });
}
