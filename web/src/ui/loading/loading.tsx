import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { timing } from '../../../../contract/limits.ts';
import { cx } from '../cx.ts';
import { uiMessages } from '../messages.ts';
import a11y from '../a11y.module.css';
import styles from './loading.module.css';

/**
 * True once `waiting` has been true for `delayMs` without a break; false at once when it ends.
 * So an answer that comes quickly never makes anything flash.
 */
export function useDelayed(waiting: boolean, delayMs: number): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!waiting) {
      setIsOver(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsOver(true), delayMs);
    return () => clearTimeout(timer);
  }, [waiting, delayMs]);
  return waiting && isOver;
}

/** A turning ring, at once and without words; for places that say in words what is going on. */
export function Spinner({ size = 20, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg
      className={cx(styles.spinner, className)}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="8" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.2" />
      <path
        d="M10 2a8 8 0 0 1 8 8"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** A centred spinner that shows after 550 ms (CONST-025) and is announced. */
export function DelayedSpinner({
  label = uiMessages.loading,
  delayMs = timing.spinnerDelayMs,
}: {
  label?: string;
  delayMs?: number;
}) {
  const isShown = useDelayed(true, delayMs);
  return (
    <div className={styles.centre} role="status" data-testid="spinner-place" data-waiting>
      {isShown ? (
        <>
          <Spinner />
          <span className={a11y.hidden}>{label}</span>
        </>
      ) : null}
    </div>
  );
}

/** One grey bar in place of text that is still to come. Width and height in px or any CSS length. */
export function Skeleton({
  width = '100%',
  height = 10,
  radius = 5,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number;
}) {
  return (
    <span
      className={styles.skeleton}
      style={{ width, height, borderRadius: radius }}
      aria-hidden="true"
      data-waiting
    />
  );
}

/**
 * Shows `children` (made of `Skeleton`) after 500 ms (CONST-026); before that it keeps their room,
 * so nothing moves when they appear.
 */
export function DelayedSkeleton({
  children,
  label = uiMessages.loading,
  delayMs = timing.skeletonDelayMs,
}: {
  children: ReactNode;
  label?: string;
  delayMs?: number;
}) {
  const isShown = useDelayed(true, delayMs);
  return (
    <div role="status" aria-label={label} style={{ visibility: isShown ? 'visible' : 'hidden' }}>
      {children}
    </div>
  );
}

/** Some lines of skeleton text of uneven width. */
export function SkeletonLines({ count = 3 }: { count?: number }) {
  const widths = ['92%', '78%', '85%', '60%', '70%'];
  return (
    <span className={styles.lines}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={widths[index % widths.length] ?? '80%'} />
      ))}
    </span>
  );
}

/** A moving line of 2 px at the bottom edge of its positioned parent: old content is being fetched again. */
export function ProgressLine({ active, label }: { active: boolean; label?: string }) {
  return active ? (
    <div className={styles.progress} role="progressbar" aria-label={label ?? uiMessages.loading}>
      <span />
    </div>
  ) : null;
}
