import { expect, test } from 'vitest';
import { auditDetails } from './auditDetails.ts';

test('details of a line are read as words, the name of the record apart', () => {
  expect(
    auditDetails('{"name":"Zapier","scopes":["ideas:read","ideas:write"],"is_on":false,"x":null}', '12'),
  ).toEqual({ name: 'Zapier', rest: '#12 · scopes: ideas:read, ideas:write · is on: no' });
  expect(auditDetails('{"ids":["1","2","3","4","5","6"],"filters":{"q":"late","user_ids":["1"]}}')).toEqual({
    name: null,
    rest: 'ids: 6 of them · filters: q late, user ids 1',
  });
  expect(auditDetails('{}', 'a@b.example')).toEqual({ name: null, rest: 'a@b.example' });
});

test('details that cannot be read stand as they are', () => {
  expect(auditDetails('{"name":')).toEqual({ name: null, rest: '{"name":' });
});
