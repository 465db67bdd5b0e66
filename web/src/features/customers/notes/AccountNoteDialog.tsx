import { accountLimits } from '../../../../../contract/limits.ts';
import { request } from '../../../api/runtime.ts';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { useOpenCount } from '../../../shared/useOpenCount.ts';
import { TextArea } from '../../../ui/fields/fields.tsx';
import { createNoteDocument, loadNote, updateNoteDocument } from './accountNoteCalls.ts';
import type { AccountNote } from './accountNoteCalls.ts';
import { accountNoteTexts } from './accountNoteMessages.ts';

const texts = accountNoteTexts.dialog;

type Props = { opened: boolean; onClose: () => void; account: string; note: AccountNote | null };

/** Writes a note about an account, or changes one. @param note null: a new one */
export function AccountNoteDialog(props: Props) {
  return <NoteForm key={useOpenCount(props.opened)} {...props} />;
}

function NoteForm({ opened, onClose, account, note }: Props) {
  const form = useForm<{ body: string }>({
    blank: { body: '' },
    draftKey: `account-note:${note?.id ?? `new:${account}`}`,
    ...(note === null ? {} : { record: { values: { body: note.body }, version: note.updated_at } }),
    fields: {
      body: {
        label: texts.body,
        needed: { name: texts.aNote, sentence: texts.needed },
        limit: accountLimits.noteCharacters,
      },
    },
    reload: async () => {
      const now = note === null ? null : await loadNote(note.id);
      return now === null ? null : { values: { body: now.body }, version: now.updated_at };
    },
  });
  const save = useCommand(
    async (version: string | null) => {
      const body = form.values.body.trim();
      if (note === null) await request(createNoteDocument, { external_account: account, body });
      else await request(updateNoteDocument, { id: note.id, body, if_updated_at: version });
    },
    { form, done: note === null ? texts.created : texts.saved, failed: null, onDone: onClose },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={note === null ? texts.create : texts.edit}
      submitLabel={note === null ? texts.submit : texts.save}
      workingLabel={texts.working}
    >
      <TextArea {...form.field('body')} description={texts.about} minRows={5} maxRows={16} dir="auto" />
    </FormDialog>
  );
}
