import { buildSchema, getNamedType, isLeafType, isObjectType, type GraphQLObjectType } from 'graphql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  buildArticle,
  buildTicket,
  buildAccount,
  buildAttachment,
  buildCategory,
  buildComment,
  buildCustomField,
  buildFeedbackRecord,
  buildFeature,
  buildFeatureStatus,
  buildForum,
  buildImpactReport,
  impactFigures,
  buildImportanceResponse,
  buildInternalStatus,
  buildLabel,
  buildNote,
  buildStatus,
  buildSubscription,
  buildSuggestion,
  buildSupporter,
  buildUser,
  insertRow,
} from '../db/builders.ts';
import { NO_PERMISSIONS } from '../../contract/permissions.ts';
import { openTestDatabase, type TestDatabase } from '../db/testing.ts';
import { testApi } from '../testing/api.ts';
import { createOthers } from '../testing/operations.ts';
import { openWorkspace, type TestWorkspace } from '../testing/workspace.ts';
import { catalogue } from './catalogue.ts';
import { Reader } from '../listing/reader.ts';
import { TotalCache } from '../listing/total_cache.ts';
import type { Entity } from '../core/entity.ts';
import { createExecutor } from './execute.ts';
import { createSchema, printSchema, typeName } from './schema.ts';

/*
 * Every filter and sort of every list, on two workspaces that hold the same: exactly the matching
 * records of the own one come back, and the total agrees. A filter or sort without a case fails.
 */

const at = (day: string): Date => new Date(`${day}T12:00:00Z`);
const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000);

/** name -> id, by list. */
type Seed = Record<string, Record<string, string>>;

