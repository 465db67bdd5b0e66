import { expect, test } from 'vitest';
import { isEmail } from '../../../contract/email.ts';
import { isWebAddress } from '../../../contract/url.ts';
import {
  DEMO_CUSTOM_FIELDS,
  DEMO_FORUMS,
  DEMO_LABELS,
  demoAccounts,
  demoRevenues,
  demoComments,
  demoFeedback,
  demoFlags,
  demoIdeas,
  demoInternalStatusUpdates,
  demoNotes,
  demoPeople,
  demoStaff,
  demoStatusUpdates,
  demoSupporters,
} from './texts.ts';
import { INTERNAL_STATUS_MESSAGES, NOTES } from './templates.ts';

const SEED = 1;
const ideas = demoIdeas(SEED);
const people = demoPeople(SEED);
const accounts = demoAccounts(SEED);
const staff = demoStaff(SEED);
const comments = demoComments(SEED);
const feedback = demoFeedback(SEED);
const supporters = demoSupporters(SEED);
const notes = demoNotes(SEED);
const statusUpdates = demoStatusUpdates(SEED);
const internalStatusUpdates = demoInternalStatusUpdates(SEED);
const flags = demoFlags(SEED);

const ideaByKey = new Map(ideas.map((idea) => [idea.key, idea] as const));
const personKeys = new Set(people.map(({ key }) => key));
const staffKeys = new Set(staff.map(({ key }) => key));
const isUnique = (list: readonly string[]) => new Set(list).size === list.length;

test('there is enough of everything', () => {
  expect(ideas.length).toBeGreaterThanOrEqual(320);
  expect(comments.length).toBeGreaterThanOrEqual(850);
  expect(feedback.length).toBeGreaterThanOrEqual(700);
  expect(people.length).toBeGreaterThanOrEqual(500);
  expect(accounts.length).toBeGreaterThanOrEqual(80);
  expect(notes.length).toBeGreaterThanOrEqual(150);
  expect(statusUpdates.length).toBeGreaterThanOrEqual(200);
  expect(supporters.length).toBeGreaterThanOrEqual(8_000);
});

test('the same seed gives the same demo, another one another', () => {
  expect(demoIdeas(SEED)).toEqual(ideas);
  expect(demoComments(SEED)).toEqual(comments);
  expect(demoFeedback(2)).not.toEqual(feedback);
  expect(demoPeople(2).map(({ name }) => name)).not.toEqual(people.map(({ name }) => name));
});

test('no idea has the title or text of another, and titles fit', () => {
  expect(isUnique(ideas.map(({ title }) => title.toLowerCase()))).toBe(true);
  expect(isUnique(ideas.map(({ body }) => body))).toBe(true);
  expect(Math.max(...ideas.map(({ title }) => [...title].length))).toBeLessThanOrEqual(140);
});

test('texts do not repeat noticeably', () => {
  const most = (texts: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
    return Math.max(...counts.values());
  };
  expect(most(comments.map(({ body }) => body))).toBeLessThanOrEqual(5);
  expect(most(feedback.map(({ body }) => body))).toBe(1);
  expect(most(comments.map(({ idea, body }) => `${idea} ${body}`))).toBe(1);
});

test('no place in a sentence is left unfilled, and no text is empty', () => {
  for (const { body } of [...comments, ...feedback, ...notes]) {
    expect(body.trim()).not.toBe('');
    // One idea is about exactly this accident.
    expect(body.replaceAll('{first_name}', '')).not.toMatch(/[{}]|undefined/);
  }
});

test('every key leads to a record', () => {
  const accountKeys = new Set(accounts.map(({ key }) => key));
  for (const person of people) if (person.account !== null) expect(accountKeys).toContain(person.account);
  for (const idea of ideas) {
    expect(personKeys).toContain(idea.creator);
    if (idea.owner !== null) expect(staffKeys).toContain(idea.owner);
  }
  const lost = [
    ...supporters.filter(({ idea, person }) => !ideaByKey.has(idea) || !personKeys.has(person)),
    ...comments.filter(
      ({ idea, author, is_admin_comment }) =>
        !ideaByKey.has(idea) || !(is_admin_comment ? staffKeys : personKeys).has(author),
    ),
    ...feedback.filter(
      ({ idea, person, captured_by }) =>
        (idea !== null && !ideaByKey.has(idea)) || !personKeys.has(person) || !staffKeys.has(captured_by),
    ),
    ...[...notes, ...statusUpdates, ...internalStatusUpdates, ...flags].filter(
      ({ idea, author }) => !ideaByKey.has(idea) || !staffKeys.has(author),
    ),
  ];
  expect(lost).toEqual([]);
});

