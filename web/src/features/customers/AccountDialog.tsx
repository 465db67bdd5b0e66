import { accountLimits, textLimits } from '../../../../contract/limits.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { accountAddress } from '../../host/addresses.ts';
import { useOpenCount } from '../../shared/useOpenCount.ts';
import { TextField } from '../../ui/fields/fields.tsx';
import { accountTexts } from './accountMessages.ts';
import { createAccountDocument, loadAccount, updateAccountDocument } from './customerQueries.ts';
import type { Account } from './customerQueries.ts';

const texts = accountTexts.dialog;

interface Values {
  name: string;
  plan: string;
  external_id: string;
  /** Amounts as they are typed; '' is none. */
  mrr: string;
  ltv: string;
  revenue: string;
  /** Days as date fields write them; '' is none. */
  revenue_since: string;
  external_created_at: string;
}

const BLANK: Values = {
  name: '',
  plan: '',
  external_id: '',
  mrr: '',
  ltv: '',
  revenue: '',
  revenue_since: '',
  external_created_at: '',
};

const valuesOf = (account: Account): Values => ({
  name: account.name,
  plan: account.plan ?? '',
  external_id: account.external_id ?? '',
  mrr: String(account.mrr ?? 0),
  ltv: String(account.ltv ?? 0),
  revenue: account.has_own_revenue === true ? String(account.revenue ?? 0) : '',
  revenue_since: '',
  external_created_at: account.external_created_at?.slice(0, 10) ?? '',
});

/** What is typed as an amount; null: it is none. Commas that part thousands are passed over. */
export function amountOf(typed: string): number | null {
  const plain = typed.trim().replaceAll(/,(?=\d{3})/g, '');
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null;
}

function amountProblem(typed: string): string | null {
  if (typed.trim() === '') return null;
  const amount = amountOf(typed);
  if (amount === null) return texts.amount;
  return amount > accountLimits.amountMaxDollars ? texts.tooMuch : null;
}

type Props = { opened: boolean; onClose: () => void; account: Account | null };

/** Makes an account, or changes one. @param account null: a new one */
export function AccountDialog(props: Props) {
  return <AccountForm key={useOpenCount(props.opened)} {...props} />;
}

function AccountForm({ opened, onClose, account }: Props) {
  const amount = (label: string) => ({ label, rule: amountProblem, ruleName: texts.anAmount });
  const form = useForm<Values>({
    blank: BLANK,
    ...(account === null ? {} : { record: { values: valuesOf(account), version: account.updated_at } }),
    fields: {
      name: {
        label: texts.name,
        needed: { name: texts.aName, sentence: texts.nameNeeded },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
      plan: { label: texts.plan, limit: textLimits.nameCharacters, isLine: true },
      external_id: { label: texts.externalId, limit: textLimits.nameCharacters, isLine: true },
      mrr: amount(texts.mrr),
      ltv: amount(texts.ltv),
      revenue: amount(texts.revenue),
      revenue_since: { label: texts.since },
      external_created_at: { label: texts.customerSince },
    },
    reload: async () => {
      const now = account === null ? null : await loadAccount(account.id);
      return now === null ? null : { values: valuesOf(now), version: now.updated_at };
    },
  });
  const { values } = form;
  const before = account === null ? BLANK : valuesOf(account);
  const save = useCommand(
    async (version: string | null) => {
      const isNew = (key: keyof Values): boolean => values[key].trim() !== before[key].trim();
      const touched = isNew('mrr') || isNew('revenue') || isNew('revenue_since');
      const fields = {
        ...(isNew('plan') ? { plan: values.plan.trim() || null } : {}),
        ...(isNew('external_id') ? { external_id: values.external_id.trim() || null } : {}),
        ...(touched ? { mrr: amountOf(values.mrr) ?? 0 } : {}),
        ...(isNew('ltv') ? { ltv: amountOf(values.ltv) ?? 0 } : {}),
        ...(isNew('revenue') ? { revenue: amountOf(values.revenue) } : {}),
        ...(isNew('external_created_at') ? { external_created_at: values.external_created_at || null } : {}),
        ...(values.revenue_since === '' ? {} : { revenue_since: values.revenue_since }),
        revenue_source: 'manual',
      };
      if (account === null)
        return (await request(createAccountDocument, { name: values.name.trim(), ...fields }))
          .external_account_create;
      await request(updateAccountDocument, {
        id: account.id,
        ...(isNew('name') ? { name: values.name.trim() } : {}),
        ...fields,
        if_updated_at: version,
      });
      return null;
    },
    {
      form,
      done: (made) =>
        made === null
          ? texts.saved
          : {
              message: texts.created(made.name),
              action: { label: texts.open, href: accountAddress(made.id) },
            },
      failed: null,
      onDone: onClose,
    },
  );
  const money = { inputMode: 'decimal', autoComplete: 'off' } as const;
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={account === null ? texts.create : texts.edit}
      submitLabel={account === null ? texts.submit : texts.save}
      workingLabel={texts.working}
    >
      <TextField {...form.field('name')} autoComplete="off" />
      <TextField {...form.field('plan')} autoComplete="off" optional />
      <TextField {...form.field('mrr')} {...money} optional />
      <TextField {...form.field('revenue')} {...money} optional description={texts.revenueNote} />
      <TextField {...form.field('revenue_since')} type="date" optional description={texts.sinceNote} />
      <TextField {...form.field('ltv')} {...money} optional />
      <TextField {...form.field('external_created_at')} type="date" optional />
      <TextField
        {...form.field('external_id')}
        autoComplete="off"
        optional
        description={texts.externalIdNote}
      />
    </FormDialog>
  );
}
