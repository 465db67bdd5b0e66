import {
  advancedFilterLimits,
  COMPARISON_OPERATORS,
  CUSTOM_DATE_OPERATORS,
  INCLUDE_OPERATORS,
  NONE,
  SENTIMENT_BANDS,
  type AdvancedFilterKey,
  type ComparisonOperator,
  type CustomDateOperator,
  type IncludeOperator,
} from '../../../../contract/advanced_filters.ts';
import { parseDate } from '../../../../contract/dates.ts';
import { isId } from '../../../../contract/ids.ts';
import {
  SUGGESTION_STATE_FILTERS,
  SUGGESTION_STATES,
  suggestionStatesOf,
  type SuggestionStateFilter,
} from '../../../../contract/states.ts';
import { isLongerThan } from '../../../../contract/text_cut.ts';
import type { Filter, FilterContext } from '../../../core/entity.ts';
import { badInput } from '../../../core/errors.ts';
import type { Permission } from '../../../core/viewer.ts';
import {
  choosesState,
  conditionsInput,
  mayAsk,
  readObject,
  refuseOtherKeys,
  writeConditions,
  type ConditionGroup,
  type ConditionKind,
  type LookUp,
} from '../../../listing/conditions.ts';

/*
 * The conditions of `advanced_filters` (specification lines 267 to 272, DEC-049). exclude is the complement of
 * include. Values of include and exclude are ids or names; what looks like an id is one.
 */

/** What the list of ideas hands to its conditions, so that each rule stands once. */
export interface IdeaRules {
  /** condition of an idea that is open */
  open: (t: string) => string;
  /** condition that an idea has one of these states; open stands for two */
  states: (states: readonly SuggestionStateFilter[], c: FilterContext) => string;
  /** the same in parts that exclude each other, each with an index of its own; null where one index serves them all */
  stateParts: (states: readonly SuggestionStateFilter[], c: FilterContext) => readonly string[] | null;
  /** number of answers about importance */
  scores: (t: string) => string;
  /** may see revenue */
  seesMoney: Permission;
}

/** Fields of people and accounts hold no values yet; what is compared is the idea's own. */
const CUSTOM_OBJECT_TYPE = 'suggestion';
/** Beyond it a number is no number of anything that is counted here. */
const NUMBER_MAX = 1e13;

interface Included {
  operator: IncludeOperator;
  ids: string[];
  /** in lower case */
  names: string[];
  none: boolean;
}

/** Records that ids or names stand for. */
interface Named {
  table: string;
  /** columns that may hold the name */
  names: readonly string[];
  /** rows that are no longer there */
  gone?: string;
}

function refuse(path: string, what: string): never {
  throw badInput(path, `${path.split('.').at(-1)!} must be ${what}.`);
}

function readOperator<const O extends string>(raw: unknown, operators: readonly O[], path: string): O {
  if (!operators.includes(raw as O))
    throw badInput(path, `The operator must be one of: ${operators.join(', ')}.`);
  return raw as O;
}

/** Numbers and texts of a list of values, each once. */
function readValues(
  raw: unknown,
  path: string,
  max: number = advancedFilterLimits.values,
): (string | number)[] {
  const list = Array.isArray(raw) ? raw : raw === undefined || raw === null ? [] : [raw];
  if (list.length === 0) throw badInput(path, 'Choose at least one value.', { reason: 'required' });
  if (list.length > max)
    throw badInput(path, `At most ${max.toLocaleString('en')} values at once.`, { reason: 'too_large' });
  return [
    ...new Set(
      list.map((value, index) => {
        if (typeof value === 'number' && Number.isFinite(value)) return value;
        if (typeof value !== 'string' || value.includes('\u0000'))
          return refuse(`${path}.${index}`, 'a text or a number');
        if (isLongerThan(value, advancedFilterLimits.valueCharacters))
          throw badInput(
            `${path}.${index}`,
            `A value has at most ${advancedFilterLimits.valueCharacters} characters.`,
            { reason: 'too_long' },
          );
        return value.trim();
      }),
    ),
  ];
}

