import { expect, test } from 'vitest';
import {
  automaticReplyAddress,
  domainOfAddress,
  fromAddressProblem,
  replyToProblem,
} from './reply_address.ts';

test('[CONST-055] the default reply-to is a no-reply address of the account', () => {
  expect(automaticReplyAddress('demo', 'mail.example.com')).toBe('no-reply+demo@mail.example.com');
});

test('[VALID-055] a reply-to address must be valid; none is fine', () => {
  expect(replyToProblem('team@acme.io')).toBe(null);
  expect(replyToProblem('team@acme')).toBe('Must be a valid email');
  expect(replyToProblem('  ')).toBe(null);
  expect(replyToProblem(null)).toBe(null);
});

const verified = { from_domain: 'Acme.io', from_domain_verified: true };

test('[VALID-055] [VALID-056] a from address must be valid and of the verified domain', () => {
  expect(fromAddressProblem('team@acme.io', verified)).toBe(null);
  expect(fromAddressProblem('team@ACME.IO', verified)).toBe(null);
  expect(fromAddressProblem('team', verified)).toBe('Must be a valid email');
  expect(fromAddressProblem('', verified)).toBe(null);
  for (const address of ['team@mail.acme.io', 'team@acme.io.example', 'team@notacme.io']) {
    expect(fromAddressProblem(address, verified)).toBe(
      'Must be a valid email using your configured email domain',
    );
  }
});

test('[VALID-056] without a verified domain no from address of one’s own is good', () => {
  const refused = 'Must be a valid email using your configured email domain';
  expect(fromAddressProblem('a@acme.io', { from_domain: 'acme.io', from_domain_verified: false })).toBe(
    refused,
  );
  expect(fromAddressProblem('a@acme.io', { from_domain: null, from_domain_verified: true })).toBe(refused);
});

test('the domain of an address is the part after the last @', () => {
  expect(domainOfAddress('a@B.io')).toBe('b.io');
  expect(domainOfAddress('a@')).toBe(null);
  expect(domainOfAddress('none')).toBe(null);
});
