import { expect, test } from 'vitest';
import { readNetwork } from './networks.ts';

test('addresses and ranges are told from what is none', () => {
  for (const [typed, kept] of [
    ['192.0.2.7', '192.0.2.7'],
    [' 192.0.2.0/24 ', '192.0.2.0/24'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::1/128', '::1/128'],
    ['10.0.0.0/08', '10.0.0.0/8'],
    ['::ffff:192.0.2.7', '::ffff:c000:207'],
  ] as const)
    expect(readNetwork(typed), typed).toBe(kept);
  for (const wrong of [
    '',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.1.',
    '192.0.2.0/33',
    '192.0.2.1/',
    'localhost',
    '192.0.2.0/24/8',
    '192.0.2.0/-1',
    '2001:db8::/129',
    '2001:db8:::1',
    '12345::',
    'example.com',
    '10.0.0.0-10.0.0.9',
    '::1%eth0',
  ])
    expect(readNetwork(wrong), wrong).toBeNull();
});
