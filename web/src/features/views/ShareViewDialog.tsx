import { useQuery } from '@tanstack/react-query';
import { savedViewLimits } from '../../../../contract/saved_views.ts';
import { graphql } from '../../api/graphql.ts';
import { request } from '../../api/runtime.ts';
import type { SharedListQuery } from '../../api/generated/graphql.ts';
import { FormDialog } from '../../forms/FormDialog.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { useForm } from '../../forms/useForm.ts';
import { teamChoices } from '../../shared/pickers/places.ts';
import { optionOf } from '../../shared/pickers/personOption.tsx';
import { MultiCombobox } from '../../ui/fields/Combobox.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { SwitchField } from '../../ui/fields/fields.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { ErrorState } from '../../ui/loading/states.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { ModalControl, ModalProps } from '../../ui/overlay/modals.ts';
import { viewTexts } from './viewMessages.ts';

const texts = viewTexts.share;

const sharedDocument = graphql(`
  query SharedList($id: ID!, $view: [ID!]) {
    saved_view(id: $id) {
      id
      name
      sub_kind
      shared_state
      updated_at
      created_by {
        id
      }
    }
    all_shared_views(view: $view) {
      records {
        user {
          id
          name
        }
      }
    }
  }
`);

const shareDocument = graphql(`
  mutation ShareIdeaList($id: ID!, $user_ids: [ID!], $is_public: Boolean, $if_updated_at: String) {
    saved_view_share(id: $id, user_ids: $user_ids, is_public: $is_public, if_updated_at: $if_updated_at) {
      id
      shared_state
    }
  }
`);

/** Whom a list is shared with: people by name, or everyone who may see ideas (PERM-046). */
export function ShareViewDialog({
  saved_view_id: id,
  opened,
  close,
}: ModalProps['shareView'] & ModalControl) {
  const query = useQuery({
    queryKey: ['shared_list', id],
    queryFn: ({ signal }) => request(sharedDocument, { id, view: [id] }, { signal }),
    // what the form begins with is what holds now
    gcTime: 0,
  });
  const view = query.data?.saved_view;
  if (query.data !== undefined && view !== null && view !== undefined)
    return <ShareForm view={view} people={query.data.all_shared_views.records} {...{ opened, close }} />;
  return (
    <Dialog opened={opened} onClose={close} title={texts.title('…')} size="small">
      {query.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={3} />
        </DelayedSkeleton>
      ) : (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} />
      )}
    </Dialog>
  );
}

function ShareForm({
  view,
  people,
  opened,
  close,
}: {
  view: NonNullable<SharedListQuery['saved_view']>;
  people: SharedListQuery['all_shared_views']['records'];
} & ModalControl) {
  const team = useQuery(teamChoices);
  const form = useForm<{ people: readonly Option[]; isPublic: boolean }>({
    blank: { people: [], isPublic: false },
    record: {
      values: {
        people: people.flatMap(({ user }) => (user === null ? [] : [{ value: user.id, label: user.name }])),
        isPublic: view.shared_state === 'public',
      },
      version: view.updated_at,
    },
    fields: {
      people: { label: texts.people, inputs: ['user_ids'] },
      isPublic: { label: texts.everyone, inputs: ['is_public'] },
    },
  });
  const save = useCommand(
    (if_updated_at: string | null) =>
      request(shareDocument, {
        id: view.id,
        user_ids: form.values.people.map(({ value }) => value),
        is_public: form.values.isPublic,
        if_updated_at,
      }),
    { form, done: texts.done, failed: null, onDone: close },
  );
  const field = form.field('people');
  return (
    <FormDialog
      {...{ opened, form, save }}
      onClose={close}
      title={texts.title(view.name)}
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      <p>{view.sub_kind === 'manual' ? texts.manualNote : texts.dynamicNote}</p>
      <MultiCombobox
        label={texts.people}
        description={texts.peopleNote}
        placeholder={texts.peoplePlaceholder}
        values={form.values.people}
        options={(team.data?.users.records ?? [])
          .filter(({ id }) => id !== view.created_by?.id)
          .map((person) => optionOf(person))}
        status={team.isPending ? 'loading' : team.isError ? 'error' : 'ready'}
        onRetry={() => void team.refetch()}
        maximum={savedViewLimits.people}
        error={field.error}
        // a tag keeps what names a person, and not their picture
        onChange={(chosen) => field.onChange(chosen.map(({ value, label }) => ({ value, label })))}
      />
      <SwitchField
        label={texts.everyone}
        description={texts.everyoneNote}
        checked={form.values.isPublic}
        onChange={(isPublic) => form.set({ isPublic })}
        isCheckbox
      />
    </FormDialog>
  );
}
