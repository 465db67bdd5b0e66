import { expect, test } from 'vitest';
import { dkimRecord, dkimState, dmarcState } from './mail_domain.ts';

const KEY = 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A';

test('the record of a key is right in any form that means the same', () => {
  const { name, value } = dkimRecord('acme.example', { selector: 'earshot-7', public_key: KEY });
  expect(name).toBe('earshot-7._domainkey.acme.example');
  for (const text of [
    value,
    `v=DKIM1;k=rsa;p=${KEY};`,
    `p=${KEY}`,
    `v=DKIM1; t=s; n=a note; p=${KEY.slice(0, 9)} ${KEY.slice(9)}`,
  ])
    expect([text, dkimState([text], KEY)]).toEqual([text, 'right']);
});

test.each([
  ['there is none', [], 'missing'],
  ['another key', ['v=DKIM1; k=rsa; p=AAAA'], 'wrong'],
  ['a key that was revoked', ['v=DKIM1; k=rsa; p='], 'wrong'],
  ['another kind of key', [`v=DKIM1; k=ed25519; p=${KEY}`], 'wrong'],
  ['something else', ['hello'], 'wrong'],
  ['beside another one', [`v=DKIM1; k=rsa; p=${KEY}`, 'v=DKIM1; k=rsa; p=AAAA'], 'wrong'],
])('the record of a key: %s', (_what, texts, state) => {
  expect(dkimState(texts, KEY)).toBe(state);
});

test.each([
  [[], 'missing'],
  [['v=DMARC1; p=none'], 'right'],
  [['v=DMARC1;p=quarantine; rua=mailto:a@acme.example'], 'right'],
  [['v=DMARC1; p=reject', 'google-site-verification=x'], 'right'],
  [['v=DMARC1; p=reject', 'v=DMARC1; p=none'], 'wrong'],
  [['v=DMARC1; p=maybe'], 'wrong'],
  [['v=DMARC1'], 'wrong'],
  [['v=DMARC12; p=none'], 'wrong'],
])('what others do with forged emails: %j is %j', (texts, state) => {
  expect(dmarcState(texts)).toBe(state);
});
