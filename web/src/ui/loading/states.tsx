import { Component } from 'react';
import type { ErrorInfo, ReactNode } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { Button } from '../elements/Button.tsx';
import { uiMessages } from '../messages.ts';
import styles from './states.module.css';

/** Title, one reason, one action: nothing is there, and why. */
export function EmptyState({
  title = uiMessages.table.empty,
  reason,
  action,
  icon,
  isPage = false,
}: {
  title?: string;
  reason?: ReactNode;
  action?: ReactNode;
  icon?: ReactNode;
  /** It is all that the page shows: the title is its heading. */
  isPage?: boolean;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className={styles.state}>
      {icon === undefined ? null : <span className={styles.icon}>{icon}</span>}
      <Title className={styles.title}>{title}</Title>
      {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** Says what could not be loaded and offers to try again. Announced when it appears. */
export function ErrorState({
  what,
  title,
  reason,
  onRetry,
  retrying = false,
}: {
  /** 'ideas' gives 'We could not load ideas.' */
  what?: string;
  /** Takes the place of that sentence. */
  title?: string;
  reason?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}) {
  return (
    <div className={styles.state} role="alert">
      <p className={styles.title}>{title ?? uiMessages.states.couldNotLoad(what ?? 'this')}</p>
      {reason === undefined ? null : <p className={styles.reason}>{reason}</p>}
      {onRetry === undefined ? null : (
        <div className={styles.action}>
          <Button onClick={onRetry} loading={retrying}>
            {uiMessages.tryAgain}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The viewer lacks the right; says which and whom to ask. */
export function DeniedState({
  title = uiMessages.states.denied,
  reason = uiMessages.states.deniedReason,
  action,
  isPage = false,
}: {
  title?: string;
  reason?: ReactNode;
  action?: ReactNode;
  /** It is all that the page shows. */
  isPage?: boolean;
}) {
  return <EmptyState title={title} reason={reason} action={action} isPage={isPage} />;
}

type BoundaryProps = {
  children: ReactNode;
  /** Shown instead of the broken part; by default an `ErrorState` with Try again. */
  fallback?: ReactNode | ((error: Error, retry: () => void) => ReactNode);
  /** Told of every error, for logging. */
  onError?: (error: Error, info: ErrorInfo) => void;
  /** When this changes, the part is tried again: the path, for example. */
  resetKey?: string;
};

/** Keeps a failure within its part of the page; the rest stays usable. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    this.props.onError?.(error, info);
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.error !== null && before.resetKey !== this.props.resetKey) this.retry();
  }

  retry = (): void => {
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    const { fallback } = this.props;
    if (typeof fallback === 'function') return fallback(error, this.retry);
    if (fallback !== undefined) return fallback;
    return (
      <ErrorState
        title={uiMessages.states.broken}
        reason={uiMessages.states.brokenReason}
        onRetry={this.retry}
      />
    );
  }
}

/**
 * The box above an upload field that lists what was refused (ERR-018, ERR-019). The list can be
 * cleared. Nothing is drawn while it is empty.
 */
export function UploadErrorBox({
  errors,
  onClear,
}: {
  errors: readonly { id: string; file_name: string; message: string }[];
  onClear: () => void;
}) {
  if (errors.length === 0) return null;
  return (
    <div className={styles.box} role="alert">
      <div className={styles.boxHead}>
        <p className={styles.boxTitle}>{messages.attachmentsTitle}</p>
        <Button variant="text" size="bar" aria-label={uiMessages.uploads.clear} onClick={onClear}>
          {uiMessages.clear}
        </Button>
      </div>
      <ul>
        {errors.map((error) => (
          <li key={error.id} className={styles.boxItem}>
            <span className={styles.boxName}>{error.file_name}</span>
            <span>{error.message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
