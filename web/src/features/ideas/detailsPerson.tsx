import { Avatar } from '../../ui/Avatar.tsx';
import styles from './details.module.css';

/** A person in one line: picture and name. */
export function PersonName({ name, src, sizePx = 20 }: { name: string; src?: string | null; sizePx?: number }) {
  return (
    <span className={styles.person}>
      <Avatar name={name} src={src ?? null} sizePx={sizePx} decorative />
      <span className={styles.cut}>{name}</span>
    </span>
  );
}
