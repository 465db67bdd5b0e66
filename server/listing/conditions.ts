import { isLongerThan } from '../../contract/text_cut.ts';
import type { FilterContext } from '../core/entity.ts';
import { badInput } from '../core/errors.ts';
import type { Input } from '../core/inputs.ts';
import type { Permission, Viewer } from '../core/viewer.ts';

/**
 * How a condition on records that hang on a row is written: by the set of rows that have them, of which the planner
 * makes a join; or looked up for each row, where it would read the whole set (below or, and where it is turned round).
 */
export type LookUp = 'set' | 'row';

/** A condition that people may put together with others. */
export interface ConditionKind<T = unknown> {
  /** What was sent, checked. @throws BAD_USER_INPUT naming the place below `path` */
  read(raw: unknown, path: string): T;
  /** SQL in parentheses that is true or not true for each row, and never fails */
  where(value: T, c: FilterContext, by: LookUp): string;
  /** it chooses states, so that a list leaves no state out by itself */
  choosesState?: boolean;
  /** a list of such conditions may stand under the key, all of which must hold */
  takesList?: boolean;
  requires?: Permission;
  /** values that between them name all that it may read */
  samples: readonly unknown[];
}

export interface Condition {
  key: string;
  value: unknown;
}

/** Conditions joined by and, or by or. */
export interface ConditionGroup {
  operator: 'and' | 'or';
  parts: readonly (Condition | ConditionGroup)[];
}

export interface ConditionLimits {
  conditions: number;
  depth: number;
  characters: number;
}

type Kinds = Readonly<Record<string, ConditionKind>>;

const isGroup = (part: Condition | ConditionGroup): part is ConditionGroup => 'parts' in part;

/** An object that a caller sent. @throws BAD_USER_INPUT when it is none */
export function readObject(raw: unknown, path: string, form: string): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw))
    throw badInput(path, `${path} must be an object such as ${form}.`);
  return raw as Record<string, unknown>;
}

/** @throws BAD_USER_INPUT when an object holds a key beside these */
export function refuseOtherKeys(raw: Record<string, unknown>, known: readonly string[], path: string): void {
  const other = Object.keys(raw).find((key) => !known.includes(key));
  if (other !== undefined)
    throw badInput(
      `${path}.${other.slice(0, 60)}`,
      `There is no "${other.slice(0, 60)}" here. On offer: ${known.join(', ')}.`,
    );
}

/**
 * Conditions of several kinds: `{key: value}` joined by and, and groups `{operator, expressions}` of such objects.
 * The same as JSON text is taken as well.
 *
 * @param kinds by key, each with what it takes
 */
export function conditionsInput(
  description: string,
  kinds: Kinds,
  limits: ConditionLimits,
): Input<ConditionGroup> & { required: false } {
  const reader = new ConditionReader(kinds, limits);
  return {
    type: 'Json',
    description,
    required: false,
    nullable: false,
    sample: {
      operator: 'and',
      expressions: Object.entries(kinds).flatMap(([key, { samples }]) =>
        samples.map((sample) => ({ [key]: sample })),
      ),
    },
    read: (raw, path) => reader.readAll(raw, path),
  };
}

class ConditionReader {
  private readonly kinds: Kinds;
  private readonly limits: ConditionLimits;

  constructor(kinds: Kinds, limits: ConditionLimits) {
    this.kinds = kinds;
    this.limits = limits;
  }

