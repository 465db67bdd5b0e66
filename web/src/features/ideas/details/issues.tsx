import { IconLink, IconX } from '@tabler/icons-react';
import { request } from '../../../api/runtime.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { IssueMark } from '../../../shared/tracker/IssueMark.tsx';
import { IssueStatus } from '../../../shared/tracker/IssueStatus.tsx';
import { linkIssueDocument, linkOf, unlinkIssueDocument } from '../../../shared/tracker/issues.ts';
import type { JiraIssueLine } from '../../../shared/tracker/issues.ts';
import { trackerTexts as texts } from '../../../shared/tracker/trackerMessages.ts';
import { Button, IconButton } from '../../../ui/elements/Button.tsx';
import { formatAgo, formatDateTime } from '../../../ui/text/format.ts';
import type { Idea } from './queries.ts';
import { useStatusActions } from './status.tsx';
import tracker from '../../../shared/tracker/tracker.module.css';
import styles from './details.module.css';

/** The issues that an idea is linked to. */
export function IssueRows({ idea, isEditable }: { idea: Idea; isEditable: boolean }) {
  return (
    <ul className={tracker.issues}>
      {idea.jira_issues.map((issue) => (
        <IssueRow key={issue.id} ideaId={idea.id} issue={issue} isEditable={isEditable} />
      ))}
    </ul>
  );
}

function IssueRow({
  ideaId,
  issue,
  isEditable,
}: {
  ideaId: string;
  issue: JiraIssueLine;
  isEditable: boolean;
}) {
  const { jira_key: key, issue_url: url } = issue;
  const unlink = useCommand(unlinkIssueDocument, {
    done: texts.unlinked(key),
    failed: texts.notUnlinked,
    undo: () => ({
      send: () => request(linkIssueDocument, linkOf(ideaId, key)),
      done: texts.relinked(key),
      failed: texts.notRelinked,
    }),
  });
  return (
    <li className={tracker.issue}>
      <IssueMark type={issue.issuetype} />
      <span className={tracker.title}>
        {url === null ? (
          <span className={tracker.key}>{key}</span>
        ) : (
          <a
            className={tracker.key}
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            data-tip={texts.open(key)}
          >
            {key}
          </a>
        )}
        <span className={tracker.summary} data-tip={issue.summary ?? undefined}>
          {issue.summary}
        </span>
      </span>
      {isEditable ? (
        <IconButton
          label={texts.unlink(key)}
          size="small"
          variant="plain"
          disabled={unlink.isRunning}
          onClick={() => void unlink.run(linkOf(ideaId, key))}
        >
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </IconButton>
      ) : (
        <span />
      )}
      <span className={tracker.state}>
        <IssueState issue={issue} />
      </span>
    </li>
  );
}

/** One that was read longer ago is shown with the day of its reading. */
const STALE_MS = 24 * 3_600_000;

/** How far an issue is and since when; or why that is not known. */
function IssueState({
  issue: { status, status_color, status_last_updated_at: since, is_missing, read_at, summary },
}: {
  issue: JiraIssueLine;
}) {
  if (is_missing) return <span data-tip={texts.missingTip}>{texts.missing}</span>;
  if (summary === null) return texts.notRead;
  const isStale = read_at !== null && Date.now() - Date.parse(read_at) > STALE_MS;
  return (
    <>
      <IssueStatus status={status} color={isStale ? null : status_color} />
      {isStale ? (
        <span data-tip={formatDateTime(read_at)}>{texts.stale(formatAgo(read_at))}</span>
      ) : since === null ? null : (
        <time dateTime={since} data-tip={formatDateTime(since)}>
          {texts.since(formatAgo(since))}
        </time>
      )}
    </>
  );
}

/**
 * Says that linked issues are done, to whoever may post a status. Not where one was posted since, and not where the idea
 * is settled.
 */
export function IssuesDone({ idea }: { idea: Idea }) {
  const post = useStatusActions(idea.id, true).public;
  const done = idea.jira_issues.filter(({ stage }) => stage === 'done');
  const [first] = done;
  const told = idea.last_status_update?.created_at ?? '';
  const isNews = done.some(({ status_last_updated_at: since }) => since === null || since > told);
  if (first === undefined || !isNews || post === null || idea.status?.is_open === false) return null;
  const count = idea.jira_issues.length;
  return (
    <div className={styles.banner} data-tone="good" role="note">
      <IconLink size={16} stroke={1.75} aria-hidden="true" />
      <p className={styles.bannerText}>
        {done.length < count
          ? `${texts.done.some(first.jira_key, done.length, count)} ${texts.done.askLater}`
          : `${count === 1 ? texts.done.one(first.jira_key) : texts.done.all(count)} ${texts.done.ask}`}
      </p>
      <Button onClick={post}>{texts.done.post}</Button>
    </div>
  );
}
