import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { openWorkspace, type TestWorkspace } from '../testing/workspace.ts';
import { catalogue } from './catalogue.ts';

/*
 * Lists by a text, over pages: letters with accents stand beside their letter, people under the name that is shown,
 * equal and missing values keep one order, and no page repeats or leaves out a row (decision 0023).
 */

/** As people type them: accents composed and not, capitals, other scripts, spaces, equal ones. */
const TEXTS = [
  'Zoe',
  'zoë',
  'Zoë',
  'Zoe\u0308',
  'émile',
  'Emile',
  'E\u0301mile',
  'Eve',
  'Ärne',
  'arne',
  'Arne',
  'Åsa',
  'asa',
  'Øyvind',
  'oyvind',
  'Ozan',
  'łucja',
  'Lucja',
  'Lara',
  'ß',
  'ss',
  'SZ',
  'Straße',
  'strasse',
  'İpek',
  'ipek',
  'ırmak',
  'Irmak',
  'Ñandu',
  'nandu',
  'ñandu',
  'Čapek',
  'capek',
  'Ошибка',
  'ошибка',
  'Ёж',
  'еж',
  'Σίσυφος',
  '山田',
  '佐藤',
  '김',
  'אבג',
  'محمد',
  'a b',
  'ab',
  'a-b',
  'A B',
  '_under',
  '1 one',
  '10 ten',
  '2 two',
  '\u{1f600} smile',
  'same',
  'same',
  'Same',
];

/** Each once, whatever the case: names that may not be given twice. */
const ONCE = [...new Map(TEXTS.map((text) => [text.normalize('NFKC').toLowerCase(), text])).values()];

let database: TestDatabase;
let own: TestWorkspace;

beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  const { id: tenant } = own.tenant;
  const fill = (text: string, ...values: unknown[]) => database.pool.query(text, [tenant, ...values]);
  // names that are missing or empty, so that the address is shown; values that no one has filled in
  await fill(
    "insert into users (subdomain_id, name, email_address, job_title, city, region, country) select $1, k.name, 'p' || n || '@x.example', k.name, nullif(k.name, 'same'), k.name, nullif(k.name, 'Same') from unnest($2::text[]) with ordinality k (name, n)",
    TEXTS,
  );
  await fill(
    "insert into users (subdomain_id, name, email_address) select $1, case when n % 2 = 0 then '' end, k || '@y' || g || '.example' from unnest(array['eve', 'zoe', 'arne', 'émile', 'zzz']) with ordinality u (k, n), generate_series(1, 2) g",
  );
  await fill(
    'insert into users (subdomain_id, name, email_address) select $1, null, null from generate_series(1, 3)',
  );
  await fill(
    "insert into external_accounts (subdomain_id, name, plan, external_id) select $1, k.name, nullif(k.name, 'same'), k.name || n from unnest($2::text[]) with ordinality k (name, n)",
    TEXTS,
  );
  await fill(
    "insert into external_accounts (subdomain_id, name) select $1, 'same' from generate_series(1, 3)",
  );
  await fill(
    'insert into forums (subdomain_id, name) select $1, k.name from unnest($2::text[]) k (name)',
    ONCE,
  );
  const {
    rows: [forum],
  } = await fill('select min(id) as id from forums where subdomain_id = $1');
  for (const table of ['statuses', 'internal_statuses'])
    await fill(
      `insert into ${table} (subdomain_id, name) select $1, k.name from unnest($2::text[]) k (name) group by k.name`,
      TEXTS,
    );
  await fill(
    'insert into suggestions (subdomain_id, forum_id, title) select $1, $2, k.name from unnest($3::text[]) k (name)',
    (forum as { id: string }).id,
    TEXTS,
  );
  const {
    rows: [idea],
  } = await fill('select min(id) as id from suggestions where subdomain_id = $1');
  // unique in their forum alone
  await fill(
    `insert into categories (subdomain_id, forum_id, name) select $1, f.id, k.name from unnest($2::text[]) with ordinality k (name, n)
     join (select id, row_number() over (order by id) as nth, count(*) over () as forums from forums where subdomain_id = $1) f on f.nth = (k.n - 1) % f.forums + 1`,
    TEXTS,
  );
  await fill(
    'insert into labels (subdomain_id, name, full_name) select $1, k.name, k.name from unnest($2::text[]) k (name)',
    ONCE,
  );
  await fill(
    "insert into attachments (subdomain_id, suggestion_id, file_name, content_type, size_in_bytes, storage_key, token) select $1, $2, k.name, 'text/plain', 1, 'k' || n, 'order-' || n from unnest($3::text[]) with ordinality k (name, n)",
    (idea as { id: string }).id,
    TEXTS,
  );
});
afterAll(() => database.close());

