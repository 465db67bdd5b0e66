import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type pg from 'pg';
import {
  ALL_PERMISSIONS,
  DEFAULT_FEATURES,
  NO_PERMISSIONS,
  type LicenseType,
  type PermissionsMap,
} from '../../../contract/permissions.ts';
import { Scope } from '../../core/scope.ts';
import type { Tx } from '../../sql/kysely.ts';
import type { Services } from '../../core/services.ts';
import { ACCOUNT_CHANNEL } from '../../domain/account/announce.ts';
import { systemViewer } from '../../domain/account/system_viewer.ts';
import { recountSuggestions, recountTotals } from '../../domain/counters/recount.ts';
import { searchVectorSql } from '../../domain/ideas/search.ts';
import { textFormOf } from '../../domain/intelligence/text_form.ts';
import type { Database } from '../tables.ts';
import { writeDemoMail } from './mail.ts';
import { writeDemoArticles } from './articles.ts';
import { writeDemoTickets } from './tickets.ts';
import { writeDemoImpact } from './impact.ts';
import { writeDemoRatings } from './ratings.ts';
import { writeDemoRoadmap } from './roadmap.ts';
import { writeDemoTracker } from './tracker.ts';
import { writeDemoThemes } from './themes.ts';
import { writeDemoAudit } from './audit.ts';
import { writeDemoWebhooks } from './webhooks.ts';
import { writeDemoViews } from './views.ts';
import * as demo from './texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const ROWS_PER_STATEMENT = 1000;

/** Rights of each kind of demo user; the address says the kind. */
const DEMO_USERS: readonly {
  name: string;
  address: string;
  license_type: LicenseType;
  permissions: PermissionsMap | null;
}[] = [
  {
    name: 'Olivia Owner',
    address: 'owner@demo.example',
    license_type: 'owner',
    permissions: ALL_PERMISSIONS,
  },
  {
    name: 'Adam Admin',
    address: 'admin@demo.example',
    license_type: 'full',
    permissions: { ...ALL_PERMISSIONS, settings: 'none', features: 'r+' },
  },
  {
    name: 'Sofia Support',
    address: 'support@demo.example',
    license_type: 'support',
    permissions: { ...NO_PERMISSIONS, tickets: 'rw', knowledgebase: 'r+' },
  },
  {
    name: 'Conor Contributor',
    address: 'contributor@demo.example',
    license_type: 'contributor',
    permissions: NO_PERMISSIONS,
  },
  { name: 'Mia Member', address: 'member@demo.example', license_type: 'none', permissions: null },
];

const STAFF_RIGHTS: Record<demo.DemoStaff['license_type'], PermissionsMap> = {
  owner: ALL_PERMISSIONS,
  full: { ...ALL_PERMISSIONS, settings: 'none' },
  support: { ...NO_PERMISSIONS, tickets: 'rw', knowledgebase: 'rw' },
  contributor: NO_PERMISSIONS,
};

export interface DemoOptions {
  /** key of the workspace */
  key: string;
  now: Date;
  seed?: number;
  /** takes the share that is done, 0 to 1 */
  onProgress?: (share: number) => void;
  /** takes everything back */
  signal?: AbortSignal | undefined;
}

/**
 * Makes the demo workspace: believable texts, people, accounts, twelve months of dated activity.
 * All or nothing, in one transaction: whoever asks meanwhile sees no workspace, and of two that make it at
 * once the second waits for the first. Its users have no passwords: one-time links let them in.
 * @returns null when a workspace of that key exists already
 * @throws the signal's reason when it was told to stop; nothing is left then
 */
export async function loadDemo(
  pool: pg.Pool,
  { key, now, seed = 1, onProgress = () => {}, signal }: DemoOptions,
): Promise<{ subdomain_id: string; owner_id: string } | null> {
  const { rows } = await pool.query<{ id: string }>("select nextval('subdomains_id_seq')::text as id");
  const subdomain_id = rows[0]!.id;
  const scope = new Scope(
    { pool, readPool: pool, tenantCheck: null, services: {} as Services, now: () => now },
    systemViewer({ id: subdomain_id, features: DEFAULT_FEATURES }),
  );
  return scope.write(async (tx) => {
    const made = await sql`
insert into subdomains (id, key, name, features, severity_tracking_enabled)
values (${subdomain_id}::bigint, ${key}, ${`${demo.DEMO_PRODUCT} feedback`}, ${[...DEFAULT_FEATURES]}, true) on conflict (key) do nothing returning id`.execute(
      tx,
    );
    if (made.rows.length === 0) return null;
    const owner_id = await new DemoWriter(tx, subdomain_id, now, seed, onProgress, signal).write();
    await sql`select pg_notify(${ACCOUNT_CHANNEL}, ${JSON.stringify({ about: 'workspace', subdomain_id })})`.execute(
      tx,
    );
    return { subdomain_id, owner_id };
  });
}

