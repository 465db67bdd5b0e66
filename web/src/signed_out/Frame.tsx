import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { consoleEnv } from '../host/env.ts';
import { signedOutTexts } from './texts.ts';
import styles from './signedOut.module.css';

/**
 * The sheet that every signed-out page stands on: mark, title, one sentence,
 * content. The title is the document's title too, and takes the focus unless a
 * field asks for it, so that a screen reader begins there.
 */
export function Frame({
  title,
  lead,
  children,
  wide = false,
}: {
  title: string;
  lead?: ReactNode;
  children?: ReactNode;
  wide?: boolean;
}) {
  useEffect(() => {
    document.title = `${title} – ${signedOutTexts.product}`;
  }, [title]);
  return (
    <div className={styles.field}>
      <Waves />
      <main className={styles.sheet} data-wide={wide || undefined}>
        <Mark />
        <h1 className={styles.title}>{title}</h1>
        {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
        {children}
      </main>
    </div>
  );
}

/** The product's mark with its name, and that of the workspace that this address leads to. */
function Mark() {
  const { workspace_name: workspace } = consoleEnv();
  return (
    <p className={styles.mark}>
      <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="var(--brand)" />
        <g fill="none" stroke="var(--on-brand)" strokeWidth="2.6" strokeLinecap="round">
          <path d="M9 14a7 7 0 0 1 14 0c0 4.5-4 5-4 8a3.2 3.2 0 0 1-5.8 1.9" />
          <path d="M13 14a3 3 0 0 1 6 0c0 2-2.2 2.3-2.2 4.2" />
        </g>
      </svg>
      {signedOutTexts.product}
      {workspace === null ? null : <span className={styles.workspace}>{workspace}</span>}
    </p>
  );
}

/** Sound that comes in from the corner: rings on the field behind the sheet. */
function Waves() {
  return (
    <svg
      className={styles.waves}
      viewBox="0 0 900 900"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
    >
      {[150, 270, 400, 540, 690, 850].map((radius) => (
        <circle key={radius} cx="900" cy="900" r={radius} />
      ))}
    </svg>
  );
}

/** What went wrong, announced at once. Nothing is drawn for null. */
export function Problem({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.alert}>
      {children === null ? null : (
        <p className={styles.problem}>
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <circle cx="8" cy="8" r="7" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <path d="M8 4.5v4.2M8 11v.2" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />
          </svg>
          <span>{children}</span>
        </p>
      )}
    </div>
  );
}

/** A form of a signed-out page; `onSubmit` gets no event, and the browser's own bubbles stay away. */
export function Form({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** A link that looks like the primary button, or, beside one, like another. */
export function PrimaryLink({
  href,
  outlined = false,
  children,
}: {
  href: string;
  outlined?: boolean;
  children: ReactNode;
}) {
  return (
    <a className={styles.primary} data-outlined={outlined || undefined} href={href}>
      {children}
    </a>
  );
}

/** The quiet line under a form. */
export function Aside({ children }: { children: ReactNode }) {
  return <p className={styles.aside}>{children}</p>;
}