async function seed(database: TestDatabase, own: TestWorkspace): Promise<Seed> {
  const { tenant, admin } = own;
  const subdomain_id = tenant.id;
  const id = async (row: Promise<{ id: string }>): Promise<string> => (await row).id;

  const accounts = {
    acme: await id(
      buildAccount(database, tenant, {
        name: 'Acme Harbours',
        external_id: 'sf-acme',
        plan: 'Gold',
        revenue_cents: '500000',
        mrr_cents: '500000',
      }),
    ),
    beta: await id(
      buildAccount(database, tenant, { name: 'Beta Fish', revenue_cents: '9000', mrr_cents: '9000' }),
    ),
    zero: await id(buildAccount(database, tenant, { name: 'zero & 100% idle' })),
  };
  await insertRow(database, 'account_revenues', {
    subdomain_id,
    account_id: accounts.zero,
    since: at('2023-01-01'),
    mrr_cents: '100',
    revenue_cents: '100',
    source: 'import',
  });
  await database.pool.query('update users set name = $2, created_at = $3, last_login = $4 where id = $1', [
    admin.id,
    'Zoe Admin',
    at('2023-01-01'),
    at('2024-05-01'),
  ]);
  const people = {
    admin: admin.id,
    invited: await id(
      buildUser(database, tenant, {
        name: 'Iva Invited',
        license_type: 'contributor',
        permission_state: 'invited',
        created_at: at('2023-01-02'),
      }),
    ),
    ann: await id(
      buildUser(database, tenant, {
        name: 'Ann Arbor',
        email_address: 'ann@acme.example',
        account_id: accounts.acme,
        country: 'Norway',
        satisfaction_score: 9,
        created_at: at('2023-01-03'),
        last_login: at('2024-06-01'),
      }),
    ),
    bob: await id(
      buildUser(database, tenant, {
        name: 'Bob Beta',
        email_address: 'bob@beta.example',
        account_id: accounts.beta,
        allowed_state: 'blocked',
        subscribed: false,
        satisfaction_score: 0,
        created_at: at('2023-01-04'),
      }),
    ),
    cat: await id(
      buildUser(database, tenant, {
        name: 'Cat',
        email_address: 'cat@nowhere.example',
        created_at: at('2023-01-05'),
      }),
    ),
  };
  const users = {
    ...people,
    merged: await id(
      buildUser(database, tenant, { name: 'Ann', email_address: null, merged_into_id: people.ann }),
    ),
  };
  const teams = {
    one: await id(insertRow(database, 'teams', { subdomain_id, name: 'One' })),
    two: await id(insertRow(database, 'teams', { subdomain_id, name: 'Two' })),
  };
  await insertRow(database, 'team_members', { subdomain_id, team_id: teams.one, user_id: users.admin });
  await insertRow(database, 'team_members', { subdomain_id, team_id: teams.two, user_id: users.invited });

  const forums = {
    sea: await id(buildForum(database, tenant, { name: 'sea', position: 2 })),
    land: await id(buildForum(database, tenant, { name: 'Land', position: 1, state: 'closed' })),
    gone: await id(buildForum(database, tenant, { name: 'Gone', state: 'deleted' })),
  };
  const categories = {
    boats: await id(buildCategory(database, tenant, { forum_id: forums.sea, name: 'Boats', position: 2 })),
    nets: await id(buildCategory(database, tenant, { forum_id: forums.sea, name: 'nets', position: 1 })),
    hills: await id(buildCategory(database, tenant, { forum_id: forums.land, name: 'Hills', position: 1 })),
  };
  const red = await id(buildLabel(database, tenant, { name: 'Red' }));
  const labels = {
    red,
    blue: await id(buildLabel(database, tenant, { name: 'Blue', full_name: 'Red / Blue', parent_id: red })),
    old: await id(buildLabel(database, tenant, { name: 'Old', state: 'archived' })),
    limited: await id(buildLabel(database, tenant, { name: 'Limited_1' })),
  };
  await insertRow(database, 'label_forums', {
    subdomain_id,
    label_id: labels.limited,
    forum_id: forums.land,
  });
  const statuses = {
    planned: await id(
      buildStatus(database, tenant, { name: 'planned', position: 2, updated_at: at('2024-01-10') }),
    ),
    done: await id(
      buildStatus(database, tenant, { name: 'Done', position: 1, updated_at: at('2024-02-10') }),
    ),
    removed: await id(buildStatus(database, tenant, { deleted_at: at('2024-02-10') })),
  };
  const internal_statuses = {
    ready: await id(buildInternalStatus(database, tenant, { name: 'ready', position: 2 })),
    build: await id(buildInternalStatus(database, tenant, { name: 'Build', position: 1 })),
    removed: await id(buildInternalStatus(database, tenant, { deleted_at: at('2024-02-10') })),
  };
  const importance_responses = {
    high: await id(buildImportanceResponse(database, tenant, 3)),
    low: await id(buildImportanceResponse(database, tenant, 1)),
  };
  const custom_fields = {
    size: await id(buildCustomField(database, tenant, { key: 'size', name: 'Size' })),
    tier: await id(buildCustomField(database, tenant, { key: 'tier', name: 'tier', object_type: 'account' })),
    goal: await id(buildCustomField(database, tenant, { key: 'goal', name: 'Goal', object_type: 'feature' })),
  };

  const idea = (values: Parameters<typeof buildSuggestion>[2]) =>
    id(buildSuggestion(database, tenant, values));
  const suggestions = {
    alpha: await idea({
      title: 'Anchor the boats',
      body: 'Harbour fees are high',
      forum_id: forums.sea,
      category_id: categories.boats,
      status_id: statuses.planned,
      internal_status_id: internal_statuses.ready,
      assigned_owner_id: users.admin,
      creator_id: users.ann,
      created_at: at('2024-01-10'),
      updated_at: at('2024-01-20'),
    }),
    beta: await idea({
      title: 'better nets',
      external_id: 'canny:p7',
      forum_id: forums.sea,
      creator_id: users.bob,
      created_at: at('2024-02-10'),
      updated_at: at('2024-02-20'),
    }),
    gamma: await idea({
      title: 'Climb hills',
      forum_id: forums.land,
      category_id: categories.hills,
      status_id: statuses.done,
      internal_status_id: internal_statuses.build,
      assigned_owner_id: users.invited,
      created_at: at('2024-03-10'),
      updated_at: at('2024-03-20'),
    }),
    theta: await idea({
      title: 'Dunes',
      forum_id: forums.land,
      state: 'published',
      created_at: at('2023-06-01'),
      updated_at: at('2023-06-01'),
    }),
    recent: await idea({
      title: 'Early',
      forum_id: forums.sea,
      category_id: categories.boats,
      created_at: daysAgo(90),
      updated_at: daysAgo(90),
    }),
    held: await idea({
      title: 'Held nets',
      forum_id: forums.sea,
      category_id: categories.boats,
      state: 'pending',
      created_at: at('2024-02-10'),
    }),
    spam: await idea({ forum_id: forums.sea, state: 'spam' }),
    merged: await idea({ forum_id: forums.sea, state: 'merged' }),
    closed: await idea({ forum_id: forums.sea, state: 'closed' }),
    deleted: await idea({
      title: 'Deleted nets',
      forum_id: forums.sea,
      category_id: categories.boats,
      status_id: statuses.planned,
      creator_id: users.ann,
      state: 'deleted',
    }),
  };
  for (const [suggestion_id, label_id] of [
    [suggestions.alpha, labels.red],
    [suggestions.beta, labels.blue],
    [suggestions.held, labels.red],
    [suggestions.deleted, labels.red],
  ] as const) {
    await insertRow(database, 'suggestion_labels', { subdomain_id, suggestion_id, label_id });
  }
  await buildSupporter(database, tenant, {
    suggestion_id: suggestions.alpha,
    user_id: users.ann,
    created_at: at('2024-02-01'),
  });
  await buildSupporter(database, tenant, {
    suggestion_id: suggestions.alpha,
    user_id: users.cat,
    created_at: null,
  });
  await buildSupporter(database, tenant, {
    suggestion_id: suggestions.beta,
    user_id: users.bob,
    created_at: at('2024-02-12'),
  });
  await buildSupporter(database, tenant, {
    suggestion_id: suggestions.gamma,
    user_id: users.cat,
    importance_response_id: importance_responses.high,
    created_at: at('2024-03-13'),
  });
  await buildSupporter(database, tenant, { suggestion_id: suggestions.deleted, user_id: users.ann });

  const comments = {
    answer: await id(
      buildComment(database, tenant, {
        suggestion_id: suggestions.alpha,
        creator_id: users.admin,
        is_admin_comment: true,
        created_at: at('2024-03-01'),
        updated_at: at('2024-03-02'),
      }),
    ),
    remark: await id(
      buildComment(database, tenant, {
        suggestion_id: suggestions.beta,
        creator_id: users.ann,
        state: 'published',
        created_at: at('2024-02-13'),
        updated_at: at('2024-02-13'),
      }),
    ),
    held: await id(
      buildComment(database, tenant, {
        suggestion_id: suggestions.beta,
        creator_id: users.cat,
        state: 'pending',
        created_at: at('2024-02-14'),
        updated_at: at('2024-02-14'),
      }),
    ),
    spam: await id(
      buildComment(database, tenant, {
        suggestion_id: suggestions.alpha,
        creator_id: users.cat,
        state: 'spam',
        created_at: at('2024-02-15'),
        updated_at: at('2024-02-15'),
      }),
    ),
    deleted: await id(
      buildComment(database, tenant, {
        suggestion_id: suggestions.alpha,
        creator_id: users.ann,
        state: 'deleted',
        created_at: at('2024-02-16'),
      }),
    ),
  };
  const feedback_records = {
    wish: await id(
      buildFeedbackRecord(database, tenant, {
        suggestion_id: suggestions.gamma,
        user_id: users.bob,
        body: 'Steeper, 100% please',
        severity: 3,
        created_at: at('2024-03-12'),
        updated_at: at('2024-03-12'),
      }),
    ),
    inbox: await id(
      buildFeedbackRecord(database, tenant, {
        user_id: users.ann,
        body: 'Flatter',
        channel: 'email',
        created_at: at('2024-03-14'),
        updated_at: at('2024-03-16'),
      }),
    ),
    deleted: await id(
      buildFeedbackRecord(database, tenant, {
        suggestion_id: suggestions.gamma,
        user_id: users.bob,
        body: 'Steeper',
        state: 'deleted',
      }),
    ),
  };
  const notes = {
    hint: await id(
      buildNote(database, tenant, { suggestion_id: suggestions.gamma, created_at: at('2024-03-11') }),
    ),
    other: await id(
      buildNote(database, tenant, { suggestion_id: suggestions.alpha, created_at: at('2024-01-12') }),
    ),
    deleted: await id(
      buildNote(database, tenant, {
        suggestion_id: suggestions.gamma,
        deleted_at: at('2024-03-12'),
        created_at: at('2024-03-11'),
      }),
    ),
    reply: '',
  };
  const flag = (values: Record<string, unknown> & { suggestion_id: string }) =>
    id(insertRow(database, 'internal_flags', { subdomain_id, reason: 'Look', ...values }));
  const internal_flags = {
    open: await flag({
      suggestion_id: suggestions.alpha,
      creator_id: users.admin,
      created_at: at('2024-01-15'),
    }),
    cleared: await flag({
      suggestion_id: suggestions.beta,
      creator_id: users.invited,
      created_at: at('2024-02-11'),
      cleared_at: at('2024-02-12'),
    }),
    second: await flag({
      suggestion_id: suggestions.gamma,
      creator_id: users.invited,
      created_at: at('2024-03-11'),
    }),
  };
  const status_updates = {
    news: await id(
      insertRow(database, 'status_updates', {
        subdomain_id,
        suggestion_id: suggestions.gamma,
        html_body: '<p>Soon</p>',
        new_status_id: statuses.done,
        created_at: at('2024-03-14'),
        updated_at: at('2024-03-15'),
      }),
    ),
    silent: await id(
      insertRow(database, 'status_updates', {
        subdomain_id,
        suggestion_id: suggestions.beta,
        created_at: at('2024-02-11'),
        updated_at: at('2024-02-11'),
      }),
    ),
  };
  const internal_status_updates = {
    ready: await id(
      insertRow(database, 'internal_status_updates', {
        subdomain_id,
        suggestion_id: suggestions.alpha,
        new_internal_status_id: internal_statuses.ready,
        created_at: at('2024-01-11'),
      }),
    ),
    build: await id(
      insertRow(database, 'internal_status_updates', {
        subdomain_id,
        suggestion_id: suggestions.gamma,
        new_internal_status_id: internal_statuses.build,
        created_at: at('2024-03-11'),
      }),
    ),
  };
  const attachments = {
    idea: await id(buildAttachment(database, tenant, { suggestion_id: suggestions.alpha })),
    idea2: await id(buildAttachment(database, tenant, { suggestion_id: suggestions.alpha })),
    comment: await id(buildAttachment(database, tenant, { comment_id: comments.remark })),
    feedback: await id(buildAttachment(database, tenant, { feedback_record_id: feedback_records.wish })),
    note: await id(buildAttachment(database, tenant, { note_id: notes.hint })),
    news: await id(buildAttachment(database, tenant, { status_update_id: status_updates.news })),
    internal: await id(
      buildAttachment(database, tenant, { internal_status_update_id: internal_status_updates.ready }),
    ),
    unclaimed: await id(buildAttachment(database, tenant, { uploader_id: users.admin })),
  };
  notes.reply = await id(
    buildNote(database, tenant, {
      suggestion_id: suggestions.alpha,
      parent_id: notes.other,
      created_at: at('2024-01-13'),
    }),
  );
  const entry = (values: Record<string, unknown> & { suggestion_id: string; kind: string }) =>
    id(insertRow(database, 'activity_entries', { subdomain_id, ...values }));
  const activity_entries = {
    made: await entry({
      suggestion_id: suggestions.alpha,
      kind: 'suggestion_created',
      created_at: at('2024-01-10'),
    }),
    said: await entry({
      suggestion_id: suggestions.alpha,
      kind: 'comment_created',
      comment_id: comments.answer,
      created_at: at('2024-03-01'),
    }),
    unsaid: await entry({
      suggestion_id: suggestions.alpha,
      kind: 'comment_created',
      comment_id: comments.deleted,
      created_at: at('2024-02-16'),
    }),
    replied: await entry({
      suggestion_id: suggestions.alpha,
      kind: 'note_created',
      note_id: notes.reply,
      created_at: at('2024-01-13'),
    }),
    noted: await entry({
      suggestion_id: suggestions.gamma,
      kind: 'note_created',
      note_id: notes.hint,
      created_at: at('2024-03-11'),
    }),
  };
  const outreaches = {
    called: await entry({
      suggestion_id: suggestions.beta,
      kind: 'outreach_created',
      created_at: at('2024-01-09'),
    }),
    met: await entry({
      suggestion_id: suggestions.beta,
      kind: 'outreach_created',
      created_at: at('2024-01-08'),
    }),
    deleted: await entry({ suggestion_id: suggestions.deleted, kind: 'outreach_created' }),
  };
  Object.assign(activity_entries, { called: outreaches.called, met: outreaches.met });
  const thumb = (kind: string, values: Record<string, unknown>) =>
    id(insertRow(database, 'reactions', { subdomain_id, kind, ...values }));
  const reactions = {
    liked: await thumb('up', { user_id: users.ann, status_update_id: status_updates.news }),
    doubted: await thumb('down', {
      user_id: users.admin,
      internal_status_update_id: internal_status_updates.ready,
    }),
  };
  const sfdc_opportunities = { large: feedback_records.wish, small: feedback_records.inbox };
  await database.pool.query(
    `update feedback_records set source_type = 'sfdc_opportunity', source_guid = '006' || id, source_url = 'https://dev.azure.com/example/planning/_workitems/edit/' || id where subdomain_id = $1`,
    [subdomain_id],
  );
  const vsts_work_items = { first: feedback_records.wish, second: feedback_records.inbox };
  const rated = (score: number, values: object) =>
    id(insertRow(database, 'ratings', { subdomain_id, score, ...values }));
  const ratings = {
    glad: await rated(10, {
      user_id: users.ann,
      body: 'Fine',
      created_at: at('2024-03-15'),
      updated_at: at('2024-03-15'),
    }),
    torn: await rated(7, { user_id: users.bob, created_at: at('2024-03-17'), updated_at: at('2024-03-17') }),
    cross: await rated(6, {
      user_id: users.ann,
      body: 'Slow',
      created_at: at('2024-03-19'),
      updated_at: at('2024-03-19'),
    }),
  };
  const about = (name: string, account_id: string, at_: string) =>
    id(
      insertRow(database, 'account_notes', {
        subdomain_id,
        account_id,
        body: name,
        created_at: at(at_),
        updated_at: at(at_),
      }),
    );
  const account_notes = {
    call: await about('call', accounts.acme, '2024-03-15'),
    visit: await about('visit', accounts.beta, '2024-03-17'),
  };
  const marked = (name: string, starts_on: string, updated: string) =>
    id(
      insertRow(database, 'period_marks', {
        subdomain_id,
        name,
        starts_on,
        ends_on: starts_on,
        created_at: at(updated),
        updated_at: at(updated),
      }),
    );
  const period_marks = {
    release: await marked('release', '2026-06-01', '2024-03-17'),
    price: await marked('price', '2026-02-01', '2024-03-15'),
  };
  const issue = (jira_key: string, values: object) =>
    id(insertRow(database, 'tracker_issues', { subdomain_id, jira_key, ...values }));
  const jira_issues = {
    night: await issue('MAR-1', { stage: 'done', updated_at: at('2024-03-15') }),
    sunday: await issue('MAR-2', { updated_at: at('2024-03-17') }),
    loose: await issue('MAR-3', {}),
  };
  for (const [suggestion_id, issue_id] of [
    [suggestions.alpha, jira_issues.night],
    [suggestions.gamma, jira_issues.night],
    [suggestions.gamma, jira_issues.sunday],
    [suggestions.deleted, jira_issues.loose],
  ])
    await insertRow(database, 'suggestion_tracker_issues', { subdomain_id, suggestion_id, issue_id });
  const supporter_messages = {
    letter: await id(
      insertRow(database, 'supporter_messages', {
        subdomain_id,
        suggestion_id: suggestions.alpha,
        user_id: users.admin,
        email_subject: 'Boats',
        body: '<p>Soon</p>',
        created_at: at('2024-03-20'),
      }),
    ),
    second: await id(
      insertRow(database, 'supporter_messages', {
        subdomain_id,
        suggestion_id: suggestions.gamma,
        user_id: users.admin,
        email_subject: 'Hills',
        body: '<p>Later</p>',
        created_at: at('2024-03-21'),
      }),
    ),
  };
  const mailing = (values: Record<string, unknown>) =>
    id(insertRow(database, 'mailings', { subdomain_id, subject: 'News', ...values }));
  const mailings = {
    letter: await mailing({
      kind: 'supporter_message',
      suggestion_id: suggestions.alpha,
      supporter_message_id: supporter_messages.letter,
      state: 'done',
      created_at: at('2024-03-20'),
    }),
    news: await mailing({
      kind: 'status_update',
      suggestion_id: suggestions.gamma,
      status_update_id: status_updates.news,
      state: 'waiting',
      created_at: at('2024-03-14'),
    }),
    // mail to one person alone is no one else's business
    digest: await mailing({ kind: 'digest', state: 'done', created_at: at('2024-03-22') }),
  };
  const delivery = (values: Record<string, unknown>) =>
    id(insertRow(database, 'deliveries', { subdomain_id, ...values }));
  const deliveries = {
    ann: await delivery({
      mailing_id: mailings.letter,
      user_id: users.ann,
      email_address: 'ann@acme.example',
      state: 'sent',
      opened_at: at('2024-03-23'),
      clicked_at: at('2024-03-23'),
      reaction: 'up',
    }),
    cat: await delivery({
      mailing_id: mailings.letter,
      user_id: users.cat,
      email_address: 'cat@nowhere.example',
      state: 'failed',
    }),
    bob: await delivery({ mailing_id: mailings.news, user_id: users.bob, email_address: 'bob@beta.example' }),
    digest: await delivery({
      mailing_id: mailings.digest,
      user_id: users.admin,
      email_address: 'zoe@demo.example',
      state: 'sent',
    }),
  };
  const message = (values: Record<string, unknown>) =>
    id(insertRow(database, 'messages', { subdomain_id, user_id: users.ann, body: 'Thanks', ...values }));
  const messages = {
    answer: await message({
      suggestion_id: suggestions.alpha,
      supporter_message_id: supporter_messages.letter,
      created_at: at('2024-03-23'),
    }),
    praise: await message({
      suggestion_id: suggestions.gamma,
      status_update_id: status_updates.news,
      created_at: at('2024-03-24'),
    }),
    inside: await message({
      suggestion_id: suggestions.alpha,
      internal_status_update_id: internal_status_updates.ready,
      created_at: at('2024-03-25'),
    }),
  };
  await insertRow(database, 'merge_candidates', {
    subdomain_id,
    suggestion_id: suggestions.alpha,
    other_suggestion_id: suggestions.beta,
    score: 0.9,
    reason: 'Both ask for boats',
  });
  await insertRow(database, 'merge_candidates', {
    subdomain_id,
    suggestion_id: suggestions.beta,
    other_suggestion_id: suggestions.gamma,
    score: 0.5,
    reason: 'Both ask for hills',
  });
  await insertRow(database, 'merge_candidates', {
    subdomain_id,
    suggestion_id: suggestions.alpha,
    other_suggestion_id: suggestions.gamma,
    score: 0.7,
    reason: 'Both',
    state: 'dismissed',
  });
  await insertRow(database, 'merge_candidates', {
    subdomain_id,
    suggestion_id: suggestions.alpha,
    other_suggestion_id: suggestions.deleted,
    score: 0.8,
    reason: 'Both',
  });
  const pair = (one: string, other: string): string => `${one}-${other}`;
  const merge_candidates = {
    boats: pair(suggestions.alpha, suggestions.beta),
    hills: pair(suggestions.beta, suggestions.gamma),
    dismissed: pair(suggestions.alpha, suggestions.gamma),
    gone: pair(suggestions.alpha, suggestions.deleted),
  };
  const told = (values: Record<string, unknown>) =>
    id(insertRow(database, 'notifications', { subdomain_id, user_id: users.admin, ...values }));
  const notifications = {
    earlier: await told({
      event: 'admin_assigned',
      suggestion_id: suggestions.alpha,
      group_key: 'admin_assigned:alpha',
      created_at: at('2024-04-01'),
    }),
    assigned: await told({
      event: 'admin_assigned',
      suggestion_id: suggestions.alpha,
      group_key: 'admin_assigned:alpha',
      created_at: at('2024-04-02'),
    }),
    reply: await told({
      event: 'supporter_message_reply',
      supporter_message_id: supporter_messages.letter,
      group_key: 'supporter_message_reply:letter',
      seen_at: at('2024-04-04'),
      created_at: at('2024-04-03'),
    }),
    mention: await told({
      event: 'note_mention',
      note_id: notes.hint,
      group_key: 'note_mention:hint',
      seen_at: at('2024-04-05'),
      clicked_at: at('2024-04-05'),
      created_at: at('2024-04-04'),
    }),
    others: await told({
      event: 'note_mention',
      note_id: notes.hint,
      user_id: users.invited,
      group_key: 'note_mention:hint',
      created_at: at('2024-04-04'),
    }),
  };
  const exported = (values: Record<string, unknown>) =>
    id(
      insertRow(database, 'exports', {
        subdomain_id,
        user_id: users.admin,
        collection: 'suggestions',
        format: 'csv',
        params: '{}',
        file_name: 'ideas.csv',
        ...values,
      }),
    );
  const keyOf = async (name: string, values: Record<string, unknown> = {}): Promise<string> =>
    (
      await insertRow(database, 'api_keys', {
        subdomain_id: tenant.id,
        name,
        key_hash: Buffer.from(name),
        key_end: 'abcd',
        scopes: ['ideas:read'],
        user_id: users.admin,
        ...values,
      })
    ).id;
  const api_keys = {
    living: await keyOf('living', { last_used_at: new Date('2026-03-01') }),
    ending: await keyOf('ending', { expires_at: new Date('2999-01-01') }),
    past: await keyOf('past', { expires_at: new Date('2026-01-01') }),
    revoked: await keyOf('revoked', { revoked_at: new Date('2026-02-01') }),
  };
  const lineOf = (action: string, values: Record<string, unknown>): Promise<string> =>
    id(insertRow(database, 'audit_entries', { subdomain_id, action, ...values }));
  const audit_entries = {
    keyed: await lineOf('api_key_create', {
      user_id: users.admin,
      subject: '77',
      details: JSON.stringify({ name: '100% Lake' }),
      created_at: at('2024-05-01'),
    }),
    entered: await lineOf('sign_in', {
      user_id: users.invited,
      ip: '198.51.100.7',
      created_at: at('2024-05-02'),
    }),
    counted: await lineOf('recount', { created_at: at('2024-05-03') }),
  };
  const webhookOf = (name: string): Promise<string> =>
    id(
      insertRow(database, 'webhooks', {
        subdomain_id,
        name,
        url: 'https://hooks.example/',
        kinds: ['note_created'],
        sealed_secret: Buffer.from('sealed'),
        user_id: users.admin,
      }),
    );
  const webhooks = { lake: await webhookOf('lake'), chat: await webhookOf('chat') };
  const deliveryOf = (webhook_id: string, state: string): Promise<string> =>
    id(
      insertRow(database, 'webhook_deliveries', {
        subdomain_id,
        webhook_id,
        kind: 'note_created',
        state,
        tries_most: 8,
        give_up_at: at('2024-05-02'),
        next_try_at: at('2024-05-01'),
        ended_at: state === 'waiting' ? null : at('2024-05-01'),
      }),
    );
  const webhook_deliveries = {
    taken: await deliveryOf(webhooks.lake, 'delivered'),
    failed: await deliveryOf(webhooks.lake, 'failed'),
    waiting: await deliveryOf(webhooks.chat, 'waiting'),
  };
  const exports = {
    done: await exported({ state: 'complete', created_at: at('2024-05-01') }),
    waiting: await exported({ created_at: at('2024-05-02') }),
    others: await exported({ user_id: users.invited, created_at: at('2024-05-03') }),
  };
  const view = (values: Record<string, unknown>) =>
    id(
      insertRow(database, 'saved_views', {
        subdomain_id,
        kind: 'suggestion',
        sub_kind: 'filter',
        owner_id: users.admin,
        name: 'View',
        ...values,
      }),
    );
  const saved_views = {
    mine: await view({
      name: 'Mine of boats',
      params: JSON.stringify({ filters: { label: [labels.red] } }),
      updated_at: at('2024-01-10'),
    }),
    chosen: await view({
      name: 'chosen',
      kind: 'suggestion_list',
      sub_kind: 'manual',
      owner_id: users.invited,
      updated_at: at('2024-02-10'),
    }),
    all: await view({
      name: 'Of all',
      is_public: true,
      owner_id: users.invited,
      suggestions_count: 3,
      updated_at: at('2024-02-10'),
    }),
    archived: await view({ name: 'Archived', state: 'archived', updated_at: at('2024-02-10') }),
    theirs: await view({ name: 'Theirs', is_public: false, owner_id: users.invited }),
    deleted: await view({ name: 'Deleted', deleted_at: at('2024-02-10') }),
  };
  await insertRow(database, 'saved_view_suggestions', {
    subdomain_id,
    saved_view_id: saved_views.chosen,
    suggestion_id: suggestions.gamma,
    position: 1,
  });
  const shared = (saved_view_id: string, user_id: string, values: Record<string, unknown> = {}) =>
    id(
      insertRow(database, 'saved_view_users', {
        subdomain_id,
        saved_view_id,
        user_id,
        is_shared: true,
        ...values,
      }),
    );
  const shared_views = {
    with_me: await shared(saved_views.chosen, users.admin, { subscribed: true }),
    of_mine: await shared(saved_views.mine, users.invited),
    of_theirs: await shared(saved_views.theirs, users.ann),
  };
  const imported = (state: string, day: string) =>
    id(
      insertRow(database, 'imports', {
        subdomain_id,
        user_id: users.invited,
        state,
        preset: 'ideas',
        file_names: ['ideas.csv'],
        settings: JSON.stringify({ forum: 'Sea' }),
        created_at: at(day),
      }),
    );
  const imports = {
    done: await imported('done', '2024-05-01'),
    waiting: await imported('ready', '2024-05-02'),
  };
  const reported = (name: string, values: object) =>
    id(insertRow(database, 'theme_sets', { subdomain_id, name, ...values }));
  const theme_sets = {
    year: await reported('Year', { creator_id: users.admin, status: 'complete' }),
    week: await reported('week', { creator_id: users.invited, state: 'archived', status: 'failed' }),
    gone: await reported('Gone', { state: 'deleted' }),
  };
  const found = (name: string, position: number, values: object = {}) =>
    id(
      insertRow(database, 'themes', {
        subdomain_id,
        theme_set_id: theme_sets.year,
        name,
        position,
        hex_color: '#4C8FC9',
        ...values,
      }),
    );
  const group = await found('water', 1, { is_group: true });
  const themes = {
    water: group,
    boats: await found('boats', 2, { parent_id: group, supporter_count: 3, sentiment_average: 0.5 }),
    rest: await found('uncategorized', 3, { uncategorized: true }),
    lost: await found('lost', 4, { state: 'gone' }),
    deleted: await found('deleted', 5, { state: 'deleted' }),
    elsewhere: await found('elsewhere', 1, { theme_set_id: theme_sets.gone }),
  };
  const placed = async (
    suggestion: string,
    values: { theme_id: string } & Record<string, unknown>,
  ): Promise<string> => {
    await insertRow(database, 'theme_placements', {
      subdomain_id,
      theme_set_id: theme_sets.year,
      suggestion_id: suggestion,
      ...values,
    });
    return `${theme_sets.year}-${suggestion}`;
  };
  const theme_placements = {
    alpha: await placed(suggestions.alpha, { theme_id: themes.boats, fit: 0.75, second_fit: 0.25 }),
    beta: await placed(suggestions.beta, {
      theme_id: themes.rest,
      fit: 0.5,
      second_theme_id: themes.boats,
      second_fit: 0.5,
    }),
    gamma: await placed(suggestions.gamma, { theme_id: themes.rest, moved_at: at('2024-05-01'), fit: 0.25 }),
  };
  const impact = (title: string, values: object) =>
    id(buildImpactReport(database, tenant, { title, suggestion_ids: [suggestions.alpha], ...values }));
  const impact_reports = {
    why: await impact('Why', { creator_id: users.admin, state: 'published' }),
    winter: await impact('winter', {
      creator_id: users.invited,
      source: 'theme',
      theme_id: themes.boats,
    }),
    old: await impact('Old', { state: 'archived', version: 3 }),
    gone: await impact('Gone', { deleted_at: at('2024-05-01') }),
  };
  const readerOf = (impact_report_id: string, user_id: string) =>
    id(insertRow(database, 'impact_report_readers', { subdomain_id, impact_report_id, user_id }));
  const impact_report_readers = {
    admin: await readerOf(impact_reports.winter, users.admin),
    invited: await readerOf(impact_reports.why, users.invited),
    ofGone: await readerOf(impact_reports.gone, users.admin),
  };
  const versionOf = (impact_report_id: string, version: number) =>
    id(
      insertRow(database, 'impact_report_versions', {
        subdomain_id,
        impact_report_id,
        version,
        title: 'Before',
        sections: [],
        texts: '{}',
        quotes: '[]',
        figures: JSON.stringify(impactFigures([])),
        figures_at: at('2024-05-01'),
        created_at: at('2024-05-01'),
      }),
    );
  const impact_report_versions = {
    first: await versionOf(impact_reports.old, 1),
    second: await versionOf(impact_reports.old, 2),
    ofGone: await versionOf(impact_reports.gone, 1),
  };
  Object.assign(attachments, {
    letter: await id(buildAttachment(database, tenant, { supporter_message_id: supporter_messages.letter })),
  });
  const feature_statuses = {
    proposed: await id(
      buildFeatureStatus(database, tenant, { name: 'proposed', position: 1, is_default: true }),
    ),
    beta: await id(buildFeatureStatus(database, tenant, { name: 'Beta', position: 2 })),
    gone: await id(
      buildFeatureStatus(database, tenant, { name: 'Gone', position: 3, deleted_at: at('2024-05-01') }),
    ),
  };
  const areaOf = (name: string, position: number) =>
    id(insertRow(database, 'product_areas', { subdomain_id, name, position }));
  const product_areas = { web: await areaOf('Web', 1), app: await areaOf('app', 2) };
  const roadmapOf = (name: string, position: number) =>
    id(insertRow(database, 'roadmaps', { subdomain_id, name, position }));
  const roadmap_settings = { next: await roadmapOf('Next', 1), all: await roadmapOf('all', 2) };
  const featureOf = (name: string, position: number, values: object) =>
    id(buildFeature(database, tenant, { name, position, ...values }));
  const features = {
    offline: await featureOf('Offline', 1, {
      feature_status_id: feature_statuses.beta,
      product_area_id: product_areas.app,
      roadmap_id: roadmap_settings.next,
      ideas: [suggestions.alpha],
      suggestions_count: 1,
      supporting_users_count: 1,
      supporting_accounts_count: 2,
      supporter_revenue_cents: '500',
    }),
    stock: await featureOf('stock', 3, {
      feature_status_id: feature_statuses.proposed,
      product_area_id: product_areas.web,
      suggestions_count: 2,
      supporting_users_count: 3,
      supporting_accounts_count: 1,
      supporter_revenue_cents: '200',
    }),
    loose: await featureOf('Loose', 2, {}),
    old: await featureOf('Old', 4, { state: 'archived', ideas: [suggestions.alpha] }),
    gone: await featureOf('Gone', 5, { deleted_at: at('2024-05-01'), ideas: [suggestions.alpha] }),
  };
  Object.assign(attachments, {
    study: await id(buildAttachment(database, tenant, { feature_id: features.offline })),
    ofGoneFeature: await id(buildAttachment(database, tenant, { feature_id: features.gone })),
  });
  const eventOf = (feature_id: string, kind: string) =>
    id(insertRow(database, 'feature_events', { subdomain_id, feature_id, kind }));
  const feature_events = {
    made: await eventOf(features.offline, 'created'),
    named: await eventOf(features.stock, 'name'),
    ofGone: await eventOf(features.gone, 'created'),
  };
  const section = (name: string, position: number) =>
    id(insertRow(database, 'article_sections', { subdomain_id, name, position }));
  const article_sections = { begin: await section('Begin', 1), pay: await section('Pay', 2) };
  const articles = {
    hours: await id(
      buildArticle(database, tenant, {
        section_id: article_sections.pay,
        title: 'Hours',
        body: '<p>Night rates</p>',
        position: 2,
        isPublished: true,
        published_at: at('2024-05-01'),
      }),
    ),
    night: await id(
      buildArticle(database, tenant, {
        section_id: article_sections.pay,
        title: 'Night',
        position: 1,
        isPublished: true,
        published_title: 'Nights',
        published_at: at('2024-05-02'),
      }),
    ),
    first: await id(
      buildArticle(database, tenant, {
        section_id: article_sections.begin,
        title: 'First steps',
        position: 3,
      }),
    ),
  };
  await buildArticle(database, tenant, { section_id: article_sections.pay, deleted_at: new Date() });
  const search = (words: string, searches_count: number) =>
    id(insertRow(database, 'article_searches', { subdomain_id, words, searches_count }));
  const article_searches = { datev: await search('datev', 9), overtime: await search('overtime', 14) };
  Object.assign(attachments, {
    picture: await id(buildAttachment(database, tenant, { article_id: articles.hours })),
  });
  const streamOf = (name: string, position: number) =>
    id(insertRow(database, 'ticket_streams', { subdomain_id, name, position }));
  const ticket_streams = { support: await streamOf('Support', 1), billing: await streamOf('Billing', 2) };
  const tickets = {
    missing: await id(
      buildTicket(database, tenant, {
        stream_id: ticket_streams.support,
        subject: 'Hours missing',
        user_id: users.ann,
        last_message_at: at('2024-05-03'),
      }),
    ),
    invoice: await id(
      buildTicket(database, tenant, {
        stream_id: ticket_streams.billing,
        subject: 'Invoice twice',
        assignee_id: users.admin,
        last_message_at: at('2024-05-02'),
      }),
    ),
    old: await id(
      buildTicket(database, tenant, {
        stream_id: ticket_streams.support,
        subject: 'Old',
        state: 'closed',
        last_message_at: at('2024-05-01'),
      }),
    ),
  };
  await insertRow(database, 'ticket_suggestions', {
    subdomain_id,
    ticket_id: tickets.missing,
    suggestion_id: suggestions.alpha,
  });
  const said = (ticket_id: string, body: string) =>
    id(insertRow(database, 'ticket_messages', { subdomain_id, ticket_id, kind: 'note', body }));
  const ticket_messages = {
    first: await said(tickets.missing, 'One'),
    second: await said(tickets.missing, 'Two'),
    other: await said(tickets.invoice, 'Three'),
  };
  Object.assign(attachments, {
    week: await id(buildAttachment(database, tenant, { ticket_message_id: ticket_messages.first })),
  });
  // of each kind that needs no more than its declaration, two
  for (const text of ['Bream', 'ale']) await createOthers(own.api, () => text);
  await own.drift();
  // what was changed later than the rest of its kind
  const newer = {
    users: users.ann,
    external_accounts: accounts.acme,
    forums: forums.sea,
    categories: categories.boats,
    labels: labels.red,
    internal_statuses: internal_statuses.ready,
    custom_fields: custom_fields.size,
    notes: notes.hint,
    internal_flags: internal_flags.open,
    teams: teams.one,
    reactions: reactions.liked,
    internal_status_updates: internal_status_updates.ready,
    theme_sets: theme_sets.year,
    themes: themes.boats,
    impact_reports: impact_reports.why,
    feature_statuses: feature_statuses.beta,
    product_areas: product_areas.app,
    roadmaps: roadmap_settings.all,
    features: features.stock,
    article_sections: article_sections.pay,
    articles: articles.night,
    article_searches: article_searches.datev,
    ticket_streams: ticket_streams.billing,
    tickets: tickets.invoice,
  };
  for (const [table, row] of Object.entries(newer))
    await database.pool.query(
      `update ${table} set updated_at = case when id = $2 then $4::timestamptz else $3::timestamptz end where subdomain_id = $1`,
      [subdomain_id, row, at('2024-01-10'), at('2024-02-10')],
    );
  return {
    outreaches,
    reactions,
    sfdc_opportunities,
    vsts_work_items,
    jira_issues,
    ratings,
    account_notes,
    period_marks,
    supporter_messages,
    mailings,
    deliveries,
    messages,
    merge_candidates,
    notifications,
    api_keys,
    audit_entries,
    webhooks,
    webhook_deliveries,
    article_sections,
    articles,
    article_searches,
    ticket_streams,
    tickets,
    ticket_messages,
    exports,
    imports,
    theme_sets,
    themes,
    theme_placements,
    feature_statuses,
    product_areas,
    roadmap_settings,
    features,
    feature_events,
    impact_reports,
    impact_report_readers,
    impact_report_versions,
    saved_views,
    shared_views,
    users,
    external_accounts: accounts,
    teams,
    forums,
    categories,
    labels,
    statuses,
    internal_statuses,
    importance_responses,
    custom_fields,
    suggestions,
    comments,
    feedback_records,
    notes,
    internal_flags,
    status_updates,
    internal_status_updates,
    attachments,
    activity_entries,
    supporters: { ann: users.ann, bob: users.bob, cat: users.cat },
  };
}

