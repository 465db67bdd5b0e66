import { IconDots, IconEye, IconShare2 } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { isId } from '../../../../contract/ids.ts';
import {
  LIVE_FIGURE_CLASS,
  LIVE_FIGURE_NAMES,
  LIVE_FIGURES,
  liveFigureText,
  type ImpactSection,
} from '../../../../contract/impact_reports.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { canWrite } from '../../../../contract/permissions.ts';
import { request } from '../../api/runtime.ts';
import { useViewer } from '../../api/viewer.ts';
import { DraftNotice } from '../../forms/DraftNotice.tsx';
import { useCommand } from '../../forms/useCommand.ts';
import {
  ideasOfViewAddress,
  impactPreviewAddress,
  impactReportsAddress,
  themeAddress,
} from '../../host/addresses.ts';
import { Link } from '../../host/Link.tsx';
import { navigate } from '../../host/navigation.ts';
import { impactMenu, useImpactCommands } from '../../records/impactCommands.ts';
import { Button, IconButton } from '../../ui/elements/Button.tsx';
import { useShortcut } from '../../ui/keyboard/useShortcut.ts';
import { loadable, useOnceOpen } from '../../ui/loading/loadable.tsx';
import { DelayedSkeleton, SkeletonLines } from '../../ui/loading/loading.tsx';
import { EmptyState, ErrorState } from '../../ui/loading/states.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { openModal } from '../../ui/overlay/modals.ts';
import { PageFrame, PageHead } from '../../ui/page/SheetPage.tsx';
import { useToasts } from '../../ui/toasts/Toasts.tsx';
import { ImpactAside } from './ImpactAside.tsx';
import { contentsOf, idsOf, shownIdeas, useImpactDraft, valueOf, withValue } from './impactDraft.ts';
import type { ImpactContents } from './impactDraft.ts';
import { ImpactFigures } from './ImpactFigures.tsx';
import { impactTexts } from './impactMessages.ts';
import { makeListDocument, readDocument, useImpactOffers, useImpactReport } from './impactQueries.ts';
import type { ImpactQuote, ImpactReport } from './impactQueries.ts';
import { AccountsSection, QuotesSection, TopIdeasSection } from './ImpactSections.tsx';
import { TextSection } from './TextSection.tsx';
import a11y from '../../ui/a11y.module.css';
import styles from './impact.module.css';

const texts = impactTexts.page;
// few look back
const ImpactVersions = loadable(async () => (await import('./ImpactVersions.tsx')).ImpactVersions);

function Path() {
  return (
    <nav aria-label={texts.path} className={styles.path}>
      <Link href={impactReportsAddress}>{impactTexts.reports}</Link>
      <span aria-hidden="true">/</span>
    </nav>
  );
}

