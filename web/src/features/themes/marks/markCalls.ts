/** What the marks of trends read and write. */
import { useQuery } from '@tanstack/react-query';
import { periodMarkLimits } from '../../../../../contract/trends.ts';
import type { PeriodMarksQuery } from '../../../api/generated/graphql.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';

const marksDocument = graphql(`
  query PeriodMarks($per_page: Int) {
    period_marks(sort: "starts_on", per_page: $per_page) {
      records {
        id
        name
        starts_on
        ends_on
        updated_at
      }
    }
  }
`);

const markDocument = graphql(`
  query PeriodMark($id: ID!) {
    period_mark(id: $id) {
      id
      name
      starts_on
      ends_on
      updated_at
    }
  }
`);

export const createMarkDocument = graphql(`
  mutation CreatePeriodMark($name: String!, $starts_on: String!, $ends_on: String) {
    period_mark_create(name: $name, starts_on: $starts_on, ends_on: $ends_on) {
      id
    }
  }
`);

export const updateMarkDocument = graphql(`
  mutation UpdatePeriodMark(
    $id: ID!
    $name: String
    $starts_on: String
    $ends_on: String
    $if_updated_at: String
  ) {
    period_mark_update(
      id: $id
      name: $name
      starts_on: $starts_on
      ends_on: $ends_on
      if_updated_at: $if_updated_at
    ) {
      id
    }
  }
`);

export const deleteMarkDocument = graphql(`
  mutation DeletePeriodMark($id: ID!) {
    period_mark_delete(id: $id) {
      id
    }
  }
`);

/** A time with a name of its own. */
export type PeriodMark = PeriodMarksQuery['period_marks']['records'][number];

/** All marks of the workspace, the oldest first. */
export function usePeriodMarks() {
  return useQuery({
    queryKey: ['period-marks'],
    queryFn: ({ signal }) => request(marksDocument, { per_page: periodMarkLimits.marks }, { signal }),
    select: ({ period_marks }) => period_marks.records,
  });
}

/** A mark as it is now; null: it is gone. */
export async function loadMark(id: string): Promise<PeriodMark | null> {
  return (await request(markDocument, { id })).period_mark;
}
