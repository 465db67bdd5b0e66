import { IconBulb, IconMessageReport } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { lengthProblem } from '../../../../contract/text_cut.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { IdeaCard } from '../../pickers/IdeaCard.tsx';
import { IdeaPicker } from '../../pickers/IdeaPicker.tsx';
import type { IdeaSummary } from '../../pickers/ideas.ts';
import { nameOf } from '../../pickers/people.ts';
import type { PickedUser } from '../../pickers/people.ts';
import { plainText } from '../../pickers/plainText.ts';
import { loadAttachments, useAttachments } from '../../pickers/useAttachments.ts';
import { useSubscribe } from '../../pickers/useSubscribe.ts';
import { Button } from '../../ui/Button.tsx';
import { openModal } from '../../ui/modals.ts';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { BodyField } from './BodyField.tsx';
import { panelCommentDocument, updateCommentDocument } from './calls.ts';
import { ConflictDialog } from '../../forms/ConflictDialog.tsx';
import { DeleteCommentDialog, SpamCommentDialog } from '../../pickers/deleteDialogs.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from '../../forms/panelMessages.ts';
import styles from '../../forms/panels.module.css';
import { useConflict } from '../../forms/useConflict.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import type { PanelRecord } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import { WhoFields } from './WhoFields.tsx';

const texts = panelMessages.comment;

type Values = { body: string; body_mime_type: string; idea: IdeaSummary | null; user: PickedUser | null };
type Loaded = PanelRecord<Values> & {
  state: string;
  isAdminComment: boolean;
  convertedTo: IdeaSummary | null;
};

const blank: Values = { body: '', body_mime_type: 'text/plain', idea: null, user: null };

/**
 * The panel 'Modify comment': text, files, idea and author, and what can be made of the comment: an idea
 * (once, STATE-052), spam, nothing. Saving needs text, user and idea (VALID-045..047).
 */
