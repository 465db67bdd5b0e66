import { find } from 'linkifyjs';
import { isAllowedLink, RICH_TEXT_LINK_REL } from '../../../../contract/rich_text.ts';

/** An address within a text, and where a link on it leads. */
export type Address = { start: number; end: number; href: string };

/**
 * The web and email addresses in a plain text: those that say what they are (https://, http://, www., mailto: or an @).
 * A name such as example.com alone is a word, and so is every other protocol.
 */
export function addressesIn(text: string): Address[] {
  // No address holds these (RFC 3986, appendix C), and the library reads on behind them; the places stay the same.
  return find(text.replaceAll(/[<>"“”«»]/g, ' '), { defaultProtocol: 'https' })
    .filter(({ type, value }) =>
      type === 'url' ? /^(?:https?:\/\/|www\.|mailto:)/i.test(value) : type === 'email',
    )
    .map(({ start, end, href }) => ({ start, end, href }))
    .filter(({ href }) => isAllowedLink(href));
}

/** Makes links of the addresses in an element's texts, outside of links that stand there already. The words stay as they are. */
export function linkAddresses(root: HTMLElement): void {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.parentElement?.closest('a, code, pre') === null)
      texts.push(walker.currentNode as Text);
  }
  for (const node of texts) {
    // from the last to the first, so that places stay true
    for (const { start, end, href } of addressesIn(node.data).toReversed()) {
      const found = node.splitText(start);
      found.splitText(end - start);
      const link = document.createElement('a');
      link.href = href;
      link.target = '_blank';
      link.rel = RICH_TEXT_LINK_REL;
      found.replaceWith(link);
      link.append(found);
    }
  }
}
