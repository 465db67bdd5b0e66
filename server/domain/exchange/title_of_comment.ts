import { htmlToText } from '../../text/html.ts';
import { notFound } from '../../core/errors.ts';
import { idInput, enumInput, required } from '../../inputs/kinds.ts';
import { readInputs } from '../../core/inputs.ts';
import type { Scope } from '../../core/scope.ts';
import { suggestTitle } from '../intelligence/title_suggestion.ts';

const INPUT = {
  objectType: required(enumInput('Kind of the record.', ['Comment'] as const)),
  objectId: required(idInput('The comment.')),
};

/**
 * A title for the idea that a comment is made into (DEC-123): at most 140 characters, made here from the
 * comment's own words.
 *
 * @param raw objectType Comment and objectId, in either spelling
 * @returns '' when the comment holds no word
 * @throws BAD_USER_INPUT for another kind of record, or a comment that is not there
 */
export async function suggestTitleOfComment(
  scope: Scope,
  raw: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { objectId } = readInputs(INPUT, raw);
  const row = await scope.db
    .selectFrom('comments')
    .select(['body', 'body_mime_type'])
    .where('subdomain_id', '=', scope.viewer.subdomain_id)
    .where('id', '=', objectId)
    .where('state', 'in', ['published', 'approved', 'pending'])
    .executeTakeFirst();
  if (!row) throw notFound('objectId', 'comment');
  return suggestTitle(row.body_mime_type === 'text/html' ? htmlToText(row.body, 'mail') : row.body);
}
