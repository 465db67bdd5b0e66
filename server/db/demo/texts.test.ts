import { expect, test } from 'vitest';
import { isEmail } from '../../../contract/email.ts';
import { isWebAddress } from '../../../contract/url.ts';
import {
  DEMO_CUSTOM_FIELDS,
  DEMO_FORUMS,
  DEMO_LABELS,
  demoAccounts,
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
