/**
 * Keys that are typed right behind a shortcut or a click, before what it opens stands. The shortcuts are those
 * that the console itself lists on each screen, so that a new one is walked by being there.
 */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { buildFeedbackRecord, buildSuggestion } from '../server/db/builders.ts';
import { feedbackAddress, reviewAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, routeCalls, violationsInBothSchemes } from './support/panels.ts';
import type { PanelPage, Records } from './support/panels.ts';

let server: ConsoleWorkspace;
let records: Records;
/** Shortcuts of the shell are the same on every screen: walked once. */
const known = new Set<string>();
const journeys = journeysOf(
  async (workspace) => {
    server = workspace;
    records = await buildRecords(workspace);
    await buildFeedbackRecord(workspace.database, workspace.tenant, {
      body: 'Charts would help',
      user_id: records.femke.id,
    });
    for (const title of ['Offline mode', 'Dashboard on the wall']) {
      await buildSuggestion(workspace.database, workspace.tenant, {
        title,
        body: title,
        forum_id: records.product.id,
        creator_id: records.femke.id,
        state: 'pending',
      });
    }
  },
  undefined,
  // the code ahead would hide what is tested here: on a slow line a key comes before it
  () => void Object.assign(window, { requestIdleCallback: () => 0 }),
);

const KEY_MS = 10;
/** When code that is loaded later comes: at once, while somebody types, or when all is typed. */
const COMES = ['at once', 'meanwhile', 'afterwards'] as const;
/** Holds letters that are shortcuts of their own on every screen: what goes astray acts. */
const TYPED = 'sla dash';
/** Later than anybody types here: the test ends the wait, or its page goes. */
const NEVER_MS = 60_000;

const isMutation = (query: unknown): boolean =>
  typeof query === 'string' && query.trimStart().startsWith('mutation');

/**
 * A fresh page whose later code comes after `delay_ms`, or when it is released, with the mutations that it sends. The
 * walk carries none of them out: the next page finds what this one found.
 *
 * @param loads as `PageOptions` has it; false: all code is there already
 */
async function fresh(
  address: string,
  delay_ms: number,
  ready: (page: Page) => Promise<unknown>,
  { carriesOut = true, own = false, loads = true } = {},
): Promise<PanelPage & { mutations: string[]; release: () => void }> {
  const mutations: string[] = [];
  const released = Promise.withResolvers<void>();
  const opened = await journeys.open(server, address, {
    own,
    loads,
    before: async (page) => {
      page.on('request', (request) => {
        if (!request.url().endsWith('/api/v2/admin/graphql')) return;
        const body = request.postDataJSON() as { operationName: string; query: string };
        if (isMutation(body.query)) mutations.push(body.operationName);
      });
    },
  });
  const { page } = opened;
  await ready(page);
  // not from the start: with a route each file makes a detour by the test, and the browser keeps none
  if (!carriesOut)
    await routeCalls(page, '**/api/v2/admin/graphql', (route) =>
      isMutation((route.request().postDataJSON() as { query: string }).query)
        ? Promise.resolve()
        : route.fallback(),
    );
  if (delay_ms > 0) {
    await routeCalls(page, '**/console-assets/**', async (route) => {
      const late = new Promise((resolve) => setTimeout(resolve, delay_ms).unref());
      await Promise.race([late, released.promise]);
      await route.fallback().catch(() => undefined);
    });
  }
  return { ...opened, mutations, release: released.resolve };
}

/** Types letter by letter, behind whatever was pressed; code that was held comes when it is said to. */
async function typeWhile(
  { page, release }: { page: Page; release: () => void },
  comes: (typeof COMES)[number],
  text: string,
): Promise<void> {
  const half = text.length / 2;
  await page.keyboard.type(text.slice(0, half), { delay: KEY_MS });
  if (comes === 'meanwhile') release();
  await page.keyboard.type(text.slice(half), { delay: KEY_MS });
  release();
}

