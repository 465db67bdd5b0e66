import { expect, test } from 'vitest';
import { labelOptions, newLabelOf } from './labelOptions.ts';

const label = (id: string, name: string, parent: { id: string; name: string } | null = null) => ({
  id,
  name,
  full_name: parent === null ? name : `${parent.name} / ${name}`,
  parent_id: parent === null ? null : parent.id,
});
const shown = (labels: Parameters<typeof labelOptions>[0]) =>
  labelOptions(labels).map((option) => `${'-'.repeat(option.indent ?? 0)}${option.name ?? option.label}`);

test('[DEC-105] a label under another one stands there with its own name, and is searched by the whole one', () => {
  const reports = label('1', 'Reports');
  expect(shown([reports, label('2', 'Charts', reports), label('3', 'Mobile')])).toEqual([
    'Reports',
    '-Charts',
    'Mobile',
  ]);
  expect(labelOptions([reports, label('2', 'Charts', reports)])[1]).toMatchObject({
    label: 'Reports / Charts',
  });
});

test('[DEC-105] nothing comes between a label and those under it, also where the order of the names puts something there', () => {
  const data = label('1', 'Data');
  expect(shown([data, label('2', 'Data base'), label('3', 'Export', data)])).toEqual([
    'Data',
    '-Export',
    'Data base',
  ]);
});

test('[DEC-105] without its parent a label stands under its whole name', () => {
  expect(shown([label('2', 'Charts', { id: '1', name: 'Reports' })])).toEqual(['Reports / Charts']);
});

test('[DEC-105] a typed text makes a label at the top, or under one of the first level; duplicates, third levels and what is too long make none', () => {
  const reports = label('1', 'Reports');
  const known = [reports, label('2', 'Charts', reports), label('3', 'Mobile')];
  expect(newLabelOf('  Charts ', known)).toEqual({ name: 'Charts', parent: null });
  expect(newLabelOf('reports / Tables', known)).toEqual({ name: 'Tables', parent: reports });
  expect(newLabelOf('a/b', known)).toEqual({ name: 'a/b', parent: null });
  expect(newLabelOf('x'.repeat(255), known)).not.toBe(null);
  for (const text of [
    '',
    '  ',
    'MOBILE',
    'Reports / charts',
    'Reports / Charts / Pie',
    'Unknown / Pie',
    'Charts / Pie',
    'Reports / ',
    'x'.repeat(256),
  ])
    expect(newLabelOf(text, known), text).toBe(null);
});
