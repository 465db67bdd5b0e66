import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shortCurrency } from '../../contract/currency.ts';
import {
  IMPACT_HEADINGS,
  REPORT_TOKEN,
  reportPath,
  shareText,
  type ImpactNumbers,
  type ImpactSection,
  type ImpactText,
} from '../../contract/impact_reports.ts';
import { sentimentText } from '../../contract/sentiment.ts';
import { isEmptyHtml, escapeHtml } from '../../contract/rich_text.ts';
import { firstCharacters } from '../../contract/text_cut.ts';
import type { Scope } from '../core/scope.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { openLink, previewReport, type ReadReport } from '../domain/impact/reading.ts';
import { canReadImpact } from '../domain/impact/rights.ts';
import { CallCounts } from './call_counts.ts';
import { noteRefusal, Refusal, workspaceOf, type HttpDependencies } from './context.ts';
import { bindToNetworks, refusalTitle, sendPublicPage } from './public_pages.ts';
import { sessionOf } from './session.ts';

/*
 * Impact reports for their readers, below /reports: by a link without a session, and as a preview of those who may see
 * them in the console. A page holds what its link shows and nothing else, in its source too; it loads nothing.
 */

const STYLE = readFileSync(join(import.meta.dirname, 'report.css'), 'utf8');
/** All that runs: the browser's own print, which also saves a PDF. */
const SCRIPT = "document.getElementById('print').addEventListener('click',()=>print())";
const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const HEADERS = {
  // a page of a link is for who has it: no cache between keeps it, no other site learns its address, no search finds it
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${hash(STYLE)}`,
    "style-src-attr 'unsafe-inline'",
    `script-src ${hash(SCRIPT)}`,
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
} as const;

/** Pages of one network within a minute. */
const PAGES_MAX = 300;
const GONE = 'This report is not here. Its link may have ended, or was revoked.';

/** The pages of impact reports. */
export function registerReportPages(app: FastifyInstance, deps: HttpDependencies): void {
  const calls = new CallCounts();
  const count = (request: FastifyRequest): void =>
    calls.add(`${workspaceOf(request).id} ${networkOf(request.ip)}`, PAGES_MAX, deps.now().getTime());
  const scopeOf = (request: FastifyRequest): Scope => deps.systemScopeOf(workspaceOf(request));

  bindToNetworks(app, deps);
  app.setErrorHandler((error: unknown, request, reply) => {
    // who opens such a page is a person with a browser, and reads a page
    if (!(error instanceof Refusal)) throw error;
    noteRefusal(request, error, deps);
    if (error.retryAfterSeconds !== null) void reply.header('retry-after', String(error.retryAfterSeconds));
    const title = refusalTitle(error.status, 'Report not found');
    return send(
      reply.code(error.status),
      page({
        title,
        main: `<main class="plain"><h1>${title}</h1><p>${escapeHtml(error.message)}</p></main>`,
      }),
    );
  });

  app.get<{ Params: { id: string } }>(`${reportPath}/preview/:id`, async (request, reply) => {
    count(request);
    const signedIn = await sessionOf(request, deps);
    const report =
      signedIn?.viewer.core_admin === true &&
      canReadImpact.allows(signedIn.viewer) &&
      /^[1-9]\d{0,17}$/.test(request.params.id)
        ? await previewReport(deps.scopeOf(signedIn.viewer), request.params.id)
        : null;
    if (report === null) throw notHere();
    return send(reply, reportPage(workspaceOf(request).name, report));
  });

  app.get<{ Params: { token: string } }>(`${reportPath}/:token`, async (request, reply) => {
    count(request);
    const { token } = request.params;
    const scope = scopeOf(request);
    // what a browser fetches ahead nobody has looked at yet
    const isCounted = request.method === 'GET' && request.headers['sec-purpose'] === undefined;
    const report =
      REPORT_TOKEN.test(token) && canReadImpact.allows(scope.viewer)
        ? await openLink(scope, token, isCounted)
        : null;
    if (report === null) throw notHere();
    return send(reply, reportPage(workspaceOf(request).name, report));
  });
}

const notHere = (): Refusal => new Refusal(404, GONE);

const send = (reply: FastifyReply, html: string): FastifyReply => sendPublicPage(reply, HEADERS, html);

/** @param main HTML of all that stands in the body */
function page({ title, main }: { title: string; main: string }): string {
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${main}</body></html>`
  );
}

const day = (date: Date, withTime = false): string =>
  new Intl.DateTimeFormat('en', {
    dateStyle: 'medium',
    ...(withTime ? { timeStyle: 'short' as const } : {}),
    timeZone: 'UTC',
  }).format(date);
const whole = (value: number): string => value.toLocaleString('en-US');
const plural = (count: number, one: string, many: string): string =>
  `${whole(count)} ${count === 1 ? one : many}`;