let database: TestDatabase;
let own: TestWorkspace;
let ids: Seed;
let foreign: Seed;
/** the same names with ids that no one has */
let absent: Seed;
beforeAll(async () => {
  database = await openTestDatabase();
  own = await openWorkspace(database);
  const other = await openWorkspace(database);
  ids = await seed(database, own);
  foreign = await seed(database, other);
  let unused = 900_000_000;
  absent = Object.fromEntries(
    Object.entries(ids).map(([name, rows]) => [
      name,
      Object.fromEntries(Object.keys(rows).map((row) => [row, String((unused += 1))])),
    ]),
  );
});
afterAll(() => database.close());

/** `suggestions.alpha` in a case stands for that record's id. */
const resolve = (value: unknown, from: Seed): unknown => {
  if (Array.isArray(value)) return value.map((item) => resolve(item, from));
  const [, list, name] = /^@(\w+)\.(\w+)$/.exec(String(value)) ?? [];
  return list && name ? from[list]![name]! : value;
};

const queryFields = buildSchema(printSchema(catalogue)).getQueryType()!.getFields();

/** Names of the records that a list answers, and its total. */
async function list(
  plural: string,
  args: Record<string, unknown>,
  from: Seed = ids,
): Promise<{ names: string[]; total: number }> {
  const declared = queryFields[plural]!.args;
  const names = Object.keys(args);
  const variables = names.map(
    (name) => `$${name}: ${String(declared.find((argument) => argument.name === name)!.type)}`,
  );
  const document = `query${names.length > 0 ? `(${variables.join(', ')})` : ''} { ${plural}(${[...names.map((name) => `${name}: $${name}`), 'bulk_per_page: 500'].join(', ')}) { records { id } total_records } }`;
  const values = Object.fromEntries(names.map((name) => [name, resolve(args[name], from)]));
  const answer = await own.api.data<Record<string, { records: { id: string }[]; total_records: number }>>(
    document,
    values,
  );
  const nameOf = new Map(Object.entries(ids[plural]!).map(([name, id]) => [id, name]));
  return {
    names: answer[plural]!.records.map(({ id }) => nameOf.get(id) ?? `unknown ${id}`),
    total: answer[plural]!.total_records,
  };
}

const OPEN = ['alpha', 'beta', 'gamma', 'theta', 'recent'];
const without = (all: readonly string[], ...left: string[]) => all.filter((name) => !left.includes(name));

/** Requirement, arguments, names of exactly the records that come back. */
type Case = [requirement: string, args: Record<string, unknown>, expected: readonly string[]];

