import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { Button } from '../../../ui/elements/Button.tsx';
import { CopyField } from '../../../ui/fields/CopyField.tsx';
import { EmptyState } from '../../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { Section, Sections } from '../../../ui/page/SheetPage.tsx';
import { formatDateTime } from '../../../ui/text/format.ts';
import { SettingsPage } from '../SettingsPage.tsx';
import { integrationTexts as texts } from './integrationMessages.ts';
import {
  checkTrackerDocument,
  makeHookDocument,
  removeTrackerDocument,
  useTrackerSettings,
} from './integrationQueries.ts';
import type { TrackerSetUp } from './integrationQueries.ts';
import { TrackerPanel } from './TrackerPanel.tsx';
import rows from '../../../ui/page/rows.module.css';
import styles from './integrations.module.css';

/** The issue tracker: its address and token, whether it answers, and how it tells of changes (ROUTE-032, DEC-181). */
export function IntegrationsPage() {
  const query = useTrackerSettings();
  /** as it was when it was opened: what others save meanwhile does not take it from under the hands */
  const [edited, setEdited] = useState<{ setUp: TrackerSetUp | null } | null>(null);
  const [answer, setAnswer] = useState<string | null>(null);
  const check = useCommand(checkTrackerDocument, {
    // the page shows it beside the status, which was read again by then
    failed: null,
    onDone: ({ tracker_check }) => setAnswer(texts.works(tracker_check.projects_count)),
    onFailed: () => void query.refetch(),
  });
  const ask = (): void => {
    setAnswer(null);
    void check.run({});
  };
  return (
    <SettingsPage query={query} title={texts.title} what={texts.what}>
      {({ tracker_settings: setUp }) => (
        <Sections>
          <Section id="jira" title={texts.jira} note={texts.jiraNote}>
            {setUp === null ? (
              <div className={rows.box}>
                <EmptyState
                  title={texts.none}
                  reason={texts.noneReason}
                  action={
                    <Button variant="primary" onClick={() => setEdited({ setUp })}>
                      {texts.setUp}
                    </Button>
                  }
                />
              </div>
            ) : (
              <Connection
                setUp={setUp}
                isChecking={check.isRunning}
                answer={answer}
                onCheck={ask}
                onEdit={() => setEdited({ setUp })}
              />
            )}
          </Section>
          {setUp === null ? null : <Hook setUp={setUp} />}
          <DialogFor about={edited}>
            {(about, opened) => (
              <TrackerPanel
                setUp={about.setUp}
                opened={opened}
                onClose={() => setEdited(null)}
                onSaved={(saved) => {
                  if (saved.token_end !== null) ask();
                }}
              />
            )}
          </DialogFor>
        </Sections>
      )}
    </SettingsPage>
  );
}

function Connection({
  setUp,
  isChecking,
  answer,
  onCheck,
  onEdit,
}: {
  setUp: TrackerSetUp;
  isChecking: boolean;
  /** what Jira answered; null: it was not asked since the page was opened */
  answer: string | null;
  onCheck: () => void;
  onEdit: () => void;
}) {
  const [asks, setAsks] = useState(false);
  const remove = useCommand(removeTrackerDocument, {
    done: texts.removed,
    failed: texts.notRemoved,
    onDone: () => setAsks(false),
  });
  const { problem, field_problem, token_end, next_read_at, account } = setUp;
  const facts = [
    account,
    token_end === null ? null : texts.tokenEnd(token_end),
    texts.facts(setUp.issues_count),
  ].filter((fact) => fact !== null);
  return (
    <div className={rows.box} data-tone={problem === null && field_problem === null ? undefined : 'warning'}>
      <div className={rows.row}>
        <StateIcon state={problem !== null ? 'bad' : token_end === null ? 'none' : 'good'} />
        <div className={rows.text}>
          <p className={rows.name}>
            {problem !== null ? texts.failing : token_end === null ? texts.withoutToken : texts.connected}
          </p>
          <p>
            <a className={styles.address} href={setUp.instance_url} target="_blank" rel="noopener noreferrer">
              {setUp.instance_url}
            </a>
          </p>
          <p className={rows.meta}>{facts.join(' · ')}</p>
          <div role="status">
            {isChecking ? (
              <p className={rows.meta}>{texts.checking}</p>
            ) : problem !== null ? (
              <p className={rows.problem}>
                {problem} {next_read_at === null ? null : texts.readAgain(formatDateTime(next_read_at))}
              </p>
            ) : token_end === null ? (
              <p className={rows.meta}>{texts.withoutTokenNote}</p>
            ) : answer === null ? null : (
              <p className={styles.answer}>{answer}</p>
            )}
          </div>
        </div>
        <div className={styles.buttons}>
          {token_end === null ? null : (
            <Button loading={isChecking} onClick={onCheck}>
              {texts.check}
            </Button>
          )}
          <Button onClick={onEdit}>{texts.edit}</Button>
          <Button variant="danger-text" onClick={() => setAsks(true)}>
            {texts.remove}
          </Button>
        </div>
      </div>
      {field_problem === null ? null : (
        <div className={rows.row}>
          <StateIcon state="bad" />
          <div className={rows.text}>
            <p className={rows.name}>{texts.fieldProblem}</p>
            <p className={rows.problem}>{field_problem}</p>
          </div>
        </div>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void remove.run({})}
        title={texts.removeTitle}
        confirmLabel={texts.removeConfirm}
        danger
        working={remove.isRunning}
      >
        {texts.removeText(setUp.issues_count)}
      </ConfirmDialog>
    </div>
  );
}

function StateIcon({ state }: { state: 'good' | 'bad' | 'none' }): ReactNode {
  const Icon = state === 'good' ? IconCircleCheck : state === 'bad' ? IconAlertTriangle : IconCircleDashed;
  return <Icon size={18} stroke={1.75} aria-hidden="true" className={styles.icon} data-state={state} />;
}

/** The address by which Jira tells of changes. It is shown once. */
function Hook({ setUp: { has_hook } }: { setUp: TrackerSetUp }) {
  const [address, setAddress] = useState<string | null>(null);
  const [asks, setAsks] = useState(false);
  const make = useCommand(makeHookDocument, {
    failed: texts.hookFailed,
    onDone: ({ tracker_hook_create }) => {
      setAsks(false);
      setAddress(tracker_hook_create);
    },
  });
  return (
    <Section id="jira-hook" title={texts.hook} note={texts.hookNote}>
      <div className={rows.box}>
        <div className={rows.row}>
          <div className={rows.text}>
            <p className={rows.name}>{has_hook ? texts.hookSome : texts.hookNone}</p>
            <p className={rows.meta}>{has_hook ? texts.hookSomeNote : texts.hookHow}</p>
          </div>
          <Button loading={make.isRunning} onClick={() => (has_hook ? setAsks(true) : void make.run({}))}>
            {has_hook ? texts.hookReplace : texts.hookMake}
          </Button>
        </div>
        {address === null ? null : (
          <div className={styles.made} role="status">
            <CopyField
              label={texts.hookAddress}
              description={texts.hookMade}
              value={address}
              done={texts.copied}
            />
            <p className={rows.meta}>{texts.hookHow}</p>
          </div>
        )}
      </div>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => void make.run({})}
        title={texts.hookReplaceTitle}
        confirmLabel={texts.hookReplace}
        working={make.isRunning}
      >
        {texts.hookReplaceText}
      </ConfirmDialog>
    </Section>
  );
}
