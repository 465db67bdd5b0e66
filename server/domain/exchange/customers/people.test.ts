import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildAccount,
  buildCustomField,
  buildSuggestion,
  buildSupporter,
  buildUser,
} from '../../../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../../../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../../../testing/workspace.ts';
import { guessColumns, guessKind, readHead } from '../import_guess.ts';
import { readSource } from '../import_presets.ts';
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
  folder = mkdtempSync(join(tmpdir(), 'earshot-people-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (text: string): string => {
  const path = join(folder, 'people.csv');
  writeFileSync(path, text);
  return path;
};

/** Rehearses and loads a file of people and accounts. @returns the report, with the refused rows as "line reason" */
async function load(
  text: string,
  mapping: Record<string, string> = {},
): Promise<ImportReport & { lines: string[] }> {
  const lines: string[] = [];
  const source = {
    preset: 'customers' as const,
    file: write(text),
    votes: null,
    comments: null,
    summary: null,
    mapping,
    dates: null,
    text: null,
    sourceKey: 'customers',
    now: new Date(),
  };
  const report = await loadRehearsed(w.api.scope, () => readSource(source), {
    forum: '',
    dryRun: false,
    onRefused: ({ line, reason }) => lines.push(`${line} ${reason}`),
  });
  expect(await w.drift()).toEqual([]);
  return { ...report, lines: lines.toSorted() };
}
const people = (): Promise<unknown[]> =>
  w.rows(
    `select u.name, u.email_address as email, u.guid, u.job_title as job, u.city, u.region, u.country, a.name as account
from users u left join external_accounts a on a.subdomain_id = $1 and a.id = u.account_id
where u.subdomain_id = $1 and u.license_type = 'none' and u.merged_into_id is null order by u.email_address`,
    w.tenant.id,
  );
const accounts = (): Promise<unknown[]> =>
  w.rows(
    'select name, external_id, plan, mrr_cents::int as mrr, ltv_cents::int as ltv, users_count as people from external_accounts where subdomain_id = $1 order by name',
    w.tenant.id,
  );
const HEAD =
  'user.id,user.email,user.name,Job title,City,Region,Country,account.id,account.name,account.monthly_rate,account.ltv,account.plan\n';

describe('a file of people and accounts', () => {
  test('makes people with what it says of them, and their accounts; a second time it changes nothing', async () => {
    const text = `${HEAD}u-1,ann@a.example,Ann Lee,Dispatcher,Leeds,Yorkshire,UK,c-1,Acme,"$1,200.50",9000,Gold
u-2,,Bo,,,,,c-1,Acme,,,
,cy@b.example,"Cy ""the"" Ø",,,,,,Beta,80,,
,,,,,,,c-3,'=Gamma,5,,Free
`;
    expect(await load(text)).toMatchObject({
      people: { created: 3, matched: 0, updated: 0 },
      accounts: { created: 3, updated: 0, unchanged: 0 },
      people_with_account: 3,
      refused: 0,
    });
    expect(await people()).toEqual([
      {
        name: 'Ann Lee',
        email: 'ann@a.example',
        guid: 'u-1',
        job: 'Dispatcher',
        city: 'Leeds',
        region: 'Yorkshire',
        country: 'UK',
        account: 'Acme',
      },
      {
        name: 'Cy "the" Ø',
        email: 'cy@b.example',
        guid: null,
        job: null,
        city: null,
        region: null,
        country: null,
        account: 'Beta',
      },
      {
        name: 'Bo',
        email: null,
        guid: 'u-2',
        job: null,
        city: null,
        region: null,
        country: null,
        account: 'Acme',
      },
    ]);
    expect(await accounts()).toEqual([
      { name: '=Gamma', external_id: 'c-3', plan: 'Free', mrr: 500, ltv: 0, people: 0 },
      { name: 'Acme', external_id: 'c-1', plan: 'Gold', mrr: 120_050, ltv: 900_000, people: 2 },
      { name: 'Beta', external_id: null, plan: null, mrr: 8_000, ltv: 0, people: 1 },
    ]);
    expect(await load(text)).toMatchObject({
      people: { created: 0, matched: 3, updated: 0 },
      accounts: { created: 0, updated: 0, unchanged: 3 },
      people_with_account: 0,
    });
  });

  test('changes what it says of known people and accounts, and moves people; an empty cell says nothing', async () => {
    const acme = await buildAccount(database, w.tenant, { name: 'Acme', external_id: 'c-1' });
    const ann = await buildUser(database, w.tenant, {
      name: 'Ann',
      email_address: 'Ann@a.example',
      job_title: 'Boss',
      account_id: acme.id,
    });
    const idea = await buildSuggestion(database, w.tenant);
    await buildSupporter(database, w.tenant, { suggestion_id: idea.id, user_id: ann.id });
    await w.drift();
    expect(
      await load(`${HEAD}u-1,ann@A.example,Ann Lee,,,,,c-2,Beta,100,,\n,,,,,,,c-1,Acme Holding,,,Gold\n`),
    ).toMatchObject({
      people: { created: 0, matched: 1, updated: 1 },
      accounts: { created: 1, updated: 1 },
      people_with_account: 1,
    });
    expect(await people()).toMatchObject([
      { name: 'Ann Lee', email: 'Ann@a.example', guid: 'u-1', job: 'Boss', account: 'Beta' },
    ]);
    expect(await accounts()).toMatchObject([
      { name: 'Acme Holding', external_id: 'c-1', plan: 'Gold', people: 0 },
      { name: 'Beta', external_id: 'c-2', mrr: 10_000, people: 1 },
    ]);
    expect(
      await w.rows(
        'select supporter_revenue_cents::int as revenue, supporting_accounts_count as accounts from suggestions where id = $1',
        idea.id,
      ),
    ).toEqual([{ revenue: 10_000, accounts: 1 }]);
  });

  test('of a person in several rows the last word counts; contradictions and wrong cells are refused with their line', async () => {
    await buildUser(database, w.tenant, { email_address: 'two@a.example' });
    await buildUser(database, w.tenant, { email_address: 'x@a.example', guid: 'g-x' });
    await buildUser(database, w.tenant, { email_address: 'old@a.example', guid: 'g-old' });
    await buildUser(database, w.tenant, {
      email_address: 'team@a.example',
      license_type: 'contributor',
    });
    const report = await load(`${HEAD}u-1,ann@a.example,Ann,,,,,,,,,
,ANN@a.example,Ann Lee,Boss,,,,,,,,
u-1,,,,Leeds,,,,,,,
u-1,other@a.example,,,,,,,,,,
u-9,ann@a.example,,,,,,,,,,
,no address,,,,,,,,,,
,,Nameless,,,,,,,,,
,minus@a.example,,,,,,c-1,,-5,,
,euro@a.example,,,,,,c-1,,€ 5,,
,large@a.example,,,,,,c-1,,,1e15,
,loose@a.example,,,,,,,,5,,
g-x,two@a.example,,,,,,,,,,
,team@a.example,Hacked,,,,,,,,,
g-old,new@a.example,Old,,,,,,,,,
,long@a.example,${'x'.repeat(300)},,,,,,,,,
`);
    expect(report.lines).toEqual([
      '10 monthly revenue “€ 5” is not in US dollars',
      '11 lifetime value “1e15” is no amount',
      '12 a revenue or plan without the account that it is of',
      '13 the email and the ID are those of two people here',
      '14 someone of your team; change them under Settings, Team',
      '16 name that is too long or holds control characters',
      '5 the ID of line 2, with another email',
      '6 the email of line 2, with another ID',
      '7 "no address" is not an email address',
      '8 no email, no ID and no account',
      '9 monthly revenue “-5” is negative',
    ]);
    expect(report.notes).toEqual([
      '2 rows are about people of an earlier row; the last word counts, cell by cell.',
      '1 person has another email here and keeps it.',
    ]);
    expect(await people()).toMatchObject([
      { name: 'Ann Lee', guid: 'u-1', job: 'Boss', city: 'Leeds' },
      { name: 'Old', email: 'old@a.example', guid: 'g-old' },
      { email: 'two@a.example', guid: null },
      { email: 'x@a.example' },
    ]);
  });

  test('an address and an ID that went with a merged profile are those of the person who stayed, whose ID stays', async () => {
    const acme = await buildAccount(database, w.tenant, { name: 'Acme', external_id: 'c-1' });
    const ann = await buildUser(database, w.tenant, {
      email_address: 'ann@a.example',
      guid: 'g-stays',
      account_id: acme.id,
    });
    const other = await buildUser(database, w.tenant, { email_address: 'a.lee@b.example', guid: 'g-lost' });
    await w.api.data(`mutation { user_merge(id: "${ann.id}", other: "${other.id}") { id } }`);
    expect(await load(`${HEAD}g-lost,a.lee@b.example,Ann Lee,,,,,c-1,,,,\n`)).toMatchObject({
      people: { created: 0, matched: 1, updated: 1 },
      people_with_account: 0,
    });
    expect(await people()).toMatchObject([
      { name: 'Ann Lee', email: 'ann@a.example', guid: 'g-stays', account: 'Acme' },
    ]);
  });

  test('someone without an email who has an account gets the email, and is not said to join it again', async () => {
    const acme = await buildAccount(database, w.tenant, { name: 'Acme', external_id: 'c-1' });
    await buildUser(database, w.tenant, { email_address: null, guid: 'g-1', account_id: acme.id });
    expect(await load(`${HEAD}g-1,new@a.example,,,,,,c-1,,,,\n`)).toMatchObject({
      people: { created: 0, updated: 1 },
      people_with_account: 0,
    });
    expect(await people()).toMatchObject([{ email: 'new@a.example', guid: 'g-1', account: 'Acme' }]);
  });

  test('columns go to custom fields of people and accounts; what a field does not take refuses its row', async () => {
    const field = (object_type: string, key: string, field_type: string, value_type: string) =>
      buildCustomField(database, w.tenant, { object_type, key, name: key, field_type, value_type });
    await field('user', 'role', 'text', 'string');
    await field('account', 'renewal', 'date', 'date');
    await field('account', 'seats', 'number', 'numeric');
    const mapping = {
      'custom_fields.user.role': 'Role here',
      'custom_fields.account.renewal': 'Renews',
      'custom_fields.account.seats': 'Seats',
    };
    const text = `email,account,Role here,Renews,Seats
ann@a.example,Acme,Buyer,2027-01-31,40
bo@a.example,Acme,,,41
cy@b.example,,'=Boss,,
dan@b.example,Beta,,soon,
ed@b.example,,,2027-01-31,
,Gamma,Buyer,,
,Delta,,2027-02-28,
`;
    expect(await load(text, mapping)).toMatchObject({
      people: { created: 3 },
      accounts: { created: 2 },
      lines: [
        '5 renewal must be a day such as 2026-01-31',
        '6 a field of an account without the account',
        '7 a person without an email or ID',
      ],
    });
    const own = (table: string): Promise<unknown[]> =>
      w.rows(
        `select name, custom_fields as own from ${table} where subdomain_id = $1 and custom_fields <> '{}' order by id`,
        w.tenant.id,
      );
    expect(await own('users')).toMatchObject([{ own: { role: 'Buyer' } }, { own: { role: '=Boss' } }]);
    // the last word counts, cell by cell
    expect(await own('external_accounts')).toEqual([
      { name: 'Delta', own: { renewal: '2027-02-28' } },
      { name: 'Acme', own: { renewal: '2027-01-31', seats: 41 } },
    ]);
    expect(await load(text, mapping)).toMatchObject({
      people: { created: 0, updated: 0 },
      accounts: { created: 0, updated: 0, unchanged: 2 },
    });
    await expect(load(text, { 'custom_fields.user.nothing': 'Seats' })).rejects.toThrow('Make it first');
    await expect(load(text, { 'custom_fields.user.role': 'Nowhere' })).rejects.toThrow('does not have');
  });

  test('a file of accounts alone names them by a plain name', async () => {
    expect(await load('account_id,name,mrr\nc-1,Acme,5\n')).toMatchObject({
      people: { created: 0 },
      accounts: { created: 1 },
    });
    expect(await accounts()).toMatchObject([{ name: 'Acme', external_id: 'c-1', mrr: 500, people: 0 }]);
  });

  test('is told by its columns from a file of ideas', async () => {
    const kind = async (head: string): Promise<unknown> =>
      guessKind(await readHead(write(`${head}\n${'x,'.repeat(head.split(',').length - 1)}x\n`)), 'file.csv');
    const customers = { preset: 'customers', role: 'people' };
    expect(await kind(HEAD.trim())).toEqual(customers);
    expect(await kind('Name,Email,Company,MRR')).toEqual(customers);
    expect(await kind('Account ID,Account name,Plan')).toEqual(customers);
    expect(await kind('name,description,email')).toEqual({ preset: null, role: 'ideas' });
    expect(await kind('title,status,author_email')).toEqual({ preset: null, role: 'ideas' });
    expect(await kind('idea_id,user_email')).toEqual({ preset: null, role: 'votes' });
    const columns = guessColumns(
      await readHead(write('Work mail,Kunde Account,MRR per month\na@b.example,Acme,12\n')),
      'customers',
      'people',
      [],
    );
    expect(columns.map(({ field }) => field)).toEqual(['people.email', 'people.company', 'people.mrr']);
  });

  test('without a column that names anyone it is refused as a whole', async () => {
    await expect(load('City,Country\nLeeds,UK\n')).rejects.toThrow(
      'has no column with an email, an ID or an account',
    );
  });
});
