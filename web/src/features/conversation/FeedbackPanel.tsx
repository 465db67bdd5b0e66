import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { CONSOLE_CHANNEL } from '../../../../contract/states.ts';
import { lengthProblem } from '../../../../contract/text_cut.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { urlProblem } from '../../../../contract/url.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { IdeaPicker } from '../../pickers/IdeaPicker.tsx';
import type { IdeaSummary } from '../../pickers/ideas.ts';
import { nameOf } from '../../pickers/people.ts';
import type { PickedUser } from '../../pickers/people.ts';
import { plainText } from '../../pickers/plainText.ts';
import { loadAttachments, useAttachments } from '../../pickers/useAttachments.ts';
import { useSubscribe } from '../../pickers/useSubscribe.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { BodyField } from './BodyField.tsx';
import {
  createFeedbackDocument,
  panelFeedbackDocument,
  panelIdeaDocument,
  updateFeedbackDocument,
} from './calls.ts';
import { ConflictDialog } from '../../forms/ConflictDialog.tsx';
import { DeleteFeedbackDialog } from '../../pickers/deleteDialogs.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from '../../forms/panelMessages.ts';
import { useConflict } from '../../forms/useConflict.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import type { PanelRecord } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import { WhoFields } from './WhoFields.tsx';

const texts = panelMessages.feedback;

type Values = {
  body: string;
  body_mime_type: string;
  source_url: string;
  idea: IdeaSummary | null;
  user: PickedUser | null;
};

const blank: Values = { body: '', body_mime_type: 'text/plain', source_url: '', idea: null, user: null };
const blankRecord: PanelRecord<Values> = { values: blank, files: [], version: null };

/**
 * The panels 'Add feedback' and 'Edit feedback': what somebody said, the idea it belongs to, and who said
 * it. Saving needs text, person, idea, and an address that is valid or none (VALID-039..044).
 */