/** One impact report (ROUTE-017): read, and written in place. */
export function ImpactReportPage({ impact_report_id: id }: { impact_report_id: string }) {
  const query = useImpactReport(id);
  const report = query.data?.impact_report ?? null;
  const title = report?.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} – ${impactTexts.reports}`;
  }, [title]);
  const { id: viewer } = useViewer();
  const isReader = report?.readers.some(({ user }) => user?.id === viewer) ?? false;
  useEffect(() => {
    if (isReader) request(readDocument, { id }).catch(() => undefined);
  }, [id, isReader]);
  if (report !== null) return <OpenReport key={report.id} report={report} />;
  return (
    <PageFrame flows>
      <PageHead path={<Path />} />
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
          action={<Link href={impactReportsAddress}>{texts.toReports}</Link>}
        />
      )}
    </PageFrame>
  );
}

/** Where a report comes from, with a way there while it is there. */
function Source({ report }: { report: ImpactReport }) {
  const { source, theme, view, source_name: name, figures, created_by, created_at } = report;
  const facts = texts.raised(figures.ideas, created_by?.name ?? null, created_at);
  return (
    <p className={styles.source}>
      {source === 'ideas' ? (
        texts.chosen(figures.ideas)
      ) : (
        <>
          {source === 'theme' ? texts.theme : texts.list}{' '}
          {theme !== null && !report.source_gone ? (
            <Link href={themeAddress(theme.id)}>{theme.display_name}</Link>
          ) : view !== null && !report.source_gone ? (
            <Link href={ideasOfViewAddress(view.id, view.sub_kind === 'manual')}>{view.name}</Link>
          ) : (
            <strong>{name}</strong>
          )}
        </>
      )}
      {` · ${facts}`}
      {report.source_gone ? <span className={styles.goneSource}>{texts.gone}</span> : null}
    </p>
  );
}

function OpenReport({ report }: { report: ImpactReport }) {
  const { id, figures } = report;
  const { permissions } = useViewer();
  const mayWrite = canWrite(permissions, 'feedback');
  const toasts = useToasts();
  const { draft, state } = useImpactDraft(report);
  const { text, saving } = state;
  const [writing, setWriting] = useState<ImpactSection | null>(null);
  const [showsVersions, setShowsVersions] = useState(false);
  const asksVersions = useOnceOpen(showsVersions);
  const offers = useImpactOffers(id);
  const commands = useImpactCommands(() => navigate(impactReportsAddress));
  /** Takes new figures; what is being written is saved first, so that it is no conflict with oneself. */
  const refresh = {
    ...commands.refresh,
    run: async (what: Parameters<typeof commands.refresh.run>[0]) =>
      (await draft.save()) && commands.refresh.run(what),
  };
  const makeList = useCommand(makeListDocument, {
    done: ({ saved_view_create: view }) =>
      view === null
        ? null
        : {
            message: texts.listMade(view.name),
            action: {
              href: ideasOfViewAddress(view.id, view.sub_kind === 'manual'),
              label: texts.showList,
            },
          },
    failed: texts.failed,
  });

  const write = (contents: ImpactContents): void => draft.write({ contents });
  /** What was chosen or moved is saved at once. */
  const writeNow = (contents: ImpactContents): void => {
    write(contents);
    void draft.save();
  };
  const leave = (): void => {
    setWriting(null);
    void draft.save();
  };
  const setIds = (key: 'quotes' | 'top_ideas', ids: readonly string[]): void =>
    writeNow(withValue(text.contents, key, JSON.stringify(ids)));

  // what was put in a moment ago is not in the answer yet
  const known = new Map<string, ImpactQuote>(
    [...(offers.data?.impact_report_quotes.quotes ?? []), ...report.quotes].map((quote) => [quote.id, quote]),
  );
  const quoteIds = idsOf(text.contents, 'quotes');
  const quotes = quoteIds.flatMap((quote) => known.get(quote) ?? []);
  const insertions = LIVE_FIGURES.map((name) => ({
    className: `${LIVE_FIGURE_CLASS} ${LIVE_FIGURE_CLASS}-${name}`,
    label: LIVE_FIGURE_NAMES[name],
    text: liveFigureText(name, figures),
  }));
  const share = (): void => void openModal('shareImpact', { impact_report_id: id });
  useShortcut('s', share, { label: texts.share, enabled: mayWrite });
  useShortcut('mod+p', () => window.open(impactPreviewAddress(id), '_blank', 'noreferrer'), {
    label: texts.preview,
  });

  const said =
    saving === 'running'
      ? texts.saving
      : saving !== 'idle'
        ? texts.notSaved
        : draft.isDirty
          ? text.title.trim() === ''
            ? texts.titleMissing
            : texts.unsaved
          : texts.saved;

  const sectionOf = (key: ImpactSection) => {
    switch (key) {
      case 'figures':
        return (
          <ImpactFigures
            key={key}
            report={report}
            isRefreshing={refresh.isRunning}
            {...(mayWrite ? { onRefresh: () => void refresh.run({ id }) } : {})}
          />
        );
      case 'accounts':
        return <AccountsSection key={key} figures={figures} />;
      case 'quotes':
        return (
          <QuotesSection
            key={key}
            quotes={quotes}
            {...(mayWrite
              ? {
                  onRemove: (quote: string) =>
                    setIds(
                      'quotes',
                      quoteIds.filter((one) => one !== quote),
                    ),
                }
              : {})}
          />
        );
      case 'top_ideas':
        return (
          <TopIdeasSection
            key={key}
            shown={shownIdeas(text.contents, figures.top_ideas)}
            figures={figures}
            {...(mayWrite ? { onChoose: (ids: readonly string[]) => setIds('top_ideas', ids) } : {})}
          />
        );
      default:
        return (
          <TextSection
            key={key}
            section={key}
            html={valueOf(text.contents, key)}
            isWriting={writing === key}
            insertions={insertions}
            onBegin={() => setWriting(key)}
            onLeave={leave}
            {...(mayWrite
              ? { onWrite: (html: string) => write(withValue(draft.state().text.contents, key, html)) }
              : {})}
          />
        );
    }
  };

  return (
    <PageFrame flows>
      <PageHead path={<Path />} total={texts.version(report.version, said)}>
        <Menu
          label={texts.actions}
          trigger={(props) => (
            <IconButton {...props} label={texts.actions}>
              <IconDots size={16} stroke={1.75} aria-hidden="true" />
            </IconButton>
          )}
          items={[
            { id: 'versions', label: texts.versions, onSelect: () => setShowsVersions(true) },
            {
              id: 'list',
              label: texts.makeList,
              onSelect: () =>
                void makeList.run({
                  name: text.title.slice(0, textLimits.nameCharacters),
                  impact_report_id: id,
                }),
            },
            { kind: 'separator', id: 'before-all' },
            ...impactMenu(report, { ...commands, refresh }, mayWrite),
          ]}
        />
        <Button
          onClick={() => {
            const shown = window.open('', '_blank');
            void draft.save().then(() => {
              if (shown !== null) shown.location.href = impactPreviewAddress(id);
            });
          }}
          icon={<IconEye size={15} stroke={1.75} aria-hidden="true" />}
        >
          {texts.preview}
        </Button>
        {mayWrite ? (
          <Button
            variant="primary"
            keys="s"
            onClick={share}
            icon={<IconShare2 size={15} stroke={1.75} aria-hidden="true" />}
          >
            {texts.share}
          </Button>
        ) : null}
      </PageHead>
      <div className={styles.columns}>
        <article className={styles.document} aria-label={texts.document}>
          <DraftNotice draft={draft} state={state} what={impactTexts.draft.what} />
          {report.state === 'archived' ? (
            <p role="status" className={styles.archived}>
              {texts.archived}
            </p>
          ) : null}
          <h1 className={a11y.hidden}>{text.title}</h1>
          {mayWrite ? (
            <textarea
              className={styles.title}
              aria-label={texts.title}
              aria-invalid={text.title.trim() === '' || undefined}
              rows={1}
              maxLength={textLimits.nameCharacters}
              value={text.title}
              onChange={(event) => draft.write({ title: event.target.value.replaceAll('\n', ' ') })}
              onBlur={() => void draft.save()}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                event.currentTarget.blur();
              }}
            />
          ) : (
            <p className={styles.title} aria-hidden="true">
              {text.title}
            </p>
          )}
          <Source report={report} />
          {text.contents.map(({ key }) => sectionOf(key))}
        </article>
        <ImpactAside
          report={report}
          contents={text.contents}
          offers={offers}
          {...(mayWrite
            ? {
                onOrder: (keys: readonly string[]) =>
                  writeNow(keys.flatMap((key) => text.contents.filter((entry) => entry.key === key))),
                onQuote: (quote: string) => setIds('quotes', [...quoteIds, quote]),
              }
            : {})}
        />
      </div>
      {asksVersions ? (
        <Suspense fallback={null}>
          <ImpactVersions
            reportId={id}
            opened={showsVersions}
            onClose={() => setShowsVersions(false)}
            {...(mayWrite
              ? {
                  onBringBack: (version) => {
                    setShowsVersions(false);
                    const before = contentsOf(version.contents);
                    draft.write({
                      title: version.title,
                      // ideas and quotes of then may not be there any more
                      contents: text.contents.map((entry) =>
                        entry.key === 'quotes' || entry.key === 'top_ideas'
                          ? entry
                          : (before.find(({ key }) => key === entry.key) ?? entry),
                      ),
                    });
                    void draft.save().then((isSaved) => isSaved && toasts.success(texts.broughtBack));
                  },
                }
              : {})}
          />
        </Suspense>
      ) : null}
    </PageFrame>
  );
}