test('forums, categories, labels and custom values exist', () => {
  const labels = DEMO_LABELS.flatMap(({ name, children }) => [
    name,
    ...children.map((child) => `${name} / ${child}`),
  ]);
  const fields = new Map(DEMO_CUSTOM_FIELDS.map((field) => [field.key, field] as const));
  for (const idea of ideas) {
    const forum = DEMO_FORUMS.find(({ key }) => key === idea.forum);
    expect(forum).toBeDefined();
    if (idea.category === null) expect(forum?.category_required).toBe(false);
    else expect(forum?.categories).toContain(idea.category);
    for (const label of idea.labels) expect(labels).toContain(label);
    for (const [key, value] of Object.entries(idea.custom_fields)) {
      const field = fields.get(key);
      expect(field).toBeDefined();
      if (field?.field_type === 'enum') expect(field.values).toContain(value);
    }
  }
  for (const forum of DEMO_FORUMS) {
    expect(ideas.filter((idea) => idea.forum === forum.key).length).toBeGreaterThan(20);
  }
});

test('everything lies within twelve months and after the idea that it belongs to', () => {
  for (const idea of ideas) expect(idea.created_days_ago > 0 && idea.created_days_ago < 366).toBe(true);
  const dated = [
    ...comments,
    ...feedback,
    ...notes,
    ...supporters,
    ...statusUpdates,
    ...internalStatusUpdates,
    ...flags,
  ];
  const misplaced = dated.filter(
    ({ idea, days_ago }) =>
      days_ago < 0 || days_ago > (idea === null ? 366 : (ideaByKey.get(idea)?.created_days_ago ?? 0)),
  );
  expect(misplaced).toEqual([]);
});

test('lists come oldest first', () => {
  for (const list of [comments, feedback, notes, statusUpdates, flags]) {
    const days = list.map(({ days_ago }) => days_ago);
    expect(days).toEqual([...days].sort((a, b) => b - a));
  }
});

test('the last update of an idea says the status that it has', () => {
  const last = new Map(statusUpdates.map(({ idea, status }) => [idea, status] as const));
  const lastInternal = new Map(
    internalStatusUpdates.map(({ idea, internal_status }) => [idea, internal_status] as const),
  );
  for (const idea of ideas) {
    expect(last.get(idea.key) ?? null).toBe(idea.status);
    expect(lastInternal.get(idea.key) ?? null).toBe(idea.internal_status);
  }
});

test('nobody supports an idea twice, and each idea that is not held has its creator as first supporter', () => {
  expect(isUnique(supporters.map(({ idea, person }) => `${idea} ${person}`))).toBe(true);
  const creators = new Map(
    supporters.filter(({ is_creator }) => is_creator).map(({ idea, person }) => [idea, person] as const),
  );
  for (const idea of ideas) {
    expect(creators.get(idea.key)).toBe(idea.state === 'pending' ? undefined : idea.creator);
  }
});

test('people have addresses of their own that are valid and reach nobody', () => {
  const addresses = [...people, ...staff].map(({ email_address }) => email_address);
  expect(isUnique(addresses)).toBe(true);
  expect(addresses.filter((address) => !isEmail(address) || !address.endsWith('.example'))).toEqual([]);
  expect(feedback.filter(({ source_url }) => source_url !== null && !isWebAddress(source_url))).toEqual([]);
});

test('some comments wait, some are spam, some are of the team; some feedback is not yet linked', () => {
  expect(comments.filter(({ state }) => state === 'pending').length).toBeGreaterThan(3);
  expect(comments.filter(({ state }) => state === 'spam').length).toBeGreaterThan(2);
  expect(comments.filter(({ is_admin_comment }) => is_admin_comment).length).toBeGreaterThan(20);
  expect(feedback.filter(({ idea }) => idea === null).length).toBeGreaterThan(15);
});

test('revenue follows the plan', () => {
  const mean = (plan: string) => {
    const values = accounts.filter((account) => account.plan === plan).map(({ mrr_cents }) => mrr_cents);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  };
  expect(mean('Starter')).toBeLessThan(mean('Team'));
  expect(mean('Team')).toBeLessThan(mean('Business'));
  expect(mean('Business')).toBeLessThan(mean('Enterprise'));
  expect(accounts.every(({ mrr_cents }) => Number.isSafeInteger(mrr_cents))).toBe(true);
});