function readIncluded(raw: unknown, path: string): Included {
  const given = readObject(raw, path, '{"operator": "include", "values": ["12"]}');
  refuseOtherKeys(given, ['operator', 'values'], path);
  const operator = readOperator(given['operator'], INCLUDE_OPERATORS, `${path}.operator`);
  const values = readValues(given['values'], `${path}.values`).map(String);
  return {
    operator,
    ids: values.filter((value) => isId(value)),
    names: values.filter((value) => !isId(value) && value !== NONE).map((value) => value.toLowerCase()),
    none: values.includes(NONE),
  };
}

const sampleOfInclude = (...values: (string | number)[]): unknown => ({ operator: 'include', values });

function readNumber(raw: unknown, path: string): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw) || Math.abs(raw) > NUMBER_MAX)
    return refuse(path, 'a number');
  return raw;
}

/** A day or instant, or "6_months_ago" and the like. */
function readWhen(raw: unknown, path: string): Date {
  const date = typeof raw === 'string' ? parseDate(raw, new Date()) : null;
  if (date === null)
    throw badInput(
      path,
      `${path.split('.').at(-1)!} is not a date. Use a form such as 2026-03-31 or 6_months_ago.`,
    );
  return date;
}

/** exclude leaves what include does not. */
const inverted = (operator: IncludeOperator, sql: string): string =>
  operator === 'include' ? `(${sql})` : `((${sql}) is not true)`;

/** SQL of a list of the ids that values stand for. */
function idsSql({ ids, names }: Included, named: Named, c: FilterContext): string {
  if (names.length === 0) return `${c.w.value(ids)}::bigint[]`;
  const r = c.w.alias();
  const places = c.w.value(names);
  const byName = named.names.map((column) => `lower(${r}.${column}) = any(${places}::text[])`);
  return `array(select ${r}.id from ${named.table} ${r} where ${r}.subdomain_id = $1 and (${r}.id = any(${c.w.value(ids)}::bigint[]) or ${byName.join(' or ')})${named.gone ? ` and ${r}.${named.gone}` : ''})`;
}

/** A column that names a record. */
function inColumn(column: string, named: Named): ConditionKind<Included> {
  return {
    read: readIncluded,
    where: (value, c) => {
      const one = value.ids.length === 1 && value.names.length === 0;
      const parts = [
        ...(value.ids.length + value.names.length === 0
          ? []
          : [
              one
                ? `${c.t}.${column} = ${c.w.value(value.ids[0])}::bigint`
                : `${c.t}.${column} = any(${idsSql(value, named, c)})`,
            ]),
        ...(value.none ? [`${c.t}.${column} is null`] : []),
      ];
      return inverted(value.operator, parts.join(' or '));
    },
    samples: [sampleOfInclude('1', 'a', NONE)],
  };
}

/**
 * Rows that hang on an idea and meet a condition. By row they are looked up for each idea, as a value that no planner
 * makes a join of; what is excluded is, since most ideas have none of it.
 */
function hanging(
  table: string,
  x: string,
  condition: string,
  c: FilterContext,
  by: LookUp,
  isUnguessed = false,
): string {
  const from = `from ${table} ${x} where ${x}.subdomain_id = $1`;
  const set = `${c.t}.id in (select ${x}.suggestion_id ${from} and ${condition})`;
  // what custom fields hold, and which plan an account has, no planner guesses: of a few thousand ideas all are read
  // once and looked up in memory
  if (c.isSmall === true && (table === 'suggestion_contents' || isUnguessed)) return `(${set}) is true`;
  return by === 'set'
    ? set
    : `(select true ${from} and ${x}.suggestion_id = ${c.t}.id and ${condition} limit 1) is not null`;
}

