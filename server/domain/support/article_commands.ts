import { sql, type Selectable } from 'kysely';
import { articleLimits } from '../../../contract/articles.ts';
import { textLimits } from '../../../contract/limits.ts';
import { markChanged } from '../../core/changes.ts';
import { defineCommand, type CommandContext } from '../../core/command.ts';
import { badInput, notFound } from '../../core/errors.ts';
import type { ArticlesTable } from '../../db/tables.ts';
import { htmlInput, idInput, nullable, required, singleLine } from '../../inputs/kinds.ts';
import {
  assertNotModified,
  inIfUpdatedAt,
  nextUpdatedAt,
  readRecord,
} from '../../listing/optimistic_lock.ts';
import { htmlToText } from '../../text/html.ts';
import { claimAttachments, inAttachmentTokens } from '../attachments/claims.ts';
import { searchVectorOf } from '../ideas/content.ts';
import { recordUndo, takeUndoOf } from '../undo/undo.ts';
import { article } from './article.ts';
import { canWriteArticles } from './rights.ts';
import { lockSection, takeTurn } from './section_commands.ts';

const inTitle = singleLine('Title.', textLimits.nameCharacters);
const inBody = nullable(htmlInput('Text as HTML; null: none.', textLimits.richTextCharacters));
const inAfter = nullable(
  idInput('Article of the section behind which it stands; null: it is the first. Not given: the last.'),
);

type ArticleRow = Selectable<ArticlesTable>;

/** Words of an article, for the search. */
const wordsOf = (title: string, body: string | null) =>
  searchVectorOf({ title, body, body_mime_type: 'text/html' });

/**
 * An article, held until the commit.
 * @param there false: it was deleted and is about to come back
 * @throws BAD_USER_INPUT; foreign, unknown and deleted ones answer alike
 */
async function lockArticle(
  { tx, subdomain_id }: CommandContext,
  id: string,
  { there = true, field = 'id' }: { there?: boolean; field?: string } = {},
): Promise<ArticleRow> {
  const row = await tx
    .selectFrom('articles')
    .selectAll()
    .where('subdomain_id', '=', subdomain_id)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row || (row.deleted_at === null) !== there) throw notFound(field, 'article');
  return row;
}

/** What is shown of an article that somebody else has changed meanwhile. */
const currentOf = ({ tx, viewer }: CommandContext, id: string) =>
  readRecord(tx, viewer, article, [], id, {
    id: true,
    title: true,
    body: true,
    state: true,
    updated_at: true,
  });

/**
 * Makes room in a section. The caller has its turn.
 * @param after article behind which the room is; null: at the beginning; undefined: at the end
 * @returns the position of the room
 * @throws BAD_USER_INPUT naming `after` when that is no article of the section
 */
async function makeRoom(
  { tx, subdomain_id }: CommandContext,
  section_id: string,
  after: string | null | undefined,
): Promise<number> {
  const inSection = tx
    .selectFrom('articles')
    .where('subdomain_id', '=', subdomain_id)
    .where('section_id', '=', section_id);
  if (after === undefined) {
    const { last } = await inSection
      .select((eb) => eb.fn.max('position').as('last'))
      .executeTakeFirstOrThrow();
    return (last ?? 0) + 1;
  }
  let position = 0;
  if (after !== null) {
    const row = await inSection
      .select('position')
      .where('id', '=', after)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound('after', 'article');
    position = row.position;
  }
  await tx
    .updateTable('articles')
    .set((eb) => ({ position: eb('position', '+', 1) }))
    .where('subdomain_id', '=', subdomain_id)
    .where('section_id', '=', section_id)
    .where('position', '>', position)
    .execute();
  return position + 1;
}

