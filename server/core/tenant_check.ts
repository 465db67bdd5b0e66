/**
 * The wall between tenants, first brick: refuses a statement that reads or writes a tenant's
 * table without comparing that table's subdomain_id with a parameter that holds the tenant of
 * the scope, at the same level of the statement (design: storage, section 2; PERM-050).
 *
 * It reads the SQL text that is about to be sent, so it does not matter who wrote it.
 * What it does not understand, it refuses.
 */

interface Token {
  kind: 'word' | 'quoted' | 'string' | 'parameter' | 'number' | 'symbol';
  text: string;
}

const TOKEN =
  /\s+|--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|\$(\d+)|([A-Za-z_][A-Za-z0-9_$]*)|(\d+(?:\.\d+)?)|(::|<=|>=|<>|!=|->>|->|#>>|@@|@>|<@|\|\||&&|[^\s])/gy;

function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [whole, quoted, parameter, word, number, symbol] = match;
    if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted });
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', text: parameter });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase() });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
    else if (whole.startsWith("'")) tokens.push({ kind: 'string', text: whole });
  }
  return tokens;
}

interface Level {
  /** alias -> table, for tenant tables named at this level */
  tables: Map<string, string>;
  /** aliases whose subdomain_id is compared with the tenant; '' = unqualified */
  compared: Set<string>;
  hasBareOr: boolean;
  /** after FROM, where a comma starts another table */
  inFrom: boolean;
  expectsTable: boolean;
}

const ENDS_FROM = new Set(['where', 'group', 'order', 'limit', 'offset', 'set', 'having', 'window', 'returning', 'union', 'except', 'intersect', 'for', 'values', 'select']);
const NO_ALIAS = new Set([...ENDS_FROM, 'on', 'join', 'left', 'right', 'inner', 'outer', 'full', 'cross', 'using', 'natural', 'as', 'lateral', 'and', 'or', 'not', 'tablesample', 'do', 'default']);

function newLevel(): Level {
  return { tables: new Map(), compared: new Set(), hasBareOr: false, inFrom: false, expectsTable: false };
}

/**
 * Makes the check for the given tenant tables.
 * The returned function answers null when the statement keeps to the tenant, else the reason to refuse it.
 */
