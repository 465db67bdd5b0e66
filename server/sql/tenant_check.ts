/**
 * The wall between tenants, first brick: refuses a statement that reads or writes a tenant's
 * table without comparing that table's subdomain_id with a parameter that holds the tenant of
 * the scope, at the same level of the statement (design: storage, section 2; PERM-050).
 *
 * It reads the SQL text that is about to be sent, so it does not matter who wrote it.
 * What it does not understand, it refuses: the way out is to write the statement plainly.
 *
 * A comparison counts when it is a term of its own, joined by AND, in WHERE or in the ON of a join
 * that it limits: `t.subdomain_id = $1`, or the same with `is true` behind it. It does not count in a select list, under OR, NOT, CASE or
 * BETWEEN, in parentheses (another level), or for the left side of a LEFT JOIN in its ON.
 */

import { tokenise, type Token } from './tokens.ts';

/** One level of the statement: the statement itself, or what stands in parentheses. */
interface Level {
  /** alias -> table, for tenant tables named at this level */
  tables: Map<string, string>;
  /** aliases whose tenant column is compared with the tenant; '' = unqualified */
  compared: Set<string>;
  hasBareOr: boolean;
  clause: 'select' | 'from' | 'on' | 'where' | 'set' | 'other';
  /** in FROM, where a comma starts another table */
  inFrom: boolean;
  expectsTable: boolean;
  /** join under way: whether its ON limits only its own table, and that table's alias */
  join: { isLeft: boolean; alias: string | null; hasOn: boolean } | null;
  /** after UPDATE, until its SET */
  awaitsSet: boolean;
  /** the arguments of a function that has a FROM of its own, such as extract(epoch from t) */
  isCall: boolean;
  /** CASEs that are open, BETWEENs seen */
  cases: number;
  betweens: number;
}

const newLevel = (isCall = false): Level => ({
  tables: new Map(),
  compared: new Set(),
  hasBareOr: false,
  clause: 'other',
  inFrom: false,
  expectsTable: false,
  join: null,
  awaitsSet: false,
  isCall,
  cases: 0,
  betweens: 0,
});

const STATEMENTS = new Set(['select', 'insert', 'update', 'delete', 'with', 'values']);
const SUBQUERIES = new Set(['select', 'with', 'values', 'insert', 'update', 'delete']);
const ENDS_FROM = new Set([
  'where',
  'group',
  'order',
  'limit',
  'offset',
  'fetch',
  'set',
  'having',
  'window',
  'returning',
  'union',
  'except',
  'intersect',
  'for',
  'values',
  'select',
]);
const NO_ALIAS = new Set([
  ...ENDS_FROM,
  'on',
  'join',
  'left',
  'right',
  'inner',
  'outer',
  'full',
  'cross',
  'using',
  'natural',
  'as',
  'lateral',
  'and',
  'or',
  'not',
  'tablesample',
  'do',
  'default',
]);
/** What may stand behind a comparison so that it stays a term of its own. */
const ENDS_TERM = new Set([...ENDS_FROM, 'and', 'or', 'on', 'join', 'left', 'inner', 'cross']);
const CALLS_WITH_FROM = new Set(['extract', 'substring', 'trim', 'overlay']);
/** Functions that run a query which they are given as text. */
const RUNS_TEXT = /^(?:(?:query|table|schema|database|cursor)_to_|dblink|ts_stat$|ts_rewrite$)/;

/** Answers null when the statement keeps to the tenant, else the reason to refuse it. */
export type StatementCheck = (text: string, values: readonly unknown[], subdomainId: string) => string | null;

/**
 * Makes the check.
 *
 * @param tenantTables tables with a column subdomain_id
 * @param tenants the table of the tenants themselves; its column id is compared instead
 */
export function createTenantCheck(tenantTables: ReadonlySet<string>, tenants = 'subdomains'): StatementCheck {
  const columnOf = (table: string): string => (table === tenants ? 'id' : 'subdomain_id');
  const isGuarded = (name: string): boolean => name === tenants || tenantTables.has(name);
  /** What was found of a statement whose parameters at these places hold the tenant: nothing else decides. */
  const verdicts = new Map<string, string | null>();
  return (text, values, subdomainId) => {
    const holders: number[] = [];
    for (const [index, value] of values.entries())
      if (isId(value) && String(value) === subdomainId) holders.push(index + 1);
    const key = `${holders.join()} ${text}`;
    const known = verdicts.get(key);
    if (known !== undefined) return known;
    const verdict = new Check(tokenise(text), (index) => holders.includes(index), isGuarded, columnOf).run();
    if (verdicts.size >= VERDICTS_KEPT) verdicts.clear();
    if (key.length <= VERDICT_CHARACTERS) verdicts.set(key, verdict);
    return verdict;
  };
}