function inLinks(
  link: string,
  column: string,
  named: Named,
  none: (t: string) => string,
): ConditionKind<Included> {
  return {
    read: readIncluded,
    where: (value, c, by) => {
      const x = c.w.alias();
      const parts = [
        ...(value.ids.length + value.names.length === 0
          ? []
          : [
              hanging(
                link,
                x,
                value.ids.length === 1 && value.names.length === 0
                  ? `${x}.${column} = ${c.w.value(value.ids[0])}::bigint`
                  : `${x}.${column} = any(${idsSql(value, named, c)})`,
                c,
                value.operator === 'exclude' || value.none ? 'row' : by,
              ),
            ]),
        ...(value.none ? [none(c.t)] : []),
      ];
      return inverted(value.operator, parts.join(' or '));
    },
    samples: [sampleOfInclude('1', 'a', NONE)],
  };
}

/** Plans of the accounts behind the idea. */
const accountPlan: ConditionKind<Included> = {
  read: (raw, path) => {
    const read = readIncluded(raw, path);
    // a plan has no id
    return { ...read, ids: [], names: [...read.names, ...read.ids] };
  },
  where: (value, c, by) => {
    const behind = (of: (a: string) => string, how: LookUp): string => {
      const x = c.w.alias();
      const a = c.w.alias();
      const paying = `${x}.account_id in (select ${a}.id from external_accounts ${a} where ${a}.subdomain_id = $1 and ${of(a)})`;
      // by row the accounts of the plan are read once and looked up in memory: of a condition that may be unknown no
      // planner makes a join
      return hanging('suggestion_accounts', x, how === 'row' ? `(${paying}) is true` : paying, c, how, true);
    };
    const how = value.operator === 'exclude' || value.none ? 'row' : by;
    const parts = [
      ...(value.names.length === 0
        ? []
        : [behind((a) => `lower(${a}.plan) = any(${c.w.value(value.names)}::text[])`, how)]),
      ...(value.none ? [behind((a) => `coalesce(${a}.plan, '') = ''`, 'row')] : []),
    ];
    return inverted(value.operator, parts.join(' or '));
  },
  samples: [sampleOfInclude('pro', NONE)],
};

const SIGNS: Readonly<Record<ComparisonOperator, string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  eq: '=',
};

interface Compared {
  operator: ComparisonOperator;
  value: number;
}

function readCompared(raw: unknown, path: string): Compared {
  const given = readObject(raw, path, '{"operator": "gt", "value": 5}');
  refuseOtherKeys(given, ['operator', 'value'], path);
  return {
    operator: readOperator(given['operator'], COMPARISON_OPERATORS, `${path}.operator`),
    value: readNumber(given['value'], `${path}.value`),
  };
}

/** Can a number that is never below nought compare so? */
const canBe = ({ operator, value }: Compared): boolean =>
  operator === 'lt' ? value > 0 : operator === 'lte' || operator === 'eq' ? value >= 0 : true;

/** A kept number of the idea, which is never below nought. @param unit how many of what is stored make one of what is asked for */
function kept(expression: (t: string) => string, unit = 1, requires?: Permission): ConditionKind<Compared> {
  return {
    read: readCompared,
    where: ({ operator, value }, c) => {
      // what is stored is whole, so the index is asked for a whole number; a floating rest of the product is none
      const exact = Math.round(value * unit * 1e4) / 1e4;
      // said here, since the planner would pass over every idea to find none
      if (!canBe({ operator, value: exact }) || (operator === 'eq' && !Number.isInteger(exact)))
        return '(false)';
      const whole = operator === 'gte' || operator === 'lt' ? Math.ceil(exact) : Math.floor(exact);
      return `(${expression(c.t)} ${SIGNS[operator]} ${c.w.value(whole)}::bigint)`;
    },
    samples: [{ operator: 'gte', value: 1 }],
    ...(requires ? { requires } : {}),
  };
}

function yes(expression: (t: string) => string): ConditionKind<boolean> {
  return {
    read: (raw, path) => (typeof raw === 'boolean' ? raw : refuse(path, 'true or false')),
    where: (value, c) => (value ? `(${expression(c.t)})` : `(not (${expression(c.t)}))`),
    samples: [true],
  };
}

interface Between {
  after?: Date;
  before?: Date;
}

