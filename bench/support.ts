import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { Selection } from '../server/core/reads.ts';
import { readHelp, readSection, searchHelp } from '../server/domain/support/reading.ts';
import { openTicketCounts } from '../server/domain/support/ticket_counts.ts';
import { largeTenant, openCluster, withPool } from './database.ts';
import { benchScope } from './generate.ts';
import { filterInput, measureList, type WantedFilter } from './list_cost.ts';
import { median } from './load.ts';

const TICKETS = 200_000;
const STREAMS = 6;
const ARTICLES = 10_000;
const SECTIONS = 40;
const CALLS = 7;

const PERSON: Selection = { id: true, name: true, avatar_url: true };
/** Fields as the lists of the console have them. */
const TICKET_ROW: Selection = {
  id: true,
  subject: true,
  state: true,
  excerpt: true,
  from_email: true,
  from_name: true,
  last_message_at: true,
  user: { id: true, name: true, crm_account: { id: true, name: true } },
  assignee: PERSON,
};
const ARTICLE_ROW: Selection = { id: true, title: true, state: true, position: true };

/** What tickets and the knowledge base cost with 200,000 tickets and 10,000 articles. */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      ideas: { type: 'string', default: '20000' },
      'data-dir': { type: 'string' },
      slow: { type: 'string', default: '8' },
    },
  });
  const cluster = await openCluster(values['data-dir'] ?? null);
  try {
    const url = await cluster.generated(Number(values.ideas), 5);
    await withPool(url, async (pool) => {
      const sid = await largeTenant(pool);
      await fill(pool, sid);
      const shown = Number(values.slow);
      const filters = await ticketFilters(pool, sid);
      await measureList(pool, { sid, entity: 'ticket', selection: TICKET_ROW, filters, shown });
      await measureList(pool, {
        sid,
        entity: 'article',
        selection: ARTICLE_ROW,
        filters: [
          { name: '(none)', value: {} },
          of('article', 'of a section', 'section', await firstOf(pool, sid, 'article_sections')),
          of('article', 'a rare word', 'q', 'zebra77'),
          of('article', 'a word of all', 'q', 'invoice'),
        ],
        shown,
      });
      const scope = benchScope(pool, sid);
      console.log(`\nBy the clock, medians of ${CALLS}`);
      const timed = async (name: string, call: () => Promise<unknown>): Promise<void> => {
        const ms: number[] = [];
        for (let i = 0; i < CALLS; i += 1) {
          const started = performance.now();
          await call();
          ms.push(performance.now() - started);
        }
        console.log(`  ${name.padEnd(52)}${median(ms).toFixed(1).padStart(8)} ms`);
      };
      const [section] = await firstOf(pool, sid, 'article_sections');
      await timed('an empty statement', () => pool.query('select 1'));
      await timed('open tickets of each stream', () => openTicketCounts(scope.db, sid));
      await timed('first page of readers', () => readHelp(scope));
      await timed('a section of readers', () => readSection(scope, section!, 1));
      await timed('readers search a rare word', () => searchHelp(scope, 'zebra77'));
      await timed('readers search a word of all articles', () => searchHelp(scope, 'invoice'));
    });
  } finally {
    await cluster.close();
  }
}

const of = (entity: string, name: string, filter: string, raw: unknown): WantedFilter => ({
  name,
  value: { [filter]: filterInput(entity, filter)(raw) },
});

