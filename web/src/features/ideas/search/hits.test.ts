import { describe, expect, it } from 'vitest';
import { piecesOf } from '../../../ui/text/marks.ts';
import { hitsOf } from './hits.ts';

/** A text with its hits in brackets. */
const marked = (text: string, q: string, near: string[] = []): string =>
  piecesOf(text, hitsOf(q, near))
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('');

describe('hits of a search in the list', () => {
  it('are the words in any form, whole', () => {
    expect(marked('E-invoicing for invoices, not for voices', 'invoice')).toBe(
      'E-[invoicing] for [invoices], not for voices',
    );
    expect(marked("The customer's export", 'customer exports!')).toBe("The [customer's] [export]");
  });

  it('are the beginning that is typed, and no word that says nothing', () => {
    expect(marked('Invite people to the intranet', 'the inv')).toBe('[Invite] people to the intranet');
    expect(marked('the end', 'the')).toBe('[the] end');
  });

  it('are words that were looked for in place of one with a typing error', () => {
    expect(marked('Invoices per site', 'invoce', ['invoice'])).toBe('[Invoices] per site');
  });

  it('are words as typed, or as beginnings, of a literal search', () => {
    expect(marked('Exports and export, exported', ':exports')).toBe('[Exports] and export, exported');
    expect(marked('Exporting', ':export')).toBe('[Exporting]');
  });

  it('keep every letter of the text, whatever it is', () => {
    for (const text of ['', 'İstanbul’da 請求書の自動 ﬁne', '  <b>&amp;</b>  ', '👩‍👩‍👧 a'])
      expect(
        piecesOf(text, hitsOf('a 請求書の自動 fine', []))
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
  });
});