class DemoWriter {
  private readonly tx: Tx;
  private readonly sid: string;
  private readonly now: Date;
  private readonly seed: number;
  private readonly progress: (share: number) => void;
  private readonly signal: AbortSignal | undefined;
  /** ids by the keys that the texts use */
  private readonly people = new Map<string, string>();
  private readonly ideas = new Map<string, string>();

  constructor(
    tx: Tx,
    sid: string,
    now: Date,
    seed: number,
    progress: (share: number) => void,
    signal: AbortSignal | undefined,
  ) {
    this.tx = tx;
    this.sid = sid;
    this.now = now;
    this.seed = seed;
    this.progress = progress;
    this.signal = signal;
  }

  async write(): Promise<string> {
    const owner = await this.writeTeam();
    await this.writeCustomers();
    this.progress(0.1);
    const places = await this.writePlaces();
    await this.writeIdeas(places);
    this.progress(0.3);
    await this.writeSupport();
    this.progress(0.5);
    await this.writeConversation(places);
    this.progress(0.7);
    this.signal?.throwIfAborted();
    for (const table of [
      'users',
      'suggestions',
      'suggestion_contents',
      'supporters',
      'comments',
      'feedback_records',
      'activity_entries',
    ])
      await sql`analyze ${sql.raw(table)}`.execute(this.tx);
    await recountSuggestions(this.tx, this.sid, 'all');
    await recountTotals(this.tx, this.sid);
    await writeDemoViews(this.tx, this.sid, owner, this.now);
    await writeDemoArticles(this.tx, this.sid, owner, this.now);
    await writeDemoTickets(this.tx, this.sid, owner, this.now);
    await writeDemoThemes(this.tx, this.sid, owner, this.now);
    await writeDemoImpact(this.tx, this.sid, owner, this.now);
    await writeDemoRoadmap(this.tx, this.sid, owner, this.now);
    await writeDemoTracker(this.tx, this.sid, owner, this.now);
    await writeDemoWebhooks(this.tx, this.sid, owner, this.now);
    await writeDemoAudit(this.tx, this.sid, owner, this.now);
    await writeDemoRatings(this.tx, this.sid, this.seed, this.now);
    this.progress(1);
    return owner;
  }

  private at(daysAgo: number): Date {
    return new Date(this.now.getTime() - daysAgo * DAY_MS);
  }

