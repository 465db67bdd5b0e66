import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { navigate } from '../../../host/navigation.ts';
import { reviewAuthorName } from '../../../records/reviewItem.tsx';
import type { ReviewItem } from '../../../records/reviewItem.tsx';
import { PersonCard } from '../../../shared/customers/PersonCard.tsx';
import { personMessages } from '../../../shared/customers/personMessages.ts';
import { Avatar } from '../../../ui/elements/Avatar.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { RelativeTime } from '../../../ui/elements/Figures.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { useShortcut } from '../../../ui/keyboard/useShortcut.ts';
import { StoredText } from '../details/text.tsx';
import { usePastSpam } from './reviewCalls.ts';
import type { Decision } from './reviewCalls.ts';
import { reviewMessages as texts } from './reviewMessages.ts';
import type { ReviewKind } from './reviewMessages.ts';
import { useModeration } from './useModeration.ts';
import styles from './review.module.css';

interface Decisions {
  kind: ReviewKind;
  state: 'waiting' | 'spam';
  /** Its keys act: it stands beside the list. */
  hasKeys: boolean;
  /** Told when it was decided. */
  onDone: () => void;
}

/** An idea or a comment as a whole. @param decisions what can be decided about it; null: nothing here */
export function ReviewReader({ item, decisions }: { item: ReviewItem; decisions: Decisions | null }) {
  const { author, idea } = item;
  useShortcut('o', () => idea !== null && navigate(ideaAddress(idea.id)), {
    label: texts.keys.open,
    group: texts.group,
    enabled: idea !== null,
  });
  return (
    <article className={styles.reader}>
      {item.title === null ? null : <h2 className={styles.readerTitle}>{item.title}</h2>}
      <div className={styles.readerMeta}>
        <Avatar
          name={author?.name ?? null}
          src={author?.avatar_url ?? null}
          satisfactionScore={author?.satisfaction_score ?? null}
          sizePx={26}
          decorative
        />
        {author === null ? (
          <b>{texts.someone}</b>
        ) : (
          <PersonCard id={author.id} name={reviewAuthorName(item)} />
        )}
        <RelativeTime value={item.created_at} />
        {author?.allowed_state === 'blocked' ? <Tag>{personMessages.blocked}</Tag> : null}
        {author === null ? null : <AuthorFacts author={author} />}
        {item.reported > 0 ? <Tag>{texts.flagged(item.reported)}</Tag> : null}
      </div>
      {item.body === null || item.body.trim() === '' ? (
        <p className={styles.noBody}>{texts.noBody}</p>
      ) : (
        <StoredText body={item.body} mimeType={item.body_mime_type} />
      )}
      {idea === null ? null : (
        <p className={styles.context}>
          <Link href={ideaAddress(idea.id)} className={styles.contextLink}>
            {item.title === null ? idea.title : texts.open}
          </Link>
        </p>
      )}
      {decisions === null ? null : <DecisionButtons id={item.id} {...decisions} />}
    </article>
  );
}

function DecisionButtons({ id, kind, state, hasKeys, onDone }: Decisions & { id: string }) {
  const { isRunning, run } = useModeration();
  const decide = async (decision: Decision): Promise<void> => {
    if (await run({ kind, decision, ids: [id] })) onDone();
  };
  const approve = state === 'spam' ? texts.notSpam : texts.approve;
  const { group } = texts;
  const enabled = hasKeys && !isRunning;
  useShortcut('a', () => void decide('approve'), { label: approve, group, enabled });
  useShortcut('s', () => void decide('spam'), {
    label: texts.spam,
    group,
    enabled: enabled && state !== 'spam',
  });
  useShortcut('d', () => void decide('delete'), { label: texts.delete, group, enabled });
  const keyed = (keys: string) => (hasKeys ? { keys } : {});
  return (
    <footer className={styles.actions}>
      <Button variant="primary" {...keyed('a')} disabled={isRunning} onClick={() => void decide('approve')}>
        {approve}
      </Button>
      {state === 'spam' ? null : (
        <Button {...keyed('s')} disabled={isRunning} onClick={() => void decide('spam')}>
          {texts.spam}
        </Button>
      )}
      <Button {...keyed('d')} disabled={isRunning} onClick={() => void decide('delete')}>
        {texts.delete}
      </Button>
      {hasKeys ? (
        <span className={styles.moveKeys} aria-hidden="true">
          <Kbd keys="j" /> {texts.keys.next} <Kbd keys="k" /> {texts.keys.previous} <Kbd keys="x" />{' '}
          {texts.keys.select}
        </span>
      ) : null}
    </footer>
  );
}

/** What helps to judge an author: where they work, and what of theirs was spam before. */
function AuthorFacts({ author }: { author: NonNullable<ReviewItem['author']> }) {
  const spam = usePastSpam(author.id);
  return (
    <>
      {author.crm_account === null ? null : (
        <span>
          {author.crm_account.name}
          {author.crm_account.plan === null ? null : ` · ${author.crm_account.plan}`}
        </span>
      )}
      {spam === null || spam === 0 ? null : <Tag>{texts.pastSpam(spam)}</Tag>}
    </>
  );
}
