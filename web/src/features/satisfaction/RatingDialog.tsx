import { RATING_CHARACTERS } from '../../../../contract/satisfaction_report.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { nameOf } from '../../shared/pickers/people.ts';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { UserPicker } from '../../shared/pickers/UserPicker.tsx';
import { useOpenCount } from '../../shared/useOpenCount.ts';
import { TextArea, TextField } from '../../ui/fields/fields.tsx';
import { satisfactionTexts } from './satisfactionMessages.ts';
import { createRatingDocument, deleteRatingDocument } from './satisfactionQueries.ts';
import styles from './satisfaction.module.css';

const texts = satisfactionTexts.dialog;

interface Values {
  user: PickedUser | null;
  score: number | null;
  body: string;
  /** as date fields write it; '': today */
  day: string;
}
const BLANK: Values = { user: null, score: null, body: '', day: '' };
const SCORES = Array.from({ length: 11 }, (_, score) => score);

/** Writes a rating down that somebody of the team heard. */
export function RatingDialog(props: { opened: boolean; onClose: () => void }) {
  return <RatingForm key={useOpenCount(props.opened)} {...props} />;
}

function RatingForm({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const form = useForm<Values>({
    blank: BLANK,
    fields: {
      user: { label: texts.person, needed: { sentence: texts.personMissing } },
      score: { label: texts.score, needed: { sentence: texts.scoreMissing } },
      body: { label: texts.words, limit: RATING_CHARACTERS },
      day: { label: texts.day, inputs: ['created_at'] },
    },
  });
  const { user, score, body, day } = form.values;
  const save = useCommand(
    async () => {
      if (user === null || score === null) throw new Error(texts.personMissing);
      return (
        await request(createRatingDocument, {
          user: user.id,
          score,
          body: body.trim() || null,
          ...(day === '' ? {} : { created_at: day }),
        })
      ).rating_create;
    },
    {
      form,
      done: texts.done(user === null ? '' : nameOf(user)),
      failed: texts.failed,
      undo: (made) =>
        made === null
          ? null
          : { send: () => request(deleteRatingDocument, { id: made.id }), done: texts.undone },
      onDone: onClose,
    },
  );
  const problem = form.errorOf('score');
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title}
      submitLabel={texts.submit}
      workingLabel={texts.submitting}
    >
      <div className={styles.form}>
        <UserPicker {...form.field('user')} />
        <fieldset className={styles.scores}>
          <legend>{texts.score}</legend>
          <div className={styles.scoreRow}>
            {SCORES.map((value) => (
              <label key={value} className={styles.scoreChoice}>
                <input
                  type="radio"
                  name="score"
                  value={value}
                  checked={score === value}
                  onChange={() => form.set({ score: value })}
                />
                <span>{value}</span>
              </label>
            ))}
          </div>
          <div className={styles.ends} aria-hidden="true">
            <span>{texts.low}</span>
            <span>{texts.high}</span>
          </div>
          <div aria-live="polite">
            {problem === undefined ? null : <p className={styles.problem}>{problem}</p>}
          </div>
        </fieldset>
        <TextArea {...form.field('body')} optional minRows={3} dir="auto" />
        <TextField {...form.field('day')} type="date" optional max={new Date().toISOString().slice(0, 10)} />
      </div>
    </FormDialog>
  );
}
