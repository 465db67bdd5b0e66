import { IconCheck, IconMail, IconProgressCheck, IconUpload, IconUserPlus } from '@tabler/icons-react';
import { useEffect, useId, useState } from 'react';
import type { ReactNode } from 'react';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { request } from '../../api/runtime.ts';
import {
  importSettingsAddress,
  inviteAddress,
  mailSettingsAddress,
  manualAddress,
  statusSettingsAddress,
} from '../../host/addresses.ts';
import '../../host/modals.ts';
import { navigate } from '../../host/navigation.ts';
import { keepUnsentText, useStored, useUnsentText } from '../../host/storage.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { TextArea, TextField } from '../../ui/fields/fields.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import a11y from '../../ui/a11y.module.css';
import { doneCount, isStepDone, nameForumDocument, stepNames } from './firstStepsCalls.ts';
import type { FirstStepsFacts, StepName } from './firstStepsCalls.ts';
import { firstStepsMessages as texts } from './firstStepsMessages.ts';
import styles from './firstSteps.module.css';

/** Where what is typed into the step of feedback is kept until there is feedback. */
const feedbackDraft = 'first-steps';

/**
 * The first steps of a workspace as a list: which are done, by facts that are the same for everyone in the team, and
 * the first that is not done open. Whoever hides it hides it for themselves.
 *
 * @param only the steps that are listed; left out: all
 */
export function FirstSteps({
  facts,
  only = stepNames,
}: {
  facts: FirstStepsFacts;
  only?: readonly StepName[];
}) {
  const done = doneCount(facts);
  const [, setHidden] = useStored('first_steps_hidden', false);
  const toasts = useToasts();
  const open = stepNames.find((step) => !isStepDone(facts, step));
  const parts: Record<StepName, (props: StepProps) => ReactNode> = {
    forum: ForumStep,
    feedback: FeedbackStep,
    import: ImportStep,
    statuses: StatusesStep,
    colleague: ColleagueStep,
    email: EmailStep,
  };
  return (
    <div className={styles.steps}>
      <div className={styles.progress}>
        <div
          className={styles.bar}
          role="progressbar"
          aria-label={texts.label}
          aria-valuemin={0}
          aria-valuemax={stepNames.length}
          aria-valuenow={done}
          aria-valuetext={texts.done(done, stepNames.length)}
        >
          <span style={{ width: `${(100 * done) / stepNames.length}%` }} />
        </div>
        <span>{texts.done(done, stepNames.length)}</span>
      </div>
      {done === stepNames.length ? (
        <div className={styles.set} role="status">
          <span className={styles.mark} data-done aria-hidden="true">
            <IconCheck size={14} stroke={2.5} />
          </span>
          <div>
            <h2>{texts.set}</h2>
            <p className={styles.note}>{texts.setNote}</p>
          </div>
        </div>
      ) : (
        <ol className={styles.list}>
          {only.map((step) => {
            const Step = parts[step];
            return (
              <Step
                key={step}
                facts={facts}
                number={stepNames.indexOf(step) + 1}
                isDone={isStepDone(facts, step)}
                isOpen={step === open}
              />
            );
          })}
        </ol>
      )}
      <div className={styles.foot}>
        <span>{facts.ideas_count === 0 ? texts.later : null}</span>
        <span className={styles.footLinks}>
          <a href={manualAddress('first-steps')} target="_blank" rel="noreferrer">
            {texts.guide}
          </a>
          {done === stepNames.length ? null : (
            <Button
              variant="text"
              onClick={() => {
                setHidden(true);
                toasts.info(texts.hidden);
              }}
            >
              {texts.hide}
            </Button>
          )}
        </span>
      </div>
    </div>
  );
}

type StepProps = { facts: FirstStepsFacts; number: number; isDone: boolean; isOpen: boolean };

function Step({
  number,
  isDone,
  isOpen,
  title,
  note,
  end,
  children,
}: {
  number: number;
  isDone: boolean;
  isOpen: boolean;
  title: string;
  note: string;
  end?: ReactNode;
  children?: ReactNode;
}) {
  const titleId = useId();
  return (
    <li className={styles.step} data-open={isOpen || undefined} aria-labelledby={titleId}>
      <span className={styles.mark} data-done={isDone || undefined} data-open={isOpen || undefined}>
        {isDone ? (
          <>
            <IconCheck size={14} stroke={2.5} aria-hidden="true" />
            <span className={a11y.hidden}>{texts.stepDone}</span>
          </>
        ) : (
          <>
            <span aria-hidden="true">{number}</span>
            <span className={a11y.hidden}>{texts.stepOpen(number)}</span>
          </>
        )}
      </span>
      <div className={styles.text}>
        <h3 id={titleId} data-done={isDone || undefined}>
          {title}
        </h3>
        <p className={styles.note}>{note}</p>
      </div>
      {end === undefined || end === null ? null : <div className={styles.end}>{end}</div>}
      {children === undefined || children === null ? null : <div className={styles.body}>{children}</div>}
    </li>
  );
}

