import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { ideasOfViewAddress } from '../../host/addresses.ts';
import { Combobox } from '../../ui/fields/Combobox.tsx';
import type { Option } from '../../ui/fields/options.ts';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { plural } from '../../ui/text/format.ts';
import { viewTexts } from './viewMessages.ts';

const texts = viewTexts.add;

const chosenListsDocument = graphql(`
  query ChosenLists($q: String) {
    saved_views(q: $q, kind: ["suggestion_list"], sub_kind: ["manual"], editable: true, per_page: 50) {
      records {
        id
        name
        suggestions_count
      }
    }
  }
`);

const addDocument = graphql(`
  mutation AddToIdeaList($id: ID!, $ids: [ID!]) {
    saved_view_add_suggestions(id: $id, ids: $ids)
  }
`);

const removeDocument = graphql(`
  mutation TakeOutOfIdeaList($id: ID!, $ids: [ID!]) {
    saved_view_remove_suggestions(id: $id, ids: $ids)
  }
`);

const createDocument = graphql(`
  mutation CreateChosenList($name: String!) {
    saved_view_create(name: $name, kind: "suggestion_list", sub_kind: "manual") {
      id
      name
    }
  }
`);

/** Stands for a list that is made with the name that was typed. */
const NEW = 'new';

/** Puts ideas into a chosen list that the viewer may change, or into a new one. */
export function AddToListDialog({
  suggestion_ids: ids,
  opened,
  close,
}: ModalProps['addToList'] & ModalControl) {
  const [q, setQ] = useState('');
  const lists = useQuery({
    queryKey: ['chosen_lists', q],
    queryFn: ({ signal }) => request(chosenListsDocument, { q: q === '' ? null : q }, { signal }),
    placeholderData: (before) => before,
  });
  const form = useForm<{ list: Option | null }>({
    blank: { list: null },
    fields: {
      list: { label: texts.list, needed: { sentence: texts.missing }, inputs: ['id', 'name', 'ids'] },
    },
  });
  const { list } = form.values;
  const save = useCommand(
    async (_version: string | null) => {
      if (list === null) throw new Error(texts.missing);
      const made = list.value === NEW ? await request(createDocument, { name: list.label }) : null;
      const id = made?.saved_view_create?.id ?? list.value;
      // a second try, after the list was made and the ideas were refused, takes that list
      if (made !== null) form.set({ list: { value: id, label: list.label } });
      const answer = await request(addDocument, { id, ids: [...ids] });
      return { id, name: list.label, count: answer.saved_view_add_suggestions };
    },
    {
      form,
      done: ({ id, name, count }) => ({
        message: texts.added(count, ids.length, name),
        action: { href: ideasOfViewAddress(id, true), label: viewTexts.name.show },
      }),
      // which of several were in it before is not known
      undo: ({ id, name, count }) =>
        count === ids.length
          ? {
              send: () => request(removeDocument, { id, ids: [...ids] }),
              done: texts.undone(name),
              failed: viewTexts.failed,
            }
          : null,
      failed: null,
      onDone: close,
    },
  );
  const field = form.field('list');
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title(ids.length)}
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      <Combobox
        {...field}
        placeholder={texts.placeholder}
        options={(lists.data?.saved_views.records ?? []).map(({ id, name, suggestions_count }) => ({
          value: id,
          label: name,
          note: plural(suggestions_count ?? 0, { one: 'idea', other: 'ideas' }),
        }))}
        status={lists.isPending ? 'loading' : lists.isError ? 'error' : 'ready'}
        onRetry={() => void lists.refetch()}
        onSearch={setQ}
        onCreate={(name) => field.onChange({ value: NEW, label: name.trim() })}
        createLabel={texts.createLabel}
        emptyText={texts.none}
        onChange={(option) =>
          field.onChange(option === null ? null : { value: option.value, label: option.label })
        }
      />
    </FormDialog>
  );
}
