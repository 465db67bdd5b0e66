import { describe, expect, test } from 'vitest';
import {
  choiceField,
  flagField,
  integerField,
  listField,
  parseSearch,
  readState,
  stringifySearch,
  textField,
  writeState,
} from './search.ts';

const schema = {
  q: textField(),
  forum: listField(),
  has_response: flagField(),
  page: integerField(1, 1, 1_000_000),
  view: choiceField(['list', 'board'], 'list'),
};

describe('page state in an address', () => {
  test('[PAGE-002] arrays are read from and written as comma-separated values', () => {
    expect(readState(schema, parseSearch('?forum=3,17')).forum).toEqual(['3', '17']);
    expect(stringifySearch(writeState(schema, {}, { forum: ['3', '17'] }))).toBe('?forum=3,17');
  });

  test('[PAGE-002] a single value and a repeated name are arrays too', () => {
    expect(readState(schema, parseSearch('?forum=3')).forum).toEqual(['3']);
    expect(readState(schema, parseSearch('?forum=3&forum=4&forum=3')).forum).toEqual(['3', '4']);
  });

  test('[PAGE-002] an array is read also where a mail program escaped its commas', () => {
    expect(readState(schema, parseSearch('?forum=3%2C17')).forum).toEqual(['3', '17']);
  });

  test('[PAGE-002] a comma or percent sign inside a value survives', () => {
    const address = stringifySearch(writeState(schema, {}, { forum: ['a,b', '50%', '%2C'] }));
    expect(readState(schema, parseSearch(address)).forum).toEqual(['a,b', '50%', '%2C']);
  });

  test('[PAGE-003] true and false are booleans, anything else is neither', () => {
    expect(readState(schema, parseSearch('?has_response=true')).has_response).toBe(true);
    expect(readState(schema, parseSearch('?has_response=false')).has_response).toBe(false);
    expect(readState(schema, parseSearch('?has_response=maybe')).has_response).toBeNull();
    expect(readState(schema, {}).has_response).toBeNull();
    expect(stringifySearch(writeState(schema, {}, { has_response: false }))).toBe('?has_response=false');
  });

  test('[PAGE-001] values that are parsed already are taken as they are', () => {
    const parsed = { forum: ['3', '17'], has_response: true, page: 2, q: 'dark', view: 'board' };
    expect(readState(schema, parsed)).toEqual(parsed);
    expect(stringifySearch(parsed)).toBe('?forum=3,17&has_response=true&page=2&q=dark&view=board');
  });

  test('[PAGE-001] text keeps commas, ampersands, plus signs and words like true', () => {
    for (const q of ['a,b', 'a&b=c', '1+1', 'true', '100 %', '#5', 'ä ö', '?']) {
      expect(readState(schema, parseSearch(stringifySearch(writeState(schema, {}, { q })))).q).toBe(q);
    }
  });

  test('[PAGE-001] initial values stay out of the address', () => {
    expect(
      stringifySearch(
        writeState(schema, {}, { q: '', forum: [], has_response: null, page: 1, view: 'list' }),
      ),
    ).toBe('');
  });

  test('[PAGE-001] a change keeps what it does not name, also names that the screen does not know', () => {
    const raw = parseSearch('?q=dark&page=4&utm=x');
    expect(writeState(schema, raw, { page: 1 })).toEqual({ q: 'dark', utm: 'x' });
  });

  test('[PAGE-001] nonsense gives the initial value', () => {
    const state = readState(schema, parseSearch('?page=-3&view=table&q=%E0%A4%A'));
    expect(state).toEqual({ page: 1, view: 'list', q: '%E0%A4%A', forum: [], has_response: null });
    expect(readState(schema, parseSearch('?page=99999999999999999999')).page).toBe(1);
  });

  test('[PAGE-004] the same names and values are read behind a hash', () => {
    expect(readState(schema, parseSearch('#forum=3,4&page=2'))).toMatchObject({ forum: ['3', '4'], page: 2 });
  });
});
