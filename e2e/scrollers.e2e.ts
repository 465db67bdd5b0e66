/** No page scrolls inside another scroller by mistake: what scrolls stands in nothing that scrolls the same way. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buildLabel, buildSuggestion, buildSupporter, buildUser } from '../server/db/builders.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords } from './support/panels.ts';
import type { Records } from './support/panels.ts';

let workspace: ConsoleWorkspace;
let records: Records;
const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  records = await buildRecords(fresh);
  const { database: at, tenant } = fresh;
  for (let n = 0; n < 60; n += 1) {
    const user = await buildUser(at, tenant, { name: `Voter ${n}`, account_id: records.priya.account_id });
    await buildSupporter(at, tenant, { suggestion_id: records.exportIdea, user_id: user.id });
    await buildSuggestion(at, tenant, { title: `Idea ${n}`, forum_id: records.product.id });
    await buildLabel(at, tenant, { name: `Label ${n}`, full_name: `Label ${n}` });
  }
  await at.pool.query('update suggestions set supporters_count = 60, votes_count = 60 where id = $1', [
    records.exportIdea,
  ]);
});

/** Elements that scroll down inside another one that does, as tag and label. */
const nested = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean =>
      element.scrollHeight > element.clientHeight + 1 &&
      element.clientHeight > 0 &&
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowY);
    const called = (element: Element): string =>
      `${element.tagName.toLowerCase()} ${element.getAttribute('aria-label') ?? element.className}`.trim();
    return [...document.querySelectorAll('body *')].flatMap((element) => {
      if (!scrolls(element)) return [];
      // what floats over the page scrolls by itself
      for (let at: Element = element; getComputedStyle(at).position !== 'fixed';) {
        const around = at.parentElement;
        if (around === null) break;
        if (scrolls(around))
          return [
            `${called(element)} (${element.scrollHeight} in ${element.clientHeight}) in ${called(around)} (${around.scrollHeight} in ${around.clientHeight})`,
          ];
        at = around;
      }
      return [];
    });
  });

test.each([
  ['an idea', () => `/admin/v3/ideas/${records.exportIdea}`, 'All activity'],
  ['its voters', () => `/admin/v3/ideas/${records.exportIdea}#tab=voters`, 'Voter 59'],
  ['its accounts', () => `/admin/v3/ideas/${records.exportIdea}#tab=accounts`, 'Northwind'],
  ['the list of ideas', () => '/admin/v3/feedback/suggestions', 'Idea 1'],
  ['feedback', () => '/admin/v3/feedback/inbox', 'All feedback'],
  ['insights', () => '/admin-console/insights', 'Key figures'],
  ['users', () => '/admin/v3/users', 'Voter 1'],
  ['labels', () => '/admin-console/settings/ideas/labels', 'Labels'],
  ['import', () => '/admin/settings/import', 'Drop a CSV here'],
])('[TABLE-011] %s has one scroller', async (_name, address, text) => {
  const { page } = await journeys.open(workspace, address());
  await page.setViewportSize({ width: 1280, height: 700 });
  await page
    .getByText(text)
    .or(page.getByRole('region', { name: text }))
    .first()
    .waitFor();
  expect(await nested(page)).toEqual([]);
});

test('the picker of an idea’s labels scrolls once', async () => {
  const { page } = await journeys.open(workspace, `/admin/v3/ideas/${records.exportIdea}`);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.getByText('All activity').first().waitFor();
  await page.keyboard.press('l');
  await page.getByRole('listbox').first().waitFor();
  expect(await nested(page)).toEqual([]);
  // and the list has the room that there is
  const list = page.getByRole('listbox').first();
  expect(await list.evaluate((element) => element.clientHeight)).toBeGreaterThan(250);
});
