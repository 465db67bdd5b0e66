import { IconX } from '@tabler/icons-react';
import { useCommand } from '../../forms/useCommand.ts';
import { IconButton } from '../../ui/elements/Button.tsx';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import { formatDate, formatNumber, formatPercent } from '../../ui/text/format.ts';
import { articleMessages as texts } from './articleMessages.ts';
import { appendArticleDocument, dismissSearchDocument, useMissedSearches } from './articleQueries.ts';
import type { Article, ArticleSection } from './articleQueries.ts';
import styles from './support.module.css';

/** What is known of an article beside its text, and what readers looked for in vain. */
export function ArticleFacts({
  article,
  sections,
  mayWrite,
  onMoved,
}: {
  article: Article;
  sections: readonly ArticleSection[];
  mayWrite: boolean;
  /** told its `updated_at` */
  onMoved: (updatedAt: string) => void;
}) {
  const move = useCommand(appendArticleDocument, {
    failed: texts.moveFailed,
    onDone: ({ article_update: moved }) => moved && onMoved(moved.updated_at),
  });
  const answers = article.helpful_count + article.unhelpful_count;
  const options = sections.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <aside className={styles.facts} aria-label={texts.facts}>
      <dl className={styles.values}>
        <dt>{texts.address}</dt>
        <dd>
          {article.published_at === null ? (
            <span className={styles.quiet}>{texts.addressLater}</span>
          ) : (
            <a href={article.path} target="_blank" rel="noreferrer">
              {decodeURIComponent(article.path)}
            </a>
          )}
        </dd>
        <dt>{texts.publishedOn}</dt>
        <dd>{article.published_at === null ? texts.notPublished : formatDate(article.published_at)}</dd>
        <dt>{texts.author}</dt>
        <dd>{article.author?.name ?? texts.unknown}</dd>
      </dl>
      {mayWrite ? (
        <Combobox
          label={texts.section}
          value={options.find(({ value }) => value === article.section?.id) ?? null}
          options={options}
          onChange={(option) => {
            if (option !== null && option.value !== article.section?.id)
              void move.run({ id: article.id, section: option.value });
          }}
        />
      ) : (
        <dl className={styles.values}>
          <dt>{texts.section}</dt>
          <dd>{article.section?.name ?? ''}</dd>
        </dl>
      )}
      <section aria-label={texts.answers}>
        <h2>{texts.answers}</h2>
        {answers === 0 ? (
          <p className={styles.quiet}>{texts.noAnswers}</p>
        ) : (
          <p>
            <strong>{texts.found(formatPercent(article.helpful_count / answers))}</strong>{' '}
            <span className={styles.quiet}>{texts.of(answers)}</span>
          </p>
        )}
      </section>
      <MissedSearches mayWrite={mayWrite} />
    </aside>
  );
}

/** What readers looked for in vain, the most wanted first. */
export function MissedSearches({ mayWrite }: { mayWrite: boolean }) {
  const query = useMissedSearches();
  const dismiss = useCommand(dismissSearchDocument, { failed: texts.actionFailed });
  const records = query.data?.article_searches.records;
  return (
    <section aria-label={texts.missed}>
      <h2>{texts.missed}</h2>
      {records === undefined ? null : records.length === 0 ? (
        <p className={styles.quiet}>{texts.missedNone}</p>
      ) : (
        <ul className={styles.missed}>
          {records.map(({ id, words, searches_count: count }) => (
            <li key={id}>
              <span className={styles.words}>“{words}”</span>
              <span className={styles.count} data-tip={texts.times(count)}>
                {formatNumber(count)}
              </span>
              {mayWrite ? (
                <IconButton
                  label={texts.dismiss(words)}
                  variant="plain"
                  size="small"
                  onClick={() => void dismiss.run({ id })}
                >
                  <IconX size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
