import { paging } from '../../../contract/limits.ts';
import { IDEA_VIEW_KINDS, lastHour, savedViewLimits } from '../../../contract/saved_views.ts';
import type { ViewKind } from '../../../contract/states.ts';
import { DIGEST_FREQUENCIES } from '../../../contract/notifications.ts';
import { isLongerThan } from '../../../contract/text_cut.ts';
import { badInput, ProductError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import { enumInput, intInput, jsonInput, objectInput } from '../../inputs/kinds.ts';
import { readSort } from '../../listing/list_writer.ts';
import { refuseFilters } from '../../listing/filters.ts';
import { filtersOfParams, type SavedViewParams } from '../ideas/filters/saved_view_filter.ts';
import { suggestion } from '../ideas/suggestion.ts';

const KEYS = ['filters', 'advanced_filters', 'columns', 'sort', 'per_page'];

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What a view keeps of a list, by its form alone; `checkParams` looks at what it asks for. */
export const inParams = jsonInput<SavedViewParams>(
  'What is kept of the list: {filters, advanced_filters, columns, sort, per_page}.',
  (raw, path) => {
    let given = raw;
    if (typeof raw === 'string') {
      try {
        given = JSON.parse(raw);
      } catch {
        throw badInput(path, 'The params are not JSON.');
      }
    }
    if (!isRecord(given)) throw badInput(path, `The params are an object with ${KEYS.join(', ')}.`);
    if (isLongerThan(JSON.stringify(given), savedViewLimits.paramsCharacters))
      throw badInput(
        path,
        `The params are too long: at most ${savedViewLimits.paramsCharacters.toLocaleString('en')} characters as JSON.`,
        { reason: 'too_long' },
      );
    const other = Object.keys(given).find((key) => !KEYS.includes(key));
    if (other !== undefined)
      throw badInput(
        `${path}.${other.slice(0, 60)}`,
        `The params hold no "${other.slice(0, 60)}". On offer: ${KEYS.join(', ')}.`,
      );
    const { filters, columns, sort, per_page: perPage } = given;
    if (filters !== undefined && !isRecord(filters))
      throw badInput(`${path}.filters`, 'The filters are an object with values by name.');
    const isColumn = (value: unknown): boolean =>
      typeof value === 'string' && !isLongerThan(value, savedViewLimits.columnCharacters);
    if (
      columns !== undefined &&
      (!Array.isArray(columns) || columns.length > savedViewLimits.columns || !columns.every(isColumn))
    )
      throw badInput(
        `${path}.columns`,
        `The columns are a list of at most ${savedViewLimits.columns} names.`,
      );
    if (sort !== undefined && (typeof sort !== 'string' || isLongerThan(sort, 400)))
      throw badInput(`${path}.sort`, 'The sort is a text such as -votes_count.');
    if (
      perPage !== undefined &&
      (!Number.isInteger(perPage) || Number(perPage) < 1 || Number(perPage) > paging.maxPageSize)
    )
      throw badInput(`${path}.per_page`, `The per page is a whole number from 1 to ${paging.maxPageSize}.`);
    return given as SavedViewParams;
  },
);

/**
 * Looks at what a view asks for, so that none is kept that cannot be read.
 * @throws BAD_USER_INPUT below `params`; FORBIDDEN for filters that ask for a right
 */
export function checkParams(viewer: Viewer, kind: ViewKind, params: SavedViewParams): void {
  if (!IDEA_VIEW_KINDS.includes(kind)) return;
  refuseFilters(suggestion, filtersOfParams(suggestion, params), viewer);
  if (params.sort === undefined || params.sort === '') return;
  try {
    readSort(suggestion, params.sort, viewer);
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    throw badInput('params.sort', error.message);
  }
}

/** When the email of a view comes. */
export const inSubscriptionParams = objectInput('SavedViewSubscriptionInput', 'When the email comes.', {
  frequency: enumInput('How often; weekly when not given.', DIGEST_FREQUENCIES),
  weekday: intInput('Of a weekly one: 1 Monday to 7 Sunday.', { min: 1, max: 7 }),
  hour: intInput('Hour of the day, UTC.', { min: 0, max: lastHour }),
});
