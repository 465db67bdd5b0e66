import DOMPurify from 'dompurify';
import { useLayoutEffect, useRef } from 'react';
import {
  isAllowedLink,
  isOwnFilePath,
  RICH_TEXT_ATTRIBUTES,
  RICH_TEXT_CLASS_PREFIX,
  RICH_TEXT_LINK_REL,
  RICH_TEXT_TAGS,
  realBulletLists,
} from '../../../../contract/rich_text.ts';
import { cx } from '../cx.ts';
import { allowedStyles, INERT_STYLE_ATTRIBUTE, inertHtml } from './inertHtml.ts';
import { linkLater } from './linked.ts';
import styles from './RichText.module.css';

/** Stored HTML as safe nodes: cleaned once more here, whatever the server did. */
function safeFragment(html: string): DocumentFragment {
  const fragment = DOMPurify.sanitize(inertHtml(realBulletLists(html)), {
    ALLOWED_TAGS: [...RICH_TEXT_TAGS],
    ALLOWED_ATTR: [...RICH_TEXT_ATTRIBUTES.filter((name) => name !== 'style'), INERT_STYLE_ATTRIBUTE],
    // A style looks like an address with an odd protocol; it is checked below.
    ADD_URI_SAFE_ATTR: [INERT_STYLE_ATTRIBUTE],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
  for (const element of fragment.querySelectorAll<HTMLElement>('*')) {
    const style = element.getAttribute(INERT_STYLE_ATTRIBUTE);
    if (style !== null) {
      element.removeAttribute(INERT_STYLE_ATTRIBUTE);
      for (const [property, value] of allowedStyles(style)) {
        // Colours go through a variable, which the style sheet moves into the range that can be read.
        const variable = property === 'color' ? 'color' : property === 'background-color' ? 'ground' : null;
        if (variable === null) element.style.setProperty(property, value);
        else {
          element.style.setProperty(`--own-${variable}`, value);
          element.setAttribute(`data-own-${variable}`, '');
        }
      }
    }
    if (element.hasAttribute('class')) {
      const kept = [...element.classList].filter((name) => name.startsWith(RICH_TEXT_CLASS_PREFIX));
      element.className = kept.join(' ');
    }
    if (element instanceof HTMLAnchorElement) {
      if (!isAllowedLink(element.getAttribute('href') ?? '')) element.removeAttribute('href');
      element.target = '_blank';
      element.rel = RICH_TEXT_LINK_REL;
    }
    if (element instanceof HTMLImageElement) {
      if (isOwnFilePath(element.getAttribute('src') ?? '')) element.loading = 'lazy';
      else element.remove();
    }
  }
  return fragment;
}

/**
 * Rich text that someone wrote, to be read. Cleaned before it is put into the page; addresses become links, and links
 * open a new tab and give nothing away; styles are applied without a style attribute.
 *
 * @param html null or empty draws nothing
 * @param size `reading` is 14/22, `base` 13/20
 */
export function RichText({
  html,
  size = 'reading',
  className,
}: {
  html: string | null;
  size?: 'reading' | 'base';
  className?: string;
}) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const text = element.current;
    if (text === null) return undefined;
    text.replaceChildren(safeFragment(html ?? ''));
    return linkLater(text);
  }, [html]);
  return html === null || html === '' ? null : (
    <div ref={element} className={cx(styles.text, className)} data-size={size} />
  );
}
