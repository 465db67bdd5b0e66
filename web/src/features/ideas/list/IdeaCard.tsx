import { ideaAddress } from '../../../host/addresses.ts';
import { Link } from '../../../host/Link.tsx';
import { VoteSpark } from '../../../shared/ideas/VoteSpark.tsx';
import { formatCentsShort, formatCompact } from '../../../ui/text/format.ts';
import type { IdeaRow } from './ideasTable.tsx';
import { ideasMessages as texts } from './messages.ts';
import styles from '../../../lists/card.module.css';

/** A row of a window without room for columns: title, figures and status, and how it goes. */
export function IdeaCard({ idea, seesRevenue }: { idea: IdeaRow; seesRevenue: boolean }) {
  return (
    <span className={styles.card}>
      <span className={styles.cardText}>
        <Link href={ideaAddress(idea.id)} className={styles.cardTitle} tabIndex={-1}>
          {idea.title}
        </Link>
        <span className={styles.cardFacts}>
          <span>
            <b>{formatCompact(idea.votes_count)}</b> {texts.votesWord(idea.votes_count)}
          </span>
          {seesRevenue && idea.supporter_revenue !== null ? (
            <b>{formatCentsShort(idea.supporter_revenue * 100)}</b>
          ) : null}
          {idea.status === null ? null : (
            <span className={styles.cardStatus}>
              <span className={styles.cardDot} style={{ background: idea.status.hex_color }} />
              {idea.status.name}
            </span>
          )}
        </span>
      </span>
      <VoteSpark weekly={idea.weekly_votes} thisWeek={idea.votes_this_week} widthPx={56} />
    </span>
  );
}
