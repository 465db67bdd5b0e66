import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { featureLimits } from '../../../../../contract/features.ts';
import { canContribute, canSeeRoadmap, hasFeature } from '../../../../../contract/permissions.ts';
import { mergeLimits, paging } from '../../../../../contract/limits.ts';
import { impactLimits } from '../../../../../contract/impact_reports.ts';
import { themeLimits } from '../../../../../contract/themes.ts';
import { graphql } from '../../../api/graphql.ts';
import { request } from '../../../api/runtime.ts';
import { useViewer } from '../../../api/viewer.ts';
import { useCommand } from '../../../forms/useCommand.ts';
import { newThemeReportAddress } from '../../../host/addresses.ts';
import { navigate } from '../../../host/navigation.ts';
import { openModal } from '../../../ui/overlay/modals.ts';
import { BulkBar, BulkButton, BulkDivider } from '../../../ui/table/BulkBar.tsx';
import { ConfirmDialog } from '../../../ui/overlay/Dialog.tsx';
import { formatNumber } from '../../../ui/text/format.ts';
import { useValueOf } from '../../../ui/table/value.ts';
import { mergeMessages } from '../merge/mergeMessages.ts';
import { choiceMessages } from './choiceMessages.ts';
import { editOfSelection } from './edits.ts';
import type { EditKind } from './edits.ts';
import { useIdeaEdits } from './ideaEdits.ts';
import type { IdeaActionsProps } from './IdeaActions.tsx';
import type { IdeaRow } from '../list/ideasTable.tsx';
import { barMessages as texts } from './barMessages.ts';
import { readAllIdeas } from '../list/selectAll.ts';
import styles from './later.module.css';

/** A selection that is older is said to be. */
const OLD_AFTER_MINUTES = 10;
/** Titles that the question before deleting names. */
const NAMED = 5;

/** What the bar shows may be a moment behind `selection`: `selected`. */
export type BulkActionsProps = IdeaActionsProps & {
  selected: ReadonlySet<string>;
  onMerge: () => void;
  asksDelete: boolean;
  setAsksDelete: (asks: boolean) => void;
};

/** The bar with what can be done to the selected ideas. It tells how many of them are not in sight, and shows them. */
export function BulkActions({ selected, onMerge, asksDelete, setAsksDelete, ...props }: BulkActionsProps) {
  const { selection, edits, rows, variables, total, onShow } = props;
  const viewer = useViewer();
  const { authorized_features } = viewer;
  const change = useIdeaEdits(props);
  const openKind = useValueOf(edits, (edit) => (edit?.isAbove === true ? edit.kind : null));
  const ids = [...selected];
  const count = ids.length;
  const shown = new Set(rows.map(({ id }) => id));
  const elsewhere = ids.filter((id) => !shown.has(id)).length;
  const minutes = useMinutesSince(selection.changedAt(), count > 0);

  const remove = useCommand(change.remove, { failed: null, onDone: () => setAsksDelete(false) });
  const selectAll = useCommand(readAllIdeas, {
    onDone: (all) => selection.dispatch({ type: 'set', ids: all }),
  });
  const inList = useChosenList(variables.query.saved_view);
  const takeOut = useCommand(takeOutDocument, {
    done: ({ saved_view_remove_suggestions: gone }) => texts.takenOut(gone),
    undo: (_answer, asked) => ({
      send: () => request(putBackDocument, asked),
      done: texts.putBack,
      failed: texts.listFailed,
    }),
    failed: texts.listFailed,
    onDone: selection.clear,
  });
  const mergeReason =
    count < 2
      ? mergeMessages.needTwo
      : count > mergeLimits.ideasAtOnce + 1
        ? mergeMessages.tooMany(mergeLimits.ideasAtOnce + 1)
        : null;
  const all = total === null ? null : Math.min(total, paging.selectAllLimit);
  const opener = (kind: EditKind, keys: string, label: string) => (
    <BulkButton
      keys={keys}
      data-bulk={kind}
      aria-haspopup="dialog"
      aria-expanded={openKind === kind}
      onClick={() => edits.set(openKind === kind ? null : editOfSelection(kind, [...selection.get()]))}
    >
      {label}
    </BulkButton>
  );

  return (
    <>
      <BulkBar
        count={count}
        elsewhere={elsewhere}
        onShow={elsewhere > 0 ? onShow : null}
        note={minutes >= OLD_AFTER_MINUTES ? choiceMessages.selectedAgo(minutes) : null}
        onClear={selection.clear}
      >
        {opener('labels', 'l', texts.labels)}
        {opener('owner', 'a', texts.owner)}
        {hasFeature(authorized_features, 'public_statuses')
          ? opener('status', 's', texts.status)
          : opener('internal_status', 'shift+s', texts.status)}
        {opener('move', 'p', texts.move)}
        <BulkButton keys="m" disabledReason={mergeReason} onClick={onMerge}>
          {mergeMessages.action}
        </BulkButton>
        {hasFeature(authorized_features, 'theme_detection') ? (
          <BulkButton
            disabledReason={
              count > themeLimits.chosenIdeas ? texts.tooManyForThemes(themeLimits.chosenIdeas) : null
            }
            onClick={() => navigate(newThemeReportAddress(ids))}
          >
            {texts.themes}
          </BulkButton>
        ) : null}
        {hasFeature(authorized_features, 'impact_reports') ? (
          <BulkButton
            disabledReason={
              count > impactLimits.chosenIdeas ? texts.tooManyForImpact(impactLimits.chosenIdeas) : null
            }
            onClick={() => openModal('raiseImpact', { source: { suggestion_ids: ids } })}
          >
            {texts.impact}
          </BulkButton>
        ) : null}
        <BulkButton onClick={() => openModal('addToList', { suggestion_ids: ids })}>{texts.lists}</BulkButton>
        {canSeeRoadmap(viewer) && canContribute(viewer.permissions, 'features') ? (
          <BulkButton
            disabledReason={
              count > featureLimits.ideasAtOnce ? texts.tooManyForFeatures(featureLimits.ideasAtOnce) : null
            }
            onClick={() => openModal('linkFeature', { suggestion_ids: ids })}
          >
            {texts.features}
          </BulkButton>
        ) : null}
        {inList === null ? null : (
          <BulkButton
            disabledReason={takeOut.isRunning ? texts.takingOut : null}
            onClick={() => void takeOut.run({ id: inList, ids })}
          >
            {texts.takeOut}
          </BulkButton>
        )}
        {all === null || all <= count ? null : (
          <BulkButton
            disabledReason={selectAll.isRunning ? texts.selecting : null}
            onClick={() => void selectAll.run(variables)}
          >
            {texts.selectAll(formatNumber(all))}
          </BulkButton>
        )}
        <BulkDivider />
        <BulkButton keys="delete" danger onClick={() => setAsksDelete(true)}>
          {texts.delete}
        </BulkButton>
        <span role="status" className={styles.bulkWorking}>
          {selectAll.isRunning ? texts.selecting : ''}
        </span>
      </BulkBar>
      <ConfirmDialog
        opened={asksDelete && count > 0}
        title={texts.confirmTitle(count)}
        confirmLabel={texts.confirmAction}
        danger
        working={remove.isRunning}
        onConfirm={() => void remove.run(ids)}
        onClose={() => setAsksDelete(false)}
      >
        <Titles ids={ids} rows={rows} />
        <p>{choiceMessages.deleteBody(count)}</p>
      </ConfirmDialog>
    </>
  );
}