const delayOf = (comes: (typeof COMES)[number]): number => (comes === 'at once' ? 0 : NEVER_MS);

/** Presses a shortcut as the list writes it: 'g b', 'shift+s', 'mod+k'. */
async function pressShortcut(page: Page, keys: string): Promise<void> {
  // one right behind the other: a busy machine would make a pause of the way back and forth, which ends a sequence
  await Promise.all(
    keys.split(' ').map((step) => {
      const name = step
        .replace(/^(left|right|up|down)$/, (arrow) => `Arrow${arrow[0]?.toUpperCase()}${arrow.slice(1)}`)
        .replace('mod', 'Control')
        .replace('shift', 'Shift')
        .replace('esc', 'Escape')
        .replace('space', 'Space')
        .replace('enter', 'Enter')
        .replace('delete', 'Delete');
      return page.keyboard.press(
        /^[a-z]$/.test(name)
          ? name
          : name.replace(/\+([a-z])$/, (_all, letter: string) => `+${letter.toUpperCase()}`),
      );
    }),
  );
}

/** Name and text of the field that has the focus; null: none has it. */
const focusedField = (page: Page): Promise<{ name: string; text: string; isWaiting: boolean } | null> =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement)) return null;
    const isField =
      active.matches('input:not([type="checkbox"], [type="radio"]), textarea') || active.isContentEditable;
    if (!isField) return null;
    const text =
      active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
        ? active.value
        : active.innerText.trim();
    const label =
      active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement
        ? active.labels?.[0]?.textContent
        : null;
    return {
      name: active.getAttribute('aria-label') ?? label ?? active.id,
      text,
      isWaiting: active.closest('#waiting') !== null,
    };
  });

/** Nothing is on its way any more, and the focus rests. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('#waiting, [data-pending-field]') === null,
    undefined,
    { timeout: 15_000 },
  );
}

const screens: [string, () => string, (page: Page) => Promise<unknown>][] = [
  [
    'an idea',
    () => `/admin/v3/ideas/${records.exportIdea}`,
    (page) => page.getByText('All activity').first().waitFor(),
  ],
  [
    'the list of ideas',
    () => '/admin/v3/feedback/suggestions',
    (page) => page.locator('tbody tr[data-row-id]').first().waitFor(),
  ],
  [
    'the list with an idea chosen',
    () => '/admin/v3/feedback/suggestions',
    async (page) => {
      await page.locator('tbody tr[data-row-id]').first().getByRole('checkbox').check();
      await page.getByRole('toolbar').waitFor();
    },
  ],
  [
    'the list with a current row',
    () => '/admin/v3/feedback/suggestions',
    async (page) => {
      await page.locator('tbody tr[data-row-id]').first().waitFor();
      await page.keyboard.press('j');
    },
  ],
  ['the review queue', () => reviewAddress, (page) => page.getByText('Offline mode').first().waitFor()],
  [
    'feedback',
    () => feedbackAddress(),
    (page) => page.getByRole('complementary').getByText('Charts would help').waitFor(),
  ],
];

const onReview = screens[4]![2];

/** The shortcuts that a screen lists. */
async function listedShortcuts(page: Page): Promise<{ keys: string; label: string }[]> {
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  return page.locator('[data-shortcut]').evaluateAll((rows) =>
    rows.map((row) => ({
      keys: row.getAttribute('data-shortcut') ?? '',
      label: row.querySelector('dt')?.textContent ?? '',
    })),
  );
}

