import { IconDots, IconLink, IconPencil } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { isId } from '../../../../contract/ids.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { canContribute, canRead, canWrite } from '../../../../contract/permissions.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import { request } from '../../api/runtime.ts';
import { useFeature, useViewer } from '../../api/viewer.ts';
import { DraftNotice } from '../../forms/DraftNotice.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import { featureAddress, roadmapBoardAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import type { IdeaPickerMode } from '../../shared/ideas/ideas.ts';
import { Neighbours } from '../../shared/record/Neighbours.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { RichTextEditor } from '../../ui/editor/RichTextEditor.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { useCopy } from '../../ui/toasts/useCopy.ts';
import { columnOf, columnsOf } from './board.ts';
import { columnName, featureMenu, useFeatureCommands, useTellSupporters } from './featureCommands.ts';
import { FeatureAside } from './FeatureAside.tsx';
import { featureTexts as texts } from './featureMessages.ts';
import { FeatureFiles } from './page/FeatureFiles.tsx';
import { LinkedIdeas } from './LinkedIdeas.tsx';
import { updateFeatureDocument, useFeatureRecord, useFeatures, useRoadmapPlaces } from './roadmapQueries.ts';
import type { Feature } from './roadmapQueries.ts';
import { roadmapTexts } from './roadmapMessages.ts';
import { useFeatureDraft } from './useFeatureDraft.ts';
import { WhoWaits } from './WhoWaits.tsx';
import a11y from '../../ui/a11y.module.css';
import styles from '../../shared/record/record.module.css';

