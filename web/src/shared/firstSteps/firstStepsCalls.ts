/** What is done of the first steps, and the naming of the first forum. */
import { useQuery } from '@tanstack/react-query';
import type { FirstStepsQuery } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';

const firstStepsDocument = graphql(`
  query FirstSteps {
    first_steps {
      workspace_name
      ideas_count
      forum_id
      forum_name
      is_forum_named
      has_statuses
      has_feedback
      has_import
      has_colleague
      has_email
    }
  }
`);

export type FirstStepsFacts = FirstStepsQuery['first_steps'];

/** What is done of the first steps of the workspace. */
export function useFirstSteps() {
  return useQuery({
    queryKey: ['first-steps'],
    queryFn: ({ signal }) => request(firstStepsDocument, {}, { signal }),
  });
}

export const nameForumDocument = graphql(`
  mutation NameFirstForum($id: ID!, $name: String) {
    forum_update(id: $id, name: $name) {
      id
    }
  }
`);

/** The steps in their order. */
export const stepNames = ['forum', 'feedback', 'import', 'statuses', 'colleague', 'email'] as const;
export type StepName = (typeof stepNames)[number];

/** Whether a step is done. */
export function isStepDone(facts: FirstStepsFacts, step: StepName): boolean {
  return {
    forum: facts.is_forum_named,
    feedback: facts.has_feedback,
    import: facts.has_import,
    statuses: facts.has_statuses,
    colleague: facts.has_colleague,
    email: facts.has_email,
  }[step];
}

/** How many of the steps are done. */
export function doneCount(facts: FirstStepsFacts): number {
  return stepNames.filter((step) => isStepDone(facts, step)).length;
}
