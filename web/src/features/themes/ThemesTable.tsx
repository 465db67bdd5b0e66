import { IconChevronDown, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { shortCurrency } from '../../../../contract/currency.ts';
import type { ThemeChange } from '../../../../contract/themes.ts';
import { messageOf } from '../../api/errors.ts';
import { useFeature } from '../../api/viewer.ts';
import { themeAddress } from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { useStored } from '../../host/storage.ts';
import { Tag } from '../../ui/elements/Pills.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { TableColumn } from '../../ui/table/tableLayout.ts';
import { useTableLayout } from '../../ui/table/useTableLayout.ts';
import { createValue } from '../../ui/table/value.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { formatNumber } from '../../ui/text/format.ts';
import { Sentiment } from './sentiment.tsx';
import { themeTexts } from './themeMessages.ts';
import { shownThemes } from './themeTree.ts';
import { useThemes } from './themeQueries.ts';
import type { ListedTheme } from './themeQueries.ts';
import styles from './themes.module.css';

const texts = themeTexts.set;

/** A theme as a row, and whether its themes are shown below it. */
type Row = ListedTheme & { isOpen: boolean };

const idOf = ({ id }: { id: string }): string => id;
const nameOf = ({ display_name }: { display_name: string }): string => display_name;
const open = ({ id }: { id: string }): void => navigate(themeAddress(id));
const noGrid = {};

/** The themes of a report: groups with their themes below them, the largest first, the uncategorized last. */
export function ThemesTable({ themeSetId }: { themeSetId: string }) {
  const seesMoney = useFeature('account_insights');
  const query = useThemes(themeSetId, seesMoney);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [grid, setGrid] = useStored('grid_state_themes', noGrid);
  const [current] = useState(() => createValue<string | null>(null));
  const isNarrow = useMediaQuery('(max-width: 859px)');
  const toggle = useCallback((id: string, isOpen: boolean): void => {
    setOpenIds((before) => {
      const next = new Set(before);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const rows = useMemo(
    () =>
      query.data === undefined
        ? undefined
        : shownThemes(query.data, openIds).map((theme): Row => ({ ...theme, isOpen: openIds.has(theme.id) })),
    [query.data, openIds],
  );
  const unfold = (isOpen: boolean): void => {
    const theme = rows?.find(({ id }) => id === current.get());
    if (theme === undefined) return;
    if (theme.is_group) toggle(theme.id, isOpen);
    else if (!isOpen && theme.parent_theme !== null) {
      toggle(theme.parent_theme.id, false);
      current.set(theme.parent_theme.id);
    }
  };
  useShortcut('right', () => unfold(true), { label: texts.unfold, group: texts.keys });
  useShortcut('left', () => unfold(false), { label: texts.fold, group: texts.keys });

  const columns = useMemo((): readonly TableColumn<Row>[] => {
    const number = (
      id: 'ideas' | 'supporters' | 'accounts' | 'comments',
      of: (theme: Row) => number,
    ): TableColumn<Row> => ({
      id,
      header: texts.columns[id],
      widthPx: 92,
      align: 'end',
      cell: (theme) => <span data-child={isChild(theme) || undefined}>{formatNumber(of(theme))}</span>,
    });
    return [
      {
        id: 'theme',
        header: texts.columns.theme,
        widthPx: 320,
        sticky: true,
        canHide: false,
        grow: { order: 1, toPx: 720 },
        cell: (theme) => <ThemeName theme={theme} onToggle={toggle} />,
      },
      number('ideas', (theme) => theme.idea_count),
      number('supporters', (theme) => theme.supporter_count),
      number('accounts', (theme) => theme.account_count),
      ...(seesMoney
        ? [
            {
              id: 'revenue',
              header: texts.columns.revenue,
              widthPx: 100,
              align: 'end' as const,
              cell: (theme: Row) => shortCurrency(theme.revenue_amount ?? 0),
            },
          ]
        : []),
      {
        id: 'sentiment',
        header: texts.columns.sentiment,
        widthPx: 124,
        align: 'end',
        cell: (theme) => <Sentiment average={theme.sentiment_average} count={theme.sentiment_count} />,
      },
      number('comments', (theme) => theme.comment_count),
    ];
  }, [seesMoney, toggle]);
  const layout = useTableLayout(columns, grid, setGrid);
  const card = useCallback((row: Row) => <ThemeCard theme={row} onToggle={toggle} />, [toggle]);
  return (
    <div className={styles.table}>
      <DataTable
        label={texts.table}
        what={texts.whatThemes}
        layout={layout}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        status={
          query.isError && rows === undefined
            ? 'error'
            : query.isPending
              ? 'loading'
              : query.isFetching
                ? 'refetching'
                : 'ready'
        }
        onRetry={() => void query.refetch()}
        errorReason={query.isError ? messageOf(query.error) : undefined}
        density="compact"
        onOpen={open}
        onRowClick={open}
        current={current}
        card={isNarrow ? card : undefined}
        empty={{ reason: texts.noThemes }}
        foot={<p className={styles.foot}>{texts.onceEach}</p>}
      />
    </div>
  );
}

const isChild = ({ parent_theme }: Pick<ListedTheme, 'parent_theme'>): boolean => parent_theme !== null;

function ThemeName({ theme, onToggle }: { theme: Row; onToggle: (id: string, isOpen: boolean) => void }) {
  const { id, is_group: isGroup, isOpen, display_name: name, change } = theme;
  const badge = change === null ? undefined : texts.badge[change as ThemeChange];
  return (
    <span className={styles.name} data-child={isChild(theme) || undefined}>
      {isGroup ? (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isOpen}
          aria-label={isOpen ? texts.fold : texts.unfold}
          tabIndex={-1}
          onClick={() => onToggle(id, !isOpen)}
        >
          {isOpen ? (
            <IconChevronDown size={15} stroke={2} aria-hidden="true" />
          ) : (
            <IconChevronRight size={15} stroke={2} aria-hidden="true" />
          )}
        </button>
      ) : (
        <span className={styles.fold} />
      )}
      {isChild(theme) ? null : (
        <span className={styles.dot} style={{ background: theme.hex_color }} aria-hidden="true" />
      )}
      <Link href={themeAddress(id)} className={styles.nameText} tabIndex={-1} data-tip={name}>
        {name}
      </Link>
      {theme.is_renamed ? (
        <span data-tip={texts.renamed(theme.named_by?.name ?? '')} className={styles.quiet}>
          <IconPencil size={14} stroke={1.75} aria-hidden="true" />
        </span>
      ) : null}
      {badge === undefined ? null : <Tag>{badge}</Tag>}
      {isGroup ? <span className={styles.quiet}>{formatNumber(theme.themes_count)}</span> : null}
    </span>
  );
}

function ThemeCard({ theme, onToggle }: { theme: Row; onToggle: (id: string, isOpen: boolean) => void }) {
  const { figures } = themeTexts;
  return (
    <div className={styles.card}>
      <ThemeName theme={theme} onToggle={onToggle} />
      <span className={styles.cardFigures}>
        <span>
          {figures.ideas} {formatNumber(theme.idea_count)}
        </span>
        <span>
          {figures.accounts} {formatNumber(theme.account_count)}
        </span>
        {theme.revenue_amount === undefined || theme.revenue_amount === null ? null : (
          <span>{shortCurrency(theme.revenue_amount)}</span>
        )}
      </span>
    </div>
  );
}
