import { sql, type Selectable } from 'kysely';
import { readNetwork } from '../../../contract/networks.ts';
import { isEmail } from '../../../contract/email.ts';
import { paging, textLimits, voting } from '../../../contract/limits.ts';
import { BOOLEAN_OPERATORS, DEFAULT_SORTS, FORUM_STATES } from '../../../contract/states.ts';
import { urlProblem } from '../../../contract/url.ts';
import {
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
  assertNotModified,
} from '../../listing/optimistic_lock.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import {
  booleanInput,
  htmlInput,
  idInput,
  idListInput,
  intInput,
  singleLine,
  validatedText,
  textInput,
  textListInput,
  enumInput,
  nullable,
  readId,
  required,
} from '../../inputs/kinds.ts';
import type { InputValues } from '../../core/inputs.ts';
import { rejectDuplicate } from '../../core/unique.ts';
import type { ForumsTable } from '../../db/tables.ts';
import { LANGUAGES } from '../account/language.ts';
import { category } from './category.ts';
import { inCategories, replaceCategories, takeTurn } from './category_commands.ts';
import { countMove } from '../counters/counters.ts';
import { findForum } from './find.ts';
import { forum, forumAccessEmailDomain, forumAccessIp } from './forum.ts';
import { canManageSettings } from './rights.ts';

const ACCESS_MAX = 100;
const LOCALES = LANGUAGES.map(({ locale }) => locale);

/** A list of texts, each brought into its form and kept once. */
function inForms(
  description: string,
  form: (text: string) => string | null,
  refusal: (text: string) => string,
) {
  const texts = textListInput(description, ACCESS_MAX, textLimits.nameCharacters);
  return {
    ...texts,
    read: (raw: unknown, path: string): string[] => [
      ...new Set(
        texts.read(raw, path).map((text) => {
          const formed = form(text);
          if (formed === null) throw badInput(path, refusal(text.slice(0, 60)));
          return formed;
        }),
      ),
    ],
  };
}

const fields = {
  prompt: nullable(textInput('Question above the field for a new idea.', textLimits.nameCharacters)),
  placeholder: nullable(textInput('Grey text in the field for a new idea.', textLimits.nameCharacters)),
  welcome_message: nullable(htmlInput('Text at the top of the forum.', textLimits.richTextCharacters)),
  logo_url: nullable(validatedText('Address of the logo.', textLimits.urlCharacters, urlProblem)),
  default_locale: nullable(enumInput('Language of its texts; null: that of the workspace.', LOCALES)),
  default_sort: enumInput('Order of its ideas in the portal.', DEFAULT_SORTS),
  state: enumInput('Closed: no new ideas, votes or comments.', FORUM_STATES),
  category_required: booleanInput('A new idea must name a category.'),
  classic_voting: booleanInput('Supporters may give up to three votes to one idea.'),
  votes_allowed: intInput('Votes per supporter with classic voting.', { min: 1, max: 100 }),
  importance_enabled: booleanInput('Supporters are asked how important an idea is.'),
  moderation_enabled: booleanInput(
    'New ideas and comments of end users wait for approval; of a new forum as the workspace has it.',
  ),
  allow_requests: booleanInput('Feedback may be captured for its ideas.'),
  is_private: booleanInput('Only those who meet the access rules see it.'),
  private: booleanInput('The same as is_private, as the settings call it.'),
  authorization_operator: enumInput(
    'and: all enabled access rules must hold; or: one of them.',
    BOOLEAN_OPERATORS,
  ),
  allow_sso_user_by_default: booleanInput('People of single sign-on may enter.'),
  allow_by_ip: booleanInput('access_ips may enter.'),
  allow_by_email_domain: booleanInput('Addresses of access_email_domains may enter.'),
  access_denied_message: nullable(
    textInput('What those read who may not enter.', textLimits.reasonCharacters),
  ),
  access_ips: inForms(
    'Addresses and networks that may enter, such as 192.0.2.0/24; replaces those that are there.',
    readNetwork,
    (text) => `"${text}" is no network address. Use a form such as 192.0.2.7 or 192.0.2.0/24.`,
  ),
  access_email_domains: inForms(
    'Email domains that may enter, such as example.com; replaces those that are there.',
    (text) => (isEmail(`a@${text}`) ? text.toLowerCase() : null),
    (text) => `"${text}" is no email domain. Use a form such as example.com.`,
  ),
  categories: inCategories,
};
const inName = singleLine('Name, unique in the workspace.', textLimits.nameCharacters);

