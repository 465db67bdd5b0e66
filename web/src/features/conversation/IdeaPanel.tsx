import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { countCharacters, lengthProblem, oneLine, titleOfText } from '../../../../contract/text_cut.ts';
import { OTHER_SUCCESS_TEXTS, SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { ApiError, messageOf } from '../../api/errors.ts';
import { request, send } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { navigateToState } from '../../host/bridge.ts';
import '../../host/modals.ts';
import type { IdeaModalProps } from '../../host/modals.ts';
import { AttachmentBox, AttachmentDropZone } from '../../pickers/AttachmentBox.tsx';
import { loadDefaultPlace } from '../../pickers/defaultPlace.ts';
import { ForumCategoryPicker, missingOfPlace, noPlace } from '../../pickers/ForumCategoryPicker.tsx';
import type { IdeaPlace } from '../../pickers/ForumCategoryPicker.tsx';
import { nameOf } from '../../pickers/people.ts';
import type { PickedUser } from '../../pickers/people.ts';
import { plainText } from '../../pickers/plainText.ts';
import { SimilarIdeas } from '../../pickers/SimilarIdeas.tsx';
import { loadAttachments, useAttachments } from '../../pickers/useAttachments.ts';
import type { AttachedFile } from '../../pickers/useAttachments.ts';
import { useSubscribe } from '../../pickers/useSubscribe.ts';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, TextArea } from '../../ui/fields.tsx';
import type { ModalControl } from '../../ui/modals.ts';
import { Accordion, AccordionSection } from '../../ui/SlideOut.tsx';
import { useToasts } from '../../ui/Toasts.tsx';
import { BodyField } from './BodyField.tsx';
import {
  createIdeaDocument,
  panelCommentDocument,
  panelEditedIdeaDocument,
  updateIdeaDocument,
} from './calls.ts';
import { ConflictDialog } from '../../forms/ConflictDialog.tsx';
import { DeleteIdeaDialog } from '../../pickers/deleteDialogs.tsx';
import { IdeaSource } from './IdeaSource.tsx';
import type { IdeaSourceRecord } from './IdeaSource.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from '../../forms/panelMessages.ts';
import { useConflict } from '../../forms/useConflict.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import type { PanelRecord } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import { WhoFields } from './WhoFields.tsx';
import styles from '../../forms/panels.module.css';

const texts = panelMessages.idea;

type Values = {
  title: string;
  body: string;
  body_mime_type: string;
  place: IdeaPlace;
  user: PickedUser | null;
};
type Loaded = PanelRecord<Values> & { source: IdeaSourceRecord | null };

const blank: Values = { title: '', body: '', body_mime_type: 'text/plain', place: noPlace, user: null };

/** The panel does not wait longer for a suggested title. */
const SUGGESTION_MS = 3000;

/** Fewer characters left than this are counted beside the title. */
const TITLE_COUNT_FROM = 30;

/**
 * The panels 'Create new idea', 'Edit idea', 'Split idea' and 'Upgrade comment to idea'. Saving needs a
 * title, a forum, a category where the forum requires one, and whom it is from; the description is
 * optional (VALID-033..038). After creating, the idea is opened: in a new tab when it was split off
 * another, so that the other one stays at hand (PANEL-075, PANEL-076).
 */