/** The same few hundred statements come again and again; a list of many values makes one that does not. */
const VERDICTS_KEPT = 1000;
const VERDICT_CHARACTERS = 20_000;

const isId = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'bigint' || typeof value === 'number';

class Check {
  private readonly tokens: Token[];
  private readonly holdsTenant: (parameter: number) => boolean;
  private readonly isGuarded: (name: string) => boolean;
  private readonly columnOf: (table: string) => string;
  private readonly stack: Level[] = [newLevel()];

  constructor(
    tokens: Token[],
    holdsTenant: (parameter: number) => boolean,
    isGuarded: (name: string) => boolean,
    columnOf: (table: string) => string,
  ) {
    this.tokens = tokens;
    this.holdsTenant = holdsTenant;
    this.isGuarded = isGuarded;
    this.columnOf = columnOf;
  }

  run(): string | null {
    const { tokens } = this;
    const unreadable = tokens.find((token) => token.kind === 'unreadable');
    if (unreadable) return `"${unreadable.text}" cannot be read for certain`;
    // statistics of a table say nothing of a tenant; an import asks for them as it fills tables (decision 0005)
    if (tokens.length === 2 && this.isWord(0, new Set(['analyze'])) && tokens[1]!.kind === 'word')
      return null;
    if (!this.isWord(0, STATEMENTS)) return 'only SELECT, INSERT, UPDATE and DELETE are sent';
    for (let i = 0; i < tokens.length; i += 1) {
      const reason = this.step(i);
      if (reason !== null) return reason;
    }
    if (this.stack.length !== 1) return 'unbalanced parentheses';
    return this.finish(this.stack[0]!);
  }

  private step(i: number): string | null {
    const token = this.tokens[i]!;
    const level = this.stack.at(-1)!;
    if (token.kind === 'symbol') return this.symbol(i, token.text, level);
    if (token.kind === 'word') {
      const { handled, reason } = this.keyword(i, token.text, level);
      if (handled || reason !== null) return reason;
    }
    if (!this.isName(i)) return null;
    if (RUNS_TEXT.test(token.text) && this.isSymbol(i + 1, '('))
      return `${token.text} runs a query that is not seen`;
    if (level.expectsTable) return this.table(i, level);
    return this.column(i, level);
  }

  private symbol(i: number, text: string, level: Level): string | null {
    if (text === '(') {
      if (level.expectsTable && !this.opensSubquery(i)) return 'joins are written without parentheses';
      if (level.clause === 'set' && (this.isWord(i - 1, 'set') || this.isSymbol(i - 1, ',')))
        return 'columns are set one by one';
      level.expectsTable = false;
      this.stack.push(newLevel(this.isWord(i - 1, CALLS_WITH_FROM)));
    } else if (text === ')') {
      const reason = this.finish(level);
      if (reason) return reason;
      this.stack.pop();
      if (this.stack.length === 0) return 'unbalanced parentheses';
    } else if (text === ',' && level.inFrom) {
      level.expectsTable = true;
      level.join = null;
    } else if (text === ';') return 'one statement at a time';
    return null;
  }

  /** Words that decide where the statement stands; `handled` false: the word may still be a name. */
  private keyword(i: number, text: string, level: Level): { handled: boolean; reason: string | null } {
    const done = (reason: string | null = null) => ({ handled: true, reason });
    switch (text) {
      case 'from':
      case 'join':
      case 'update':
      case 'table':
      case 'using':
        return done(this.expectTable(i, text, level));
      case 'into':
        return done(this.isWord(i - 1, 'insert') ? this.checkInsert(i) : 'INTO is written only after INSERT');
      case 'right':
      case 'full':
        return done(
          this.isSymbol(i + 1, '(') || !level.inFrom
            ? null
            : `${text.toUpperCase()} JOIN is not read; write a LEFT JOIN`,
        );
      case 'on':
        // ON CONFLICT and DISTINCT ON belong to no join
        if (level.join === null || this.isWord(i + 1, 'conflict')) return done();
        if (level.join.hasOn) return done('each join is followed by its own ON');
        level.join.hasOn = true;
        level.clause = 'on';
        return done();
      case 'case':
        level.cases += 1;
        return done();
      case 'end':
        level.cases = Math.max(0, level.cases - 1);
        return done();
      case 'between':
        level.betweens += 1;
        return done();
      case 'or':
        if (level.clause === 'where' || level.clause === 'on') level.hasBareOr ||= level.cases === 0;
        return done();
      case 'union':
      case 'except':
      case 'intersect': {
        const reason = this.finish(level);
        this.stack[this.stack.length - 1] = newLevel();
        return done(reason);
      }
    }
    if (!ENDS_FROM.has(text)) return { handled: false, reason: null };
    // these two may also be names, which end nothing
    if (text === 'set' && !level.awaitsSet) return done('SET stands only after UPDATE');
    if (text === 'values' && level.inFrom) return done('VALUES is no name here');
    if (text === 'set') level.awaitsSet = false;
    level.inFrom = false;
    level.expectsTable = false;
    level.join = null;
    level.clause = text === 'where' || text === 'set' || text === 'select' ? text : 'other';
    return done();
  }