  readAll(raw: unknown, path: string): ConditionGroup {
    const { characters } = this.limits;
    const text = typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? '');
    if (isLongerThan(text, characters))
      throw badInput(
        path,
        `The filter is too long: at most ${characters.toLocaleString('en')} characters as JSON.`,
        { reason: 'too_long' },
      );
    let given = raw;
    if (typeof raw === 'string') {
      try {
        given = JSON.parse(raw);
      } catch {
        throw badInput(
          path,
          `${path} is not JSON. Its form is {"status":{"operator":"include","values":["12"]}}.`,
        );
      }
    }
    return this.read(given, path, { left: this.limits.conditions }, 1);
  }

  private read(raw: unknown, path: string, count: { left: number }, depth: number): ConditionGroup {
    if (depth > this.limits.depth)
      throw badInput(path, `Groups may stand at most ${this.limits.depth} inside one another.`, {
        reason: 'too_large',
      });
    const given = readObject(raw, path, '{"status": {"operator": "include", "values": ["12"]}}');
    const { operator, expressions, ...plain } = given;
    const parts: (Condition | ConditionGroup)[] = [];
    for (const [key, value] of Object.entries(plain)) {
      const at = `${path}.${key.slice(0, 60)}`;
      const kind = Object.hasOwn(this.kinds, key) ? this.kinds[key]! : null;
      if (kind === null)
        throw badInput(
          at,
          `There is no filter "${key.slice(0, 60)}". On offer: ${Object.keys(this.kinds).join(', ')}.`,
        );
      // what a form leaves empty sets no condition
      if (value === undefined || value === null) continue;
      const isList = kind.takesList === true && Array.isArray(value);
      for (const [index, one] of (isList ? value : [value]).entries()) {
        count.left -= 1;
        if (count.left < 0) throw this.tooMany(path);
        parts.push({ key, value: kind.read(one, isList ? `${at}.${index}` : at) });
      }
    }
    if (operator === undefined && expressions === undefined) return { operator: 'and', parts };
    if (operator !== 'and' && operator !== 'or')
      throw badInput(`${path}.operator`, 'The operator of a group must be one of: and, or.');
    if (!Array.isArray(expressions) || expressions.length === 0)
      throw badInput(`${path}.expressions`, 'A group needs a list of at least one expression.');
    if (expressions.length > this.limits.conditions) throw this.tooMany(`${path}.expressions`);
    const inner = expressions.map((one, index) =>
      this.read(one, `${path}.expressions.${index}`, count, depth + 1),
    );
    const group: ConditionGroup = { operator, parts: inner };
    return parts.length === 0 ? group : { operator: 'and', parts: [...parts, group] };
  }

  private tooMany(path: string): Error {
    return badInput(path, `A filter has at most ${this.limits.conditions} conditions.`, {
      reason: 'too_large',
    });
  }
}

/** Every condition of a group and of those inside it. */
export function conditionsOf(group: ConditionGroup): Condition[] {
  return group.parts.flatMap((part) => (isGroup(part) ? conditionsOf(part) : [part]));
}

/** May somebody ask for all of it? */
export function mayAsk(group: ConditionGroup, kinds: Kinds, viewer: Viewer): boolean {
  return conditionsOf(group).every(({ key }) => kinds[key]!.requires?.allows(viewer) !== false);
}

/** Does any condition choose the states of rows, so that a list leaves nothing out by itself? */
export function choosesState(part: Condition | ConditionGroup, kinds: Kinds): boolean {
  return isGroup(part)
    ? part.parts.some((inner) => choosesState(inner, kinds))
    : kinds[part.key]!.choosesState === true;
}

/**
 * SQL of a group, in parentheses. Where a condition of it chooses states, the expressions beside it that are joined by
 * or leave out what the list does by itself: "closed, or with this label" shows open ideas with the label.
 *
 * @param shown what a list shows unless states are asked for
 */
export function writeConditions(
  group: ConditionGroup,
  kinds: Kinds,
  c: FilterContext,
  shown: (t: string) => string,
): string {
  const write = (part: Condition | ConditionGroup, own: LookUp, isCovered: boolean): string => {
    if (!isGroup(part)) return kinds[part.key]!.where(part.value, c, own);
    if (part.parts.length === 0) return '(true)';
    const needsCover = !isCovered && choosesState(part, kinds);
    if (part.operator === 'or' && part.parts.length > 1) {
      const branches = part.parts.map((inner) => {
        const sql = write(inner, 'row', isCovered || !needsCover);
        return needsCover && !choosesState(inner, kinds) ? `(${shown(c.t)} and ${sql})` : sql;
      });
      return `(${branches.join(' or ')})`;
    }
    // one condition among those joined by and covers all of them
    const first = part.parts.find((inner) => choosesState(inner, kinds));
    return `(${part.parts.map((inner) => write(inner, own, isCovered || inner !== first)).join(' and ')})`;
  };
  return write(group, 'set', false);
}