const OLD = { created_before: '2024-12-31' };
const CASES: Record<string, Case[]> = {
  suggestions: [
    ['DEC-030', {}, OPEN],
    ['CALL-Q-056', { id: ['@suggestions.alpha', '@suggestions.held'] }, ['alpha', 'held']],
    ['CALL-Q-056', { id: '@suggestions.spam' }, ['spam']],
    ['CALL-Q-056', { id: ['@suggestions.deleted', '999999999'] }, []],
    ['CALL-Q-072', { q: 'nets' }, ['beta']],
    ['CALL-Q-072', { q: 'harbour' }, ['alpha']],
    ['CALL-Q-072', { q: 'boat' }, ['alpha']],
    ['CALL-Q-072', { q: 'submarine' }, []],
    ['DEC-021', { q: ':hill cli' }, ['gamma']],
    ['DEC-021', { q: ':climbing' }, []],
    ['CALL-Q-072', { q: 'nets', sort: '-created_at' }, ['beta']],
    ['CALL-Q-072', { q: 'nets', state: ['pending'] }, ['held']],
    ['CALL-Q-070', { state: ['open'] }, OPEN],
    ['CALL-Q-070', { state: ['published'] }, ['theta']],
    ['CALL-Q-070', { state: ['pending', 'spam', 'merged', 'closed'] }, ['held', 'spam', 'merged', 'closed']],
    ['CALL-Q-070', { state: ['deleted'] }, []],
    ['CALL-Q-070', { state: ['open', 'closed'] }, [...OPEN, 'closed']],
    ['DEC-194', { needs_review: true }, ['held']],
    ['DEC-194', { spam: true }, ['spam']],
    ['DEC-194', { needs_review: false, state: ['pending', 'closed'] }, ['closed']],
    ['DEC-194', { spam: false, state: ['spam', 'closed'] }, ['closed']],
    ['CALL-Q-057', { forum: ['@forums.sea'] }, ['alpha', 'beta', 'recent']],
    ['CALL-Q-057', { forum: ['@forums.sea', '@forums.land'] }, OPEN],
    ['CALL-Q-058', { category: ['@categories.boats'] }, ['alpha', 'recent']],
    ['CALL-Q-058', { category: ['@categories.boats', '@categories.hills'] }, ['alpha', 'recent', 'gamma']],
    ['CALL-Q-059', { category_none: true }, ['beta', 'theta']],
    ['CALL-Q-059', { category_none: false }, ['alpha', 'gamma', 'recent']],
    ['CALL-Q-089', { uncategorized_in_forum: ['@forums.sea'] }, ['beta']],
    ['CALL-Q-069', { theme: ['@themes.boats'] }, ['alpha']],
    ['CALL-Q-069', { theme: ['@themes.water', '@themes.elsewhere'] }, ['alpha']],
    ['CALL-Q-069', { theme: ['@themes.deleted'] }, []],
    ['CALL-Q-060', { said: 'steeper' }, ['gamma']],
    ['CALL-Q-060', { said: ':steeper pleasing' }, ['gamma']],
    ['CALL-Q-060', { said: 'flatter' }, []],
    ['CALL-Q-060', { source_id: ['p7', 'p8'] }, ['beta']],
    ['CALL-Q-060', { label: ['@labels.red'] }, ['alpha']],
    ['CALL-Q-060', { label: ['@labels.red', '@labels.blue'] }, ['alpha', 'beta']],
    ['CALL-Q-061', { label_none: true }, ['gamma', 'theta', 'recent']],
    ['CALL-Q-061', { label_none: false }, ['alpha', 'beta']],
    ['CALL-Q-062', { status: ['@statuses.planned'] }, ['alpha']],
    ['CALL-Q-062', { status: ['@statuses.planned', '@statuses.done'] }, ['alpha', 'gamma']],
    ['CALL-Q-063', { status_none: true }, ['beta', 'theta', 'recent']],
    ['CALL-Q-063', { status_none: false }, ['alpha', 'gamma']],
    ['CALL-Q-064', { internal_status: ['@internal_statuses.ready'] }, ['alpha']],
    ['CALL-Q-065', { internal_status_none: true }, ['beta', 'theta', 'recent']],
    ['CALL-Q-065', { internal_status_none: false }, ['alpha', 'gamma']],
    ['CALL-Q-104', { assigned_owner: ['@users.admin'] }, ['alpha']],
    ['CALL-Q-104', { assigned_owner_none: true }, ['beta', 'theta', 'recent']],
    ['CALL-Q-104', { assigned_owner_none: false }, ['alpha', 'gamma']],
    ['CALL-Q-067', { creator: ['@users.ann'] }, ['alpha']],
    ['CALL-Q-068', { feature: ['@features.offline', '@features.gone'] }, ['alpha']],
    ['CALL-Q-066', { supporter: ['@users.ann'] }, ['alpha']],
    ['CALL-Q-066', { supporter: ['@users.bob', '@users.cat'] }, ['alpha', 'beta', 'gamma']],
    ['CALL-Q-087', { external_account: ['@external_accounts.acme'] }, ['alpha']],
    ['CALL-Q-087', { external_account: ['@external_accounts.zero'] }, []],
    ['DEC-061', { external_account: ['@external_accounts.acme'], revenue_as_of: 'first_vote' }, ['alpha']],
    [
      'CALL-Q-088',
      { crm_account: ['@external_accounts.acme', '@external_accounts.beta'] },
      ['alpha', 'beta'],
    ],
    ['CALL-Q-071', { activity: ['votes'] }, ['alpha', 'beta', 'gamma']],
    ['CALL-Q-071', { activity: ['votes'], period_start: '2024-02-05', period_end: '2024-02-28' }, ['beta']],
    [
      'CALL-Q-071',
      { activity: ['comments'], period_start: '2024-02-13', period_end: '2024-02-13' },
      ['beta'],
    ],
    ['CALL-Q-071', { activity: ['comments'], period_start: '2024-02-14', period_end: '2024-02-20' }, []],
    ['CALL-Q-071', { activity: ['feedback_records'] }, ['gamma']],
    ['CALL-Q-071', { activity: ['notes'], period_start: '2024-02-01' }, ['gamma']],
    ['CALL-Q-071', { activity: ['scores'] }, ['gamma']],
    ['CALL-Q-071', { activity: ['scores', 'comments'] }, ['alpha', 'beta', 'gamma']],
    ['CALL-Q-082', { period_start: '2024-02-10', period_end: '2024-03-10' }, ['beta', 'gamma']],
    ['CALL-Q-082', { period_start: '6_months_ago' }, ['recent']],
    ['CALL-Q-082', { activity: [], period_start: '2024-02-10', period_end: '2024-03-10' }, ['beta', 'gamma']],
    ['CALL-Q-082', { period_end: '2024-01-10' }, ['alpha', 'theta']],
    ['CALL-Q-078', { created_after: '2024-02-10T12:00:00Z' }, ['beta', 'gamma', 'recent']],
    ['CALL-Q-078', { created_before: '2024-02-10T12:00:00Z' }, ['alpha', 'theta']],
    ['CALL-Q-078', { created_after: '2024-01-01', created_before: '2024-03-01' }, ['alpha', 'beta']],
    ['CALL-Q-079', { updated_after: '2024-02-20T12:00:00Z' }, ['beta', 'gamma', 'recent']],
    ['CALL-Q-079', { updated_before: '2024-02-20T12:00:00Z' }, ['alpha', 'theta']],
    ['CALL-Q-080', { engagement_since: '2024-03-01' }, ['alpha', 'gamma', 'recent']],
    ['CALL-Q-081', { no_support_since: '2024-02-12T12:00:00Z' }, ['alpha', 'theta', 'recent']],
    ['CALL-Q-083', { flagged_by_team: ['@teams.one'] }, ['alpha']],
    ['CALL-Q-083', { flagged_by_team: ['@teams.two'] }, ['gamma']],
    ['CALL-Q-084', { flagged_by_team_none: ['@teams.one'] }, without(OPEN, 'alpha')],
    ['CALL-Q-084', { flagged_by_team_none: ['@teams.one', '@teams.two'] }, ['beta', 'theta', 'recent']],
    ['CALL-Q-085', { has_internal_flag: true }, ['alpha', 'gamma']],
    ['CALL-Q-085', { has_internal_flag: false }, without(OPEN, 'alpha', 'gamma')],
    ['CALL-Q-086', { has_response: true }, ['alpha', 'gamma']],
    ['CALL-Q-086', { has_response: false }, without(OPEN, 'alpha', 'gamma')],
    ['SCOPE-022', { saved_view: ['@saved_views.chosen'] }, ['gamma']],
    ['SCOPE-021', { saved_view: ['@saved_views.mine', '@saved_views.chosen'] }, ['alpha', 'gamma']],
    [
      'CALL-Q-090',
      {
        advanced_filters: {
          operator: 'or',
          expressions: [
            { label: { operator: 'include', values: ['Red'] } },
            { state: { operator: 'include', values: ['closed'] } },
          ],
        },
      },
      ['alpha', 'closed'],
    ],
    [
      'CALL-Q-044',
      {
        forum: ['@forums.sea'],
        category_none: false,
        created_before: '2024-12-31',
        status: ['@statuses.planned'],
      },
      ['alpha'],
    ],
  ],
  users: [
    ['CALL-Q-055', {}, ['admin', 'invited', 'ann', 'bob', 'cat']],
    ['CALL-Q-055', { id: ['@users.ann', '@users.cat'] }, ['ann', 'cat']],
    ['DEC-170', { merged_into: ['@users.ann'] }, ['merged']],
    ['DEC-170', { merged_into: ['@users.ann'], q: 'nn' }, []],
    ['DEC-170', { probably: ['@users.ann'] }, []],
    ['CALL-Q-097', { feature: ['@features.offline', '@features.gone'] }, ['ann', 'cat']],
    ['CALL-Q-103', { q: 'arbor' }, ['ann']],
    ['CALL-Q-103', { q: 'BETA.EXAMPLE' }, ['bob']],
    ['CALL-Q-103', { q: 'an' }, ['ann']],
    ['CALL-Q-103', { q: 'rb' }, []],
    ['CALL-Q-103', { q: 'AR' }, ['ann']],
    ['CALL-Q-103', { q: 'be' }, ['bob']],
    ['CALL-Q-103', { q: 'b' }, ['bob']],
    ['CALL-Q-103', { q: '_e' }, []],
    ['CALL-Q-103', { q: '%' }, []],
    ['CALL-Q-100', { email_address: 'ANN@acme.example' }, ['ann']],
    ['CALL-Q-100', { email_address: 'acme.example' }, []],
    ['CALL-Q-093', { allowed_state: ['blocked'] }, ['bob']],
    ['CALL-Q-093', { allowed_state: ['allowed'] }, ['admin', 'invited', 'ann', 'cat']],
    ['CALL-Q-094', { permission_state: ['invited'] }, ['invited']],
    ['CALL-Q-094', { permission_state: ['active', 'invited'] }, ['admin', 'invited']],
    ['CALL-Q-099', { license_type: ['none'] }, ['ann', 'bob', 'cat']],
    ['CALL-Q-099', { license_type: ['full', 'contributor'] }, ['admin', 'invited']],
    [
      'PERM-048',
      { license_type: ['full', 'contributor'], permission_state: ['active'], allowed_state: ['allowed'] },
      ['admin'],
    ],
    ['DEC-120', { sees_ideas: true }, ['admin']],
    ...(
      [
        [{ column: 'email_domain', operator: 'eq', operand: { val: 'Acme.example' } }, ['ann']],
        [{ column: 'account_mrr', operator: 'gte', operand: { val: 5000 } }, ['ann']],
        [{ column: 'account', operator: 'contains', operand: { val: 'fish' } }, ['bob']],
        [{ column: 'country', operator: 'in', operand: { val: ['NORWAY', 'Chad'] } }, ['ann']],
        [{ column: 'name', operator: 'not_contains', operand: { val: 'b' } }, ['admin', 'invited', 'cat']],
        [
          { column: 'satisfaction_score', operator: 'neq', operand: { val: 9 } },
          ['admin', 'invited', 'bob', 'cat'],
        ],
        [{ column: 'last_login', operator: 'gt', operand: { val: '2024-05-15' } }, ['ann']],
        [{ column: 'is_subscribed', operator: 'eq', operand: { val: false } }, ['bob']],
        [
          {
            operator: 'or',
            expressions: [
              { column: 'name', operator: 'eq', operand: { val: 'cat' } },
              { column: 'allowed_state', operator: 'eq', operand: { val: 'blocked' } },
            ],
          },
          ['bob', 'cat'],
        ],
      ] as const
    ).map(([expression, expected]): Case => [
      'DEC-042',
      { expression: JSON.stringify({ operator: 'and', expressions: [expression] }) },
      [...expected],
    ]),
    ['CALL-Q-101', { subscribed: false }, ['bob']],
    ['CALL-Q-101', { subscribed: true }, ['admin', 'invited', 'ann', 'cat']],
    ['CALL-Q-095', { external_account: ['@external_accounts.acme'] }, ['ann']],
    ['CALL-Q-096', { suggestion: ['@suggestions.alpha'] }, ['ann', 'cat']],
    ['CALL-Q-096', { suggestion: ['@suggestions.beta', '@suggestions.gamma'] }, ['bob', 'cat']],
    ['CALL-Q-098', { suggestion: ['@suggestions.beta'], association: ['contributed'] }, ['ann', 'bob']],
    ['CALL-Q-098', { suggestion: ['@suggestions.gamma'], association: ['engaged'] }, ['bob', 'cat']],
    [
      'CALL-Q-098',
      { suggestion: ['@suggestions.gamma'], association: ['supported', 'contributed'] },
      ['bob', 'cat'],
    ],
    ['CALL-Q-098', { association: ['supported'] }, ['ann', 'bob', 'cat']],
    ['CALL-Q-098', { association: ['contributed'] }, ['admin', 'ann', 'bob']],
    ['CALL-Q-098', { association: [] }, ['admin', 'invited', 'ann', 'bob', 'cat']],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"country","operator":"eq","operand":{"val":"norway"}}]}',
      },
      ['ann'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"or","expressions":[{"column":"satisfaction_score","operator":"lte","operand":{"val":0}},{"column":"name","operator":"contains","operand":{"val":"zoe"}}]}',
      },
      ['admin', 'bob'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"satisfaction_score","operator":"neq","operand":{"val":9}}]}',
      },
      ['admin', 'invited', 'bob', 'cat'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"country","operator":"neq","operand":{"val":"Norway"}}]}',
      },
      ['admin', 'invited', 'bob', 'cat'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"last_login","operator":"gte","operand":{"val":"2024-05-15"}}]}',
      },
      ['ann'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"created_at","operator":"lt","operand":{"val":"2023-01-03"}}]}',
      },
      ['admin', 'invited'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"satisfaction_score","operator":"gt","operand":{"val":0}}]}',
      },
      ['ann'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"subscribed","operator":"eq","operand":{"val":false}}]}',
      },
      ['bob'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"or","expressions":[{"column":"email_address","operator":"contains","operand":{"val":"ACME."}},{"column":"supported_suggestions_count","operator":"eq","operand":{"val":2}}]}',
      },
      ['ann', 'cat'],
    ],
    [
      'CALL-Q-102',
      {
        expression:
          '{"operator":"and","expressions":[{"column":"satisfaction_score","operator":"is_empty"},{"column":"license_type","operator":"eq","operand":{"val":"none"}}]}',
      },
      ['cat'],
    ],
  ],
  forums: [
    ['CALL-Q-014', {}, ['land', 'sea']],
    ['CALL-Q-014', { id: ['@forums.sea', '@forums.gone'] }, ['sea']],
    ['STATE-042', { open: true }, ['sea']],
    ['STATE-042', { open: false }, ['land']],
  ],
  categories: [
    ['CALL-Q-003', {}, ['boats', 'nets', 'hills']],
    ['CALL-Q-003', { id: ['@categories.nets'] }, ['nets']],
    ['CALL-Q-003', { forum: ['@forums.sea'] }, ['boats', 'nets']],
  ],
  labels: [
    ['CALL-Q-027', {}, ['red', 'blue', 'old', 'limited']],
    ['CALL-Q-027', { id: ['@labels.red', '@labels.old'] }, ['red', 'old']],
    ['CALL-Q-104', { state: ['archived'] }, ['old']],
    ['CALL-Q-104', { state: ['active'] }, ['red', 'blue', 'limited']],
    ['CALL-Q-104', { q: 'red' }, ['red', 'blue']],
    ['CALL-Q-104', { q: 'D_1' }, ['limited']],
    ['CALL-Q-104', { q: '_' }, ['limited']],
    ['CALL-Q-104', { forum: ['@forums.sea'] }, ['red', 'blue', 'old']],
    ['CALL-Q-104', { forum: ['@forums.land'] }, ['red', 'blue', 'old', 'limited']],
  ],
  statuses: [
    ['CALL-Q-040', {}, ['planned', 'done']],
    ['CALL-Q-040', { id: ['@statuses.planned', '@statuses.removed'] }, ['planned', 'removed']],
    ['CALL-Q-040', { updated_after: '2024-02-10T12:00:00Z' }, ['done']],
    ['CALL-Q-040', { updated_after: '2024-01-10T12:00:00Z' }, ['planned', 'done']],
    ['CALL-Q-040', { updated_before: '2024-02-10T12:00:00Z' }, ['planned']],
  ],
  internal_statuses: [
    ['CALL-Q-021', {}, ['ready', 'build']],
    ['CALL-Q-021', { id: ['@internal_statuses.ready'] }, ['ready']],
  ],
  importance_responses: [['CALL-Q-019', {}, ['high', 'low']]],
  custom_fields: [
    ['CALL-Q-007', {}, ['size', 'tier', 'goal']],
    ['CALL-Q-007', { id: ['@custom_fields.size'] }, ['size']],
    ['CALL-Q-007', { object_type: ['suggestion'] }, ['size']],
    ['CALL-Q-007', { object_type: ['account', 'feature'] }, ['tier', 'goal']],
    ['CALL-Q-007', { key: ['tier', 'size'] }, ['size', 'tier']],
    ['CALL-Q-007', { key: 'goal', object_type: 'suggestion' }, []],
  ],
  external_accounts: [
    ['ENT-059', { feature: ['@features.offline', '@features.gone'] }, ['acme']],
    ['CALL-Q-009', {}, ['acme', 'beta', 'zero']],
    ['CALL-Q-009', { id: ['@external_accounts.acme'] }, ['acme']],
    ['CALL-Q-009', { q: 'harb' }, ['acme']],
    ['CALL-Q-009', { q: 'b' }, ['beta']],
    ['CALL-Q-009', { q: 'FI' }, ['beta']],
    ['CALL-Q-009', { q: 'ar' }, []],
    ['CALL-Q-009', { q: 'f' }, []],
    ['CALL-Q-009', { q: '100%' }, ['zero']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha', '@suggestions.gamma'] }, ['acme']],
    ['DEC-170', { of_domain: ['@users.ann'] }, ['acme']],
    ['DEC-170', { of_domain: ['@users.cat'] }, []],
    ['DEC-170', { external_id: ['sf-acme', 'nobody'] }, ['acme']],
    ['DEC-170', { plan: ['gold'] }, ['acme']],
    ['DEC-170', { has_internal_flag: true }, ['acme']],
    ['DEC-170', { has_internal_flag: false }, ['beta', 'zero']],
    ['DEC-061', { lost: true }, ['zero']],
    [
      'DEC-170',
      {
        expression:
          '{"operator":"or","expressions":[{"column":"mrr","operator":"gt","operand":{"val":4999}},{"operator":"and","expressions":[{"column":"plan","operator":"is_empty"},{"column":"name","operator":"starts_with","operand":{"val":"ZERO"}}]}]}',
      },
      ['acme', 'zero'],
    ],
    ['DEC-061', { lost: false }, ['acme', 'beta']],
    ['DEC-061', { revenue_as_of: '2024-01-01' }, ['acme', 'beta', 'zero']],
  ],
  supporters: [
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'] }, ['ann', 'cat']],
    ['CALL-Q-104', { suggestion: ['@suggestions.gamma'] }, ['cat']],
    ['CALL-Q-104', { user: ['@users.bob'] }, ['bob']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'], q: 'arbor' }, ['ann']],
  ],
  comments: [
    ['DEC-031', {}, ['answer', 'remark']],
    ['CALL-Q-104', { id: ['@comments.spam', '@comments.remark', '@comments.deleted'] }, ['remark', 'spam']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'] }, ['answer']],
    ['CALL-Q-104', { creator: ['@users.ann'] }, ['remark']],
    ['CALL-Q-104', { state: ['pending', 'spam'] }, ['held', 'spam']],
    ['CALL-Q-104', { state: ['deleted'] }, []],
    ['CALL-Q-104', { spam: true }, ['spam']],
    ['CALL-Q-104', { spam: false }, ['answer', 'remark', 'held']],
    ['CALL-Q-104', { needs_review: true }, ['held']],
    ['CALL-Q-104', { needs_review: false }, ['answer', 'remark', 'spam']],
    ['CALL-Q-104', { updated_after: '2024-03-02T12:00:00Z' }, ['answer']],
    ['CALL-Q-104', { updated_before: '2024-03-02T12:00:00Z' }, ['remark']],
  ],
  feedback_records: [
    ['CALL-Q-104', {}, ['wish', 'inbox']],
    ['CALL-Q-104', { id: ['@feedback_records.inbox', '@feedback_records.deleted'] }, ['inbox']],
    ['CALL-Q-104', { suggestion: ['@suggestions.gamma'] }, ['wish']],
    ['CALL-Q-104', { suggestion_none: true }, ['inbox']],
    ['CALL-Q-104', { suggestion_none: false }, ['wish']],
    ['CALL-Q-104', { user: ['@users.ann'] }, ['inbox']],
    ['CALL-Q-104', { external_account: ['@external_accounts.beta'] }, ['wish']],
    ['CALL-Q-104', { severity: ['high', 'low'] }, ['wish']],
    ['CALL-Q-104', { severity: ['critical'] }, []],
    ['CALL-Q-104', { channel: ['email'] }, ['inbox']],
    ['CALL-Q-104', { created_after: '2024-03-13T00:00:00Z' }, ['inbox']],
    ['CALL-Q-104', { created_before: '2024-03-13T00:00:00Z' }, ['wish']],
    ['CALL-Q-104', { q: 'steep' }, ['wish']],
    ['CALL-Q-104', { q: '100%' }, ['wish']],
    ['CALL-Q-104', { updated_after: '2024-03-16T12:00:00Z' }, ['inbox']],
    ['CALL-Q-104', { updated_before: '2024-03-16T12:00:00Z' }, ['wish']],
  ],
  notes: [
    ['CALL-Q-104', {}, ['hint', 'reply', 'other']],
    ['CALL-Q-104', { note: ['@notes.other'] }, ['reply']],
    ['CALL-Q-104', { is_reply: true }, ['reply']],
    ['CALL-Q-104', { is_reply: false }, ['hint', 'other']],
    ['CALL-Q-104', { id: ['@notes.hint', '@notes.deleted'] }, ['hint']],
    ['CALL-Q-104', { suggestion: ['@suggestions.gamma'] }, ['hint']],
  ],
  internal_flags: [
    ['CALL-Q-118', {}, ['open', 'cleared', 'second']],
    ['CALL-Q-118', { id: ['@internal_flags.cleared'] }, ['cleared']],
    ['CALL-Q-118', { suggestion: ['@suggestions.alpha'] }, ['open']],
    ['CALL-Q-118', { open: true }, ['open', 'second']],
    ['CALL-Q-118', { open: false }, ['cleared']],
    ['CALL-Q-104', { team: ['@teams.two'] }, ['cleared', 'second']],
    ['CALL-Q-104', { team: ['@teams.one'] }, ['open']],
  ],
  teams: [
    ['CALL-Q-118', {}, ['one', 'two']],
    ['CALL-Q-118', { id: ['@teams.two'] }, ['two']],
    ['CALL-Q-118', { user: ['@users.admin'] }, ['one']],
    ['CALL-Q-118', { user: ['@users.ann'] }, []],
    ['CALL-Q-118', { q: 'WO' }, ['two']],
    ['CALL-Q-118', { q: '' }, ['one', 'two']],
  ],
  reactions: [
    ['CALL-Q-118', {}, ['liked', 'doubted']],
    ['CALL-Q-118', { id: ['@reactions.doubted'] }, ['doubted']],
    ['CALL-Q-118', { status_update: ['@status_updates.news'] }, ['liked']],
    ['CALL-Q-118', { internal_status_update: ['@internal_status_updates.ready'] }, ['doubted']],
    ['CALL-Q-118', { user: ['@users.admin'] }, ['doubted']],
    ['CALL-Q-118', { kind: ['up'] }, ['liked']],
  ],
  outreaches: [
    ['CALL-Q-118', {}, ['called', 'met']],
    [
      'CALL-Q-118',
      { id: ['@outreaches.called', '@outreaches.deleted', '@activity_entries.made'] },
      ['called'],
    ],
    ['CALL-Q-118', { suggestion: ['@suggestions.alpha'] }, []],
  ],
  sfdc_opportunities: [
    ['CALL-Q-118', {}, ['large', 'small']],
    ['CALL-Q-118', { id: ['@feedback_records.wish', '@feedback_records.deleted'] }, ['large']],
    ['CALL-Q-118', { guid: ['007'] }, []],
    ['CALL-Q-104', { updated_after: '2024-03-16T12:00:00Z' }, ['small']],
    ['CALL-Q-104', { updated_before: '2024-03-16T12:00:00Z' }, ['large']],
  ],
  vsts_work_items: [
    ['ENT-082', {}, ['first', 'second']],
    ['ENT-082', { id: ['@feedback_records.wish', '@feedback_records.deleted'] }, ['first']],
    ['CALL-Q-104', { updated_after: '2024-03-13T12:00:00Z' }, ['second']],
    ['CALL-Q-104', { updated_before: '2024-03-13T12:00:00Z' }, ['first']],
  ],
  account_notes: [
    ['DEC-170', {}, ['call', 'visit']],
    ['DEC-170', { id: ['@account_notes.visit'] }, ['visit']],
    ['DEC-170', { external_account: ['@external_accounts.acme'] }, ['call']],
    ['DEC-170', { updated_after: '2024-03-16T12:00:00Z' }, ['visit']],
    ['DEC-170', { updated_before: '2024-03-16T12:00:00Z' }, ['call']],
  ],
  period_marks: [
    ['SCOPE-017', {}, ['price', 'release']],
    ['SCOPE-017', { id: ['@period_marks.release'] }, ['release']],
    ['SCOPE-017', { updated_after: '2024-03-16T12:00:00Z' }, ['release']],
    ['SCOPE-017', { updated_before: '2024-03-16T12:00:00Z' }, ['price']],
  ],
  ratings: [
    ['ROUTE-027', {}, ['glad', 'torn', 'cross']],
    ['ROUTE-027', { id: ['@ratings.torn'] }, ['torn']],
    ['ROUTE-027', { user: ['@users.ann'] }, ['glad', 'cross']],
    ['ROUTE-027', { band: ['promoter', 'detractor'] }, ['glad', 'cross']],
    ['ROUTE-027', { band: ['neutral'] }, ['torn']],
    ['ROUTE-027', { with_words: true }, ['glad', 'cross']],
    ['ROUTE-027', { with_words: false }, ['torn']],
    ['ROUTE-027', { created_after: '2024-03-17' }, ['torn', 'cross']],
    ['ROUTE-027', { created_before: '2024-03-17' }, ['glad', 'torn']],
    ['CALL-Q-104', { updated_after: '2024-03-16T12:00:00Z' }, ['torn', 'cross']],
    ['CALL-Q-104', { updated_before: '2024-03-16T12:00:00Z' }, ['glad']],
  ],
  jira_issues: [
    ['ENT-072', {}, ['night', 'sunday']],
    ['ENT-072', { id: ['@jira_issues.sunday', '@jira_issues.loose'] }, ['sunday']],
    ['SCOPE-015', { suggestion: ['@suggestions.alpha'] }, ['night']],
    ['SCOPE-015', { suggestion: ['@suggestions.alpha', '@suggestions.gamma'] }, ['night', 'sunday']],
    ['SCOPE-015', { suggestion: ['@suggestions.deleted'] }, []],
    ['ENT-072', { stage: ['done'] }, ['night']],
    ['CALL-Q-104', { updated_after: '2024-03-16T12:00:00Z' }, ['sunday']],
    ['CALL-Q-104', { updated_before: '2024-03-16T12:00:00Z' }, ['night']],
  ],
  status_updates: [
    ['CALL-Q-039', {}, ['news', 'silent']],
    ['CALL-Q-039', { id: ['@status_updates.news'] }, ['news']],
    ['CALL-Q-039', { suggestion: ['@suggestions.gamma'], sort: '-id' }, ['news']],
    ['CALL-Q-039', { updated_after: '2024-02-11T12:00:01Z' }, ['news']],
    ['CALL-Q-039', { updated_after: '2024-02-11T12:00:00Z' }, ['news', 'silent']],
    ['CALL-Q-039', { updated_before: '2024-03-15T12:00:00Z' }, ['silent']],
  ],
  internal_status_updates: [
    ['CALL-Q-020', {}, ['ready', 'build']],
    ['CALL-Q-020', { id: ['@internal_status_updates.build'] }, ['build']],
    ['CALL-Q-020', { suggestion: ['@suggestions.alpha'] }, ['ready']],
  ],
  attachments: [
    ['CALL-Q-001', { feature: ['@features.offline', '@features.gone'] }, ['study']],
    ['CALL-Q-001', { roadmap_item: ['@features.offline'] }, ['study']],
    [
      'CALL-Q-001',
      {},
      [
        'idea',
        'idea2',
        'comment',
        'feedback',
        'note',
        'news',
        'internal',
        'letter',
        'picture',
        'week',
        'study',
      ],
    ],
    ['CALL-Q-001', { suggestion: ['@suggestions.alpha'] }, ['idea', 'idea2']],
    ['CALL-Q-001', { comment: ['@comments.remark'] }, ['comment']],
    ['CALL-Q-001', { feedback_record: ['@feedback_records.wish'] }, ['feedback']],
    ['CALL-Q-001', { request: ['@feedback_records.wish'] }, ['feedback']],
    ['CALL-Q-001', { request: ['@feedback_records.wish'], note: ['@notes.hint'] }, []],
    ['CALL-Q-001', { note: ['@notes.hint'] }, ['note']],
    ['CALL-Q-001', { status_update: ['@status_updates.news'] }, ['news']],
    ['CALL-Q-001', { internal_status_update: ['@internal_status_updates.ready'] }, ['internal']],
    ['CALL-Q-001', { supporter_message: ['@supporter_messages.letter'] }, ['letter']],
    ['CALL-Q-001', { article: ['@articles.hours'] }, ['picture']],
    ['CALL-Q-001', { ticket_message: ['@ticket_messages.first'] }, ['week']],
    ['CALL-Q-001', { message: ['@messages.answer'] }, ['letter']],
    ['CALL-Q-001', { message: ['@messages.praise'] }, ['news']],
    ['CALL-Q-001', { message: ['@messages.inside', '@messages.answer'] }, ['internal', 'letter']],
    ['CALL-Q-001', { message: ['@messages.answer'], suggestion: ['@suggestions.alpha'] }, []],
  ],
  supporter_messages: [
    ['CALL-Q-104', {}, ['letter', 'second']],
    ['CALL-Q-104', { id: ['@supporter_messages.second'] }, ['second']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'] }, ['letter']],
  ],
  mailings: [
    ['CALL-Q-104', {}, ['letter', 'news']],
    ['CALL-Q-104', { id: ['@mailings.news', '@mailings.digest'] }, ['news']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'] }, ['letter']],
    ['CALL-Q-104', { state: ['waiting', 'sending'] }, ['news']],
  ],
  deliveries: [
    ['CALL-Q-104', {}, ['ann', 'cat', 'bob']],
    ['CALL-Q-104', { mailing: ['@mailings.letter', '@mailings.digest'] }, ['ann', 'cat']],
    ['CALL-Q-104', { state: ['sent', 'queued'] }, ['ann', 'bob']],
    ['CALL-Q-104', { opened: true }, ['ann']],
    ['CALL-Q-104', { clicked: false }, ['cat', 'bob']],
    ['CALL-Q-104', { reaction: ['up'] }, ['ann']],
  ],
  messages: [
    ['CALL-Q-104', {}, ['answer', 'praise', 'inside']],
    ['CALL-Q-104', { id: ['@messages.answer'] }, ['answer']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'] }, ['answer', 'inside']],
    ['CALL-Q-104', { supporter_message: ['@supporter_messages.letter'] }, ['answer']],
    ['CALL-Q-104', { status_update: ['@status_updates.news'] }, ['praise']],
    ['CALL-Q-104', { internal_status_update: ['@internal_status_updates.ready'] }, ['inside']],
  ],
  merge_candidates: [
    ['CALL-Q-104', {}, ['boats', 'hills']],
    ['CALL-Q-104', { suggestion: ['@suggestions.gamma'] }, ['hills']],
    ['CALL-Q-104', { suggestion: ['@suggestions.beta'] }, ['boats', 'hills']],
  ],
  notifications: [
    ['CALL-Q-104', {}, ['assigned', 'reply', 'mention']],
    ['CALL-Q-104', { seen: true }, ['reply', 'mention']],
    ['CALL-Q-104', { seen: false }, ['assigned']],
    ['CALL-Q-104', { clicked: true }, ['mention']],
    ['CALL-Q-104', { clicked: false }, ['assigned', 'reply']],
    ['CALL-Q-104', { event: ['note_mention', 'note_reply'] }, ['mention']],
  ],
  saved_views: [
    ['CALL-Q-036', {}, ['mine', 'chosen', 'all']],
    [
      'CALL-Q-036',
      { id: ['@saved_views.archived', '@saved_views.theirs', '@saved_views.deleted'] },
      ['archived'],
    ],
    ['CALL-Q-036', { kind: ['suggestion_list', 'user'] }, ['chosen']],
    ['CALL-Q-036', { sub_kind: ['filter'] }, ['mine', 'all']],
    ['CALL-Q-036', { state: ['archived'] }, ['archived']],
    ['CALL-Q-036', { shared_state: ['mine'] }, ['mine']],
    ['CALL-Q-036', { shared_state: ['shared_with_me', 'public'] }, ['chosen', 'all']],
    ['CALL-Q-036', { subscribed: true }, ['chosen']],
    ['CALL-Q-036', { subscribed: false }, ['mine', 'all']],
    ['CALL-Q-036', { suggestion: ['@suggestions.gamma', '@suggestions.alpha'] }, ['chosen']],
    ['CALL-Q-036', { q: 'OF' }, ['mine', 'all']],
    ['CALL-Q-036', { editable: true }, ['mine', 'all']],
    ['CALL-Q-036', { editable: false }, ['chosen']],
    ['CALL-Q-036', { updated_after: '2024-02-10T12:00:00Z' }, ['chosen', 'all']],
    ['CALL-Q-036', { updated_before: '2024-02-10T12:00:00Z' }, ['mine']],
  ],
  shared_views: [
    ['CALL-Q-038', {}, ['with_me', 'of_mine']],
    ['CALL-Q-038', { user: ['@users.invited'] }, ['of_mine']],
    ['CALL-Q-038', { view: ['@saved_views.chosen', '@saved_views.theirs'] }, ['with_me']],
  ],
  article_sections: [
    ['DEC-172', { id: ['@article_sections.pay'] }, ['pay']],
    ['CALL-Q-104', { updated_after: '2024-02-10T12:00:00Z', id: ['@article_sections.pay'] }, ['pay']],
    [
      'CALL-Q-104',
      {
        updated_before: '2024-02-10T12:00:00Z',
        id: ['@article_sections.begin', '@article_sections.pay'],
      },
      ['begin'],
    ],
    ['DEC-172', { id: ['@article_sections.begin', '@article_sections.pay'] }, ['begin', 'pay']],
  ],
  articles: [
    ['DEC-172', { id: ['@articles.night', '@articles.first'] }, ['night', 'first']],
    ['DEC-172', { section: ['@article_sections.pay'] }, ['night', 'hours']],
    ['DEC-172', { state: 'draft' }, ['first']],
    ['DEC-172', { state: 'changed' }, ['night']],
    ['DEC-172', { state: 'published' }, ['hours']],
    ['DEC-172', { q: 'night' }, ['night', 'hours']],
    ['DEC-172', { q: 'rates ho' }, ['hours']],
    ['DEC-172', { q: ' !' }, ['night', 'hours', 'first']],
  ],
  article_searches: [
    ['DEC-172', {}, ['overtime', 'datev']],
    ['DEC-172', { id: ['@article_searches.datev'] }, ['datev']],
  ],
  ticket_streams: [
    ['DEC-172', { id: ['@ticket_streams.billing', '@ticket_streams.support'] }, ['support', 'billing']],
    ['CALL-Q-104', { updated_after: '2024-02-10T12:00:00Z', id: ['@ticket_streams.billing'] }, ['billing']],
    [
      'CALL-Q-104',
      {
        updated_before: '2024-02-10T12:00:00Z',
        id: ['@ticket_streams.billing', '@ticket_streams.support'],
      },
      ['support'],
    ],
  ],
  tickets: [
    ['DEC-172', {}, ['missing', 'invoice', 'old']],
    ['DEC-172', { id: ['@tickets.old', '@tickets.missing'] }, ['missing', 'old']],
    ['DEC-172', { stream: ['@ticket_streams.support'] }, ['missing', 'old']],
    ['DEC-172', { state: 'open' }, ['missing', 'invoice']],
    ['DEC-172', { state: 'closed', stream: ['@ticket_streams.support'] }, ['old']],
    ['DEC-172', { user: ['@users.ann'] }, ['missing']],
    ['DEC-172', { assignee: ['@users.admin'] }, ['invoice']],
    ['DEC-172', { assigned: true }, ['invoice']],
    ['DEC-172', { assigned: false }, ['missing', 'old']],
    ['DEC-172', { suggestion: ['@suggestions.alpha'] }, ['missing']],
    ['DEC-172', { q: 'hour' }, ['missing']],
    ['DEC-172', { q: '!' }, ['missing', 'invoice', 'old']],
  ],
  ticket_messages: [
    ['DEC-172', { ticket: ['@tickets.missing'] }, ['first', 'second']],
    ['DEC-172', { id: ['@ticket_messages.other'] }, ['other']],
  ],
  api_keys: [
    ['DEC-175', { id: ['@api_keys.past', '@api_keys.living'] }, ['living', 'past']],
    ['DEC-175', { is_living: true }, ['ending', 'living']],
    ['DEC-175', { is_living: false }, ['past', 'revoked']],
  ],
  audit_entries: [
    // setting up has written lines of its own, at the present time
    ['DEC-178', OLD, ['counted', 'entered', 'keyed']],
    ['DEC-178', { id: ['@audit_entries.keyed'], ...OLD }, ['keyed']],
    ['DEC-178', { user: ['@users.admin'], ...OLD }, ['keyed']],
    ['DEC-178', { user_none: true, ...OLD }, ['counted']],
    ['DEC-178', { user_none: false, ...OLD }, ['entered', 'keyed']],
    ['DEC-178', { area: ['account', 'data'], ...OLD }, ['counted', 'entered']],
    ['DEC-178', { created_after: '2024-05-02', ...OLD }, ['counted', 'entered']],
    ['DEC-178', { created_before: '2024-05-02' }, ['entered', 'keyed']],
    ['DEC-178', { q: '0% lake', ...OLD }, ['keyed']],
    ['DEC-178', { q: '_', ...OLD }, []],
    ['DEC-178', { q: '77', ...OLD }, ['keyed']],
    ['DEC-178', { q: 'sign_in', ...OLD }, ['entered']],
    ['DEC-178', { q: '198.51.100.7', ...OLD }, ['entered']],
  ],
  webhooks: [['DEC-175', { id: ['@webhooks.chat'] }, ['chat']]],
  webhook_deliveries: [
    ['DEC-175', { id: ['@webhook_deliveries.failed'] }, ['failed']],
    ['DEC-175', { webhook: ['@webhooks.lake'] }, ['failed', 'taken']],
    ['DEC-175', { state: ['failed', 'waiting'] }, ['failed', 'waiting']],
  ],
  exports: [
    ['CALL-Q-104', {}, ['done', 'waiting']],
    ['CALL-Q-104', { id: ['@exports.done', '@exports.others'] }, ['done']],
    ['CALL-Q-104', { state: ['pending', 'running'] }, ['waiting']],
  ],
  imports: [
    ['CALL-Q-104', {}, ['done', 'waiting']],
    ['CALL-Q-104', { id: ['@imports.done'] }, ['done']],
    ['CALL-Q-104', { state: ['ready', 'faulty'] }, ['waiting']],
  ],
  theme_sets: [
    ['CALL-Q-047', {}, ['year', 'week']],
    ['CALL-Q-047', { id: ['@theme_sets.week', '@theme_sets.gone'] }, ['week']],
    ['CALL-Q-047', { q: 'WEE' }, ['week']],
    ['CALL-Q-047', { state: 'archived' }, ['week']],
    ['CALL-Q-047', { state: 'active' }, ['year']],
    ['CALL-Q-047', { status: ['complete', 'pending'] }, ['year']],
    ['CALL-Q-047', { creator: ['@users.invited'] }, ['week']],
  ],
  themes: [
    ['CALL-Q-049', {}, ['water', 'boats', 'rest']],
    ['CALL-Q-117', { theme_set: ['@theme_sets.year', '@theme_sets.gone'] }, ['water', 'boats', 'rest']],
    ['CALL-Q-117', { theme_set: ['@theme_sets.week'] }, []],
    ['CALL-Q-115', { parent_none: true }, ['water', 'rest']],
    ['CALL-Q-115', { parent_none: false }, ['boats']],
    ['CALL-Q-116', { uncategorized: true }, ['rest']],
    ['CALL-Q-116', { uncategorized: false }, ['water', 'boats']],
    ['CALL-Q-049', { parent: ['@themes.water'] }, ['boats']],
    ['CALL-Q-049', { gone: true }, ['lost']],
    ['CALL-Q-049', { gone: false }, ['water', 'boats', 'rest']],
    [
      'CALL-Q-049',
      { id: ['@themes.lost', '@themes.boats', '@themes.deleted', '@themes.elsewhere'] },
      ['lost', 'boats'],
    ],
  ],
  theme_placements: [
    ['CALL-Q-049', {}, ['alpha', 'beta', 'gamma']],
    ['CALL-Q-049', { theme: ['@themes.water'] }, ['alpha']],
    ['CALL-Q-049', { theme: ['@themes.rest'] }, ['beta', 'gamma']],
    ['CALL-Q-049', { second_theme: ['@themes.boats'] }, ['beta']],
    ['CALL-Q-049', { theme_set: ['@theme_sets.week'] }, []],
    ['CALL-Q-049', { suggestion: ['@suggestions.gamma'] }, ['gamma']],
    ['CALL-Q-049', { moved: true }, ['gamma']],
    ['CALL-Q-049', { moved: false }, ['alpha', 'beta']],
  ],
  feature_statuses: [
    ['CALL-Q-010', {}, ['proposed', 'beta']],
    ['CALL-Q-010', { id: ['@feature_statuses.gone'] }, ['gone']],
  ],
  product_areas: [
    ['CALL-Q-032', {}, ['web', 'app']],
    ['CALL-Q-032', { id: ['@product_areas.app'] }, ['app']],
  ],
  roadmap_settings: [
    ['CALL-Q-035', {}, ['next', 'all']],
    ['CALL-Q-035', { id: ['@roadmap_settings.all'] }, ['all']],
  ],
  features: [
    ['CALL-Q-012', {}, ['offline', 'loose', 'stock']],
    ['CALL-Q-012', { id: ['@features.old', '@features.gone'] }, ['old']],
    ['CALL-Q-012', { q: 'offl' }, ['offline']],
    ['CALL-Q-012', { q: 'offl', use_search_highlights: true }, ['offline']],
    ['CALL-Q-012', { state: 'archived' }, ['old']],
    ['CALL-Q-012', { state: 'all' }, ['offline', 'loose', 'stock', 'old']],
    ['CALL-Q-012', { feature_status: ['@feature_statuses.beta'] }, ['offline']],
    ['CALL-Q-012', { no_status: true }, ['loose']],
    ['CALL-Q-012', { no_status: false }, ['offline', 'stock']],
    ['CALL-Q-012', { product_area: ['@product_areas.web'] }, ['stock']],
    ['CALL-Q-012', { no_product_area: true }, ['loose']],
    ['CALL-Q-012', { no_product_area: false }, ['offline', 'stock']],
    ['CALL-Q-012', { roadmap: ['@roadmap_settings.next'] }, ['offline']],
    ['CALL-Q-012', { suggestion: ['@suggestions.alpha'] }, ['offline']],
    ['CALL-Q-012', { user: ['@users.ann'] }, ['offline']],
    ['CALL-Q-012', { account: ['@external_accounts.acme'] }, ['offline']],
  ],
  feature_events: [
    ['CALL-Q-013', {}, ['named', 'made']],
    ['CALL-Q-013', { id: ['@feature_events.made', '@feature_events.ofGone'] }, ['made']],
    ['CALL-Q-013', { feature: ['@features.stock'] }, ['named']],
    ['CALL-Q-013', { kind: 'created' }, ['made']],
  ],
  impact_reports: [
    ['CALL-Q-017', {}, ['why', 'winter']],
    ['CALL-Q-017', { id: ['@impact_reports.old', '@impact_reports.gone'] }, ['old']],
    ['CALL-Q-017', { state: ['archived', 'published'] }, ['why', 'old']],
    ['CALL-Q-017', { title: 'WINT' }, ['winter']],
    ['CALL-Q-017', { q: 'wh' }, ['why']],
    ['CALL-Q-017', { source: ['theme'] }, ['winter']],
    ['CALL-Q-017', { theme: ['@themes.boats'] }, ['winter']],
    ['CALL-Q-017', { creator: ['@users.invited'] }, ['winter']],
    ['CALL-Q-017', { mine: true }, ['why']],
    ['CALL-Q-017', { mine: false }, ['winter']],
    ['CALL-Q-017', { shared_with_me: true }, ['winter']],
    ['CALL-Q-017', { shared_with_me: false }, ['why']],
  ],
  impact_report_readers: [
    ['CALL-Q-018', {}, ['admin', 'invited']],
    ['CALL-Q-018', { impact_report: ['@impact_reports.why', '@impact_reports.gone'] }, ['invited']],
    ['CALL-Q-018', { user: ['@users.admin'] }, ['admin']],
  ],
  impact_report_versions: [
    ['CALL-Q-018', {}, ['second', 'first']],
    ['CALL-Q-018', { id: ['@impact_report_versions.first', '@impact_report_versions.ofGone'] }, ['first']],
    ['CALL-Q-018', { impact_report: ['@impact_reports.why'] }, []],
  ],
  activity_entries: [
    ['CALL-Q-104', {}, ['made', 'said', 'replied', 'noted', 'called', 'met']],
    ['CALL-Q-104', { without_replies: true }, ['made', 'said', 'noted', 'called', 'met']],
    ['CALL-Q-104', { without_replies: false, kind: ['note_created'] }, ['replied', 'noted']],
    ['CALL-Q-104', { id: ['@activity_entries.made', '@activity_entries.unsaid'] }, ['made']],
    ['CALL-Q-104', { suggestion: ['@suggestions.alpha'] }, ['made', 'said', 'replied']],
    ['CALL-Q-104', { kind: ['note_created', 'comment_created'] }, ['said', 'replied', 'noted']],
  ],
};

// every list of records that change: the one that was changed last, and those before it
const CHANGED: Record<string, [newer: string, older: string[]]> = {
  users: ['ann', ['admin', 'invited', 'bob', 'cat']],
  external_accounts: ['acme', ['beta', 'zero']],
  forums: ['sea', ['land']],
  categories: ['boats', ['nets', 'hills']],
  labels: ['red', ['blue', 'old', 'limited']],
  internal_statuses: ['ready', ['build']],
  custom_fields: ['size', ['tier', 'goal']],
  notes: ['hint', ['reply', 'other']],
  internal_flags: ['open', ['cleared', 'second']],
  teams: ['one', ['two']],
  reactions: ['liked', ['doubted']],
  internal_status_updates: ['ready', ['build']],
  theme_sets: ['year', ['week']],
  themes: ['boats', ['water', 'rest']],
  impact_reports: ['why', ['winter']],
  feature_statuses: ['beta', ['proposed']],
  product_areas: ['app', ['web']],
  roadmap_settings: ['all', ['next']],
  features: ['stock', ['offline', 'loose']],
  articles: ['night', ['hours', 'first']],
  article_searches: ['datev', ['overtime']],
  tickets: ['invoice', ['missing', 'old']],
};
for (const [plural, [newer, older]] of Object.entries(CHANGED)) {
  CASES[plural]!.push(
    ['CALL-Q-104', { updated_after: '2024-02-10T12:00:00Z' }, [newer]],
    ['CALL-Q-104', { updated_after: '2024-02-10T12:00:01Z' }, []],
    ['CALL-Q-104', { updated_before: '2024-02-10T12:00:00Z' }, older],
  );
}

const lists = catalogue.entities.filter((entity) => entity.list);

describe('filters', () => {
  test('every filter of every list has a case', () => {
    const missing = lists.flatMap(({ plural, list: declared }) =>
      Object.keys(declared!.filters)
        .filter((name) => !CASES[plural]?.some(([, args]) => name in args))
        .map((name) => `${plural}.${name}`),
    );
    expect(missing).toEqual([]);
  });

  for (const [plural, cases] of Object.entries(CASES)) {
    describe(`of ${plural}`, () => {
      for (const [requirement, args, expected] of cases) {
        test(`[${requirement}] ${JSON.stringify(args)}`, async () => {
          const { names, total } = await list(plural, args);
          expect(names.toSorted()).toEqual([...expected].sort());
          expect(total).toBe(expected.length);
        });
        const naming = Object.entries(args).filter(
          ([name, value]) => JSON.stringify(value).includes('"@') && !name.endsWith('_none'),
        );
        if (naming.length === 0) continue;
        test(`[${requirement}] [PERM-050] ${JSON.stringify(args)} with another workspace's ids is answered like unknown ones`, async () => {
          const found = await list(plural, args, foreign);
          expect(found).toEqual(await list(plural, args, absent));
          // a label without limits may be used in any forum, whichever is asked for
          if (!(plural === 'labels' && 'forum' in args)) expect(found).toEqual({ names: [], total: 0 });
        });
      }
    });
  }

  test('[DEC-030] a state, a kind or an activity that there is not is refused, naming those on offer', async () => {
    for (const [document, field] of [
      ['{ suggestions(state: "gone") { total_records } }', 'state'],
      ['{ suggestions(activity: ["likes"]) { total_records } }', 'activity'],
      ['{ activity_entries(kind: "sneezed") { total_records } }', 'kind'],
      ['{ users(association: "knows") { total_records } }', 'association'],
      ['{ suggestions(created_after: "yesterday") { total_records } }', 'created_after'],
      ['{ suggestions(periodEnd: "2024-02-30") { total_records } }', 'periodEnd'],
      ['{ users(expression: "[]") { total_records } }', 'expression'],
      [
        '{ users(expression: "{\\"operator\\":\\"and\\",\\"expressions\\":[{\\"column\\":\\"password_hash\\",\\"operator\\":\\"eq\\",\\"operand\\":{\\"val\\":\\"x\\"}}]}") { total_records } }',
        'expression',
      ],
      ['{ suggestions(forum: ["x"]) { total_records } }', 'forum'],
    ] as const) {
      const { errors } = await own.api.run(document);
      expect(errors, document).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field } }]);
    }
  });

  test('[DEC-005] filters of two words are taken in both spellings', async () => {
    const run = (args: string) =>
      own.api.data<{ suggestions: { total_records: number } }>(`{ suggestions(${args}) { total_records } }`);
    expect(await run('categoryNone: true')).toEqual(await run('category_none: true'));
    expect(
      (await own.api.run('{ suggestions(categoryNone: true, category_none: false) { total_records } }'))
        .errors,
    ).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT', field: 'category_none' } }]);
  });
});

test('[DEC-092] what hangs on a deleted idea is in no list, by no id and behind nobody, and comes back with the idea', async () => {
  const shelf = await openWorkspace(database);
  const { tenant, admin } = shelf;
  const subdomain_id = tenant.id;
  const account = await buildAccount(database, tenant);
  const [person, writer, talker] = [
    await buildUser(database, tenant, { account_id: account.id }),
    await buildUser(database, tenant),
    await buildUser(database, tenant),
  ];
  const idea = await buildSuggestion(database, tenant, { creator_id: writer.id });
  const suggestion_id = idea.id;
  const hangs = { subdomain_id, suggestion_id };
  for (const user_id of [person.id, admin.id])
    await buildSupporter(database, tenant, { suggestion_id, user_id });
  await buildSubscription(database, tenant, { suggestion_id, user_id: person.id });
  const comment = await buildComment(database, tenant, { suggestion_id, creator_id: talker.id });
  const held = await buildComment(database, tenant, { suggestion_id, state: 'pending' });
  const feedback = await buildFeedbackRecord(database, tenant, { suggestion_id, user_id: person.id });
  const note = await buildNote(database, tenant, { suggestion_id });
  const news = await insertRow(database, 'status_updates', { ...hangs, html_body: '<p>Soon</p>' });
  const inside = await insertRow(database, 'internal_status_updates', hangs);
  const letter = await insertRow(database, 'supporter_messages', {
    ...hangs,
    email_subject: 'News',
    body: '<p>Soon</p>',
  });
  const flag = await insertRow(database, 'internal_flags', {
    ...hangs,
    creator_id: admin.id,
    reason: 'Look',
  });
  await insertRow(database, 'messages', { ...hangs, supporter_message_id: letter.id, body: 'Thanks' });
  await insertRow(database, 'activity_entries', { ...hangs, kind: 'suggestion_created' });
  await insertRow(database, 'activity_entries', { ...hangs, kind: 'outreach_created' });
  await insertRow(database, 'merge_candidates', {
    ...hangs,
    other_suggestion_id: (await buildSuggestion(database, tenant)).id,
    score: 0.9,
    reason: 'Both',
  });
  const report = await insertRow(database, 'theme_sets', { subdomain_id, name: 'All' });
  const theme = await insertRow(database, 'themes', {
    subdomain_id,
    theme_set_id: report.id,
    name: 'Boats',
    hex_color: '#4C8FC9',
  });
  await insertRow(database, 'theme_placements', { ...hangs, theme_set_id: report.id, theme_id: theme.id });
  await buildAttachment(database, tenant, { suggestion_id });
  const parents = {
    comment,
    feedback_record: feedback,
    note,
    status_update: news,
    internal_status_update: inside,
    supporter_message: letter,
  };
  for (const [parent, { id }] of Object.entries(parents))
    await buildAttachment(database, tenant, { [`${parent}_id`]: id });
  const { id: saved_view_id } = await insertRow(database, 'saved_views', {
    subdomain_id,
    name: 'Chosen',
    kind: 'suggestion_list',
    sub_kind: 'manual',
    owner_id: admin.id,
  });
  await insertRow(database, 'saved_view_suggestions', {
    subdomain_id,
    saved_view_id,
    suggestion_id,
    position: 1,
  });
  const ticket = await buildTicket(database, tenant);
  await insertRow(database, 'ticket_suggestions', { ...hangs, ticket_id: ticket.id });
  await buildFeature(database, tenant, { ideas: [suggestion_id] });
  const issue = await insertRow(database, 'tracker_issues', { subdomain_id, jira_key: 'MAR-1' });
  await insertRow(database, 'suggestion_tracker_issues', { ...hangs, issue_id: issue.id });
  await shelf.drift();

  // mail that went out stays where it is looked after
  const asked = [
    ...lists
      .filter(({ plural, list: declared }) => 'suggestion' in declared!.filters && plural !== 'mailings')
      .map(({ plural }) => `${plural}(suggestion: ["${suggestion_id}"])`),
    ...Object.entries(parents).map(([parent, { id }]) => `attachments(${parent}: ["${id}"])`),
    'comments',
    'comments(needs_review: true)',
    `comments(id: ["${comment.id}", "${held.id}"])`,
    'feedback_records',
    'notes',
    'internal_flags',
    'status_updates',
    'internal_status_updates',
    'supporter_messages',
    'messages',
    'activity_entries',
    'attachments',
    `supporters(user: ["${person.id}"])`,
    'users(association: ["supported"])',
    `users(association: ["contributed"], id: ["${writer.id}"])`,
    `users(association: ["contributed"], id: ["${talker.id}"])`,
    `users(association: ["engaged"], id: ["${person.id}"])`,
  ];
  const single = {
    comment,
    feedback_record: feedback,
    note,
    status_update: news,
    internal_status_update: inside,
    supporter_message: letter,
  };
  const look = async () => {
    const totals = await Promise.all(
      asked.map(
        async (call) =>
          [
            call,
            (await shelf.api.data<{ it: { total_records: number } }>(`{ it: ${call} { total_records } }`)).it
              .total_records,
          ] as const,
      ),
    );
    const records = await shelf.api.data<Record<string, unknown>>(
      `{ ${Object.entries(single)
        .map(([name, { id }]) => `${name}(id: "${id}") { id }`)
        .join(' ')} }`,
    );
    const { external_account } = await shelf.api.data<{ external_account: { has_internal_flag: boolean } }>(
      `{ external_account(id: "${account.id}") { has_internal_flag } }`,
    );
    const reports = await shelf.api.data(
      'query ($id: ID!, $user: ID!) { subscriber_report(suggestion: $id) { subscribers_count subscribed_supporter_count contributor_count } internal_supporter_report(id: $id) { suggestion_internal_supporter_count { count } } user_subscription_status(suggestion: $id, user: $user) { subscribed is_watching } }',
      { id: suggestion_id, user: person.id },
    );
    return {
      totals: Object.fromEntries(totals),
      records,
      isFlagged: external_account.has_internal_flag,
      reports,
    };
  };
  const shown = await look();
  expect(Object.values(shown.totals).filter((total) => total < 1)).toEqual([]);
  expect(Object.values(shown.records)).not.toContain(null);
  expect(shown.isFlagged).toBe(true);
  const reports = (count: number, contributor_count: number, yes: boolean) => ({
    subscriber_report: { subscribers_count: count, subscribed_supporter_count: count, contributor_count },
    internal_supporter_report: { suggestion_internal_supporter_count: { count } },
    user_subscription_status: { subscribed: yes, is_watching: yes },
  });
  expect(shown.reports).toEqual(reports(1, 1, true));

  await shelf.api.data(`mutation { suggestion_delete(id: "${suggestion_id}") { id } }`);
  const hidden = await look();
  expect(Object.entries(hidden.totals).filter(([, total]) => total > 0)).toEqual([]);
  expect(Object.values(hidden.records).filter((record) => record !== null)).toEqual([]);
  expect(hidden.isFlagged).toBe(false);
  expect(hidden.reports).toEqual(reports(0, 0, false));
  // what is hidden is changed by no one: its id is answered like one that does not exist
  for (const call of [
    `comment_update(id: "${comment.id}", body: "x") { id }`,
    `comment_spam(id: "${comment.id}") { id }`,
    `comment_approve(id: "${held.id}") { id }`,
    `feedback_record_update(id: "${feedback.id}", body: "x") { id }`,
    `feedback_record_delete(id: "${feedback.id}") { id }`,
    `note_update(id: "${note.id}", body: "x") { id }`,
    `note_delete(id: "${note.id}") { id }`,
    `internal_flag_clear(id: "${flag.id}") { id }`,
    `status_update_update(id: "${news.id}", html_body: "<p>x</p>") { id }`,
    `internal_status_update_update(id: "${inside.id}", html_text: "<p>x</p>") { id }`,
  ]) {
    expect((await shelf.api.run(`mutation { ${call} }`)).errors, call).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field: 'id', reason: 'not_found' } },
    ]);
  }
  for (const call of ['comments_bulk_approve', 'comments_bulk_spam', 'comments_bulk_delete']) {
    expect(
      await shelf.api.data(`mutation { ${call}(ids: ["${comment.id}", "${held.id}"]) { changed_count } }`),
    ).toEqual({ [call]: { changed_count: 0 } });
  }

  await shelf.api.data(`mutation { suggestion_restore(id: "${suggestion_id}") { id } }`);
  expect(await look()).toEqual(shown);
  expect(await shelf.drift()).toEqual([]);
});