  private expectTable(i: number, text: string, level: Level): string | null {
    // `is distinct from`, `extract(x from y)`, `for update`, `for no key update` and `do update` name no table
    if (text === 'from' && (level.isCall || this.isWord(i - 1, 'distinct'))) return null;
    if (text === 'update') {
      if (this.isWord(i - 1, 'for') || (this.isWord(i - 1, 'key') && this.isWord(i - 2, 'no'))) return null;
      level.awaitsSet = true;
      if (this.isWord(i - 1, 'do')) return null;
    }
    if (text === 'using' && this.isSymbol(i + 1, '(') && !this.opensSubquery(i + 1))
      return 'joins are written with ON';
    level.inFrom = true;
    level.expectsTable = true;
    level.clause = 'from';
    level.join = null;
    if (text === 'join') {
      let before = i - 1;
      if (this.isWord(before, 'outer')) before -= 1;
      level.join = {
        isLeft: this.isWord(before, 'left'),
        alias: null,
        hasOn: this.isWord(before, new Set(['cross', 'natural'])),
      };
    }
    return null;
  }

  /** The name at `i` is a table's (or a function's, a CTE's). */
  private table(i: number, level: Level): string | null {
    if (this.isWord(i, new Set(['lateral', 'only']))) return null;
    level.expectsTable = false;
    let at = i;
    while (this.isSymbol(at + 1, '.') && this.isName(at + 2)) at += 2;
    const name = this.tokens[at]!.text;
    if (!this.isGuarded(name)) return null;
    if (at !== i) return 'tables are named without a schema';
    const aliasAt = this.isWord(i + 1, 'as') ? i + 2 : i + 1;
    const alias = this.isName(aliasAt) && !this.isWord(aliasAt, NO_ALIAS) ? this.tokens[aliasAt]!.text : name;
    if (this.isSymbol(alias === name ? i + 1 : aliasAt + 1, '(')) return `columns of ${name} are not renamed`;
    level.tables.set(alias, name);
    if (level.join) level.join.alias = alias;
    return null;
  }

  private column(i: number, level: Level): string | null {
    const { text } = this.tokens[i]!;
    if (text !== 'subdomain_id' && text !== 'id') return null;
    if (
      level.clause === 'set' &&
      this.isSymbol(i + 1, '=') &&
      (text === 'subdomain_id' || [...level.tables.values()].some((name) => this.columnOf(name) === text))
    )
      return 'a row stays with its tenant';
    const isQualified = this.isSymbol(i - 1, '.');
    const alias = isQualified ? (this.tokens[i - 2]?.text ?? '') : '';
    const table =
      level.tables.get(alias) ??
      (!isQualified && level.tables.size === 1 ? [...level.tables.values()][0]! : null);
    if (table === null || this.columnOf(table) !== text) return null;
    if (!this.isTerm(i - (isQualified ? 3 : 1), level)) return null;
    if (!this.isSymbol(i + 1, '=') || !this.isTenant(i + 2)) return null;
    const compared = this.isSymbol(i + 3, '::') && this.isName(i + 4) ? i + 5 : i + 3;
    // says the same, and keeps an index that holds the tenant from being read for it
    const after = this.isWord(compared, 'is') && this.isWord(compared + 1, 'true') ? compared + 2 : compared;
    const ends =
      after >= this.tokens.length ||
      this.isSymbol(after, ')') ||
      this.isSymbol(after, ',') ||
      this.isWord(after, ENDS_TERM);
    if (!ends) return null;
    if (level.clause === 'on' && level.join?.isLeft && level.join.alias !== alias) return null;
    level.compared.add(alias);
    return null;
  }

  /** Does a term of WHERE or ON begin behind the token at `i`? */
  private isTerm(i: number, level: Level): boolean {
    if (level.cases > 0 || (level.clause !== 'where' && level.clause !== 'on')) return false;
    if (this.isWord(i, 'and')) {
      if (level.betweens === 0) return true;
      // the AND of a BETWEEN joins its bounds; count those since the BETWEEN
      return this.andsSinceBetween(i) > 1;
    }
    return this.isWord(i, new Set(['where', 'on']));
  }

