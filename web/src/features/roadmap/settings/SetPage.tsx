import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { textLimits } from '../../../../../contract/limits.ts';
import { DialogFor } from '../../../forms/DialogFor.tsx';
import { FormDialog } from '../../../forms/FormDialog.tsx';
import { useCommand } from '../../../forms/useCommand.ts';
import { useForm } from '../../../forms/useForm.ts';
import { DeleteEntryDialog } from '../../../shared/sets/DeleteEntryDialog.tsx';
import { EntryMenu } from '../../../shared/sets/EntryMenu.tsx';
import { Button } from '../../../ui/elements/Button.tsx';
import { Tag } from '../../../ui/elements/Pills.tsx';
import { CheckboxField, TextField } from '../../../ui/fields/fields.tsx';
import { SortableList } from '../../../ui/fields/SortableList.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../../ui/loading/states.tsx';
import { Sections, SheetPage } from '../../../ui/page/SheetPage.tsx';
import { kept, patchOrder, refetchSet, saveSet, useSet, versionOf } from './setQueries.ts';
import type { SetEntry, SetKind } from './setQueries.ts';
import { planningTexts as texts } from './planningMessages.ts';
import styles from './planning.module.css';

/** Colours that tell one another apart in light and dark; any other is typed. */
const COLORS = ['#7E8E8E', '#4C8FC9', '#AC6BC8', '#F0BA00', '#2B9281', '#7D7EDF', '#B57219', '#BB392E'];
const HEX_COLOR = /^#[0-9a-f]{6}$/i;

/** What is being done; null: nothing. */
type Doing = { kind: 'create' } | { kind: 'edit' | 'delete'; entry: SetEntry } | null;