/** Begins an article, which readers do not see yet. */
export const articleCreate = defineCommand({
  name: 'article_create',
  description: 'Begins an article. Readers see it when it is published.',
  requires: canWriteArticles,
  input: {
    section: required(idInput('Its section.')),
    title: required(inTitle),
    body: inBody,
    after: inAfter,
    attachment_tokens: inAttachmentTokens,
  },
  returns: { entity: 'article' },
  run: async (input, context) => {
    const { tx, subdomain_id, viewer, now } = context;
    await takeTurn(context);
    const section = await lockSection(context, input.section, 'section');
    const { count } = await tx
      .selectFrom('articles')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('subdomain_id', '=', subdomain_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (Number(count) >= articleLimits.articles)
      throw badInput(
        'title',
        `A knowledge base has at most ${articleLimits.articles.toLocaleString('en')} articles.`,
        { reason: 'too_many' },
      );
    const body = input.body || null;
    const { id } = await tx
      .insertInto('articles')
      .values({
        subdomain_id,
        section_id: section.id,
        position: await makeRoom(context, section.id, input.after),
        title: input.title,
        body,
        search: wordsOf(input.title, body),
        author_id: viewer.user_id,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await claimAttachments(context, input.attachment_tokens, 'article_id', id);
    markChanged(tx, 'article', [id]);
    await context.audit('article_create', id, { title: input.title });
    return id;
  },
});

/** Changes what is being written, or where it stands; readers see the text with the next publication. */
export const articleUpdate = defineCommand({
  name: 'article_update',
  description:
    'Changes an article as it is being written, or its place. Readers see its text when it is published again.',
  requires: canWriteArticles,
  input: {
    id: required(idInput('Article.')),
    title: inTitle,
    body: inBody,
    section: idInput('Its section.'),
    after: inAfter,
    attachment_tokens: inAttachmentTokens,
    if_updated_at: inIfUpdatedAt,
  },
  returns: { entity: 'article' },
  run: async (input, context) => {
    const { tx, subdomain_id, now } = context;
    const moves = input.section !== undefined || input.after !== undefined;
    if (moves) await takeTurn(context);
    const section =
      input.section === undefined ? null : (await lockSection(context, input.section, 'section')).id;
    const row = await lockArticle(context, input.id);
    await assertNotModified(input.if_updated_at, row, 'article', () => currentOf(context, row.id));
    if (input.title === '') throw badInput('title', 'The title is required.', { reason: 'required' });
    if (input.after === row.id)
      throw badInput('after', 'An article does not stand behind itself.', { reason: 'not_found' });
    const title = input.title ?? row.title;
    const body = input.body === undefined ? row.body : input.body || null;
    const place = moves
      ? {
          section_id: section ?? row.section_id!,
          position: await makeRoom(context, section ?? row.section_id!, input.after),
        }
      : {};
    await tx
      .updateTable('articles')
      .set({ title, body, search: wordsOf(title, body), updated_at: nextUpdatedAt(row, now), ...place })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', row.id)
      .execute();
    await claimAttachments(context, input.attachment_tokens, 'article_id', row.id);
    markChanged(tx, 'article', [row.id]);
    return row.id;
  },
});

/** Shows readers an article as it is now. */
export const articlePublish = defineCommand({
  name: 'article_publish',
  description: 'Shows readers the article as it is now, with the files that it has.',
  requires: canWriteArticles,
  input: { id: required(idInput('Article.')), if_updated_at: inIfUpdatedAt },
  returns: { entity: 'article' },
  run: async ({ id, if_updated_at }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await lockArticle(context, id);
    await assertNotModified(if_updated_at, row, 'article', () => currentOf(context, id));
    if (row.body === null || htmlToText(row.body).trim() === '')
      throw badInput('id', 'There is nothing to read yet. Write the article first.', { reason: 'empty' });
    const files = await tx
      .selectFrom('attachments')
      .select('token')
      .where('subdomain_id', '=', subdomain_id)
      .where('article_id', '=', id)
      .orderBy('id')
      .execute();
    await tx
      .updateTable('articles')
      .set({
        published_at: now,
        published_title: row.title,
        published_body: row.body,
        published_search: wordsOf(row.title, row.body),
        published_files: files.map((file) => file.token),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    markChanged(tx, 'article', [id]);
    await context.audit('article_publish', id, { title: row.title });
    return id;
  },
});

/** Hides an article from readers; what was written stays. */
export const articleUnpublish = defineCommand({
  name: 'article_unpublish',
  description: 'Hides an article from readers. What was written stays as a draft.',
  requires: canWriteArticles,
  input: { id: required(idInput('Article.')) },
  returns: { entity: 'article' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await lockArticle(context, id);
    await tx
      .updateTable('articles')
      .set({
        published_at: null,
        published_title: null,
        published_body: null,
        published_search: null,
        published_files: [],
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    markChanged(tx, 'article', [id]);
    await context.audit('article_unpublish', id, { title: row.title });
    return id;
  },
});

/** Gives up what was written since the last publication. */
export const articleRevert = defineCommand({
  name: 'article_revert',
  description:
    'Gives up what was written since the article was published: its text is that which readers see.',
  requires: canWriteArticles,
  input: { id: required(idInput('Article.')), if_updated_at: inIfUpdatedAt },
  returns: { entity: 'article' },
  run: async ({ id, if_updated_at }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await lockArticle(context, id);
    await assertNotModified(if_updated_at, row, 'article', () => currentOf(context, id));
    if (row.published_title === null || row.published_body === null)
      throw badInput('id', 'This article is not published: there is no text to go back to.', {
        reason: 'not_published',
      });
    await tx
      .updateTable('articles')
      .set({
        title: row.published_title,
        body: row.published_body,
        search: wordsOf(row.published_title, row.published_body),
        updated_at: nextUpdatedAt(row, now),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    markChanged(tx, 'article', [id]);
    await context.audit('article_revert', id);
    return id;
  },
});

/** Deletes an article, for readers too. */
export const articleDelete = defineCommand({
  name: 'article_delete',
  description: 'Deletes an article, for readers too. article_restore takes it back for 30 days.',
  requires: canWriteArticles,
  input: { id: required(idInput('Article.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    const row = await lockArticle(context, id);
    await tx
      .updateTable('articles')
      .set({ deleted_at: now, updated_at: nextUpdatedAt(row, now) })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    await recordUndo(context, 'article_delete', [{ table: 'articles', id, before: {}, after: {} }]);
    markChanged(tx, 'article', [id]);
    await context.audit('article_delete', id, { title: row.title });
    return { id };
  },
});

/** Brings a deleted article back, for readers too when it was published. */
export const articleRestore = defineCommand({
  name: 'article_restore',
  description:
    'Takes the deletion of an article back, within 30 days. When its section went since, it comes into the first one.',
  requires: canWriteArticles,
  input: { id: required(idInput('Article.')) },
  returns: { entity: 'article' },
  run: async ({ id }, context) => {
    const { tx, subdomain_id, now } = context;
    await takeUndoOf(context, ['article_delete'], 'articles', id, 'article');
    await takeTurn(context);
    const row = await lockArticle(context, id, { there: false });
    const first =
      row.section_id === null
        ? await tx
            .selectFrom('article_sections')
            .select('id')
            .where('subdomain_id', '=', subdomain_id)
            .orderBy('position')
            .orderBy('id')
            .limit(1)
            .executeTakeFirst()
        : { id: row.section_id };
    if (first === undefined)
      throw badInput('id', 'There is no section that it could come back into. Make one first.', {
        reason: 'no_section',
      });
    await tx
      .updateTable('articles')
      .set({
        deleted_at: null,
        updated_at: nextUpdatedAt(row, now),
        ...(row.section_id === null
          ? { section_id: first.id, position: await makeRoom(context, first.id, undefined) }
          : {}),
      })
      .where('subdomain_id', '=', subdomain_id)
      .where('id', '=', id)
      .execute();
    markChanged(tx, 'article', [id]);
    await context.audit('article_restore', id);
    return id;
  },
});

/** Takes words off the list of what readers did not find. */
export const articleSearchDelete = defineCommand({
  name: 'article_search_delete',
  description:
    'Takes words off the list of what readers looked for in vain, until someone looks for them again.',
  requires: canWriteArticles,
  input: { id: required(idInput('Search.')) },
  returns: { type: 'DeletedRecord' },
  run: async ({ id }, { tx, subdomain_id }) => {
    const { rows } = await sql`
delete from article_searches s where s.subdomain_id = ${subdomain_id} and s.id = ${id}::bigint returning s.id`.execute(
      tx,
    );
    if (rows.length === 0) throw notFound('id', 'search');
    return { id };
  },
});