const takeOutDocument = graphql(`
  mutation TakeOutOfShownList($id: ID!, $ids: [ID!]) {
    saved_view_remove_suggestions(id: $id, ids: $ids)
  }
`);

const putBackDocument = graphql(`
  mutation PutBackIntoShownList($id: ID!, $ids: [ID!]) {
    saved_view_add_suggestions(id: $id, ids: $ids)
  }
`);

const shownListDocument = graphql(`
  query ShownList($id: [ID!]) {
    saved_views(id: $id, sub_kind: ["manual"], editable: true) {
      records {
        id
      }
    }
  }
`);

/** The chosen list that is shown, if the viewer may change it; null: none, or several. */
function useChosenList(shown: readonly (string | number)[] | null | undefined): string | null {
  const id = shown?.length === 1 ? String(shown[0]) : null;
  const found = useQuery({
    queryKey: ['shown_list', id],
    queryFn: ({ signal }) => request(shownListDocument, { id: [id!] }, { signal }),
    enabled: id !== null,
  });
  return id === null ? null : (found.data?.saved_views.records[0]?.id ?? null);
}

const titlesDocument = graphql(`
  query SelectedTitles($id: [ID!]) {
    suggestions(id: $id, bulk_per_page: 5) {
      records {
        id
        title
      }
    }
  }
`);

/** The first ideas by their titles; those that are not in sight say so, and their titles are asked for. */
function Titles({ ids, rows }: { ids: readonly string[]; rows: readonly IdeaRow[] }) {
  const first = ids.slice(0, NAMED);
  const known = new Map(rows.map((row) => [row.id, row.title]));
  const unknown = first.filter((id) => !known.has(id));
  const asked = useQuery({
    queryKey: ['selected-titles', unknown],
    queryFn: ({ signal }) => request(titlesDocument, { id: unknown }, { signal }),
    enabled: unknown.length > 0,
  });
  const found = new Map((asked.data?.suggestions.records ?? []).map(({ id, title }) => [id, title]));
  return (
    <>
      <ul className={styles.deleted}>
        {first.map((id) => (
          <li key={id}>
            <span className={styles.deletedTitle}>{known.get(id) ?? found.get(id) ?? '…'}</span>
            {known.has(id) ? null : <span className={styles.deletedNote}>{choiceMessages.notShown}</span>}
          </li>
        ))}
        {ids.length > NAMED ? (
          <li className={styles.deletedNote}>{choiceMessages.alsoDeleted(ids.length - NAMED)}</li>
        ) : null}
      </ul>
      {asked.isError ? <p role="alert">{choiceMessages.titlesFailed}</p> : null}
    </>
  );
}

/** Whole minutes since a time, counted on while it is wanted. @param atMs since 1970 */
function useMinutesSince(atMs: number, isWanted: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (!isWanted) return undefined;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [atMs, isWanted]);
  return Math.floor((nowMs - atMs) / 60_000);
}
