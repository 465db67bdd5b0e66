import { isIssueKey } from '../../../contract/issue_key.ts';
import { textLimits } from '../../../contract/limits.ts';
import { LINKED_TYPES, trackerLimits } from '../../../contract/tracker.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { enumInput, idInput, required, validatedText } from '../../inputs/kinds.ts';
import { TrackerError, type TrackerIssue } from '../../services/tracker.ts';
import { findSuggestion } from '../ideas/find.ts';
import { accessOf, findTracker, linksIssues, type TrackerRow } from './access.ts';
import { trackerWrite } from './idea_field.ts';
import { issueValues } from './reading.ts';

/** What an issue is linked to, and which one (ENT-076, VALID-077). */
const linkInput = {
  linkedType: required(enumInput('Kind of the record: Suggestion.', LINKED_TYPES)),
  linkedId: required(idInput('The record.')),
  jiraKey: required(
    validatedText('Key of the issue, such as MAR-1482.', textLimits.nameCharacters, (key) =>
      isIssueKey(key.toUpperCase()) ? null : 'A key has a form such as MAR-1482.',
    ),
  ),
};

/** What the tracker said of an issue before it is linked. */
interface Found {
  tracker: TrackerRow | undefined;
  /** null: the tracker could not be asked */
  issue: TrackerIssue | null;
}

/**
 * Looks an issue up, if it can be.
 * @throws BAD_USER_INPUT when the tracker answers that it has no such issue
 */
async function lookUp(scope: Scope, key: string): Promise<Found> {
  const tracker = await findTracker(scope.db, scope.viewer.subdomain_id);
  try {
    const access = tracker && accessOf(tracker, scope.services.seals);
    if (!tracker || !access) return { tracker, issue: null };
    const issue = await scope.services.tracker.find(access, key);
    if (issue === null)
      throw badInput(
        'jiraKey',
        `Jira has no issue ${key}, or the account of the integration may not see it.`,
        {
          reason: 'not_found',
          httpStatus: 404,
        },
      );
    return { tracker, issue };
  } catch (error) {
    // a link by its key alone is worth having; what the issue says is read later
    if (error instanceof TrackerError) return { tracker, issue: null };
    throw error;
  }
}

/** An issue as it is kept, held until the commit: nobody links it while another one takes its last link away. */
function lockIssue({ tx, subdomain_id }: CommandContext, jira_key: string) {
  return tx
    .selectFrom('tracker_issues')
    .select(['id', 'status', 'status_last_updated_at'])
    .where('subdomain_id', '=', subdomain_id)
    .where('jira_key', '=', jira_key)
    .forUpdate()
    .executeTakeFirst();
}

/** Links an issue of the tracker to an idea (DEC-113). Where the tracker cannot be asked the key alone is linked. */
export const linkJiraIssue = defineCommand({
  name: 'link_jira_issue',
  description:
    'Links an issue of the tracker to an idea. It is looked up; where the tracker cannot be asked the key alone is linked. An issue is linked to an idea once.',
  requires: linksIssues,
  input: linkInput,
  returns: { entity: 'jira_issue' },
  prepare: async ({ linkedId, jiraKey }, scope) => {
    await findSuggestion(scope.db, scope.viewer.subdomain_id, linkedId, 'linkedId');
    return lookUp(scope, jiraKey.toUpperCase());
  },
  run: async ({ linkedId: suggestion_id, jiraKey }, context, { tracker, issue }) => {
    const { tx, subdomain_id, viewer, now } = context;
    await findSuggestion(tx, subdomain_id, suggestion_id, 'linkedId', { lock: true, joins: true });
    const jira_key = issue?.key ?? jiraKey.toUpperCase();
    const before = (await lockIssue(context, jira_key)) ?? null;
    const read = issue === null ? {} : issueValues(issue, before, now);
    const { id: issue_id } = await tx
      .insertInto('tracker_issues')
      .values({ subdomain_id, jira_key, ...read, created_at: now, updated_at: now })
      .onConflict((conflict) =>
        // something has to be set for the row to be answered
        conflict.columns(['subdomain_id', 'jira_key']).doUpdateSet({ jira_key, ...read }),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    const linked = await tx
      .insertInto('suggestion_tracker_issues')
      .values({ subdomain_id, suggestion_id, issue_id, user_id: viewer.user_id, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('issue_id')
      .execute();
    if (linked.length === 0)
      throw badInput('jiraKey', `${jira_key} is already linked to this idea.`, { reason: 'already_linked' });
    const { count } = await tx
      .selectFrom('suggestion_tracker_issues')
      .select((select) => select.fn.countAll<string>().as('count'))
      .where('subdomain_id', '=', subdomain_id)
      .where('suggestion_id', '=', suggestion_id)
      .executeTakeFirstOrThrow();
    if (Number(count) > trackerLimits.issues)
      throw badInput('jiraKey', `An idea has at most ${trackerLimits.issues} issues.`, {
        reason: 'too_many',
      });
    await context.audit('link_jira_issue', suggestion_id, { jira_key });
    if (tracker && tracker.sealed_token !== null && tracker.customfield_id !== null)
      await context.enqueue(trackerWrite, { suggestion_id, issue_id });
    markChanged(tx, 'suggestion', [suggestion_id]);
    return issue_id;
  },
});

/** Takes the link away again; the issue itself stays as it is. */
export const unlinkJiraIssue = defineCommand({
  name: 'unlink_jira_issue',
  description: 'Takes an issue away from an idea. In the tracker nothing changes.',
  requires: linksIssues,
  input: linkInput,
  returns: { entity: 'suggestion' },
  run: async ({ linkedId: suggestion_id, jiraKey }, context) => {
    const { tx, subdomain_id } = context;
    await findSuggestion(tx, subdomain_id, suggestion_id, 'linkedId', { lock: true });
    const jira_key = jiraKey.toUpperCase();
    const issue = await lockIssue(context, jira_key);
    const removed =
      issue &&
      (await tx
        .deleteFrom('suggestion_tracker_issues')
        .where('subdomain_id', '=', subdomain_id)
        .where('suggestion_id', '=', suggestion_id)
        .where('issue_id', '=', issue.id)
        .returning('issue_id')
        .executeTakeFirst());
    if (!removed) throw notFound('jiraKey', 'link');
    // one that no idea is linked to is read no more
    await tx
      .deleteFrom('tracker_issues')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', removed.issue_id)
      .where((where) =>
        where.not(
          where.exists(
            where
              .selectFrom('suggestion_tracker_issues')
              .select('issue_id')
              .where('subdomain_id', '=', subdomain_id)
              .where('issue_id', '=', removed.issue_id),
          ),
        ),
      )
      .execute();
    await context.audit('unlink_jira_issue', suggestion_id, { jira_key });
    markChanged(tx, 'suggestion', [suggestion_id]);
    return suggestion_id;
  },
});
