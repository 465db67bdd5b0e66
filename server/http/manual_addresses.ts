/** Where the manual is read, and what its links become there. */

/** The address of its contents; each page has its name behind it. */
export const ADDRESS = '/manual';

/**
 * The address of what a page of the manual links to.
 *
 * @param href as it is written: another page, a picture, a place on the same page, another site
 * @param names of the pages
 * @returns null: it leads out of the manual into the project, which is not handed out
 */
export function readableAddress(href: string, names: readonly string[]): string | null {
  if (/^(https?:\/\/|#)/.test(href)) return href;
  const page = /^([\w-]+)\.md(#.*)?$/.exec(href);
  if (page?.[1] !== undefined && names.includes(page[1]))
    return `${page[1] === 'index' ? ADDRESS : `${ADDRESS}/${page[1]}`}${page[2] ?? ''}`;
  return /^pictures\/[\w-]+\.png$/.test(href) ? `${ADDRESS}/${href}` : null;
}

/** The id of a heading, as links name it: 'Set up, run' gives 'set-up-run'. */
export function idOfHeading(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}
