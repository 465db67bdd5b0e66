import { IconDots, IconFold, IconPlus } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { featureAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { IconButton } from '../../ui/elements/Button.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { columnOf } from './board.ts';
import type { BoardPlace } from './board.ts';
import { featureMenu, useFeatureCommands, useTellSupporters } from './featureCommands.ts';
import { CardContent } from './FeatureFacts.tsx';
import type { FeatureCard, FeatureField, FeatureStatus, FeatureTotals } from './roadmapQueries.ts';
import { roadmapTexts as texts } from './roadmapMessages.ts';
import styles from './roadmap.module.css';

/**
 * So many cards of a column are drawn at first; more follow before one has scrolled to them. Each card that is drawn
 * costs every frame of a drag.
 */
const DRAWN = 12;
const AHEAD_PX = 400;

/** The card that is being moved, and where to. */
interface CardMove {
  id: string;
  place: BoardPlace;
}

interface ColumnProps {
  id: string;
  name: string;
  /** null: that of features without a status */
  color: string | null;
  cards: readonly FeatureCard[];
  fields: readonly FeatureField[];
  /** null: nothing is counted yet */
  total: FeatureTotals['groups'][number] | null;
  isFolded: boolean;
  moving: CardMove | null;
  statuses: readonly FeatureStatus[];
  mayWrite: boolean;
  onFold: (column: string, folds: boolean) => void;
  onCreate: (column: string) => void;
  onKey: (event: KeyboardEvent, card: FeatureCard) => void;
  onMove: (card: FeatureCard, column: string) => void;
}

/**
 * A column of the board: its head with count and revenue, and its cards. With a step of a moved card, and when it is
 * dropped, only the columns that it leaves and enters are drawn again.
 */
export const BoardColumn = memo(Column, (one, other) => {
  const keys = Object.keys(one) as (keyof ColumnProps)[];
  return (
    keys.every((key) => key === 'cards' || Object.is(one[key], other[key])) && hasSame(one.cards, other.cards)
  );
});

const hasSame = (one: readonly FeatureCard[], other: readonly FeatureCard[]): boolean =>
  one.length === other.length && one.every((card, index) => card === other[index]);

function Column(props: ColumnProps) {
  const { id, name, color, cards, total, isFolded, moving, mayWrite, onFold, onCreate } = props;
  const [drawn, setDrawn] = useState(DRAWN);
  const end = useRef<HTMLButtonElement>(null);
  const more = cards.length - drawn;
  const hasMore = more > 0;
  useEffect(() => {
    const element = end.current;
    if (element === null) return undefined;
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setDrawn((now) => now + DRAWN);
      },
      { root: element.closest('ul'), rootMargin: `0px 0px ${AHEAD_PX}px` },
    );
    seen.observe(element);
    return () => seen.disconnect();
    // those that came may not fill the column either
  }, [hasMore, drawn, isFolded]);
  const isTarget = moving?.place.column === id;
  const dot = color === null ? null : <i className={styles.dot} style={{ background: color }} />;
  if (isFolded)
    return (
      <section
        className={styles.folded}
        aria-label={texts.column(name, cards.length)}
        data-target={isTarget || undefined}
      >
        <button type="button" onClick={() => onFold(id, false)} aria-label={texts.unfold(name, cards.length)}>
          {dot}
          <span className={styles.foldedName}>{name}</span>
          <span className={styles.count}>{formatNumber(cards.length)}</span>
        </button>
      </section>
    );
  // the moved card is taken out of the count of places, and drawn where it came from
  let place = -1;
  const line = <div className={styles.line} aria-hidden="true" />;
  return (
    <section
      className={styles.column}
      aria-label={texts.column(name, cards.length)}
      data-column={id}
      data-size={cards.filter((card) => card.id !== moving?.id).length}
      data-target={isTarget || undefined}
    >
      <header className={styles.columnHead}>
        {dot}
        <h2 className={styles.cut} dir="auto" data-tip={name.length > 20 ? name : undefined}>
          {name}
        </h2>
        <span className={styles.count}>{formatNumber(total?.features_count ?? cards.length)}</span>
        <span className={styles.push} />
        {total === null || total.revenue === null ? null : (
          <span className={styles.columnRevenue} data-tip={texts.accountsOnce}>
            {shortCurrency(total.revenue)}
          </span>
        )}
        <IconButton
          label={texts.fold(name)}
          variant="plain"
          onClick={() => onFold(id, true)}
          className={styles.foldButton}
        >
          <IconFold size={14} stroke={1.6} aria-hidden="true" style={{ rotate: '90deg' }} />
        </IconButton>
      </header>
      <ul className={styles.cards}>
        {cards.length === 0 && !isTarget ? <li className={styles.nothing}>{texts.emptyColumn}</li> : null}
        {cards.slice(0, drawn).map((card) => {
          if (card.id !== moving?.id) place += 1;
          const isHere = isTarget && card.id !== moving.id && moving.place.index === place;
          return (
            <li key={card.id}>
              {isHere ? line : null}
              <Card {...props} card={card} isMoving={card.id === moving?.id} />
            </li>
          );
        })}
        {isTarget && moving.place.index > place ? <li>{line}</li> : null}
        {hasMore ? (
          <li>
            <button type="button" ref={end} className={styles.more} onClick={() => setDrawn(drawn + DRAWN)}>
              {texts.showMore(more)}
            </button>
          </li>
        ) : null}
        {mayWrite && moving === null ? (
          <li>
            <button type="button" className={styles.newCard} onClick={() => onCreate(id)}>
              <IconPlus size={14} stroke={1.75} aria-hidden="true" />
              {texts.create}
            </button>
          </li>
        ) : null}
      </ul>
    </section>
  );
}

