import { useId, useState } from 'react';
import { SubscribeAll } from '../../shared/ideas/SubscribeAll.tsx';
import { Button } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import type { Recipients as Preview } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';

const texts = statusMessages.recipients;

type Person = Preview['recipients'][number];

/** Who would get a mail; of many ideas with the number of mails, one for each idea and person. */
export type RecipientsPreview = Preview & { mails_count?: number };

/** An answer about recipients on its way. */
export type RecipientsQuery = {
  data: RecipientsPreview | undefined;
  isError: boolean;
  isFetching: boolean;
  refetch: () => unknown;
};

/** Why people are left out, in one line: '60 not subscribed, 13 without an email address'. */
export function reasonsOf(preview: Preview): string {
  return preview.left_out
    .map(({ reason, count, sentence }) => {
      const short = Object.hasOwn(texts.reasons, reason)
        ? texts.reasons[reason as keyof typeof texts.reasons]
        : sentence;
      return `${formatNumber(count)} ${short}`;
    })
    .join(', ');
}

/** Whether no one gets it, and some could since they are not subscribed. */
export const isMute = ({ recipients_count, left_out }: Preview): boolean =>
  recipients_count === 0 && left_out.some(({ reason }) => reason === 'unsubscribed');

/** Who would get a mail about an idea, who would not, and why; names on request. */
export function Recipients({ query, ideaId }: { query: RecipientsQuery; ideaId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  const preview = query.data;
  if (preview === undefined && query.isError)
    return <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />;
  if (preview === undefined) {
    return (
      <DelayedSkeleton>
        <Skeleton height={44} radius={8} />
      </DelayedSkeleton>
    );
  }
  const { recipients_count, left_out_count } = preview;
  const isNobody = recipients_count + left_out_count === 0;
  return (
    <section className={styles.recipients} aria-label={texts.label}>
      <div className={styles.recipientsHead}>
        <p className={styles.recipientsCount} role="status">
          <b>{recipients_count === 0 ? texts.noOne : texts.get(recipients_count)}</b>
          {left_out_count === 0 ? null : (
            <span className={styles.leftOutCount}> · {texts.leftOut(left_out_count)}</span>
          )}
        </p>
        {isNobody ? null : (
          <Button
            variant="text"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? texts.hide : texts.show}
          </Button>
        )}
      </div>
      {left_out_count === 0 ? null : <p className={styles.remark}>{texts.whyLeftOut(reasonsOf(preview))}</p>}
      {isMute(preview) ? (
        <p className={styles.remark}>
          <SubscribeAll ideaId={ideaId} onDone={() => query.refetch()} />
        </p>
      ) : null}
      {isNobody ? <p className={styles.remark}>{texts.noSupporters}</p> : null}
      <div id={listId} hidden={!isOpen}>
        <PeopleOf preview={preview} />
      </div>
    </section>
  );
}

/** The people by name, those who get it first, then those who do not by their reason. */
export function PeopleOf({ preview }: { preview: RecipientsPreview }) {
  return (
    <div
      className={styles.recipientsBody}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by the keyboard, too
      tabIndex={0}
      role="group"
      aria-label={texts.label}
    >
      {preview.recipients_count === 0 ? null : (
        <People people={preview.recipients} count={preview.recipients_count} />
      )}
      {preview.left_out.map((group) => (
        <div key={group.reason} className={styles.leftOut}>
          <p className={styles.reason}>
            <b>{texts.people(group.count)}:</b> {group.sentence}
          </p>
          <People people={group.people} count={group.count} />
        </div>
      ))}
    </div>
  );
}

function People({ people, count }: { people: readonly Person[]; count: number }) {
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id} className={styles.person}>
          <span className={styles.personName} data-tip={person.name.length > 20 ? person.name : undefined}>
            {person.name === '' ? texts.unnamed : person.name}
          </span>
          <span className={styles.personAddress} data-tip={person.email_address ?? undefined}>
            {person.email_address ?? texts.noAddress}
          </span>
        </li>
      ))}
      {count > people.length ? (
        <li className={styles.remark}>{texts.others(count - people.length)}</li>
      ) : null}
    </ul>
  );
}
