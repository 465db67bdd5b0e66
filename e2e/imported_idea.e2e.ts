import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Scope } from '../server/core/scope.ts';
import { testServices } from '../server/db/builders.ts';
import { systemViewer } from '../server/domain/account/system_viewer.ts';
import { loadImport } from '../server/domain/exchange/import_load.ts';
import { readSource } from '../server/domain/exchange/import_presets.ts';
import { journeysOf } from './support/journeys.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';

let workspace: ConsoleWorkspace;
let id: string;

const journeys = journeysOf(async (fresh) => {
  workspace = fresh;
  const folder = mkdtempSync(join(tmpdir(), 'earshot-imported-'));
  try {
    const file = join(folder, 'ideas.csv');
    writeFileSync(
      file,
      'id,title,body,url,votes,response,responded_at,responded_by\n41,Arrows -> and != stay,If a -> b then a != b,https://ideas.acme.example/suggestions/41-arrows-and-signs,1200,We begin in June,2026-03-02,Mara\n',
    );
    const { database, tenant } = fresh;
    const scope = new Scope(
      {
        pool: database.pool,
        readPool: database.pool,
        tenantCheck: null,
        services: testServices(),
        now: () => new Date(),
      },
      systemViewer(tenant),
    );
    const source = {
      preset: 'ideas' as const,
      file,
      votes: null,
      comments: null,
      summary: null,
      mapping: {},
      dates: null,
      text: null,
      sourceKey: 'ideas',
      now: new Date(),
    };
    await loadImport(scope, readSource(source), {
      forum: 'Product',
      dryRun: false,
      onRefused: () => undefined,
    });
    id = (
      await database.pool.query('select id::text as id from suggestions where subdomain_id = $1', [tenant.id])
    ).rows[0].id as string;
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an imported idea leads back to where it stood, shows its counted votes apart and the answer of then, and draws no arrows for ->', async () => {
  const { page } = await journeys.open(workspace, `/admin/v3/ideas/${id}`);
  await page.getByRole('button', { name: 'Details', exact: true }).click();
  const link = page.getByRole('link', { name: 'ideas.acme.example/suggestions/41-arrows-and-signs' });
  await link.waitFor();
  expect(await link.getAttribute('href')).toBe('https://ideas.acme.example/suggestions/41-arrows-and-signs');
  expect(await link.getAttribute('rel')).toContain('noopener');
  await page.getByText('Votes in source').waitFor();
  await page.getByText('1,200').waitFor();
  // an answer without a status in the file changed none
  const line = page.locator('[data-kind="status_updated"]');
  await line.getByText('We begin in June').waitFor();
  expect((await line.innerText()).replaceAll(/\s+/g, ' ')).toMatch(/Mara replied publicly/);
  expect(await line.getByText('No Status').count()).toBe(0);
  await line.getByRole('button', { name: 'Edit status update by Mara' }).click();
  await page.getByRole('dialog').getByText('Unchanged').waitFor();
  if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/edit.png` });
  await page.keyboard.press('Escape');
  const title = page.getByRole('heading', { name: 'Arrows -> and != stay' }).first();
  expect(await title.evaluate((element) => getComputedStyle(element).fontVariantLigatures)).toBe(
    'no-contextual',
  );
  if (process.env['SHOTS'])
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${process.env['SHOTS']}/${width}.png` });
    }
});
