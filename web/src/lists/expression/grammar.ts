/**
 * The line in which a segment is written: read into the form that the server takes, and what may stand at a place of it.
 *
 *     satisfaction_score <= 6 and (country = "Norway" or account_plan in (Gold, "Silver plus"))
 */
import { parseDate } from '../../../../contract/dates.ts';
import { EXPRESSION_OPERATORS, expressionLimits } from '../../../../contract/expression.ts';
import type { ExpressionType } from '../../../../contract/expression.ts';
import { expressionTexts as texts } from './expressionMessages.ts';

/** A column that the line may name. */
export interface ExpressionField {
  name: string;
  label: string;
  type: ExpressionType;
  /** Values that it has, where they are few. */
  values?: readonly string[];
}

type Value = string | number | boolean;

/** As the server takes it. */
interface Comparison {
  column: string;
  operator: string;
  operand?: { val: Value | Value[] };
}
interface Group {
  operator: 'and' | 'or';
  expressions: (Comparison | Group)[];
}

/** How a part of the line is shown. */
export type PartKind = 'column' | 'value' | 'sign' | 'word' | 'wrong';

interface Token {
  kind: 'word' | 'string' | 'sign' | 'open' | 'close' | 'comma' | 'wrong';
  text: string;
  from: number;
  to: number;
}

/** Why a line cannot be read, and where. */
export interface ExpressionProblem {
  message: string;
  from: number;
  to: number;
}

class Refused extends Error {
  readonly from: number;
  readonly to: number;

  constructor(message: string, { from, to }: { from: number; to: number }) {
    super(message);
    this.from = from;
    this.to = to;
  }
}

