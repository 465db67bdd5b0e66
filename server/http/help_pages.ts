import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { articleIdOf, articlePath } from '../../contract/articles.ts';
import { helpPath } from '../../contract/help_path.ts';
import { canRead } from '../../contract/permissions.ts';
import { escapeHtml } from '../../contract/rich_text.ts';
import { firstCharacters } from '../../contract/text_cut.ts';
import { textLimits } from '../../contract/limits.ts';
import type { Scope } from '../core/scope.ts';
import { networkOf } from '../domain/account/limits/network.ts';
import { INLINE_TYPES } from '../domain/attachments/image.ts';
import {
  answerArticle,
  noteMissed,
  readArticle,
  readDraft,
  readHelp,
  readHelpFile,
  readSection,
  searchHelp,
  sectionPages,
  type HelpArticle,
  type HelpSection,
} from '../domain/support/reading.ts';
import { CallCounts } from './call_counts.ts';
import { noteRefusal, Refusal, workspaceOf, type HttpDependencies } from './context.ts';
import { fileNameParameter } from './files.ts';
import { helpText, link, sizeText, type Heading } from './help_text.ts';
import { sendKept } from './kept_file.ts';
import { bindToNetworks, refusalTitle, sendPublicPage } from './public_pages.ts';
import { sessionOf } from './session.ts';

/*
 * The knowledge base for its readers, below /help. It knows no session and runs no script: what was published is
 * all that it shows. With ?draft it shows those who may read articles in the console what is being written.
 */

const STYLE = readFileSync(join(import.meta.dirname, 'help.css'), 'utf8');

/** Nothing runs on these pages, and they load their own style and the pictures of articles. Articles may colour their words. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "style-src-attr 'unsafe-inline'",
  "img-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Calls of one network within a minute. */
const MAX = { pages: 300, searches: 60, answers: 20, missed: 10 } as const;
/** A form of the page. */
const FORM_BYTES = 1024;
const FILE = /^[\w-]{1,100}$/;
/** Articles of the same section beside one. */
const BESIDE_MAX = 15;

type ArticleRequest = FastifyRequest<{
  Params: { article: string };
  Querystring: { draft?: string; answered?: string };
}>;

