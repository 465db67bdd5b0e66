import { IconDots, IconReportMoney } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import { sentimentText } from '../../../../contract/sentiment.ts';
import { isId } from '../../../../contract/ids.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { useFeature, useViewer } from '../../api/viewer.ts';
import { useCommand } from '../../forms/useCommand.ts';
import {
  impactReportAddress,
  themeAddress,
  themeReportsAddress,
  themesAddress,
} from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { ListPage } from '../../lists/ListPage.tsx';
import type { Chosen } from '../../lists/ListPage.tsx';
import { themePlacementsList } from '../../records/themePlacement.tsx';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { ConfirmDialog } from '../../ui/overlay/Dialog.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { Popover } from '../../ui/overlay/Popover.tsx';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { BulkButton } from '../../ui/table/BulkBar.tsx';
import { formatNumber } from '../../ui/text/format.ts';
import { MovePicker } from './MovePicker.tsx';
import type { MoveTarget } from './MovePicker.tsx';
import { ThemeAside } from './ThemeAside.tsx';
import { themeTexts } from './themeMessages.ts';
import { ThemesPath } from './ThemesPath.tsx';
import {
  deleteThemeDocument,
  moveIdeasDocument,
  releaseIdeasDocument,
  renameThemeDocument,
  useTheme,
} from './themeQueries.ts';
import type { Theme } from './themeQueries.ts';
import { request } from '../../api/runtime.ts';
import styles from './themes.module.css';

const texts = themeTexts.theme;