test('[DEC-041] spam is left out of what people and accounts support, in numbers as in lists, and is found by who asks for it', async () => {
  const shelf = await openWorkspace(database);
  const { tenant } = shelf;
  const account = await buildAccount(database, tenant);
  const person = await buildUser(database, tenant, { account_id: account.id });
  const idea = await buildSuggestion(database, tenant);
  await buildSupporter(database, tenant, { suggestion_id: idea.id, user_id: person.id });
  await shelf.drift();
  const look = async () => {
    const data = await shelf.api.data<{
      any: { total_records: number };
      its: { total_records: number };
      user: { supported_suggestions_count: number };
      external_account: { supported_ideas_count: number };
    }>(
      'query ($i: [ID!], $u: ID!, $a: ID!) { any: users(association: "supported") { total_records } its: users(suggestion: $i, association: "supported") { total_records } user(id: $u) { supported_suggestions_count } external_account(id: $a) { supported_ideas_count } }',
      { i: [idea.id], u: person.id, a: account.id },
    );
    return [
      data.any.total_records,
      data.its.total_records,
      data.user.supported_suggestions_count,
      data.external_account.supported_ideas_count,
    ];
  };
  expect(await look()).toEqual([1, 1, 1, 1]);
  await shelf.api.data(`mutation { suggestion_spam(id: "${idea.id}") { id } }`);
  expect(await look()).toEqual([0, 1, 0, 0]);
  await shelf.api.data(`mutation { suggestion_approve(id: "${idea.id}") { id } }`);
  expect(await look()).toEqual([1, 1, 1, 1]);
  expect(await shelf.drift()).toEqual([]);
});

