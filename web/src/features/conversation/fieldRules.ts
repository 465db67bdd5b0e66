/** Rules of the fields that several panels have. */
import { textLimits } from '../../../../contract/limits.ts';
import { isEmptyHtml } from '../../../../contract/rich_text.ts';
import type { FieldRules } from '../../forms/rules.ts';
import type { IdeaSummary } from '../../shared/ideas/ideas.ts';
import { nameOf } from '../../shared/pickers/people.ts';
import type { PickedUser } from '../../shared/pickers/people.ts';
import { plainText } from '../../shared/plainText.ts';
import { panelMessages } from './panelMessages.ts';

/** A text that must be there, as it was written: plain or formatted. */
export function bodyRules(texts: {
  body: string;
  bodyMissing: string;
  names: { body: string };
}): FieldRules<{ body_mime_type: string }, string> {
  return {
    label: texts.body,
    needed: { name: texts.names.body, sentence: texts.bodyMissing },
    isEmpty: (body, { body_mime_type }) =>
      body_mime_type === 'text/html' ? isEmptyHtml(body) : body.trim() === '',
    limit: textLimits.richTextCharacters,
    text: (body, { body_mime_type }) => plainText(body, body_mime_type),
  };
}

/** The idea that something belongs to. */
export function ideaRules(texts: {
  ideaMissing: string;
  names: { idea: string };
}): FieldRules<unknown, IdeaSummary | null> {
  return {
    label: panelMessages.sections.idea,
    inputs: ['links.suggestion'],
    needed: { name: texts.names.idea, sentence: texts.ideaMissing },
    text: (idea) => idea?.title ?? '',
  };
}

/** Who it is from. @param inputs what the call makes of it */
export function userRules(...inputs: string[]): FieldRules<unknown, PickedUser | null> {
  return {
    label: panelMessages.sections.who,
    inputs,
    needed: { name: panelMessages.who.name, sentence: panelMessages.who.missing },
    text: (user) => (user === null ? '' : nameOf(user)),
  };
}
