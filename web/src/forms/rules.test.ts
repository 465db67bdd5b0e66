import { describe, expect, test } from 'vitest';
import { differencesOf, isAbout, problemsOf } from './rules.ts';
import type { Fields } from './rules.ts';

type Values = { title: string; url: string; idea: { title: string } | null; body: string; isHtml: boolean };

const fields: Fields<Values> = {
  title: {
    label: 'Title',
    needed: { name: 'a title', sentence: 'Enter a title' },
    limit: 5,
    isLine: true,
    text: (title) => title,
  },
  url: {
    label: 'Source',
    rule: (url) => (url === '' || url.startsWith('https:') ? null : 'No address'),
    ruleName: 'a valid URL',
  },
  idea: {
    label: 'Idea',
    needed: { name: 'an idea', sentence: 'Link one' },
    text: (idea) => idea?.title ?? '',
  },
  body: {
    label: 'Text',
    needed: { name: 'a text', sentence: 'Write it' },
    isEmpty: (body, { isHtml }) => body === (isHtml ? '<p></p>' : ''),
  },
};
const good: Values = {
  title: 'Hello',
  url: '',
  idea: { title: 'Dark mode' },
  body: '<p></p>',
  isHtml: false,
};

describe('the rules of fields', () => {
  test('a value that keeps them all has no problem', () => {
    expect([...problemsOf(fields, good)]).toEqual([]);
  });

  test('what is missing has its sentence and its name, in the order of the fields, and is said once somebody wants to save', () => {
    expect([...problemsOf(fields, { ...good, title: ' ', idea: null, isHtml: true })]).toEqual([
      ['title', { sentence: 'Enter a title', name: 'a title', said: 'asked', isMissing: true }],
      ['idea', { sentence: 'Link one', name: 'an idea', said: 'asked', isMissing: true }],
      ['body', { sentence: 'Write it', name: 'a text', said: 'asked', isMissing: true }],
    ]);
  });

  test('a text that is too long is said at once, and counted as it is sent', () => {
    expect(problemsOf(fields, { ...good, title: 'Hello!' }).get('title')).toMatchObject({
      name: 'a shorter title',
      said: 'typed',
    });
    expect(problemsOf(fields, { ...good, title: ' He\n\n lo ' }).size).toBe(0);
  });

  test('any other rule is said when the field is left', () => {
    expect(problemsOf(fields, { ...good, url: 'www' }).get('url')).toEqual({
      sentence: 'No address',
      name: 'a valid URL',
      said: 'left',
      isMissing: false,
    });
  });

  test('a rule without a name leaves the button to be used', () => {
    const named: Fields<{ email: string }> = {
      email: { label: 'Email', needed: { sentence: 'Enter one' }, rule: () => 'No address' },
    };
    expect(problemsOf(named, { email: '' }).get('email')).toMatchObject({ name: null, said: 'asked' });
    expect(problemsOf(named, { email: 'x' }).get('email')).toMatchObject({ name: null, said: 'left' });
  });

  test('a refusal belongs to the inputs that are made of a value, in either spelling, and to their parts', () => {
    expect(isAbout('sourceUrl', ['source_url'])).toBe(true);
    expect(isAbout('links.suggestion', ['links.suggestion'])).toBe(true);
    expect(isAbout('categories.2.name', ['categories'])).toBe(true);
    expect(isAbout('categories', ['categories.2'])).toBe(false);
    expect(isAbout('body_mime_type', ['body'])).toBe(false);
  });

  test('two versions are compared in the words of those fields that have some', () => {
    const theirs = { ...good, title: 'Hi', url: 'https://x', idea: null };
    expect(differencesOf(fields, good, theirs)).toEqual([
      { name: 'Title', mine: 'Hello', theirs: 'Hi' },
      { name: 'Idea', mine: 'Dark mode', theirs: '' },
    ]);
    expect(differencesOf(fields, good, { ...theirs, title: 'Hello', idea: good.idea })).toEqual([]);
  });
});