function reportPage(workspace: string, report: ReadReport): string {
  const written = new Map<ImpactSection, string>();
  for (const key of report.sections) {
    const html = sectionOf(key, report);
    if (html !== '') written.set(key, html);
  }
  const body: string[] = [];
  const keys = [...written.keys()];
  for (let at = 0; at < keys.length; at += 1) {
    const [key, next] = [keys[at]!, keys[at + 1]];
    // who pays and what they say stand side by side where they follow each other
    const isPair = next !== undefined && [key, next].every((one) => one === 'accounts' || one === 'quotes');
    body.push(isPair ? `<div class="pair">${written.get(key)}${written.get(next)}</div>` : written.get(key)!);
    if (isPair) at += 1;
  }
  const until =
    report.ends_on === null
      ? ''
      : `Anyone with this link can read it until ${day(new Date(`${report.ends_on}T00:00:00Z`))}`;
  return page({
    title: report.title,
    main:
      `<header><span class="mark" aria-hidden="true">${escapeHtml(firstCharacters(workspace, 1).toUpperCase())}</span><span class="workspace" dir="auto">${escapeHtml(workspace)}</span>` +
      `<span class="quiet" dir="auto">Impact report${report.shared_by === null ? '' : `, shared by ${escapeHtml(report.shared_by)}`}</span>` +
      `<span class="quiet end">${until}</span><button type="button" id="print">Print or save as PDF</button></header>` +
      `<main><p class="above quiet">Impact report · figures as of ${day(report.figures_at, true)} UTC · version ${whole(report.version)}</p>` +
      `<h1 dir="auto">${escapeHtml(report.title)}</h1>${body.join('')}</main><script>${SCRIPT}</script>`,
  });
}

/** HTML of a section; '' where there is nothing to read. */
function sectionOf(key: ImpactSection, report: ReadReport): string {
  const heading = `<h2>${IMPACT_HEADINGS[key]}</h2>`;
  switch (key) {
    case 'figures':
      return `<section aria-label="${IMPACT_HEADINGS.figures}">${numbersOf(report.numbers)}${growthOf(report.numbers)}</section>`;
    case 'accounts':
      return report.accounts.length === 0 ? '' : `<section>${heading}${accountsOf(report)}</section>`;
    case 'quotes':
      return report.quotes.length === 0
        ? ''
        : `<section>${heading}${report.quotes.map((quote) => quoteOf(quote)).join('')}</section>`;
    case 'top_ideas':
      return report.ideas.length === 0 ? '' : `<section>${heading}${ideasOf(report)}</section>`;
    default:
      return textOf(key, report.texts[key] ?? '');
  }
}

/** A written section. Its own headings stand below that of the section; pictures need a session and are left out. */
function textOf(key: ImpactText, html: string): string {
  if (isEmptyHtml(html)) return '';
  const text = html.replace(/<(\/?)h[12]\b/g, '<$1h3').replace(/<img\b[^>]*>/g, '');
  // the summary opens the report and needs no heading
  return key === 'summary'
    ? `<div class="text lead" dir="auto">${text}</div>`
    : `<section><h2>${IMPACT_HEADINGS[key]}</h2><div class="text" dir="auto">${text}</div></section>`;
}

function numbersOf(numbers: ImpactNumbers): string {
  const { revenue, all_revenue: all } = numbers;
  const figures: [name: string, value: string, note: string][] = [
    ['accounts', whole(numbers.accounts), `of ${whole(numbers.all_accounts)}`],
    ...(revenue === null
      ? []
      : [
          [
            'revenue behind it',
            shortCurrency(revenue),
            all === null || all === 0 ? '' : `${shareText(revenue / all)} of all`,
          ] as [string, string, string],
        ]),
    [
      numbers.people === 1 ? 'person' : 'people',
      whole(numbers.people),
      numbers.people_new === 0 ? '' : `${whole(numbers.people_new)} in the last 90 days`,
    ],
    ['ideas', whole(numbers.ideas), ''],
    ...(numbers.sentiment === null
      ? []
      : [
          [
            'sentiment',
            sentimentText(numbers.sentiment),
            `mean of ${plural(numbers.sentiment_count, 'idea', 'ideas')}`,
          ] as [string, string, string],
        ]),
  ];
  return `<dl class="numbers">${figures
    .map(
      ([name, value, note]) =>
        `<div><dt>${name}</dt><dd class="big">${escapeHtml(value)}</dd>${note === '' ? '' : `<dd class="quiet">${escapeHtml(note)}</dd>`}</div>`,
    )
    .join('')}</dl>`;
}

const MONTH = new Intl.DateTimeFormat('en', { month: 'short', year: 'numeric', timeZone: 'UTC' });
const monthText = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));
const CHART = { width: 760, height: 170, left: 6, right: 70, top: 20, bottom: 26 } as const;

