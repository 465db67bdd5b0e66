import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import '../../../host/modals.ts';
import {
  ForumCategoryPicker,
  missingOfPlace,
  noPlace,
} from '../../../shared/pickers/ForumCategoryPicker.tsx';
import type { IdeaPlace } from '../../../shared/pickers/ForumCategoryPicker.tsx';
import { LabelPicker } from '../../../shared/pickers/LabelPicker.tsx';
import { noOwner, OwnerPicker } from '../../../shared/pickers/OwnerPicker.tsx';
import { useLabels, useStatuses } from '../../../shared/pickers/places.ts';
import { noStatus, StatusPicker } from '../../../shared/pickers/StatusPicker.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Kbd } from '../../../ui/keyboard/Kbd.tsx';
import { openModal } from '../../../ui/overlay/modals.ts';
import { choiceMessages } from './choiceMessages.ts';
import { editMessages as texts } from './editMessages.ts';
import { targetName } from './edits.ts';
import type { OpenEdit } from './edits.ts';
import { useIdeaEdits } from './ideaEdits.ts';
import type { IdeaActionsProps } from './IdeaActions.tsx';
import type { IdeaRow } from '../list/ideasTable.tsx';
import { moveMessages } from './moveMessages.ts';
import styles from './later.module.css';

type PickerProps = IdeaActionsProps & { edit: OpenEdit; close: () => void };

const labelStatesDocument = graphql(`
  query BulkLabelStates($ids: [ID!]) {
    label_to_suggestion_states(include_ids: $ids) {
      label_id
      state
    }
  }
`);

/** What an open picker of the list offers, for the ideas that it is opened for. */
export function EditPicker(props: PickerProps) {
  switch (props.edit.kind) {
    case 'status':
      return <StatusEdit {...props} kind="public" />;
    case 'internal_status':
      return <StatusEdit {...props} kind="internal" />;
    case 'owner':
      return <OwnerEdit {...props} />;
    case 'labels':
      return <LabelsEdit {...props} />;
    case 'move':
      return <PlaceEdit {...props} />;
  }
}

/** The rows of the ideas that are meant; null when some of them are not in sight. */
function shownRows({ edit, rows }: Pick<PickerProps, 'edit' | 'rows'>): IdeaRow[] | null {
  const shown = edit.ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  return shown.length === edit.ids.length ? shown : null;
}

/** The value that all of the ideas have; undefined where they differ, or not all are in sight. */
function common<Value>(rows: readonly IdeaRow[] | null, read: (row: IdeaRow) => Value): Value | undefined {
  const [first, ...others] = rows ?? [];
  if (first === undefined) return undefined;
  const value = read(first);
  return others.every((row) => read(row) === value) ? value : undefined;
}

const placeholderOf = ({ edit, rows }: Pick<PickerProps, 'edit' | 'rows'>): string =>
  texts.of(texts.what[edit.kind], targetName(edit.ids, rows));

/** Enter sets the status without a message and an email; with Ctrl it opens the panel, where both can be written. */
function StatusEdit({ kind, ...props }: PickerProps & { kind: 'public' | 'internal' }) {
  const { edit, close } = props;
  const edits = useIdeaEdits(props);
  const statuses = useStatuses(kind).data ?? [];
  const now = common(
    shownRows(props),
    (row) => (kind === 'public' ? row.status : row.internal_status)?.id ?? noStatus,
  );
  const statusOf = (id: string) => statuses.find((status) => status.id === id) ?? null;
  /** @param id chosen there; null: none yet, as by a click beside the choices */
  const openPanel = (id: string | null): void => {
    close();
    const [only, ...others] = edit.ids;
    const chosen = id === null ? {} : { status_id: id === noStatus ? null : id };
    if (only !== undefined && others.length === 0)
      openModal('statuses', { suggestion_id: only, kind, ...chosen });
    else openModal('bulkStatus', { suggestion_ids: edit.ids, kind, ...chosen, onPosted: edits.tellPosted });
  };
  return (
    <StatusPicker
      kind={kind}
      multiple={false}
      selected={now === undefined ? [] : [now]}
      placeholder={placeholderOf(props)}
      onChange={([id = noStatus]) => {
        close();
        if (id !== now) edits.setStatus(edit.ids, kind, statusOf(id));
      }}
      onChooseWithMod={openPanel}
      footer={
        <div className={styles.pickerKeys}>
          <span className={styles.pickerKey}>
            <Kbd keys="enter" /> {choiceMessages.setQuietly}
          </span>
          <button type="button" className={styles.pickerMore} onClick={() => openPanel(null)}>
            <Kbd keys="mod+enter" />{' '}
            {kind === 'public' ? choiceMessages.withMessage : choiceMessages.withMessageInternal}
          </button>
        </div>
      }
    />
  );
}