/**
 * From `after` on, before `before`; ideas without the date are in neither.
 *
 * @param neverFirst the index of the column holds ideas without the date as well, as -infinity
 */
function between(column: string, neverFirst = false): ConditionKind<Between> {
  const indexed = (t: string): string =>
    neverFirst ? `coalesce(${t}.${column}, '-infinity'::timestamptz)` : `${t}.${column}`;
  return {
    read: (raw, path) => {
      const given = readObject(raw, path, '{"after": "6_months_ago"}');
      refuseOtherKeys(given, ['after', 'before'], path);
      const read: Between = {};
      for (const edge of ['after', 'before'] as const)
        if (given[edge] !== undefined && given[edge] !== null)
          read[edge] = readWhen(given[edge], `${path}.${edge}`);
      if (read.after === undefined && read.before === undefined)
        throw badInput(path, 'A date needs after, before or both.', { reason: 'required' });
      return read;
    },
    where: ({ after, before }, c) =>
      `(${[
        `${c.t}.${column} is not null`,
        // so that an index passes over those without the date
        ...(neverFirst && !after ? [`${indexed(c.t)} > '-infinity'::timestamptz`] : []),
        ...(after ? [`${indexed(c.t)} >= ${c.w.value(after)}::timestamptz`] : []),
        ...(before ? [`${indexed(c.t)} < ${c.w.value(before)}::timestamptz`] : []),
      ].join(' and ')})`,
    samples: [{ after: '2026-01-02', before: '2026-01-03' }],
  };
}

interface Scores {
  operator: IncludeOperator;
  numbers: number[];
  bands: string[];
  none: boolean;
}

const BANDS: Readonly<Record<(typeof SENTIMENT_BANDS)[number], (t: string) => string>> = {
  negative: (t) => `${t}.total_sentiment_score < -0.25`,
  neutral: (t) => `${t}.total_sentiment_score between -0.25 and 0.25`,
  positive: (t) => `${t}.total_sentiment_score > 0.25`,
};

/** Scores as shown, with two decimals, or bands of them. */
const sentiment: ConditionKind<Scores> = {
  read: (raw, path) => {
    const given = readObject(raw, path, '{"operator": "include", "values": ["negative"]}');
    refuseOtherKeys(given, ['operator', 'values'], path);
    const read: Scores = {
      operator: readOperator(given['operator'], INCLUDE_OPERATORS, `${path}.operator`),
      numbers: [],
      bands: [],
      none: false,
    };
    for (const [index, value] of readValues(given['values'], `${path}.values`, 201).entries()) {
      if (typeof value === 'number' && Math.abs(value) <= 1) read.numbers.push(value);
      else if ((SENTIMENT_BANDS as readonly unknown[]).includes(value)) read.bands.push(String(value));
      else if (value === NONE) read.none = true;
      else
        refuse(
          `${path}.values.${index}`,
          `a number from -1 to 1, or one of ${SENTIMENT_BANDS.join(', ')}, ${NONE}`,
        );
    }
    return read;
  },
  where: (value, c) => {
    const column = `${c.t}.total_sentiment_score`;
    const parts = [
      ...value.numbers.map((number) => {
        const place = c.w.value(number);
        return `(${column} >= ${place}::float8 - 0.005 and ${column} < ${place}::float8 + 0.005)`;
      }),
      ...value.bands.map((band) => `(${BANDS[band as keyof typeof BANDS](c.t)})`),
      ...(value.none ? [`${column} is null`] : []),
    ];
    return inverted(value.operator, parts.join(' or '));
  },
  samples: [sampleOfInclude(0.5, 'negative', NONE)],
};

/** The custom field that a condition compares: by id or by key. */
interface FieldName {
  id: string | null;
  key: string | null;
}

