import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Marked } from 'marked';
import { escapeHtml } from '../../contract/rich_text.ts';
import { ADDRESS, idOfHeading, readableAddress } from './manual_addresses.ts';
import type { HttpDependencies } from './context.ts';
import { sessionOf } from './session.ts';

/** The pages of the manual, as they are written. */
const FOLDER = join(import.meta.dirname, '../../docs/manual');

const STYLE = readFileSync(join(import.meta.dirname, 'manual.css'), 'utf8');

/** Nothing runs on a page of the manual, and it loads nothing but its own style and pictures. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/**
 * The manual that came with this version, below /manual, for those who may use the console: it says how the
 * installation is run. Only what was found in the folder has an address.
 */
export function registerManual(app: FastifyInstance, deps: HttpDependencies): void {
  const names = readdirSync(FOLDER).flatMap((name) => /^(.+)\.md$/.exec(name)?.[1] ?? []);
  const pictures = new Set(readdirSync(join(FOLDER, 'pictures')).filter((name) => name.endsWith('.png')));
  const kept = new Map<string, Promise<string>>();

  app.get<{ Params: { page?: string } }>(`${ADDRESS}/:page?`, async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    if (!request.workspace) return reply.redirect('/admin/setup');
    const signedIn = await sessionOf(request, deps);
    if (!signedIn) return reply.redirect(`/admin/signin?return_to=${encodeURIComponent(request.url)}`);
    if (!signedIn.viewer.core_admin) return reply.redirect('/admin');
    const name = request.params.page ?? 'index';
    if (!names.includes(name)) return reply.callNotFound();
    let page = kept.get(name);
    if (page === undefined) {
      page = pageOf(name, names);
      kept.set(name, page);
      page.catch(() => kept.delete(name));
    }
    return reply
      .header('content-security-policy', POLICY)
      .type('text/html; charset=utf-8')
      .send(await page);
  });

  app.get<{ Params: { file: string } }>(`${ADDRESS}/pictures/:file`, async (request, reply) => {
    const { file } = request.params;
    if (!pictures.has(file)) return reply.callNotFound();
    const signedIn = await sessionOf(request, deps);
    if (signedIn?.viewer.core_admin !== true) return reply.callNotFound();
    return reply
      .header('cache-control', 'private, max-age=3600')
      .type('image/png')
      .send(await readFile(join(FOLDER, 'pictures', file)));
  });
}

/** HTML of a page of the manual. */
async function pageOf(name: string, names: readonly string[]): Promise<string> {
  const text = await readFile(join(FOLDER, `${name}.md`), 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Manual';
  const way = name === 'index' ? '' : `<a href="${ADDRESS}">Manual</a> · `;
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">' +
    `<title>${escapeHtml(title)} – Earshot</title><style>${STYLE}</style></head>` +
    `<body><nav aria-label="Where you are">${way}<a href="/admin-console">Earshot</a></nav>` +
    `<main>${await rendererFor(names).parse(text)}</main></body></html>`
  );
}

/** Writes HTML of our own pages: markup in them stays out, links lead to pages below /manual or to nowhere. */
function rendererFor(names: readonly string[]): Marked {
  return new Marked({
    renderer: {
      html: () => '',
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${escapeHtml(idOfHeading(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const label = this.parser.parseInline(tokens);
        const address = readableAddress(href, names);
        return address === null ? label : `<a href="${escapeHtml(address)}">${label}</a>`;
      },
      image({ href, text }) {
        const address = readableAddress(href, names);
        return address === null
          ? escapeHtml(text)
          : `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}">`;
      },
      code({ text }) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table({ header, rows }) {
        const line = (row: typeof header, open: string, close: string): string =>
          `<tr>${row.map((cell) => `${open}${this.parser.parseInline(cell.tokens)}${close}`).join('')}</tr>`;
        const body = rows.map((row) => line(row, '<td>', '</td>')).join('');
        return `<div class="table" tabindex="0"><table><thead>${line(header, '<th scope="col">', '</th>')}</thead><tbody>${body}</tbody></table></div>\n`;
      },
    },
  });
}
