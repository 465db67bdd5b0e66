import { useId, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DelayedSkeleton, Skeleton } from '../../ui/loading.tsx';
import { ErrorState } from '../../ui/states.tsx';
import type { Recipients as Preview } from './statusCalls.ts';
import { statusMessages } from './statusMessages.ts';
import styles from './status.module.css';

const texts = statusMessages.recipients;

type Person = Preview['recipients'][number];

/** Of many ideas: mails, one for each idea and person. */
type Many = { mails_count?: number };

/** Who would get a mail, who would not, and why; names on request. */
export function Recipients({
  query,
}: {
  query: {
    data: (Preview & Many) | undefined;
    isError: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
}) {
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
  const { recipients_count, left_out_count, mails_count = recipients_count } = preview;
  const isNobody = recipients_count + left_out_count === 0;
  return (
    <section className={styles.recipients} aria-label={texts.label}>
      <div className={styles.recipientsHead}>
        <p className={styles.recipientsCount} role="status">
          <b>{recipients_count === 0 ? texts.nobody : texts.get(recipients_count)}</b>
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
      {mails_count > recipients_count ? <p className={styles.remark}>{texts.mails(mails_count)}</p> : null}
      {isNobody ? <p className={styles.remark}>{texts.nobodyFollows}</p> : null}
      <div
        id={listId}
        hidden={!isOpen}
        className={styles.recipientsBody}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long list is scrolled by the keyboard, too
        tabIndex={0}
        role="group"
        aria-label={texts.label}
      >
        {recipients_count === 0 ? null : <People people={preview.recipients} count={recipients_count} />}
        {preview.left_out.map((group) => (
          <div key={group.reason} className={styles.leftOut}>
            <p className={styles.reason}>
              <b>{texts.people(group.count)}:</b> {group.sentence}
            </p>
            <People people={group.people} count={group.count} />
          </div>
        ))}
      </div>
    </section>
  );
}

function People({ people, count }: { people: readonly Person[]; count: number }) {
  return (
    <ul className={styles.people}>
      {people.map((person) => (
        <li key={person.id} className={styles.person}>
          <span className={styles.personName}>{person.name === '' ? texts.unnamed : person.name}</span>
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