/** Where a sort is not named like the field that shows its value. */
const SHOWN: Record<string, Record<string, { field: string; value: (shown: unknown) => unknown }>> = {
  '*': {
    name: { field: 'name', value: (shown) => String(shown).toLowerCase() },
    title: { field: 'title', value: (shown) => String(shown).toLowerCase() },
    full_name: { field: 'full_name', value: (shown) => String(shown).toLowerCase() },
    id: { field: 'id', value: (shown) => Number(shown) },
    crm_account: {
      field: 'crm_account { name }',
      value: (shown) => (shown as { name: string } | null)?.name.toLowerCase() ?? null,
    },
    // without a list that was chosen by hand
    list_position: { field: 'id', value: (shown) => Number(shown) },
    // what has no place follows
    position: { field: 'position', value: (shown) => shown ?? Number.MAX_SAFE_INTEGER },
    account_revenue: {
      field: 'user { crm_account { revenue } }',
      value: (shown) =>
        (shown as { crm_account: { revenue: number } | null } | null)?.crm_account?.revenue ?? null,
    },
    ...Object.fromEntries(
      ['email_address', 'job_title', 'city', 'region', 'country', 'plan', 'external_id', 'file_name'].map(
        (field) => [
          field,
          { field, value: (shown: unknown) => (shown === null ? null : String(shown).toLowerCase()) },
        ],
      ),
    ),
  },
};

