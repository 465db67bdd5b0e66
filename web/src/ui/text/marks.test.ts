import { describe, expect, it } from 'vitest';
import { beginsWith, hasBeginnings, piecesOf, typedWords } from './marks.ts';

const marked = (text: string, typed: string): string =>
  piecesOf(text, beginsWith(typedWords(typed)))
    .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
    .join('');

describe('marks at the beginnings of words', () => {
  it('stand where a word begins with what was typed, accents and capitals aside', () => {
    expect(marked('Post public status', 'STA')).toBe('Post public [sta]tus');
    expect(marked('Überfahrt ab Ostende', 'uber')).toBe('[Über]fahrt ab Ostende');
    expect(marked('Understand', 'sta')).toBe('Understand');
  });

  it('find a label when each word begins one of its words', () => {
    expect(hasBeginnings('Post public status', typedWords('sta post'))).toBe(true);
    expect(hasBeginnings('Post public status', typedWords('tatus'))).toBe(false);
    expect(hasBeginnings('Anything', typedWords('  '))).toBe(true);
  });
});