type Fields = InputValues<typeof fields>;

/** What of the input stands in the forum's own row. An empty text is none. */
function columnsOf(input: Fields) {
  const {
    access_ips: _ips,
    access_email_domains: _domains,
    categories: _categories,
    private: isPrivate,
    is_private,
    ...columns
  } = input;
  if (isPrivate !== undefined && is_private !== undefined && isPrivate !== is_private) {
    throw badInput('private', 'private and is_private mean the same and differ. Send one of them.');
  }
  const kept = isPrivate ?? is_private;
  const emptied = Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [name, value === '' ? null : value]),
  );
  return { ...(emptied as typeof columns), ...(kept === undefined ? {} : { is_private: kept }) };
}

/** Makes the rows of an access list those given; those that stay keep their ids. */
async function replaceAccess(
  { tx, subdomain_id, now }: CommandContext,
  forum_id: string,
  { access_ips, access_email_domains }: Fields,
): Promise<void> {
  if (access_ips) {
    await tx
      .deleteFrom('forum_access_ips')
      .where('subdomain_id', '=', subdomain_id)
      .where('forum_id', '=', forum_id)
      .where((eb) => eb.not(eb('ip', '=', eb.fn.any(eb.val(access_ips)))))
      .execute();
    const there = new Set(
      (
        await tx
          .selectFrom('forum_access_ips')
          .select('ip')
          .where('subdomain_id', '=', subdomain_id)
          .where('forum_id', '=', forum_id)
          .execute()
      ).map((row) => row.ip),
    );
    const rows = access_ips
      .filter((ip) => !there.has(ip))
      .map((ip) => ({ subdomain_id, forum_id, ip, created_at: now, updated_at: now }));
    if (rows.length > 0) await tx.insertInto('forum_access_ips').values(rows).execute();
  }
  if (access_email_domains) {
    await tx
      .deleteFrom('forum_access_email_domains')
      .where('subdomain_id', '=', subdomain_id)
      .where('forum_id', '=', forum_id)
      .where((eb) => eb.not(eb('domain', '=', eb.fn.any(eb.val(access_email_domains)))))
      .execute();
    const there = new Set(
      (
        await tx
          .selectFrom('forum_access_email_domains')
          .select('domain')
          .where('subdomain_id', '=', subdomain_id)
          .where('forum_id', '=', forum_id)
          .execute()
      ).map((row) => row.domain),
    );
    const rows = access_email_domains
      .filter((domain) => !there.has(domain))
      .map((domain) => ({ subdomain_id, forum_id, domain, created_at: now, updated_at: now }));
    if (rows.length > 0) await tx.insertInto('forum_access_email_domains').values(rows).execute();
  }
}

const taken = (name: string) => () =>
  badInput('name', `There is a forum "${name}" already. Choose another name.`, { reason: 'taken' });

/** Makes a forum, behind the others. */
export const forumCreate = defineCommand({
  name: 'forum_create',
  description: 'Makes a forum, behind the others.',
  requires: canManageSettings,
  input: { name: required(inName), ...fields },
  returns: { entity: 'forum' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const { name, ...given } = input;
    const settings = await tx
      .selectFrom('subdomains')
      .select('moderation_enabled')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    const { last } = await tx
      .selectFrom('forums')
      .select((eb) => eb.fn.max('position').as('last'))
      .where('subdomain_id', '=', subdomain_id)
      .where('state', '<>', 'deleted')
      .executeTakeFirstOrThrow();
    const { id } = await rejectDuplicate(
      'forums_name',
      taken(name),
      tx
        .insertInto('forums')
        .values({
          subdomain_id,
          name,
          moderation_enabled: settings.moderation_enabled,
          votes_allowed: voting.classicVotesAllowedDefault,
          ...columnsOf(given),
          position: (last ?? 0) + 1,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    await replaceAccess(context, id, given);
    if (given.categories) await replaceCategories(context, id, given.categories);
    await context.audit('forum_create', id, { name });
    return id;
  },
});

/** What is shown of a forum that somebody else has changed meanwhile. */
const CURRENT = {
  id: true,
  name: true,
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, true as const])),
  access_ips: { ip: true },
  access_email_domains: { domain: true },
  categories: { id: true, name: true },
  updated_at: true,
} as const;

