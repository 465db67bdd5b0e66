import { IconChevronDown, IconChevronRight, IconDots, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCommand } from '../../forms/useCommand.ts';
import { Link } from '../../host/Link.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { Tag } from '../../ui/elements/Pills.tsx';
import { SortableList } from '../../ui/fields/SortableList.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { knowledgeBaseAddress } from '../../host/addresses.ts';
import { articleMessages as texts } from './articleMessages.ts';
import {
  ARTICLES_SHOWN,
  moveArticleDocument,
  patchArticleOrder,
  refetchArticles,
  reorderSectionsDocument,
  useArticles,
  useFoundArticles,
} from './articleQueries.ts';
import type { ArticleSection, ListedArticle } from './articleQueries.ts';
import styles from './support.module.css';

/** What is begun on a section. */
export type SectionAction = 'rename' | 'delete' | 'article';

function ArticleRow({ article, isOpen }: { article: ListedArticle; isOpen: boolean }) {
  return (
    <Link
      href={knowledgeBaseAddress(article.id)}
      className={styles.row}
      aria-current={isOpen ? 'page' : undefined}
    >
      <span className={styles.rowTitle}>{article.title}</span>
      {article.state === 'draft' ? (
        <Tag>{texts.draft}</Tag>
      ) : article.state === 'changed' ? (
        <span className={styles.changed} role="img" aria-label={texts.changed} data-tip={texts.changed} />
      ) : null}
    </Link>
  );
}

/** The articles with some words, in one list. */
export function FoundArticles({
  q,
  openId,
  onShowAll,
}: {
  q: string;
  openId: string | null;
  onShowAll: () => void;
}) {
  const query = useFoundArticles(q);
  if (query.isPending)
    return (
      <DelayedSkeleton>
        <SkeletonLines count={4} />
      </DelayedSkeleton>
    );
  if (query.isError) return <ErrorState what={texts.what} onRetry={() => void query.refetch()} />;
  const { records } = query.data.articles;
  if (records.length === 0)
    return (
      <EmptyState title={texts.noMatch(q)} action={<Button onClick={onShowAll}>{texts.showAll}</Button>} />
    );
  return (
    <ul className={styles.list} aria-label={texts.tree}>
      {records.map((article) => (
        <li key={article.id}>
          <ArticleRow article={article} isOpen={article.id === openId} />
        </li>
      ))}
    </ul>
  );
}

/**
 * The sections with their articles, in their order.
 *
 * @param openId the article that is shown; null: none
 * @param openSectionId its section, which is unfolded; null: not known
 */
export function ArticleTree({
  sections,
  openId,
  openSectionId,
  mayWrite,
  onDo,
}: {
  sections: readonly ArticleSection[];
  openId: string | null;
  openSectionId: string | null;
  mayWrite: boolean;
  onDo: (action: SectionAction, section: ArticleSection) => void;
}) {
  const reorder = useCommand(reorderSectionsDocument, { failed: texts.sectionFailed });
  const moveSection = (index: number, by: -1 | 1): void => {
    const ids = sections.map((section) => section.id);
    const [moved] = ids.splice(index, 1);
    ids.splice(index + by, 0, moved!);
    void reorder.run({ section_ids: ids });
  };
  return sections.map((section, index) => (
    <SectionPart
      key={section.id}
      section={section}
      // of a small knowledge base all of it is seen at once
      startsOpen={sections.length <= 4}
      openId={openId}
      isOpenSection={section.id === openSectionId}
      mayWrite={mayWrite}
      onDo={onDo}
      onMoveUp={index === 0 ? null : () => moveSection(index, -1)}
      onMoveDown={index === sections.length - 1 ? null : () => moveSection(index, 1)}
    />
  ));
}

