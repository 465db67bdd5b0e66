import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { shortCurrency } from '../../contract/currency.ts';
import { isEmail } from '../../contract/email.ts';
import { ROADMAP_TOKEN, roadmapPath, roadmapVisit } from '../../contract/features.ts';
import { escapeHtml } from '../../contract/rich_text.ts';
import { firstCharacters } from '../../contract/text_cut.ts';
import type { Scope } from '../core/scope.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { streamAddress } from '../domain/mail/tokens.ts';
import {
  openRoadmap,
  type RoadmapCard,
  type RoadmapDoor,
  type SharedRoadmap,
} from '../domain/planning/reading.ts';
import { askForVisit, followVisit, isLinkGood } from '../domain/planning/visits.ts';
import { CallCounts } from './call_counts.ts';
import { isHttps, noteRefusal, Refusal, workspaceOf, type HttpDependencies } from './context.ts';
import { bindToNetworks, refusalTitle, sendPublicPage } from './public_pages.ts';
import { sessionOf } from './session.ts';

/*
 * Shared roadmaps for their readers, below /roadmaps: for anyone with the address, for people of some domains by a
 * link in an email, and for contributors who are signed in. A page holds what its roadmap shows and nothing else, in
 * its source too; it loads nothing and runs nothing.
 */

const STYLE = ['report.css', 'roadmap.css']
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');
const hash = createHash('sha256').update(STYLE).digest('base64');

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "style-src-attr 'unsafe-inline'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
} as const;

/** Pages of one network within a minute. */
const PAGES_MAX = 300;
/** A form with an address or a link. */
const FORM_BYTES = 4 * 1024;
const COOKIE = 'earshot-roadmap';
const GONE = 'This roadmap is not here. Its address may have been replaced, or it is no longer shared.';

interface Route {
  Params: { token: string };
  Querystring: { area?: string; link?: string };
}
type Request = FastifyRequest<Route>;

