import { useState } from 'react';
import { shortCurrency } from '../../../../../contract/currency.ts';
import { hasFeature } from '../../../../../contract/permissions.ts';
import { useFeature, useViewer } from '../../../api/viewer.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { feedbackTexts } from '../../../records/feedbackTexts.ts';
import { AccountLink } from '../../../shared/customers/AccountLink.tsx';
import { customersMessages } from '../../../shared/customers/customersMessages.ts';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { SeverityMark } from '../../../shared/customers/SeverityMark.tsx';
import { DeleteFeedbackDialog } from '../../../shared/deleteDialogs.tsx';
import { IdeaCard } from '../../../shared/ideas/IdeaCard.tsx';
import { useIdeaSearch } from '../../../shared/ideas/ideas.ts';
import type { IdeaPickerMode, IdeaSummary } from '../../../shared/ideas/ideas.ts';
import { LinkOrCreateIdeaDialog } from '../../../shared/ideas/LinkOrCreateIdeaDialog.tsx';
import { nameOf } from '../../../shared/pickers/people.ts';
import { plainText } from '../../../shared/plainText.ts';
import { openIdeaAction } from '../../../shared/openIdea.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { StoredText } from '../details/text.tsx';
import { Files } from '../feed/files.tsx';
import { Source } from '../feed/Source.tsx';
import { linkFeedback, useFeedback } from './inboxCalls.ts';
import type { FeedbackToRead } from './inboxCalls.ts';
import { inboxMessages as texts } from './inboxMessages.ts';
import a11y from '../../../ui/a11y.module.css';
import styles from './inbox.module.css';

/** So many likely ideas are offered, each by its digit. */
const OFFERED = 3;

type Props = {
  /** null: none is selected. */
  id: string | null;
  mayWrite: boolean;
  /** Its keys act: it stands beside the list. */
  hasKeys: boolean;
  /** Told when it was linked or deleted. */
  onLeft?: () => void;
};

/** One feedback as a whole, with what can be done about it. */
export function FeedbackReader({ id, ...props }: Props) {
  const query = useFeedback(id, useFeature('idea_attachments'));
  if (id === null) return <EmptyState title={texts.none} />;
  if (query.isError && query.data === undefined)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (query.data === undefined)
    return (
      <DelayedSkeleton>
        <SkeletonLines count={6} />
      </DelayedSkeleton>
    );
  const { feedback_record: feedback } = query.data;
  if (feedback === null) return <EmptyState title={texts.gone} />;
  return <Feedback key={feedback.id} feedback={feedback} {...props} />;
}

