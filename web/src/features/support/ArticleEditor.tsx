import { IconChevronLeft, IconDots, IconEye } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { textLimits } from '../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import { DraftNotice } from '../../forms/DraftNotice.tsx';
import { loadAttachments, useAttachments } from '../../forms/useAttachments.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { knowledgeBaseAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { AttachmentBox, AttachmentDropZone } from '../../shared/attachments/AttachmentBox.tsx';
import { RichTextEditor } from '../../ui/editor/RichTextEditor.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import type { MenuItem } from '../../ui/overlay/Menu.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { ToastRegion } from '../../ui/toasts/ToastRegion.tsx';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { ArticleFacts } from './ArticleFacts.tsx';
import { articleMessages as texts } from './articleMessages.ts';
import {
  deleteArticleDocument,
  publishArticleDocument,
  restoreArticleDocument,
  revertArticleDocument,
  unpublishArticleDocument,
  updateArticleDocument,
} from './articleQueries.ts';
import type { Article, ArticleSection } from './articleQueries.ts';
import { useArticleDraft } from './useArticleDraft.ts';
import a11y from '../../ui/a11y.module.css';
import styles from './support.module.css';

/** An article as who may not write sees it. */
export function ArticleView({
  article,
  sections,
}: {
  article: Article;
  sections: readonly ArticleSection[];
}) {
  return (
    <>
      <div className={styles.main}>
        <div className={styles.bar}>
          <BackLink />
          <ToastRegion />
        </div>
        <div className={styles.text}>
          <h1 className={styles.readTitle}>{article.title}</h1>
          {article.body === null ? null : <RichText html={article.body} />}
        </div>
      </div>
      <ArticleFacts article={article} sections={sections} mayWrite={false} onMoved={() => undefined} />
    </>
  );
}

function BackLink() {
  return (
    <Link href={knowledgeBaseAddress()} className={styles.back}>
      <IconChevronLeft size={16} stroke={1.75} aria-hidden="true" />
      {texts.back}
    </Link>
  );
}