function SectionPart({
  section,
  startsOpen,
  openId,
  isOpenSection,
  mayWrite,
  onDo,
  onMoveUp,
  onMoveDown,
}: {
  section: ArticleSection;
  startsOpen: boolean;
  openId: string | null;
  isOpenSection: boolean;
  mayWrite: boolean;
  onDo: (action: SectionAction, section: ArticleSection) => void;
  onMoveUp: (() => void) | null;
  onMoveDown: (() => void) | null;
}) {
  // null: no one has folded or unfolded it
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [wasOpenSection, setWasOpenSection] = useState(isOpenSection);
  if (wasOpenSection !== isOpenSection) {
    setWasOpenSection(isOpenSection);
    if (isOpenSection) setChosen(null);
  }
  const isUnfolded = chosen ?? (startsOpen || isOpenSection);
  const [shown, setShown] = useState(ARTICLES_SHOWN);
  const query = useArticles(section.id, shown, isUnfolded);
  const move = useCommand(moveArticleDocument, {
    failed: texts.moveFailed,
    onFailed: () => void refetchArticles(section.id),
  });
  const records = query.data?.articles.records ?? [];
  const total = query.data?.articles.total_records ?? 0;
  const reorder = (ids: readonly string[], id: string): void => {
    patchArticleOrder(section.id, ids);
    void move.run({ id, section: section.id, after: ids[ids.indexOf(id) - 1] ?? null });
  };
  const Chevron = isUnfolded ? IconChevronDown : IconChevronRight;
  return (
    <section className={styles.section} aria-label={section.name}>
      <div className={styles.sectionHead}>
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isUnfolded}
          onClick={() => setChosen(!isUnfolded)}
        >
          <Chevron size={14} stroke={1.75} aria-hidden="true" />
          <span className={styles.sectionName}>{section.name}</span>
          <span className={styles.count}>{formatNumber(section.articles_count)}</span>
        </button>
        {mayWrite ? (
          <span className={styles.sectionTools}>
            <IconButton
              label={texts.newArticleIn(section.name)}
              variant="plain"
              size="small"
              onClick={() => onDo('article', section)}
            >
              <IconPlus size={14} stroke={1.75} aria-hidden="true" />
            </IconButton>
            <Menu
              label={texts.sectionActions(section.name)}
              trigger={(props) => (
                <IconButton
                  {...props}
                  label={texts.sectionActions(section.name)}
                  variant="plain"
                  size="small"
                >
                  <IconDots size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              )}
              items={[
                { id: 'rename', label: texts.rename, onSelect: () => onDo('rename', section) },
                ...(onMoveUp === null ? [] : [{ id: 'up', label: texts.moveUp, onSelect: onMoveUp }]),
                ...(onMoveDown === null ? [] : [{ id: 'down', label: texts.moveDown, onSelect: onMoveDown }]),
                { kind: 'separator', id: 'line' },
                {
                  id: 'delete',
                  label: texts.deleteSection,
                  danger: true,
                  onSelect: () => onDo('delete', section),
                },
              ]}
            />
          </span>
        ) : null}
      </div>
      {!isUnfolded ? null : query.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={Math.min(3, Math.max(1, section.articles_count))} />
        </DelayedSkeleton>
      ) : query.isError ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} />
      ) : records.length === 0 ? (
        <p className={styles.none}>{texts.emptySection}</p>
      ) : mayWrite && records.length > 1 ? (
        <SortableList
          label={texts.fold(section.name)}
          items={records}
          title={(article) => article.title}
          onReorder={reorder}
          renderItem={(article) => <ArticleRow article={article} isOpen={article.id === openId} />}
        />
      ) : (
        <ul className={styles.list} aria-label={texts.fold(section.name)}>
          {records.map((article) => (
            <li key={article.id}>
              <ArticleRow article={article} isOpen={article.id === openId} />
            </li>
          ))}
        </ul>
      )}
      {isUnfolded && total > records.length && records.length > 0 ? (
        <Button variant="text" onClick={() => setShown(shown + ARTICLES_SHOWN)} loading={query.isFetching}>
          {texts.more(Math.min(ARTICLES_SHOWN, total - records.length))}
        </Button>
      ) : null}
    </section>
  );
}