export function EditCommentPanel({ opened, close, comment_id }: ModalProps['editComment'] & ModalControl) {
  const toasts = useToasts();
  const maySeeFiles = useFeature('idea_attachments');
  const attachments = useAttachments({ isEditing: true });
  const loaded = usePanelRecord(['comment', comment_id], (signal) =>
    loadComment(comment_id, maySeeFiles, signal),
  );
  const form = usePanelForm<Values>({
    draftKey: `comment:${comment_id}`,
    blank,
    record: loaded.data,
    attachments,
  });
  const { body, body_mime_type, idea, user } = form.values;
  const subscribe = useSubscribe('subscribe_comment', idea?.id ?? null, user?.id ?? null);
  const [isSaving, setIsSaving] = useState(false);
  const [asking, setAsking] = useState<'delete' | 'spam' | null>(null);
  const [showMissing, setShowMissing] = useState(false);

  const isHtml = body_mime_type === 'text/html';
  const isBodyMissing = isHtml ? isEmptyHtml(body) : body.trim() === '';
  const lengthError = lengthProblem(texts.body, body, textLimits.richTextCharacters);
  const missing = [
    ...(isBodyMissing ? [texts.names.body] : []),
    ...(lengthError !== null ? [panelMessages.shorter(texts.body)] : []),
    ...(idea === null ? [texts.names.idea] : []),
    ...(user === null ? [panelMessages.who.name] : []),
  ];
  const conflict = useConflict<Values>({
    reload: () => loadComment(comment_id, maySeeFiles),
    describe: (values) => [
      { name: texts.body, text: plainText(values.body, values.body_mime_type) },
      { name: panelMessages.sections.idea, text: values.idea?.title ?? '' },
      { name: panelMessages.sections.who, text: values.user === null ? '' : nameOf(values.user) },
    ],
  });

  const save = async (version: string | null) => {
    if (idea === null || user === null) return;
    setIsSaving(true);
    try {
      await request(updateCommentDocument, {
        id: comment_id,
        body: isHtml ? body : body.trim(),
        attachment_tokens: attachments.tokens,
        links: { user: user.id, suggestion: idea.id },
        subscribe: await subscribe.resolve(),
        if_updated_at: version,
      });
      form.finish();
      toasts.success(SUCCESS_TOASTS.comment_updated);
      close();
      await attachments.commitRemovals();
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'changed') await conflict.show();
      else {
        form.refuse(error);
        toasts.error(messages.updateComment(messageOf(error)));
      }
    } finally {
      setIsSaving(false);
    }
  };
  const leave = () => {
    form.finish();
    close();
  };

  return (
    <PanelFrame
      opened={opened}
      close={close}
      title={texts.title}
      what={texts.what}
      form={form}
      load={loaded.load}
      isSaving={isSaving}
      isUploading={attachments.isUploading}
      missing={missing}
      submitLabel={texts.submit}
      onSubmit={() => void save(form.version)}
      onMissing={() => setShowMissing(true)}
      end={
        <Button size="form" variant="danger-text" onClick={() => setAsking('delete')}>
          {texts.delete}
        </Button>
      }
    >
      <Accordion>
        <AccordionSection
          title={panelMessages.sections.comment}
          {...(loaded.data?.isAdminComment === true ? { note: texts.isAdmin } : {})}
        >
          <AttachmentDropZone attachments={attachments}>
            <BodyField
              mimeType={body_mime_type}
              label={texts.body}
              required
              autoFocus
              value={body}
              onChange={(text) => form.set({ body: text })}
              error={
                lengthError ??
                (showMissing && isBodyMissing ? texts.bodyMissing : form.refusalOf('body', 'body'))
              }
            />
            <AttachmentBox attachments={attachments} disabled={isSaving} />
          </AttachmentDropZone>
          {loaded.data?.convertedTo ? (
            <IdeaCard idea={loaded.data.convertedTo} remark={texts.converted} />
          ) : null}
          <div className={styles.actions}>
            {loaded.data?.convertedTo === null ? (
              <Button
                variant="text"
                icon={<IconBulb size={16} stroke={1.75} aria-hidden="true" />}
                disabled={isSaving}
                onClick={() => openModal('idea', { mode: 'upgrade', comment_id })}
              >
                {texts.toIdea}
              </Button>
            ) : null}
            {loaded.data?.state === 'spam' ? null : (
              <Button
                variant="text"
                icon={<IconMessageReport size={16} stroke={1.75} aria-hidden="true" />}
                disabled={isSaving}
                onClick={() => setAsking('spam')}
              >
                {texts.spam}
              </Button>
            )}
          </div>
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.idea}>
          <IdeaPicker
            value={idea}
            onChange={(next) => form.set({ idea: next })}
            about={plainText(body, body_mime_type)}
            creator={user}
            error={
              showMissing && idea === null ? texts.ideaMissing : form.refusalOf('idea', 'links.suggestion')
            }
          />
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.who}>
          <WhoFields
            user={user}
            onChange={(next) => form.set({ user: next })}
            showMissing={showMissing}
            refusal={form.refusalOf('user', 'links.user')}
            subscribe={subscribe}
            disabled={isSaving}
          />
        </AccordionSection>
      </Accordion>
      <DeleteCommentDialog
        opened={asking === 'delete'}
        onClose={() => setAsking(null)}
        comment={{ id: comment_id, userName: user === null ? null : nameOf(user) }}
        onDeleted={leave}
      />
      <SpamCommentDialog
        opened={asking === 'spam'}
        onClose={() => setAsking(null)}
        comment={{ id: comment_id }}
        onDeleted={leave}
      />
      <ConflictDialog conflict={conflict} form={form} save={(version) => void save(version)} />
    </PanelFrame>
  );
}

async function loadComment(id: string, withFiles: boolean, signal?: AbortSignal): Promise<Loaded | null> {
  const [answer, files] = await Promise.all([
    request(panelCommentDocument, { id }, signal === undefined ? {} : { signal }),
    withFiles ? loadAttachments({ kind: 'comment', id }, signal) : [],
  ]);
  const comment = answer.comment;
  if (comment === null) return null;
  return {
    values: {
      body: comment.body,
      body_mime_type: comment.body_mime_type,
      idea: comment.suggestion,
      user: comment.created_by,
    },
    files,
    version: comment.updated_at,
    state: comment.state,
    isAdminComment: comment.is_admin_comment,
    convertedTo: comment.converted_to_suggestion,
  };
}
