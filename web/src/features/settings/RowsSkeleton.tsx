import { DelayedSkeleton, Skeleton } from '../../ui/loading/loading.tsx';
import styles from './settings.module.css';

/** Rows in grey while a list is loaded. */
export function RowsSkeleton() {
  return (
    <DelayedSkeleton>
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className={styles.rowSkeleton}>
          <Skeleton width={`${18 + ((index * 23) % 24)}%`} />
        </div>
      ))}
    </DelayedSkeleton>
  );
}