const TOKEN =
  /\s*(?:(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(?<sign>>=|<=|!=|<>|=|>|<|~)|(?<open>\()|(?<close>\))|(?<comma>,)|(?<word>[^\s()",=<>!~']+)|(?<wrong>\S+))/uy;

function tokensOf(line: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(line); match !== null; match = TOKEN.exec(line)) {
    const [kind, text] = Object.entries(match.groups!).find(([, found]) => found !== undefined)! as [
      Token['kind'],
      string,
    ];
    const to = match.index + match[0].length;
    tokens.push({ kind, text, from: to - text.length, to });
  }
  return tokens;
}

const SIGNS: Readonly<Record<string, string>> = {
  '=': 'eq',
  '!=': 'neq',
  '<>': 'neq',
  '>': 'gt',
  '>=': 'gte',
  '<': 'lt',
  '<=': 'lte',
  '~': 'contains',
};
/** Operators of words, the longer ones first. */
const WORDS: readonly [words: readonly string[], operator: string][] = [
  [['is', 'not', 'empty'], 'is_not_empty'],
  [['is', 'empty'], 'is_empty'],
  [['is', 'not'], 'neq'],
  [['is'], 'eq'],
  [['not', 'contains'], 'not_contains'],
  [['contains'], 'contains'],
  [['starts', 'with'], 'starts_with'],
  [['ends', 'with'], 'ends_with'],
  [['in'], 'in'],
];
/** How an operator is written where it is offered. */
const WRITTEN: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  contains: 'contains',
  not_contains: 'not contains',
  starts_with: 'starts with',
  ends_with: 'ends with',
  in: 'in',
  is_empty: 'is empty',
  is_not_empty: 'is not empty',
};

const lower = ({ text }: Token): string => text.toLowerCase();
const isWord = (token: Token | undefined, word: string): boolean =>
  token?.kind === 'word' && lower(token) === word;

/** The operator that begins at a place. @returns null: none does */
function operatorAt(tokens: readonly Token[], at: number): { operator: string; length: number } | null {
  const token = tokens[at];
  if (token?.kind === 'sign') return { operator: SIGNS[token.text]!, length: 1 };
  const found = WORDS.find(([words]) => words.every((word, index) => isWord(tokens[at + index], word)));
  return found === undefined ? null : { operator: found[1], length: found[0].length };
}

class Reader {
  private readonly fields: ReadonlyMap<string, ExpressionField>;
  private readonly tokens: readonly Token[];
  private readonly end: { from: number; to: number };
  private at = 0;

  constructor(line: string, fields: readonly ExpressionField[]) {
    this.tokens = tokensOf(line);
    this.fields = new Map(fields.map((field) => [field.name, field]));
    const length = line.trimEnd().length;
    this.end = { from: length, to: length };
  }

  read(): Group {
    const whole = this.either();
    const rest = this.tokens[this.at];
    if (rest !== undefined)
      throw new Refused(rest.kind === 'close' ? texts.extraBracket : texts.joinMissing, rest);
    return 'expressions' in whole ? whole : { operator: 'and', expressions: [whole] };
  }

  private either(): Comparison | Group {
    return this.joined('or', () => this.joined('and', () => this.part()));
  }

  private joined(operator: 'and' | 'or', part: () => Comparison | Group): Comparison | Group {
    const parts = [part()];
    while (isWord(this.tokens[this.at], operator)) {
      this.at += 1;
      parts.push(part());
    }
    return parts.length === 1 ? parts[0]! : { operator, expressions: parts };
  }

  private part(): Comparison | Group {
    const open = this.tokens[this.at];
    if (open?.kind !== 'open') return this.comparison();
    this.at += 1;
    const inside = this.either();
    if (this.tokens[this.at]?.kind !== 'close') throw new Refused(texts.openBracket, open);
    this.at += 1;
    return inside;
  }

  private comparison(): Comparison {
    const named = this.tokens[this.at];
    if (named === undefined) throw new Refused(texts.columnMissing, this.end);
    const field = named.kind === 'word' ? this.fields.get(lower(named)) : undefined;
    if (field === undefined) throw new Refused(texts.noColumn(named.text), named);
    this.at += 1;
    const found = operatorAt(this.tokens, this.at);
    const place = this.tokens[this.at] ?? this.end;
    if (found === null) throw new Refused(texts.operatorMissing(field.name), place);
    const { operator, length } = found;
    if (!EXPRESSION_OPERATORS[field.type].includes(operator))
      throw new Refused(
        texts.wrongOperator(
          field.name,
          EXPRESSION_OPERATORS[field.type].map((one) => WRITTEN[one]!),
        ),
        { from: place.from, to: this.tokens[this.at + length - 1]?.to ?? place.to },
      );
    this.at += length;
    if (operator === 'is_empty' || operator === 'is_not_empty') return { column: field.name, operator };
    return {
      column: field.name,
      operator,
      operand: { val: operator === 'in' ? this.values(field) : this.value(field) },
    };
  }

  private values(field: ExpressionField): Value[] {
    const open = this.tokens[this.at] ?? this.end;
    if (this.tokens[this.at]?.kind !== 'open') throw new Refused(texts.listMissing, open);
    this.at += 1;
    const values = [this.value(field)];
    while (this.tokens[this.at]?.kind === 'comma') {
      this.at += 1;
      values.push(this.value(field));
    }
    if (this.tokens[this.at]?.kind !== 'close') throw new Refused(texts.openBracket, open);
    this.at += 1;
    return values;
  }

  private value({ name, type }: ExpressionField): Value {
    const token = this.tokens[this.at];
    if (token === undefined) throw new Refused(texts.valueMissing(name, texts.types[type]), this.end);
    const text = token.kind === 'string' ? unquoted(token.text) : token.kind === 'word' ? token.text : null;
    if (text === null)
      throw new Refused(
        token.kind === 'wrong' ? texts.openQuote : texts.valueMissing(name, texts.types[type]),
        token,
      );
    const value = valueOf(type, text);
    if (value === null) throw new Refused(texts.wrongValue(name, texts.types[type]), token);
    this.at += 1;
    return value;
  }
}

const unquoted = (text: string): string => text.slice(1, -1).replaceAll(/\\(.)/gu, '$1');

/** @returns null: the type has no such value */
function valueOf(type: ExpressionType, text: string): Value | null {
  switch (type) {
    case 'text':
      return [...text].length > expressionLimits.valueCharacters ? null : text;
    case 'boolean':
      return /^(?:true|yes)$/i.test(text) ? true : /^(?:false|no)$/i.test(text) ? false : null;
    case 'time':
      return parseDate(text, new Date()) === null ? null : text;
    default:
      return /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : null;
  }
}

/**
 * Reads a line.
 *
 * @returns expression: JSON as the server takes it, null where the line is empty; or what is wrong, in words, and where
 */
export function readLine(
  line: string,
  fields: readonly ExpressionField[],
): { expression: string | null } | { problem: ExpressionProblem } {
  if (line.trim() === '') return { expression: null };
  try {
    return { expression: JSON.stringify(new Reader(line, fields).read()) };
  } catch (error) {
    if (error instanceof Refused)
      return { problem: { message: error.message, from: error.from, to: error.to } };
    throw error;
  }
}

/** A value as it is written in a line. */
const written = (value: unknown): string =>
  typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value);

/** A segment in the form that the server takes, as the line that says it; null: it has another form. */
export function printLine(expression: string): string | null {
  if (expression === '') return '';
  try {
    return printGroup(JSON.parse(expression) as Group);
  } catch {
    return null;
  }
}

function printGroup({ operator, expressions }: Group): string {
  return expressions
    .map((part) => {
      if ('expressions' in part) return `(${printGroup(part)})`;
      const sign = WRITTEN[part.operator] ?? part.operator;
      const val = part.operand?.val ?? null;
      if (val === null || part.operator.endsWith('_empty')) return `${part.column} ${sign}`;
      // dates and numbers say themselves
      const plain = typeof val === 'string' && parseDate(val, new Date()) !== null ? val : null;
      return `${part.column} ${sign} ${Array.isArray(val) ? `(${val.map(written).join(', ')})` : (plain ?? written(val))}`;
    })
    .join(` ${operator} `);
}

/** The line in parts, for its colors; together they are the whole line. */
export function partsOf(
  line: string,
  fields: readonly ExpressionField[],
): { text: string; kind: PartKind | null }[] {
  const names = new Set(fields.map(({ name }) => name));
  const parts: { text: string; kind: PartKind | null }[] = [];
  let at = 0;
  let isValue = false;
  for (const token of tokensOf(line)) {
    if (token.from > at) parts.push({ text: line.slice(at, token.from), kind: null });
    const word = lower(token);
    const isJoin: boolean = !isValue && (word === 'and' || word === 'or');
    const isOperator: boolean =
      token.kind === 'sign' ||
      (token.kind === 'word' && !isJoin && WORDS.some(([words]) => words.includes(word)));
    const kind: PartKind =
      token.kind === 'wrong'
        ? 'wrong'
        : token.kind === 'string'
          ? 'value'
          : token.kind === 'word' && !isJoin && !isOperator
            ? names.has(word) && !isValue
              ? 'column'
              : 'value'
            : token.kind === 'word'
              ? 'word'
              : 'sign';
    // behind an operator stands a value, also one that is called as a column
    isValue = isOperator ? true : token.kind === 'open' || token.kind === 'comma' ? isValue : false;
    parts.push({ text: token.text, kind });
    at = token.to;
  }
  if (at < line.length) parts.push({ text: line.slice(at), kind: null });
  return parts;
}

/** What may stand at a place. */
export type Expected = 'column' | 'operator' | 'value' | 'join';

export interface Suggestion {
  /** what is written when it is chosen */
  insert: string;
  /** what it means; '' where it says so itself */
  detail: string;
}

/** What is offered at the caret: it takes the place of the letters from `from` to the caret. */
export interface Suggestions {
  expected: Expected;
  from: number;
  items: Suggestion[];
}

/** What may stand at a place of a line, narrowed by the letters that are there already. @param caret place between two letters */
export function suggestAt(line: string, caret: number, fields: readonly ExpressionField[]): Suggestions {
  const before = tokensOf(line.slice(0, caret));
  const last = before.at(-1);
  // a word that the caret touches is being written
  const typed = last !== undefined && last.to === caret && last.kind === 'word' ? last : null;
  const tokens = typed === null ? before : before.slice(0, -1);
  const byName = new Map(fields.map((field) => [field.name, field]));
  let expected: Expected = 'column';
  let field: ExpressionField | null = null;
  let isInList = false;
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (expected === 'column') {
      if (token.kind === 'open') depth += 1;
      else {
        field = byName.get(lower(token)) ?? null;
        expected = 'operator';
      }
    } else if (expected === 'operator') {
      const found = operatorAt(tokens, at);
      if (found === null) continue;
      at += found.length - 1;
      expected = found.operator === 'is_empty' || found.operator === 'is_not_empty' ? 'join' : 'value';
      isInList = found.operator === 'in';
    } else if (expected === 'value') {
      if (token.kind === 'open') continue;
      expected = 'join';
    } else if (isInList && token.kind === 'comma') expected = 'value';
    else if (token.kind === 'close') {
      if (isInList) isInList = false;
      else depth -= 1;
    } else if (isWord(token, 'and') || isWord(token, 'or')) expected = 'column';
  }
  const prefix = (typed?.text ?? '').toLowerCase();
  const offered = offeredAt(expected, { field, fields, isInList, depth });
  const begins = offered.filter(({ insert }) => insert.toLowerCase().startsWith(prefix));
  const holds = offered.filter(
    ({ insert, detail }) =>
      !insert.toLowerCase().startsWith(prefix) && `${insert} ${detail}`.toLowerCase().includes(prefix),
  );
  return { expected, from: typed?.from ?? caret, items: [...begins, ...holds] };
}

