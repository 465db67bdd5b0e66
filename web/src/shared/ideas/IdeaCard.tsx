import { IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { StatusPill } from '../../ui/elements/Pills.tsx';
import type { IdeaSummary } from './ideas.ts';
import { pickerMessages } from '../messages.ts';
import styles from './ideas.module.css';

const texts = pickerMessages.idea;

/**
 * An idea in a bordered card: title as a link to a new tab, figures below it, `actions` at the right.
 *
 * @param isLinked it is the one that was chosen: tinted, with a check
 * @param figures said in place of the usual ones
 */
export function IdeaCard({
  idea,
  actions,
  remark,
  isLinked = false,
  figures,
}: {
  idea: IdeaSummary;
  isLinked?: boolean;
  figures?: string;
  actions?: ReactNode;
  remark?: ReactNode;
}) {
  return (
    <div className={styles.card} data-linked={isLinked || undefined}>
      {isLinked ? <IconCircleCheckFilled size={16} aria-hidden="true" className={styles.cardCheck} /> : null}
      <div className={styles.cardText}>
        {remark === undefined ? null : <p className={styles.remark}>{remark}</p>}
        <a
          className={styles.cardTitle}
          href={ideaAddress(idea.id)}
          target="_blank"
          rel="noopener"
          aria-label={texts.openInTab(idea.title)}
        >
          {idea.title}
        </a>
        {figures === undefined ? (
          <IdeaFigures idea={idea} />
        ) : (
          <span className={styles.figures}>{figures}</span>
        )}
      </div>
      {actions === undefined ? null : <div className={styles.cardActions}>{actions}</div>}
    </div>
  );
}

/** Votes, revenue, forum and status of an idea in one quiet line. Revenue is left out when the viewer may not see it. */
export function IdeaFigures({ idea, withStatus = true }: { idea: IdeaSummary; withStatus?: boolean }) {
  const revenue = shortCurrency(idea.supporter_revenue);
  const parts = [
    texts.votes(idea.votes_count),
    ...(revenue === '' || idea.supporter_revenue === 0 ? [] : [revenue]),
    ...(idea.forum === null ? [] : [idea.forum.name]),
  ];
  return (
    <span className={styles.figures}>
      <span className={styles.figureText}>{parts.join(' · ')}</span>
      {withStatus && idea.status !== null ? (
        <StatusPill name={idea.status.name} color={idea.status.hex_color} />
      ) : null}
    </span>
  );
}