  private andsSinceBetween(i: number): number {
    let ands = 0;
    let depth = 0;
    for (let at = i; at >= 0; at -= 1) {
      if (this.isSymbol(at, ')')) depth += 1;
      else if (this.isSymbol(at, '(')) depth -= 1;
      else if (depth === 0 && this.isWord(at, 'and')) ands += 1;
      else if (depth === 0 && this.isWord(at, 'between')) return ands;
    }
    return ands;
  }

  private finish(level: Level): string | null {
    for (const [alias, table] of level.tables) {
      const isCompared = level.compared.has(alias) || (level.tables.size === 1 && level.compared.has(''));
      if (!isCompared)
        return `${table}${alias === table ? '' : ` (${alias})`} is not compared with the tenant at its level`;
    }
    if (level.tables.size > 0 && level.hasBareOr)
      return 'OR beside a tenant comparison must stand in parentheses';
    return null;
  }

  private checkInsert(at: number): string | null {
    const { tokens } = this;
    let i = at + 1;
    while (this.isSymbol(i + 1, '.')) i += 2;
    const table = tokens[i]?.text ?? '';
    if (!this.isName(i) || !this.isGuarded(table)) return null;
    if (i !== at + 1) return 'tables are named without a schema';
    const column = this.columnOf(table);
    if (column === 'id') return 'tenants are not made here';
    i += 1;
    if (this.isWord(i, 'as')) i += 2;
    if (!this.isSymbol(i, '(')) return `insert into ${table} must name its columns`;
    const end = this.closing(i);
    let found = -1;
    for (let at = i + 1, nth = 0; at < end; at += 1) {
      if (this.isSymbol(at, ',')) nth += 1;
      else if (tokens[at]!.text === column && this.isName(at)) found = nth;
    }
    if (found < 0) return `insert into ${table} must set subdomain_id`;
    const foreign = `insert into ${table} must write the tenant of the scope`;
    i = end + 1;
    if (this.isWord(i, 'values')) {
      for (i += 1; this.isSymbol(i, '('); i += 1) {
        if (!this.isTenantItem(i + 1, found)) return foreign;
        i = this.closing(i) + 1;
        if (!this.isSymbol(i, ',')) break;
      }
      return null;
    }
    if (!this.isWord(i, 'select')) return `insert into ${table} must be followed by VALUES or SELECT`;
    if (!this.isTenantItem(i + 1, found)) return foreign;
    for (let depth = 0; i < tokens.length && depth >= 0; i += 1) {
      if (this.isSymbol(i, '(')) depth += 1;
      else if (this.isSymbol(i, ')')) depth -= 1;
      else if (depth === 0 && this.isWord(i, new Set(['union', 'except', 'intersect'])))
        return `insert into ${table} takes one SELECT`;
    }
    return null;
  }

  /** Is the nth of the comma-separated items from `start` the tenant, and nothing but the tenant? */
  private isTenantItem(start: number, nth: number): boolean {
    let depth = 0;
    let item = 0;
    for (let i = start; i < this.tokens.length && depth >= 0; i += 1) {
      if (item === nth) {
        if (!this.isTenant(i)) return false;
        const after = this.isSymbol(i + 1, '::') ? i + 3 : i + 1;
        return (
          after >= this.tokens.length ||
          this.isSymbol(after, ',') ||
          this.isSymbol(after, ')') ||
          this.isWord(after, new Set(['from', 'where', 'limit', 'on', 'returning']))
        );
      }
      if (this.isSymbol(i, '(')) depth += 1;
      else if (this.isSymbol(i, ')')) depth -= 1;
      else if (depth === 0 && this.isSymbol(i, ',')) item += 1;
    }
    return false;
  }

  private closing(open: number): number {
    let depth = 0;
    for (let i = open; i < this.tokens.length; i += 1) {
      if (this.isSymbol(i, '(')) depth += 1;
      else if (this.isSymbol(i, ')')) {
        depth -= 1;
        if (depth === 0) return i;
      }
    }
    return this.tokens.length;
  }

  /** Does the parenthesis at `i` hold a query, perhaps in more parentheses? */
  private opensSubquery(i: number): boolean {
    let at = i;
    while (this.isSymbol(at, '(')) at += 1;
    return this.isWord(at, SUBQUERIES);
  }

  private isTenant(i: number): boolean {
    const token = this.tokens[i];
    return token?.kind === 'parameter' && this.holdsTenant(Number(token.text));
  }

  private isName(i: number): boolean {
    const kind = this.tokens[i]?.kind;
    return kind === 'word' || kind === 'quoted';
  }

  private isWord(i: number, words: string | ReadonlySet<string>): boolean {
    const token = this.tokens[i];
    return (
      token?.kind === 'word' && (typeof words === 'string' ? token.text === words : words.has(token.text))
    );
  }

  private isSymbol(i: number, text: string): boolean {
    const token = this.tokens[i];
    return token?.kind === 'symbol' && token.text === text;
  }
}
