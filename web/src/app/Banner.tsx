import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/elements/Button.tsx';
import { shellTexts } from './texts.ts';
import styles from './shell.module.css';

/** A bar at the top of the sheet. @param onDismiss left out: it cannot be put away */
export function Banner({
  kind,
  icon,
  onDismiss,
  children,
}: {
  kind: 'info' | 'warning' | 'danger';
  icon: ReactNode;
  onDismiss?: () => void;
  children: ReactNode;
}) {
  return (
    <div className={styles.banner} data-kind={kind}>
      {icon}
      <p className={styles.bannerText}>{children}</p>
      {onDismiss === undefined ? null : (
        <IconButton label={shellTexts.dismiss} variant="plain" size="small" onClick={onDismiss}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
