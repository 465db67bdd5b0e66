import { expect, test } from 'vitest';
import { createSignatures } from '../../adapters/signatures.ts';
import { mailToken, MAIL_PURPOSES, readMailToken, readReplyAddress, replyAddress } from './tokens.ts';

const signatures = createSignatures(Buffer.alloc(32, 7));
const others = createSignatures(Buffer.alloc(32, 8));

test('a token is read where and for what it was made, and nowhere else', () => {
  for (const purpose of MAIL_PURPOSES) {
    const token = mailToken(signatures, '12', purpose, '345', '67');
    expect(token).toMatch(/^[\w.-]+$/);
    expect(readMailToken(signatures, '12', purpose, token)).toEqual({ delivery_id: '345', extra: '67' });
    expect(readMailToken(signatures, '13', purpose, token)).toBeNull();
    expect(readMailToken(others, '12', purpose, token)).toBeNull();
    for (const other of MAIL_PURPOSES)
      if (other !== purpose) expect(readMailToken(signatures, '12', other, token)).toBeNull();
  }
});

test('a changed token is none', () => {
  const token = mailToken(signatures, '12', 'link', '345', '67');
  const [delivery, extra, signature] = token.split('.') as [string, string, string];
  for (const forged of [
    '',
    'x',
    `${delivery}.${extra}.`,
    `${delivery}1.${extra}.${signature}`,
    `${delivery}.${extra}1.${signature}`,
    `0${delivery}.${extra}.${signature}`,
    `${delivery}.0${extra}.${signature}`,
    `${token}A`,
    token.slice(0, -1),
    `zzzzzzzzzzzz.${extra}.${signature}`,
  ]) {
    expect(readMailToken(signatures, '12', 'link', forged), forged).toBeNull();
  }
});

test('the largest ids have their tokens', () => {
  const id = (2n ** 63n - 1n).toString();
  expect(readMailToken(signatures, id, 'open', mailToken(signatures, id, 'open', id))).toEqual({
    delivery_id: id,
    extra: '0',
  });
});

test('an address for answers fits into an address, survives capital letters, and cannot be forged', () => {
  const address = replyAddress(signatures, '999999999999', '99999999999999', 'mail.example');
  expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64);
  expect(readReplyAddress(signatures, address)).toEqual({
    subdomain_id: '999999999999',
    delivery_id: '99999999999999',
  });
  expect(readReplyAddress(signatures, address.toUpperCase())).toEqual({
    subdomain_id: '999999999999',
    delivery_id: '99999999999999',
  });
  expect(readReplyAddress(others, address)).toBeNull();
  expect(readReplyAddress(signatures, 'no-reply+demo@mail.example')).toBeNull();
});
