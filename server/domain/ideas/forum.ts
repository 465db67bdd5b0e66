import { changeFilters, columnIds, columnSorts, flag } from '../../listing/filters.ts';
import { defineEntity } from '../../core/entity.ts';
import { boolean, id, int, hasMany, text, textOrNull, time } from '../../core/fields.ts';
import { booleanInput, idListInput } from '../../inputs/kinds.ts';
import { canReadTaxonomy } from './rights.ts';

/** A place for the ideas of one product or audience. */
export const forum = defineEntity({
  name: 'forum',
  plural: 'forums',
  table: 'forums',
  description: 'A place for the ideas of one product or audience.',
  requires: canReadTaxonomy,
  visible: (t) => `${t}.state <> 'deleted'`,
  fields: {
    id: id('Id.'),
    name: text('Name.'),
    state: text('open or closed. Closed: no new ideas, votes or comments; what is there stays readable.'),
    is_open: boolean('state is open.', { sql: (c) => `${c.t}.state = 'open'` }),
    is_private: boolean('Only those who meet the access rules see it.'),
    is_public: boolean('Not private.', { sql: (c) => `not ${c.t}.is_private` }),
    private: boolean('The same as is_private, as the settings call it.', { sql: (c) => `${c.t}.is_private` }),
    position: int('Place among the forums, from 1.'),
    prompt: textOrNull('Question above the field for a new idea.'),
    placeholder: textOrNull('Grey text in the field for a new idea.'),
    welcome_message: textOrNull('Text at the top of the forum, HTML.'),
    welcome_message_mime_type: text('Always text/html.', { sql: () => `'text/html'` }),
    logo_url: textOrNull('Address of the logo.'),
    portal_url: textOrNull('Address in the public portal; null while the workspace has none.', {
      sql: (c) => `select p.portal_url || '/forums/' || ${c.t}.id from subdomains p where p.id = $1`,
    }),
    default_locale: textOrNull('Language of its texts; null: that of the workspace.'),
    default_sort: text('popular, top, recent or updated.'),
    category_required: boolean('A new idea must name a category.'),
    classic_voting: boolean('Supporters may give up to three votes to one idea.'),
    votes_allowed: int('Votes per supporter with classic voting.'),
    importance_enabled: boolean('Supporters are asked how important an idea is.'),
    moderation_enabled: boolean('New ideas and comments of end users wait for approval.'),
    allow_requests: boolean('Feedback may be captured for its ideas.'),
    authorization_operator: text('and: all enabled access rules must hold; or: one of them.'),
    allow_sso_user_by_default: boolean('People of single sign-on may enter.'),
    allow_by_ip: boolean('access_ips may enter.'),
    allow_by_email_domain: boolean('Addresses of access_email_domains may enter.'),
    access_denied_message: textOrNull('What those read who may not enter.'),
    access_ips: hasMany({
      entity: 'forum_access_ip',
      description: 'Networks that may enter.',
      on: (c, child) => `${child}.forum_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    access_email_domains: hasMany({
      entity: 'forum_access_email_domain',
      description: 'Email domains that may enter.',
      on: (c, child) => `${child}.forum_id = ${c.t}.id`,
      order: (child) => `${child}.id`,
      max: 100,
    }),
    categories: hasMany({
      entity: 'category',
      description: 'Its categories by position.',
      on: (c, child) => `${child}.forum_id = ${c.t}.id`,
      order: (child) => `${child}.position, ${child}.id`,
      max: 100,
    }),
    categories_count: int('How many categories it has.'),
    suggestions_count: int('Ideas that are not deleted, merged or spam.'),
    open_suggestions_count: int('Ideas that are open.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
  byId: true,
  all: true,
  list: {
    filters: {
      id: columnIds('id', idListInput('Only these.')),
      open: flag(booleanInput('true: open ones; false: closed ones.'), (c) => `${c.t}.state = 'open'`, {
        falseMeans: 'negation',
      }),
      ...changeFilters,
    },
    sorts: {
      position: { by: (t) => `${t}.position`, indexed: true },
      ...columnSorts(['name'], { text: true }),
      ...columnSorts([
        'id',
        'state',
        'open_suggestions_count',
        'suggestions_count',
        'categories_count',
        'created_at',
        'updated_at',
      ]),
    },
    defaultSort: 'position',
  },
});

/** A network that may enter a private forum. */
export const forumAccessIp = defineEntity({
  name: 'forum_access_ip',
  plural: 'forum_access_ips',
  table: 'forum_access_ips',
  description: 'A network that may enter a private forum.',
  requires: canReadTaxonomy,
  fields: {
    id: id('Id.'),
    ip: text('Address or network, such as 192.0.2.0/24.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
});

/** A mail domain that may enter a private forum. */
export const forumAccessEmailDomain = defineEntity({
  name: 'forum_access_email_domain',
  plural: 'forum_access_email_domains',
  table: 'forum_access_email_domains',
  description: 'An email domain that may enter a private forum.',
  requires: canReadTaxonomy,
  fields: {
    id: id('Id.'),
    domain: text('Domain, such as example.com.'),
    created_at: time('When it was made.'),
    updated_at: time('Last change.'),
  },
});