// Unicode's own order, by which the columns go
const unicode = new Intl.Collator('und');
const bytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other));
const BY_TEXT = new Set([
  'name',
  'title',
  'full_name',
  'file_name',
  'email_address',
  'job_title',
  'city',
  'region',
  'country',
  'plan',
  'external_id',
]);

describe('lists by a text', () => {
  for (const { plural, list } of catalogue.entities.filter((entity) => entity.list)) {
    for (const name of Object.keys(list!.sorts).filter((sort) => BY_TEXT.has(sort))) {
      test(`[CALL-Q-077] [CALL-Q-073] ${plural} by ${name}: in Unicode's order by what is shown, over pages from either end`, async () => {
        const read = async (sort: string, page: number, size: number) =>
          (
            await own.api.data<
              Record<string, { records: { id: string; shown: string | null }[]; total_records: number }>
            >(
              `{ ${plural}(sort: "${sort}", page: ${page}, bulk_per_page: ${size}) { records { id shown: ${name} } total_records } }`,
            )
          )[plural]!;
        const all = await read(name, 1, 500);
        expect(all.records).toHaveLength(all.total_records);
        const fold = (text: string | null): string | null => (text === null ? null : text.toLowerCase());
        const order = (one: string | null, other: string | null): number =>
          one === other
            ? 0
            : one === null
              ? -1
              : other === null
                ? 1
                : unicode.compare(one, other) || bytes(one, other);
        expect(all.records).toEqual(
          all.records.toSorted(
            (one, other) => order(fold(one.shown), fold(other.shown)) || Number(one.id) - Number(other.id),
          ),
        );
        for (const [sort, expected] of [
          [name, all.records],
          [`-${name}`, all.records.toReversed()],
        ] as const) {
          const paged: unknown[] = [];
          for (let page = 1; page <= Math.ceil(all.total_records / 7) + 1; page += 1)
            paged.push(...(await read(sort, page, 7)).records);
          expect(paged, sort).toEqual(expected);
        }
      });
    }
  }
});

test('what is completed comes in the same order, over pages', async () => {
  for (const [object_type, attribute] of [
    ['user', 'name'],
    ['external_account', 'name'],
    ['suggestion', 'title'],
    ['label', 'full_name'],
  ] as const) {
    const read = async (page: number, size: number) =>
      (
        await own.api.data<{ autocomplete: { records: { value: string }[] } }>(
          `{ autocomplete(object_type: "${object_type}", attribute: "${attribute}", page: ${page}, per_page: ${size}) { records { value } } }`,
        )
      ).autocomplete.records.map(({ value }) => value);
    const all = await read(1, 100);
    expect(all.length).toBeGreaterThan(40);
    expect(new Set(all).size).toBe(all.length);
    const by = (one: string, other: string): number => unicode.compare(one, other) || bytes(one, other);
    expect(all).toEqual(
      all.toSorted((one, other) => by(one.toLowerCase(), other.toLowerCase()) || by(one, other)),
    );
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 7) + 1; page += 1) paged.push(...(await read(page, 7)));
    expect(paged).toEqual(all);
  }
});

test('a name is found in capitals and small letters, whatever they are', async () => {
  const kinds = [
    ['users', 'name', 'q'],
    ['external_accounts', 'name', 'q'],
  ] as const;
  for (const text of [
    'ZOË',
    'Zoe\u0308',
    'ÉMILE',
    'ärne',
    'ØYVIND',
    'ŁUCJA',
    'İPEK',
    'İpek',
    'STRASSE',
    'Straße',
    'ОШИБКА',
    'ёж',
    'ΣΊΣΥΦΟΣ',
    'Σίσυφος',
    '山田',
    'محمد',
    'a-b',
  ]) {
    for (const [plural, field, argument] of kinds) {
      const { [plural]: found } = await own.api.data<Record<string, { records: { shown: string }[] }>>(
        `query ($q: String) { ${plural}(${argument}: $q, per_page: 100) { records { shown: ${field} } } }`,
        { q: text },
      );
      expect(
        found!.records.map(({ shown }) => shown.toLowerCase()),
        `${plural} ${text}`,
      ).toContain(text.toLowerCase());
    }
  }
});
