import { expect, test } from 'vitest';
import { dropTarget, labelRows, unfolded } from './labelTree.ts';
import type { SettingsLabel } from './labelsQueries.ts';

const label = (id: string, name: string, parent: string | null = null, state = 'active'): SettingsLabel => ({
  id,
  name,
  full_name: parent === null ? name : `${parent} / ${name}`,
  level: parent === null ? 0 : 1,
  state,
  parent_id: parent === null ? null : ({ Reports: '1', Mobile: '4' }[parent] ?? null),
  forum_ids: [],
  open_suggestions_count: 0,
  updated_at: '2026-01-01T00:00:00.000Z',
});
const labels = [
  label('1', 'Reports'),
  label('2', 'Charts', 'Reports'),
  label('3', 'Exports', 'Reports', 'archived'),
  label('4', 'Mobile'),
];
const shown = (state: 'active' | 'archived', text = '') =>
  labelRows(labels, state, text).map(
    ({ label: { name }, indent, isContext }) => `${'-'.repeat(indent)}${name}${isContext ? '?' : ''}`,
  );

test('[ROUTE-018] labels stand below the one that they belong to', () => {
  expect(shown('active')).toEqual(['Reports', '-Charts', 'Mobile']);
  expect(labelRows(labels, 'active', '')[0]?.childCount).toBe(2);
});

test('[ROUTE-018] an archived label brings the label above it along', () => {
  expect(shown('archived')).toEqual(['Reports?', '-Exports']);
});

test('[ROUTE-018] a search looks into the full name', () => {
  expect(shown('active', 'REPORTS /')).toEqual(['Reports?', '-Charts']);
  expect(shown('active', 'mob')).toEqual(['Mobile']);
  expect(shown('active', 'nothing of the kind')).toEqual([]);
});

test('[ROUTE-018] what is under a folded label is not shown', () => {
  const names = (folded: readonly string[]) =>
    unfolded(labelRows(labels, 'active', ''), new Set(folded)).map(({ label: { name } }) => name);
  expect(names([])).toEqual(['Reports', 'Charts', 'Mobile']);
  expect(names(['1'])).toEqual(['Reports', 'Mobile']);
});

test('[DEC-105] a label is dropped on one of the first level or on the head; one with labels under it goes nowhere', () => {
  const row = (id: string) => labelRows(labels, 'active', '').find(({ label: own }) => own.id === id)!;
  const at = (id: string) => labels.find((own) => own.id === id)!;
  expect(dropTarget(row('4'), at('1'))).toBe('1');
  expect(dropTarget(row('2'), at('4'))).toBe('4');
  expect(dropTarget(row('2'), null)).toBeNull();
  // where it is, itself, one of the second level, one that is archived, and one with labels under it
  for (const [id, onto] of [
    ['2', '1'],
    ['4', '4'],
    ['4', '2'],
    ['4', '3'],
    ['1', '4'],
  ] as const)
    expect(dropTarget(row(id), at(onto)), `${id} on ${onto}`).toBeUndefined();
  expect(dropTarget(row('4'), null)).toBeUndefined();
});
