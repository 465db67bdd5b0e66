/** What the forum panel holds while it is edited, and how that becomes a forum again. */
import { textLimits, voting } from '../../../../../contract/limits.ts';
import { htmlOrNull } from '../../../../../contract/rich_text.ts';
import type { BooleanOperator, DefaultSort } from '../../../../../contract/states.ts';
import { lengthProblem, oneLine } from '../../../../../contract/text_cut.ts';
import { urlProblem } from '../../../../../contract/url.ts';
import { formMessages } from '../../../forms/formMessages.ts';
import type { Fields } from '../../../forms/rules.ts';
import { randomUuid } from '../../../host/uuid.ts';
import { plainText } from '../../../shared/plainText.ts';
import type { ForumInput } from './forumsCalls.ts';
import type { EditedForum } from './forumsQueries.ts';
import { forumsMessages } from '../settingsMessages.ts';

const texts = forumsMessages.panel;

/** An entry of an editable list. `isNew` ones are not stored yet. */
export type ListEntry = { id: string; text: string; isNew: boolean };

/** The fields of the panel; texts are never null here. */
export type ForumForm = {
  name: string;
  is_open: boolean;
  prompt: string;
  placeholder: string;
  welcome_message: string;
  logo_url: string;
  /** '' for the workspace's. */
  default_locale: string;
  default_sort: DefaultSort;
  categories: readonly ListEntry[];
  /** Those that are stored, to say which ideas lose theirs. */
  stored_categories: EditedForum['categories'];
  category_required: boolean;
  is_private: boolean;
  authorization_operator: BooleanOperator;
  allow_sso_user_by_default: boolean;
  allow_by_ip: boolean;
  access_ips: readonly ListEntry[];
  allow_by_email_domain: boolean;
  access_email_domains: readonly ListEntry[];
  access_denied_message: string;
  classic_voting: boolean;
  /** As typed. */
  votes_allowed: string;
  importance_enabled: boolean;
  allow_requests: boolean;
  moderation_enabled: boolean;
};

/** An empty entry with an id of its own. */
export function newEntry(): ListEntry {
  return { id: randomUuid(), text: '', isNew: true };
}

/** A new forum as the panel begins with it. @param moderated what the workspace wants of new forums */
export function blankForum(moderated = false): ForumForm {
  return {
    name: '',
    is_open: true,
    prompt: '',
    placeholder: '',
    welcome_message: '',
    logo_url: '',
    default_locale: '',
    default_sort: 'popular',
    categories: [newEntry()],
    stored_categories: [],
    category_required: false,
    is_private: false,
    authorization_operator: 'or',
    allow_sso_user_by_default: false,
    allow_by_ip: false,
    access_ips: [newEntry()],
    allow_by_email_domain: false,
    access_email_domains: [newEntry()],
    access_denied_message: '',
    classic_voting: false,
    votes_allowed: String(voting.classicVotesAllowedDefault),
    importance_enabled: true,
    allow_requests: true,
    moderation_enabled: moderated,
  };
}

/** A stored forum as the panel shows it. An empty list has one empty entry (VALID-001). */
export function formOf(forum: EditedForum): ForumForm {
  const entries = (list: readonly { id: string; text: string }[]): ListEntry[] =>
    list.length === 0 ? [newEntry()] : list.map(({ id, text }) => ({ id, text, isNew: false }));
  return {
    name: forum.name,
    is_open: forum.is_open,
    prompt: forum.prompt ?? '',
    placeholder: forum.placeholder ?? '',
    welcome_message: forum.welcome_message ?? '',
    logo_url: forum.logo_url ?? '',
    default_locale: forum.default_locale ?? '',
    default_sort: forum.default_sort as DefaultSort,
    categories: entries(forum.categories.map(({ id, name }) => ({ id, text: name }))),
    stored_categories: forum.categories,
    category_required: forum.category_required,
    is_private: forum.is_private,
    authorization_operator: forum.authorization_operator as BooleanOperator,
    allow_sso_user_by_default: forum.allow_sso_user_by_default,
    allow_by_ip: forum.allow_by_ip,
    access_ips: entries(forum.access_ips.map(({ id, ip }) => ({ id, text: ip }))),
    allow_by_email_domain: forum.allow_by_email_domain,
    access_email_domains: entries(forum.access_email_domains.map(({ id, domain }) => ({ id, text: domain }))),
    access_denied_message: forum.access_denied_message ?? '',
    classic_voting: forum.classic_voting,
    votes_allowed: String(forum.votes_allowed),
    importance_enabled: forum.importance_enabled,
    allow_requests: forum.allow_requests,
    moderation_enabled: forum.moderation_enabled,
  };
}

const filledOf = (entries: readonly ListEntry[]): ListEntry[] =>
  entries.filter((entry) => entry.text.trim() !== '');