type CardProps = Pick<ColumnProps, 'fields' | 'statuses' | 'mayWrite' | 'onKey' | 'onMove'> & {
  card: FeatureCard;
  isMoving: boolean;
};

/** A card; the mouse drags it, M moves it with the keys. */
const Card = memo(
  function Card({ card, fields, statuses, mayWrite, isMoving, onKey, onMove }: CardProps) {
    const commands = useFeatureCommands();
    const tell = useTellSupporters();
    return (
      <div className={styles.cardPlaceholder} data-moving={isMoving || undefined}>
        <Link
          href={featureAddress(card.id)}
          className={styles.card}
          data-card={card.id}
          draggable={false}
          onKeyDown={(event: KeyboardEvent) => onKey(event, card)}
          aria-description={mayWrite ? texts.drag.instructions : undefined}
        >
          <CardContent feature={card} fields={fields} />
        </Link>
        {mayWrite ? (
          <span className={styles.cardMenu}>
            <Menu
              label={texts.menu(card.name)}
              trigger={(props) => (
                <IconButton {...props} label={texts.menu(card.name)} variant="plain" tip={false}>
                  <IconDots size={15} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
              items={[
                { kind: 'heading', id: 'move', label: texts.moveTo },
                ...statuses.map((status) => ({
                  id: status.id,
                  label: status.name,
                  checked: status.id === columnOf(card),
                  onSelect: () => onMove(card, status.id),
                })),
                { kind: 'separator' as const, id: 'line' },
                ...(card.open_suggestions_count > 0
                  ? [
                      {
                        id: 'tell',
                        label: texts.tell(card.open_suggestions_count),
                        onSelect: () => tell(card),
                      },
                    ]
                  : []),
                ...featureMenu(card, commands),
              ]}
            />
          </span>
        ) : null}
      </div>
    );
  },
  (one, other) =>
    one.card === other.card &&
    one.isMoving === other.isMoving &&
    one.mayWrite === other.mayWrite &&
    one.fields === other.fields &&
    one.statuses === other.statuses,
);
