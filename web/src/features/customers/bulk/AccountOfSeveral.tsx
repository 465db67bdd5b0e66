import { useState } from 'react';
import { messageOf } from '../../../api/errors.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { AccountField } from '../../../shared/pickers/AccountField.tsx';
import { useOpenCount } from '../../../shared/useOpenCount.ts';
import type { Option } from '../../../ui/fields/options.ts';
import { updateUserDocument } from '../customerQueries.ts';
import { bulkTexts } from './bulkMessages.ts';
import { inTurn } from './inTurn.ts';

const texts = bulkTexts.account;

const accountsDocument = graphql(`
  query AccountsOfSeveral($id: [ID!], $per_page: Int) {
    users(id: $id, per_page: $per_page) {
      records {
        id
        crm_account {
          id
        }
      }
    }
  }
`);

interface Move {
  id: string;
  /** null: none */
  from: string | null;
  to: string | null;
}

const send = ({ id, to }: Move): Promise<unknown> => request(updateUserDocument, { id, crm_account: to });

type Props = { opened: boolean; onClose: () => void; onDone: () => void; ids: readonly string[] };

/** Gives several people one account; what failed is told with the reason. */
export function AccountOfSeveral(props: Props) {
  return <AccountForm key={useOpenCount(props.opened)} {...props} />;
}

function AccountForm({ opened, onClose, onDone, ids }: Props) {
  const form = useForm<{ account: Option | null }>({
    blank: { account: null },
    fields: {
      account: {
        label: texts.field,
        needed: { name: texts.anAccount, sentence: texts.missing },
        text: (account) => account?.label ?? '',
      },
    },
  });
  const { account } = form.values;
  const [step, setStep] = useState(0);
  const to = account?.value ?? null;
  const save = useCommand(
    async () => {
      const { users } = await request(accountsDocument, { id: [...ids], per_page: ids.length });
      const moves = users.records
        .map(({ id, crm_account }): Move => ({ id, from: crm_account?.id ?? null, to }))
        .filter(({ from }) => from !== to);
      const { done, failures } = await inTurn(moves, send, setStep);
      // of none, the command itself says why
      if (done.length === 0 && failures.length > 0) throw failures[0];
      return { done, failures };
    },
    {
      form,
      done: ({ done, failures }) =>
        failures.length === 0
          ? texts.done(done.length, account?.label ?? '')
          : texts.some(done.length, failures.length, messageOf(failures[0])),
      failed: null,
      undo: ({ done }) =>
        done.length === 0
          ? null
          : {
              send: async () => ({
                done: (await inTurn(done, ({ id, from }) => send({ id, from: to, to: from }))).done,
                failures: [],
              }),
              done: texts.undone,
              failed: texts.undoFailed,
            },
      onDone: () => {
        onDone();
        onClose();
      },
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={texts.title(ids.length)}
      submitLabel={texts.submit}
      workingLabel={texts.working(step, ids.length)}
    >
      <AccountField {...form.field('account')} description={texts.note} />
    </FormDialog>
  );
}
