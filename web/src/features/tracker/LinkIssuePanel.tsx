import { useQuery } from '@tanstack/react-query';
import { trackerMessages } from '../../../../contract/errors.ts';
import { issueKeyIn } from '../../../../contract/issue_key.ts';
import { timing } from '../../../../contract/limits.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import '../../host/modals.ts';
import { useDebounced } from '../../shared/pickers/useDebounced.ts';
import { IssueMark } from '../../shared/tracker/IssueMark.tsx';
import { IssueStatus } from '../../shared/tracker/IssueStatus.tsx';
import { linkIssueDocument, linkOf, unlinkIssueDocument } from '../../shared/tracker/issues.ts';
import { trackerTexts } from '../../shared/tracker/trackerMessages.ts';
import { TextField } from '../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { issuePanelDocument, previewDocument } from './linkQueries.ts';
import { NewIssue } from './NewIssue.tsx';
import panels from '../../forms/panels.module.css';
import styles from './linkIssue.module.css';

const texts = trackerTexts.panel;

type Values = { address: string };
const blank: Values = { address: '' };

/**
 * The panel 'Link Jira Issue' (PANEL-058..061): an issue by its address or key, or the tracker's form for a new one. The
 * key must be there and not be linked yet (VALID-059..062).
 */
export function LinkIssuePanel({
  opened,
  close,
  suggestion_id,
}: ModalProps['jiraIntegration'] & ModalControl) {
  const loaded = usePanelRecord(
    ['issues', suggestion_id],
    async (signal) => (await request(issuePanelDocument, { id: suggestion_id }, { signal })).suggestion,
  );
  const linked = new Set(loaded.data?.jira_issues.map(({ jira_key }) => jira_key));
  const form = useForm<Values>({
    draftKey: `issue:${suggestion_id}`,
    blank,
    record: loaded.data === null ? null : { values: blank },
    fields: {
      address: {
        label: texts.key,
        inputs: ['jiraKey'],
        needed: { name: texts.keyName, sentence: texts.keyMissing },
        rule: (typed) => {
          const found = issueKeyIn(typed);
          return found === null ? texts.keyMissing : linked.has(found) ? texts.linkedAlready(found) : null;
        },
        ruleName: texts.keyName,
        ruleSaid: 'left',
      },
    },
  });
  const key = issueKeyIn(form.values.address);
  const isLinked = key !== null && linked.has(key);
  const asked = useDebounced(isLinked ? null : key, timing.trackerProjectSearchDebounceMs);
  const preview = useQuery({
    queryKey: ['issue-preview', asked],
    queryFn: async ({ signal }) =>
      (await request(previewDocument, { key: asked ?? '' }, { signal })).jira_issue_preview,
    enabled: asked !== null && opened,
    retry: false,
    staleTime: 30_000,
  });
  const isLooking = key !== null && !isLinked && (asked !== key || preview.isFetching);
  const isUnknown = !isLooking && key !== null && asked === key && preview.data === null;
  const save = useCommand(
    async () => {
      if (key === null) throw new Error(texts.keyMissing);
      return (await request(linkIssueDocument, linkOf(suggestion_id, key))).link_jira_issue;
    },
    {
      form,
      done: SUCCESS_TOASTS.issue_linked,
      // where a link or an issue is refused for a reason, the field says it
      failed: trackerMessages.linkIssue,
      undo: (issue) =>
        issue === null
          ? null
          : {
              send: () => request(unlinkIssueDocument, linkOf(suggestion_id, issue.jira_key)),
              done: trackerTexts.linkRemoved(issue.jira_key),
              failed: trackerTexts.notUnlinked,
            },
      onDone: close,
    },
  );
  const field = form.field('address');
  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={texts.title}
      what={texts.idea}
      load={loaded.load}
      submitLabel={key === null ? texts.submit : texts.submitKey(key)}
      missing={isLooking ? [texts.lookedUp] : isUnknown ? [texts.keyName] : []}
    >
      <section className={styles.section} aria-labelledby="link-existing-issue">
        <h3 id="link-existing-issue">{texts.existing}</h3>
        <TextField
          {...field}
          error={
            field.error ?? (isLinked ? texts.linkedAlready(key) : isUnknown ? texts.notFound(key) : undefined)
          }
          placeholder={texts.keyPlaceholder}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
        <div aria-live="polite">
          {key === null || isLinked ? null : isLooking ? (
            <p className={panels.remark}>{texts.looking(key)}</p>
          ) : preview.isError ? (
            <p className={panels.info}>{whyUnknown(preview.error, key)}</p>
          ) : preview.data === null || preview.data === undefined ? null : (
            <div className={styles.preview}>
              <IssueMark type={preview.data.issuetype} />
              <div className={styles.previewText}>
                <p className={styles.previewTitle}>
                  <span className={styles.key}>{preview.data.jira_key}</span> {preview.data.summary}
                </p>
                <p className={styles.previewState}>
                  <IssueStatus status={preview.data.status} color={preview.data.status_color} />
                  {preview.data.issuetype}
                </p>
              </div>
            </div>
          )}
        </div>
      </section>
      <section className={styles.section} aria-labelledby="create-issue">
        <h3 id="create-issue">{texts.create}</h3>
        {loaded.data === null ? null : <NewIssue idea={loaded.data} />}
      </section>
    </PanelFrame>
  );
}

/** Why an issue is not shown before it is linked. It can be linked all the same. */
function whyUnknown(error: unknown, key: string): string {
  if (error instanceof ApiError && error.reason === 'not_configured') return texts.keyAlone(key);
  return `${messageOf(error)} ${texts.notAsked(key)}`;
}