function readField(
  raw: unknown,
  path: string,
  operand: 'value' | 'values',
  form: string,
): { field: FieldName; given: Record<string, unknown> } {
  const given = readObject(raw, path, form);
  refuseOtherKeys(given, ['id', 'key', 'object_type', 'operator', operand], path);
  const { id, key, object_type: type } = given;
  if (type !== undefined && type !== null && type !== CUSTOM_OBJECT_TYPE)
    throw badInput(
      `${path}.object_type`,
      `The object type must be ${CUSTOM_OBJECT_TYPE}: only fields of ideas can be compared.`,
    );
  if (id !== undefined && id !== null) {
    if (!isId(String(id))) return refuse(`${path}.id`, 'a valid id');
    return { field: { id: String(id), key: null }, given };
  }
  if (typeof key !== 'string' || key === '' || key.includes('\u0000'))
    throw badInput(`${path}.key`, 'Name the field by its id or its key.', { reason: 'required' });
  if (isLongerThan(key, advancedFilterLimits.valueCharacters))
    throw badInput(`${path}.key`, `A key has at most ${advancedFilterLimits.valueCharacters} characters.`, {
      reason: 'too_long',
    });
  return { field: { id: null, key }, given };
}

/** SQL of the key under which values of the field are kept; null where the field is not there. */
function keySql({ id, key }: FieldName, c: FilterContext): string {
  const f = c.w.alias();
  const named = id === null ? `${f}.key = ${c.w.value(key)}` : `${f}.id = ${c.w.value(id)}::bigint`;
  return `(select ${f}.key from custom_fields ${f} where ${f}.subdomain_id = $1 and ${f}.object_type = '${CUSTOM_OBJECT_TYPE}' and ${named})`;
}

/**
 * Ideas whose field holds one of some values, by the index of values.
 * @param field SQL of the key
 */
function holds(
  field: string,
  values: readonly (string | number | boolean)[],
  c: FilterContext,
  by: LookUp,
): string {
  const x = c.w.alias();
  const each = values.map(
    (value) =>
      `${x}.custom_fields @> jsonb_build_object(coalesce(${field}, ''), ${c.w.value(JSON.stringify(value))}::jsonb)`,
  );
  return hanging('suggestion_contents', x, `(${each.join(' or ')})`, c, by);
}

/** Ideas whose field holds a value that compares so; one of another kind compares with nothing. */
function compares(
  field: string,
  type: 'number' | 'string',
  comparison: (value: string) => string,
  c: FilterContext,
  by: LookUp,
): string {
  const x = c.w.alias();
  const value = `${x}.custom_fields -> ${field}`;
  return hanging(
    'suggestion_contents',
    x,
    `case when jsonb_typeof(${value}) = '${type}' then ${comparison(`(${x}.custom_fields ->> ${field})`)} else false end`,
    c,
    by,
  );
}

interface CustomBool {
  field: FieldName;
  value: boolean;
}

const customBool: ConditionKind<CustomBool> = {
  takesList: true,
  read: (raw, path) => {
    const { field, given } = readField(
      raw,
      path,
      'value',
      '{"key": "beta", "operator": "is", "value": true}',
    );
    readOperator(given['operator'] ?? 'is', ['is'], `${path}.operator`);
    const { value } = given;
    return { field, value: typeof value === 'boolean' ? value : refuse(`${path}.value`, 'true or false') };
  },
  where: ({ field, value }, c, by) => `(${holds(keySql(field, c), [value], c, by)})`,
  samples: [{ key: 'a', operator: 'is', value: true }],
};

interface CustomDate {
  field: FieldName;
  operator: CustomDateOperator;
  /** a day such as 2026-01-31, as values of date fields are kept */
  day: string;
}

const customDate: ConditionKind<CustomDate> = {
  takesList: true,
  read: (raw, path) => {
    const { field, given } = readField(
      raw,
      path,
      'value',
      '{"key": "due", "operator": "before", "value": "2026-03-31"}',
    );
    return {
      field,
      operator: readOperator(given['operator'], CUSTOM_DATE_OPERATORS, `${path}.operator`),
      day: readWhen(given['value'], `${path}.value`).toISOString().slice(0, 10),
    };
  },
  // from the day on, before the day, as everywhere; days in this form are in order as texts
  where: ({ field, operator, day }, c, by) =>
    `(${compares(keySql(field, c), 'string', (value) => `${value} ~ '^\\d{4}-\\d{2}-\\d{2}$' and ${value} collate "C" ${operator === 'after' ? '>=' : '<'} ${c.w.value(day)}`, c, by)})`,
  samples: [{ key: 'a', operator: 'after', value: '2026-01-02' }],
};