export function createTenantCheck(
  tenantTables: ReadonlySet<string>,
): (text: string, values: readonly unknown[], subdomainId: string) => string | null {
  return (text, values, subdomainId) => {
    const tokens = tokenise(text);
    const isTenant = (token: Token | undefined): boolean =>
      token?.kind === 'parameter' && String(values[Number(token.text) - 1]) === subdomainId;
    const isName = (token: Token | undefined): token is Token => token?.kind === 'word' || token?.kind === 'quoted';

    const finish = (level: Level): string | null => {
      for (const [alias, table] of level.tables) {
        const compared = level.compared.has(alias) || (level.tables.size === 1 && level.compared.has(''));
        if (!compared) return `${table}${alias === table ? '' : ` (${alias})`} is not compared with the tenant at its level`;
      }
      if (level.tables.size > 0 && level.hasBareOr) return 'OR beside a tenant comparison must stand in parentheses';
      return null;
    };

    const stack: Level[] = [newLevel()];
    for (let i = 0; i < tokens.length; i += 1) {
      const token = tokens[i]!;
      const level = stack.at(-1)!;
      if (token.kind === 'symbol') {
        if (token.text === '(') {
          level.expectsTable = false;
          stack.push(newLevel());
        } else if (token.text === ')') {
          const reason = finish(level);
          if (reason) return reason;
          stack.pop();
          if (stack.length === 0) return 'unbalanced parentheses';
        } else if (token.text === ',' && level.inFrom) level.expectsTable = true;
        else if (token.text === ';') return 'one statement at a time';
        continue;
      }
      if (token.kind === 'word') {
        if (token.text === 'from' || token.text === 'join' || token.text === 'update' || token.text === 'using') {
          // `for update`, `do update` and `is distinct from` name no table
          const before = tokens[i - 1]?.text;
          if (before !== 'for' && before !== 'do' && before !== 'distinct' && before !== 'key') {
            level.inFrom = true;
            level.expectsTable = true;
          }
          continue;
        }
        if (token.text === 'into') {
          const reason = checkInsert(tokens, i, isTenant);
          if (reason) return reason;
          continue;
        }
        if (token.text === 'or') level.hasBareOr = true;
        if (token.text === 'union' || token.text === 'except' || token.text === 'intersect') {
          const reason = finish(level);
          if (reason) return reason;
          stack[stack.length - 1] = newLevel();
          continue;
        }
        if (ENDS_FROM.has(token.text) && token.text !== 'select') {
          level.inFrom = token.text === 'set' ? false : token.text === 'where' ? false : level.inFrom && false;
          level.expectsTable = false;
        }
      }
      if (level.expectsTable && isName(token) && !(token.kind === 'word' && (token.text === 'lateral' || token.text === 'only'))) {
        level.expectsTable = false;
        if (tokens[i + 1]?.text === '.') return 'tables are named without a schema';
        if (tenantTables.has(token.text)) {
          let next = tokens[i + 1];
          if (next?.kind === 'word' && next.text === 'as') next = tokens[i + 2];
          const alias = isName(next) && !(next.kind === 'word' && NO_ALIAS.has(next.text)) ? next.text : token.text;
          level.tables.set(alias, token.text);
        }
        continue;
      }
      if (isName(token) && token.text === 'subdomain_id') {
        const qualified = tokens[i - 1]?.text === '.';
        const alias = qualified ? (tokens[i - 2]?.text ?? '') : '';
        const before = tokens[i - (qualified ? 3 : 1)];
        const leads = before?.kind === 'word' && (before.text === 'where' || before.text === 'and' || before.text === 'on');
        if (leads && tokens[i + 1]?.text === '=' && isTenant(tokens[i + 2])) level.compared.add(alias);
      }
    }
    if (stack.length !== 1) return 'unbalanced parentheses';
    return finish(stack[0]!);

    function checkInsert(all: Token[], at: number, tenant: (token: Token | undefined) => boolean): string | null {
      const table = all[at + 1];
      if (!isName(table) || !tenantTables.has(table.text)) return null;
      let i = at + 2;
      if (all[i]?.text === 'as') i += 2;
      if (all[i]?.text !== '(') return `insert into ${table.text} must name its columns`;
      let column = 0;
      let found = -1;
      for (i += 1; all[i] && all[i]!.text !== ')'; i += 1) {
        if (all[i]!.text === ',') column += 1;
        else if (all[i]!.text === 'subdomain_id') found = column;
      }
      if (found < 0) return `insert into ${table.text} must set subdomain_id`;
      i += 1;
      if (all[i]?.text === 'values') {
        i += 1;
        while (all[i]?.text === '(') {
          const item = itemAt(all, i + 1, found);
          if (!tenant(all[item])) return `insert into ${table.text} must write the tenant of the scope`;
          i = closing(all, i) + 1;
          if (all[i]?.text !== ',') break;
          i += 1;
        }
        return null;
      }
      if (all[i]?.text === 'select') {
        const item = itemAt(all, i + 1, found);
        return tenant(all[item]) ? null : `insert into ${table.text} must write the tenant of the scope`;
      }
      return `insert into ${table.text} must be followed by VALUES or SELECT`;
    }
  };
}

/** Index of the first token of the nth comma-separated item that begins at `start`. */
function itemAt(tokens: Token[], start: number, nth: number): number {
  let depth = 0;
  let item = 0;
  for (let i = start; i < tokens.length; i += 1) {
    if (item === nth) return i;
    const text = tokens[i]!.text;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === ',' && depth === 0) item += 1;
  }
  return tokens.length;
}

function closing(tokens: Token[], open: number): number {
  let depth = 0;
  for (let i = open; i < tokens.length; i += 1) {
    if (tokens[i]!.text === '(') depth += 1;
    else if (tokens[i]!.text === ')') {
      depth -= 1;
      if (depth === 0) return i;
    }
  }
  return tokens.length;
}
