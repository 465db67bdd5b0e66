import { expect, test } from 'vitest';
import { createSeals } from './sealing.ts';

const seals = createSeals(Buffer.alloc(32, 1));

test('what was sealed is opened again, and no two seals are alike', () => {
  const sealed = seals.seal('a token, größer', 'tracker token of 7');
  expect(sealed.includes('token')).toBe(false);
  expect(seals.open(sealed, 'tracker token of 7')).toBe('a token, größer');
  expect(seals.seal('a token, größer', 'tracker token of 7')).not.toEqual(sealed);
});

test('it is opened for nothing else, with no other key, and not when it was changed', () => {
  const sealed = seals.seal('a token', 'tracker token of 7');
  expect(seals.open(sealed, 'tracker token of 8')).toBeNull();
  expect(createSeals(Buffer.alloc(32, 2)).open(sealed, 'tracker token of 7')).toBeNull();
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    expect(seals.open(changed, 'tracker token of 7')).toBeNull();
  }
  expect(seals.open(Buffer.alloc(0), 'tracker token of 7')).toBeNull();
});