describe('keys typed right behind a shortcut', () => {
  test.each(screens)(
    'each shortcut of %s takes what is typed into the field that it leads to',
    { timeout: 400_000 },
    async (_name, address, ready) => {
      const list = await fresh(address(), 0, ready, { loads: false });
      const shortcuts = await listedShortcuts(list.page);
      await journeys.closePages();
      expect(shortcuts.length).toBeGreaterThan(5);
      const walked: string[] = [];
      for (const { keys, label } of shortcuts) {
        if (known.has(`${keys} ${label}`)) continue;
        known.add(`${keys} ${label}`);
        // where it leads when nothing is typed and nothing is late
        const reference = await fresh(address(), 0, ready, { carriesOut: false, loads: false });
        await pressShortcut(reference.page, keys);
        await reference.page.waitForTimeout(250);
        await settled(reference.page);
        const field = await focusedField(reference.page);
        const meant = [...reference.mutations];
        const layer = await reference.page
          .getByRole('dialog')
          .or(reference.page.getByRole('alertdialog'))
          .count();
        await journeys.closePages();
        // it acts, or leads to another page: nothing is waited for
        if (field === null && layer === 0) continue;
        walked.push(keys);
        // code that comes between two letters takes the way of both others: once on each screen
        const comings = walked.length === 1 ? COMES : COMES.filter((comes) => comes !== 'meanwhile');
        await Promise.all(
          comings.map(async (comes) => {
            const each = await fresh(address(), delayOf(comes), ready, { carriesOut: false });
            await pressShortcut(each.page, keys);
            // a blank presses the button of a layer that stands by then
            await typeWhile(each, comes, field === null ? TYPED.replace(' ', '') : TYPED);
            const told = `${keys} with code ${comes}`;
            if (field === null) {
              // a layer without a field: letters go nowhere, and no further
              await each.page.getByRole('dialog').or(each.page.getByRole('alertdialog')).first().waitFor();
              expect(each.mutations, told).toEqual(meant);
              return;
            }
            await settled(each.page);
            await expect
              .poll(() => focusedField(each.page).then((found) => found?.text.endsWith(TYPED)), {
                message: `${told}: ${JSON.stringify(await focusedField(each.page))}`,
              })
              .toBe(true);
            expect((await focusedField(each.page))?.name, told).toBe(field.name);
            expect(each.mutations, told).toEqual(meant);
          }),
        );
        await journeys.closePages();
      }
      // the first screen has those of the shell
      if (known.size === shortcuts.length) expect(walked).toContain('mod+k');
    },
  );
});

const openIdeaPage = (delay_ms: number, options: { own?: boolean } = {}) =>
  fresh(`/admin/v3/ideas/${records.exportIdea}`, delay_ms, screens[0]![2], options);

