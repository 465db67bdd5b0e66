import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';
import { systemViewer } from '../../domain/account/system_viewer.ts';
import { CounterMismatch } from '../../domain/counters/mismatch.ts';
import { recountSuggestions, recountTotals } from '../../domain/counters/recount.ts';
import { openTestDatabase, type TestDatabase } from '../testing.ts';
import { loadDemo } from './load.ts';

let database: TestDatabase;
let demo: { subdomain_id: string; owner_id: string };
beforeAll(async () => {
  database = await openTestDatabase();
  demo = (await loadDemo(database.pool, { key: 'demo', now: new Date() }))!;
});
afterAll(() => database.close());

async function counts(): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    `select (select count(*) from suggestions where subdomain_id = $1)::int as ideas, (select count(*) from comments where subdomain_id = $1)::int as comments,
      (select count(*) from feedback_records where subdomain_id = $1)::int as feedback, (select count(*) from supporters where subdomain_id = $1)::int as supporters,
      (select count(*) from external_accounts where subdomain_id = $1 and revenue_cents > 0)::int as accounts, (select count(*) from forums where subdomain_id = $1)::int as forums`,
    [demo.subdomain_id],
  );
  return rows[0] as Record<string, number>;
}

describe('the demo workspace', () => {
  it('holds a few hundred ideas with votes, comments, feedback, accounts with revenue', async () => {
    const found = await counts();
    expect(found['ideas']).toBeGreaterThanOrEqual(300);
    expect(found['comments']).toBeGreaterThanOrEqual(800);
    expect(found['feedback']).toBeGreaterThanOrEqual(600);
    expect(found['supporters']).toBeGreaterThanOrEqual(3000);
    expect(found['accounts']).toBeGreaterThanOrEqual(30);
    expect(found['forums']).toBeGreaterThanOrEqual(4);
  });

  it('spreads its activity over the last twelve months', async () => {
    const { rows } = await database.pool.query(
      "select count(distinct date_trunc('month', created_at))::int as months, max(created_at) <= now() as past from activity_entries where subdomain_id = $1",
      [demo.subdomain_id],
    );
    expect(rows[0].months).toBeGreaterThanOrEqual(12);
    expect(rows[0].past).toBe(true);
  });

  it('[SCOPE-001] tells one story: a ticket, its feedback, the idea, its theme, a report, a feature, a status update', async () => {
    const { rows } = await database.pool.query(
      `select s.title,
        (select t.subject from tickets t join ticket_suggestions k on k.ticket_id = t.id where k.suggestion_id = s.id and t.user_id = f.user_id) as ticket,
        exists (select 1 from activity_entries a where a.suggestion_id = s.id and a.kind = 'ticket_created') as told,
        (select string_agg(r.title, ', ') from theme_placements p join impact_reports r on r.theme_id = p.theme_id where p.suggestion_id = s.id) as report,
        (select string_agg(x.name, ', ') from feature_suggestions k join features x on x.id = k.feature_id where k.suggestion_id = s.id) as feature,
        exists (select 1 from status_updates u where u.suggestion_id = s.id) as answered
      from suggestions s join feedback_records f on f.suggestion_id = s.id
      where s.subdomain_id = $1 and s.title = 'Stock per van' order by f.created_at limit 1`,
      [demo.subdomain_id],
    );
    expect(rows).toEqual([
      {
        title: 'Stock per van',
        ticket: 'Bought the same valves twice again',
        told: true,
        report: 'Why the work in the van comes first',
        feature: expect.stringContaining('Stock alerts'),
        answered: true,
      },
    ]);
  });

  it('has views and a list that hold ideas', async () => {
    const { rows } = await database.pool.query(
      `select v.name, case when v.sub_kind = 'manual' then (select count(*)::int from saved_view_suggestions m where m.saved_view_id = v.id) else v.suggestions_count end as ideas
       from saved_views v where v.subdomain_id = $1 and v.is_public order by v.id`,
      [demo.subdomain_id],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'Large customers, no answer yet',
      'Planned and still asked for',
      'Quiet for half a year',
      'Candidates for the quarter',
    ]);
    for (const { name, ideas } of rows) {
      expect(ideas, name).toBeGreaterThanOrEqual(5);
      expect(ideas, name).toBeLessThanOrEqual(150);
    }
  });

  it('has one user per kind of right, without a password', async () => {
    const { rows } = await database.pool.query(
      "select email_address, license_type, password_hash from users where subdomain_id = $1 and email_address like '%@demo.example' order by id",
      [demo.subdomain_id],
    );
    expect(rows.slice(0, 5)).toEqual(
      [
        ['owner', 'owner'],
        ['admin', 'full'],
        ['support', 'support'],
        ['contributor', 'contributor'],
        ['member', 'none'],
      ].map(([name, license_type]) => ({
        email_address: `${name}@demo.example`,
        license_type,
        password_hash: null,
      })),
    );
  });

  it('stores counters that a recount agrees with', async () => {
    const scope = new Scope(
      {
        pool: database.pool,
        readPool: database.pool,
        tenantCheck: null,
        services: {} as Services,
        now: () => new Date(),
      },
      systemViewer({ id: demo.subdomain_id, features: [] }),
    );
    const drift = new CounterMismatch();
    await scope.write(async (tx) => {
      await recountSuggestions(tx, demo.subdomain_id, 'all', drift);
      await recountTotals(tx, demo.subdomain_id, drift);
    });
    expect(drift.entries).toEqual([]);
  });

  it('has sent mail whose numbers are those of its rows', async () => {
    const { rows } = await database.pool.query(
      `select count(*)::int as updates, sum(expected_send_count)::int as expected, sum(mail_sent_count)::int as sent, sum(mail_opened_count)::int as opened, sum(mail_clicked_count)::int as clicked, sum(thumbs_up_count + thumbs_down_count)::int as thumbs
       from status_updates where subdomain_id = $1 and supporters_notified`,
      [demo.subdomain_id],
    );
    const found = await database.pool.query(
      `select count(d.id)::int as sent, count(d.opened_at)::int as opened, count(d.clicked_at)::int as clicked, count(d.reaction)::int as thumbs, coalesce(max(d.opened_at) <= now(), true) as past
       from deliveries d join mailings m on m.id = d.mailing_id where d.subdomain_id = $1 and m.kind = 'status_update'`,
      [demo.subdomain_id],
    );
    const { updates, expected, ...counted } = rows[0] as Record<string, number>;
    expect({ ...counted, past: true }).toEqual(found.rows[0]);
    expect(updates).toBeGreaterThan(20);
    expect(expected).toBe(counted['sent']);
    expect(counted['sent']).toBeGreaterThan(counted['opened']!);
    expect(counted['opened']).toBeGreaterThan(counted['clicked']!);
    const messages = await database.pool.query(
      'select count(*)::int as n, min(mail_sent_count) as fewest from supporter_messages where subdomain_id = $1',
      [demo.subdomain_id],
    );
    expect(messages.rows[0].n).toBe(3);
    expect(messages.rows[0].fewest).toBeGreaterThan(3);
  });

  it('is made once: a second call leaves it alone', async () => {
    expect(await loadDemo(database.pool, { key: 'demo', now: new Date() })).toBeNull();
  });
});

describe('a demo workspace that was not finished', () => {
  it('leaves nothing behind, not even to those who ask meanwhile, and is made the next time', async () => {
    const other = await openTestDatabase();
    const rows = async () =>
      (
        await other.pool.query<{ n: number }>(
          'select ((select count(*) from subdomains) + (select count(*) from users))::int as n',
        )
      ).rows[0]!.n;
    const stop = new AbortController();
    const seen: Promise<number>[] = [];
    const making = loadDemo(other.pool, {
      key: 'demo',
      now: new Date(),
      signal: stop.signal,
      onProgress: () => {
        seen.push(rows());
        stop.abort(new Error('Stopped.'));
      },
    });
    await expect(making).rejects.toThrow('Stopped.');
    expect([...(await Promise.all(seen)), await rows()]).toEqual([0, 0]);
    const both = await Promise.all([
      loadDemo(other.pool, { key: 'demo', now: new Date() }),
      loadDemo(other.pool, { key: 'demo', now: new Date() }),
    ]);
    expect(both.filter((made) => made !== null)).toHaveLength(1);
    await other.close();
  });
});