async function firstOf(pool: pg.Pool, sid: string, table: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text as id from ${table} where subdomain_id = $1 order by id limit 1`,
    [sid],
  );
  return rows.map(({ id }) => id);
}

async function ticketFilters(pool: pg.Pool, sid: string): Promise<WantedFilter[]> {
  const read = (name: string, values: Record<string, unknown>): WantedFilter => ({
    name,
    value: Object.fromEntries(
      Object.entries(values).map(([filter, raw]) => [filter, filterInput('ticket', filter)(raw)]),
    ),
  });
  const stream = await firstOf(pool, sid, 'ticket_streams');
  const { rows } = await pool.query<{ assignee: string; asker: string }>(
    'select assignee_id::text as assignee, user_id::text as asker from tickets where subdomain_id = $1 and assignee_id is not null and user_id is not null order by id limit 1',
    [sid],
  );
  const { assignee, asker } = rows[0]!;
  return [
    { name: '(none)', value: {} },
    read('open, 4 %', { state: 'open' }),
    read('closed', { state: 'closed' }),
    read('of a stream', { stream }),
    read('open of a stream', { stream, state: 'open' }),
    read('mine', { assignee: [assignee] }),
    read('open and mine', { assignee: [assignee], state: 'open' }),
    read('no one looks after', { assigned: false }),
    read('open, no one looks after', { assigned: false, state: 'open' }),
    read('of a person', { user: [asker] }),
    read('a rare word', { q: 'zebra777' }),
    read('a word of all', { q: 'invoice' }),
    read('open with a word of all', { q: 'invoice', state: 'open' }),
    read('two common words', { q: 'invoice payment' }),
  ];
}

/** Tickets with their messages, and articles; once for a folder of data. */
async function fill(pool: pg.Pool, sid: string): Promise<void> {
  const { rowCount } = await pool.query('select 1 from tickets where subdomain_id = $1 limit 1', [sid]);
  if (rowCount === 1) return;
  const started = performance.now();
  const step = (text: string) => pool.query(text, [sid]);
  const words = (n: string): string =>
    `'invoice ' || (array['payment','report','export','login','mobile','calendar','search'])[1 + ${n} % 7] || ' zebra' || ${n}`;
  await step(
    `insert into ticket_streams (subdomain_id, name, position) select $1, 'Stream ' || n, n from generate_series(1, ${STREAMS}) n`,
  );
  await step(`insert into tickets (subdomain_id, stream_id, subject, state, user_id, from_email, from_name, assignee_id, last_message_at, excerpt, search, created_at)
    select $1, (select min(id) from ticket_streams where subdomain_id = $1) + n % ${STREAMS}, ${words('n')}, case when n % 25 = 0 then 'open' else 'closed' end,
      case when n % 5 > 0 then (p.ids)[1 + n % array_length(p.ids, 1)] end, 'person' || n || '@customer.example', 'Person ' || n,
      case when n % 3 > 0 then (p.ids)[1 + n % 12] end, now() - n * interval '3 minutes', 'Beginning of the last word in ticket ' || n,
      to_tsvector('english', ${words('n')}), now() - n * interval '3 minutes' - interval '1 hour'
    from generate_series(1, ${TICKETS}) n, (select array(select id from users where subdomain_id = $1 order by id limit 5000) as ids) p`);
  await step(`insert into ticket_messages (subdomain_id, ticket_id, kind, user_id, from_email, body, created_at)
    select $1, t.id, case when n = 2 then 'reply' else 'email' end, t.user_id, t.from_email, 'Message ' || n || ' of the ticket', t.created_at + n * interval '10 minutes'
    from tickets t, generate_series(1, 3) n where t.subdomain_id = $1`);
  await step(
    `insert into article_sections (subdomain_id, name, position) select $1, 'Section ' || n, n from generate_series(1, ${SECTIONS}) n`,
  );
  await step(`insert into articles (subdomain_id, section_id, position, title, body, search, published_at, published_title, published_body, published_search)
    select $1, (select min(id) from article_sections where subdomain_id = $1) + n % ${SECTIONS}, n, ${words('n')}, b.html, to_tsvector('english', ${words('n')} || ' ' || b.html),
      case when n % 4 > 0 then now() end, case when n % 4 > 0 then ${words('n')} end, case when n % 4 > 0 then b.html end, case when n % 4 > 0 then to_tsvector('english', ${words('n')} || ' ' || b.html) end
    from generate_series(1, ${ARTICLES}) n, lateral (select '<p>' || repeat('How an invoice is written and sent to the customer of article ' || n || '. ', 30) || '</p>' as html) b`);
  await pool.query('vacuum analyze tickets, ticket_messages, articles');
  await pool.query('checkpoint');
  console.log(
    `  ${TICKETS.toLocaleString('en')} tickets and ${ARTICLES.toLocaleString('en')} articles: ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
