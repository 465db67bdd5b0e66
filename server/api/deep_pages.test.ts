import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Entity } from '../core/entity.ts';
import { ListWriter, type ListRequest } from '../listing/list_writer.ts';
import type { Scope } from '../core/scope.ts';
import { buildAdmin, buildForum, buildSuggestion, buildTenant, testScope, viewerOf } from '../db/builders.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { recountTotals } from '../domain/counters/recount.ts';
import { testApi, type TestApi } from '../testing/api.ts';
import { catalogue } from './catalogue.ts';

/*
 * Pages past the middle of a list are read from its end. They must hold the rows, in the order, that
 * the statement without that turn gives: on a workspace where most values are shared by many rows, or
 * are null.
 */

const ROWS = 300;
const lists = catalogue.entities.filter((entity) => entity.list);
const entities = new Map<string, Entity>(catalogue.entities.map((entity) => [entity.name, entity]));

let database: TestDatabase;
let scope: Scope;
let api: TestApi;
let statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await buildTenant(database);
  const admin = await buildAdmin(database, tenant);
  const viewer = viewerOf(tenant, admin);
  const onStatement = (text: string): void => {
    statements.push(text);
  };
  scope = await testScope(database, viewer);
  api = await testApi(database, viewer, { onStatement });
  const forum = await buildForum(database, tenant);
  const idea = await buildSuggestion(database, tenant, { forum_id: forum.id });
  const fill = (text: string, ...values: unknown[]) =>
    database.pool.query(text.replaceAll('ROWS', String(ROWS)), [tenant.id, ...values]);
  const day = "timestamptz '2024-01-01' + (n % 5) * interval '1 day'";
  await fill(
    `insert into suggestions (subdomain_id, forum_id, title, votes_count, supporters_count, comments_count, supporter_revenue_cents, supporter_mrr_cents, supporting_accounts_count, requests_count, notes_count, importance_high_count, created_at, updated_at, last_activity_at)
     select $1, $2, 'Idea ' || n % 7, n % 4, n % 3, n % 2, n % 5, n % 3, n % 4, n % 2, n % 3, n % 2, ${day}, ${day}, ${day} from generate_series(1, ROWS) n`,
    forum.id,
  );
  await fill(
    `insert into external_accounts (subdomain_id, name, revenue_cents, users_count) select $1, 'Account ' || n % 6, n % 3, n % 2 from generate_series(1, ROWS) n`,
  );
  await fill(
    `insert into users (subdomain_id, name, email_address, satisfaction_score, last_login, created_at)
     select $1, case when n % 3 > 0 then 'Name ' || n % 5 end, 'a' || n || '@example.com', case when n % 2 = 0 then n % 11 end, case when n % 3 = 0 then ${day} end, ${day} from generate_series(1, ROWS) n`,
  );
  await fill(
    `insert into supporters (subdomain_id, suggestion_id, user_id, created_at) select $1, $2, u.id, case when u.id % 3 > 0 then timestamptz '2024-01-01' + (u.id % 4) * interval '1 day' end from users u where u.subdomain_id = $1`,
    idea.id,
  );
  for (const table of ['comments', 'feedback_records', 'notes'])
    await fill(
      `insert into ${table} (subdomain_id, suggestion_id, body, created_at) select $1, $2, 'Text', ${day} from generate_series(1, ROWS) n`,
      idea.id,
    );
  await fill(
    `insert into labels (subdomain_id, name, full_name) select $1, 'Label ' || n, 'Label ' || n from generate_series(1, ROWS) n`,
  );
});
afterAll(() => database.close());

const read = async (entity: Entity, request: Partial<ListRequest>): Promise<string[]> => {
  const statement = new ListWriter(entities, scope.viewer).page(entity, {
    selection: { id: true },
    filters: {},
    sort: null,
    page: 1,
    perPage: 37,
    ...request,
  });
  const [row] = await scope.read<{ records: string }>(statement);
  return (JSON.parse(row!.records) as { id: string }[]).map((record) => record.id);
};

