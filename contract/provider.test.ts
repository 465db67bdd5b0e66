import { describe, expect, test } from 'vitest';
import { isDomain, issuerOf, licenseOfClaim, readDomains } from './provider.ts';

test.each([
  [' https://login.example.com ', 'https://login.example.com'],
  ['https://login.example.com/realms/one/', 'https://login.example.com/realms/one/'],
  ['https://login.example.com/v2.0/.well-known/openid-configuration', 'https://login.example.com/v2.0'],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
  ['login.example.com', null],
  ['ftp://login.example.com', null],
  ['https://login.example.com/?tenant=1', null],
  ['https://login.example.com/#a', null],
  ['https://me:secret@login.example.com', null],
  ['https://', null],
  ['', null],
])('the address of a provider in %j is %j', (typed, issuer) => {
  expect(issuerOf(typed)).toBe(issuer);
});

test('domains are read however they are parted', () => {
  expect(readDomains('')).toEqual([]);
  expect(readDomains(' @Example.com, example.org;\nexample.com\t')).toEqual(['example.com', 'example.org']);
});

test.each([
  ['example.com', true],
  ['a-b.example.co.uk', true],
  ['xn--bcher-kva.example', true],
  ['example', false],
  ['-a.example.com', false],
  ['exa mple.com', false],
  ['10.0.0.1', false],
  ['ex_ample.com', false],
  [`${'a'.repeat(64)}.example`, false],
  [`${'a.'.repeat(130)}example`, false],
])('%j is a domain: %j', (text, isOne) => {
  expect(isDomain(text)).toBe(isOne);
});

describe('the licence that a claim names', () => {
  test.each([
    ['full', 'full'],
    ['FULL', 'full'],
    [['people', 'contributor', 'support'], 'support'],
    [['owner'], null],
    ['owner', null],
    [undefined, null],
    [null, null],
    [{ full: true }, null],
    [[], null],
    ['full support', null],
  ])('in %j is %j', (claim, license) => {
    expect(licenseOfClaim(claim)).toBe(license);
  });
});