describe('sorts', () => {
  for (const { plural, list: declared, key } of lists) {
    for (const name of Object.keys(declared!.sorts)) {
      if (name === 'search_order' || name === 'likeness') continue;
      test(`[CALL-Q-077] ${plural} by ${name}: ascending, descending, ties by id`, async () => {
        const { field, value } = SHOWN['*']![name] ?? { field: name, value: (shown: unknown) => shown };
        const read = async (sort: string) =>
          (
            await own.api.data<Record<string, { records: Record<string, unknown>[] }>>(
              `{ ${plural}(sort: "${sort}", bulk_per_page: 500) { records { id ${field} } } }`,
            )
          )[plural]!.records.map((row) => ({
            id: row['id'] as string,
            value: value(row[field.split(' ')[0]!]) as string | number | null,
          }));
        const up = await read(name);
        expect(up.length).toBeGreaterThan(1);
        const smallest = (one: string | number | null, other: string | number | null): number =>
          one === other ? 0 : one === null ? -1 : other === null ? 1 : one < other ? -1 : 1;
        const sorted = up.toSorted(
          (one, other) => smallest(one.value, other.value) || (key ? 0 : Number(one.id) - Number(other.id)),
        );
        expect(up).toEqual(sorted);
        expect(await read(`-${name}`)).toEqual(up.toReversed());
      });
    }
  }

  test('[CALL-Q-077] [DEC-064] a sort that a list does not offer is refused, naming those on offer, also where only the total is asked for', async () => {
    for (const [list, sort] of [
      ['suggestions', 'likes'],
      ['suggestions', '-'],
      ['suggestions', 'title,,id'],
      ['suggestions', 'VOTES_COUNT'],
      ['suggestions', 'toString'],
      ['users', 'search_order'],
      ['users', 'votes_count'],
      ['all_forums', 'likeness'],
    ] as const) {
      for (const fields of ['records { id }', 'total_records']) {
        const { errors } = await own.api.run(`{ ${list}(sort: "${sort}") { ${fields} } }`);
        expect(errors, `${list} ${sort} ${fields}`).toMatchObject([
          {
            message: expect.stringMatching(/On offer: \w+, /) as string,
            extensions: { code: 'BAD_USER_INPUT', field: 'sort' },
          },
        ]);
      }
    }
  });

  test('[CALL-Q-105] forums and all_forums come by position; [CALL-Q-109] status updates newest first', async () => {
    expect((await list('forums', {})).names).toEqual(['land', 'sea']);
    expect(await own.api.data('{ all_forums { records { name } } }')).toEqual({
      all_forums: { records: [{ name: 'Land' }, { name: 'sea' }] },
    });
    expect((await list('status_updates', { sort: '-id' })).names).toEqual(['silent', 'news']);
  });

  test('[CALL-Q-091] a search gives the most relevant idea first', async () => {
    const words = ['Export to a spreadsheet', 'Export of boats to a file', 'Nothing of that kind'];
    for (const title of words)
      await buildSuggestion(database, own.tenant, { title, forum_id: ids['forums']!['sea']! });
    const { suggestions } = await own.api.data<{ suggestions: { records: { title: string }[] } }>(
      '{ suggestions(q: "export boats", perPage: 20, sort: "search_order") { records { title } } }',
    );
    expect(suggestions.records[0]).toEqual({ title: 'Export of boats to a file' });
    expect(suggestions.records.map(({ title }) => title)).not.toContain('Nothing of that kind');
  });
});

test('[CALL-Q-072] a filter beside a word that very many ideas hold finds what there is, under any sort', async () => {
  const [busy, quiet] = [await buildForum(database, own.tenant), await buildForum(database, own.tenant)];
  await database.pool.query(
    `with made as (insert into suggestions (subdomain_id, forum_id, title) select $1, $2, 'Kiosk ' || n from generate_series(1, 700) n returning id, title)
     insert into suggestion_contents (subdomain_id, suggestion_id, search) select $1, id, to_tsvector('english', title) || to_tsvector('simple', title) from made`,
    [own.tenant.id, busy.id],
  );
  const rare = await buildSuggestion(database, own.tenant, {
    forum_id: quiet.id,
    title: 'A kiosk of our own',
  });
  const find = (args: string) =>
    own.api.data(
      `{ suggestions(q: "kiosk", forum: ["${quiet.id}"]${args}) { records { id } total_records } }`,
    );
  for (const args of ['', ', sort: "search_order"', ', sort: "-votes_count"'])
    expect(await find(args)).toEqual({ suggestions: { records: [{ id: rare.id }], total_records: 1 } });
  expect(
    await own.api.data(`{ suggestions(q: ":kiosk", forum: ["${quiet.id}"]) { total_records } }`),
  ).toEqual({ suggestions: { total_records: 1 } });
});

