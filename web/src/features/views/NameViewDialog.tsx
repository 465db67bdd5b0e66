import { textLimits } from '../../../../contract/limits.ts';
import type { CreateIdeaListMutationVariables } from '../../api/generated/graphql.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { ideasOfViewAddress } from '../../host/addresses.ts';
import { TextField } from '../../ui/fields/fields.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { viewTexts } from './viewMessages.ts';

const texts = viewTexts.name;

const createDocument = graphql(`
  mutation CreateIdeaList(
    $name: String!
    $kind: String!
    $sub_kind: String
    $params: Json
    $suggestion_ids: [ID!]
  ) {
    saved_view_create(
      name: $name
      kind: $kind
      sub_kind: $sub_kind
      params: $params
      suggestion_ids: $suggestion_ids
    ) {
      id
      name
    }
  }
`);

const renameDocument = graphql(`
  mutation RenameIdeaList($id: ID!, $name: String!) {
    saved_view_update(id: $id, name: $name) {
      id
      name
    }
  }
`);

/** Names a list: a new one of chosen ideas, of what the list of ideas is narrowed to, or one that is there. */
export function NameViewDialog({
  opened,
  close,
  rename,
  suggestion_ids = [],
  query,
  params,
  onMade,
}: ModalProps['nameView'] & ModalControl) {
  const form = useForm({
    blank: { name: rename?.name ?? '' },
    fields: {
      name: { label: texts.field, needed: { sentence: texts.missing }, limit: textLimits.nameCharacters },
    },
  });
  const name = form.values.name.trim();
  const isDynamic = query !== undefined || params !== undefined;
  const save = useCommand(
    async (_version: string | null): Promise<string | null> => {
      if (rename !== undefined) {
        await request(renameDocument, { id: rename.id, name });
        return null;
      }
      const { sort, advanced_filters, ...filters } = query ?? {};
      const chosen: CreateIdeaListMutationVariables = {
        name,
        kind: 'suggestion_list',
        sub_kind: 'manual',
        suggestion_ids: [...suggestion_ids],
      };
      const dynamic: CreateIdeaListMutationVariables = {
        name,
        kind: params === undefined ? 'suggestion_list' : 'suggestion',
        sub_kind: 'filter',
        params: params ?? {
          filters,
          ...(advanced_filters === undefined ? {} : { advanced_filters }),
          ...(sort === undefined ? {} : { sort }),
        },
      };
      const made = await request(createDocument, isDynamic ? dynamic : chosen);
      return made.saved_view_create?.id ?? null;
    },
    {
      form,
      done: (id) =>
        id === null
          ? texts.renamed
          : onMade !== undefined
            ? texts.created(name)
            : {
                message: texts.created(name),
                action: { href: ideasOfViewAddress(id, query === undefined), label: texts.show },
              },
      failed: null,
      onDone: (id) => {
        if (id !== null) onMade?.(id);
        close();
      },
    },
  );
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={
        rename !== undefined
          ? texts.rename
          : params !== undefined
            ? texts.createView
            : query !== undefined
              ? texts.createDynamic
              : suggestion_ids.length > 0
                ? texts.createOf(suggestion_ids.length)
                : texts.create
      }
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      <TextField
        {...form.field('name')}
        placeholder={texts.placeholder}
        maxLength={textLimits.nameCharacters}
        autoComplete="off"
      />
      {rename !== undefined ? null : isDynamic ? (
        <p>{texts.dynamicNote}</p>
      ) : suggestion_ids.length === 0 ? (
        <p>{texts.emptyNote}</p>
      ) : null}
    </FormDialog>
  );
}
