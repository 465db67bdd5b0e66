import { IconFolderPlus, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { helpPath } from '../../../../contract/help_path.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { useViewer } from '../../api/viewer.ts';
import { DialogFor } from '../../forms/DialogFor.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { knowledgeBaseAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { usePageState } from '../../host/pageState.ts';
import { textField } from '../../host/search.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { SearchField } from '../../ui/fields/SearchField.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { PageFrame } from '../../ui/page/SheetPage.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { ToastRegion } from '../../ui/toasts/ToastRegion.tsx';
import { ArticleEditor, ArticleView } from './ArticleEditor.tsx';
import { MissedSearches } from './ArticleFacts.tsx';
import { articleMessages as texts } from './articleMessages.ts';
import { createArticleDocument, useArticle, useSections } from './articleQueries.ts';
import type { ArticleSection } from './articleQueries.ts';
import { ArticleTree, FoundArticles } from './ArticleTree.tsx';
import { DeleteSectionDialog, SectionNameDialog } from './SectionDialogs.tsx';
import styles from './support.module.css';

/** The article that is open, and what is searched for. */
const pageState = { article: textField(), q: textField() };

type Doing = { kind: 'create' } | { kind: 'rename' | 'delete'; section: ArticleSection } | null;

/** The knowledge base (ROUTE-039, DEC-172): sections with their articles beside the one that is written. */
export function KnowledgeBasePage() {
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'knowledgebase');
  const [{ article: openId, q }, setState] = usePageState(pageState);
  const [doing, setDoing] = useState<Doing>(null);
  const [openSectionId, setOpenSectionId] = useState<string | null>(null);
  const query = useSections();
  const sections = query.data?.all_article_sections.records ?? [];
  const total = sections.reduce((sum, section) => sum + section.articles_count, 0);
  const close = (): void => setDoing(null);
  const create = useCommand(createArticleDocument, {
    failed: texts.actionFailed,
    onDone: ({ article_create: made }) => made && navigate(knowledgeBaseAddress(made.id)),
  });
  const start = (section: string): void => void create.run({ section, title: texts.untitled });
  /** Into the section of the open article, else the first; without any one is made first. */
  const startAnywhere = (): void => {
    const section = sections.find(({ id }) => id === openSectionId) ?? sections[0];
    if (section === undefined) setDoing({ kind: 'create' });
    else start(section.id);
  };

  return (
    <PageFrame>
      <div className={styles.columns} data-open={openId !== '' || undefined}>
        <div className={styles.tree}>
          <header className={styles.treeHead}>
            <h1>
              {texts.tree} {query.data === undefined ? null : <span>{formatNumber(total)}</span>}
            </h1>
            {openId === '' ? <ToastRegion /> : null}
            {mayWrite ? (
              <>
                <IconButton
                  label={texts.newSection}
                  variant="plain"
                  onClick={() => setDoing({ kind: 'create' })}
                >
                  <IconFolderPlus size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
                <IconButton label={texts.newArticle} onClick={startAnywhere} aria-disabled={create.isRunning}>
                  <IconPlus size={16} stroke={1.75} aria-hidden="true" />
                </IconButton>
              </>
            ) : null}
          </header>
          <div className={styles.search}>
            <SearchField
              label={texts.search}
              value={q}
              widthPx="100%"
              onChange={(next) => setState({ q: next })}
            />
          </div>
          <nav className={styles.treeBody} aria-label={texts.tree}>
            {query.isPending ? (
              <DelayedSkeleton>
                <SkeletonLines count={6} />
              </DelayedSkeleton>
            ) : query.isError && query.data === undefined ? (
              <ErrorState
                what={texts.what}
                onRetry={() => void query.refetch()}
                retrying={query.isFetching}
              />
            ) : q !== '' ? (
              <FoundArticles q={q} openId={openId} onShowAll={() => setState({ q: '' })} />
            ) : sections.length === 0 ? (
              <EmptyState
                title={texts.empty}
                reason={
                  mayWrite ? (
                    <>
                      {texts.emptyReason} <code>{helpPath}</code>.
                    </>
                  ) : (
                    texts.emptyReadOnly
                  )
                }
                {...(mayWrite
                  ? {
                      action: (
                        <Button variant="primary" onClick={() => setDoing({ kind: 'create' })}>
                          {texts.newSection}
                        </Button>
                      ),
                    }
                  : {})}
              />
            ) : (
              <ArticleTree
                {...{ sections, mayWrite, openSectionId }}
                openId={openId === '' ? null : openId}
                onDo={(action, section) =>
                  action === 'article' ? start(section.id) : setDoing({ kind: action, section })
                }
              />
            )}
          </nav>
        </div>
        {openId === '' ? (
          <div className={styles.nothing}>
            {sections.length === 0 ? null : (
              <>
                <EmptyState
                  title={texts.nothingOpen}
                  reason={mayWrite ? texts.nothingOpenReason : undefined}
                  {...(mayWrite
                    ? { action: <Button onClick={startAnywhere}>{texts.newArticle}</Button> }
                    : {})}
                />
                <div className={styles.nothingMissed}>
                  <MissedSearches mayWrite={mayWrite} />
                </div>
              </>
            )}
          </div>
        ) : (
          <OpenArticle key={openId} id={openId} {...{ sections, mayWrite }} onSection={setOpenSectionId} />
        )}
      </div>
      <DialogFor about={doing?.kind === 'create' ? doing : null}>
        {(_, opened) => (
          <SectionNameDialog section={null} opened={opened} onClose={close} onCreated={start} />
        )}
      </DialogFor>
      <DialogFor about={doing?.kind === 'rename' ? doing.section : null}>
        {(section, opened) => <SectionNameDialog {...{ section, opened }} onClose={close} />}
      </DialogFor>
      <DialogFor about={doing?.kind === 'delete' ? doing.section : null}>
        {(section, opened) => <DeleteSectionDialog {...{ section, sections, opened }} onClose={close} />}
      </DialogFor>
    </PageFrame>
  );
}

function OpenArticle({
  id,
  sections,
  mayWrite,
  onSection,
}: {
  id: string;
  sections: readonly ArticleSection[];
  mayWrite: boolean;
  onSection: (id: string | null) => void;
}) {
  const query = useArticle(id);
  const article = query.data?.article ?? null;
  const sectionId = article?.section?.id ?? null;
  const title = article?.title;
  useEffect(() => onSection(sectionId), [sectionId, onSection]);
  useEffect(() => {
    if (title === undefined) return undefined;
    const before = document.title;
    document.title = texts.documentTitle(title);
    return () => {
      document.title = before;
    };
  }, [title]);
  if (query.isPending)
    return (
      <div className={styles.main}>
        <DelayedSkeleton>
          <div className={styles.text}>
            <SkeletonLines count={8} />
          </div>
        </DelayedSkeleton>
      </div>
    );
  if (query.isError && query.data === undefined && isId(id))
    return (
      <div className={styles.main}>
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      </div>
    );
  if (article === null)
    return (
      <div className={styles.main}>
        <EmptyState
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={knowledgeBaseAddress()}>{texts.back}</Link>}
        />
      </div>
    );
  return mayWrite ? (
    <ArticleEditor article={article} sections={sections} />
  ) : (
    <ArticleView article={article} sections={sections} />
  );
}
