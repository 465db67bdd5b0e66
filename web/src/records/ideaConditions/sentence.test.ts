import { expect, test } from 'vitest';
import { ALL_PERMISSIONS } from '../../../../contract/permissions.ts';
import { conditionFields } from './fields.ts';
import {
  isComplete,
  newCondition,
  operatorsOf,
  readAmount,
  readSentence,
  withOperator,
  writeSentence,
  type Line,
} from './sentence.ts';

const rights = {
  license_type: 'full',
  permissions: ALL_PERMISSIONS,
  authorized_features: ['account_insights'],
};
const custom = (id: string, combined_type: string, values: object = {}) => ({
  id,
  key: `key_${id}`,
  name: `Field ${id}`,
  combined_type,
  string_enum_values: null,
  numeric_enum_values: null,
  ...values,
});
const fields = conditionFields(rights, [
  custom('1', 'boolean'),
  custom('2', 'date'),
  custom('3', 'numeric'),
  custom('4', 'numeric_enum', { numeric_enum_values: [{ label: 'Gold', numeric_value: 1.5 }] }),
  custom('5', 'string_enum', { string_enum_values: [{ label: 'Low' }] }),
  custom('6', 'string'),
]);
const read = (raw: unknown): readonly Line[] => {
  const lines = readSentence(raw, fields);
  if (typeof lines === 'string') throw new Error(lines);
  return lines;
};

test.each([
  ['ENT-092', { external_accounts: { operator: 'include', values: ['1', '2'] } }],
  ['ENT-093', { external_account_plan: { operator: 'exclude', values: ['Pro'] } }],
  ['ENT-094', { internal_status: { operator: 'include', values: ['3', 'none'] } }],
  ['ENT-095', { status: { operator: 'exclude', values: ['3'] } }],
  ['ENT-096', { label: { operator: 'include', values: ['4'] } }],
  ['ENT-097', { state: { operator: 'include', values: ['open', 'closed'] } }],
  ['ENT-098', { category: { operator: 'include', values: ['none'] } }],
  ['ENT-099', { total_sentiment_score: { operator: 'include', values: ['negative'] } }],
  ['ENT-100', { creator: { operator: 'include', values: ['9'] } }],
  ['ENT-101', { external_account_revenue: { operator: 'gt', value: 250_000 } }],
  ['ENT-102', { activity_num_votes: { operator: 'gte', value: 3 } }],
  ['ENT-103', { activity_num_comments: { operator: 'lt', value: 3 } }],
  ['ENT-104', { activity_num_scores: { operator: 'lte', value: 3 } }],
  ['ENT-105', { activity_num_accounts: { operator: 'eq', value: 3 } }],
  ['ENT-106', { activity_num_notes: { operator: 'gt', value: 0 } }],
  ['ENT-107', { activity_num_feedback_records: { operator: 'gt', value: 2.5 } }],
  ['ENT-108', { total_activity: { operator: 'gt', value: 100 } }],
  ['ENT-109', { has_response: false }],
  ['ENT-110', { has_internal_flag: true }],
  ['ENT-111', { idea_created_date: { after: '2026-01-01', before: '2026-02-01' } }],
  ['ENT-112', { public_status_last_update_date: { before: '90_days_ago' } }],
  ['ENT-113', { internal_status_last_update_date: { after: '2026-01-01' } }],
  ['ENT-114', { last_support_date: { after: '6_months_ago' } }],
  ['ENT-115', { custom_bool: { id: '1', operator: 'is', value: true } }],
  ['ENT-116', { custom_date: { id: '2', operator: 'before', value: '2026-01-01' } }],
  ['ENT-117', { custom_comparison: { id: '3', operator: 'gte', value: -1 } }],
  ['ENT-118', { custom_include: { id: '4', operator: 'include', values: [1.5] } }],
  ['ENT-119', { custom_include_string: { id: '5', operator: 'exclude', values: ['Low'] } }],
  ['ENT-119', { custom_include_string: { id: '6', operator: 'include', values: ['Any text'] } }],
])('[%s] what was read is written again: %j', (_id, filter) => {
  const [line, ...others] = read(JSON.stringify(filter));
  expect(others).toEqual([]);
  expect(line!.conditions[0]!.raw).toBeUndefined();
  expect(writeSentence([line!], fields)).toEqual(filter);
});