interface CustomComparison extends Compared {
  field: FieldName;
}

const customComparison: ConditionKind<CustomComparison> = {
  takesList: true,
  read: (raw, path) => {
    const { field, given } = readField(raw, path, 'value', '{"key": "effort", "operator": "gt", "value": 5}');
    return {
      field,
      operator: readOperator(given['operator'], COMPARISON_OPERATORS, `${path}.operator`),
      value: readNumber(given['value'], `${path}.value`),
    };
  },
  where: ({ field, operator, value }, c, by) => {
    const key = keySql(field, c);
    return `(${
      operator === 'eq'
        ? holds(key, [value], c, by)
        : compares(
            key,
            'number',
            (held) => `${held}::numeric ${SIGNS[operator]} ${c.w.value(value)}::numeric`,
            c,
            by,
          )
    })`;
  },
  samples: [
    { key: 'a', operator: 'gt', value: 1 },
    { id: '1', operator: 'eq', value: 1 },
  ],
};

interface CustomInclude {
  field: FieldName;
  operator: IncludeOperator;
  values: (string | number)[];
}

/**
 * Values of a field with choices. The id of a choice stands for it; else choices are named as they are kept, by
 * their text or number.
 * @param isText numbers are texts
 */
function customInclude(isText: boolean): ConditionKind<CustomInclude> {
  return {
    takesList: true,
    read: (raw, path) => {
      const { field, given } = readField(
        raw,
        path,
        'values',
        '{"key": "tier", "operator": "include", "values": ["Gold"]}',
      );
      const operator = readOperator(given['operator'], INCLUDE_OPERATORS, `${path}.operator`);
      const values = readValues(given['values'], `${path}.values`, 100);
      for (const [index, value] of values.entries())
        if (isText && typeof value !== 'string') refuse(`${path}.values.${index}`, 'a text');
      return { field, operator, values };
    },
    where: ({ field, operator, values }, c, by) => {
      const key = keySql(field, c);
      const found = [
        ...new Set(
          values.flatMap((value): (string | number)[] =>
            // a number may be sent as a text, and a choice may be a text of digits
            isText || typeof value === 'number' || value === '' || !Number.isFinite(Number(value))
              ? [value]
              : [value, Number(value)],
          ),
        ),
      ];
      return inverted(operator, holds(key, found, c, operator === 'exclude' ? 'row' : by));
    },
    samples: [{ key: 'a', operator: 'include', values: ['a'] }],
  };
}

interface States {
  operator: IncludeOperator;
  states: SuggestionStateFilter[];
}

/** The states that are meant. Those that are left when others are excluded are named: what is not so has no index. */
function chosen({ operator, states }: States): readonly SuggestionStateFilter[] {
  if (operator === 'include') return states;
  const excluded = new Set(states.flatMap((state) => suggestionStatesOf(state)));
  return SUGGESTION_STATES.filter((state) => state !== 'deleted' && !excluded.has(state));
}

