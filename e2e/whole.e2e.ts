/** The whole of the product, once through: each of its activities is reached from the frame, in a workspace with data. */
import { expect, test } from 'vitest';
import { POSITION_STEP } from '../contract/features.ts';
import {
  buildAccount,
  buildFeature,
  buildFeatureStatus,
  buildForum,
  buildStatus,
  buildSuggestion,
  buildSupporter,
  buildUser,
  testScope,
  viewerOf,
} from '../server/db/builders.ts';
import { recountTenant } from '../server/domain/ideas/recount.ts';
import { ideasAddress } from '../web/src/host/addresses.ts';
import type { ConsoleWorkspace } from './support/console_server.ts';
import { journeysOf } from './support/journeys.ts';

let workspace: ConsoleWorkspace;
const journeys = journeysOf((fresh) => {
  workspace = fresh;
});

test('[SCOPE-001] feedback is collected, ideas are managed, grouped into themes, linked to accounts with revenue, planned, and supporters are told', async () => {
  const { database, tenant, admin } = workspace;
  const forum = await buildForum(database, tenant, { name: 'General' });
  const status = await buildStatus(database, tenant, { name: 'Planned' });
  const account = await buildAccount(database, tenant, { name: 'Pennine Lifts', revenue_cents: '920000' });
  const idea = await buildSuggestion(database, tenant, {
    title: 'Payroll export',
    forum_id: forum.id,
    status_id: status.id,
  });
  const zoe = await buildUser(database, tenant, { name: 'Zoe Okafor', account_id: account.id });
  await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: zoe.id });
  const { id: feature_status_id } = await buildFeatureStatus(database, tenant, { name: 'Building' });
  await buildFeature(database, tenant, {
    name: 'Hours to payroll',
    feature_status_id,
    position: POSITION_STEP,
    ideas: [idea.id],
  });
  await recountTenant(await testScope(database, viewerOf(tenant, admin)));

  const { page } = await journeys.open(workspace, ideasAddress());
  const areas = page.getByRole('navigation').first();
  /** A panel comes, and goes again. */
  const seen = async (name: string): Promise<void> => {
    const panel = page.getByRole('dialog', { name });
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'detached' });
  };

  // collected
  await page.getByRole('row', { name: /Payroll export/ }).waitFor();
  await page.keyboard.press('c');
  await seen('Add feedback');
  // managed, with the revenue behind it, and supporters are told by a status
  await page.getByRole('link', { name: 'Payroll export' }).first().click();
  await page.getByRole('heading', { name: 'Payroll export' }).waitFor();
  await page.getByText('Pennine Lifts').first().waitFor();
  await page
    .getByRole('button', { name: /Post status/ })
    .first()
    .click();
  await seen('Post public status update');
  // grouped
  await areas.getByRole('link', { name: 'AI Tools' }).click();
  await page.getByRole('heading', { name: 'AI Tools' }).waitFor();
  // planned
  await areas.getByRole('link', { name: /Roadmaps/ }).click();
  await page.getByText('Hours to payroll').first().waitFor();
  // linked to accounts
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Users & Accounts' }).click();
  await page
    .getByRole('tab', { name: /Accounts/ })
    .or(page.getByRole('link', { name: /^Accounts/ }))
    .first()
    .click();
  await page.getByRole('row', { name: /Pennine Lifts/ }).waitFor();
  expect(page.url()).toContain('/admin/v3/accounts');
});