function ForumStep({ facts, isDone, isOpen, number }: StepProps) {
  const words = texts.forum;
  const mayName = canWrite(useViewer().permissions, 'settings') && facts.forum_id !== null;
  const [isRenaming, setIsRenaming] = useState(false);
  const isEdited = mayName && (isDone ? isRenaming : isOpen);
  return (
    <Step
      {...{ number, isDone, isOpen }}
      title={words.title}
      note={
        isDone
          ? words.done(facts.forum_name ?? '')
          : isOpen && !mayName
            ? `${words.note} ${texts.notAllowed}`
            : words.note
      }
      end={
        isDone && mayName && !isRenaming ? (
          <Button variant="text" onClick={() => setIsRenaming(true)}>
            {words.rename}
          </Button>
        ) : null
      }
    >
      {isEdited ? (
        <ForumName
          id={facts.forum_id ?? ''}
          name={facts.forum_name ?? ''}
          isRenaming={isRenaming}
          onDone={() => setIsRenaming(false)}
        />
      ) : null}
    </Step>
  );
}

function ForumName({
  id,
  name: before,
  isRenaming,
  onDone,
}: {
  id: string;
  name: string;
  isRenaming: boolean;
  onDone: () => void;
}) {
  const words = texts.forum;
  const form = useForm({
    draftKey: 'first-steps:forum',
    blank: { name: before },
    fields: { name: { label: words.name, needed: { name: words.name, sentence: words.missing } } },
  });
  const { name } = form.values;
  const save = useCommand((wanted: string) => request(nameForumDocument, { id, name: wanted }), {
    form,
    done: (_answer, wanted) => (wanted === before ? words.kept : words.saved),
    failed: null,
    onDone,
  });
  const submit = (): void => {
    if (form.isValid) void save.run(name.trim());
    else form.ask();
  };
  return (
    <form
      className={styles.inline}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField {...form.field('name')} hideLabel autoFocus={isRenaming} />
      <Button type="submit" size="form" variant="primary" loading={save.isRunning}>
        {name.trim() === before ? words.keep(before) : words.save}
      </Button>
      {form.failure === null ? null : (
        <p className={styles.failure} role="alert">
          {form.failure}
        </p>
      )}
    </form>
  );
}

function FeedbackStep({ isDone, isOpen, number }: StepProps) {
  const words = texts.feedback;
  const text = useUnsentText(feedbackDraft) ?? '';
  const add = (): void => void openModal('feedback', text.trim() === '' ? {} : { body: text });
  // what went into the panel stays here until it was saved there
  useEffect(() => {
    if (isDone) keepUnsentText(feedbackDraft, null);
  }, [isDone]);
  return (
    <Step
      {...{ number, isDone, isOpen }}
      title={words.title}
      note={isDone ? words.done : words.note}
      end={isDone || isOpen ? null : <Button onClick={add}>{words.add}</Button>}
    >
      {isOpen ? (
        <>
          <TextArea
            label={words.field}
            hideLabel
            placeholder={words.placeholder}
            value={text}
            onChange={(next) => keepUnsentText(feedbackDraft, next === '' ? null : next)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
              event.preventDefault();
              add();
            }}
          />
          <div className={styles.action}>
            <Button variant="primary" keys={text === '' ? 'c' : 'mod+enter'} onClick={add}>
              {words.add}
            </Button>
            <span className={styles.next}>{words.next}</span>
          </div>
        </>
      ) : null}
    </Step>
  );
}

/** A step that is done on a page of the settings. */
function SettingsStep({
  isDone,
  isOpen,
  number,
  words,
  icon,
  address,
}: StepProps & {
  words: { title: string; note: string; done: string; open: string };
  icon: ReactNode;
  address: string;
}) {
  const mayChange = canWrite(useViewer().permissions, 'settings');
  return (
    <Step
      {...{ number, isDone, isOpen }}
      title={words.title}
      note={isDone ? words.done : mayChange ? words.note : `${words.note} ${texts.notAllowed}`}
      end={
        isDone || !mayChange ? null : (
          <Button icon={icon} onClick={() => navigate(address)}>
            {words.open}
          </Button>
        )
      }
    />
  );
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

const ImportStep = (props: StepProps) => (
  <SettingsStep
    {...props}
    words={texts.import}
    icon={<IconUpload {...icon} />}
    address={importSettingsAddress}
  />
);
const StatusesStep = (props: StepProps) => (
  <SettingsStep
    {...props}
    words={texts.statuses}
    icon={<IconProgressCheck {...icon} />}
    address={statusSettingsAddress}
  />
);
const ColleagueStep = (props: StepProps) => (
  <SettingsStep
    {...props}
    words={texts.colleague}
    icon={<IconUserPlus {...icon} />}
    address={inviteAddress}
  />
);
const EmailStep = (props: StepProps) => (
  <SettingsStep {...props} words={texts.email} icon={<IconMail {...icon} />} address={mailSettingsAddress} />
);
