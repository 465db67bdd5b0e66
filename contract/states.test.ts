import { expect, test } from 'vitest';
import {
  CHANNELS,
  combinedType,
  COMBINED_TYPES,
  DEFAULT_SUGGESTION_STATE_FILTER,
  FIELD_TYPES,
  isOneOf,
  SUGGESTION_STATE_FILTERS,
  SUGGESTION_STATES,
  suggestionStatesOf,
  VALUE_TYPES,
} from './states.ts';

test('lists of ideas show open ones unless asked otherwise, which are published and approved', () => {
  expect(DEFAULT_SUGGESTION_STATE_FILTER).toBe('open');
  expect(suggestionStatesOf('open')).toEqual(['published', 'approved']);
});

test('every stored state is also a filter, and stands for itself', () => {
  for (const state of SUGGESTION_STATES) {
    expect(isOneOf(SUGGESTION_STATE_FILTERS, state)).toBe(true);
    expect(suggestionStatesOf(state)).toEqual([state]);
  }
});

test('a value outside a list is refused, whatever its type', () => {
  expect(isOneOf(CHANNELS, 'admin')).toBe(true);
  expect(isOneOf(CHANNELS, 'fax')).toBe(false);
  expect(isOneOf(CHANNELS, null)).toBe(false);
  expect(isOneOf(CHANNELS, ['admin'])).toBe(false);
});

test('every combined type comes from exactly one pair of field and value type', () => {
  const found = FIELD_TYPES.flatMap((field) => VALUE_TYPES.map((value) => combinedType(field, value)));
  expect(found.filter((type) => type !== null).sort()).toEqual([...COMBINED_TYPES].sort());
});