function Feedback({ feedback, mayWrite, hasKeys, onLeft }: Omit<Props, 'id'> & { feedback: FeedbackToRead }) {
  const { authorized_features } = useViewer();
  const [mode, setMode] = useState<IdeaPickerMode>('closed');
  const [isDeleting, setIsDeleting] = useState(false);
  const { user, captured_by, suggestion: idea } = feedback;
  const words = plainText(feedback.body, feedback.body_mime_type);
  const likely = useIdeaSearch('', words, { enabled: mayWrite && idea === null, only: 'duplicates' });
  const offered = idea === null ? likely.ideas.slice(0, OFFERED) : [];
  const link = useCommand((to: IdeaSummary) => linkFeedback(feedback, to.id), {
    done: (_answer, to) => ({ message: texts.linked(to.title), ...openIdeaAction(to.id) }),
    failed: texts.linkFailed,
    undo: () => ({
      send: () => linkFeedback(feedback, idea?.id ?? null),
      done: texts.back,
      failed: texts.backFailed,
    }),
    onDone: () => onLeft?.(),
  });
  const edit = (): void => void openModal('feedback', { feedback_record_id: feedback.id });
  const { group } = texts;
  const enabled = hasKeys && mayWrite;
  useShortcut('l', () => setMode('link'), {
    label: idea === null ? texts.find : texts.change,
    group,
    enabled,
  });
  useShortcut('n', () => setMode('create'), { label: texts.create, group, enabled });
  useShortcut('e', edit, { label: texts.edit, group, enabled });
  useShortcut('d', () => setIsDeleting(true), { label: texts.delete, group, enabled });
  const account = user?.crm_account ?? null;
  const seesRevenue = hasFeature(authorized_features, 'account_insights');
  const writer = captured_by !== null && captured_by.id !== user?.id ? captured_by : null;
  return (
    <article className={styles.reader}>
      <header className={styles.who}>
        <Avatar
          name={user?.name ?? null}
          src={user?.avatar_url ?? null}
          satisfactionScore={user?.satisfaction_score ?? null}
          sizePx={32}
          decorative
        />
        <div className={styles.whoText}>
          {user === null ? <b>{texts.someone}</b> : <PersonCard id={user.id} name={nameOf(user)} />}
          <p className={styles.facts}>
            {account === null ? null : (
              <span>
                <AccountLink account={account} isPlain />
                {seesRevenue && account.mrr !== null && account.mrr > 0
                  ? ` ${customersMessages.perMonth(shortCurrency(account.mrr))}`
                  : ''}
              </span>
            )}
            <RelativeTime value={feedback.created_at} />
            <span>{feedbackTexts.channelOf(feedback.channel)}</span>
            {writer === null ? null : <span>{texts.capturedBy(writer.name)}</span>}
          </p>
        </div>
        <SeverityMark severity={feedback.severity} />
      </header>
      <div className={styles.text} dir="auto">
        {feedback.prompt === null ? null : <p className={styles.prompt}>{feedback.prompt}</p>}
        <StoredText body={feedback.body} mimeType={feedback.body_mime_type} />
        {feedback.nps_rating === null ? null : (
          <p className={styles.prompt}>{texts.rating(feedback.nps_rating)}</p>
        )}
        <Files files={feedback.attachments ?? []} />
        {feedback.source_url === null ? null : (
          <p className={styles.facts}>
            <Source url={feedback.source_url} title={feedback.source_title} />
          </p>
        )}
      </div>
      <section className={styles.idea} aria-label={texts.idea}>
        {idea === null ? (
          <>
            <p className={styles.notLinked}>{texts.notLinked}</p>
            {offered.length > 0 ? <p className={styles.facts}>{texts.likely}</p> : null}
            {offered.map((one, index) => (
              <IdeaCard
                key={one.id}
                idea={one}
                actions={
                  <Button
                    {...(hasKeys ? { keys: String(index + 1) } : {})}
                    disabled={link.isRunning}
                    onClick={() => void link.run(one)}
                  >
                    {texts.link}
                    <span className={a11y.hidden}> {texts.toIdea(one.title)}</span>
                  </Button>
                }
              />
            ))}
          </>
        ) : (
          <IdeaCard idea={idea} />
        )}
        {enabled
          ? offered.map((one, index) => (
              <LinkKey key={one.id} digit={index + 1} idea={one} onLink={() => void link.run(one)} />
            ))
          : null}
        {mayWrite ? (
          <div className={styles.actions}>
            <Button {...(hasKeys ? { keys: 'l' } : {})} onClick={() => setMode('link')}>
              {idea === null ? texts.find : texts.change}
            </Button>
            <Button {...(hasKeys ? { keys: 'n' } : {})} onClick={() => setMode('create')}>
              {texts.create}
            </Button>
          </div>
        ) : null}
      </section>
      {mayWrite ? (
        <footer className={styles.actions}>
          <Button variant="text" {...(hasKeys ? { keys: 'e' } : {})} onClick={edit}>
            {texts.edit}
          </Button>
          <Button
            variant="danger-text"
            {...(hasKeys ? { keys: 'd' } : {})}
            onClick={() => setIsDeleting(true)}
          >
            {texts.delete}
          </Button>
          {hasKeys ? (
            <span className={styles.moveKeys} aria-hidden="true">
              <Kbd keys="j" /> {texts.keys.next} <Kbd keys="k" /> {texts.keys.previous}
            </span>
          ) : null}
        </footer>
      ) : null}
      {mayWrite ? (
        <LinkOrCreateIdeaDialog
          mode={mode}
          onModeChange={setMode}
          about={words}
          creator={user}
          onLink={(to) => {
            setMode('closed');
            void link.run(to);
          }}
        />
      ) : null}
      <DeleteFeedbackDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        feedback={{
          id: feedback.id,
          userName: user === null ? null : nameOf(user),
          ideaTitle: idea?.title ?? null,
        }}
        {...(onLeft === undefined ? {} : { onDeleted: onLeft })}
      />
    </article>
  );
}

/** Lets a digit link a likely idea. */
function LinkKey({ digit, idea, onLink }: { digit: number; idea: IdeaSummary; onLink: () => void }) {
  useShortcut(String(digit), onLink, { label: texts.linkTo(idea.title), group: texts.group });
  return null;
}
