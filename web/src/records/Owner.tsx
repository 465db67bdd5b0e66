import { Avatar } from '../ui/elements/Avatar.tsx';
import styles from './records.module.css';

/** Who a record belongs to, in a cell: picture and name; nothing where nobody is known. */
export function Owner({ owner }: { owner: { name: string; avatar_url: string | null } | null }) {
  return owner === null ? null : (
    <span className={styles.named}>
      <Avatar name={owner.name} src={owner.avatar_url} sizePx={22} decorative />
      <span className={styles.cut}>{owner.name}</span>
    </span>
  );
}