/** Votes a month as a line, with a table for those who do not see it; '' without any votes. */
function growthOf({ months }: ImpactNumbers): string {
  // the running month is not over, and would look like a fall
  const shown = months.slice(0, -1);
  const most = Math.max(...shown.map(({ votes }) => votes));
  if (shown.length < 2 || most === 0) return '';
  const { width, height, left, right, top, bottom } = CHART;
  const x = (index: number): number => left + (index / (shown.length - 1)) * (width - left - right);
  const y = (votes: number): number => top + (1 - votes / most) * (height - top - bottom);
  const points = shown.map(({ votes }, index) => `${x(index).toFixed(1)},${y(votes).toFixed(1)}`);
  const last = shown.at(-1)!;
  const base = height - bottom;
  const mean = (part: readonly { votes: number }[]): number =>
    part.reduce((sum, { votes }) => sum + votes, 0) / part.length;
  const heading = mean(shown.slice(-3)) > mean(shown.slice(0, 3)) ? 'It grows' : 'Votes a month';
  return (
    `<figure><h2>${heading}</h2><svg viewBox="0 0 ${width} ${height}" role="img" aria-label="Votes a month, from ${shown[0]!.votes} in ${monthText(shown[0]!.month)} to ${last.votes} in ${monthText(last.month)}">` +
    `<text x="${left}" y="12">votes a month, at most ${whole(most)}</text>` +
    [top, (top + base) / 2, base]
      .map(
        (line) => `<line x1="${left}" x2="${width - right}" y1="${line}" y2="${line}" stroke="var(--line)"/>`,
      )
      .join('') +
    `<polygon points="${left},${base} ${points.join(' ')} ${x(shown.length - 1)},${base}" fill="var(--tint)"/>` +
    `<polyline points="${points.join(' ')}" fill="none" stroke="var(--bar)" stroke-width="2" stroke-linejoin="round"/>` +
    `<circle cx="${x(shown.length - 1)}" cy="${y(last.votes)}" r="4" fill="var(--bar)"/>` +
    `<text class="last" x="${x(shown.length - 1) + 12}" y="${y(last.votes) + 4}">${whole(last.votes)}</text>` +
    `<text class="axis" x="${left}" y="${height - 6}">${monthText(shown[0]!.month)}</text><text class="axis" x="${width - right}" y="${height - 6}" text-anchor="end">${monthText(last.month)}</text></svg>` +
    `<table class="hidden"><caption>Votes a month</caption><tbody>${shown.map(({ month, votes }) => `<tr><th scope="row">${monthText(month)}</th><td>${whole(votes)}</td></tr>`).join('')}</tbody></table></figure>`
  );
}

function accountsOf({ accounts, numbers }: ReadReport): string {
  const value = ({ revenue, people }: ReadReport['accounts'][number]): number => revenue ?? people;
  const most = Math.max(...accounts.map((account) => value(account)), 1);
  const rest = numbers.accounts - accounts.length;
  const restRevenue =
    numbers.revenue === null
      ? null
      : numbers.revenue - accounts.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0);
  return (
    `<table><tbody>${accounts
      .map((account, index) => {
        const name =
          account.name ??
          (account.plan === null ? `Account ${index + 1}` : `Account ${index + 1}, ${account.plan}`);
        return (
          `<tr><td dir="auto">${escapeHtml(name)}</td><td class="track"><span style="width:${Math.max(2, Math.round((100 * value(account)) / most))}%"></span></td>` +
          `<td>${account.revenue === null ? plural(account.people, 'person', 'people') : shortCurrency(account.revenue)}</td></tr>`
        );
      })
      .join('')}</tbody></table>` +
    (rest <= 0
      ? ''
      : `<p class="quiet">and ${plural(rest, 'more account', 'more accounts')}${restRevenue === null ? '' : ` with ${shortCurrency(restRevenue)}`}</p>`)
  );
}

function quoteOf({ text, name, account, job_title, country }: ReadReport['quotes'][number]): string {
  const who = [...(name === null ? [job_title] : [name, account]), name === null ? country : null].filter(
    (part) => part !== null && part !== '',
  );
  return `<blockquote><p dir="auto">“${escapeHtml(text)}”</p><span class="quiet" dir="auto">${escapeHtml(who.length === 0 ? 'A customer' : who.join(', '))}</span></blockquote>`;
}

function ideasOf({ ideas, numbers }: ReadReport): string {
  const shows = numbers.revenue !== null;
  return (
    `<table class="ideas"><thead><tr><th scope="col">Idea</th><th scope="col">Votes</th><th scope="col">Accounts</th>${shows ? '<th scope="col">Revenue</th>' : ''}</tr></thead><tbody>` +
    ideas
      .map(
        ({ title, votes, accounts, revenue }) =>
          `<tr><td dir="auto">${escapeHtml(title)}</td><td>${whole(votes)}</td><td>${whole(accounts)}</td>${shows ? `<td>${shortCurrency(revenue)}</td>` : ''}</tr>`,
      )
      .join('') +
    '</tbody></table>'
  );
}