describe('pages read from the end hold the same rows in the same order', () => {
  for (const entity of lists) {
    const names = Object.keys(entity.list!.sorts);
    const pairs = names.map((name, at) => `${name},-${names[(at + 1) % names.length]!}`);
    test(`${entity.plural} by ${names.join(', ')}, up and down, and by two of them`, async () => {
      const [{ total }] = (await scope.read<{ total: number }>(
        new ListWriter(entities, scope.viewer).total(entity, {}, null),
      )) as [{ total: number }];
      for (const sort of [null, ...names, ...names.map((name) => `-${name}`), ...pairs]) {
        const all = await read(entity, { sort, perPage: 1000 });
        expect(all).toHaveLength(total);
        const pages = Math.ceil(total / 37);
        // the first, those around the middle, the last, and one behind it
        for (const page of new Set([
          1,
          Math.floor(pages / 2),
          Math.floor(pages / 2) + 1,
          pages - 1,
          pages,
          pages + 1,
        ])) {
          if (page < 1) continue;
          expect(await read(entity, { sort, page, total }), `${String(sort)}, page ${page}`).toEqual(
            all.slice((page - 1) * 37, page * 37),
          );
        }
      }
    });
  }

  test('the lists above are long enough to say something', async () => {
    const long = new Set([
      'suggestions',
      'users',
      'external_accounts',
      'supporters',
      'comments',
      'feedback_records',
      'notes',
      'labels',
    ]);
    for (const entity of lists.filter(({ plural }) => long.has(plural)))
      expect((await read(entity, { perPage: 1000 })).length).toBeGreaterThanOrEqual(ROWS);
  });

  test('every size of page and every count around the middle', async () => {
    const entity = entities.get('supporter')!;
    const all = await read(entity, { perPage: 1000 });
    for (const perPage of [1, 2, 3, 50, 149, 150, 151, 299, 300, 301, 1000]) {
      const pages = Math.ceil(all.length / perPage);
      for (const page of new Set([
        1,
        Math.ceil(pages / 2),
        Math.ceil((pages + 1) / 2),
        Math.ceil(pages / 2) + 1,
        pages,
      ])) {
        expect(
          await read(entity, { perPage, page, total: all.length }),
          `${perPage} a page, page ${page}`,
        ).toEqual(all.slice((page - 1) * perPage, page * perPage));
      }
    }
  });
});

describe('a list with more pages than one passes over quickly', () => {
  const MORE = 2400;
  let forum: string;
  beforeAll(async () => {
    forum = (await buildForum(database, scope.viewer.subdomain_id)).id;
    await database.pool.query(
      'insert into suggestions (subdomain_id, forum_id, title, votes_count) select $1, $2, n::text, n % 9 from generate_series(1, $3::int) n',
      [scope.viewer.subdomain_id, forum, MORE],
    );
    // a list of this size takes its total from the forum's counter
    await scope.write((tx) => recountTotals(tx, scope.viewer.subdomain_id));
  });
  const page = async (number: number, wanted: string) => {
    statements = [];
    return (
      await api.data<{ suggestions: { records: { id: string }[]; total_records?: number } }>(
        `{ suggestions(forum: "${forum}", page: ${number}, per_page: 100) { ${wanted} } }`,
      )
    ).suggestions;
  };
  const isTurned = () => statements.some((text) => text.includes('order by p.votes_count asc, p.id asc'));

  test('is read from the end behind its middle, when its total is known; all pages together hold every row once', async () => {
    await page(23, 'records { id }');
    expect(isTurned()).toBe(false);
    const seen: string[] = [];
    for (let number = 1; number <= 24; number += 1) {
      const answer = await page(number, 'records { id } total_records');
      expect(answer.total_records).toBe(MORE);
      expect(isTurned()).toBe(number > 12);
      seen.push(...answer.records.map(({ id }) => id));
    }
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from suggestions where forum_id = $1 order by votes_count desc, id desc',
      [forum],
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
    // the total is known for some seconds: such a page then needs no count of its own
    await page(23, 'records { id }');
    expect(isTurned()).toBe(true);
    expect(statements).toHaveLength(1);
    expect((await page(25, 'records { id } total_records')).records).toEqual([]);
  });
});
