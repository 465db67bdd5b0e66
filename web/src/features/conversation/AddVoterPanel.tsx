import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { CONSOLE_CHANNEL } from '../../../../contract/states.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { messageOf } from '../../api/errors.ts';
import { everyChange } from '../../api/refetch.ts';
import { request } from '../../api/runtime.ts';
import '../../host/modals.ts';
import { IdeaCard } from '../../pickers/IdeaCard.tsx';
import type { IdeaSummary } from '../../pickers/ideas.ts';
import { nameOf } from '../../pickers/people.ts';
import type { PickedUser } from '../../pickers/people.ts';
import { SubscribeToggle } from '../../pickers/SubscribeToggle.tsx';
import { UserPicker } from '../../pickers/UserPicker.tsx';
import { useSubscribe } from '../../pickers/useSubscribe.ts';
import type { ModalControl, ModalProps } from '../../ui/modals.ts';
import { useToasts } from '../../ui/Toasts.tsx';
import { addVoterDocument, panelIdeaDocument, supportDocument } from './calls.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from '../../forms/panelMessages.ts';
import { usePanelForm } from '../../forms/usePanelForm.ts';
import type { PanelRecord } from '../../forms/usePanelForm.ts';
import { usePanelRecord } from '../../forms/usePanelRecord.ts';
import styles from '../../forms/panels.module.css';

const texts = panelMessages.voter;

type Values = { user: PickedUser | null };
type Loaded = PanelRecord<Values> & { idea: IdeaSummary };

const blank: Values = { user: null };

/**
 * The panel 'Add voter': somebody whose vote the team adds to an idea, and whether they follow it. Needs a
 * user (VALID-049). The toggle shares the preference of the feedback dialog, since both add a supporter.
 */
export function AddVoterPanel({ opened, close, suggestion_id }: ModalProps['addVoter'] & ModalControl) {
  const toasts = useToasts();
  const loaded = usePanelRecord(['voter', suggestion_id], (signal) => loadIdea(suggestion_id, signal));
  const form = usePanelForm<Values>({ draftKey: `voter:${suggestion_id}`, blank, record: loaded.data });
  const { user } = form.values;
  const subscribe = useSubscribe('subscribe_feedback_dialog', suggestion_id, user?.id ?? null);
  const [isSaving, setIsSaving] = useState(false);
  const [showMissing, setShowMissing] = useState(false);
  const support = useQuery({
    queryKey: ['support', suggestion_id, user?.id ?? null],
    queryFn: ({ signal }) =>
      request(supportDocument, { suggestion: [suggestion_id], user: [user?.id ?? ''] }, { signal }),
    enabled: user !== null,
    meta: { entities: { supporter: everyChange, suggestion: everyChange } },
  });
  const votesAlready = user !== null && (support.data?.supporters.records.length ?? 0) > 0;

  const save = async () => {
    if (user === null) return;
    setIsSaving(true);
    try {
      await request(addVoterDocument, {
        id: suggestion_id,
        user: user.id,
        channel: CONSOLE_CHANNEL,
        subscribe: await subscribe.resolve(),
      });
      form.finish();
      toasts.success(SUCCESS_TOASTS.added_voter);
      close();
    } catch (error) {
      form.refuse(error);
      toasts.error(messages.addVoter(messageOf(error)));
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
      missing={user === null ? [texts.name] : []}
      submitLabel={texts.submit}
      onSubmit={() => void save()}
      onMissing={() => setShowMissing(true)}
    >
      <div className={styles.stack}>
        {loaded.data === null ? null : <IdeaCard idea={loaded.data.idea} />}
        <UserPicker
          label={panelMessages.who.user}
          required
          value={user}
          onChange={(next) => form.set({ user: next })}
          error={showMissing && user === null ? texts.missing : form.refusalOf('user', 'user')}
        />
        <div aria-live="polite">
          {votesAlready && user !== null ? <p className={styles.info}>{texts.votes(nameOf(user))}</p> : null}
        </div>
        <SubscribeToggle subscribe={subscribe} disabled={isSaving} />
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
