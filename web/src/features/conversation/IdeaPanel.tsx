import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { countCharacters, oneLine, titleOfText } from '../../../../contract/text_cut.ts';
import { OTHER_SUCCESS_TEXTS, SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request, send } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import { ideaAddress } from '../../host/addresses.ts';
import { navigateToState } from '../../host/bridge.ts';
import '../../host/modals.ts';
import type { IdeaModalProps } from '../../host/modals.ts';
import { AttachmentBox, AttachmentDropZone } from '../../shared/attachments/AttachmentBox.tsx';
import { loadDefaultPlace } from '../../shared/ideas/defaultPlace.ts';
import { ForumCategoryPicker, missingOfPlace, noPlace } from '../../shared/pickers/ForumCategoryPicker.tsx';
import type { IdeaPlace } from '../../shared/pickers/ForumCategoryPicker.tsx';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { plainText } from '../../shared/plainText.ts';
import { SimilarIdeas } from '../../shared/ideas/SimilarIdeas.tsx';
import { useSubscribe } from '../../shared/ideas/useSubscribe.ts';
import { Button } from '../../ui/elements/Button.tsx';
import { CheckboxField, TextArea } from '../../ui/fields/fields.tsx';
import type { ModalControl } from '../../ui/overlay/modals.ts';
import { Accordion, AccordionSection } from '../../ui/overlay/SlideOut.tsx';
import { loadAttachments, useAttachments } from '../../forms/useAttachments.ts';
import type { AttachedFile } from '../../forms/useAttachments.ts';
import type { Told } from '../../forms/command.ts';
import { userRules } from './fieldRules.ts';
import { BodyField } from './BodyField.tsx';
import {
  createIdeaDocument,
  panelCommentDocument,
  panelEditedIdeaDocument,
  updateIdeaDocument,
} from './calls.ts';
import { DeleteIdeaDialog } from '../../shared/deleteDialogs.tsx';
import { IdeaSource } from './IdeaSource.tsx';
import type { IdeaSourceRecord } from './IdeaSource.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from './panelMessages.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import type { FormRecord } from '../../forms/useForm.ts';
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
type Loaded = FormRecord<Values> & { source: IdeaSourceRecord | null };

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
  const form = useForm<Values>({
    draftKey: ['idea', mode, editedId ?? splitId ?? commentId ?? givenTitle]
      .filter((part) => part !== '')
      .join(':'),
    blank,
    record: loaded.data,
    attachments,
    fields: {
      title: {
        label: texts.title,
        needed: { name: texts.names.title, sentence: texts.titleMissing },
        limit: textLimits.ideaTitleCharacters,
        isLine: true,
        text: (title) => title,
      },
      body: {
        label: texts.description,
        limit: textLimits.ideaBodyCharacters,
        text: (body, { body_mime_type }) => plainText(body, body_mime_type),
      },
      place: {
        label: panelMessages.sections.place,
        inputs: ['links.forum', 'links.category'],
        rule: (place) => missingOfPlace(place)[0] ?? null,
        ruleName: (place) => texts.names[missingOfPlace(place)[0] ?? 'forum'],
        ruleSaid: 'asked',
        text: ({ forum, category }) =>
          [forum?.name, category?.name].filter((part) => part !== undefined).join(', '),
      },
      user: userRules('creator', 'creatorId'),
    },
    reload: editedId === null ? undefined : () => loadIdea(editedId, maySeeFiles),
  });
  const { title, body, body_mime_type, place, user } = form.values;
  const subscribe = useSubscribe('subscribe_create_idea', editedId, user?.id ?? null);
  const [isDeleting, setIsDeleting] = useState(false);
  const source = loaded.data?.source ?? null;
  const charactersLeft = textLimits.ideaTitleCharacters - countCharacters(oneLine(title));

  const save = useCommand(
    async (if_updated_at: string | null) => {
      const fields = {
        title: oneLine(title),
        body: body_mime_type === 'text/html' ? body : body.trim(),
        bodyMimeType: body_mime_type,
        links: { forum: place.forum?.id ?? '', category: place.category?.id ?? null },
        attachmentTokens: attachments.tokens,
      };
      const isSubscribed = await subscribe.resolve();
      if (editedId !== null) {
        await request(updateIdeaDocument, {
          id: editedId,
          ...fields,
          creatorId: user?.id ?? '',
          subscribe: isSubscribed,
          if_updated_at,
        });
        return null;
      }
      const answer = await request(createIdeaDocument, {
        ...fields,
        creator: { id: user?.id ?? '' },
        subscribeCreator: isSubscribed,
        conversionSourceType: splitId !== null ? 'Suggestion' : commentId !== null ? 'Comment' : null,
        conversionSourceId: splitId ?? commentId,
        ...(asksToCopy ? { copySupporters, notifySourceSubscribers } : {}),
      });
      return answer.suggestion_create?.id ?? null;
    },
    {
      form,
      done: (id) => doneOf(mode, id),
      failed: messages.modifyIdea,
      onDone: (id) => {
        close();
        if (id !== null && mode === 'split') openInTab(ideaAddress(id));
        else if (id !== null) navigateToState('suggestion.details', { suggestion_id: id });
      },
    },
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={texts[mode]}
      what={mode === 'upgrade' ? panelMessages.comment.what : texts.what}
      load={loaded.load}
      submitLabel={texts.submit[mode]}
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
                {...form.field('title')}
                minRows={1}
                maxRows={4}
                dir="auto"
                data-autofocus
                placeholder={texts.titlePlaceholder}
                autoComplete="off"
                onChange={(text) => form.set({ title: text.replace(/\s*[\r\n]+\s*/g, ' ') })}
                // A title is one line, however long it is shown.
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) event.preventDefault();
                }}
              />
              {charactersLeft < TITLE_COUNT_FROM ? (
                <p className={styles.count}>{texts.titleLeft(charactersLeft)}</p>
              ) : null}
              {mode === 'edit' && title === loaded.data?.values.title ? null : (
                <SimilarIdeas title={title} exceptId={editedId ?? splitId} />
              )}
            </div>
            <BodyField
              {...form.field('body')}
              mimeType={body_mime_type}
              optional
              placeholder={texts.descriptionPlaceholder}
            />
            <AttachmentBox attachments={attachments} disabled={save.isRunning} />
          </AttachmentDropZone>
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.place}>
          <ForumCategoryPicker
            value={place}
            onChange={(next) => form.set({ place: next })}
            showMissing={form.asks > 0}
            refusals={{
              forum: form.refusalOf('place', 'links.forum'),
              category: form.refusalOf('place', 'links.category'),
            }}
            disabled={save.isRunning}
          />
        </AccordionSection>
        <AccordionSection title={panelMessages.sections.who}>
          <WhoFields {...form.field('user')} subscribe={subscribe} disabled={save.isRunning} offersMe />
          {asksToCopy ? (
            <>
              <CheckboxField
                label={texts.copyVoters}
                description={texts.copyVotersNote}
                checked={copySupporters}
                onChange={setCopySupporters}
                disabled={save.isRunning}
              />
              <CheckboxField
                label={texts.tellFollowers}
                description={texts.tellFollowersNote}
                checked={notifySourceSubscribers}
                onChange={setNotify}
                disabled={save.isRunning}
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
    </PanelFrame>
  );
}

/** What is said of an idea that was saved. @param id of one that was made; null: it is out of this viewer's sight already */
function doneOf(mode: IdeaModalProps['mode'], id: string | null): Told {
  if (mode === 'edit') return SUCCESS_TOASTS.idea_updated;
  if (mode !== 'split' || id === null) return SUCCESS_TOASTS.idea_created;
  const { text: message, linkText: label, autoHideMs } = OTHER_SUCCESS_TEXTS.newIdea;
  return { message, autoHideMs, action: { label, href: ideaAddress(id) } };
}

/** Where the browser refuses the tab, the toast's link leads there. */
function openInTab(address: string): void {
  const tab = window.open(address, '_blank');
  if (tab !== null) tab.opener = null;
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
