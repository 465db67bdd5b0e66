import { expect, test } from 'vitest';
import { ALL_PERMISSIONS, NO_PERMISSIONS } from './permissions.ts';
import {
  keptPermissions,
  licenseProblem,
  memberProblem,
  presetOf,
  presetProblem,
  readAddresses,
  RIGHT_PRESETS,
  rightProblem,
  teamSentences,
  type RightPreset,
} from './team.ts';

const owner = { license_type: 'owner', permissions: ALL_PERMISSIONS };
const admin = {
  license_type: 'full',
  permissions: {
    ...NO_PERMISSIONS,
    feedback_admin_ui: true,
    features: 'r' as const,
    settings: 'rw' as const,
  },
};

test('addresses are read from whatever people paste, each once', () => {
  expect(
    readAddresses('Jo Park <jo@acme.example>, JO@acme.example;\n ana@acme.example\tnuno@acme  '),
  ).toEqual(['jo@acme.example', 'ana@acme.example', 'nuno@acme']);
  expect(readAddresses(' ,; ')).toEqual([]);
});

test('owners are changed and made by owners alone', () => {
  expect(memberProblem(admin, owner)).toBe(teamSentences.onlyOwners);
  expect(memberProblem(admin, admin)).toBeNull();
  expect(memberProblem(owner, owner)).toBeNull();
  expect(licenseProblem(admin, 'owner')).toBe(teamSentences.onlyOwnersMake);
  expect(licenseProblem(admin, 'full')).toBeNull();
  expect(licenseProblem(owner, 'owner')).toBeNull();
});

test('nobody gives more than they have, and anyone takes away', () => {
  expect(rightProblem(admin, NO_PERMISSIONS, 'features', 'r')).toBeNull();
  expect(rightProblem(admin, NO_PERMISSIONS, 'features', 'rw')).toBe(teamSentences.beyondOwn);
  expect(rightProblem(admin, { features: 'rw' }, 'features', 'r+')).toBeNull();
  expect(rightProblem(admin, { features: 'rw' }, 'features', 'no')).toBeNull();
  expect(rightProblem(admin, NO_PERMISSIONS, 'feedback_admin_ui', true)).toBeNull();
  expect(rightProblem(admin, {}, 'tickets', 'r')).toBe(teamSentences.beyondOwn);
  expect(rightProblem(owner, {}, 'tickets', 'rw')).toBeNull();
});

test('[DEC-039] who cannot open the console has no rights in it', () => {
  expect(keptPermissions('contributor', ALL_PERMISSIONS)).toEqual(NO_PERMISSIONS);
  expect(keptPermissions('support', ALL_PERMISSIONS)).toEqual(NO_PERMISSIONS);
  expect(keptPermissions('full', admin.permissions)).toEqual(admin.permissions);
});

test('a preset is known by its rights, and given by those alone who have all of it', () => {
  for (const preset of Object.keys(RIGHT_PRESETS) as RightPreset[]) {
    expect(presetOf({ ...RIGHT_PRESETS[preset] })).toBe(preset);
    expect(presetProblem({ license_type: 'owner', permissions: NO_PERMISSIONS }, {}, preset)).toBeNull();
  }
  expect(presetOf({ ...RIGHT_PRESETS.support, settings: 'rw' })).toBeNull();
  const support = { license_type: 'full', permissions: { ...RIGHT_PRESETS.support } };
  expect(presetProblem(support, NO_PERMISSIONS, 'ideas')).toBeNull();
  expect(presetProblem(support, NO_PERMISSIONS, 'product')).toBe(teamSentences.beyondOwn);
  // what someone has already is not given
  expect(presetProblem(support, { ...RIGHT_PRESETS.product }, 'product')).toBeNull();
});