/** The pages of the knowledge base. */
export function registerHelpPages(app: FastifyInstance, deps: HttpDependencies): void {
  const calls = new CallCounts();
  const count = (request: FastifyRequest, what: keyof typeof MAX): void =>
    calls.add(keyOf(request, what), MAX[what], deps.now().getTime());
  const keyOf = (request: FastifyRequest, what: string): string =>
    `${what} ${workspaceOf(request).id} ${networkOf(request.ip)}`;
  const scopeOf = (request: FastifyRequest): Scope => deps.systemScopeOf(workspaceOf(request));

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
    const title = refusalTitle(error.status, 'Page not found');
    return send(
      reply.code(error.status),
      page({
        workspace: request.workspace?.name ?? 'Earshot',
        title,
        isHidden: true,
        main: `<h1>${title}</h1><p>${escapeHtml(error.message)}</p><p>${link(helpPath, 'All articles')}</p>`,
      }),
    );
  });

  app.get<{ Querystring: { q?: string } }>(helpPath, async (request, reply) => {
    const { q } = request.query;
    const words = typeof q === 'string' ? firstCharacters(q.trim(), textLimits.searchCharacters) : '';
    count(request, words === '' ? 'pages' : 'searches');
    const workspace = workspaceOf(request).name;
    if (words === '') return send(reply, frontPage(workspace, await readHelp(scopeOf(request))));
    const found = await searchHelp(scopeOf(request), words);
    if (found.length === 0 && calls.isWithin(keyOf(request, 'missed'), MAX.missed, deps.now().getTime()))
      await noteMissed(scopeOf(request), words);
    return send(reply, foundPage(workspace, words, found));
  });

  app.get<{ Params: { id: string }; Querystring: { page?: string } }>(
    `${helpPath}/sections/:id`,
    async (request, reply) => {
      count(request, 'pages');
      const number = /^[1-9]\d{0,3}$/.test(request.query.page ?? '1')
        ? Number(request.query.page ?? 1)
        : null;
      const section =
        articleIdOf(request.params.id) === request.params.id && number !== null
          ? await readSection(scopeOf(request), request.params.id, number)
          : null;
      if (section === null || number === null) throw noPage();
      return send(reply, sectionPage(workspaceOf(request).name, section, number));
    },
  );

  app.get<{ Params: { token: string } }>(`${helpPath}/files/:token`, async (request, reply) => {
    count(request, 'pages');
    const { token } = request.params;
    const file = FILE.test(token) ? await readHelpFile(scopeOf(request), token) : null;
    if (file === null) throw noPage();
    void reply.type(file.content_type).headers({
      'cache-control': 'no-cache',
      'content-disposition': `${INLINE_TYPES.includes(file.content_type) ? 'inline' : 'attachment'}; ${fileNameParameter(file.file_name)}`,
      // a file opened by itself can run nothing and belongs to no site
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    return sendKept(request, reply, deps, {
      key: file.storage_key,
      size_in_bytes: Number(file.size_in_bytes),
      etag: null,
    });
  });

  app.get(`${helpPath}/:article`, async (request: ArticleRequest, reply) => {
    count(request, 'pages');
    const id = articleIdOf(request.params.article);
    if (id === null) throw noPage();
    if (request.query.draft !== undefined) {
      const signedIn = await sessionOf(request, deps);
      const mayRead =
        signedIn?.viewer.core_admin === true && canRead(signedIn.viewer.permissions, 'knowledgebase');
      const draft = mayRead ? await readDraft(scopeOf(request), id) : null;
      if (draft === null) throw noPage();
      return send(reply, articlePage(workspaceOf(request).name, draft, [], 'draft'));
    }
    const article = await readArticle(scopeOf(request), id);
    if (article === null) throw noPage();
    const path = articlePath(id, article.title);
    // its title has changed, or the link was cut: there is one address of each article
    if (`${helpPath}/${encodeURIComponent(request.params.article)}` !== path)
      return reply.redirect(path, 302);
    const section = await readSection(scopeOf(request), article.section.id, 1);
    return send(
      reply,
      articlePage(
        workspaceOf(request).name,
        article,
        section?.articles ?? [],
        request.query.answered === undefined ? 'published' : 'answered',
      ),
    );
  });

  app.post(`${helpPath}/:article/answer`, async (request: ArticleRequest, reply) => {
    count(request, 'answers');
    const id = articleIdOf(request.params.article);
    const body = typeof request.body === 'string' ? new URLSearchParams(request.body).get('helped') : null;
    if (id === null) throw noPage();
    if (body !== 'yes' && body !== 'no')
      throw new Refusal(400, 'This form cannot be read.', { code: 'BAD_USER_INPUT' });
    const scope = scopeOf(request);
    const reader = deps.services.signatures.sign(
      `help reader:${scope.viewer.subdomain_id}:${id}:${networkOf(request.ip)}`,
    );
    if (!(await answerArticle(scope, id, reader, body === 'yes'))) throw noPage();
    return reply.redirect(`${helpPath}/${request.params.article}?answered=1#answer`, 303);
  });
}

const noPage = (): Refusal =>
  new Refusal(404, 'This page is not here. It may have been moved, or it is not published.');

const send = (reply: FastifyReply, html: string): FastifyReply =>
  sendPublicPage(reply, { 'cache-control': 'no-cache', 'content-security-policy': POLICY }, html);

interface Page {
  workspace: string;
  title: string;
  /** HTML */
  main: string;
  /** HTML beside it; '' where there is nothing */
  before?: string;
  after?: string;
  /** what was searched for */
  q?: string;
  /** search engines leave it out */
  isHidden?: boolean;
}

function page({ workspace, title, main, before = '', after = '', q = '', isHidden = false }: Page): string {
  const name = escapeHtml(workspace);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
    (isHidden ? '<meta name="robots" content="noindex">' : '') +
    `<title>${escapeHtml(title)} – ${name}</title><style>${STYLE}</style></head><body>` +
    `<a class="skip" href="#main">Skip to the text</a>` +
    `<header><a class="home" href="${helpPath}"><span class="mark" aria-hidden="true">${escapeHtml(firstCharacters(workspace, 1).toUpperCase())}</span><span dir="auto">${name}</span> <span class="quiet">Help</span></a>` +
    `<form role="search" action="${helpPath}"><input type="search" name="q" aria-label="Search help" placeholder="Search help" maxlength="${textLimits.searchCharacters}" value="${escapeHtml(q)}"><button>Search</button></form></header>` +
    `<div class="columns">${before === '' ? '' : `<nav class="before" aria-label="Articles">${before}</nav>`}` +
    `<main id="main">${main}</main>${after === '' ? '' : `<nav class="after" aria-label="On this page">${after}</nav>`}</div></body></html>`
  );
}

const articleLinks = (
  articles: readonly { id: string; title: string }[],
  current: string | null = null,
): string =>
  `<ul class="links">${articles
    .map(
      ({ id, title }) =>
        `<li dir="auto">${link(articlePath(id, title), title, id === current ? ' aria-current="page"' : '')}</li>`,
    )
    .join('')}</ul>`;

function frontPage(workspace: string, sections: readonly HelpSection[]): string {
  const main =
    sections.length === 0
      ? '<p class="quiet">Nothing has been published here yet.</p>'
      : `<div class="sections">${sections
          .map(
            (section) =>
              `<section><h2 dir="auto">${link(`${helpPath}/sections/${section.id}`, section.name)}</h2>${articleLinks(section.articles)}${
                section.articles_count > section.articles.length
                  ? `<p>${link(`${helpPath}/sections/${section.id}`, `All ${section.articles_count.toLocaleString('en')} articles`)}</p>`
                  : ''
              }</section>`,
          )
          .join('')}</div>`;
  return page({ workspace, title: 'Help', main: `<h1>How can we help?</h1>${main}` });
}

