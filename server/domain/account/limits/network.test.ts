import { expect, test } from 'vitest';
import { addressOf, networkOf, siteOf } from './network.ts';

test('gate 5: a network is an IPv4 address or 64 bits of IPv6', () => {
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
  expect(networkOf('::ffff:203.0.113.77')).toBe('203.0.113.77');
  expect(networkOf('2001:db8:0:1::7')).toBe('2001:db8:0:1::/64');
  expect(networkOf('2001:0DB8:0000:0001:ffff:1:2:3')).toBe('2001:db8:0:1::/64');
  expect(networkOf('::1')).toBe('0:0:0:0::/64');
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
  expect(networkOf('no address')).toBe('no address');
});

test('an address loses its port, its brackets and what else proxies write around it; what is none is none', () => {
  const read: [string, string | null][] = [
    ['203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:51234', '203.0.113.9'],
    [' 203.0.113.9:1 ', '203.0.113.9'],
    ['"203.0.113.9:51234"', '203.0.113.9'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
    ['2001:db8::7', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:db8::7]:443', '2001:db8::7'],
    ['"[2001:db8::7]:443"', '2001:db8::7'],
    ['[fe80::1%eth0]:9', 'fe80::1'],
    ['fe80::1%25eth0', 'fe80::1'],
    ['203.0.113.9:', null],
    ['203.0.113.9:x', null],
    ['203.0.113.9:123456', null],
    ['203.0.113.999', null],
    ['0x7f.1', null],
    ['[203.0.113.9]', null],
    ['[2001:db8::7', null],
    ['2001:db8::7]:443', null],
    ['unknown', null],
    ['_hidden', null],
    ['', null],
    ['x'.repeat(10_000), null],
  ];
  for (const [text, address] of read)
    expect([text.slice(0, 40), addressOf(text)]).toEqual([text.slice(0, 40), address]);
});

test('a line of IPv6 is the first 48 bits, which have 65,536 networks; an IPv4 address is its own', () => {
  expect(siteOf(networkOf('2001:db8:5:6::1'))).toBe('2001:db8:5::/48');
  expect(siteOf(networkOf('2001:db8:5:ffff::1'))).toBe('2001:db8:5::/48');
  expect(siteOf(networkOf('203.0.113.9'))).toBe('203.0.113.9');
  expect(siteOf('unknown')).toBe('unknown');
});
