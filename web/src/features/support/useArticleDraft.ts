import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import type { Stored } from '../../forms/savedDraft.ts';
import { useSavedDraft } from '../../forms/useSavedDraft.ts';
import { loadArticle, updateArticleDocument } from './articleQueries.ts';
import type { Article } from './articleQueries.ts';

/** What is written of an article. */
interface ArticleText {
  title: string;
  /** HTML; '' is empty */
  body: string;
}

const storedOf = ({ title, body, updated_at }: Article): Stored<ArticleText> => ({
  title,
  body: body ?? '',
  version: updated_at,
});

/** The draft of an article while its editor is open. */
export function useArticleDraft(article: Article) {
  return useSavedDraft<ArticleText>(`article:${article.id}`, storedOf(article), {
    send: async ({ title, body }, over) => {
      const { article_update: saved } = await request(updateArticleDocument, {
        id: article.id,
        title,
        body: htmlOrNull(body),
        if_updated_at: over,
      });
      return saved?.updated_at ?? over;
    },
    load: async () => {
      const now = await loadArticle(article.id);
      return now === null ? null : storedOf(now);
    },
    isSame: (one, other) =>
      one.title === other.title && (htmlOrNull(one.body) ?? '') === (htmlOrNull(other.body) ?? ''),
    isWhole: ({ title }) => title.trim() !== '',
  });
}
