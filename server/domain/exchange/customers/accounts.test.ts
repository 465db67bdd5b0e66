import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAccount, buildUser } from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../../testing/workspace.ts';
import { readAmount } from './money.ts';
import { readSource, type ImportPreset } from '../import_presets.ts';
import type { ImportReport } from '../import_report.ts';
import { loadRehearsed } from '../testing.ts';

let database: TestDatabase;
let w: TestWorkspace;
let folder: string;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  w = await openWorkspace(database);
  folder = mkdtempSync(join(tmpdir(), 'earshot-customers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

async function load(votes: string, preset: ImportPreset = 'ideas'): Promise<ImportReport> {
  const source = {
    preset,
    file: write('ideas.csv', 'id,title\n1,Dark mode\n2,Printing\n'),
    votes: write('votes.csv', votes),
    comments: null,
    summary: null,
    mapping: {},
    dates: null,
    text: null,
    sourceKey: 'test',
    now: new Date(),
  };
  return loadRehearsed(w.api.scope, () => readSource(source), {
    forum: 'Product',
    dryRun: false,
    onRefused: () => undefined,
  });
}
const accounts = (): Promise<unknown[]> =>
  w.rows(
    'select name, external_id, plan, mrr_cents::int as mrr, revenue_cents::int as revenue, users_count as people, supported_ideas_count as ideas from external_accounts where subdomain_id = $1 order by name',
    w.tenant.id,
  );
const ideas = (): Promise<unknown[]> =>
  w.rows(
    'select title, supporting_accounts_count as accounts, supporter_revenue_cents::int as revenue from suggestions where subdomain_id = $1 order by title',
    w.tenant.id,
  );

describe('amounts in files', () => {
  test.each([
    ['', null],
    ['0', 0],
    ['1234.5', 123_450],
    ['$1,234.50', 123_450],
    ['USD 1,234,567', 123_456_700],
    ['1200 USD', 120_000],
    ['12.500000', 1250],
    ['€ 12', 'is not in US dollars'],
    ['12 EUR', 'is not in US dollars'],
    ['1.234,56', 'has a decimal comma; write 1234.56'],
    ['99,50', 'has a decimal comma; write 1234.56'],
    ['1.234', 'could be read in two ways; write 1234.56'],
    ['-5', 'is negative'],
    ['12.345678', 'has more than two decimals'],
    ['many', 'is no amount'],
    ['NaN', 'is no amount'],
    ['1e15', 'is no amount'],
    ['1000000000000000', 'is more than 10,000,000,000'],
  ])('%s', (text, amount) => {
    expect(readAmount(text)).toBe(amount);
  });
});

describe('companies that come with voters', () => {
  test('an address that went with a merged profile is the person’s who stayed, with the company that they have', async () => {
    const acme = await buildAccount(database, w.tenant, { name: 'Acme' });
    const ann = await buildUser(database, w.tenant, {
      name: 'Ann Lee',
      email_address: 'ann@a.example',
      account_id: acme.id,
    });
    const other = await buildUser(database, w.tenant, { email_address: 'a.lee@b.example' });
    await w.api.data(`mutation { user_merge(id: "${ann.id}", other: "${other.id}") { id } }`);
    const report = await load('idea_id,user_email,Company\n1,A.Lee@b.example,Beta\n1,ann@a.example,Acme\n');
    expect(report).toMatchObject({
      people_with_account: 0,
      repeated_votes: 1,
      supporters: { created: 1 },
    });
    expect(report.notes).toContain('1 person belongs to another company here and stays with it.');
    expect(await w.rows('select user_id from supporters where subdomain_id = $1', w.tenant.id)).toEqual([
      { user_id: ann.id },
    ]);
    expect(await w.drift()).toEqual([]);
  });

  test('are made once, with plan and revenue, and stand behind the ideas; a second import changes nothing', async () => {
    const votes =
      'idea_id,user_email,Company,Company ID,Company MRR,Company plan\n1,ann@a.example,Acme,c-1,"$1,200.50",Gold\n1,bo@a.example,Acme,c-1,,\n2,ann@a.example,Acme,c-1,,\n2,cy@b.example,Beta,,80,\n2,di@b.example,beta,,,Silver\n2,ed@c.example,,,,\n';
    expect(await load(votes)).toMatchObject({
      accounts: { created: 2, updated: 0, unchanged: 0 },
      people_with_account: 4,
      refused: 0,
    });
    expect(await accounts()).toEqual([
      { name: 'Acme', external_id: 'c-1', plan: 'Gold', mrr: 120_050, revenue: 120_050, people: 2, ideas: 2 },
      { name: 'beta', external_id: null, plan: 'Silver', mrr: 8_000, revenue: 8_000, people: 2, ideas: 1 },
    ]);
    expect(await ideas()).toEqual([
      { title: 'Dark mode', accounts: 1, revenue: 120_050 },
      { title: 'Printing', accounts: 2, revenue: 128_050 },
    ]);
    expect(await w.drift()).toEqual([]);
    expect(await load(votes)).toMatchObject({
      accounts: { created: 0, updated: 0, unchanged: 2 },
      people_with_account: 0,
    });
    expect(
      await w.rows(
        'select source, revenue_cents::int as cents from account_revenues where subdomain_id = $1 order by cents',
        w.tenant.id,
      ),
    ).toEqual([
      { source: 'import', cents: 8_000 },
      { source: 'import', cents: 120_050 },
    ]);
  });

  test.each(['uservoice', 'fider', 'canny', 'jira'] as const)(
    '%s: are read beside its ideas',
    async (preset) => {
      const heads: Partial<Record<ImportPreset, string>> = { jira: 'Issue key,Summary' };
      const source = {
        preset,
        file: write('ideas.csv', `${heads[preset] ?? 'id,title'}\n1,Dark mode\n`),
        votes: write('votes.csv', 'idea_id,user_email,company\n1,a@x.example,Acme\n'),
        comments: null,
        summary: null,
        mapping: {},
        dates: null,
        text: null,
        sourceKey: 'test',
        now: new Date(),
      };
      const report = await loadRehearsed(w.api.scope, () => readSource(source), {
        forum: 'Product',
        dryRun: false,
        onRefused: () => undefined,
      });
      expect(report).toMatchObject({ accounts: { created: 1 }, people_with_account: 1 });
    },
  );

  test('uservoice-votes: each row names the voter with their account', async () => {
    const source = {
      preset: 'uservoice-votes' as const,
      file: write(
        'votes.csv',
        'Idea ID,Idea Title,User Email Address,User Account Name,User Account MRR\n7,Dark mode,a@x.example,Acme,50\n7,Dark mode,b@x.example,Acme,60\n',
      ),
      votes: null,
      comments: null,
      summary: null,
      mapping: {},
      dates: null,
      text: null,
      sourceKey: 'test',
      now: new Date(),
    };
    await loadRehearsed(w.api.scope, () => readSource(source), {
      forum: 'Product',
      dryRun: false,
      onRefused: () => undefined,
    });
    expect(await accounts()).toMatchObject([{ name: 'Acme', mrr: 6_000, people: 2 }]);
  });

  test('who has another company keeps it; one with an own revenue keeps that; amounts that cannot be read are told', async () => {
    const acme = await buildAccount(database, w.tenant, {
      name: 'ACME',
      mrr_cents: '100',
      revenue_cents: '900',
      has_own_revenue: true,
    });
    const other = await buildAccount(database, w.tenant, { name: 'Other' });
    await buildUser(database, w.tenant, { email_address: 'ann@a.example', account_id: other.id });
    const report = await load(
      'idea_id,user_email,company,mrr\n1,ann@a.example,Acme,2\n1,bo@a.example,Acme,"1.234,56"\n1,cy@a.example,Gamma,€ 5\n',
    );
    expect(report).toMatchObject({
      accounts: { created: 1, updated: 1, unchanged: 0 },
      people_with_account: 2,
    });
    expect(report.notes.join(' ')).toContain(
      '2 amounts of companies were not taken: “1.234,56” on line 3 has a decimal comma; write 1234.56, and others. The people came in.',
    );
    expect(report.notes).toContain('1 person belongs to another company here and stays with it.');
    expect(await accounts()).toMatchObject([
      { name: 'ACME', mrr: 200, revenue: 900, people: 1 },
      { name: 'Gamma', mrr: 0, people: 1 },
      { name: 'Other', people: 1 },
    ]);
    expect(acme.id).toBeDefined();
    expect(await w.drift()).toEqual([]);
  });

  test('of many accounts with one name the oldest is taken, unless an id tells them apart', async () => {
    await database.pool.query(
      "insert into external_accounts (subdomain_id, name, external_id) select $1, 'Same', 's' || n from generate_series(1, 10000) n",
      [w.tenant.id],
    );
    await load('idea_id,user_email,company,company_id\n1,a@x.example,Same,s77\n1,b@x.example,same,\n');
    expect(
      await w.rows(
        'select external_id from external_accounts where subdomain_id = $1 and users_count > 0 order by id',
        w.tenant.id,
      ),
    ).toEqual([{ external_id: 's1' }, { external_id: 's77' }]);
  });
});
