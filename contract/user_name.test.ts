import { expect, test } from 'vitest';
import { displayName, initials, isKnownPerson, prefillOfNewUser } from './user_name.ts';

test('[ENT-091] the picker’s name falls back to the part of the e-mail before the @', () => {
  expect(displayName({ name: ' Ann Lee ', email_address: 'ann@x.io' })).toBe('Ann Lee');
  expect(displayName({ name: '  ', email_address: 'ann.lee@x.io' })).toBe('ann.lee');
  expect(displayName({ name: null, email_address: 'ann@x.io' })).toBe('ann');
  expect(displayName({})).toBe('');
});

test('initials are up to two capitals', () => {
  expect(initials({ name: 'Ann van Lee' })).toBe('AL');
  expect(initials({ name: 'øyvind' })).toBe('Ø');
  expect(initials({ email_address: 'ann.lee@x.io' })).toBe('AL');
  expect(initials({ name: '李雷' })).toBe('李');
  expect(initials({})).toBe('');
});

test('[VALID-052] Enter fills the e-mail with a typed @, else the name', () => {
  expect(prefillOfNewUser(' ann@x.io ')).toEqual({ name: '', email: 'ann@x.io' });
  expect(prefillOfNewUser('Ann')).toEqual({ name: 'Ann', email: '' });
});

test('[VALID-051] [VALID-053] a typed name or e-mail is known whatever its case', () => {
  const people = [{ name: 'Ann Lee', email_address: 'Ann@x.io' }, { email_address: 'bo@x.io' }];
  expect(['ann lee', 'ANN@X.IO', 'bo', ' bo@x.io '].every((typed) => isKnownPerson(typed, people))).toBe(
    true,
  );
  expect(['ann', 'lee', '', 'x.io'].some((typed) => isKnownPerson(typed, people))).toBe(false);
});