async function lockForum({ tx, subdomain_id }: CommandContext, id: string): Promise<Selectable<ForumsTable>> {
  const row = await tx
    .selectFrom('forums')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('id', 'forum');
  return row;
}

/** Changes what is given of a forum; the rest stays. */
export const forumUpdate = defineCommand({
  name: 'forum_update',
  description: 'Changes what is given of a forum; the rest stays. Lists replace those that are there.',
  requires: canManageSettings,
  input: { id: required(idInput('Forum.')), name: inName, ...fields, if_updated_at: inIfUpdatedAt },
  returns: { entity: 'forum' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    const { id, name, if_updated_at, ...given } = input;
    if (name === '') throw badInput('name', 'The name is required.', { reason: 'required' });
    const before = await findForum(tx, subdomain_id, id, 'id');
    const current = () =>
      readRecord(tx, viewer, forum, [forumAccessIp, forumAccessEmailDomain, category], id, CURRENT);
    await assertNotModified(if_updated_at, before, 'forum', current);
    // ideas that lose their category are locked before their forum, as everywhere
    if (given.categories) await replaceCategories(context, id, given.categories);
    const row = await lockForum(context, id);
    await assertNotModified(if_updated_at, row, 'forum', current);
    await replaceAccess(context, id, given);
    await rejectDuplicate(
      'forums_name',
      taken(name ?? row.name),
      tx
        .updateTable('forums')
        .set({
          ...columnsOf(given),
          ...(name === undefined ? {} : { name }),
          updated_at: nextUpdatedAt(row, now),
        })
        .where('subdomain_id', '=', subdomain_id)
        .where('id', '=', id)
        .execute(),
    );
    await context.audit('forum_update', id, {
      changed: Object.keys(input).filter((key) => key !== 'id' && key !== 'if_updated_at'),
    });
    return id;
  },
});

/** Where ideas go whose forum is deleted without naming another: to the default forum, else to the first that is left. @returns null when there is none */
async function otherForum(
  { tx, subdomain_id }: CommandContext,
  id: string,
  defaultForumId: string | null,
): Promise<string | null> {
  if (defaultForumId !== null) return defaultForumId;
  const row = await tx
    .selectFrom('forums')
    .select('id')
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '<>', id)
    .where('state', '<>', 'deleted')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Deletes a forum; one that holds ideas only with a forum that takes them (DEC-102). */
