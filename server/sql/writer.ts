/** A finished statement: text with $n places and its values. */
export interface Statement {
  text: string;
  values: unknown[];
  /** Every plan of the text is good for every value (design: steady filters), so that it may be prepared. */
  isSteady?: true;
}

/**
 * Collects the values of one SQL statement while its text is written.
 * `$1` is always the tenant: every level of every list statement compares with it.
 */
export class Writer {
  readonly values: unknown[];
  subselects = 0;
  private aliases = 0;

  constructor(subdomainId: string) {
    this.values = [subdomainId];
  }

  /** Places a value; returns its `$n`. */
  value(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  /** A table alias not used before in this statement. */
  alias(): string {
    this.aliases += 1;
    return `r${this.aliases}`;
  }
}

/** SQL text of a timestamp as ISO 8601 UTC with milliseconds, the form of every time that leaves the API. */
export function isoTime(expression: string): string {
  return `to_char((${expression}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
