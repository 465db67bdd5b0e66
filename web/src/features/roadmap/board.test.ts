import { describe, expect, test } from 'vitest';
import { columnsOf, moveTo, NO_STATUS, stepped, withMoved, type Placed } from './board.ts';

const card = (id: string, position: number, column: string | null = '1'): Placed => ({
  id,
  position,
  feature_status: column === null ? null : { id: column },
});
const cards = [card('10', 1), card('11', 2), card('12', 3)];
const order = (features: readonly Placed[], column = '1'): string[] =>
  (columnsOf(features).get(column) ?? []).map(({ id }) => id);

describe('columns', () => {
  test('hold their cards by position, and of the same position by id', () => {
    const columns = columnsOf([card('9', 2), card('10', 2), card('3', 5), card('4', 1, null)]);
    expect([...columns].map(([id, held]) => [id, held.map((one) => one.id)])).toEqual([
      ['1', ['9', '10', '3']],
      [NO_STATUS, ['4']],
    ]);
  });
});

describe('a move', () => {
  test('names the position of the card that stands at the place, and the end as null', () => {
    expect(moveTo(cards[2]!, { column: '1', index: 0 }, cards)).toEqual({
      feature_status_id: '1',
      position: 1,
    });
    // down: behind the card that takes its place
    expect(moveTo(cards[0]!, { column: '1', index: 1 }, cards)).toEqual({
      feature_status_id: '1',
      position: 2,
    });
    expect(moveTo(cards[0]!, { column: '1', index: 2 }, cards)).toEqual({
      feature_status_id: '1',
      position: null,
    });
    expect(moveTo(card('20', 7, '2'), { column: '1', index: 1 }, cards)).toEqual({
      feature_status_id: '1',
      position: 2,
    });
    expect(moveTo(cards[0]!, { column: NO_STATUS, index: 0 }, [])).toEqual({
      feature_status_id: null,
      position: null,
    });
    expect(moveTo(cards[1]!, { column: '1', index: 1 }, cards)).toBeNull();
  });

  test('is shown before the server has answered', () => {
    expect(order(withMoved(cards, cards[2]!, { column: '1', index: 1 }, cards))).toEqual(['10', '12', '11']);
    expect(order(withMoved(cards, cards[0]!, { column: '1', index: 2 }, cards))).toEqual(['11', '12', '10']);
    expect(order(withMoved(cards, cards[2]!, { column: '1', index: 0 }, cards))).toEqual(['12', '10', '11']);
    const there = withMoved(cards, cards[0]!, { column: '2', index: 0 }, []);
    expect([order(there), order(there, '2')]).toEqual([['11', '12'], ['10']]);
  });

  test('by keys stays within the board', () => {
    const sizes = (column: string): number => (column === 'b' ? 1 : 3);
    const at = { column: 'a', index: 3 };
    expect(stepped(at, 'ArrowDown', ['a', 'b'], sizes)).toEqual(at);
    expect(stepped(at, 'ArrowUp', ['a', 'b'], sizes)).toEqual({ column: 'a', index: 2 });
    expect(stepped(at, 'ArrowRight', ['a', 'b'], sizes)).toEqual({ column: 'b', index: 1 });
    expect(stepped(at, 'ArrowLeft', ['a', 'b'], sizes)).toEqual(at);
  });
});
