import { messages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import '../../host/modals.ts';
import { IdeaCard } from '../../shared/ideas/IdeaCard.tsx';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { UserPicker } from '../../shared/pickers/UserPicker.tsx';
import { TextArea } from '../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { flagIdeaDocument, usePanelIdea } from './calls.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from './panelMessages.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import styles from '../../forms/panels.module.css';

const texts = panelMessages.flag;

type Values = { reason: string; user: PickedUser | null };

const blank: Values = { reason: '', user: null };

/**
 * The panel 'Flag idea' (PANEL-042..044): why the team should look at an idea, and on whose behalf it is
 * flagged if not one's own. Needs a reason that says something (VALID-048).
 */
export function FlagIdeaPanel({ opened, close, suggestion_id }: ModalProps['flagIdea'] & ModalControl) {
  const loaded = usePanelIdea('flag', suggestion_id);
  const form = useForm<Values>({
    draftKey: `flag:${suggestion_id}`,
    blank,
    record: loaded.data === null ? null : { values: blank },
    fields: {
      reason: {
        label: texts.reason,
        needed: { name: texts.name, sentence: texts.reasonMissing },
        limit: textLimits.reasonCharacters,
      },
      user: { label: texts.onBehalf },
    },
  });
  const { reason, user } = form.values;
  const save = useCommand(
    () =>
      request(flagIdeaDocument, {
        suggestion: suggestion_id,
        reason: reason.trim(),
        ...(user === null ? {} : { user: { id: user.id } }),
      }),
    { form, done: SUCCESS_TOASTS.idea_flagged, failed: messages.addFlag, onDone: close },
  );

  return (
    <PanelFrame
      {...{ opened, close, form, save }}
      title={texts.title}
      what={texts.what}
      load={loaded.load}
      submitLabel={texts.submit}
    >
      <div className={styles.stack}>
        {loaded.data === null ? null : <IdeaCard idea={loaded.data} />}
        <TextArea {...form.field('reason')} placeholder={texts.placeholder} dir="auto" data-autofocus />
        <UserPicker {...form.field('user')} optional />
      </div>
    </PanelFrame>
  );
}