/** The pages of shared roadmaps. */
export function registerRoadmapPages(app: FastifyInstance, deps: HttpDependencies): void {
  const calls = new CallCounts();
  const scopeOf = (request: FastifyRequest): Scope => deps.systemScopeOf(workspaceOf(request));
  /** @throws Refusal 404 for what is no token at all, 429 */
  const tokenOf = (request: Request): string => {
    calls.add(`${workspaceOf(request).id} ${networkOf(request.ip)}`, PAGES_MAX, deps.now().getTime());
    if (!ROADMAP_TOKEN.test(request.params.token)) throw notHere();
    return request.params.token;
  };
  const formOf = (request: FastifyRequest): URLSearchParams =>
    new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const open = async (request: Request, area: string | null) => {
    const header = request.headers.cookie;
    const found = await openRoadmap(
      scopeOf(request),
      tokenOf(request),
      {
        viewer: (await sessionOf(request, deps))?.viewer ?? null,
        browser: header === undefined ? null : (app.parseCookie(header)[COOKIE] ?? null),
      },
      area,
    );
    if (found === null) throw notHere();
    return found;
  };

  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, body, done) => done(null, body),
  );

  bindToNetworks(app, deps);
  app.setErrorHandler((error: unknown, request, reply) => {
    // who opens such a page is a person with a browser, and reads a page
    if (!(error instanceof Refusal)) throw error;
    noteRefusal(request, error, deps);
    if (error.retryAfterSeconds !== null) void reply.header('retry-after', String(error.retryAfterSeconds));
    const title = refusalTitle(error.status, 'Roadmap not found');
    return send(reply.code(error.status), plainPage(title, `<p>${escapeHtml(error.message)}</p>`));
  });

  app.get<Route>(`${roadmapPath}/:token`, async (request, reply) => {
    const { link, area } = request.query;
    const workspace = workspaceOf(request).name;
    if (typeof link === 'string') {
      const token = tokenOf(request);
      // a link is followed by a button: programs that look through emails open links, and would use it up
      return send(
        reply,
        (await isLinkGood(scopeOf(request), token, link))
          ? plainPage(
              'Read the roadmap',
              `<p>This link works once. The browser that you open it with can read the roadmap for ${roadmapVisit.browserDays} days.</p>` +
                `<form method="post" action="${roadmapPath}/${token}/open"><input type="hidden" name="link" value="${escapeHtml(link)}"><button>Read the roadmap</button></form>`,
              workspace,
            )
          : plainPage(
              'This link no longer works',
              `<p>It was used already, or is older than ${roadmapVisit.linkMinutes} minutes.</p><p><a href="${roadmapPath}/${token}">Ask for a new one</a></p>`,
              workspace,
            ),
      );
    }
    const found = await open(request, typeof area === 'string' && /^[1-9]\d{0,17}$/.test(area) ? area : null);
    return send(
      reply,
      'columns' in found
        ? roadmapPage(workspace, found, request.params.token, await feedbackAddress(scopeOf(request), found))
        : doorPage(workspace, found, request.params.token),
    );
  });

  app.post<Route>(`${roadmapPath}/:token/link`, async (request, reply) => {
    const token = tokenOf(request);
    const workspace = workspaceOf(request).name;
    const address = (formOf(request).get('email') ?? '').trim();
    const found = await open(request, null);
    if ('columns' in found) return reply.redirect(`${roadmapPath}/${token}`, 303);
    if (!isEmail(address))
      return send(
        reply.code(422),
        doorPage(workspace, found, token, {
          address,
          problem: 'Enter an email address such as name@company.example.',
        }),
      );
    const seconds = await askForVisit(scopeOf(request), token, address, networkOf(request.ip));
    if (seconds !== null) {
      void reply.header('retry-after', String(seconds));
      return send(
        reply.code(429),
        doorPage(workspace, found, token, {
          address,
          problem: `Too many links were asked for. Try again in ${Math.ceil(seconds / 60)} minutes.`,
        }),
      );
    }
    return send(
      reply,
      plainPage(
        'Look into your inbox',
        `<p>If people with the address <strong>${escapeHtml(address)}</strong> may read this roadmap, a link is on its way. It works for ${roadmapVisit.linkMinutes} minutes.</p><p><a href="${roadmapPath}/${token}">Use another address</a></p>`,
        workspace,
      ),
    );
  });

  app.post<Route>(`${roadmapPath}/:token/open`, async (request, reply) => {
    const token = tokenOf(request);
    const browser = await followVisit(scopeOf(request), token, formOf(request).get('link') ?? '');
    if (browser !== null)
      void reply.header(
        'set-cookie',
        app.serializeCookie(COOKIE, browser, {
          path: `${roadmapPath}/${token}`,
          httpOnly: true,
          sameSite: 'lax',
          secure: isHttps(deps.config),
          maxAge: roadmapVisit.browserDays * 86_400,
        }),
      );
    return reply.headers(HEADERS).redirect(`${roadmapPath}/${token}`, 303);
  });
}

const notHere = (): Refusal => new Refusal(404, GONE);

const send = (reply: FastifyReply, html: string): FastifyReply => sendPublicPage(reply, HEADERS, html);

/** Where readers write to: the first stream of tickets; null: they are not offered to, or the installation takes no email. */
async function feedbackAddress(scope: Scope, { takes_feedback }: SharedRoadmap): Promise<string | null> {
  const { mail, signatures } = scope.services;
  if (!takes_feedback || !mail.takesReplies) return null;
  const { subdomain_id } = scope.viewer;
  const stream = await scope.db
    .selectFrom('ticket_streams')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .orderBy('position')
    .orderBy('id')
    .executeTakeFirst();
  return stream === undefined ? null : streamAddress(signatures, subdomain_id, stream.id, mail.domain);
}

