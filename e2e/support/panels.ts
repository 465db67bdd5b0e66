/** What the journeys of the panels share: records of a small workspace, a page that notes what it sends, and failures on demand. */
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { inject } from 'vitest';
import {
  buildAccount,
  buildCategory,
  buildComment,
  buildForum,
  buildStatus,
  buildUser,
} from '../../server/db/builders.ts';
import { findChromium } from '../../scripts/chromium.ts';
import type { ConsoleWorkspace } from './console_server.ts';
import type { TestWindow, WindowOptions } from './warm_window.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The browser draws the list below its address bar as pages of its own, which cost as much in each new window as the console, and which nobody sees. */
const ADDRESS_BAR_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** What playwright-core switches off by itself: a second list of features takes the place of its own. */
const PLAYWRIGHT_SWITCHES_OFF = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/** A headless Chromium of this machine. @throws Error when there is none */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found: set CHROMIUM to the path of one.');
  process.env.TMPDIR = inject('scratchFolder');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...PLAYWRIGHT_SWITCHES_OFF, ...ADDRESS_BAR_PAGES].join(',')}`,
    ],
  });
}

/** The records that `buildRecords` makes: rows, and ids of ideas. */
export type Records = Awaited<ReturnType<typeof buildRecords>>;

/** Two open forums and a closed one, people with and without address, and ideas that resemble one another. */
export async function buildRecords(server: ConsoleWorkspace) {
  const { database: at, tenant } = server;
  const product = await buildForum(at, tenant, { name: 'Product' });
  const reporting = await buildCategory(at, tenant, { forum_id: product.id, name: 'Reporting' });
  await buildCategory(at, tenant, { forum_id: product.id, name: 'Permissions' });
  const mobile = await buildForum(at, tenant, { name: 'Mobile apps', category_required: true });
  const ios = await buildCategory(at, tenant, { forum_id: mobile.id, name: 'iOS' });
  await buildForum(at, tenant, { name: 'Old portal', state: 'closed' });
  await at.pool.query('update subdomains set default_forum_id = $2 where id = $1', [tenant.id, product.id]);
  const planned = await buildStatus(at, tenant, { name: 'Planned', hex_color: '#2563eb' });
  const northwind = await buildAccount(at, tenant, { name: 'Northwind', revenue_cents: '4820000' });
  const person = (name: string, email_address: string | null) =>
    buildUser(at, tenant, { name, email_address, account_id: northwind.id });
  const priya = await person('Priya Raman', 'priya@northwind.example');
  const femke = await person('Femke de Vries', 'femke@northwind.example');
  const nameless = await person('Participant 4711', null);
  const long = await person(
    'Maximiliane Friederike von Hohenstein-Waldburg-Zeil zu Wurzach',
    'maximiliane.friederike.von.hohenstein-waldburg@procurement.northwind-international.example',
  );
  const arabic = await person('زهراء الحسيني', 'zahra@northwind.example');

  const idea = async (
    title: string,
    body: string,
    creator: { id: string },
    forum = product.id,
    category: string | null = null,
  ): Promise<string> => {
    const answer = await server.call<{ suggestion_create: { id: string } }>(
      `mutation ($title: String!, $body: String, $links: SuggestionLinks!, $creator: SuggestionCreator) {
        suggestion_create(title: $title, body: $body, links: $links, creator: $creator) { id }
      }`,
      { title, body, links: { forum, category }, creator: { id: creator.id } },
    );
    return answer.suggestion_create.id;
  };
  const exportIdea = await idea(
    'Export voters with account revenue',
    'Finance wants the MRR behind each idea as xlsx. Today the export has names and emails only.',
    femke,
    product.id,
    reporting.id,
  );
  const darkIdea = await idea(
    'Dark mode for the public portal',
    'Our users work at night shifts.',
    femke,
    mobile.id,
    ios.id,
  );
  const bulkIdea = await idea(
    'Bulk edit statuses from the list',
    'Pick several ideas and change the status in one go.',
    femke,
  );
  await at.pool.query('update suggestions set status_id = $2 where id = $1', [exportIdea, planned.id]);
  return {
    product,
    reporting,
    mobile,
    ios,
    priya,
    femke,
    nameless,
    long,
    arabic,
    exportIdea,
    darkIdea,
    bulkIdea,
  };
}

/** A comment of a person on an idea. Answers its id. */
export async function writeComment(
  server: ConsoleWorkspace,
  ideaId: string,
  author: { id: string },
  body: string,
  created_at = new Date(),
): Promise<string> {
  const row = await buildComment(server.database, server.tenant, {
    suggestion_id: ideaId,
    creator_id: author.id,
    body,
    created_at,
    updated_at: created_at,
  });
  await server.database.pool.query(
    `insert into activity_entries (subdomain_id, kind, suggestion_id, user_id, comment_id, created_at) values ($1, 'comment_created', $2, $3, $4, $5)`,
    [server.tenant.id, ideaId, author.id, row.id, created_at],
  );
  return row.id;
}

/** A feedback of a person on an idea, as the panel would write it. Answers its id. */
export async function captureFeedback(
  server: ConsoleWorkspace,
  ideaId: string,
  from: { id: string },
  body: string,
): Promise<string> {
  const answer = await server.call<{ feedback_record_create: { id: string } }>(
    `mutation ($body: String!, $links: FeedbackRecordLinks) { feedback_record_create(body: $body, channel: "admin", links: $links) { id } }`,
    { body, links: { suggestion: ideaId, user: from.id } },
  );
  return answer.feedback_record_create.id;
}

/** One GraphQL call that the page sent. */
export interface SentOperation {
  name: string;
  variables: Record<string, unknown>;
}

/** A page with what it sent and what went wrong in it. */
export interface PanelPage {
  context: BrowserContext;
  page: Page;
  /** GraphQL calls in order. */
  sent: SentOperation[];
  /** Errors of the page and violations of its policy. Failed calls, which the tests bring about, are left out. */
  complaints: string[];
  /** Calls of one operation. */
  calls(name: string): SentOperation[];
  /** Lets an operation fail from now on, until `heal`. @param field the input that is refused; left out: none is named */
  fail(name: string, message: string, field?: string): Promise<void>;
  heal(): Promise<void>;
}

/** What `routeCalls` needs of a page. */
type RoutablePage = Pick<Page, 'unroute' | 'evaluate'> & {
  route(address: string, answer: (route: Route) => Promise<void>): Promise<unknown>;
};

/** What `routeCalls` asks for until the answer is its own. */
const PROBE = '/is-this-routed';

/**
 * `page.route` for a page that is open already: done when the calls of the page come to the route. The browser
 * says so before it has told the page; what a key press asks for in between goes past the route to the server.
 */
export async function routeCalls(
  page: RoutablePage,
  address: string,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(address, answer);
  await page.route(`**${PROBE}`, (route) => route.fulfill({ status: 204 }));
  const isRouted = (): Promise<boolean> =>
    page.evaluate(async (probe) => (await fetch(probe)).status === 204, PROBE);
  while (!(await isRouted()));
  await page.unroute(`**${PROBE}`);
}

/** How a page is opened. */
export interface PageOptions extends WindowOptions {
  /** Opens it in a window of its own: for what stays in a window, as a clock or a script that every page begins with. */
  own?: boolean;
  /** Whether the page is loaded, for what is about loading; else the console is drawn in a page that is loaded already. */
  loads?: boolean;
  /** What is done to the page before it goes to its address. */
  before?: (page: Page) => Promise<void>;
}

/** Opens a signed-in page in a window on an address of the console and waits until the shell is there. */
export async function openPanelPage(
  { context, page }: TestWindow,
  server: ConsoleWorkspace,
  address: string,
  options: Pick<PageOptions, 'before' | 'loads'> = {},
): Promise<PanelPage> {
  await server.signIn(context);
  const sent: SentOperation[] = [];
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      !/^(Failed to load resource|ApiError|Could not find or create the user)/.test(message.text())
    )
      complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v2/admin/graphql')) return;
    const body = request.postDataJSON() as { operationName: string; variables: Record<string, unknown> };
    sent.push({ name: body.operationName, variables: body.variables });
  });
  const failures = new Map<string, { message: string; field: string | undefined }>();
  const answer = async (route: Route): Promise<void> => {
    const { operationName } = route.request().postDataJSON() as { operationName: string };
    const failure = failures.get(operationName);
    if (failure === undefined) await route.fallback();
    else {
      const { message, field } = failure;
      await route.fulfill({
        json: { data: null, errors: [{ message, extensions: { code: 'BAD_USER_INPUT', field } }] },
      });
    }
  };
  let isRouted = false;
  await options.before?.(page);
  const isStage =
    !options.loads &&
    page.url().startsWith(`${server.url}/`) &&
    (await page.evaluate(() => window.earshotStage !== undefined));
  if (isStage) await page.evaluate((at) => window.earshotStage?.show(at), address);
  else await page.goto(server.url + address);
  await page.getByRole('navigation').first().waitFor();
  return {
    context,
    page,
    sent,
    complaints,
    calls: (name) => sent.filter((call) => call.name === name),
    fail: async (name, message, field) => {
      failures.set(name, { message, field });
      // not from the start: with a route every file makes a detour by the test, and the browser keeps none
      if (!isRouted) await routeCalls(page, '**/api/v2/admin/graphql', answer);
      isRouted = true;
    },
    heal: async () => failures.clear(),
  };
}

/** Tags of axe's rules for WCAG 2.2 A and AA. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Rules of axe whose answer depends on colours; all others see the same page in both schemes. */
const ABOUT_COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * WCAG 2.2 A and AA by axe, as sentences; empty when there is nothing to complain about.
 *
 * @param rules tags of axe's rules to look for instead, or names of rules
 */
export async function violations(page: Page, rules: readonly string[] = WCAG): Promise<string[]> {
  // evaluated, not added as an element: the page's policy would refuse it
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async (runOnly) => {
    type Found = { id: string; nodes: { html: string; failureSummary: string }[] };
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Found[] }> };
    };
    // a style sheet that is still on its way would be read by axe as inline style, of which the page's policy complains
    const arriving = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(
      ({ sheet }) => sheet === null,
    );
    await Promise.race([
      Promise.all(
        arriving.map(
          (link) =>
            new Promise((done) => {
              link.addEventListener('load', done, { once: true });
              link.addEventListener('error', done, { once: true });
            }),
        ),
      ),
      // one that failed before says nothing any more
      new Promise((done) => setTimeout(done, 2_000)),
    ]);
    // what is right is not written down
    const result = await axe.run({ runOnly, resultTypes: ['violations'] });
    return result.violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')} ${nodes[0]?.failureSummary}`,
    );
  }, rules);
}

/**
 * `violations` of a page as it stands in the light scheme of the system, and those that are about colours in the dark
 * one, which the page takes without being opened again; each sentence names its scheme.
 */
export async function violationsInBothSchemes(
  page: Page,
  rules: readonly string[] = WCAG,
): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction(
      (scheme) =>
        document.documentElement.getAttribute('data-color-scheme') === scheme &&
        !document
          .getAnimations()
          .some((animation) => animation instanceof CSSTransition && animation.playState === 'running'),
      colorScheme,
    );
    const sentences = await violations(page, colorScheme === 'light' ? rules : ABOUT_COLOURS);
    found.push(...sentences.map((sentence) => `${colorScheme}: ${sentence}`));
  }
  return found;
}

/**
 * Lifts what is dragged by the keyboard, which has the focus, and waits until it takes arrow keys: the library listens
 * for them one timer after it says that something was picked up.
 * @param said what is announced, or its beginning
 */
export async function liftByKey(page: Page, said: string): Promise<void> {
  await page.keyboard.press('Space');
  await page.getByText(said, { exact: false }).waitFor({ state: 'attached' });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}
