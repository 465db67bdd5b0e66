import { emailProblem } from '../../../../contract/email.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { AccountField } from '../../shared/pickers/AccountField.tsx';
import { useOpenCount } from '../../shared/useOpenCount.ts';
import type { Option } from '../../ui/fields/options.ts';
import { SelectField, TextField } from '../../ui/fields/fields.tsx';
import { loadUser, updateUserDocument } from './customerQueries.ts';
import type { User } from './customerQueries.ts';
import { userTexts } from './userMessages.ts';

const texts = userTexts.dialog;
const SCORES = ['', '10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0'] as const;

interface Values {
  name: string;
  email: string;
  job_title: string;
  account: Option | null;
  /** '' is none */
  score: string;
}

const valuesOf = (user: User): Values => ({
  name: user.name,
  email: user.email_address ?? '',
  job_title: user.job_title ?? '',
  account: user.crm_account === null ? null : { value: user.crm_account.id, label: user.crm_account.name },
  score: user.satisfaction_score === null ? '' : String(user.satisfaction_score),
});

type Props = { opened: boolean; onClose: () => void; user: User };

/** Changes what is known of a person. */
export function UserDialog(props: Props) {
  return <UserForm key={useOpenCount(props.opened)} {...props} />;
}

function UserForm({ opened, onClose, user }: Props) {
  const before = valuesOf(user);
  const form = useForm<Values>({
    blank: before,
    record: { values: before, version: user.updated_at },
    fields: {
      name: { label: texts.name, limit: textLimits.nameCharacters, isLine: true },
      email: {
        label: texts.email,
        inputs: ['email_address'],
        rule: (email) => (email.trim() === '' ? null : emailProblem(email.trim())),
      },
      job_title: { label: texts.jobTitle, limit: textLimits.nameCharacters, isLine: true },
      account: { label: texts.account, inputs: ['crm_account'], text: (account) => account?.label ?? '' },
      score: { label: texts.score, inputs: ['satisfaction_score'] },
    },
    reload: async () => {
      const now = await loadUser(user.id);
      return now === null ? null : { values: valuesOf(now), version: now.updated_at };
    },
  });
  const { values } = form;
  const save = useCommand(
    async (version: string | null) => {
      const isNew = (key: 'name' | 'email' | 'job_title' | 'score'): boolean =>
        values[key].trim() !== before[key].trim();
      await request(updateUserDocument, {
        id: user.id,
        ...(isNew('name') ? { name: values.name.trim() || null } : {}),
        ...(isNew('email') ? { email_address: values.email.trim() || null } : {}),
        ...(isNew('job_title') ? { job_title: values.job_title.trim() || null } : {}),
        ...(isNew('score') ? { satisfaction_score: values.score === '' ? null : Number(values.score) } : {}),
        ...(values.account?.value === before.account?.value
          ? {}
          : { crm_account: values.account?.value ?? null }),
        if_updated_at: version,
      });
    },
    { form, done: texts.saved, failed: null, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title}
      submitLabel={texts.save}
      workingLabel={texts.working}
    >
      <TextField {...form.field('name')} autoComplete="off" optional />
      <TextField {...form.field('email')} type="email" autoComplete="off" optional />
      <TextField {...form.field('job_title')} autoComplete="off" optional />
      <AccountField {...form.field('account')} optional clearable />
      <SelectField
        {...form.field('score')}
        optional
        options={SCORES.map((value) => ({ value, label: value === '' ? texts.noScore : value }))}
      />
    </FormDialog>
  );
}
