import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test('gate 5: a network is an IPv4 address or 64 bits of IPv6', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.77');
  expect(networkOf('2001:db8:0:1::7')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:0DB8:0000:0001:ffff:1:2:3')).toBe('2001:db8:0:1::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('no address')).toBe('no address');
});
