import { addresses } from '../../../contract/notifications.ts';
import { defineTask } from '../../core/task.ts';
import { TrackerError } from '../../services/tracker.ts';
import { accessOf, findTracker } from './access.ts';

/** Writes the address of an idea into the field that the settings name, of an issue that was linked to it (DEC-181). */
export const trackerWrite = defineTask<{ suggestion_id: string; issue_id: string }>({
  name: 'tracker_write',
  description: 'Write the address of an idea into an issue of the tracker',
  run: async ({ suggestion_id, issue_id }, { scope }) => {
    const { subdomain_id } = scope.viewer;
    const row = await findTracker(scope.db, subdomain_id);
    if (!row || row.customfield_id === null) return;
    // the link may have been taken away since
    const issue = await scope.db
      .selectFrom('suggestion_tracker_issues')
      .innerJoin('tracker_issues', 'tracker_issues.id', 'suggestion_tracker_issues.issue_id')
      .select('jira_key')
      .where('tracker_issues.subdomain_id', '=', subdomain_id)
      .where('suggestion_tracker_issues.subdomain_id', '=', subdomain_id)
      .where('suggestion_id', '=', suggestion_id)
      .where('issue_id', '=', issue_id)
      .executeTakeFirst();
    if (!issue) return;
    const { key } = await scope.db
      .selectFrom('subdomains')
      .select('key')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const url = `${scope.services.shownUrl(key)}${addresses.idea(suggestion_id)}`;
    const note = (field_problem: string | null): Promise<unknown> =>
      scope.write((tx) =>
        tx
          .updateTable('tracker_settings')
          .set({ field_problem })
          .where('subdomain_id', '=', subdomain_id)
          .execute(),
      );
    try {
      const access = accessOf(row, scope.services.seals);
      if (access === null) return;
      await scope.services.tracker.writeField(access, issue.jira_key, row.customfield_id, url);
      if (row.field_problem !== null) await note(null);
    } catch (error) {
      if (!(error instanceof TrackerError)) throw error;
      if (error.reason === 'missing')
        await note(
          `The address of the idea could not be written into ${row.customfield_id} of ${issue.jira_key}. Check that the field is on the edit screen of its project.`,
        );
      // another try may help
      if (error.reason === 'busy' || error.reason === 'unreachable') throw error;
    }
  },
});
