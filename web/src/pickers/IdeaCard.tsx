import type { ReactNode } from 'react';
import { shortCurrency } from '../../../contract/currency.ts';
import { ideaAddress } from '../host/addresses.ts';
import { StatusPill } from '../ui/Pills.tsx';
import type { IdeaSummary } from './ideas.ts';
import { pickerMessages } from './messages.ts';
import styles from './ideas.module.css';

const texts = pickerMessages.idea;

/** An idea in a bordered card: title as a link to a new tab, figures below it, `actions` at the right. */
export function IdeaCard({
  idea,
  actions,
  remark,
}: {
  idea: IdeaSummary;
  actions?: ReactNode;
  remark?: ReactNode;
}) {
  return (
    <div className={styles.card}>
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
        <IdeaFigures idea={idea} />
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