function sectionPage(workspace: string, section: HelpSection, number: number): string {
  const pages = sectionPages(section.articles_count);
  const pageLink = (to: number, words: string): string =>
    to < 1 || to > pages ? '' : link(`${helpPath}/sections/${section.id}?page=${to}`, words);
  return page({
    workspace,
    title: section.name,
    main:
      `<p class="way">${link(helpPath, 'Help')}</p><h1 dir="auto">${escapeHtml(section.name)}</h1>${articleLinks(section.articles)}` +
      (pages === 1
        ? ''
        : `<p class="pages">${pageLink(number - 1, 'Previous page')} <span class="quiet">Page ${number} of ${pages}</span> ${pageLink(number + 1, 'Next page')}</p>`),
  });
}

function foundPage(
  workspace: string,
  q: string,
  found: readonly { id: string; title: string; excerpt: string; section: string }[],
): string {
  const heading =
    found.length === 0 ? 'Nothing was found' : found.length === 1 ? '1 article' : `${found.length} articles`;
  return page({
    workspace,
    title: `${q} – Search`,
    q,
    isHidden: true,
    main:
      `<p class="way">${link(helpPath, 'Help')}</p><h1>${heading}</h1>` +
      (found.length === 0
        ? `<p>No article has all of the words <strong dir="auto">${escapeHtml(q)}</strong>. Try fewer or other words.</p>`
        : `<ul class="found">${found
            .map(
              (one) =>
                `<li><span class="quiet" dir="auto">${escapeHtml(one.section)}</span><h2 dir="auto">${link(articlePath(one.id, one.title), one.title)}</h2><p dir="auto">${escapeHtml(one.excerpt)}</p></li>`,
            )
            .join('')}</ul>`),
  });
}

const dateText = (date: Date): string =>
  new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(date);

function contentsOf(headings: readonly Heading[]): string {
  if (headings.length < 2) return '';
  return `<p class="quiet">On this page</p><ul class="links">${headings
    .map(({ id, text }) => `<li dir="auto">${link(`#${id}`, text)}</li>`)
    .join('')}</ul>`;
}

/** @param shown draft: what is being written, for the team; answered: the reader has just said whether it helped */
function articlePage(
  workspace: string,
  article: HelpArticle,
  beside: readonly { id: string; title: string }[],
  shown: 'published' | 'answered' | 'draft',
): string {
  const filesAt = shown === 'draft' ? '/files/' : `${helpPath}/files/`;
  const { html, headings } = helpText(article.body, filesAt);
  const files = article.files.filter((file) => !html.includes(filesAt + file.token));
  const path = articlePath(article.id, article.title);
  const helped =
    shown === 'draft'
      ? ''
      : `<footer id="answer">${
          shown === 'answered'
            ? '<p role="status">Thank you for telling us.</p>'
            : `<form method="post" action="${escapeHtml(path)}/answer"><span id="helped">Did this help?</span> <button name="helped" value="yes" aria-describedby="helped">Yes</button><button name="helped" value="no" aria-describedby="helped">Not yet</button></form>`
        }</footer>`;
  return page({
    workspace,
    title: article.title,
    isHidden: shown !== 'published',
    before:
      beside.length < 2
        ? ''
        : `<p class="quiet" dir="auto">${escapeHtml(article.section.name)}</p>${articleLinks(beside.slice(0, BESIDE_MAX), article.id)}${
            beside.length > BESIDE_MAX
              ? `<p>${link(`${helpPath}/sections/${article.section.id}`, 'All of this section')}</p>`
              : ''
          }`,
    after: contentsOf(headings),
    main:
      (shown === 'draft'
        ? '<p class="banner" role="status">This is how readers will see it. What you wrote since it was published is not public yet.</p>'
        : '') +
      `<p class="way">${link(helpPath, 'Help')} / <span dir="auto">${link(`${helpPath}/sections/${article.section.id}`, article.section.name)}</span></p>` +
      `<article><h1 dir="auto">${escapeHtml(article.title)}</h1><p class="quiet">Changed on ${dateText(new Date(article.published_at))}</p><div class="text" dir="auto">${html}</div>` +
      (files.length === 0
        ? ''
        : `<h2>Files</h2><ul class="files">${files
            .map(
              (file) =>
                `<li dir="auto">${link(filesAt + file.token, file.file_name)} <span class="quiet">${sizeText(file.size_in_bytes)}</span></li>`,
            )
            .join('')}</ul>`) +
      `</article>${helped}`,
  });
}
