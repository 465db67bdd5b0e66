/** What the knowledge base reads and sends. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { graphql } from '../../api/graphql.ts';
import type {
  ArticleQuery,
  ArticleSectionsQuery,
  ArticlesQuery,
  MissedSearchesQuery,
} from '../../api/generated/graphql.ts';
import { queryClient, request } from '../../api/runtime.ts';

/** Articles of a section that are loaded at once, and then each time more are asked for. */
export const ARTICLES_SHOWN = 100;
const MISSED_SHOWN = 10;

const sectionsDocument = graphql(`
  query ArticleSections {
    all_article_sections {
      records {
        id
        name
        articles_count
        updated_at
      }
    }
  }
`);

/** A section of the knowledge base. */
export type ArticleSection = ArticleSectionsQuery['all_article_sections']['records'][number];

const sectionsKey = ['article-sections'];

/** All sections in their order. */
export function useSections() {
  return useQuery({
    queryKey: sectionsKey,
    queryFn: ({ signal }) => request(sectionsDocument, {}, { signal }),
  });
}

const articlesDocument = graphql(`
  query Articles($query: ArticleListInput, $per_page: Int) {
    articles(query: $query, per_page: $per_page) {
      total_records
      records {
        id
        title
        state
      }
    }
  }
`);

/** An article in the tree. */
export type ListedArticle = ArticlesQuery['articles']['records'][number];

const articlesKey = (sectionId: string) => ['articles', sectionId];

/** The first articles of a section in their order. */
export function useArticles(sectionId: string, shown: number, enabled: boolean) {
  return useQuery({
    queryKey: [...articlesKey(sectionId), shown],
    queryFn: ({ signal }) =>
      request(articlesDocument, { query: { section: [sectionId] }, per_page: shown }, { signal }),
    enabled,
    placeholderData: keepPreviousData,
  });
}

/** Articles with all of some words. */
export function useFoundArticles(q: string) {
  return useQuery({
    queryKey: ['found-articles', q],
    queryFn: ({ signal }) =>
      request(articlesDocument, { query: { q }, per_page: ARTICLES_SHOWN }, { signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

/** Shows the articles of a section in another order, ahead of the server's answer. */
export function patchArticleOrder(sectionId: string, ids: readonly string[]): void {
  queryClient.setQueriesData<ArticlesQuery>({ queryKey: articlesKey(sectionId) }, (held) => {
    if (held === undefined) return held;
    const records = ids.flatMap((id) => held.articles.records.find((article) => article.id === id) ?? []);
    return { ...held, articles: { ...held.articles, records } };
  });
}

/** Takes a shown order back. */
export function refetchArticles(sectionId: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: articlesKey(sectionId) });
}

const articleDocument = graphql(`
  query Article($id: ID!) {
    article(id: $id) {
      id
      title
      body
      state
      path
      published_at
      helpful_count
      unhelpful_count
      updated_at
      section {
        id
        name
      }
      author {
        id
        name
        avatar_url
      }
    }
  }
`);

/** An article with all that its page shows. */
export type Article = NonNullable<ArticleQuery['article']>;

/** One article; null when there is none of this id. */
export function useArticle(id: string) {
  return useQuery({
    queryKey: ['article', id],
    queryFn: ({ signal }) => request(articleDocument, { id }, { signal }),
  });
}

/** Reads an article as it is now; null when it is gone. Rejects with ApiError. */
export async function loadArticle(id: string): Promise<Article | null> {
  return (await request(articleDocument, { id })).article;
}

const missedDocument = graphql(`
  query MissedSearches($per_page: Int) {
    article_searches(per_page: $per_page) {
      records {
        id
        words
        searches_count
      }
    }
  }
`);

/** Words that readers looked for in vain. */
export type MissedSearch = MissedSearchesQuery['article_searches']['records'][number];

/** What readers looked for in vain, the most wanted first. */
export function useMissedSearches() {
  return useQuery({
    queryKey: ['article-searches'],
    queryFn: ({ signal }) => request(missedDocument, { per_page: MISSED_SHOWN }, { signal }),
  });
}

export const createSectionDocument = graphql(`
  mutation CreateArticleSection($name: String!) {
    article_section_create(name: $name) {
      id
      name
    }
  }
`);

export const renameSectionDocument = graphql(`
  mutation RenameArticleSection($id: ID!, $name: String!, $if_updated_at: String) {
    article_section_update(id: $id, name: $name, if_updated_at: $if_updated_at) {
      id
      name
    }
  }
`);

export const reorderSectionsDocument = graphql(`
  mutation ReorderArticleSections($section_ids: [ID!]!) {
    article_sections_reorder(section_ids: $section_ids) {
      id
    }
  }
`);

export const deleteSectionDocument = graphql(`
  mutation DeleteArticleSection($id: ID!, $target_section: ID) {
    article_section_delete(id: $id, target_section: $target_section) {
      id
    }
  }
`);

export const createArticleDocument = graphql(`
  mutation CreateArticle($section: ID!, $title: String!) {
    article_create(section: $section, title: $title) {
      id
      title
    }
  }
`);

export const updateArticleDocument = graphql(`
  mutation UpdateArticle(
    $id: ID!
    $title: String
    $body: String
    $attachment_tokens: [String!]
    $if_updated_at: String
  ) {
    article_update(
      id: $id
      title: $title
      body: $body
      attachment_tokens: $attachment_tokens
      if_updated_at: $if_updated_at
    ) {
      id
      title
      state
      updated_at
    }
  }
`);

export const moveArticleDocument = graphql(`
  mutation MoveArticle($id: ID!, $section: ID!, $after: ID) {
    article_update(id: $id, section: $section, after: $after) {
      id
    }
  }
`);

/** Behind the last article of the section. */
export const appendArticleDocument = graphql(`
  mutation AppendArticle($id: ID!, $section: ID!) {
    article_update(id: $id, section: $section) {
      id
      updated_at
    }
  }
`);

export const publishArticleDocument = graphql(`
  mutation PublishArticle($id: ID!, $if_updated_at: String) {
    article_publish(id: $id, if_updated_at: $if_updated_at) {
      id
      title
      path
      updated_at
    }
  }
`);

export const unpublishArticleDocument = graphql(`
  mutation UnpublishArticle($id: ID!) {
    article_unpublish(id: $id) {
      id
      title
      updated_at
    }
  }
`);

export const revertArticleDocument = graphql(`
  mutation RevertArticle($id: ID!, $if_updated_at: String) {
    article_revert(id: $id, if_updated_at: $if_updated_at) {
      id
      title
      body
      updated_at
    }
  }
`);

export const deleteArticleDocument = graphql(`
  mutation DeleteArticle($id: ID!) {
    article_delete(id: $id) {
      id
    }
  }
`);

export const restoreArticleDocument = graphql(`
  mutation RestoreArticle($id: ID!) {
    article_restore(id: $id) {
      id
      title
    }
  }
`);

export const dismissSearchDocument = graphql(`
  mutation DismissArticleSearch($id: ID!) {
    article_search_delete(id: $id) {
      id
    }
  }
`);