function OwnerEdit(props: PickerProps) {
  const { edit, close } = props;
  const edits = useIdeaEdits(props);
  const now = common(shownRows(props), (row) => row.assigned_owner?.id ?? noOwner);
  return (
    <OwnerPicker
      selected={now === undefined ? [] : [now]}
      placeholder={placeholderOf(props)}
      onChoose={(user) => {
        close();
        if ((user?.id ?? noOwner) !== now) edits.assign(edit.ids, user);
      }}
    />
  );
}

/** Labels of the ideas: set where all carry one, half set where some do. A click puts it on all, or takes it off all. */
function LabelsEdit(props: PickerProps) {
  const { edit } = props;
  const edits = useIdeaEdits(props);
  const shown = shownRows(props);
  const forumId = common(shown, (row) => row.forum?.id ?? null) ?? null;
  const known = useLabels(forumId).data?.all_labels.records ?? [];
  // of ideas in sight the list knows it
  const asked = useQuery({
    queryKey: ['bulk-label-states', edit.ids],
    queryFn: ({ signal }) => request(labelStatesDocument, { ids: [...edit.ids] }, { signal }),
    enabled: shown === null,
  });
  const counts = new Map<string, number>();
  for (const { labels } of shown ?? [])
    for (const { id } of labels) counts.set(id, (counts.get(id) ?? 0) + 1);
  const states =
    shown === null
      ? (asked.data?.label_to_suggestion_states ?? [])
      : [...counts].map(([label_id, count]) => ({
          label_id,
          state: count === shown.length ? 'all' : 'some',
        }));
  const onAll = states.filter(({ state }) => state === 'all').map(({ label_id }) => label_id);
  const partly = new Set(states.filter(({ state }) => state === 'some').map(({ label_id }) => label_id));
  const toggle = (id: string, label?: { id: string; name: string; full_name: string }): void =>
    edits.label(
      edit.ids,
      label ?? known.find((other) => other.id === id) ?? { id, name: '', full_name: '' },
      !onAll.includes(id),
    );
  return (
    <LabelPicker
      forumId={forumId}
      selected={onAll}
      placeholder={placeholderOf(props)}
      onChange={(after) => {
        const toggled = after.find((id) => !onAll.includes(id)) ?? onAll.find((id) => !after.includes(id));
        if (toggled !== undefined) toggle(toggled);
      }}
      onCreated={(label) => toggle(label.id, { ...label, name: label.full_name })}
      facts={{
        status: shown !== null || asked.isSuccess ? 'ready' : asked.isError ? 'error' : 'loading',
        onRetry: () => void asked.refetch(),
        partly,
      }}
    />
  );
}

/** Forum and category that the ideas go to. */
function PlaceEdit(props: PickerProps) {
  const { edit, close } = props;
  const edits = useIdeaEdits(props);
  const [place, setPlace] = useState<IdeaPlace>(noPlace);
  const move = useCommand(edits.move, { failed: null, onDone: close });
  const missing = missingOfPlace(place);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (place.forum !== null && missing.length === 0 && !move.isRunning)
      void move.run({ ids: edit.ids, forum: place.forum, category: place.category });
  };
  return (
    <form className={styles.bulkMove} onSubmit={submit}>
      <p className={styles.pickerTarget}>{placeholderOf(props)}</p>
      <ForumCategoryPicker value={place} onChange={setPlace} />
      <Button
        type="submit"
        variant="primary"
        loading={move.isRunning}
        disabled={missing.length > 0}
        disabledReason={moveMessages.chooseForum}
      >
        {moveMessages.moveAction(edit.ids.length)}
      </Button>
    </form>
  );
}
