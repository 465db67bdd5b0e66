import { expect, test } from 'vitest';
import { liveChannels, liveSuffix, mayHear } from './live.ts';

const own = liveChannels('demo', '17');

test('[RT-002] [RT-004] [RT-005] the channels are named after the workspace and the person', () => {
  expect(own).toEqual({ admin: 'private-admin-demo-17', workspace: 'demo-notifications', user: 'user-17' });
  expect(liveSuffix(own, 'demo-notifications')).toBe('');
  expect(liveSuffix(own, 'demo-notifications-suggestion')).toBe('suggestion');
  expect(liveSuffix(own, 'other-notifications')).toBe(null);
});

test('[RT-003] only the own channels and those of the workspace may be heard', () => {
  expect(
    [own.admin, own.user, own.workspace, 'demo-notifications-suggestion'].map((name) => mayHear(own, name)),
  ).toEqual([true, true, true, true]);
  const foreign = [
    'private-admin-demo-18',
    'private-admin-other-17',
    'user-18',
    'user-171',
    'other-notifications',
    'demo-notifications-',
    'demo-notifications-a b',
    'demo',
    '',
  ];
  expect(foreign.filter((name) => mayHear(own, name))).toEqual([]);
});