describe('a layer on its way', () => {
  test('Ctrl Enter typed before the panel stands sends nothing that its button would not', async () => {
    const { page, mutations } = await openIdeaPage(600);
    await page.keyboard.press('c');
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    await page.keyboard.press('Delete');
    await page.keyboard.press('Control+Enter');
    const panel = page.getByRole('dialog', { name: 'Add feedback' });
    // the panel says what is missing, as it does when it stood before
    await panel.locator('[aria-invalid="true"]').first().waitFor();
    expect(await panel.getByLabel('Feedback', { exact: true }).inputValue()).toBe(TYPED);
    expect(mutations).toEqual([]);
  });

  test('the caret, what was deleted and what was pasted come along; text goes on behind the caret', async () => {
    const { page } = await openIdeaPage(600);
    await page.keyboard.press('c');
    await page.keyboard.type('sla reporx');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText('t is missing');
    await page.keyboard.press('Home');
    await page.keyboard.type('The ');
    const field = page.getByRole('dialog', { name: 'Add feedback' }).getByLabel('Feedback', { exact: true });
    await field.waitFor();
    await settled(page);
    await page.keyboard.type('good ');
    expect(await field.inputValue()).toBe('The good sla report is missing');
  });

  test('a composition that runs is finished where it began', async () => {
    const { page, context } = await openIdeaPage(400, { own: true });
    await page.keyboard.press('c');
    const client = await context.newCDPSession(page);
    await client.send('Input.imeSetComposition', { text: 'にほ', selectionStart: 2, selectionEnd: 2 });
    const field = page.getByRole('dialog', { name: 'Add feedback' }).getByLabel('Feedback', { exact: true });
    await field.waitFor();
    expect((await focusedField(page))?.isWaiting).toBe(true);
    await client.send('Input.insertText', { text: '日本' });
    await expect.poll(() => field.inputValue()).toBe('日本');
    expect((await focusedField(page))?.isWaiting).toBe(false);
  });

  test('the page dims at the key press, before the code is there; a click into it does nothing, Escape makes it bright again', async () => {
    const { page } = await openIdeaPage(10_000);
    const seen = () =>
      page.evaluate(() => {
        const top = document.elementFromPoint(400, 400);
        return top === null || top.closest('#root') !== null
          ? 'page'
          : getComputedStyle(top).opacity === '1'
            ? 'dimmed'
            : 'dimming';
      });
    expect(await seen()).toBe('page');
    await page.keyboard.press('c');
    expect(await seen()).not.toBe('page');
    await expect.poll(seen).toBe('dimmed');
    await page.mouse.click(400, 400);
    await page.keyboard.type('sla');
    expect(await page.getByRole('textbox', { name: 'Opening. You can already type.' }).inputValue()).toBe(
      'sla',
    );
    await page.keyboard.press('Escape');
    expect(await seen()).toBe('page');
  });

  test('the scrim of a panel goes on where the page is dimmed already', async () => {
    const { page } = await openIdeaPage(600);
    await page.keyboard.press('c');
    const scrim = page.getByRole('dialog', { name: 'Add feedback' }).locator('xpath=preceding-sibling::div');
    await scrim.waitFor();
    // of 350 ms, 600 have passed
    expect(await scrim.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  });

  test('Escape closes what is awaited and gives the focus back; it does not come later', async () => {
    const { page } = await openIdeaPage(400);
    const opener = page.getByRole('button', { name: 'Add feedback' }).first();
    await opener.focus();
    await page.keyboard.press('c');
    await page.keyboard.type('sla');
    await page.keyboard.press('Escape');
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.waitForTimeout(700);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('Escape behind letters for a form of the page keeps them, as the form does', async () => {
    const { page } = await openIdeaPage(400);
    await page.keyboard.press('n');
    await page.keyboard.type('sla');
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Note' }).getByText('sla', { exact: true }).waitFor();
    // and with nothing typed it is not wanted any more
    await page.reload();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.keyboard.press('Shift+C');
    await page.keyboard.press('Escape');
    await page.waitForTimeout(700);
    expect(await page.getByRole('textbox', { name: 'Public reply' }).count()).toBe(0);
  });

  test('a key that is held down leaves no letters in the field', async () => {
    const { page } = await openIdeaPage(200);
    await page.keyboard.down('c');
    for (let repeat = 0; repeat < 12; repeat += 1) {
      await page.keyboard.down('c');
      await page.waitForTimeout(KEY_MS);
    }
    await page.keyboard.up('c');
    const field = page.getByRole('dialog', { name: 'Add feedback' }).getByLabel('Feedback', { exact: true });
    await field.waitFor();
    await settled(page);
    await page.keyboard.type('cc');
    expect(await field.inputValue()).toBe('cc');
  });

  test('a second shortcut typed meanwhile comes after the first, each with its letters', async () => {
    const { page } = await openIdeaPage(400);
    await page.keyboard.press('c');
    await page.keyboard.type('sla', { delay: KEY_MS });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('dashboard', { delay: KEY_MS });
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    await palette.waitFor();
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('dashboard');
    expect(await page.getByLabel('Feedback', { exact: true }).inputValue()).toBe('sla');
  });

  test('Enter behind a key that leads to a button presses it', async () => {
    const { page } = await openIdeaPage(600);
    await page.keyboard.press('c');
    await page.keyboard.type('sla');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    const section = page.getByRole('button', { name: 'Feedback (private)' });
    await expect.poll(() => section.getAttribute('aria-expanded')).toBe('false');
  });

  test('Enter typed at once chooses in the palette, and the next letters belong to what it opens', async () => {
    const { page } = await openIdeaPage(300);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('new idea', { delay: KEY_MS });
    await page.keyboard.press('Enter');
    await page.keyboard.type('sla dashboard', { delay: KEY_MS });
    await settled(page);
    await expect.poll(async () => (await focusedField(page))?.text).toBe('sla dashboard');
  });

  test('code that does not come: what was typed is kept, and goes on after another try', async () => {
    const { page, complaints, mutations } = await openIdeaPage(0);
    await page.route('**/console-assets/**', (route) => route.abort());
    await page.keyboard.press('c');
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    await page.getByTestId('toast').getByText('Your text is safe').waitFor();
    await page.unroute('**/console-assets/**');
    await page.getByTestId('toast').getByRole('button', { name: 'Try again' }).click();
    const field = page.getByRole('dialog', { name: 'Add feedback' }).getByLabel('Feedback', { exact: true });
    await expect.poll(() => field.inputValue()).toBe(TYPED);
    // with its style sheet, whose failure the browser remembers
    await expect
      .poll(async () => (await page.getByRole('dialog', { name: 'Add feedback' }).boundingBox())?.width)
      .toBe(400);
    expect(mutations).toEqual([]);
    // the failure was brought about
    expect(complaints.splice(0).every((each) => /preload CSS|dynamically imported/.test(each))).toBe(true);
  });

  test('keys behind a click that opens a panel belong to the panel', async () => {
    const { page, mutations } = await openIdeaPage(400);
    await page.getByRole('button', { name: 'Add feedback' }).first().click();
    await page.keyboard.type(TYPED, { delay: KEY_MS });
    await settled(page);
    await expect.poll(async () => (await focusedField(page))?.text).toBe(TYPED);
    expect(mutations).toEqual([]);
  });

  test('keys behind a link are none of the page that is left', async () => {
    const { page, mutations } = await fresh(reviewAddress, 600, onReview);
    await page.getByRole('link', { name: 'Insights' }).first().click();
    await page.keyboard.type('dashboard a', { delay: KEY_MS });
    await page.getByRole('heading', { name: 'Insights', level: 1 }).waitFor();
    expect(mutations).toEqual([]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('code that comes late for what was done before does not close what was opened since', async () => {
    const { page } = await fresh('/admin/v3/feedback/suggestions', 0, screens[1]![2]);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/cutText-*.js', async (route) => {
      await held;
      await route.fallback();
    });
    const asked = page.waitForRequest('**/cutText-*.js');
    await screens[2]![2](page);
    await page.keyboard.press('l');
    await page.keyboard.type('dash');
    await asked;
    const came = page.waitForResponse('**/cutText-*.js');
    release();
    await (await came).finished();
    await page.waitForTimeout(100);
    await page.keyboard.type('board');
    expect(await focusedField(page)).toMatchObject({ name: 'Labels', text: 'dashboard' });
  });

  test('in the review queue, letters behind Ctrl K decide nothing', async () => {
    for (const comes of COMES) {
      const each = await fresh(reviewAddress, delayOf(comes), onReview);
      const { page, mutations } = each;
      await page.keyboard.press('Control+k');
      await typeWhile(each, comes, 'dashboard');
      await settled(page);
      await expect.poll(async () => (await focusedField(page))?.text).toBe('dashboard');
      expect(mutations).toEqual([]);
    }
  });

  test('who reads by ear is told what the field is and that it is busy', async () => {
    const { page } = await openIdeaPage(10_000);
    await page.keyboard.press('c');
    await page.keyboard.type('sla');
    const waiting = page.getByRole('textbox', { name: 'Opening. You can already type.' });
    expect(await waiting.getAttribute('aria-busy')).toBe('true');
    expect(await waiting.inputValue()).toBe('sla');
    await expect.poll(() => page.evaluate(() => document.getElementById('root')?.inert)).toBe(true);
    // it is drawn a moment after the first letter
    await expect
      .poll(() => page.locator('#waiting').evaluate((box) => getComputedStyle(box).opacity))
      .toBe('1');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});