export function FeedbackPanel({
  opened,
  close,
  feedback_record_id,
  suggestion_id,
}: ModalProps['feedback'] & ModalControl) {
  const toasts = useToasts();
  const isEditing = feedback_record_id !== undefined;
  const maySeeFiles = useFeature('idea_attachments');
  const attachments = useAttachments({ isEditing });
  const loaded = usePanelRecord(
    ['feedback', feedback_record_id ?? null, suggestion_id ?? null],
    (signal) => {
      if (feedback_record_id !== undefined) return loadFeedback(feedback_record_id, maySeeFiles, signal);
      return loadForIdea(suggestion_id ?? '', signal);
    },
    isEditing || suggestion_id !== undefined,
  );
  const form = usePanelForm<Values>({
    draftKey: isEditing
      ? `feedback:${feedback_record_id}`
      : suggestion_id === undefined
        ? 'feedback'
        : `feedback:idea:${suggestion_id}`,
    blank,
    record: isEditing || suggestion_id !== undefined ? loaded.data : blankRecord,
    attachments,
  });
  const { body, body_mime_type, source_url, idea, user } = form.values;
  const subscribe = useSubscribe('subscribe_feedback_dialog', idea?.id ?? null, user?.id ?? null);
  const [isSaving, setIsSaving] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const [hasLeftUrl, setHasLeftUrl] = useState(false);

  const isHtml = body_mime_type === 'text/html';
  const isBodyMissing = isHtml ? isEmptyHtml(body) : body.trim() === '';
  const lengthError = lengthProblem(texts.body, body, textLimits.richTextCharacters);
  const urlError = urlProblem(source_url);
  const missing = [
    ...(isBodyMissing ? [texts.names.body] : []),
    ...(lengthError !== null ? [panelMessages.shorter(texts.body)] : []),
    ...(urlError !== null ? [texts.names.url] : []),
    ...(idea === null ? [texts.names.idea] : []),
    ...(user === null ? [panelMessages.who.name] : []),
  ];

  const conflict = useConflict<Values>({
    reload: () =>
      feedback_record_id === undefined
        ? Promise.resolve(null)
        : loadFeedback(feedback_record_id, maySeeFiles),
    describe: (values) => [
      { name: texts.body, text: plainText(values.body, values.body_mime_type) },
      { name: texts.sourceUrl, text: values.source_url },
      { name: panelMessages.sections.idea, text: values.idea?.title ?? '' },
      { name: panelMessages.sections.who, text: values.user === null ? '' : nameOf(values.user) },
    ],
  });

  const save = async (version: string | null) => {
    if (idea === null || user === null) return;
    setIsSaving(true);
    try {
      const fields = {
        body: isHtml ? body : body.trim(),
        links: { suggestion: idea.id, user: user.id },
        attachmentTokens: attachments.tokens,
        sourceUrl: source_url.trim() === '' ? null : source_url.trim(),
        subscribe: await subscribe.resolve(),
      };
      if (feedback_record_id === undefined) {
        await request(createFeedbackDocument, {
          ...fields,
          bodyMimeType: body_mime_type,
          channel: CONSOLE_CHANNEL,
        });
      } else {
        await request(updateFeedbackDocument, { id: feedback_record_id, ...fields, if_updated_at: version });
      }
      form.finish();
      toasts.success(isEditing ? SUCCESS_TOASTS.updated_feedback : SUCCESS_TOASTS.added_feedback);
      close();
      await attachments.commitRemovals();
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'changed') await conflict.show();
      else {
        form.refuse(error);
        toasts.error(isEditing ? texts.saveFailed(messageOf(error)) : messages.addFeedback(messageOf(error)));
      }
    } finally {
      setIsSaving(false);
    }
  };

  return (
    <PanelFrame
      opened={opened}
      close={close}
      title={isEditing ? texts.edit : texts.add}
      what={isEditing ? texts.what : panelMessages.idea.what}
      form={form}
      load={loaded.load}
      isSaving={isSaving}
      isUploading={attachments.isUploading}
      missing={missing}
      submitLabel={isEditing ? texts.submitEdit : texts.submitAdd}
      onSubmit={() => void save(form.version)}
      onMissing={() => {
        setShowMissing(true);
        setHasLeftUrl(true);
      }}
      end={
        isEditing ? (
          <Button size="form" variant="danger-text" onClick={() => setIsDeleting(true)}>
            {texts.delete}
          </Button>
        ) : undefined
      }
    >
      <Accordion>
        <AccordionSection title={panelMessages.sections.feedback}>
          <AttachmentDropZone attachments={attachments}>
            <BodyField
              mimeType={body_mime_type}
              label={texts.body}
              required
              autoFocus
              placeholder={texts.placeholder}
              value={body}
              onChange={(text) => form.set({ body: text })}
              error={
                lengthError ??
                (showMissing && isBodyMissing ? texts.bodyMissing : form.refusalOf('body', 'body'))
              }
            />
            <AttachmentBox attachments={attachments} disabled={isSaving} />
          </AttachmentDropZone>
          <TextField
            label={texts.sourceUrl}
            optional
            type="url"
            inputMode="url"
            placeholder={texts.sourceUrlPlaceholder}
            value={source_url}
            autoComplete="off"
            onChange={(text) => {
              form.set({ source_url: text });
              setHasLeftUrl(false);
            }}
            onBlur={() => setHasLeftUrl(true)}
            error={(hasLeftUrl ? urlError : null) ?? form.refusalOf('source_url', 'sourceUrl')}
          />
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
      {feedback_record_id === undefined ? null : (
        <DeleteFeedbackDialog
          opened={isDeleting}
          onClose={() => setIsDeleting(false)}
          feedback={{
            id: feedback_record_id,
            userName: user === null ? null : nameOf(user),
            ideaTitle: idea?.title ?? null,
          }}
          onDeleted={() => {
            form.finish();
            close();
          }}
        />
      )}
      <ConflictDialog conflict={conflict} form={form} save={(version) => void save(version)} />
    </PanelFrame>
  );
}

async function loadFeedback(
  id: string,
  withFiles: boolean,
  signal?: AbortSignal,
): Promise<PanelRecord<Values> | null> {
  const [answer, files] = await Promise.all([
    request(panelFeedbackDocument, { id }, signal === undefined ? {} : { signal }),
    withFiles ? loadAttachments({ kind: 'feedback_record', id }, signal) : [],
  ]);
  const record = answer.feedback_record;
  if (record === null) return null;
  const { body, body_mime_type, source_url, suggestion, user, updated_at } = record;
  return {
    values: { body, body_mime_type, source_url: source_url ?? '', idea: suggestion, user },
    files,
    version: updated_at,
  };
}

async function loadForIdea(id: string, signal: AbortSignal): Promise<PanelRecord<Values> | null> {
  const answer = await request(panelIdeaDocument, { id }, { signal });
  return answer.suggestion === null
    ? null
    : { ...blankRecord, values: { ...blank, idea: answer.suggestion } };
}