/** @param body HTML of all that stands in the body */
const page = (title: string, body: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
  `<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body>${body}</body></html>`;

const head = (workspace: string): string =>
  `<header><span class="mark" aria-hidden="true">${escapeHtml(firstCharacters(workspace, 1).toUpperCase())}</span><span class="workspace" dir="auto">${escapeHtml(workspace)}</span></header>`;

/** A page with a few sentences. @param workspace '' where its name is not told */
const plainPage = (title: string, html: string, workspace = ''): string =>
  page(
    title,
    `${workspace === '' ? '' : head(workspace)}<main class="plain"><h1>${escapeHtml(title)}</h1>${html}</main>`,
  );

/** What those see who may have a right to read it: not even its name. */
function doorPage(
  workspace: string,
  door: RoadmapDoor,
  token: string,
  typed: { address: string; problem: string } | null = null,
): string {
  const byEmail = door.by_email
    ? `<p>This roadmap is shared with people of some companies. Enter your work email address, and a link comes by email.</p>` +
      `<form method="post" action="${roadmapPath}/${token}/link"><label for="email">Email address</label>` +
      `<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${escapeHtml(typed?.address ?? '')}"${typed === null ? '' : ' aria-invalid="true" aria-describedby="problem"'}><button>Send the link</button></form>` +
      (typed === null ? '' : `<p id="problem" class="notice" role="alert">${escapeHtml(typed.problem)}</p>`)
    : '';
  const bySignIn = door.by_sign_in
    ? `<p>${door.by_email ? 'You work with this team? ' : 'This roadmap is shared with people who work with this team. '}<a href="/admin/signin">Sign in</a>, and open this address again.</p>`
    : '';
  return plainPage('Roadmap', byEmail + bySignIn, workspace);
}

const whole = (value: number): string => value.toLocaleString('en-US');
const day = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);

function roadmapPage(
  workspace: string,
  roadmap: SharedRoadmap,
  token: string,
  address: string | null,
): string {
  const areaLink = (id: string | null, name: string): string =>
    `<li><a href="${roadmapPath}/${token}${id === null ? '' : `?area=${id}`}"${id === roadmap.area ? ' aria-current="true"' : ''} dir="auto">${escapeHtml(name)}</a></li>`;
  const areas =
    roadmap.areas.length < 2
      ? ''
      : `<nav aria-label="Product areas"><ul class="areas">${areaLink(null, 'Everything')}${roadmap.areas.map(({ id, name }) => areaLink(id, name)).join('')}</ul></nav>`;
  const columns = roadmap.columns
    .map(
      ({ name, hex_color, cards }) =>
        `<section aria-label="${escapeHtml(name)}"><h2 dir="auto"><i class="dot" style="background:${escapeHtml(hex_color)}"></i>${escapeHtml(name)} <span>${whole(cards.length)}</span></h2><ul>${cards.map((card) => cardOf(card)).join('')}</ul></section>`,
    )
    .join('');
  const changed = roadmap.changed_at === null ? '' : ` Last changed on ${day(roadmap.changed_at)}.`;
  return page(
    roadmap.name,
    `${head(workspace)}<main class="board">` +
      (roadmap.is_preview
        ? '<p class="notice">Only your team sees this page. It is not shared with anyone else.</p>'
        : '') +
      `<h1 dir="auto">${escapeHtml(roadmap.name)}</h1><p class="quiet">What is here is meant, not promised.${changed}</p>${areas}` +
      (columns === ''
        ? '<p>Nothing is planned here yet.</p>'
        : `<div class="columns" tabindex="0" role="region" aria-label="Columns of the roadmap">${columns}</div>`) +
      (roadmap.hidden_count === 0 ? '' : `<p class="quiet">and ${whole(roadmap.hidden_count)} more</p>`) +
      (address === null
        ? ''
        : `<p>Something missing? <a href="mailto:${escapeHtml(encodeURIComponent(address).replace('%40', '@'))}?subject=${encodeURIComponent(`Roadmap: ${roadmap.name}`)}">Write to the team</a></p>`) +
      '</main>',
  );
}

function cardOf({ name, text, area, people, accounts, revenue }: RoadmapCard): string {
  const facts = [
    area === null ? null : `<span dir="auto">${escapeHtml(area)}</span>`,
    people === null ? null : `<span>${whole(people)} ${people === 1 ? 'person' : 'people'}</span>`,
    accounts === null ? null : `<span>${whole(accounts)} ${accounts === 1 ? 'account' : 'accounts'}</span>`,
    revenue === null ? null : `<span>${shortCurrency(revenue)} revenue</span>`,
  ].filter((fact) => fact !== null);
  return (
    `<li class="card"><h3 dir="auto">${escapeHtml(name)}</h3>${text === null ? '' : `<p dir="auto">${escapeHtml(text)}</p>`}` +
    `${facts.length === 0 ? '' : `<div class="facts">${facts.join('')}</div>`}</li>`
  );
}
