/** How much the browser is asked to load before a screen stands, on the real server with the built console. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  accountAddress,
  apiSettingsAddress,
  featureAddress,
  forumSettingsAddress,
  impactReportAddress,
  insightsAddress,
  labelSettingsAddress,
  roadmapBoardAddress,
  roadmapListAddress,
  userAddress,
} from '../web/src/host/addresses.ts';
import { startConsoleServer } from './support/console_server.ts';
import type { ConsoleServer, ConsoleWorkspace } from './support/console_server.ts';
import { loadPage } from '../scripts/page_load.ts';
import { buildRecords, captureFeedback, launchChromium, writeComment } from './support/panels.ts';
import type { Records } from './support/panels.ts';

/** Compressed, React included. Each screen of the product adds its address and its rule to the first load, some 60 bytes. */
const LIST_SCRIPT_BYTES = 176 * 1024;
/** Settings of labels and forums hold the frame, dialogs and dragging. */
const ROUTE_SCRIPT_BYTES = 256 * 1024;
const EDITOR_BYTES = 170 * 1024;
const STYLE_BYTES = 42 * 1024;
const FIRST_LOAD_REQUESTS = 25;
/** Insights ask for each card by itself and for the first steps; settings load their frame. */
const SCREEN_REQUESTS = 30;
/** A feature asks for its ideas, who waits, what happened, the places of the roadmap and its neighbours, each by itself. */
const FEATURE_REQUESTS = 34;
/** Of all kinds, until two seconds after load. */
const IDEA_REQUESTS = 20;
const IDEA_BYTES = 240 * 1024;

let running: ConsoleServer;
let browser: Browser;
let server: ConsoleWorkspace;
let records: Records;

beforeAll(async () => {
  running = await startConsoleServer({}, { isShipped: true });
  browser = await launchChromium();
  server = await running.openWorkspace();
  records = await buildRecords(server);
});
afterAll(async () => {
  await browser?.close();
  await running?.close();
});

/** What a screen asks for until it is there, by kind. Bytes are those of the compressed files. */
async function load(
  address: string,
  isThere: (page: Page) => Promise<unknown>,
): Promise<{ scripts: number; styles: number; requests: number; editor: number }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await server.signIn(context);
  const page = await context.newPage();
  const bodies: Promise<{ url: string; size: number } | null>[] = [];
  let requests = 0;
  page.on('request', () => {
    requests += 1;
  });
  page.on('response', (response) => {
    if (!/\.(js|css)$/.test(new URL(response.url()).pathname)) return;
    bodies.push(
      response
        .body()
        .then((body) => ({ url: response.url(), size: gzipSync(body, { level: 9 }).length }))
        .catch(() => null),
    );
  });
  // the stream of live events never falls silent
  await page.route('**/clients/admin-console/events', (route) => route.fulfill({ status: 204 }));
  // what is loaded ahead while the page is idle is none of its first load
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  await page.goto(server.url + address);
  await isThere(page);
  // what a screen asks for after its title counts, too
  await page.waitForLoadState('networkidle');
  const asked = requests;
  const files = (await Promise.all(bodies)).filter((file) => file !== null);
  await context.close();
  const sum = (pattern: RegExp, except: RegExp = /$^/) =>
    files
      .filter((file) => pattern.test(file.url) && !except.test(file.url))
      .reduce((bytes, file) => bytes + file.size, 0);
  const editor = /TiptapEditor/;
  return { scripts: sum(/\.js$/, editor), styles: sum(/\.css$/), requests: asked, editor: sum(editor) };
}

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, level: 1 }).waitFor();

/** As people write. */
const paragraphs = [
  'Finance closes the quarter with a sheet of its own, since the report shows neither the plan nor the account manager of a customer.',
  'We export twice a week and merge both files by hand; one column that is missing costs two people an afternoon each time.',
  'Our largest customer asked in the last three reviews when they can see open requests by region, and who looks after them.',
  'It would be enough to have the choice once, kept with the report, and offered again to everybody who opens it.',
  'Please tell us before it changes: two of our scripts read that file every night.',
];

