/** What a recount found wrong. */

/** Counters that were found wrong and set right, with a few examples each. */
export class CounterMismatch {
  private readonly found = new Map<
    string,
    { table: string; counter: string; rows: number; examples: DriftExample[] }
  >();

  /** Notes one wrong number. `before` and `after` are null for a row that was missing, or too many. */
  add(table: string, counter: string, example: DriftExample): void {
    const key = `${table}.${counter}`;
    let entry = this.found.get(key);
    if (!entry) this.found.set(key, (entry = { table, counter, rows: 0, examples: [] }));
    entry.rows += 1;
    if (entry.examples.length < 5) entry.examples.push(example);
  }

  /** All of it, by table and counter. Empty: every stored number was right. */
  get entries(): readonly {
    table: string;
    counter: string;
    rows: number;
    examples: readonly DriftExample[];
  }[] {
    return [...this.found.values()];
  }
}

export interface DriftExample {
  /** id of the row, or its key in words */
  id: string;
  before: unknown;
  after: unknown;
}