export function IdeaPanel({ opened, close, ...props }: IdeaModalProps & ModalControl) {
  const toasts = useToasts();
  const { mode } = props;
  const editedId = props.mode === 'edit' ? props.suggestion_id : null;
  const splitId = props.mode === 'split' ? props.suggestion_id : null;
  const commentId = props.mode === 'upgrade' ? props.comment_id : null;
  // both are about mail, so where none is sent to end users there is nothing to ask (specification line 104)
  const isMailPrevented = useFeature('prevent_email_notifications');
  const asksToCopy = splitId !== null && !isMailPrevented;
  const [copySupporters, setCopySupporters] = useState(false);
  const [notifySourceSubscribers, setNotify] = useState(false);
  const givenTitle = props.mode === 'create' ? (props.title ?? '') : '';
  const maySeeFiles = useFeature('idea_attachments');
  const attachments = useAttachments({ isEditing: mode === 'edit' });

  const loaded = usePanelRecord<Loaded>(
    ['idea', mode, editedId ?? splitId ?? commentId, givenTitle],
    (signal) => {
      if (editedId !== null) return loadIdea(editedId, maySeeFiles, signal);
      if (splitId !== null) return loadForSplit(splitId, maySeeFiles, signal);
      if (commentId !== null) return loadForUpgrade(commentId, maySeeFiles, signal);
      return loadForCreate(givenTitle, signal);
    },
  );
  const form = usePanelForm<Values>({
    draftKey: ['idea', mode, editedId ?? splitId ?? commentId ?? givenTitle]
      .filter((part) => part !== '')
      .join(':'),
    blank,
    record: loaded.data,
    attachments,
  });
  const { title, body, body_mime_type, place, user } = form.values;
  const subscribe = useSubscribe('subscribe_create_idea', editedId, user?.id ?? null);
  const [isSaving, setIsSaving] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const [showMissing, setShowMissing] = useState(false);

  const source = loaded.data?.source ?? null;
  const isTitleMissing = oneLine(title) === '';
  const titleError = lengthProblem(texts.title, oneLine(title), textLimits.ideaTitleCharacters);
  const bodyError = lengthProblem(texts.description, body, textLimits.ideaBodyCharacters);
  const missing = [
    ...(isTitleMissing ? [texts.names.title] : []),
    ...(titleError !== null ? [panelMessages.shorter(texts.title)] : []),
    ...(bodyError !== null ? [panelMessages.shorter(texts.description)] : []),
    ...missingOfPlace(place).map((name) => texts.names[name]),
    ...(user === null ? [panelMessages.who.name] : []),
  ];
  const charactersLeft = textLimits.ideaTitleCharacters - countCharacters(oneLine(title));

  const conflict = useConflict<Values>({
    reload: () => (editedId === null ? Promise.resolve(null) : loadIdea(editedId, maySeeFiles)),
    describe: (values) => [
      { name: texts.title, text: values.title },
      { name: texts.description, text: plainText(values.body, values.body_mime_type) },
      {
        name: panelMessages.sections.place,
        text: [values.place.forum?.name, values.place.category?.name]
          .filter((part) => part !== undefined)
          .join(', '),
      },
      { name: panelMessages.sections.who, text: values.user === null ? '' : nameOf(values.user) },
    ],
  });

  const save = async (version: string | null) => {
    if (place.forum === null || user === null) return;
    setIsSaving(true);
    try {
      const fields = {
        title: oneLine(title),
        body: body_mime_type === 'text/html' ? body : body.trim(),
        bodyMimeType: body_mime_type,
        links: { forum: place.forum.id, category: place.category?.id ?? null },
        attachmentTokens: attachments.tokens,
      };
      const isSubscribed = await subscribe.resolve();
      if (editedId !== null) {
        await request(updateIdeaDocument, {
          id: editedId,
          ...fields,
          creatorId: user.id,
          subscribe: isSubscribed,
          if_updated_at: version,
        });
        form.finish();
        toasts.success(SUCCESS_TOASTS.idea_updated);
        close();
        await attachments.commitRemovals();
        return;
      }
      const answer = await request(createIdeaDocument, {
        ...fields,
        creator: { id: user.id },
        subscribeCreator: isSubscribed,
        conversionSourceType: splitId !== null ? 'Suggestion' : commentId !== null ? 'Comment' : null,
        conversionSourceId: splitId ?? commentId,
        ...(asksToCopy ? { copySupporters, notifySourceSubscribers } : {}),
      });
      form.finish();
      close();
      openCreated(answer.suggestion_create?.id ?? null);
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'changed') await conflict.show();
      else {
        form.refuse(error);
        toasts.error(messages.modifyIdea(messageOf(error)));
      }
    } finally {
      setIsSaving(false);
    }
  };

  /** Null: it was made, and is out of this viewer's sight already. */
  const openCreated = (id: string | null) => {
    if (splitId === null || id === null) {
      toasts.success(SUCCESS_TOASTS.idea_created);
      if (id !== null) navigateToState('suggestion.details', { suggestion_id: id });
      return;
    }
    const { text, linkText, autoHideMs } = OTHER_SUCCESS_TEXTS.newIdea;
    toasts.success(text, { autoHideMs, action: { label: linkText, href: ideaAddress(id) } });
    // Where the browser refuses the tab, the toast's link leads there.
    const tab = window.open(ideaAddress(id), '_blank');
    if (tab !== null) tab.opener = null;
  };

  return (
    <PanelFrame
      opened={opened}
      close={close}
      title={texts[mode]}
      what={mode === 'upgrade' ? panelMessages.comment.what : texts.what}
      form={form}
      load={loaded.load}
      isSaving={isSaving}
      isUploading={attachments.isUploading}
      missing={missing}
      submitLabel={texts.submit[mode]}
      onSubmit={() => void save(form.version)}
      onMissing={() => setShowMissing(true)}
      end={
        mode === 'edit' ? (
          <Button size="form" variant="danger-text" onClick={() => setIsDeleting(true)}>
            {texts.delete}
          </Button>
        ) : undefined
      }
    >
      {source === null ? null : (
        <IdeaSource
          source={source}
          isTextUsed={body !== ''}
          onUseText={() => form.set({ body: source.body, body_mime_type: source.body_mime_type })}
          attachments={attachments}
        />
      )}
      <Accordion>
        <AccordionSection title={panelMessages.sections.details}>
          <AttachmentDropZone attachments={attachments}>
            <div>
              <TextArea
                label={texts.title}
                required
                minRows={1}
                maxRows={4}
                dir="auto"
                data-autofocus
                placeholder={texts.titlePlaceholder}
                value={title}
                autoComplete="off"
                onChange={(text) => form.set({ title: text.replace(/\s*[\r\n]+\s*/g, ' ') })}
                // A title is one line, however long it is shown.
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
                }}
                error={
                  titleError ??
                  (showMissing && isTitleMissing ? texts.titleMissing : form.refusalOf('title', 'title'))
                }
              />
              {charactersLeft < TITLE_COUNT_FROM ? (
                <p className={styles.count}>{texts.titleLeft(charactersLeft)}</p>
              ) : null}
              {mode === 'edit' && title === loaded.data?.values.title ? null : (
                <SimilarIdeas title={title} exceptId={editedId ?? splitId} />
              )}
            </div>
            <BodyField
              mimeType={body_mime_type}
              label={texts.description}
              optional
              placeholder={texts.descriptionPlaceholder}
              value={body}
              onChange={(text) => form.set({ body: text })}
              error={bodyError ?? form.refusalOf('body', 'body')}
            />
            <AttachmentBox attachments={attachments} disabled={isSaving} />
          </AttachmentDropZone>
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.place}>
          <ForumCategoryPicker
            value={place}
            onChange={(next) => form.set({ place: next })}
            showMissing={showMissing}
            refusals={{
              forum: form.refusalOf('place', 'links.forum'),
              category: form.refusalOf('place', 'links.category'),
            }}
            disabled={isSaving}
          />
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.who}>
          <WhoFields
            user={user}
            onChange={(next) => form.set({ user: next })}
            showMissing={showMissing}
            refusal={form.refusalOf('user', 'creator', 'creatorId')}
            subscribe={subscribe}
            disabled={isSaving}
          />
          {asksToCopy ? (
            <>
              <CheckboxField
                label={texts.copyVoters}
                description={texts.copyVotersNote}
                checked={copySupporters}
                onChange={setCopySupporters}
                disabled={isSaving}
              />
              <CheckboxField
                label={texts.tellFollowers}
                description={texts.tellFollowersNote}
                checked={notifySourceSubscribers}
                onChange={setNotify}
                disabled={isSaving}
              />
            </>
          ) : null}
        </AccordionSection>
      </Accordion>
      {editedId === null ? null : (
        <DeleteIdeaDialog
          opened={isDeleting}
          onClose={() => setIsDeleting(false)}
          idea={{ id: editedId, title: loaded.data?.values.title ?? '' }}
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

type StoredForum = { id: string; name: string; is_open: boolean; category_required: boolean } | null;
type StoredCategory = { id: string; name: string } | null;

function placeOf(forum: StoredForum, category: StoredCategory): IdeaPlace {
  return {
    forum:
      forum === null ? null : { id: forum.id, name: forum.name, category_required: forum.category_required },
    category,
  };
}

async function loadForCreate(title: string, signal: AbortSignal): Promise<Loaded> {
  return {
    values: { ...blank, title: titleOfText(title), place: await loadDefaultPlace(signal) },
    files: [],
    version: null,
    source: null,
  };
}

async function loadStored(id: string, withFiles: boolean, signal: AbortSignal | undefined) {
  const [answer, files] = await Promise.all([
    request(panelEditedIdeaDocument, { id }, signal === undefined ? {} : { signal }),
    withFiles ? loadAttachments({ kind: 'suggestion', id }, signal) : [],
  ]);
  return answer.suggestion === null ? null : { idea: answer.suggestion, files };
}

async function loadIdea(id: string, withFiles: boolean, signal?: AbortSignal): Promise<Loaded | null> {
  const stored = await loadStored(id, withFiles, signal);
  if (stored === null) return null;
  const { idea, files } = stored;
  return {
    values: {
      title: idea.title,
      body: idea.body ?? '',
      body_mime_type: idea.body_mime_type,
      place: placeOf(idea.forum, idea.category),
      user: idea.created_by,
    },
    files,
    version: idea.updated_at,
    source: null,
  };
}

async function loadForSplit(id: string, withFiles: boolean, signal: AbortSignal): Promise<Loaded | null> {
  const stored = await loadStored(id, withFiles, signal);
  if (stored === null) return null;
  const { idea, files } = stored;
  const { forum } = idea;
  return {
    values: {
      ...blank,
      place: forum?.is_open === true ? placeOf(forum, idea.category) : noPlace,
      user: idea.created_by,
    },
    files: [],
    version: null,
    source: {
      kind: 'idea',
      title: idea.title,
      body: idea.body ?? '',
      body_mime_type: idea.body_mime_type,
      author: idea.created_by,
      created_at: idea.created_at,
      files,
      isConverted: false,
    },
  };
}

/**
 * The title that the server suggests for an idea made from a comment; '' when it suggests none in time.
 * Silent: the beginning of the comment serves as well.
 */
async function suggestedTitle(commentId: string, signal: AbortSignal): Promise<string> {
  try {
    const body = JSON.stringify({ objectType: 'Comment', objectId: commentId });
    const init = {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
    };
    const response = await send('/api/v2/admin/autosuggest', init, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(SUGGESTION_MS)]),
      ownsForbidden: true,
    });
    const answer = (await response.json()) as { auto_suggestion?: { title?: unknown } };
    return typeof answer.auto_suggestion?.title === 'string' ? answer.auto_suggestion.title : '';
  } catch {
    return '';
  }
}

async function loadForUpgrade(id: string, withFiles: boolean, signal: AbortSignal): Promise<Loaded | null> {
  const [answer, files, suggested] = await Promise.all([
    request(panelCommentDocument, { id }, { signal }),
    withFiles ? loadAttachments({ kind: 'comment', id }, signal) : ([] as AttachedFile[]),
    suggestedTitle(id, signal),
  ]);
  const { comment } = answer;
  if (comment === null) return null;
  const text = plainText(comment.body, comment.body_mime_type);
  const forum = comment.suggestion?.forum ?? null;
  return {
    values: {
      ...blank,
      title: suggested === '' ? titleOfText(text) : suggested,
      body: comment.body,
      body_mime_type: comment.body_mime_type,
      place: forum?.is_open === true ? placeOf(forum, comment.suggestion?.category ?? null) : noPlace,
      user: comment.created_by,
    },
    files: [],
    version: null,
    source: {
      kind: 'comment',
      title: comment.suggestion?.title ?? '',
      body: comment.body,
      body_mime_type: comment.body_mime_type,
      author: comment.created_by,
      created_at: comment.created_at,
      files,
      isConverted: comment.converted_to_suggestion !== null,
    },
  };
}
