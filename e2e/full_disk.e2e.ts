/** A database without room on its disk, in a Chromium on the real server: what its people are told. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../contract/permissions.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';
import { buildRecords, violationsInBothSchemes, type PanelPage } from './support/panels.ts';

const IDEAS = '/admin/v3/feedback/suggestions';
const REFUSAL = 'The database disk is full, so nothing can be saved. Tell your administrator.';
const BANNER = 'Nothing can be saved: the database disk is full.';

let server: ConsoleWorkspace;
const journeys = journeysOf((workspace) => {
  server = workspace;
});
afterEach(() => server.database.pool.query('drop trigger if exists no_room on suggestions'));

/** What PostgreSQL says when it finds no room for a row. */
async function fillDisk(): Promise<void> {
  await server.database.pool.query(`
    create or replace function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file "base/1/2": No space left on device' using errcode = '53100'; end $$;
    create trigger no_room before insert on suggestions for each row execute function no_room()`);
}

/** Tries to write an idea down. @returns the field with what was typed */
async function writeIdea(page: Page): Promise<Locator> {
  await page.keyboard.press('i');
  const panel = page.getByRole('dialog', { name: 'Create new idea', exact: true });
  await panel.getByLabel('Title').fill('Keep what I typed');
  await panel.getByRole('combobox', { name: 'User' }).fill('Priya Raman');
  await page
    .getByRole('option', { name: /Priya Raman/ })
    .first()
    .click();
  await panel.getByRole('button', { name: 'Create Idea' }).click();
  return panel.getByLabel('Title');
}

/** The browser's own lines about the refused call are expected, nothing else is. */
function forgetRefusals({ complaints }: PanelPage): void {
  const others = complaints.filter((line) => !/503|disk of the database/.test(line));
  complaints.splice(0, complaints.length, ...others);
}

test('who keeps the settings reads what is full and what to do, at once and on the next page; the form keeps what was typed', async () => {
  await buildRecords(server);
  const opened = await journeys.open(server, IDEAS);
  const { page } = opened;
  await fillDisk();
  const title = await writeIdea(page);
  await page.getByText(REFUSAL).first().waitFor();
  await page.getByRole('alert').getByText(BANNER).waitFor();
  await page.getByText('Free up space or tell your administrator.').waitFor();
  expect(await title.inputValue()).toBe('Keep what I typed');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goto(`${server.url}${IDEAS}`);
  await page.getByRole('alert').getByText(BANNER).waitFor();
  forgetRefusals(opened);
});

test('others read it where they save, without a banner', async () => {
  // before the first call: who may do what is kept for some seconds
  await server.database.pool.query('update users set permissions = $2 where id = $1', [
    server.admin.id,
    JSON.stringify({ ...ALL_PERMISSIONS, settings: null }),
  ]);
  await buildRecords(server);
  const other = await journeys.open(server, IDEAS);
  await fillDisk();
  await writeIdea(other.page);
  await other.page.getByText(REFUSAL).first().waitFor();
  expect(await other.page.getByText(BANNER).count()).toBe(0);
  forgetRefusals(other);
});
