import { IconExternalLink, IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { trackerMessages } from '../../../../contract/errors.ts';
import { timing } from '../../../../contract/limits.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { newIssueUrl } from '../../../../contract/new_issue.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { ideaAddress, integrationSettingsAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { useDebounced } from '../../shared/pickers/useDebounced.ts';
import { plainText } from '../../shared/plainText.ts';
import { trackerTexts } from '../../shared/tracker/trackerMessages.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { SelectField } from '../../ui/fields/fields.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { configDocument, issueTypesDocument, projectsDocument } from './linkQueries.ts';
import panels from '../../forms/panels.module.css';
import styles from './linkIssue.module.css';

const texts = trackerTexts.panel;
const NONE = '';

/** Answers of the tracker are asked for once: it tells by itself what is wrong with it. */
const once = { retry: false, staleTime: 60_000 } as const;

/** Project and kind of a new issue, and the way to the tracker's own form, filled in (PANEL-060, PANEL-061, VALID-064). */
export function NewIssue({
  idea,
}: {
  idea: { id: string; title: string; body: string | null; body_mime_type: string };
}) {
  const [project, setProject] = useState<Option | null>(null);
  const [typeId, setTypeId] = useState(NONE);
  const [typed, setTyped] = useState('');
  const q = useDebounced(typed, timing.trackerProjectSearchDebounceMs);
  const config = useQuery({
    queryKey: ['jira-config'],
    queryFn: async ({ signal }) => (await request(configDocument, {}, { signal })).jira_config,
    ...once,
  });
  const projects = useQuery({
    queryKey: ['jira-projects', q],
    queryFn: async ({ signal }) =>
      (await request(projectsDocument, { q: q === '' ? null : q }, { signal })).jira_projects,
    enabled: config.data !== undefined,
    placeholderData: (before) => before,
    ...once,
  });
  const types = useQuery({
    queryKey: ['jira-issue-types', project?.value],
    queryFn: async ({ signal }) =>
      (await request(issueTypesDocument, { project_id: project?.value ?? '' }, { signal })).jira_issue_types,
    enabled: project !== null,
    ...once,
  });
  if (config.isPending)
    return (
      <DelayedSkeleton>
        <SkeletonLines count={3} />
      </DelayedSkeleton>
    );
  if (config.isError || config.data === null)
    return (
      <Failure
        message={trackerMessages.fetchTrackerConfiguration}
        error={config.error}
        onRetry={() => void config.refetch()}
      />
    );
  const { instance_url, create_warning_message: warning } = config.data;
  const type = types.data?.find(({ id }) => id === typeId);
  const isReady = project !== null && type !== undefined;
  const create = (): void => {
    if (project === null || type === undefined) return;
    const url = newIssueUrl(instance_url, {
      project_id: project.value,
      issue_type_id: type.id,
      summary: idea.title,
      description: plainText(idea.body, idea.body_mime_type),
      priority_id: type.default_priority,
      custom_field: type.custom_field,
      idea_url: new URL(ideaAddress(idea.id), window.location.href).href,
    });
    window.open(url, '_blank', 'noopener,noreferrer');
  };
  return (
    <>
      {warning === null ? null : (
        <p className={styles.warning} role="note">
          <IconAlertCircle size={16} stroke={1.75} aria-hidden="true" />
          <span dir="auto">{warning}</span>
        </p>
      )}
      {projects.isError ? (
        <Failure
          message={trackerMessages.fetchTrackerProjects}
          error={projects.error}
          onRetry={() => void projects.refetch()}
        />
      ) : (
        <>
          <div className={styles.pair}>
            <Combobox
              label={texts.project}
              placeholder={texts.projectPlaceholder}
              value={project}
              options={(projects.data ?? []).map(({ id, key, name }) => ({
                value: id,
                label: name,
                note: key,
              }))}
              status={projects.isPending ? 'loading' : 'ready'}
              onSearch={setTyped}
              emptyText={texts.noProjects}
              onChange={(next) => {
                setProject(next);
                setTypeId(NONE);
                setTyped('');
              }}
            />
            <SelectField
              label={texts.type}
              value={typeId}
              disabled={project === null || types.data === undefined || types.data === null}
              options={[
                { value: NONE, label: texts.chooseType },
                ...(types.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={setTypeId}
            />
          </div>
          {types.isError ? (
            <Failure
              message={trackerMessages.fetchTrackerIssueTypes}
              error={types.error}
              onRetry={() => void types.refetch()}
            />
          ) : null}
          <div className={styles.createRow}>
            <Button
              size="form"
              disabled={!isReady}
              disabledReason={isReady ? null : texts.createNeeds}
              onClick={create}
            >
              {texts.createSubmit}
              <IconExternalLink size={14} stroke={1.75} aria-hidden="true" className={styles.external} />
            </Button>
            <p className={panels.remark}>{texts.createNote}</p>
          </div>
        </>
      )}
    </>
  );
}

/** What could not be had (DEC-184), why, and what to do about it. Issues can be linked all the same. */
function Failure({
  message,
  error,
  onRetry,
}: {
  message: string;
  error: unknown;
  onRetry: () => void;
}): ReactNode {
  const mayKeep = canWrite(useViewer().permissions, 'settings');
  const isMissing = error instanceof ApiError && error.reason === 'not_configured';
  const cause = error === null ? '' : messageOf(error).replace(message, '').trim();
  return (
    <div className={styles.failure} role="alert">
      <p>
        {message} {cause}
      </p>
      {isMissing && !mayKeep ? <p className={panels.remark}>{texts.askAdmin}</p> : null}
      <span className={styles.failureActions}>
        {isMissing ? null : (
          <Button variant="text" onClick={onRetry}>
            {texts.retry}
          </Button>
        )}
        {mayKeep ? <Link href={integrationSettingsAddress}>{texts.setUp}</Link> : null}
      </span>
    </div>
  );
}
