import { validationMessages } from '../../../../contract/errors.ts';
import { textLimits } from '../../../../contract/limits.ts';
import { badInput } from '../../../core/errors.ts';
import { readLine } from '../../../inputs/kinds.ts';

/** A person's name from the signed-out pages or the command line, by the rule of the API. @throws ProductError BAD_USER_INPUT with `field` */
export function readPersonName(raw: unknown, field = 'name'): string {
  return readName(raw, field, validationMessages.nameRequired);
}

/** A workspace's name, the same way. @throws ProductError BAD_USER_INPUT with `field` */
export function readWorkspaceName(raw: unknown, field = 'name'): string {
  return readName(raw, field, 'Workspace name is required');
}

/** What is no text is none. @param sentence for a name in which no one sees anything */
function readName(raw: unknown, field: string, sentence: string): string {
  const name = typeof raw === 'string' ? readLine(raw, field, textLimits.nameCharacters) : '';
  if (name === '') throw badInput(field, sentence);
  return name;
}
