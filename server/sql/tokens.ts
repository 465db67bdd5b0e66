/** A word, name, text, number or sign of an SQL statement. */
export interface Token {
  kind: 'word' | 'quoted' | 'string' | 'parameter' | 'number' | 'symbol' | 'unreadable';
  text: string;
}

// The alternatives are those of PostgreSQL's own scanner. Only its white space is skipped: to it a
// no-break space is a letter. A comment in a comment and prefixed strings end elsewhere than they
// seem to, so they are unreadable, like everything that no alternative takes.
const TOKEN =
  /[ \t\n\r\f]+|--[^\n\r]*|\/\*(?:(?!\/\*|\*\/)[^])*\*\/|([EeBbXxNn]'|[Uu]&['"]|\/\*|')|"((?:[^"]|"")*)"|\$(\d+)|([A-Za-z_][A-Za-z0-9_$]*)|(\d+(?:\.\d+)?)|(::|<=|>=|<>|!=|->>|->|#>>|#>|@@|@>|<@|\|\||&&|[-+*/<>=~!@#%^&|?.,:;()[\]])|([^])/gy;
const STRING = /'(?:[^']|'')*'/gy;

/** The tokens of a statement, without white space and comments; what cannot be read for certain is `unreadable`. */
export function tokenise(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [whole, opening, quoted, parameter, word, number, symbol, other] = match;
    if (opening === "'") {
      STRING.lastIndex = match.index;
      const string = STRING.exec(text);
      if (!string) return [...tokens, { kind: 'unreadable', text: whole }];
      tokens.push({ kind: 'string', text: string[0] });
      TOKEN.lastIndex = STRING.lastIndex;
    } else if (opening !== undefined || other !== undefined) tokens.push({ kind: 'unreadable', text: whole });
    else if (quoted !== undefined) tokens.push({ kind: 'quoted', text: quoted.replaceAll('""', '"') });
    else if (parameter !== undefined) tokens.push({ kind: 'parameter', text: parameter });
    else if (word !== undefined) tokens.push({ kind: 'word', text: word.toLowerCase() });
    else if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (symbol !== undefined) tokens.push({ kind: 'symbol', text: symbol });
  }
  return tokens;
}