test('what an account pays grew in steps, the last of which is what it pays now', () => {
  const revenues = demoRevenues(SEED);
  for (const { key, mrr_cents, created_days_ago } of accounts) {
    const own = revenues.filter(({ account }) => account === key);
    expect(own.at(-1)!.mrr_cents).toBe(mrr_cents);
    expect(own[0]!.days_ago).toBe(created_days_ago);
    expect(own.map(({ days_ago }) => days_ago)).toEqual([
      ...new Set(own.map(({ days_ago }) => days_ago).sort((a, b) => b - a)),
    ]);
  }
  expect(revenues.length).toBeGreaterThan(accounts.length * 2);
});

test('some ideas rise and some fall, among the most wanted ones, too', () => {
  const votes = new Map<string, number[]>();
  for (const { idea, days_ago } of supporters) {
    const weeks = votes.get(idea) ?? Array.from({ length: 12 }, () => 0);
    const week = Math.floor(days_ago / 7);
    if (week < 12) weeks[week]! += 1;
    votes.set(idea, weeks);
  }
  const trend = (weeks: readonly number[]): string => {
    const mean = weeks.slice(1, 5).reduce((sum, n) => sum + n, 0) / 4;
    const last = weeks[0]!;
    return last > mean * 1.15 ? 'up' : last < mean * 0.85 ? 'down' : 'flat';
  };
  const totals = new Map<string, number>();
  for (const { idea } of supporters) totals.set(idea, (totals.get(idea) ?? 0) + 1);
  const first = [...votes.keys()].sort((a, b) => totals.get(b)! - totals.get(a)!).slice(0, 13);
  for (const direction of ['up', 'down', 'flat'])
    expect(first.filter((idea) => trend(votes.get(idea)!) === direction).length).toBeGreaterThanOrEqual(2);
});

test('revenue concentrates, and the most wanted ideas carry different shares of it', () => {
  const all = accounts.reduce((sum, { mrr_cents }) => sum + mrr_cents, 0);
  const largest = accounts.map(({ mrr_cents }) => mrr_cents).sort((a, b) => b - a);
  // 8 of 87 accounts bring more than two fifths
  expect(largest.slice(0, 8).reduce((sum, cents) => sum + cents, 0) / all).toBeGreaterThan(0.4);
  const mrrOf = new Map(accounts.map(({ key, mrr_cents }) => [key, mrr_cents] as const));
  const accountOf = new Map(people.map(({ key, account }) => [key, account] as const));
  const behind = new Map<string, Set<string>>();
  const votes = new Map<string, number>();
  for (const { idea, person } of supporters) {
    votes.set(idea, (votes.get(idea) ?? 0) + 1);
    const account = accountOf.get(person) ?? null;
    if (account !== null) behind.set(idea, (behind.get(idea) ?? new Set()).add(account));
  }
  const shares = [...votes]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 20)
    .map(([idea]) => [...(behind.get(idea) ?? [])].reduce((sum, key) => sum + mrrOf.get(key)!, 0) / all);
  expect(Math.min(...shares)).toBeLessThan(0.35);
  expect(Math.max(...shares)).toBeGreaterThan(0.7);
  expect(shares.filter((share) => share < 0.45).length).toBeGreaterThan(5);
});

test('what the team writes fits how far an idea is, and came after its status', () => {
  const since = new Map(statusUpdates.map(({ idea, days_ago }) => [idea, days_ago] as const));
  const phases = { shipped: 'completed', building: 'started', declined: 'declined' } as const;
  const misplaced = notes.filter(({ idea, body, days_ago }) => {
    const { status } = ideaByKey.get(idea)!;
    return (
      (status !== null && days_ago > since.get(idea)!) ||
      Object.entries(phases).some(
        ([phase, wanted]) => NOTES[phase as keyof typeof NOTES].includes(body) && status !== wanted,
      )
    );
  });
  expect(misplaced).toEqual([]);
  const foreign = internalStatusUpdates.filter(
    ({ internal_status, html_text }) =>
      html_text !== null &&
      !INTERNAL_STATUS_MESSAGES[internal_status]?.includes(html_text.replace(/<\/?p>/g, '')),
  );
  expect(foreign).toEqual([]);
});

test('how much a piece of feedback weighs follows its words', () => {
  const of = (words: RegExp) =>
    new Set(feedback.filter(({ body }) => words.test(body)).map(({ severity }) => severity));
  expect(of(/competitor|on hold|escalated/i)).toEqual(new Set([null, 3]));
  expect(of(/^just wondering/)).toEqual(new Set([null, 1]));
  for (const severity of [1, 2, 3])
    expect(feedback.filter((record) => record.severity === severity).length).toBeGreaterThan(25);
});