/** One theme (ROUTE-014): its ideas and why each is there, its words, and what people changed. */
export function ThemePage({ theme_id: id }: { theme_id: string }) {
  const seesMoney = useFeature('account_insights');
  const query = useTheme(id, seesMoney);
  const theme = query.data?.theme ?? null;
  const name = theme?.display_name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} – ${themeTexts.explorer}`;
  }, [name]);
  if (theme !== null && query.data !== undefined && theme.state !== 'gone')
    return <OpenTheme theme={theme} answer={query.data} />;
  return (
    <PageFrame flows>
      <PageHead path={<ThemesPath set={theme?.theme_set ?? null} />} />
      {query.isPending ? (
        <DelayedSkeleton>
          <div className={styles.waiting}>
            <SkeletonLines count={10} />
          </div>
        </DelayedSkeleton>
      ) : query.isError && query.data === undefined && isId(id) ? (
        <ErrorState what={texts.what} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      ) : theme === null ? (
        <EmptyState
          isPage
          title={texts.missing}
          reason={texts.missingReason}
          action={<Link href={themeReportsAddress}>{themeTexts.set.toReports}</Link>}
        />
      ) : (
        <EmptyState
          isPage
          title={texts.gone}
          reason={
            theme.change_theme === null ? texts.goneReason : texts.goneInto(theme.change_theme.display_name)
          }
          action={
            theme.change_theme === null ? (
              <Link href={themesAddress(theme.theme_set?.id ?? '')}>{theme.theme_set?.name}</Link>
            ) : (
              <Link href={themeAddress(theme.change_theme.id)}>{theme.change_theme.display_name}</Link>
            )
          }
        />
      )}
    </PageFrame>
  );
}

function OpenTheme({
  theme,
  answer,
}: {
  theme: Theme;
  answer: NonNullable<ReturnType<typeof useTheme>['data']>;
}) {
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'feedback');
  const hasImpact = useFeature('impact_reports');
  const { id, theme_set: set } = theme;
  const setId = set?.id ?? '';
  const [isDeleting, setIsDeleting] = useState(false);
  const move = useCommand(moveIdeasDocument, {
    done: ({ theme_ideas_move: to }, { suggestion_ids: ids }) =>
      texts.moved([ids].flat().length, to?.display_name ?? ''),
    undo: (_answer, { theme_set, suggestion_ids }) => ({
      send: () => request(releaseIdeasDocument, { theme_set, suggestion_ids }),
      done: texts.released,
    }),
    failed: texts.moveFailed,
  });
  const remove = useCommand(deleteThemeDocument, {
    done: texts.deleted,
    failed: texts.deleteFailed,
    onDone: () => navigate(themesAddress(setId)),
  });
  const moveTo = async (ideas: readonly string[], target: MoveTarget): Promise<boolean> =>
    move.run({ theme_set: setId, suggestion_ids: [...ideas], ...target });
  return (
    <PageFrame flows>
      <PageHead path={<ThemesPath set={set} />} title={theme.display_name}>
        {hasImpact && theme.impact_report !== null ? (
          <Link href={impactReportAddress(theme.impact_report.id)} className={styles.impactLink}>
            {texts.impactOf(theme.impact_report.title)}
          </Link>
        ) : null}
        {mayWrite && hasImpact && theme.idea_count > 0 ? (
          <Button
            onClick={() =>
              void openModal('raiseImpact', { source: { theme: { id, name: theme.display_name } } })
            }
            icon={<IconReportMoney size={15} stroke={1.75} aria-hidden="true" />}
          >
            {texts.impact}
          </Button>
        ) : null}
        {mayWrite && !theme.uncategorized ? (
          <Menu
            label={texts.actions}
            trigger={(props) => (
              <IconButton {...props} label={texts.actions}>
                <IconDots size={16} stroke={1.75} aria-hidden="true" />
              </IconButton>
            )}
            items={[{ id: 'delete', label: texts.delete, danger: true, onSelect: () => setIsDeleting(true) }]}
          />
        ) : null}
      </PageHead>
      <div className={styles.columns} data-aside>
        <div className={styles.table}>
          <ListPage
            key={id}
            list={themePlacementsList}
            title={texts.list}
            given={{ theme: [id] }}
            head={<ThemeHead theme={theme} mayWrite={mayWrite} />}
            empty={{ reason: texts.empty }}
            {...(mayWrite ? { bulk: (chosen: Chosen) => <BulkMove {...{ chosen, theme, moveTo }} /> } : {})}
          />
        </div>
        <ThemeAside
          {...{ theme, answer, mayWrite }}
          onAdd={(suggestionId) => void moveTo([suggestionId], { theme: id })}
        />
      </div>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        onConfirm={() => void remove.run({ id })}
        title={texts.deleteTitle(theme.display_name)}
        confirmLabel={texts.delete}
        working={remove.isRunning}
        danger
      >
        {theme.is_group ? texts.deleteGroupText : texts.deleteText(theme.idea_count)}
      </ConfirmDialog>
    </PageFrame>
  );
}

/** Moves what is selected to another theme. */
function BulkMove({
  chosen,
  theme,
  moveTo,
}: {
  chosen: Chosen;
  theme: Theme;
  moveTo: (ideas: readonly string[], target: MoveTarget) => Promise<boolean>;
}) {
  // of a placement's id the second part is the idea's
  const ideas = chosen.ids.map((id) => id.split('-')[1] ?? '');
  return (
    <Popover
      label={texts.moveTo}
      placement="top-start"
      widthPx={282}
      trigger={(props) => <BulkButton {...props}>{texts.moveIdeas}</BulkButton>}
    >
      {(close) => (
        <MovePicker
          themeSetId={theme.theme_set?.id ?? ''}
          themeId={theme.id}
          near={(theme.near ?? []).map(({ id }) => id)}
          count={ideas.length}
          onChoose={(target) => {
            close();
            void moveTo(ideas, target).then((isDone) => {
              if (isDone) chosen.clear();
            });
          }}
        />
      )}
    </Popover>
  );
}

/** Name and figures of a theme. */
function ThemeHead({ theme, mayWrite }: { theme: Theme; mayWrite: boolean }) {
  const { figures } = themeTexts;
  const isNamed = mayWrite && !theme.uncategorized;
  const shown: readonly (readonly [label: string, value: string])[] = [
    [figures.ideas, formatNumber(theme.idea_count)],
    [figures.supporters, formatNumber(theme.supporter_count)],
    [figures.accounts, formatNumber(theme.account_count)],
    ...(theme.revenue_amount === undefined || theme.revenue_amount === null
      ? []
      : ([[figures.revenue, shortCurrency(theme.revenue_amount)]] as const)),
    [figures.comments, formatNumber(theme.comment_count)],
    ...(theme.sentiment_average === null
      ? []
      : ([[figures.sentiment, sentimentText(theme.sentiment_average)]] as const)),
  ];
  return (
    <div className={styles.themeHead}>
      {isNamed ? <ThemeName key={theme.display_name} theme={theme} /> : null}
      <dl className={styles.figures} aria-label={texts.figures}>
        {shown.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function ThemeName({ theme }: { theme: Theme }) {
  const { id, display_name: before, generated_name: generated } = theme;
  const [name, setName] = useState(before);
  const rename = useCommand(renameThemeDocument, {
    done: texts.renamed,
    failed: texts.renameFailed,
    undo: () => ({
      send: () => request(renameThemeDocument, { id, display_name: before }),
      done: texts.renamed,
    }),
  });
  const save = (): void => {
    const next = name.trim();
    if (next === '') setName(before);
    else if (next !== before)
      void rename.run({ id, display_name: next }).then((isDone) => {
        if (!isDone) setName(before);
      });
  };
  return (
    <div className={styles.naming}>
      <span className={styles.dot} style={{ background: theme.hex_color }} aria-hidden="true" />
      <input
        aria-label={texts.name}
        className={styles.nameField}
        value={name}
        maxLength={textLimits.nameCharacters}
        size={Math.min(40, Math.max(8, name.length + 1))}
        disabled={rename.isRunning}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur();
          if (event.key === 'Escape') {
            setName(before);
            event.stopPropagation();
          }
        }}
      />
      {theme.is_renamed && generated !== before ? (
        <span className={styles.quiet}>
          {texts.was} <strong>{generated}</strong>{' '}
          <Button variant="text" onClick={() => void rename.run({ id, display_name: generated })}>
            {texts.useAgain}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
