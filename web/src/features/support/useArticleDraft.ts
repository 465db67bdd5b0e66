import { useEffect, useState, useSyncExternalStore } from 'react';
import { htmlOrNull } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import { keepDraft, readDraft } from '../../forms/drafts.ts';
import { ArticleDraft } from './articleDraft.ts';
import type { ArticleText, StoredText } from './articleDraft.ts';
import { loadArticle, updateArticleDocument } from './articleQueries.ts';
import type { Article } from './articleQueries.ts';

const storedOf = ({ title, body, updated_at }: Article): StoredText => ({
  title,
  body: body ?? '',
  version: updated_at,
});

/** The draft of an article while its editor is open; what is unsaved when it closes is sent at once. */
export function useArticleDraft(article: Article) {
  const [draft] = useState(() => {
    const key = `article:${article.id}`;
    const earlier = readDraft<ArticleText>(key);
    return new ArticleDraft(
      storedOf(article),
      earlier === null ? null : { ...earlier.values, version: earlier.version ?? article.updated_at },
      {
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
        keep: (unsaved) =>
          keepDraft(
            key,
            unsaved === null
              ? null
              : {
                  values: { title: unsaved.title, body: unsaved.body },
                  files: [],
                  removed: [],
                  version: unsaved.version,
                },
          ),
      },
    );
  });
  useEffect(() => draft.arrived(storedOf(article)), [draft, article]);
  useEffect(() => () => void draft.save(), [draft]);
  const state = useSyncExternalStore(draft.watch, draft.state);
  return { draft, state };
}