describe('what is loaded at first', () => {
  test('the ideas list stays within its budget of script, style and requests', async () => {
    const loaded = await load('/admin/v3/feedback/suggestions', (page) =>
      page.locator('tbody tr[data-row-id]').first().waitFor(),
    );
    expect(loaded.scripts).toBeLessThanOrEqual(LIST_SCRIPT_BYTES);
    expect(loaded.styles).toBeLessThanOrEqual(STYLE_BYTES);
    expect(loaded.requests).toBeLessThanOrEqual(FIRST_LOAD_REQUESTS);
    expect(loaded.editor).toBe(0);
  });

  /** What a page asks until its table is there: names of operations, addresses of other calls. */
  async function askedBy(prepare: (page: Page) => Promise<unknown>): Promise<string[]> {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await server.signIn(context);
    const page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      const operation =
        request.method() === 'POST'
          ? (request.postDataJSON() as { operationName?: string } | null)?.operationName
          : undefined;
      asked.push(operation ?? pathname + search);
    });
    await prepare(page);
    await page.goto(`${server.url}/admin/v3/feedback/suggestions`);
    await page.locator('tbody tr[data-row-id]').first().waitFor();
    await context.close();
    return asked;
  }
  // the wide answer, with the numbers of the tickets, is asked for once the list is there
  const WHO = ['/api/account/current?basic=1', '/clients/admin-console/token', 'ConsoleViewer'];

  test('the page brings along who is here, without a token, and the first rows', async () => {
    const asked = await askedBy(async () => undefined);
    expect(WHO.map((name) => asked.filter((other) => other === name).length)).toEqual([0, 1, 0]);
    expect(asked).not.toContain('IdeasTable');
  });

  test('a page whose rows hold an error asks for them', async () => {
    const asked = await askedBy((page) =>
      page.addInitScript(() => {
        const read = JSON.parse.bind(JSON);
        JSON.parse = ((text: string) => {
          const value = read(text) as { first?: { answer: unknown } } | null;
          if (value?.first !== undefined)
            value.first.answer = { data: null, errors: [{ message: 'Not now.' }] };
          return value;
        }) as typeof JSON.parse;
      }),
    );
    expect(asked.filter((name) => name === 'IdeasTable')).toHaveLength(1);
  });

  test('a page without it asks while the code is on its way, and not again when it is there', async () => {
    const asked = await askedBy(async (page) => {
      await page.addInitScript(() => {
        const find = document.getElementById.bind(document);
        document.getElementById = (id: string) => (id === 'earshot-early' ? null : find(id));
      });
      // the code comes when the answers are there
      const viewer = page.waitForResponse(
        (response) => response.request().postData()?.includes('ConsoleViewer') === true,
      );
      await page.route('**/console-assets/console-*.js', async (route) => {
        await viewer;
        await route.continue();
      });
    });
    expect(WHO.map((name) => asked.filter((other) => other === name).length)).toEqual([1, 1, 1]);
    expect(asked.filter((name) => name === 'IdeasTable')).toHaveLength(1);
  });

  test('the console comes up, too, when nothing could be asked ahead', async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await server.signIn(context);
    const page = await context.newPage();
    await page.route('**/console-assets/early-calls-*.js', (route) => route.abort());
    await page.goto(`${server.url}/admin/v3/feedback/suggestions`);
    await page.locator('tbody tr[data-row-id]').first().waitFor();
    await context.close();
  });

  test('every other screen stays within its budget, without the editor', async () => {
    const { impact_report_create: report } = await server.call<{ impact_report_create: { id: string } }>(
      'mutation ($ids: [ID!]) { impact_report_create(suggestion_ids: $ids, title: "Why it matters") { id } }',
      { ids: [records.exportIdea] },
    );
    const { feature_create: feature } = await server.call<{ feature_create: { id: string } }>(
      'mutation { feature_create(name: "Offline maps") { id } }',
    );
    const screens: [string, (page: Page) => Promise<unknown>][] = [
      [impactReportAddress(report.id), heading('Why it matters')],
      [`/admin/v3/ideas/${records.exportIdea}`, heading(/Export voters/)],
      [roadmapBoardAddress(), (page) => page.getByText('Offline maps').first().waitFor()],
      [roadmapListAddress(), (page) => page.getByText('Offline maps').first().waitFor()],
      [featureAddress(feature.id), heading('Offline maps')],
      [accountAddress(records.priya.account_id!), heading('Northwind')],
      [userAddress(records.priya.id), heading('Priya Raman')],
      [insightsAddress, heading('Insights')],
      [labelSettingsAddress, heading('Labels')],
      [forumSettingsAddress, heading('Forums')],
      [apiSettingsAddress(), heading('API and webhooks')],
    ];
    const look = async ([address, isThere]: (typeof screens)[number]): Promise<void> => {
      const loaded = await load(address, isThere);
      expect(loaded.scripts, address).toBeLessThanOrEqual(ROUTE_SCRIPT_BYTES);
      expect(loaded.styles, address).toBeLessThanOrEqual(STYLE_BYTES);
      expect(loaded.requests, address).toBeLessThanOrEqual(
        address === featureAddress(feature.id) ? FEATURE_REQUESTS : SCREEN_REQUESTS,
      );
    };
    // what is loaded is counted, not how fast: two at a time
    for (let from = 0; from < screens.length; from += 2)
      await Promise.all(screens.slice(from, from + 2).map(look));
  });

  test('an idea with texts, comments and feedback stays within its budget of requests and bytes until two seconds after load', async () => {
    const { id } = (
      await server.call<{ suggestion_create: { id: string } }>(
        `mutation ($body: String!, $links: SuggestionLinks!, $creator: SuggestionCreator) {
          suggestion_create(title: "Reports by account", body: $body, body_mime_type: "text/html", links: $links, creator: $creator) { id }
        }`,
        {
          body: paragraphs.map((text) => `<p>${text}</p>`).join(''),
          links: { forum: records.product.id },
          creator: { id: records.femke.id },
        },
      )
    ).suggestion_create;
    for (const text of paragraphs) {
      await writeComment(server, id, records.priya, text);
      await captureFeedback(server, id, records.femke, text);
    }
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await server.signIn(context);
    const loaded = await loadPage(await context.newPage(), `${server.url}/admin/v3/ideas/${id}`);
    await context.close();
    const list = loaded.files.map((file) => `${file.path} ${file.bytes}`).join('\n');
    expect(loaded.requests, list).toBeLessThanOrEqual(IDEA_REQUESTS);
    expect(loaded.bytes, list).toBeLessThanOrEqual(IDEA_BYTES);
    // what opens the stream of live events is there by then: the page was counted to its end
    expect(list).toMatch(/admin-console\/events/);
  });

  test('the editor is a file of its own within its budget', () => {
    const dist = join(import.meta.dirname, '../web/dist');
    const scripts = readdirSync(dist).filter((name) => name.endsWith('.js'));
    const withEditor = scripts.filter((name) =>
      readFileSync(join(dist, name), 'utf8').includes('ProseMirror'),
    );
    expect(withEditor).toEqual([expect.stringMatching(/^TiptapEditor/)]);
    expect(gzipSync(readFileSync(join(dist, withEditor[0] ?? '')), { level: 9 }).length).toBeLessThanOrEqual(
      EDITOR_BYTES,
    );
  });
});