  private async insert<T extends keyof Database & string>(
    table: T,
    rows: readonly Omit<Insertable<Database[T]>, 'subdomain_id'>[],
  ): Promise<string[]> {
    const ids: string[] = [];
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
      this.signal?.throwIfAborted();
      const values = rows
        .slice(start, start + ROWS_PER_STATEMENT)
        .map((values) => ({ subdomain_id: this.sid, ...values }));
      const result = await this.tx
        .insertInto(table)
        .values(values as never)
        .returningAll()
        .execute();
      for (const written of result as { id?: string }[]) if (written.id !== undefined) ids.push(written.id);
    }
    return ids;
  }

  private async writeTeam(): Promise<string> {
    const staff = demo.demoStaff(this.seed);
    const ids = await this.insert('users', [
      ...DEMO_USERS.map((user) => ({
        name: user.name,
        email_address: user.address,
        license_type: user.license_type,
        permission_state: user.license_type === 'none' ? 'none' : 'active',
        permissions: user.permissions === null ? null : JSON.stringify(user.permissions),
        email_confirmed: true,
        created_at: this.at(500),
      })),
      ...staff.map((person) => ({
        name: person.name,
        email_address: person.email_address,
        job_title: person.job_title,
        license_type: person.license_type,
        permission_state: 'active',
        permissions: JSON.stringify(STAFF_RIGHTS[person.license_type]),
        email_confirmed: true,
        created_at: this.at(480),
      })),
    ]);
    staff.forEach((person, index) => this.people.set(person.key, ids[DEMO_USERS.length + index]!));
    const teams = [...new Set(staff.map((person) => person.team))];
    const teamIds = await this.insert(
      'teams',
      teams.map((name) => ({ name })),
    );
    await this.insert(
      'team_members',
      staff.map((person) => ({
        team_id: teamIds[teams.indexOf(person.team)]!,
        user_id: this.people.get(person.key)!,
      })),
    );
    return ids[0]!;
  }

  private async writeCustomers(): Promise<void> {
    const accounts = demo.demoAccounts(this.seed);
    const accountIds = await this.insert(
      'external_accounts',
      accounts.map((account, index) => ({
        external_id: account.external_id,
        name: account.name,
        plan: account.plan,
        mrr_cents: String(account.mrr_cents),
        revenue_cents: String(account.mrr_cents),
        ltv_cents: String(account.ltv_cents),
        external_created_at: this.at(account.created_days_ago),
        last_active_at: this.at(account.last_active_days_ago),
        custom_fields: JSON.stringify(demo.demoAccountFields(account, index, this.now)),
        created_at: this.at(account.created_days_ago),
      })),
    );
    const accountOf = new Map(accounts.map((account, index) => [account.key, accountIds[index]!]));
    await this.insert(
      'account_revenues',
      demo.demoRevenues(this.seed).map(({ account, days_ago, mrr_cents }) => ({
        account_id: accountOf.get(account)!,
        since: this.at(days_ago),
        mrr_cents: String(mrr_cents),
        revenue_cents: String(mrr_cents),
        source: 'import',
        created_at: this.at(days_ago),
      })),
    );
    const byRevenue = accounts.toSorted((one, other) => other.mrr_cents - one.mrr_cents);
    const authors = [...this.people.values()].slice(0, 3);
    await this.insert(
      'account_notes',
      demo.DEMO_ACCOUNT_NOTES.map(([account, daysAgo, body], index) => ({
        account_id: accountOf.get(byRevenue[account]!.key)!,
        creator_id: authors[index % authors.length]!,
        body,
        created_at: this.at(daysAgo),
        updated_at: this.at(daysAgo),
      })),
    );
    const people = demo.demoPeople(this.seed);
    const ids = await this.insert(
      'users',
      people.map((person, index) => ({
        name: person.name,
        email_address: person.email_address,
        job_title: person.job_title,
        city: person.city,
        region: person.region,
        country: person.country,
        account_id: person.account === null ? null : accountOf.get(person.account)!,
        satisfaction_score: person.satisfaction_score,
        subscribed: person.subscribed,
        email_confirmed: true,
        custom_fields: JSON.stringify(index % 9 === 4 ? { beta: true } : {}),
        created_at: this.at(person.created_days_ago),
        last_login: person.last_login_days_ago === null ? null : this.at(person.last_login_days_ago),
      })),
    );
    people.forEach((person, index) => this.people.set(person.key, ids[index]!));
    await this.insert(
      'external_users',
      people.flatMap((person, index) =>
        person.account === null
          ? []
          : [
              {
                user_id: ids[index]!,
                account_id: accountOf.get(person.account)!,
                external_id: `U-${30_000 + index}`,
              },
            ],
      ),
    );
  }

  private async writePlaces(): Promise<Places> {
    const statusIds = await this.insert(
      'statuses',
      demo.DEMO_STATUSES.map((status, index) => ({ ...status, position: index + 1 })),
    );
    const internalIds = await this.insert(
      'internal_statuses',
      demo.DEMO_INTERNAL_STATUSES.map((status, index) => ({ ...status, position: index + 1 })),
    );
    const importanceIds = await this.insert(
      'importance_responses',
      ['Nice to have', 'Important', 'Critical'].map((label, index) => ({ label, value: index + 1 })),
    );
    const forumIds = await this.insert(
      'forums',
      demo.DEMO_FORUMS.map((forum, index) => ({
        name: forum.name,
        position: index + 1,
        prompt: forum.prompt,
        placeholder: forum.placeholder,
        welcome_message: forum.welcome_message === null ? null : `<p>${forum.welcome_message}</p>`,
        is_private: forum.is_private,
        category_required: forum.category_required,
        importance_enabled: forum.importance_enabled,
        created_at: this.at(400),
      })),
    );
    const categories = new Map<string, string>();
    for (const [index, forum] of demo.DEMO_FORUMS.entries()) {
      const ids = await this.insert(
        'categories',
        forum.categories.map((name, position) => ({
          forum_id: forumIds[index]!,
          name,
          position: position + 1,
        })),
      );
      forum.categories.forEach((name, position) => categories.set(`${forum.key} ${name}`, ids[position]!));
    }
    const labels = new Map<string, string>();
    for (const parent of demo.DEMO_LABELS) {
      const [parentId] = await this.insert('labels', [{ name: parent.name, full_name: parent.name }]);
      labels.set(parent.name, parentId!);
      const ids = await this.insert(
        'labels',
        parent.children.map((name) => ({
          name,
          full_name: `${parent.name} / ${name}`,
          level: 1,
          parent_id: parentId!,
        })),
      );
      parent.children.forEach((name, index) => labels.set(`${parent.name} / ${name}`, ids[index]!));
    }
    for (const field of demo.DEMO_CUSTOM_FIELDS) {
      const { values, ...columns } = field;
      const [id] = await this.insert('custom_fields', [columns]);
      await this.insert(
        'custom_field_enum_values',
        values.map((label, index) => ({ custom_field_id: id!, label, position: index + 1 })),
      );
    }
    await this.tx
      .updateTable('subdomains')
      .set({ default_forum_id: forumIds[0]! })
      .where('id', '=', this.sid)
      .execute();
    return {
      statuses: new Map(
        demo.DEMO_STATUSES.map((status, index) => [status.name as string, statusIds[index]!]),
      ),
      internalStatuses: new Map(
        demo.DEMO_INTERNAL_STATUSES.map((status, index) => [status.name as string, internalIds[index]!]),
      ),
      importance: importanceIds,
      forums: new Map(demo.DEMO_FORUMS.map((forum, index) => [forum.key, forumIds[index]!])),
      categories,
      labels,
    };
  }

  private async writeIdeas(places: Places): Promise<void> {
    const ideas = demo.demoIdeas(this.seed);
    this.importance = places.importance;
    const ids = await this.insert(
      'suggestions',
      ideas.map((idea) => ({
        title: idea.title,
        forum_id: places.forums.get(idea.forum)!,
        category_id: idea.category === null ? null : places.categories.get(`${idea.forum} ${idea.category}`)!,
        status_id: idea.status === null ? null : places.statuses.get(idea.status)!,
        internal_status_id:
          idea.internal_status === null ? null : places.internalStatuses.get(idea.internal_status)!,
        assigned_owner_id: idea.owner === null ? null : this.people.get(idea.owner)!,
        creator_id: this.people.get(idea.creator)!,
        state: idea.state,
        channel: idea.channel,
        created_at: this.at(idea.created_days_ago),
        updated_at: this.at(idea.created_days_ago * 0.6),
      })),
    );
    ideas.forEach((idea, index) => this.ideas.set(idea.key, ids[index]!));
    const vector = sql.raw(searchVectorSql('x.title', 'x.body'));
    await sql`
insert into suggestion_contents (subdomain_id, suggestion_id, body, custom_fields, search, search_form)
select ${this.sid}::bigint, x.id, x.body, x.custom_fields, ${vector}, x.search_form
from unnest(${ids}::bigint[], ${ideas.map((idea) => idea.title)}::text[], ${ideas.map((idea) => idea.body)}::text[], ${ideas.map((idea) => JSON.stringify(textValues(idea.custom_fields)))}::jsonb[], ${ideas.map((idea) => textFormOf(idea.title, idea.body))}::bytea[]) as x (id, title, body, custom_fields, search_form)`.execute(
      this.tx,
    );
    await this.insert(
      'duplicate_searches',
      ids.map((suggestion_id) => ({ suggestion_id })),
    );
    await this.insert(
      'suggestion_labels',
      ideas.flatMap((idea, index) =>
        [...new Set(idea.labels)].map((name) => ({
          suggestion_id: ids[index]!,
          label_id: places.labels.get(name)!,
        })),
      ),
    );
    await this.insert(
      'activity_entries',
      ideas.map((idea, index) => ({
        suggestion_id: ids[index]!,
        kind: 'suggestion_created',
        user_id: this.people.get(idea.creator)!,
        details: '{}',
        created_at: this.at(idea.created_days_ago),
      })),
    );
  }

  private importance: string[] = [];

  private async writeSupport(): Promise<void> {
    const support = demo.demoSupporters(this.seed);
    await this.insert(
      'supporters',
      support.map((entry) => ({
        suggestion_id: this.ideas.get(entry.idea)!,
        user_id: this.people.get(entry.person)!,
        channel: 'web',
        importance_response_id: entry.importance === null ? null : this.importance[entry.importance - 1]!,
        created_at: this.at(entry.days_ago),
      })),
    );
    await this.insert(
      'subscriptions',
      support.map((entry) => ({
        suggestion_id: this.ideas.get(entry.idea)!,
        user_id: this.people.get(entry.person)!,
        subscribed: entry.subscribed,
        created_at: this.at(entry.days_ago),
      })),
    );
    await this.writeTwin(support);
  }

  /** A second profile of the one who supports most: the story of two that are one person. */
  private async writeTwin(
    support: readonly { idea: string; person: string; days_ago: number }[],
  ): Promise<void> {
    const votes = Map.groupBy(support, ({ person }) => person);
    const known = demo.demoPeople(this.seed).filter((person) => person.account !== null);
    const person = known.reduce((most, one) =>
      (votes.get(one.key)?.length ?? 0) > (votes.get(most.key)?.length ?? 0) ? one : most,
    );
    const [first = '', last = ''] = [person.name.split(' ')[0], person.name.split(' ').at(-1)];
    const [id] = await this.insert('users', [
      {
        name: `${first.charAt(0)}. ${last}`,
        email_address: `${first.charAt(0)}${last}@${person.email_address.split('@')[1]}`.toLowerCase(),
        job_title: 'Director',
        guid: 'usr_10927',
        created_at: this.at(600),
      },
    ]);
    const own = new Set(votes.get(person.key)?.map(({ idea }) => idea));
    const others = [...new Set(support.map(({ idea }) => idea))].filter((idea) => !own.has(idea));
    await this.insert(
      'supporters',
      [...[...own].slice(0, 2), ...others.slice(0, 3)].map((idea) => ({
        suggestion_id: this.ideas.get(idea)!,
        user_id: id!,
        channel: 'web',
        created_at: this.at(300),
      })),
    );
  }

  private async writeConversation(places: Places): Promise<void> {
    const activity: Omit<Insertable<Database['activity_entries']>, 'subdomain_id'>[] = [];
    const tell = (
      kind: string,
      idea: string,
      user_id: string,
      daysAgo: number,
      record: Record<string, string>,
      details: Record<string, unknown> = {},
    ): void => {
      activity.push({
        kind,
        suggestion_id: idea,
        user_id,
        created_at: this.at(daysAgo),
        details: JSON.stringify(details),
        ...record,
      });
    };
    const comments = demo.demoComments(this.seed);
    const commentIds = await this.insert(
      'comments',
      comments.map((comment) => ({
        suggestion_id: this.ideas.get(comment.idea)!,
        creator_id: this.people.get(comment.author)!,
        body: comment.body,
        state: comment.state,
        channel: comment.channel,
        is_admin_comment: comment.is_admin_comment,
        created_at: this.at(comment.days_ago),
        updated_at: this.at(comment.days_ago),
      })),
    );
    comments.forEach((comment, index) =>
      tell(
        'comment_created',
        this.ideas.get(comment.idea)!,
        this.people.get(comment.author)!,
        comment.days_ago,
        { comment_id: commentIds[index]! },
      ),
    );

    const feedback = demo.demoFeedback(this.seed);
    const feedbackIds = await this.insert(
      'feedback_records',
      feedback.map((record) => ({
        suggestion_id: record.idea === null ? null : this.ideas.get(record.idea)!,
        user_id: this.people.get(record.person)!,
        captured_by_id: this.people.get(record.captured_by)!,
        body: record.body,
        channel: record.channel,
        source_type: record.source_type,
        source_url: record.source_url,
        source_title: record.source_title,
        prompt: record.prompt,
        severity: record.severity,
        nps_rating: record.nps_rating,
        created_at: this.at(record.days_ago),
        updated_at: this.at(record.days_ago),
      })),
    );
    feedback.forEach((record, index) => {
      if (record.idea !== null)
        tell(
          'feedback_record_created',
          this.ideas.get(record.idea)!,
          this.people.get(record.captured_by)!,
          record.days_ago,
          { feedback_record_id: feedbackIds[index]! },
        );
    });

    const notes = demo.demoNotes(this.seed);
    const noteIds = await this.insert(
      'notes',
      notes.map((note) => ({
        suggestion_id: this.ideas.get(note.idea)!,
        creator_id: this.people.get(note.author)!,
        body: note.body,
        body_mime_type: 'text/plain',
        created_at: this.at(note.days_ago),
        updated_at: this.at(note.days_ago),
      })),
    );
    notes.forEach((note, index) =>
      tell('note_created', this.ideas.get(note.idea)!, this.people.get(note.author)!, note.days_ago, {
        note_id: noteIds[index]!,
      }),
    );

    const before = new Map<string, string | null>();
    const updates = demo.demoStatusUpdates(this.seed);
    const updateIds = await this.insert(
      'status_updates',
      updates.map((update) => {
        const idea = this.ideas.get(update.idea)!;
        const old = before.get(idea) ?? null;
        const next = places.statuses.get(update.status)!;
        before.set(idea, next);
        return {
          suggestion_id: idea,
          user_id: this.people.get(update.author)!,
          old_status_id: old,
          new_status_id: next,
          html_body: update.html_body,
          supporters_notified: update.supporters_notified,
          created_at: this.at(update.days_ago),
          updated_at: this.at(update.days_ago),
        };
      }),
    );
    updates.forEach((update, index) =>
      tell('status_updated', this.ideas.get(update.idea)!, this.people.get(update.author)!, update.days_ago, {
        status_update_id: updateIds[index]!,
      }),
    );

    before.clear();
    const internal = demo.demoInternalStatusUpdates(this.seed);
    const internalIds = await this.insert(
      'internal_status_updates',
      internal.map((update) => {
        const idea = this.ideas.get(update.idea)!;
        const old = before.get(idea) ?? null;
        const next = places.internalStatuses.get(update.internal_status)!;
        before.set(idea, next);
        return {
          suggestion_id: idea,
          user_id: this.people.get(update.author)!,
          old_internal_status_id: old,
          new_internal_status_id: next,
          html_text: update.html_text,
          created_at: this.at(update.days_ago),
          updated_at: this.at(update.days_ago),
        };
      }),
    );
    internal.forEach((update, index) =>
      tell(
        'internal_status_updated',
        this.ideas.get(update.idea)!,
        this.people.get(update.author)!,
        update.days_ago,
        { internal_status_update_id: internalIds[index]! },
      ),
    );

    const flags = demo.demoFlags(this.seed);
    const flagIds = await this.insert(
      'internal_flags',
      flags.map((flag) => ({
        suggestion_id: this.ideas.get(flag.idea)!,
        creator_id: this.people.get(flag.author)!,
        reason: flag.reason,
        created_at: this.at(flag.days_ago),
        updated_at: this.at(flag.cleared?.days_ago ?? flag.days_ago),
        cleared_at: flag.cleared === null ? null : this.at(flag.cleared.days_ago),
        cleared_by_id: flag.cleared === null ? null : this.people.get(flag.cleared.author)!,
        cleared_message: flag.cleared?.message ?? null,
      })),
    );
    flags.forEach((flag, index) => {
      const record = { internal_flag_id: flagIds[index]! };
      tell(
        'internal_flag_created',
        this.ideas.get(flag.idea)!,
        this.people.get(flag.author)!,
        flag.days_ago,
        record,
      );
      if (flag.cleared)
        tell(
          'internal_flag_cleared',
          this.ideas.get(flag.idea)!,
          this.people.get(flag.cleared.author)!,
          flag.cleared.days_ago,
          record,
        );
    });
    await this.insert('activity_entries', activity);
    await writeDemoMail(this.tx, this.sid, this.now);
  }
}

interface Places {
  statuses: Map<string, string>;
  internalStatuses: Map<string, string>;
  importance: string[];
  forums: Map<string, string>;
  categories: Map<string, string>;
  labels: Map<string, string>;
}

/** Values of custom fields are kept as text. */
function textValues(values: Readonly<Record<string, string | number | boolean>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));
}
