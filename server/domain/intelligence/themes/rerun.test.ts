import { expect, test } from 'vitest';
import { compareRuns, withCorrections } from './rerun.ts';

/** Texts by theme: `{ a: 4 }` is four texts a0 … a3 that were in theme a. */
function before(sizes: Record<string, number>): Map<string, string | null> {
  return new Map(
    Object.entries(sizes).flatMap(([theme, size]) =>
      Array.from({ length: size }, (_, i) => [`${theme}${i}`, theme === 'none' ? null : theme] as const),
    ),
  );
}

const none = { moves: new Map<string, string | null>(), deleted: new Set<string>(), made: new Set<string>() };

test('[ENT-085] a theme that keeps most of its texts is the same one', () => {
  const old = before({ a: 4, b: 4 });
  const ids = [...old.keys(), 'x'];
  const { origins, ends } = compareRuns(old, ids, [1, 1, 1, 0, 0, 0, 0, 0, 1], 2);
  expect(origins).toEqual([
    { kind: 'kept', old: 'b', overlap: 0.8 },
    { kind: 'kept', old: 'a', overlap: 0.75 },
  ]);
  expect(ends).toEqual([]);
});

test('[ENT-085] what splits, merges, goes and comes is told apart', () => {
  const old = before({ big: 10, left: 3, right: 6, lost: 4, none: 1 });
  const now: Record<string, number> = {};
  for (let i = 0; i < 10; i++) now[`big${i}`] = i < 6 ? 0 : 1;
  for (let i = 0; i < 3; i++) now[`left${i}`] = 2;
  for (let i = 0; i < 6; i++) now[`right${i}`] = 2;
  for (let i = 0; i < 4; i++) now[`lost${i}`] = -1;
  now.none0 = -1;
  const ids = [...old.keys(), 'n0', 'n1'];
  const after = ids.map((id) => now[id] ?? 3);
  const { origins, ends } = compareRuns(old, ids, after, 4);
  expect(origins.map(({ kind }) => kind)).toEqual(['kept', 'split', 'kept', 'new']);
  expect(origins[1]).toEqual({ kind: 'split', from: 'big', texts: 4 });
  expect(ends).toEqual([
    { kind: 'merged', old: 'left', into: 2, texts: 3 },
    { kind: 'gone', old: 'lost', texts: 4 },
  ]);
});

test('an old theme whose ideas are all deleted is gone', () => {
  expect(compareRuns(before({ a: 2 }), ['x'], [0], 1)).toEqual({
    origins: [{ kind: 'new' }],
    ends: [{ kind: 'gone', old: 'a', texts: 0 }],
  });
});

test('a text that was moved by hand stays where it was put while that theme survives', () => {
  const old = before({ a: 4, b: 4 });
  const ids = [...old.keys()];
  const after = [0, 0, 0, 0, 1, 1, 1, 1];
  const compared = compareRuns(old, ids, after, 2);
  const run = withCorrections(old, ids, after, compared, {
    ...none,
    moves: new Map([
      ['a0', 'b'],
      ['b0', null],
      ['b1', 'b'],
    ]),
  });
  expect(run.places[0]).toEqual({ theme: 1 });
  expect(run.places[4]).toBeNull();
  expect([...run.keptMoves]).toEqual(['a0', 'b0', 'b1']);
  // only the move that the run agrees with
  expect(run.rightByItself).toBe(1);
  expect(run).toMatchObject({ lostMoves: 0, stayed: 8, moved: 0, added: 0, loose: 0 });
});

test('a move to a theme that did not survive is lost, and said to be', () => {
  const old = before({ a: 4, gone: 2 });
  const ids = [...old.keys()];
  const after = [0, 0, 0, 0, -1, 0];
  const run = withCorrections(old, ids, after, compareRuns(old, ids, after, 1), {
    ...none,
    moves: new Map([['a0', 'gone']]),
  });
  expect(run.places[0]).toEqual({ theme: 0 });
  expect(run).toMatchObject({ lostMoves: 1, stayed: 3, moved: 2, loose: 1 });
});

test('[CALL-M-054] a theme that was deleted does not come back with the next run', () => {
  const old = before({ a: 4, b: 4 });
  const ids = [...old.keys()];
  const after = [0, 0, 0, 0, 1, 1, 1, 1];
  const run = withCorrections(old, ids, after, compareRuns(old, ids, after, 2), {
    ...none,
    deleted: new Set(['b']),
  });
  expect([...run.dropped]).toEqual([1]);
  expect(run.places.slice(4)).toEqual([null, null, null, null]);
  expect(run).toMatchObject({ stayed: 8, loose: 0, moved: 0 });
});

test('a theme that a person made keeps the texts that were moved to it', () => {
  const old = before({ a: 4 });
  const ids = [...old.keys(), 'new'];
  const after = [0, 0, 0, 0, 0];
  const run = withCorrections(old, ids, after, compareRuns(old, ids, after, 1), {
    ...none,
    moves: new Map([['a1', 'mine']]),
    made: new Set(['mine']),
  });
  expect(run.places[1]).toEqual({ made: 'mine' });
  expect(run).toMatchObject({ stayed: 4, added: 1 });
});
