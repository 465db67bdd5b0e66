import styles from './SeverityBars.module.css';

const LEVELS = [1, 2, 3, 4] as const;

/** How severe something is, as so many of four bars. The word stands beside it. */
export function SeverityBars({ level }: { level: number }) {
  return (
    <svg width="18" height="12" viewBox="0 0 18 12" aria-hidden="true" className={styles.bars}>
      {LEVELS.map((bar) => {
        const height = 3 + bar * 2.25;
        return (
          <rect
            key={bar}
            x={(bar - 1) * 5}
            y={12 - height}
            width="3"
            height={height}
            rx="1"
            data-set={bar <= level || undefined}
          />
        );
      })}
    </svg>
  );
}