/** Writes an article: its text saves itself, readers see it with Publish. */
export function ArticleEditor({
  article,
  sections,
}: {
  article: Article;
  sections: readonly ArticleSection[];
}) {
  const toasts = useToasts();
  const { draft, state: now } = useArticleDraft(article);
  const { text, saving } = now;
  const isDirty = draft.isDirty;
  const [asks, setAsks] = useState<'revert' | 'delete' | null>(null);
  const attachments = useAttachments({ isEditing: false });
  const { reset, tokens, isUploading, isAllowed } = attachments;
  const isPublished = article.published_at !== null;
  const isWhole = !isDirty && article.state === 'published';
  const hasText = !isEmptyHtml(text.body);

  useEffect(() => {
    if (!isAllowed) return undefined;
    const leave = new AbortController();
    loadAttachments({ kind: 'article', id: article.id }, leave.signal).then(
      (files) => reset(files),
      (error: unknown) => {
        if (!leave.signal.aborted) toasts.error(texts.actionFailed(String(error)));
      },
    );
    return () => leave.abort();
    // once for each article; what is added later stands in the box already
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [article.id, isAllowed]);

  /** New files hang on the article as soon as they are stored. */
  const [claimed, setClaimed] = useState<ReadonlySet<string> | null>(null);
  const claim = useCommand(
    (wanted: readonly string[]) =>
      request(updateArticleDocument, { id: article.id, attachment_tokens: [...wanted] }),
    {
      failed: texts.actionFailed,
      onDone: ({ article_update: saved }) => saved && draft.tookPlace(saved.updated_at),
    },
  );
  const wanted = tokens.join();
  useEffect(() => {
    if (wanted === '' || isUploading) return;
    const fresh = wanted.split(',').filter((token) => claimed?.has(token) !== true);
    if (fresh.length === 0) return;
    setClaimed(new Set([...(claimed ?? []), ...fresh]));
    void claim.run(fresh);
  }, [wanted, isUploading, claimed, claim]);

  const publish = useCommand(
    async (_nothing: null) => {
      if (!(await draft.save())) throw new Error(draft.state().problem ?? texts.failed);
      return request(publishArticleDocument, { id: article.id });
    },
    {
      done: ({ article_publish: done }) => (done === null ? null : texts.published(done.title)),
      failed: texts.publishFailed,
      onDone: ({ article_publish: done }) => done && draft.tookPlace(done.updated_at),
    },
  );
  const mayPublish = hasText && !isWhole && text.title.trim() !== '' && saving !== 'theirs';
  const publishNow = (): void => {
    if (mayPublish) void publish.run(null);
  };
  useShortcut('mod+enter', publishNow, { label: texts.publish, enabled: mayPublish });

  const unpublish = useCommand(unpublishArticleDocument, {
    done: ({ article_unpublish: done }) => (done === null ? null : texts.unpublished(done.title)),
    failed: texts.actionFailed,
    onDone: ({ article_unpublish: done }) => done && draft.tookPlace(done.updated_at),
  });
  const revert = useCommand(
    async (_nothing: null) => {
      await draft.save();
      return request(revertArticleDocument, { id: article.id });
    },
    {
      done: texts.reverted,
      failed: texts.actionFailed,
      onDone: ({ article_revert: done }) => {
        setAsks(null);
        if (done !== null)
          draft.begin({ title: done.title, body: done.body ?? '', version: done.updated_at });
      },
    },
  );
  const remove = useCommand(deleteArticleDocument, {
    done: texts.deleted(article.title),
    undo: () => ({
      send: () => request(restoreArticleDocument, { id: article.id }),
      done: texts.restoredToast(article.title),
    }),
    failed: texts.actionFailed,
    onDone: () => {
      setAsks(null);
      navigate(knowledgeBaseAddress());
    },
  });

  const items: MenuItem[] = [
    ...(isPublished
      ? [
          {
            id: 'unpublish',
            label: texts.unpublish,
            note: texts.unpublishNote,
            onSelect: () => void unpublish.run({ id: article.id }),
          },
        ]
      : []),
    ...(isPublished && !isWhole
      ? [{ id: 'revert', label: texts.revert, note: texts.revertNote, onSelect: () => setAsks('revert') }]
      : []),
    { id: 'delete', label: texts.delete, danger: true, onSelect: () => setAsks('delete') },
  ];
  const said =
    saving === 'running'
      ? texts.saving
      : saving === 'failed'
        ? texts.failed
        : isDirty
          ? text.title.trim() === ''
            ? texts.titleMissing
            : texts.unsaved
          : isWhole
            ? texts.saved
            : isPublished
              ? texts.savedNotPublic
              : texts.savedDraft;

  return (
    <>
      <div className={styles.main}>
        <h1 className={a11y.hidden}>{text.title}</h1>
        <div className={styles.bar}>
          <BackLink />
          <span className={styles.state} role="status" data-bad={saving === 'failed' || undefined}>
            {said}
          </span>
          <ToastRegion />
          <Menu
            label={texts.actions}
            items={items}
            widthPx={260}
            trigger={(props) => (
              <IconButton {...props} label={texts.actions}>
                <IconDots size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
          />
          <Button
            icon={<IconEye size={14} stroke={1.75} aria-hidden="true" />}
            onClick={() => {
              const shown = window.open('', '_blank');
              void draft.save().then(() => {
                if (shown !== null) shown.location.href = `${article.path}?draft`;
              });
            }}
          >
            {texts.preview}
          </Button>
          <Button
            variant="primary"
            keys="mod+enter"
            loading={publish.isRunning}
            disabled={!mayPublish}
            disabledReason={mayPublish ? null : hasText ? texts.nothingToPublish : texts.noText}
            onClick={publishNow}
          >
            {isPublished ? texts.publishChanges : texts.publish}
          </Button>
        </div>
        <DraftNotice draft={draft} state={now} what={texts.draftOf} />
        <AttachmentDropZone attachments={attachments}>
          <div className={styles.text}>
            <input
              className={styles.title}
              aria-label={texts.articleTitle}
              aria-invalid={text.title.trim() === '' || undefined}
              placeholder={texts.articleTitle}
              maxLength={textLimits.nameCharacters}
              value={text.title}
              onChange={(event) => draft.write({ title: event.target.value })}
            />
            <RichTextEditor
              label={texts.text}
              hideLabel
              value={text.body}
              onChange={(body) => draft.write({ body })}
              placeholder={texts.placeholder}
              minHeightPx={360}
              headings
            />
            <AttachmentBox attachments={attachments} />
          </div>
        </AttachmentDropZone>
      </div>
      <ArticleFacts article={article} sections={sections} mayWrite onMoved={draft.tookPlace} />
      <ConfirmDialog
        opened={asks === 'revert'}
        onClose={() => setAsks(null)}
        onConfirm={() => void revert.run(null)}
        title={texts.revertTitle}
        confirmLabel={texts.revertConfirm}
        workingLabel={texts.saving}
        working={revert.isRunning}
      >
        {texts.revertText}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => void remove.run({ id: article.id })}
        title={texts.deleteTitle(article.title)}
        confirmLabel={texts.deleteConfirm}
        workingLabel={texts.deleting}
        working={remove.isRunning}
      >
        {texts.deleteText}
      </ConfirmDialog>
    </>
  );
}