/** The condition about states that all ideas of a group meet; null: there is none, or it is one of several joined by or. */
function commonStates(group: ConditionGroup): States | null {
  if (group.operator === 'or' && group.parts.length > 1) return null;
  for (const part of group.parts) {
    const found = 'parts' in part ? commonStates(part) : part.key === 'state' ? (part.value as States) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Every key that `advanced_filters` takes. */
export function ideaConditions(rules: IdeaRules): Readonly<Record<AdvancedFilterKey, ConditionKind>> {
  const total = (t: string): string =>
    `(${t}.votes_count + ${t}.comments_count + ${t}.requests_count + ${t}.notes_count + ${t}.importance_low_count + ${t}.importance_medium_count + ${t}.importance_high_count)`;
  const column = (name: string) => (t: string) => `${t}.${name}`;
  const state: ConditionKind<States> = {
    choosesState: true,
    read: (raw, path) => {
      const { operator, ids, names } = readIncluded(raw, path);
      const words = [...names, ...ids];
      const unknown = words.find((word) => !(SUGGESTION_STATE_FILTERS as readonly string[]).includes(word));
      if (unknown !== undefined || words.length === 0)
        throw badInput(`${path}.values`, `States are ${SUGGESTION_STATE_FILTERS.join(', ')}.`);
      return { operator, states: words as SuggestionStateFilter[] };
    },
    where: (value, c) => rules.states(chosen(value), c),
    samples: [sampleOfInclude('open', 'closed')],
  };
  return {
    external_accounts: inLinks(
      'suggestion_accounts',
      'account_id',
      { table: 'external_accounts', names: ['name'] },
      (t) => `${t}.supporting_accounts_count = 0`,
    ),
    external_account_plan: accountPlan,
    internal_status: inColumn('internal_status_id', {
      table: 'internal_statuses',
      names: ['name'],
      gone: 'deleted_at is null',
    }),
    status: inColumn('status_id', { table: 'statuses', names: ['name'], gone: 'deleted_at is null' }),
    label: inLinks(
      'suggestion_labels',
      'label_id',
      { table: 'labels', names: ['name', 'full_name'] },
      (t) => `${t}.labels_count = 0`,
    ),
    state,
    category: inColumn('category_id', { table: 'categories', names: ['name'] }),
    total_sentiment_score: sentiment,
    creator: inColumn('creator_id', { table: 'users', names: ['name', 'email_address'] }),
    external_account_revenue: kept(column('supporter_revenue_cents'), 100, rules.seesMoney),
    activity_num_votes: kept(column('votes_count')),
    activity_num_comments: kept(column('comments_count')),
    activity_num_scores: kept(rules.scores),
    activity_num_accounts: kept(column('supporting_accounts_count')),
    activity_num_notes: kept(column('notes_count')),
    activity_num_feedback_records: kept(column('requests_count')),
    total_activity: kept(total),
    has_response: yes(column('has_response')),
    has_internal_flag: yes((t) => `${t}.internal_flags_count > 0`),
    idea_created_date: between('created_at'),
    public_status_last_update_date: between('last_status_update_at'),
    internal_status_last_update_date: between('last_internal_status_update_at'),
    last_support_date: between('last_supported_at', true),
    custom_bool: customBool,
    custom_date: customDate,
    custom_comparison: customComparison,
    custom_include: customInclude(false),
    custom_include_string: customInclude(true),
  };
}

/** How long a page by conditions may take: those of custom fields pass over many ideas of a large workspace. */
export const CONDITIONS_LIMIT = {
  milliseconds: advancedFilterLimits.timeoutMs,
  sentence:
    'These conditions take longer than 2 seconds. Narrow the list by a forum, status or label, or take out a condition about a custom field.',
};

/** The filter `advanced_filters` of the list of ideas. */
export function advancedFilter(rules: IdeaRules): Filter<ConditionGroup> {
  const kinds = ideaConditions(rules);
  return {
    input: conditionsInput(
      `Conditions by key, joined by and; groups as {operator: and|or, expressions: [...]}. At most ${advancedFilterLimits.conditions} conditions, groups at most ${advancedFilterLimits.depth} deep, ${advancedFilterLimits.values.toLocaleString('en')} values each. Keys: ${Object.keys(kinds).join(', ')}.`,
      kinds,
      advancedFilterLimits,
    ),
    where: (group, c) => writeConditions(group, kinds, c, rules.open),
    // how many rows it leaves, and where in an order they lie, no planner knows
    whole: (group, c) => writeConditions(group, kinds, c, rules.open),
    parts: (group, c) => {
      const states = commonStates(group);
      return states === null ? null : rules.stateParts(chosen(states), c);
    },
    allows: (group, viewer) => mayAsk(group, kinds, viewer),
    replacesDefault: (group) => choosesState(group, kinds),
    timeLimit: CONDITIONS_LIMIT,
  };
}