test('every field begins with a condition that it can say, and every operator of it is read again', () => {
  expect(fields).toHaveLength(29);
  const sample: Record<string, string[]> = {
    number: ['5'],
    records: ['1'],
    words: ['1'],
    texts: ['a'],
    yes: [],
  };
  for (const field of fields)
    for (const operator of operatorsOf(field)) {
      const begun = withOperator(newCondition(field), operator);
      const values =
        field.kind === 'date'
          ? operator === 'between'
            ? ['2026-01-01', '2026-01-02']
            : operator === 'after' || operator === 'before'
              ? ['2026-01-01']
              : begun.values
          : sample[field.kind]!;
      const condition = { ...begun, values };
      expect(isComplete(condition, field)).toBe(true);
      const written = writeSentence([{ key: 1, isGroup: false, conditions: [condition] }], fields);
      expect(read(written)[0]!.conditions[0]).toMatchObject({ field: field.id, operator, values });
    }
});

test('[ENT-120] groups of either and or stand among conditions; an and inside of an and is one sentence', () => {
  const votes = { activity_num_votes: { operator: 'gt', value: 1 } };
  const flag = { has_internal_flag: true };
  const answer = { has_response: false };
  const lines = read({
    operator: 'and',
    expressions: [
      votes,
      { operator: 'or', expressions: [flag, answer] },
      { operator: 'and', expressions: [answer, flag] },
    ],
  });
  expect(lines.map(({ isGroup, conditions }) => [isGroup, ...conditions.map(({ field }) => field)])).toEqual([
    [false, 'activity_num_votes'],
    [true, 'has_internal_flag', 'has_response'],
    [false, 'has_response'],
    [false, 'has_internal_flag'],
  ]);
  expect(writeSentence(lines, fields)).toEqual({
    operator: 'and',
    expressions: [votes, { operator: 'or', expressions: [flag, answer] }, answer, flag],
  });
  // keys beside one another mean and; a group of one is none
  expect(read({ ...votes, ...flag })).toHaveLength(2);
  expect(read({ operator: 'or', expressions: [votes] })).toMatchObject([{ isGroup: false }]);
  expect(read({ operator: 'or', expressions: [votes, flag] })).toMatchObject([{ isGroup: true }]);
  expect(
    read({
      custom_bool: [
        { id: '1', value: true },
        { key: 'key_1', value: false },
      ],
    }),
  ).toHaveLength(2);
});

test('what has no form here is told, and never lost', () => {
  const deep = {
    operator: 'or',
    expressions: [{ has_response: true }, { has_response: false, has_internal_flag: true }],
  };
  expect(readSentence(deep, fields)).toBe('foreign');
  for (const wrong of ['{', '7', '[]', '{"operator":"xor","expressions":[{}]}'])
    expect(readSentence(wrong, fields)).toBe('unreadable');
  expect(readSentence('', fields)).toEqual([]);
  // a field that is gone, a key of a later version, a form that no editor has
  for (const kept of [
    { custom_bool: { id: '77', operator: 'is', value: true } },
    { weather: 'fine' },
    { activity_num_votes: { operator: 'near', value: 1 } },
    { idea_created_date: { after: '6_months_ago', before: '3_months_ago' } },
  ])
    expect(writeSentence(read(kept), fields)).toEqual(kept);
});

test('what is not finished is left out, and numbers are read as people type them', () => {
  const votes = fields.find(({ id }) => id === 'activity_num_votes')!;
  const line = (values: string[]): Line => ({
    key: 1,
    isGroup: false,
    conditions: [{ ...newCondition(votes), values }],
  });
  expect(writeSentence([line([]), line(['x'])], fields)).toBeNull();
  expect(writeSentence([line([]), line(['1,250'])], fields)).toEqual({
    activity_num_votes: { operator: 'gt', value: 1250 },
  });
  expect(['1,250.5', '-3', ' 7 ', '1e5', '', '1,2', '99999999999999'].map(readAmount)).toEqual([
    1250.5,
    -3,
    7,
    null,
    null,
    null,
    null,
  ]);
});

test('revenue is for those who see it', () => {
  expect(conditionFields({ ...rights, authorized_features: [] }, []).map(({ id }) => id)).not.toContain(
    'external_account_revenue',
  );
});