/** The page of a set that is kept as a whole: brought into order, edited, deleted with a target. */
export function SetPage({ kind }: { kind: SetKind }) {
  const words = texts.sets[kind];
  const query = useSet(kind);
  const set = query.data ?? [];
  const [doing, setDoing] = useState<Doing>(null);
  const close = (): void => setDoing(null);
  const order = useCommand(
    ({ before, after }: { before: readonly SetEntry[]; after: readonly SetEntry[] }) =>
      saveSet(kind, after.map(kept), versionOf(before)),
    {
      done: texts.reordered,
      failed: texts.reorderFailed,
      onFailed: () => void refetchSet(kind),
      undo: (_answer, { before }) => ({
        send: () => saveSet(kind, before.map(kept), null),
        done: texts.undone,
        failed: texts.reorderFailed,
      }),
    },
  );
  const reorder = (ids: readonly string[]): void => {
    const after = ids.flatMap((id) => set.find((entry) => entry.id === id) ?? []);
    patchOrder(kind, ids);
    void order.run({ before: set, after });
  };
  return (
    <SheetPage
      title={words.title}
      total={query.data === undefined ? null : set.length}
      refreshing={query.isFetching && !query.isPending}
      controls={
        <Button
          variant="primary"
          icon={<IconPlus size={14} stroke={2} aria-hidden="true" />}
          onClick={() => setDoing({ kind: 'create' })}
        >
          {words.create}
        </Button>
      }
    >
      {query.isPending ? (
        <DelayedSkeleton>
          <SkeletonLines count={6} />
        </DelayedSkeleton>
      ) : query.data === undefined ? (
        <ErrorState what={words.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <Sections>
          <p className={styles.note}>{words.note}</p>
          {set.length === 0 ? (
            <EmptyState
              title={words.empty}
              reason={words.emptyReason}
              action={<Button onClick={() => setDoing({ kind: 'create' })}>{words.create}</Button>}
            />
          ) : (
            <SortableList
              label={words.list}
              items={set}
              title={(entry) => entry.name}
              onReorder={reorder}
              renderItem={(entry) => (
                <EntryRow entry={entry} onDo={(action) => setDoing({ kind: action, entry })} />
              )}
            />
          )}
        </Sections>
      )}
      <DialogFor about={doing?.kind === 'create' || doing?.kind === 'edit' ? doing : null}>
        {(what, opened) => (
          <EntryDialog
            {...{ kind, set, opened }}
            entry={what.kind === 'edit' ? what.entry : null}
            onClose={close}
          />
        )}
      </DialogFor>
      <DialogFor about={doing?.kind === 'delete' ? doing.entry : null}>
        {(entry, opened) => <DeleteDialog {...{ kind, set, entry, opened }} onClose={close} />}
      </DialogFor>
    </SheetPage>
  );
}

function EntryRow({ entry, onDo }: { entry: SetEntry; onDo: (action: 'edit' | 'delete') => void }) {
  return (
    <div className={styles.entry}>
      {entry.hex_color === undefined ? null : (
        <span className={styles.dot} style={{ background: entry.hex_color }} aria-hidden="true" />
      )}
      <button
        type="button"
        className={styles.entryName}
        dir="auto"
        aria-label={texts.edit(entry.name)}
        onClick={() => onDo('edit')}
      >
        {entry.name}
      </button>
      {entry.is_default === true ? <Tag>{texts.isDefault}</Tag> : null}
      <span className={styles.push} />
      <span className={styles.quiet}>{texts.features(entry.features_count)}</span>
      <EntryMenu
        label={texts.actionsOf(entry.name)}
        editLabel={texts.editAction}
        deleteLabel={texts.deleteAction}
        onDo={onDo}
      />
    </div>
  );
}

interface DialogProps {
  kind: SetKind;
  set: readonly SetEntry[];
  opened: boolean;
  onClose: () => void;
}

/** Makes or edits an entry. @param entry null: a new one, behind the others */
function EntryDialog({ kind, set, entry, opened, onClose }: DialogProps & { entry: SetEntry | null }) {
  const words = texts.sets[kind];
  const hasColor = kind === 'statuses';
  const form = useForm({
    blank: {
      name: entry?.name ?? '',
      hex_color: entry?.hex_color ?? COLORS[set.length % COLORS.length]!,
      is_default: entry?.is_default ?? false,
    },
    fields: {
      name: {
        label: texts.name,
        inputs: ['feature_statuses', 'product_areas'],
        needed: { name: texts.nameMissing, sentence: texts.nameNeeded },
        limit: textLimits.nameCharacters,
        isLine: true,
      },
      hex_color: {
        label: texts.color,
        rule: (color) => (HEX_COLOR.test(color.trim()) ? null : texts.colorProblem),
      },
      is_default: { label: texts.makeDefault },
    },
  });
  const { values, set: change } = form;
  const save = useCommand(
    async (_version: string | null) => {
      const sent = {
        name: values.name.trim(),
        ...(hasColor ? { hex_color: values.hex_color.trim(), is_default: values.is_default } : {}),
      };
      // of a new default one the old one is none any more
      const others = (one: SetEntry) => ({
        ...kept(one),
        ...(hasColor && values.is_default ? { is_default: false } : {}),
      });
      await saveSet(
        kind,
        entry === null
          ? [...set.map(others), sent]
          : set.map((one) => (one.id === entry.id ? { id: one.id, ...sent } : others(one))),
        versionOf(set),
      );
      return sent.name;
    },
    {
      form,
      done: (name) => (entry === null ? texts.created(name) : texts.saved(name)),
      failed: null,
      onDone: onClose,
    },
  );
  return (
    <FormDialog
      {...{ opened, onClose, form, save }}
      title={entry === null ? words.create : words.editTitle}
      submitLabel={texts.save}
      workingLabel={texts.saving}
    >
      <TextField {...form.field('name')} autoComplete="off" />
      {hasColor ? (
        <>
          <div role="group" aria-label={texts.colors} className={styles.swatches}>
            {COLORS.map((color) => (
              <button
                key={color}
                type="button"
                aria-pressed={values.hex_color.toUpperCase() === color}
                aria-label={color}
                className={styles.swatch}
                style={{ background: color }}
                onClick={() => change({ hex_color: color })}
              />
            ))}
          </div>
          <TextField {...form.field('hex_color')} autoComplete="off" spellCheck={false} />
          <CheckboxField {...form.check('is_default')} disabled={entry?.is_default === true} />
        </>
      ) : null}
    </FormDialog>
  );
}

/** Deletes an entry, and asks where its features go; they go there first. */
function DeleteDialog({ kind, set, entry, opened, onClose }: DialogProps & { entry: SetEntry }) {
  const words = texts.sets[kind];
  const others = set.filter(({ id }) => id !== entry.id);
  return (
    <DeleteEntryDialog
      {...{ opened, onClose, others }}
      words={{
        title: texts.deleteTitle(entry.name),
        confirm: texts.deleteAction,
        working: texts.deleting,
        target: words.target,
        none: words.none,
        done: texts.deleted(entry.name),
        failed: null,
        last: words.last,
      }}
      isUsed={entry.features_count > 0}
      inputs={['target_feature_status', 'target_product_area']}
      remove={(target) => saveSet(kind, others.map(kept), versionOf(set), target)}
      before={<p>{texts.hasFeatures(entry.features_count)}</p>}
      after={entry.features_count === 0 || words.after === '' ? null : <p>{words.after}</p>}
    />
  );
}