export const forumDelete = defineCommand({
  name: 'forum_delete',
  description:
    'Deletes a forum. Refused for the default forum, and while it holds ideas unless a target forum takes them; there they have no category.',
  requires: canManageSettings,
  input: { id: required(idInput('Forum.')), target_forum: idInput('Forum that takes the ideas.') },
  returns: { type: 'DeletedRecord' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const { id, name } = await findForum(tx, subdomain_id, input.id, 'id');
    const target =
      input.target_forum === undefined
        ? null
        : await findForum(tx, subdomain_id, input.target_forum, 'target_forum');
    if (target?.id === id)
      throw badInput('target_forum', 'Choose another forum than the one that is deleted.');
    await takeTurn(context, id);
    await sql`select s.id from suggestions s where s.subdomain_id = ${subdomain_id} and s.forum_id = ${id} order by s.id for no key update`.execute(
      tx,
    );
    // categories before forums and both forums by id, as everybody locks them
    await tx
      .selectFrom('categories')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('forum_id', '=', id)
      .orderBy('id')
      .forUpdate()
      .execute();
    await tx
      .selectFrom('forums')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('id', 'in', [id, ...(target ? [target.id] : [])])
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    await lockForum(context, id);
    const { default_forum_id } = await tx
      .selectFrom('subdomains')
      .select('default_forum_id')
      .where('id', '=', subdomain_id)
      .executeTakeFirstOrThrow();
    if (default_forum_id === id)
      throw badInput('id', 'This is the default forum. Choose another default forum first.', {
        reason: 'default_forum',
      });
    const states = (
      await tx
        .selectFrom('suggestions')
        .select('state')
        .distinct()
        .where('subdomain_id', '=', subdomain_id)
        .where('forum_id', '=', id)
        .execute()
    ).map((row) => row.state);
    if (target === null && states.some((state) => state !== 'deleted'))
      throw badInput('target_forum', 'This forum holds ideas. Choose a forum that takes them.', {
        reason: 'has_ideas',
      });
    // deleted ideas move too: they may be restored, and an idea has a forum
    const home = target?.id ?? (await otherForum(context, id, default_forum_id));
    if (home === null && states.length > 0)
      throw badInput(
        'target_forum',
        'This forum holds ideas that were deleted and may be restored, and there is no other forum. Make another one first.',
        { reason: 'last_forum' },
      );
    await sql`
update suggestions s set forum_id = ${home ?? id}::bigint, category_id = null, updated_at = greatest(${now}::timestamptz, s.updated_at + interval '1 millisecond')
where s.subdomain_id = ${subdomain_id} and s.forum_id = ${id}`.execute(tx);
    if (target) {
      await countMove(
        tx,
        subdomain_id,
        { forum_id: id, categories: null },
        { forum_id: target.id, category_id: null },
      );
      // a label that was limited to this forum is limited to the other one, so that its ideas keep it
      await sql`
insert into label_forums (subdomain_id, label_id, forum_id)
select ${subdomain_id}::bigint, l.label_id, ${target.id}::bigint from label_forums l where l.subdomain_id = ${subdomain_id} and l.forum_id = ${id}
on conflict (subdomain_id, label_id, forum_id) do nothing`.execute(tx);
    }
    await tx
      .deleteFrom('label_forums')
      .where('subdomain_id', '=', subdomain_id)
      .where('forum_id', '=', id)
      .execute();
    await tx
      .deleteFrom('categories')
      .where('subdomain_id', '=', subdomain_id)
      .where('forum_id', '=', id)
      .execute();
    await tx
      .updateTable('forums')
      .set({ state: 'deleted', categories_count: 0, updated_at: now })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await context.audit('forum_delete', id, { name, target_forum: target?.id ?? null });
    return { id };
  },
});

/** Ids as they come, duplicates too: a forum that is named twice is an error here. */
const inForumIds = {
  ...idListInput('Every forum once, in the new order.', paging.maxAllRecords),
  read: (raw: unknown, path: string): string[] =>
    (Array.isArray(raw) ? raw : [raw]).map((id) => readId(id, path)),
};

/** Puts the forums in an order (DEC-102). */
export const forumReorder = defineCommand({
  name: 'forum_reorder',
  description: 'Puts the forums in the order of the list, which names every one of them once.',
  requires: canManageSettings,
  input: { forum_ids: required(inForumIds) },
  returns: { entities: 'forum' },
  run: async ({ forum_ids }, context) => {
    const { tx, subdomain_id, now } = context;
    const rows = await tx
      .selectFrom('forums')
      .select('id')
      .where('subdomain_id', '=', subdomain_id)
      .where('state', '<>', 'deleted')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute();
    const there = new Set(rows.map((row) => row.id));
    const named = new Set(forum_ids);
    if (
      named.size !== forum_ids.length ||
      named.size !== there.size ||
      forum_ids.some((id) => !there.has(id))
    ) {
      throw badInput('forum_ids', 'The list must name every forum once.');
    }
    await sql`
update forums t set position = d.position, updated_at = ${now}
from unnest(${forum_ids}::bigint[]) with ordinality as d (id, position)
where t.subdomain_id = ${subdomain_id} and t.id = d.id and t.position <> d.position`.execute(tx);
    await context.audit('forum_reorder', null, { forum_ids });
    return forum_ids;
  },
});