const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** The forum as it is sent. Empty entries of lists are left out. */
export function inputOf(form: ForumForm): ForumInput {
  return {
    name: form.name.trim(),
    state: form.is_open ? 'open' : 'closed',
    prompt: orNull(form.prompt),
    placeholder: orNull(form.placeholder),
    welcome_message: htmlOrNull(form.welcome_message),
    logo_url: orNull(form.logo_url),
    default_locale: orNull(form.default_locale),
    default_sort: form.default_sort,
    category_required: form.category_required,
    classic_voting: form.classic_voting,
    votes_allowed: Number(form.votes_allowed),
    importance_enabled: form.importance_enabled,
    moderation_enabled: form.moderation_enabled,
    allow_requests: form.allow_requests,
    is_private: form.is_private,
    authorization_operator: form.authorization_operator,
    allow_sso_user_by_default: form.allow_sso_user_by_default,
    allow_by_ip: form.allow_by_ip,
    allow_by_email_domain: form.allow_by_email_domain,
    access_denied_message: orNull(form.access_denied_message),
    access_ips: filledOf(form.access_ips).map((entry) => entry.text.trim()),
    access_email_domains: filledOf(form.access_email_domains).map((entry) => entry.text.trim()),
    categories: filledOf(form.categories).map((entry) => ({
      ...(entry.isNew ? {} : { id: entry.id }),
      name: entry.text.trim(),
    })),
  };
}

/** What is wrong with the name of a category that is typed; null: nothing. */
export function categoryProblem(text: string): string | null {
  return lengthProblem(texts.categoryName, oneLine(text), textLimits.nameCharacters);
}

/** What is wrong with the categories as such; null: nothing. */
function categoriesProblem({ categories, category_required }: ForumForm): string | null {
  const names = filledOf(categories).map((entry) => entry.text.trim());
  const twice = names.find(
    (name, index) => names.findIndex((other) => other.toLowerCase() === name.toLowerCase()) < index,
  );
  if (twice !== undefined) return texts.twice(twice);
  return category_required && names.length === 0 ? texts.requiredNeedsOne : null;
}

function votesProblem(typed: string, { classic_voting }: ForumForm): string | null {
  const votes = Number(typed);
  return classic_voting && !(Number.isInteger(votes) && votes >= 1 && votes <= 100)
    ? texts.votesInvalid
    : null;
}

const listText = (entries: readonly ListEntry[]): string =>
  filledOf(entries)
    .map((entry) => entry.text.trim())
    .join(', ');
const flagText = (is: boolean): string => (is ? formMessages.yes : formMessages.no);
const text = (value: string): string => value;

/** The fields of the panel, their rules, and how two versions of a forum are told apart. */
export const forumFields: Fields<ForumForm> = {
  name: {
    label: texts.name,
    needed: { name: texts.aName, sentence: texts.nameMissing },
    limit: textLimits.nameCharacters,
    isLine: true,
    text,
  },
  is_open: { label: texts.isOpen, inputs: ['state'], text: flagText },
  prompt: { label: texts.prompt, limit: textLimits.nameCharacters, text },
  placeholder: { label: texts.placeholder, limit: textLimits.nameCharacters, text },
  welcome_message: { label: texts.welcome, text: (html) => plainText(html, 'text/html') },
  logo_url: { label: texts.logo, rule: urlProblem, text },
  default_locale: { label: texts.locale, text },
  default_sort: { label: texts.sort, text: (sort) => texts.sorts[sort] },
  categories: {
    label: texts.categories,
    rule: (entries) =>
      entries.map((entry) => categoryProblem(entry.text)).find((problem) => problem !== null) ?? null,
    ruleName: texts.shorterCategory,
    ruleSaid: 'typed',
    text: listText,
  },
  category_required: {
    label: texts.required,
    rule: (_isRequired, form) => categoriesProblem(form),
    ruleSaid: 'asked',
    text: flagText,
  },
  is_private: { label: texts.private, text: flagText },
  authorization_operator: { label: texts.operator, text: (operator) => texts.operators[operator] },
  allow_sso_user_by_default: { label: texts.sso, text: flagText },
  allow_by_ip: { label: texts.byIp, text: flagText },
  access_ips: { label: texts.ips, text: listText },
  allow_by_email_domain: { label: texts.byDomain, text: flagText },
  access_email_domains: { label: texts.domains, text: listText },
  access_denied_message: {
    label: texts.denied,
    rule: (message, { is_private }) =>
      is_private ? lengthProblem(texts.denied, message, textLimits.reasonCharacters) : null,
    ruleSaid: 'typed',
    text,
  },
  classic_voting: { label: texts.classic, text: flagText },
  votes_allowed: { label: texts.votes, rule: votesProblem, text },
  importance_enabled: { label: texts.importance, text: flagText },
  allow_requests: { label: texts.requests, text: flagText },
  moderation_enabled: { label: texts.moderated, text: flagText },
};
