/** What the page of satisfaction reads and writes. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type { SatisfactionRatingsQuery, SatisfactionReportQuery } from '../../api/generated/graphql.ts';
import { request } from '../../api/runtime.ts';
// writes the fragment of a person in a picker
import '../../shared/pickers/people.ts';

const reportDocument = graphql(`
  query SatisfactionReport($period_start: String) {
    report_satisfaction(period_start: $period_start) {
      period_start
      period_end
      score
      margin
      previous_score
      previous_margin
      ratings_count
      with_words_count
      detractor_ratings_count
      people_count
      asked_count
      answered_count
      promoters_count
      neutrals_count
      detractors_count
      distribution
      months {
        month
        score
        margin
        people_count
      }
      unhappy_ideas {
        id
        title
        people_count
      }
      unhappy_revenue
      has_ratings
    }
  }
`);

/** How content people are in a period. */
export type Report = SatisfactionReportQuery['report_satisfaction'];

/** @param period as the server takes a begin: '29_days_ago' */
export function useReport(period: string) {
  return useQuery({
    queryKey: ['satisfaction', period],
    queryFn: async ({ signal }) =>
      (await request(reportDocument, { period_start: period }, { signal })).report_satisfaction,
    placeholderData: keepPreviousData,
  });
}

const ratingsDocument = graphql(`
  query SatisfactionRatings(
    $created_after: String
    $created_before: String
    $with_words: Boolean
    $band: [String!]
    $per_page: Int
  ) {
    ratings(
      created_after: $created_after
      created_before: $created_before
      with_words: $with_words
      band: $band
      per_page: $per_page
    ) {
      total_records
      records {
        id
        score
        previous_score
        body
        created_at
        user {
          id
          name
          crm_account {
            id
            name
          }
        }
      }
    }
  }
`);

export type Rating = SatisfactionRatingsQuery['ratings']['records'][number];
/** Which ratings are shown. */
export const RATING_KINDS = ['all', 'words', 'detractors'] as const;
export type RatingKind = (typeof RATING_KINDS)[number];

/** The newest ratings of a period. @param days first and last day of the period */
export function useRatings(days: { start: string; end: string } | null, kind: RatingKind, count: number) {
  return useQuery({
    queryKey: ['ratings', days, kind, count],
    queryFn: async ({ signal }) =>
      (
        await request(
          ratingsDocument,
          {
            created_after: days?.start ?? null,
            created_before: days?.end ?? null,
            with_words: kind === 'words' ? true : null,
            band: kind === 'detractors' ? ['detractor'] : null,
            per_page: count,
          },
          { signal },
        )
      ).ratings,
    enabled: days !== null,
    placeholderData: keepPreviousData,
  });
}

export const createRatingDocument = graphql(`
  mutation CreateRating($user: ID!, $score: Int!, $body: String, $created_at: String) {
    rating_create(user: $user, score: $score, body: $body, created_at: $created_at) {
      id
    }
  }
`);

export const deleteRatingDocument = graphql(`
  mutation DeleteRating($id: ID!) {
    rating_delete(id: $id) {
      id
    }
  }
`);