/** One feature: read, and written in place. */
export function FeaturePage({ feature_id: id }: { feature_id: string }) {
  const query = useFeatureRecord(id);
  const now = query.data?.feature ?? null;
  // one that somebody deletes stays readable until the page is left
  const last = useRef<Feature | null>(null);
  if (now !== null) last.current = now;
  const feature = now ?? (last.current?.id === id ? last.current : null);
  const name = feature?.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} – ${roadmapTexts.title}`;
  }, [name]);
  if (feature !== null)
    return (
      <OpenFeature key={feature.id} feature={feature} isGone={query.data !== undefined && now === null} />
    );
  return (
    <PageFrame flows>
      <PageHead path={<Path feature={null} />} />
      {query.isPending ? (
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={10} />
          </div>
        </DelayedSkeleton>
      ) : query.isError && isId(id) ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : (
        <EmptyState
          isPage
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={roadmapBoardAddress()}>{texts.toBoard}</Link>}
        />
      )}
    </PageFrame>
  );
}

function Path({ feature }: { feature: Feature | null }) {
  const hasRoadmaps = useFeature('internal_roadmap');
  const roadmap = feature?.roadmap ?? null;
  return (
    <nav aria-label={texts.path} className={styles.path}>
      <Link href={roadmapBoardAddress()}>
        {hasRoadmaps ? roadmapTexts.title : roadmapTexts.featuresTitle}
      </Link>
      <span aria-hidden="true">/</span>
      {roadmap === null || !hasRoadmaps ? null : (
        <>
          <Link href={roadmapBoardAddress({ roadmap: roadmap.id })} className={styles.cut}>
            {roadmap.name}
          </Link>
          <span aria-hidden="true">/</span>
        </>
      )}
    </nav>
  );
}

function OpenFeature({ feature, isGone }: { feature: Feature; isGone: boolean }) {
  const { id } = feature;
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'features') && !isGone;
  const seesIdeas = canRead(permissions, 'feedback');
  const mayLink = canContribute(permissions, 'features') && seesIdeas && !isGone;
  const copy = useCopy();
  const toasts = useToasts();
  const places = useRoadmapPlaces().data;
  const { draft, state } = useFeatureDraft(feature);
  const { text, saving } = state;
  const [writes, setWrites] = useState(false);
  const [moves, setMoves] = useState(false);
  const [mode, setMode] = useState<IdeaPickerMode>('closed');
  const commands = useFeatureCommands(() => navigate(roadmapBoardAddress()));
  const tell = useTellSupporters();
  const statuses = places?.statuses ?? [];

  const move = useCommand(
    (feature_status_id: string | null) => request(updateFeatureDocument, { id, feature_status_id }),
    { failed: texts.failed },
  );
  /** Moves it, and offers to tell those who wait for its open ideas. */
  const moveTo = async (status: string | null): Promise<void> => {
    const before = { feature_status_id: feature.feature_status?.id ?? null, position: feature.position };
    if (before.feature_status_id === status || !(await move.run(status))) return;
    toasts.success(roadmapTexts.moved(feature.name, columnName(status ?? '', statuses)), {
      onUndo: () =>
        void request(updateFeatureDocument, { id, ...before }).catch(() => toasts.error(texts.failed)),
      ...(feature.open_suggestions_count > 0 && canWrite(permissions, 'feedback')
        ? {
            action: {
              label: roadmapTexts.tell(feature.open_suggestions_count),
              onClick: () => tell(feature),
            },
          }
        : {}),
    });
  };

  // the cards of its column, for the way to the next one
  const column = useFeatures({}).data;
  const cards = column === undefined ? [] : (columnsOf(column.records).get(columnOf(feature)) ?? []);
  const at = cards.findIndex((card) => card.id === id);
  const go = (step: number): void => {
    const next = cards[at + step];
    if (at >= 0 && next !== undefined) navigate(featureAddress(next.id));
  };
  useShortcut('m', () => setMoves(true), { label: texts.move, group: texts.group, enabled: mayWrite });
  useShortcut('l', () => setMode('link'), { label: texts.addIdea, group: texts.group, enabled: mayLink });

  const said =
    saving === 'running'
      ? texts.saving
      : saving !== 'idle'
        ? texts.notSaved
        : draft.isDirty
          ? text.name.trim() === ''
            ? texts.titleMissing
            : texts.unsaved
          : null;
  const edit = useRef<HTMLButtonElement>(null);
  const done = (): void => {
    setWrites(false);
    void draft.save();
    requestAnimationFrame(() => edit.current?.focus());
  };
  const copyLink = (): void => copy(window.location.origin + featureAddress(id), roadmapTexts.linkCopied);

  return (
    <PageFrame flows>
      <PageHead path={<Path feature={feature} />} {...(said === null ? {} : { total: said })}>
        {at < 0 ? null : (
          <Neighbours
            place={texts.neighbours(at + 1, cards.length, columnName(columnOf(feature), statuses))}
            before={texts.before}
            next={texts.next}
            group={texts.group}
            onBefore={at > 0 ? () => go(-1) : null}
            onNext={at < cards.length - 1 ? () => go(1) : null}
          />
        )}
        <IconButton label={roadmapTexts.copyLink} onClick={copyLink}>
          <IconLink size={16} stroke={1.6} aria-hidden="true" />
        </IconButton>
        {mayWrite ? (
          <Menu
            label={texts.actions}
            trigger={(props) => (
              <IconButton {...props} label={texts.actions}>
                <IconDots size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
            items={[
              ...(feature.open_suggestions_count > 0 && canWrite(permissions, 'feedback')
                ? [
                    {
                      id: 'tell',
                      label: roadmapTexts.tell(feature.open_suggestions_count),
                      onSelect: () => tell(feature),
                    },
                  ]
                : []),
              ...featureMenu(feature, commands),
            ]}
          />
        ) : null}
        {mayLink ? (
          <Button keys="l" onClick={() => setMode('link')}>
            {texts.addIdea}
          </Button>
        ) : null}
        {mayWrite ? (
          <Button variant="primary" keys="m" onClick={() => setMoves(true)}>
            {texts.move}
          </Button>
        ) : null}
      </PageHead>
      <div className={styles.columns}>
        <article className={styles.document} aria-label={feature.name}>
          <DraftNotice draft={draft} state={state} what={texts.record} />
          {isGone || feature.state === 'archived' ? (
            <p role="status" className={styles.bar}>
              {isGone ? texts.gone : texts.archived}
            </p>
          ) : null}
          <h1 className={a11y.hidden}>{text.name}</h1>
          {mayWrite ? (
            <textarea
              className={styles.title}
              aria-label={texts.title}
              aria-invalid={text.name.trim() === '' || undefined}
              rows={1}
              maxLength={textLimits.nameCharacters}
              value={text.name}
              onChange={(event) => draft.write({ name: event.target.value.replaceAll('\n', ' ') })}
              onBlur={() => void draft.save()}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                event.currentTarget.blur();
              }}
            />
          ) : (
            <p className={styles.title} aria-hidden="true" dir="auto">
              {text.name}
            </p>
          )}
          {writes ? (
            <div
              className={styles.editor}
              onKeyDown={(event: KeyboardEvent) => {
                if (event.key !== 'Escape' && !(event.key === 'Enter' && (event.ctrlKey || event.metaKey)))
                  return;
                event.preventDefault();
                event.stopPropagation();
                done();
              }}
            >
              <RichTextEditor
                label={texts.description}
                hideLabel
                autoFocus
                value={text.description}
                onChange={(description) => draft.write({ description })}
              />
              <Button onClick={done}>{texts.done}</Button>
            </div>
          ) : isEmptyHtml(text.description) ? (
            mayWrite ? (
              <button type="button" className={styles.placeholder} onClick={() => setWrites(true)}>
                {texts.writeDescription}
              </button>
            ) : null
          ) : (
            <div className={styles.description}>
              <RichText html={text.description} />
              {mayWrite ? (
                <IconButton
                  ref={edit}
                  label={texts.edit}
                  variant="plain"
                  size="small"
                  onClick={() => setWrites(true)}
                >
                  <IconPencil size={14} stroke={1.75} aria-hidden="true" />
                </IconButton>
              ) : null}
            </div>
          )}
          {mayWrite || feature.attachments.length > 0 ? (
            <FeatureFiles
              feature={feature}
              mayWrite={mayWrite}
              onSaved={(version) => draft.tookPlace(version)}
            />
          ) : null}
          {seesIdeas ? (
            <>
              <LinkedIdeas feature={feature} mayLink={mayLink} mode={mode} onMode={setMode} />
              <WhoWaits feature={feature} />
            </>
          ) : null}
        </article>
        <FeatureAside
          feature={feature}
          mayWrite={mayWrite}
          moves={moves}
          onMoves={setMoves}
          onMove={(status) => void moveTo(status)}
        />
      </div>
    </PageFrame>
  );
}
