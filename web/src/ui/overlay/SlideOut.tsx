import { IconX } from '@tabler/icons-react';
import { Children, isValidElement, useEffect, useId, useRef, useState } from 'react';
import type { CSSProperties, FormEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { IconButton } from '../elements/Button.tsx';
import { REVEAL } from '../fields/invalidField.ts';
import { uiMessages } from '../messages.ts';
import { Overlay } from './Overlay.tsx';
import { useShortcut } from '../keyboard/useShortcut.ts';
import styles from './SlideOut.module.css';

export type SlideOutProps = {
  opened: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
  /** Right unless said otherwise (PANEL-001, PANEL-002). */
  side?: 'right' | 'left';
  /** 400 px unless said otherwise (PANEL-003). */
  widthPx?: number;
  /** Bar at the bottom: `<SlideOutFooter>`. */
  footer?: ReactNode;
  /** Sent by the primary button and by Ctrl Enter. The panel is then a form. */
  onSubmit?: () => void;
  /** Something was typed: a click beside the panel then does not throw it away. */
  dirty?: boolean;
};

/**
 * A panel that slides in from the side in 350 ms, 400 px wide, with a footer bar pinned to the bottom; in a window of
 * less than 860 px from below, over the whole width.
 * Closes on Escape; the focus goes to the first field and back to the opener.
 */
export function SlideOut({
  opened,
  onClose,
  title,
  children,
  side = 'right',
  widthPx,
  footer,
  onSubmit,
  dirty = false,
}: SlideOutProps) {
  const titleId = useId();
  return (
    <Overlay
      opened={opened}
      onClose={onClose}
      place={side}
      panelClassName={styles.panel}
      labelledBy={titleId}
      closeOnScrim={!dirty}
    >
      <div
        className={styles.box}
        style={widthPx === undefined ? undefined : ({ '--slide-out-width': `${widthPx}px` } as CSSProperties)}
      >
        <header className={styles.head}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <IconButton label={uiMessages.close} variant="plain" tip={false} onClick={onClose}>
            <IconX size={18} stroke={1.75} aria-hidden="true" />
          </IconButton>
        </header>
        {onSubmit === undefined ? (
          <>
            <div className={styles.body}>{children}</div>
            {footer}
          </>
        ) : (
          <PanelForm onSubmit={onSubmit}>
            <div className={styles.body}>{children}</div>
            {footer}
          </PanelForm>
        )}
      </div>
    </Overlay>
  );
}

function PanelForm({ onSubmit, children }: { onSubmit: () => void; children: ReactNode }) {
  useShortcut('mod+enter', onSubmit);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        // A form inside a dialog that was opened from this panel bubbles up through React.
        if (event.target === event.currentTarget) onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/**
 * The bar at the bottom of a slide-out: primary first, then Cancel, and what deletes at the far end.
 */
export function SlideOutFooter({
  children,
  end,
  above,
}: {
  children: ReactNode;
  end?: ReactNode;
  /** What the primary button depends on, in a line of its own over the buttons. */
  above?: ReactNode;
}) {
  return (
    <footer className={styles.footer}>
      {above === undefined ? null : <div className={styles.above}>{above}</div>}
      {children}
      {end === undefined ? null : <span className={styles.end}>{end}</span>}
    </footer>
  );
}

export type AccordionSectionProps = {
  title: string;
  children: ReactNode;
  /** Small text after the title, such as 'Optional'. */
  note?: string;
  /** Decides for itself; left out, the accordion decides by the number of its sections. */
  startsOpen?: boolean;
  /** Opens it whenever this becomes true, as when something in it is wrong. */
  opensWhen?: boolean;
};

/**
 * The sections of a panel. With fewer than four all begin open, else only the first.
 * Closed sections stay mounted, so that nothing typed is lost.
 *
 * @param quiet their heads are the names of the fields in them: closer together, without lines, the mark in sight where it says something
 */
export function Accordion({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) {
  const sections = Children.toArray(children).filter(isValidElement);
  return (
    <div className={styles.accordion} data-quiet={quiet || undefined}>
      {sections.map((section, index) => {
        const props = section.props as AccordionSectionProps;
        return (
          <Section
            key={section.key}
            {...props}
            startsOpen={props.startsOpen ?? (sections.length < 4 || index === 0)}
          />
        );
      })}
    </div>
  );
}

/** One section of an `Accordion`: a heading that opens and closes what is below it. */
export function AccordionSection(props: AccordionSectionProps) {
  return <Section {...props} startsOpen={props.startsOpen ?? true} />;
}

function Section({ title, note, children, startsOpen = true, opensWhen = false }: AccordionSectionProps) {
  const [isOpen, setIsOpen] = useState(startsOpen || opensWhen);
  const [wasWanted, setWasWanted] = useState(opensWhen);
  if (wasWanted !== opensWhen) {
    setWasWanted(opensWhen);
    if (opensWhen) setIsOpen(true);
  }
  const bodyId = useId();
  const headId = useId();
  const body = useRef<HTMLDivElement>(null);
  // a field in here is wrong and is to take the focus
  useEffect(() => {
    const element = body.current;
    // at once: what is hidden cannot take it
    const open = (): void => flushSync(() => setIsOpen(true));
    element?.addEventListener(REVEAL, open);
    return () => element?.removeEventListener(REVEAL, open);
  }, []);
  return (
    <section className={styles.section}>
      <h3 className={styles.sectionHead}>
        <button
          id={headId}
          type="button"
          className={styles.sectionButton}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true" className={styles.chevron}>
            <path
              d="M4 6l4 4 4-4"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              strokeLinecap="round"
            />
          </svg>
          {title}
          {note === undefined ? null : <span className={styles.note}>{note}</span>}
        </button>
      </h3>
      <div
        ref={body}
        id={bodyId}
        role="region"
        aria-labelledby={headId}
        hidden={!isOpen}
        className={styles.sectionBody}
      >
        {children}
      </div>
    </section>
  );
}
