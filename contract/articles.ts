/** The knowledge base: what its console page and its public pages agree on. */
import { helpPath } from './help_path.ts';

/** Limits of the knowledge base. */
export const articleLimits = {
  sections: 100,
  articles: 10_000,
  /** Searches without a hit that are kept of a workspace; the rarest one makes room. */
  searches: 500,
} as const;

/** draft: readers do not see it; changed: readers see an older text; published: they see what stands in it. */
export const ARTICLE_STATES = ['draft', 'changed', 'published'] as const;
export type ArticleState = (typeof ARTICLE_STATES)[number];

/** Letters of a title that stand in its address. */
const SLUG_CHARACTERS = 60;

/** A title as the readable part of an address: small letters and digits of any script, with single hyphens; may be ''. */
function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, SLUG_CHARACTERS)
    .replace(/^-|-$/g, '');
}

/** Address of an article for its readers, below the site root. It is found by its id; the title is for people. */
export function articlePath(id: string, title: string): string {
  const slug = slugOf(title);
  return `${helpPath}/${id}${slug === '' ? '' : `-${encodeURIComponent(slug)}`}`;
}

/** The id in the last part of an article's address; null when there is none. */
export function articleIdOf(segment: string): string | null {
  return /^([1-9]\d{0,17})(?:-|$)/.exec(segment)?.[1] ?? null;
}
