import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { messages } from '../../../../contract/errors.ts';
import { CONSOLE_CHANNEL } from '../../../../contract/states.ts';
import { SUCCESS_TOASTS } from '../../../../contract/toasts.ts';
import { request } from '../../api/runtime.ts';
import '../../host/modals.ts';
import { IdeaCard } from '../../shared/ideas/IdeaCard.tsx';
import { nameOf } from '../../shared/pickers/people.ts';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { SubscribeToggle } from '../../shared/ideas/SubscribeToggle.tsx';
import { UserPicker } from '../../shared/pickers/UserPicker.tsx';
import { useSubscribe } from '../../shared/ideas/useSubscribe.ts';
import { Avatar } from '../../ui/elements/Avatar.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { addVoterDocument, supportDocument, usePanelIdea } from './calls.ts';
import { PanelFrame } from '../../forms/PanelFrame.tsx';
import { panelMessages } from './panelMessages.ts';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import styles from '../../forms/panels.module.css';

const texts = panelMessages.voter;

/** The person in the field, and those that were chosen before. */
type Values = { user: PickedUser | null; others: PickedUser[] };

const blank: Values = { user: null, others: [] };

/** So many are added in one go. */
const AT_ONCE = 20;

/**
 * The panel 'Add voter': people whose votes the team adds to an idea, one or several, and whether they follow it. Needs a
 * user (VALID-049). The toggle shares the preference of the feedback dialog, since both add a supporter.
 */
export function AddVoterPanel({ opened, close, suggestion_id }: ModalProps['addVoter'] & ModalControl) {
  const loaded = usePanelIdea('voter', suggestion_id);
  const form = useForm<Values>({
    draftKey: `voter:${suggestion_id}`,
    blank,
    record: loaded.data === null ? null : { values: blank },
    fields: {
      user: {
        label: panelMessages.who.user,
        needed: { name: texts.name, sentence: texts.missing },
        isEmpty: (user, { others }) => user === null && others.length === 0,
      },
    },
  });
  const { user, others } = form.values;
  const people = [...others, ...(user === null ? [] : [user])];
  // of several there is one wish for all of them
  const alone = others.length === 0 ? user : null;
  const subscribe = useSubscribe('subscribe_feedback_dialog', suggestion_id, alone?.id ?? null);
  const field = useRef<HTMLDivElement>(null);
  const support = useQuery({
    queryKey: ['support', suggestion_id, user?.id ?? null],
    queryFn: ({ signal }) =>
      request(supportDocument, { suggestion: [suggestion_id], user: [user?.id ?? ''] }, { signal }),
    enabled: user !== null,
  });
  const votesAlready = user !== null && (support.data?.supporters.records.length ?? 0) > 0;

  const save = useCommand(
    async () => {
      const isSubscribed = await subscribe.resolve();
      // after a failure all are sent again: who votes already gets no second vote
      for (const person of people)
        await request(addVoterDocument, {
          id: suggestion_id,
          user: person.id,
          channel: CONSOLE_CHANNEL,
          subscribe: isSubscribed,
        });
    },
    { form, done: SUCCESS_TOASTS.added_voter, failed: messages.addVoter, onDone: close },
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
        {others.length === 0 ? null : (
          <ul className={styles.fields} aria-label={texts.chosen}>
            {others.map((person) => (
              <li key={person.id} className={styles.chosen}>
                <Avatar
                  name={nameOf(person)}
                  src={person.avatar_url}
                  satisfactionScore={person.satisfaction_score}
                  sizePx={24}
                  decorative
                />
                <span className={styles.chosenName}>{nameOf(person)}</span>
                <IconButton
                  label={texts.remove(nameOf(person))}
                  size="small"
                  variant="plain"
                  disabled={save.isRunning}
                  onClick={() => {
                    form.set({ others: others.filter((other) => other !== person) });
                    field.current?.querySelector('input')?.focus();
                  }}
                >
                  <IconX size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <div ref={field}>
          <UserPicker
            {...form.field('user')}
            onChange={(next) =>
              form.set({ user: next !== null && others.some(({ id }) => id === next.id) ? null : next })
            }
          />
        </div>
        {user === null || people.length >= AT_ONCE ? null : (
          <div className={styles.actions}>
            <Button
              variant="text"
              icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
              disabled={save.isRunning}
              onClick={() => {
                form.set({ user: null, others: people });
                field.current?.querySelector('input')?.focus();
              }}
            >
              {texts.another}
            </Button>
          </div>
        )}
        <div aria-live="polite">
          {votesAlready && user !== null ? <p className={styles.info}>{texts.votes(nameOf(user))}</p> : null}
        </div>
        <SubscribeToggle subscribe={subscribe} disabled={save.isRunning} />
      </div>
    </PanelFrame>
  );
}
