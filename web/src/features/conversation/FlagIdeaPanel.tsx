import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { lengthProblem } from '../../../../contract/text_cut.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import '../../host/modals.ts';
import { IdeaCard } from '../../pickers/IdeaCard.tsx';
import type { IdeaSummary } from '../../pickers/ideas.ts';
import type { PickedUser } from '../../pickers/people.ts';
import { UserPicker } from '../../pickers/UserPicker.tsx';
import { TextArea } from '../../ui/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { useToasts } from '../../ui/Toasts.tsx';
import { flagIdeaDocument, panelIdeaDocument } from './calls.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from '../../forms/panelMessages.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import type { PanelRecord } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import styles from '../../forms/panels.module.css';

const texts = panelMessages.flag;

type Values = { reason: string; user: PickedUser | null };
type Loaded = PanelRecord<Values> & { idea: IdeaSummary };

const blank: Values = { reason: '', user: null };

/**
 * The panel 'Flag idea' (PANEL-042..044): why the team should look at an idea, and on whose behalf it is
 * flagged if not one's own. Needs a reason that says something (VALID-048).
 */
export function FlagIdeaPanel({ opened, close, suggestion_id }: ModalProps['flagIdea'] & ModalControl) {
  const toasts = useToasts();
  const loaded = usePanelRecord(['flag', suggestion_id], (signal) => loadIdea(suggestion_id, signal));
  const form = usePanelForm<Values>({ draftKey: `flag:${suggestion_id}`, blank, record: loaded.data });
  const { reason, user } = form.values;
  const [isSaving, setIsSaving] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const isBlank = reason.trim() === '';
  const lengthError = lengthProblem(texts.reason, reason, textLimits.reasonCharacters);

  const save = async () => {
    setIsSaving(true);
    try {
      await request(flagIdeaDocument, {
        suggestion: suggestion_id,
        reason: reason.trim(),
        ...(user === null ? {} : { user: { id: user.id } }),
      });
      form.finish();
      toasts.success(SUCCESS_TOASTS.idea_flagged);
      close();
    } catch (error) {
      console.error(error);
      form.refuse(error);
      toasts.error(messages.addFlag);
    } finally {
      setIsSaving(false);
    }
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
      missing={[
        ...(isBlank ? [texts.name] : []),
        ...(lengthError !== null ? [panelMessages.shorter(texts.reason)] : []),
      ]}
      submitLabel={texts.submit}
      onSubmit={() => void save()}
      onMissing={() => setShowMissing(true)}
    >
      <div className={styles.stack}>
        {loaded.data === null ? null : <IdeaCard idea={loaded.data.idea} />}
        <TextArea
          label={texts.reason}
          required
          placeholder={texts.placeholder}
          value={reason}
          error={
            lengthError ?? (showMissing && isBlank ? texts.reasonMissing : form.refusalOf('reason', 'reason'))
          }
          onChange={(next) => form.set({ reason: next })}
          dir="auto"
          data-autofocus
        />
        <UserPicker
          label={texts.onBehalf}
          optional
          value={user}
          onChange={(next) => form.set({ user: next })}
          error={form.refusalOf('user', 'user')}
        />
      </div>
    </PanelFrame>
  );
}

async function loadIdea(id: string, signal: AbortSignal): Promise<Loaded | null> {
  const answer = await request(panelIdeaDocument, { id }, { signal });
  return answer.suggestion === null
    ? null
    : { values: blank, files: [], version: null, idea: answer.suggestion };
}