function offeredAt(
  expected: Expected,
  {
    field,
    fields,
    isInList,
    depth,
  }: {
    field: ExpressionField | null;
    fields: readonly ExpressionField[];
    isInList: boolean;
    depth: number;
  },
): Suggestion[] {
  if (expected === 'column') return fields.map(({ name, label }) => ({ insert: name, detail: label }));
  if (expected === 'operator')
    return EXPRESSION_OPERATORS[field?.type ?? 'text'].map((operator) => ({
      insert: WRITTEN[operator]!,
      detail: texts.operators[operator] ?? '',
    }));
  if (expected === 'value') {
    const values =
      field?.type === 'boolean'
        ? ['true', 'false']
        : field?.type === 'time'
          ? ['7_days_ago', '30_days_ago', '6_months_ago', '1_years_ago']
          : (field?.values ?? []);
    return values.map((value) => ({
      insert: /^[\p{L}\p{N}_.@-]+$/u.test(value) ? value : JSON.stringify(value),
      detail: '',
    }));
  }
  const close = { insert: ')', detail: texts.joins.close };
  if (isInList) return [{ insert: ',', detail: texts.joins.further }, close];
  return [
    { insert: 'and', detail: texts.joins.and },
    { insert: 'or', detail: texts.joins.or },
    ...(depth > 0 ? [close] : []),
  ];
}
