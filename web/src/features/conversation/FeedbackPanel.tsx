import { IconLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { messages } from '../../../../contract/errors.ts';
import { CONSOLE_CHANNEL, SEVERITY_LABELS } from '../../../../contract/states.ts';
import type { Severity } from '../../../../contract/states.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { urlProblem } from '../../../../contract/url.ts';
import { request } from '../../api/runtime.ts';
import { useFeature } from '../../api/viewer.ts';
import '../../host/modals.ts';
import { AttachmentBox, AttachmentDropZone } from '../../shared/attachments/AttachmentBox.tsx';
import { IdeaPicker } from '../../shared/pickers/IdeaPicker.tsx';
import type { IdeaSummary } from '../../shared/ideas/ideas.ts';
import { nameOf } from '../../shared/pickers/people.ts';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { pickerMessages } from '../../shared/messages.ts';
import { openIdeaAction } from '../../shared/openIdea.ts';
import { plainText } from '../../shared/plainText.ts';
import { useSubscribe } from '../../shared/ideas/useSubscribe.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { TextField } from '../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { Accordion, AccordionSection } from '../../ui/overlay/SlideOut.tsx';
import { bodyRules, ideaRules, userRules } from './fieldRules.ts';
import { loadAttachments, useAttachments } from '../../forms/useAttachments.ts';
import { BodyField } from './BodyField.tsx';
import {
  createFeedbackDocument,
  linkTicketDocument,
  panelFeedbackDocument,
  panelIdeaDocument,
  supportDocument,
  updateFeedbackDocument,
  useTracksSeverity,
} from './calls.ts';
import { DeleteFeedbackDialog } from '../../shared/deleteDialogs.tsx';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from './panelMessages.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import type { FormRecord } from '../../forms/useForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import { SeverityField } from './SeverityField.tsx';
import { WhoFields } from './WhoFields.tsx';
import styles from './feedback.module.css';

const texts = panelMessages.feedback;

type Values = {
  body: string;
  body_mime_type: string;
  source_url: string;
  severity: number | null;
  idea: IdeaSummary | null;
  user: PickedUser | null;
};

const blank: Values = {
  body: '',
  body_mime_type: 'text/plain',
  source_url: '',
  severity: null,
  idea: null,
  user: null,
};

/**
 * The panels 'Add feedback' and 'Edit feedback': what somebody said, the idea it belongs to, and who said
 * it, one below the other so that keys lead from one to the next. Saving needs text, person, idea, and an address that
 * is valid or none (VALID-039..044).
 */
export function FeedbackPanel({
  opened,
  close,
  feedback_record_id,
  suggestion_id,
  body: given,
  source_url: givenSource,
  ticket,
  from = ticket?.user,
}: ModalProps['feedback'] & ModalControl) {
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
  const form = useForm<Values>({
    draftKey: isEditing
      ? `feedback:${feedback_record_id}`
      : suggestion_id === undefined
        ? ticket !== undefined
          ? `feedback:ticket:${ticket.id}`
          : from !== undefined
            ? `feedback:user:${from.id}`
            : given === undefined
              ? 'feedback'
              : `feedback:text:${given} ${givenSource ?? ''}`
        : `feedback:idea:${suggestion_id}`,
    blank,
    record:
      isEditing || suggestion_id !== undefined
        ? loaded.data
        : { values: { ...blank, body: given ?? '', source_url: givenSource ?? '', user: from ?? null } },
    attachments,
    fields: {
      body: bodyRules(texts),
      source_url: {
        label: texts.sourceUrl,
        rule: urlProblem,
        ruleName: texts.names.url,
        text: (url) => url,
      },
      severity: {
        label: panelMessages.severity.label,
        text: (severity) => (severity === null ? '' : (SEVERITY_LABELS[severity as Severity] ?? '')),
      },
      idea: ideaRules(texts),
      user: userRules('links.user'),
    },
    reload: isEditing ? () => loadFeedback(feedback_record_id, maySeeFiles) : undefined,
  });
  const { body, body_mime_type, source_url, severity, idea, user } = form.values;
  const tracksSeverity = useTracksSeverity();
  const who = useRef<HTMLDivElement>(null);
  const [showsSource, setShowsSource] = useState(false);
  const source = useRef<HTMLDivElement>(null);
  const hasSource = showsSource || source_url !== '';
  const support = useQuery({
    queryKey: ['support', idea?.id ?? null, user?.id ?? null],
    queryFn: ({ signal }) =>
      request(supportDocument, { suggestion: [idea?.id ?? ''], user: [user?.id ?? ''] }, { signal }),
    enabled: !isEditing && idea !== null && user !== null,
  });
  const votes = support.data?.supporters.records;
  const vote =
    isEditing || user === null || votes === undefined ? undefined : votes.length > 0 ? 'there' : 'added';
  const text = plainText(body, body_mime_type);
  const leadToPerson = (): void => {
    const lead = (): boolean => {
      const field = who.current?.querySelector('input');
      field?.focus();
      if (!field || document.activeElement !== field) return false;
      // opens the list: whom the text names stands first in it
      field.click();
      return true;
    };
    // after the dialog that it was chosen in
    if (!lead()) requestAnimationFrame(() => void lead());
  };
  const subscribe = useSubscribe('subscribe_feedback_dialog', idea?.id ?? null, user?.id ?? null);
  const [isDeleting, setIsDeleting] = useState(false);
  const save = useCommand(
    async (version: string | null) => {
      const fields = {
        body: body_mime_type === 'text/html' ? body : body.trim(),
        links: { suggestion: idea?.id ?? '', user: user?.id ?? '' },
        attachmentTokens: attachments.tokens,
        sourceUrl: source_url.trim() === '' ? null : source_url.trim(),
        ...(tracksSeverity ? { severity } : {}),
        subscribe: await subscribe.resolve(),
      };
      if (ticket !== undefined) {
        const made = await request(createFeedbackDocument, {
          ...fields,
          bodyMimeType: body_mime_type,
          channel: 'ticket',
          sourceType: 'ticket',
        });
        await request(linkTicketDocument, { ticket: ticket.id, suggestion: idea?.id ?? '' });
        return made;
      }
      return feedback_record_id === undefined
        ? request(createFeedbackDocument, {
            ...fields,
            bodyMimeType: body_mime_type,
            channel: CONSOLE_CHANNEL,
          })
        : request(updateFeedbackDocument, { id: feedback_record_id, ...fields, if_updated_at: version });
    },
    {
      form,
      done: () => {
        if (isEditing) return SUCCESS_TOASTS.updated_feedback;
        const message = SUCCESS_TOASTS.added_feedback;
        // on the page of that idea there is nothing to open
        if (idea === null || idea.id === suggestion_id) return message;
        return { message, note: pickerMessages.onIdea(idea.title), ...openIdeaAction(idea.id) };
      },
      failed: isEditing ? texts.saveFailed : messages.addFeedback,
      onDone: close,
    },
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={isEditing ? texts.edit : texts.add}
      what={isEditing ? texts.what : panelMessages.idea.what}
      load={loaded.load}
      submitLabel={isEditing ? texts.submitEdit : texts.submitAdd}
      end={
        isEditing ? (
          <Button size="form" variant="danger-text" onClick={() => setIsDeleting(true)}>
            {texts.delete}
          </Button>
        ) : undefined
      }
    >
      <AttachmentDropZone attachments={attachments} className={styles.whole}>
        <Accordion quiet>
          <AccordionSection title={panelMessages.sections.feedback}>
            <BodyField
              {...form.field('body')}
              hideLabel
              mimeType={body_mime_type}
              autoFocus
              placeholder={texts.placeholder}
            />
            <AttachmentBox
              attachments={attachments}
              disabled={save.isRunning}
              isCompact
              hint={texts.drop}
              beside={
                hasSource ? null : (
                  <IconButton
                    label={texts.addSource}
                    variant="plain"
                    onClick={() => {
                      flushSync(() => setShowsSource(true));
                      source.current?.querySelector('input')?.focus();
                    }}
                  >
                    <IconLink size={16} stroke={1.75} aria-hidden="true" />
                  </IconButton>
                )
              }
            />
            {hasSource ? (
              <div ref={source}>
                <TextField
                  {...form.field('source_url')}
                  optional
                  type="url"
                  inputMode="url"
                  placeholder={texts.sourceUrlPlaceholder}
                  autoComplete="off"
                />
              </div>
            ) : null}
          </AccordionSection>
          <AccordionSection title={panelMessages.sections.idea}>
            <IdeaPicker
              {...form.field('idea')}
              about={text}
              creator={user}
              onLinked={leadToPerson}
              {...(vote === undefined ? {} : { vote })}
            />
          </AccordionSection>
          <AccordionSection title={panelMessages.sections.who}>
            <div ref={who} className={styles.who}>
              <WhoFields
                {...form.field('user')}
                hideLabel
                about={text}
                subscribe={subscribe}
                disabled={save.isRunning}
              />
            </div>
          </AccordionSection>
        </Accordion>
        {tracksSeverity ? (
          <SeverityField
            value={severity}
            onChange={(level) => form.set({ severity: level })}
            disabled={save.isRunning}
          />
        ) : null}
      </AttachmentDropZone>
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
    </PanelFrame>
  );
}

async function loadFeedback(
  id: string,
  withFiles: boolean,
  signal?: AbortSignal,
): Promise<FormRecord<Values> | null> {
  const [answer, files] = await Promise.all([
    request(panelFeedbackDocument, { id }, signal === undefined ? {} : { signal }),
    withFiles ? loadAttachments({ kind: 'feedback_record', id }, signal) : [],
  ]);
  const record = answer.feedback_record;
  if (record === null) return null;
  const { body, body_mime_type, source_url, severity, suggestion, user, updated_at } = record;
  return {
    values: { body, body_mime_type, source_url: source_url ?? '', severity, idea: suggestion, user },
    files,
    version: updated_at,
  };
}

async function loadForIdea(id: string, signal: AbortSignal): Promise<FormRecord<Values> | null> {
  const answer = await request(panelIdeaDocument, { id }, { signal });
  return answer.suggestion === null ? null : { values: { ...blank, idea: answer.suggestion } };
}
