import { RICH_TEXT_STYLES, scanHtml } from '../../../contract/rich_text.ts';

/** Where a style waits until it can be applied through the style object. */
export const INERT_STYLE_ATTRIBUTE = 'data-es-style';

/**
 * The HTML with every `style` attribute renamed. A browser with a strict policy refuses (and reports)
 * a style attribute as soon as it parses one, even in a document that is never shown.
 */
export function withInertStyles(html: string): string {
  if (!/style/i.test(html)) return html;
  let result = '';
  for (const token of scanHtml(html)) {
    if (token.kind === 'text') result += token.text;
    else if (token.kind === 'end') result += `</${token.name}>`;
    else {
      const attributes = token.attributes.map(([name, value]) => {
        const written = name === 'style' ? INERT_STYLE_ATTRIBUTE : name;
        return ` ${written}="${value.replaceAll('"', '&quot;')}"`;
      });
      result += `<${token.name}${attributes.join('')}>`;
    }
  }
  return result;
}

/** The declarations of a style text that are on the allow-list (DEC-125): property and value. */
export function allowedStyles(style: string): [property: string, value: string][] {
  return style.split(';').flatMap((declaration): [string, string][] => {
    const colon = declaration.indexOf(':');
    if (colon < 0) return [];
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration.slice(colon + 1).trim();
    const pattern = Object.hasOwn(RICH_TEXT_STYLES, property) ? RICH_TEXT_STYLES[property] : undefined;
    return pattern !== undefined && pattern.test(value) ? [[property, value]] : [];
  });
}
