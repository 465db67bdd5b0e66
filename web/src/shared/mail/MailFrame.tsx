import { useRef, useState } from 'react';
import styles from './mail.module.css';

/** The styles of the head are for dark mail programs and phones; the page's policy would refuse them here. */
const HEAD_STYLES = /<style\b[^>]*>[\s\S]*?<\/style>|<meta name="(?:supported-)?color-schemes?"[^>]*>/gi;

/**
 * The page of an email, as tall as it is, in a sandboxed frame: no script of it runs, and nothing in it can be followed
 * or focused.
 */
export function MailFrame({ html, title }: { html: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [heightPx, setHeightPx] = useState(320);
  const prepare = (): void => {
    const mail = frame.current?.contentDocument;
    if (!mail?.body) return;
    // as on a phone, which is about as wide
    for (const [selector, padding] of [
      ['.w', '20px'],
      ['.o', '14px'],
    ] as const)
      mail.querySelector<HTMLElement>(selector)?.style.setProperty('padding', padding);
    const fit = (): void => setHeightPx(mail.body.scrollHeight);
    fit();
    // pictures come later
    mail.addEventListener('load', fit, true);
    for (const kind of ['click', 'auxclick', 'mousedown'])
      mail.addEventListener(kind, (event) => event.preventDefault(), true);
  };
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-same-origin"
      srcDoc={html.replace(HEAD_STYLES, '')}
      tabIndex={-1}
      className={styles.frame}
      style={{ height: heightPx }}
      onLoad={prepare}
    />
  );
}