test('[CALL-Q-072] a search counts everything that it finds, and its pages hold it all, each idea once, the most relevant first', async () => {
  const searched = await openWorkspace(database);
  const forum = await buildForum(database, searched.tenant);
  await database.pool.query(
    `with made as (insert into suggestions (subdomain_id, forum_id, title, votes_count) select $1, $2, 'Jetty ' || n || repeat(' more of other words', n % 5), n % 3 from generate_series(1, 450) n returning id, title)
     insert into suggestion_contents (subdomain_id, suggestion_id, search) select $1, id, to_tsvector('english', title) || to_tsvector('simple', title) from made`,
    [searched.tenant.id, forum.id],
  );
  const best = await buildSuggestion(database, searched.tenant, {
    forum_id: forum.id,
    title: 'Jetty harbour',
  });
  for (const [q, sort] of [
    ['jetty harbour', ''],
    ['jetty harbour', ', sort: "search_order"'],
    ['jetty nowhere', ', sort: "-votes_count"'],
    [':jetty', ''],
  ] as const) {
    const page = async (number: number) =>
      (
        await searched.api.data<{ suggestions: { records: { id: string }[]; total_records: number } }>(
          `{ suggestions(q: "${q}", page: ${number}, perPage: 80${sort}) { records { id } total_records } }`,
        )
      ).suggestions;
    const seen: string[] = [];
    for (let number = 1; number <= 7; number += 1) {
      const { records, total_records } = await page(number);
      expect(total_records).toBe(451);
      expect(records).toHaveLength(number < 6 ? 80 : number === 6 ? 51 : 0);
      seen.push(...records.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(451);
    if (q === 'jetty harbour') expect(seen[0]).toBe(best.id);
  }
  // under another order the ideas with all the words alone, in any form
  for (const q of ['jetty harbour', 'the harbours of jetties'])
    expect(
      await searched.api.data(
        'query ($q: String) { suggestions(q: $q, sort: "-votes_count") { records { id } total_records } }',
        { q },
      ),
    ).toEqual({ suggestions: { records: [{ id: best.id }], total_records: 1 } });
  // few enough to be ranked all: the same number
  expect(await searched.api.data('{ suggestions(q: "harbour") { records { id } total_records } }')).toEqual({
    suggestions: { records: [{ id: best.id }], total_records: 1 },
  });
  // nothing to search for is no condition, under any sort
  for (const sort of ['', ', sort: "title"'])
    expect(await searched.api.data(`{ suggestions(q: "?!"${sort}) { total_records } }`)).toEqual({
      suggestions: { total_records: 451 },
    });
});

test('[CALL-Q-072] a search is counted to a thousand; the pages behind are there all the same', async () => {
  const many = await openWorkspace(database);
  const forum = await buildForum(database, many.tenant);
  const add = (count: number) =>
    database.pool.query(
      `with made as (insert into suggestions (subdomain_id, forum_id, title) select $1, $2, 'Pontoon ' || n from generate_series(1, $3::int) n returning id, title)
     insert into suggestion_contents (subdomain_id, suggestion_id, search) select $1, id, to_tsvector('english', title) || to_tsvector('simple', title) from made`,
      [many.tenant.id, forum.id, count],
    );
  const find = (args: string) =>
    many.api.data(`{ suggestions(q: "pontoon", perPage: 100${args}) { total_records total_is_capped } }`);
  await add(1000);
  for (const args of ['', ', sort: "-votes_count"'])
    expect(await find(args)).toEqual({ suggestions: { total_records: 1000, total_is_capped: false } });
  await add(5);
  // another writer's rows: the total that is known lives on for a moment
  const again = (args: string) =>
    many.api.data(`{ suggestions(q: "pontoons", perPage: 100${args}) { total_records total_is_capped } }`);
  for (const args of ['', ', sort: "-votes_count"'])
    expect(await again(args)).toEqual({ suggestions: { total_records: 1001, total_is_capped: true } });
  expect(
    (
      await many.api.data<{ suggestions: { records: unknown[] } }>(
        '{ suggestions(q: "pontoons", perPage: 100, page: 11) { records { id } } }',
      )
    ).suggestions.records,
  ).toHaveLength(5);
});

test('[DIALOG-004] by likeness come the ideas that are likely about the same, and none for a text that fits nothing', async () => {
  const about = await openWorkspace(database);
  const forum_id = (await buildForum(database, about.tenant)).id;
  const [wanted] = [
    await buildSuggestion(database, about.tenant, {
      forum_id,
      title: 'Export work orders to a spreadsheet',
      body: 'Finance asks for a file every month.',
    }),
    await buildSuggestion(database, about.tenant, { forum_id, title: 'Month view of the calendar' }),
    await buildSuggestion(database, about.tenant, {
      forum_id,
      title: 'Ask for a signature before the visit ends',
    }),
  ];
  const find = async (q: string, sort: string) =>
    (
      await about.api.data<{ suggestions: { records: { id: string }[]; total_records: number } }>(
        'query ($q: String, $sort: String) { suggestions(q: $q, sort: $sort) { records { id } total_records } }',
        { q, sort },
      )
    ).suggestions;
  const said = 'Every month I copy our work orders by hand, an export to a spreadsheet would save me a day';
  expect(await find(said, 'likeness')).toEqual({ records: [{ id: wanted.id }], total_records: 1 });
  const noise = 'We asked a colleague about lunch next month, and before that about holidays';
  expect((await find(noise, 'search_order')).total_records).toBeGreaterThan(0);
  expect(await find(noise, 'likeness')).toEqual({ records: [], total_records: 0 });
  // literally: what is asked for, likely or not
  expect((await find(':month', 'likeness')).total_records).toBe(2);
});

test('[CALL-Q-110] 100 attachments of one parent in one answer', async () => {
  const idea = await buildSuggestion(database, own.tenant);
  for (let n = 0; n < 101; n += 1) await buildAttachment(database, own.tenant, { suggestion_id: idea.id });
  const { attachments } = await own.api.data<{ attachments: { records: unknown[]; total_records: number } }>(
    'query ($s: [ID!]) { attachments(suggestion: $s, perPage: 100) { records { id } total_records } }',
    { s: [idea.id] },
  );
  expect([attachments.records.length, attachments.total_records]).toEqual([100, 101]);
});

test('[CALL-Q-114] [ENT-055] the search of people answers id, address, name and picture; a name falls back to the address', async () => {
  const { id } = await buildUser(database, own.tenant, {
    name: null,
    email_address: 'nameless@picker.example',
    avatar_url: 'https://example.com/a.png',
  });
  expect(
    await own.api.data('{ users(q: "nameless@p") { records { id email_address name avatar_url } } }'),
  ).toEqual({
    users: {
      records: [
        {
          id,
          email_address: 'nameless@picker.example',
          name: 'nameless',
          avatar_url: 'https://example.com/a.png',
        },
      ],
    },
  });
});

describe('lists as the database writes them', () => {
  const { schema, entities } = createSchema(catalogue);
  const executor = createExecutor(schema, {
    checkLeaves: false,
    logFault: (cause) => {
      throw cause;
    },
  });

  /** Fields of an entity that SQL writes; relations with their plain fields. */
  const fieldsOf = (entity: Entity, isInner: boolean): string[] => {
    const type = schema.getType(typeName(entity.name)) as GraphQLObjectType;
    return Object.entries(entity.fields).flatMap(([name, declared]) => {
      const inner = getNamedType(type.getFields()[name]!.type);
      if (declared.kind === 'column' && isLeafType(inner)) return [name];
      if (declared.kind === 'group' && isObjectType(inner))
        return [`${name} { ${Object.keys(inner.getFields()).toReversed().join(' ')} }`];
      if (isInner || (declared.kind !== 'one' && declared.kind !== 'many')) return [];
      return [`${name} { ${fieldsOf(entities.get(declared.entity)!, true).join(' ')} }`];
    });
  };

  const answers = async (
    api: TestWorkspace['api'],
    query: string,
    variables: Record<string, unknown> = {},
  ) => {
    const prepared = executor.prepare(query, true);
    const context = () => ({
      scope: api.scope,
      reader: new Reader(api.scope, entities, new TotalCache()),
      replay: null,
      commands: [],
    });
    const asked = { query, variables, operationName: null };
    return {
      usual: await executor.run(prepared, asked, context()),
      ...(await executor.runText(prepared, asked, context())),
    };
  };

  const lists = catalogue.entities.filter(({ list }) => list);
  test.each(lists.map((entity) => [entity.plural, entity] as const))(
    '%s: letter by letter what the API answers otherwise, in the same order',
    async (_plural, entity) => {
      const fields = fieldsOf(entity, false).toReversed();
      // a document holds a limited number of relations
      for (let from = 0; from < fields.length; from += 12) {
        const { usual, text, isExecuted } = await answers(
          own.api,
          `{ ${entity.plural}(per_page: 100) { current_page records { ${fields.slice(from, from + 12).join(' ')} } total_records } }`,
        );
        expect(usual.errors).toBeUndefined();
        expect(isExecuted).toBe(true);
        expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(usual));
        const found = (usual.data as Record<string, { records: unknown[] }>)[entity.plural]!.records.length;
        // it did go out as it came: the database writes a blank between two records
        if (found > 1) expect(text).toContain('}, {');
      }
    },
  );

  test('what SQL does not write, or this person may not read, or is named otherwise, is answered as ever', async () => {
    const limited = await own.as({ ...NO_PERMISSIONS, feedback_admin_ui: true });
    for (const api of [own.api, limited]) {
      for (const query of [
        '{ suggestions { records { id other: title } } }',
        '{ ideas: suggestions { records { id } } }',
        '{ suggestions { records { __typename id } } }',
        '{ suggestions { records { id } } forums { records { id } } }',
        'query A { suggestions { records { id } } } query B { forums { records { id } } }',
        '{ ... on Query { suggestions { records { id } } } }',
        'query ($yes: Boolean = false) { suggestions { records { id title @include(if: $yes) } } }',
        'query ($yes: Boolean = false) { suggestions @include(if: $yes) { records { id } } }',
        'query ($yes: Boolean = false) { suggestions { records { id @include(if: $yes) } } }',
        'query ($yes: Boolean = false) { suggestions { records { id forum { name @include(if: $yes) } } } }',
        '{ suggestions { ...some ...more } } fragment some on SuggestionList { records { id forum { name } } } fragment more on SuggestionList { total_records records { forum { id } title } }',
        '{ suggestions(q: "boats") { records { id title } total_records } }',
        '{ suggestions(page: 900) { records { id } total_records } }',
        '{ suggestions { total_records } }',
        '{ suggestions(sort: "wrong") { records { id } } }',
        '{ users { records { id name email_address account { name revenue_cents } } } }',
        '{ suggestions { records { id supporter_revenue supporting_accounts_count created_by { name email_address } title } } }',
      ]) {
        const { usual, text } = await answers(api, query);
        expect(JSON.stringify(JSON.parse(text)), query).toBe(JSON.stringify(usual));
      }
    }
  });

  test('a question that comes back is answered to each person and for each value as if it came for the first time', async () => {
    const limited = await own.as({ ...NO_PERMISSIONS, feedback_admin_ui: true });
    const query = `query Again($yes: Boolean = false, $sort: String, $forum: [ID!], $per_page: Int, $page: Int) {
      suggestions(sort: $sort, forum: $forum, per_page: $per_page, page: $page) {
        total_records
        records { id title @include(if: $yes) supporter_revenue created_by { name email_address } forum { name } }
      }
      }`;
    const kept = query.replace(' @include(if: $yes)', '').replace('$yes: Boolean = false, ', '');
    const firstForum = (
      await own.api.data<{ forums: { records: { id: string }[] } }>('{ forums { records { id } } }')
    ).forums.records[0]!.id;
    const texts = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      for (const api of [own.api, limited]) {
        for (const values of [
          {},
          { sort: 'title' },
          { sort: '-title' },
          { forum: [firstForum] },
          { forum: ['999999999'] },
          { per_page: 1 },
          { per_page: 1, page: 2 },
        ]) {
          for (const [document, variables] of [
            [query, values],
            [query, { ...values, yes: true }],
            [kept, values],
          ] as const) {
            const { text } = await answers(api, document, variables);
            const again = createExecutor(schema, {
              checkLeaves: false,
              logFault: (cause) => {
                throw cause;
              },
            });
            const scope = Object.assign(
              Object.create(Object.getPrototypeOf(api.scope) as object),
              api.scope,
              { viewer: { ...api.scope.viewer } },
            ) as typeof api.scope;
            const context = {
              scope,
              reader: new Reader(scope, entities, new TotalCache()),
              replay: null,
              commands: [],
            };
            const expected = await again.run(
              again.prepare(document, true),
              { query: document, variables, operationName: null },
              context,
            );
            expect(JSON.stringify(JSON.parse(text)), JSON.stringify(variables)).toBe(
              JSON.stringify(expected),
            );
            texts.add(text);
          }
        }
      }
    }
    // none of them was answered for another
    expect(texts.size).toBeGreaterThan(10);
  });
});

test('[CALL-Q-073] [CALL-Q-072] above 20,000 ideas a page of a rare word, of ideas without support and of open and closed ones is found by a way of its own, and holds the same', async () => {
  const large = await openWorkspace(database);
  const forum = await buildForum(database, large.tenant);
  const statements: string[] = [];
  // a server that knows nothing of the workspace's size yet
  const started = () =>
    testApi(database, large.api.scope.viewer, { onStatement: (text) => void statements.push(text) });
  let api = await started();
  const add = async (count: number, word: string): Promise<void> => {
    const connection = await database.pool.connect();
    // A connection that has checked foreign keys of an almost empty table reads it from end to end for each new row.
    await connection.query('discard plans');
    await connection.query(
      `with made as (insert into suggestions (subdomain_id, forum_id, title, votes_count, state, last_supported_at)
         select $1, $2, $4 || ' ' || n, n % 50, case when n % 10 = 0 then 'closed' else 'published' end, case when n % 4 = 0 then null else now() - n * interval '1 minute' end from generate_series(1, $3::int) n returning id, title)
       insert into suggestion_contents (subdomain_id, suggestion_id, search) select $1, id, to_tsvector('simple', title) from made`,
      [large.tenant.id, forum.id, count, word],
    );
    connection.release();
  };
  const filters = [
    'q: "zeppelin"',
    'no_support_since: "2020-01-01"',
    'updated_after: "1_days_ago"',
    'state: ["open", "closed"]',
  ];
  const read = async (
    filter: string,
    page: number,
  ): Promise<{ ids: string[]; total: number; statement: string }> => {
    statements.length = 0;
    const { suggestions } = await api.data<{
      suggestions: { records: { id: string }[]; total_records: number };
    }>(
      `{ suggestions(${filter}, sort: "-votes_count", page: ${page}, per_page: 10) { records { id } total_records } }`,
    );
    return {
      ids: suggestions.records.map(({ id }) => id),
      total: suggestions.total_records,
      statement: statements.find((text) => text.includes('json_agg'))!,
    };
  };
  await add(25, 'Zeppelin');
  for (const filter of filters)
    expect((await read(filter, 1)).statement, filter).not.toMatch(/materialized|union all/);
  await add(20_000, 'Ballast');
  await database.pool.query('analyze suggestions, suggestion_contents');
  api = await started();
  const plain = async (where: string, page: number) =>
    (
      await database.pool.query<{ id: string }>(
        `select s.id::text as id from suggestions s join suggestion_contents c on c.suggestion_id = s.id where s.subdomain_id = $1 and ${where} order by s.votes_count desc, s.id desc limit 10 offset ${(page - 1) * 10}`,
        [large.tenant.id],
      )
    ).rows.map(({ id }) => id);
  const open = "s.state = 'published'";
  const wheres = [
    `${open} and c.search @@ 'zeppelin'::tsquery`,
    `${open} and s.last_supported_at is null`,
    open,
    "s.state in ('published', 'closed')",
  ];
  for (const [index, filter] of filters.entries()) {
    for (const page of [1, 2, 3, 7]) {
      const found = await read(filter, page);
      expect(found.statement, filter).toMatch(/materialized|union all/);
      expect(found.ids, `${filter}, page ${page}`).toEqual(await plain(wheres[index]!, page));
    }
  }
  expect(await plain(wheres[0]!, 3)).toHaveLength(3);
});
