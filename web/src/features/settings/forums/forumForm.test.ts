import { describe, expect, test } from 'vitest';
import { differencesOf, problemsOf } from '../../../forms/rules.ts';
import { blankForum, formOf, forumFields, inputOf, newEntry } from './forumForm.ts';
import type { ForumForm } from './forumForm.ts';
import type { EditedForum } from './forumsQueries.ts';

const stored: EditedForum = {
  id: '3',
  name: 'Product',
  is_open: false,
  prompt: null,
  placeholder: 'Describe it',
  welcome_message: '<p>Hello</p>',
  logo_url: null,
  default_locale: null,
  default_sort: 'recent',
  category_required: true,
  classic_voting: false,
  votes_allowed: 10,
  importance_enabled: true,
  moderation_enabled: false,
  allow_requests: true,
  is_private: true,
  authorization_operator: 'and',
  allow_sso_user_by_default: false,
  allow_by_ip: true,
  allow_by_email_domain: false,
  access_denied_message: null,
  access_ips: [{ id: '8', ip: '192.0.2.0/24' }],
  access_email_domains: [],
  categories: [{ id: '5', name: 'Reporting', open_suggestions_count: 4 }],
  updated_at: '2026-01-01T00:00:00.000Z',
};

describe('the forum panel', () => {
  test('[STATE-041] a stored forum goes back as it came', () => {
    expect(inputOf(formOf(stored))).toEqual({
      name: 'Product',
      state: 'closed',
      prompt: null,
      placeholder: 'Describe it',
      welcome_message: '<p>Hello</p>',
      logo_url: null,
      default_locale: null,
      default_sort: 'recent',
      category_required: true,
      classic_voting: false,
      votes_allowed: 10,
      importance_enabled: true,
      moderation_enabled: false,
      allow_requests: true,
      is_private: true,
      authorization_operator: 'and',
      allow_sso_user_by_default: false,
      allow_by_ip: true,
      allow_by_email_domain: false,
      access_denied_message: null,
      access_ips: ['192.0.2.0/24'],
      access_email_domains: [],
      categories: [{ id: '5', name: 'Reporting' }],
    });
  });

  test('[VALID-001] an empty list shows one empty entry, which is not sent', () => {
    const form = formOf({ ...stored, categories: [], category_required: false });
    expect(form.categories).toHaveLength(1);
    expect(inputOf(form).categories).toEqual([]);
    expect(blankForum().categories).toHaveLength(1);
  });

  test('new categories have no id, kept ones have', () => {
    const form = {
      ...formOf(stored),
      categories: [...formOf(stored).categories, { ...newEntry(), text: ' Export ' }],
    };
    expect(inputOf(form).categories).toEqual([{ id: '5', name: 'Reporting' }, { name: 'Export' }]);
  });

  test('what cannot be saved is named by field', () => {
    const wrong = (form: ForumForm) => [...problemsOf(forumFields, form).keys()];
    expect(wrong(formOf(stored))).toEqual([]);
    expect(
      wrong({
        ...blankForum(),
        logo_url: 'x',
        classic_voting: true,
        votes_allowed: '0',
        category_required: true,
      }),
    ).toEqual(['name', 'logo_url', 'category_required', 'votes_allowed']);
    const twice = [
      { ...newEntry(), text: 'Export' },
      { ...newEntry(), text: 'export ' },
    ];
    const problems = problemsOf(forumFields, { ...formOf(stored), categories: twice });
    expect(problems.get('category_required')?.sentence).toMatch(/two categories/);
    const long = [{ ...newEntry(), text: 'n'.repeat(256) }];
    expect(problemsOf(forumFields, { ...formOf(stored), categories: long }).get('categories')).toMatchObject({
      said: 'typed',
    });
  });

  test('two versions of a forum are told apart in words', () => {
    const mine = formOf(stored);
    const theirs = formOf({
      ...stored,
      is_open: true,
      default_sort: 'top',
      access_ips: [
        { id: '8', ip: '192.0.2.0/24' },
        { id: '9', ip: '198.51.100.7' },
      ],
    });
    expect(differencesOf(forumFields, mine, theirs)).toEqual([
      { name: 'Open', mine: 'No', theirs: 'Yes' },
      { name: 'Default sort', mine: 'Newest', theirs: 'Most votes' },
      { name: 'Networks', mine: '192.0.2.0/24', theirs: '192.0.2.0/24, 198.51.100.7' },
    ]);
  });
});
