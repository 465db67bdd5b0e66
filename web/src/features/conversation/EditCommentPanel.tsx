import { IconBulb, IconMessageReport } from '@tabler/icons-react';
import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { AttachmentBox, AttachmentDropZone } from '../../shared/attachments/AttachmentBox.tsx';
import { IdeaCard } from '../../shared/ideas/IdeaCard.tsx';
import { IdeaPicker } from '../../shared/pickers/IdeaPicker.tsx';
import type { IdeaSummary } from '../../shared/ideas/ideas.ts';
import { nameOf } from '../../shared/pickers/people.ts';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { plainText } from '../../shared/plainText.ts';
import { useSubscribe } from '../../shared/ideas/useSubscribe.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { Accordion, AccordionSection } from '../../ui/overlay/SlideOut.tsx';
import { BodyField } from './BodyField.tsx';
import { panelCommentDocument, updateCommentDocument } from './calls.ts';
import { DeleteCommentDialog, SpamCommentDialog } from '../../shared/deleteDialogs.tsx';
import { bodyRules, ideaRules, userRules } from './fieldRules.ts';
import { loadAttachments, useAttachments } from '../../forms/useAttachments.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from './panelMessages.ts';
import styles from '../../forms/panels.module.css';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import type { FormRecord } from '../../forms/useForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import { WhoFields } from './WhoFields.tsx';

const texts = panelMessages.comment;

type Values = { body: string; body_mime_type: string; idea: IdeaSummary | null; user: PickedUser | null };
type Loaded = FormRecord<Values> & {
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
  const maySeeFiles = useFeature('idea_attachments');
  const attachments = useAttachments({ isEditing: true });
  const loaded = usePanelRecord(['comment', comment_id], (signal) =>
    loadComment(comment_id, maySeeFiles, signal),
  );
  const form = useForm<Values>({
    draftKey: `edit-comment:${comment_id}`,
    blank,
    record: loaded.data,
    attachments,
    fields: { body: bodyRules(texts), idea: ideaRules(texts), user: userRules('links.user') },
    reload: () => loadComment(comment_id, maySeeFiles),
  });
  const { body, body_mime_type, idea, user } = form.values;
  const subscribe = useSubscribe('subscribe_comment', idea?.id ?? null, user?.id ?? null);
  const [asking, setAsking] = useState<'delete' | 'spam' | null>(null);
  const save = useCommand(
    async (if_updated_at: string | null) =>
      request(updateCommentDocument, {
        id: comment_id,
        body: body_mime_type === 'text/html' ? body : body.trim(),
        attachment_tokens: attachments.tokens,
        links: { user: user?.id ?? '', suggestion: idea?.id ?? '' },
        subscribe: await subscribe.resolve(),
        if_updated_at,
      }),
    { form, done: SUCCESS_TOASTS.comment_updated, failed: messages.updateComment, onDone: close },
  );
  const leave = () => {
    form.finish();
    close();
  };

  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={texts.title}
      what={texts.what}
      load={loaded.load}
      submitLabel={texts.submit}
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
            <BodyField {...form.field('body')} mimeType={body_mime_type} autoFocus />
            <AttachmentBox attachments={attachments} disabled={save.isRunning} />
          </AttachmentDropZone>
          {loaded.data?.convertedTo ? (
            <IdeaCard idea={loaded.data.convertedTo} remark={texts.converted} />
          ) : null}
          <div className={styles.actions}>
            {loaded.data?.convertedTo === null ? (
              <Button
                variant="text"
                icon={<IconBulb size={16} stroke={1.75} aria-hidden="true" />}
                disabled={save.isRunning}
                onClick={() => openModal('idea', { mode: 'upgrade', comment_id })}
              >
                {texts.toIdea}
              </Button>
            ) : null}
            {loaded.data?.state === 'spam' ? null : (
              <Button
                variant="text"
                icon={<IconMessageReport size={16} stroke={1.75} aria-hidden="true" />}
                disabled={save.isRunning}
                onClick={() => setAsking('spam')}
              >
                {texts.spam}
              </Button>
            )}
          </div>
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.idea}>
          <IdeaPicker {...form.field('idea')} about={plainText(body, body_mime_type)} creator={user} />
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.who}>
          <WhoFields {...form.field('user')} subscribe={subscribe} disabled={save.isRunning} />
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
