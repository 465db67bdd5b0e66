import { expect, test } from 'vitest';
import { addressProblems, sentAddresses } from './mailAddresses.ts';

const settings = { from_domain: 'Acme.example', from_domain_verified: true };
const reply = (reply_to: string | null) => addressProblems({ reply_to, from: null }, settings).reply_to;
const from = (address: string | null, given: Parameters<typeof addressProblems>[1] = settings) =>
  addressProblems({ reply_to: null, from: address }, given).from;

test('[VALID-055] an own reply-to address must be one; the automatic one is always right', () => {
  expect(reply(null)).toBeNull();
  expect(reply(' ana@elsewhere.example ')).toBeNull();
  for (const wrong of ['', '  ', 'ana', 'ana@', 'ana@nowhere'])
    expect(reply(wrong), wrong).toBe('Must be a valid email');
});

test('[VALID-056] an own from address belongs to the verified domain itself', () => {
  expect(from(null)).toBeNull();
  expect(from('news@acme.EXAMPLE')).toBeNull();
  expect(from('')).toBe('Must be a valid email');
  expect(from('news')).toBe('Must be a valid email');
  for (const wrong of ['news@sub.acme.example', 'news@other.example'])
    expect(from(wrong), wrong).toBe('Must be a valid email using your configured email domain');
  expect(from('news@acme.example', { ...settings, from_domain_verified: false })).toBe(
    'Must be a valid email using your configured email domain',
  );
  expect(from('news@acme.example', null)).toBeNull();
});

test('addresses are sent without blanks around them, and as null when none was chosen', () => {
  expect(sentAddresses({ reply_to: null, from: null })).toEqual({
    notificationEmailAddress: null,
    fromEmail: null,
  });
  expect(sentAddresses({ reply_to: ' ana@acme.example', from: 'news@acme.example ' })).toEqual({
    notificationEmailAddress: 'ana@acme.example',
    fromEmail: 'news@acme.example',
  });
});
