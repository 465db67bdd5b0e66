import { readFileSync, writeFileSync } from 'node:fs';
import { IDEA_EXPORT_COLUMNS, IDEA_FIELDS, IDEA_IMPORT_FIELDS } from '../contract/idea_fields.ts';

/** Prints the tables of the manual that follow from declarations; `--check` fails when one is stale. */
const TABLES: Readonly<Record<string, { page: string; text: () => string }>> = {
  'columns of an export': {
    page: 'exports.md',
    text: () =>
      table(
        ['column', 'what'],
        [['id', 'Id'], ...IDEA_EXPORT_COLUMNS.map((name) => [name, IDEA_FIELDS[name].label])],
      ),
  },
  'columns of an import': {
    page: 'import.md',
    text: () =>
      table(
        ['field', 'columns'],
        Object.entries(IDEA_IMPORT_FIELDS)
          .filter(([, { names }]) => names !== '')
          .map(([field, { names }]) => [field, names.replaceAll(' ', ', ')]),
      ),
  },
};

const END = '<!-- end of print -->';

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

const fileOf = (page: string): URL => new URL(`../docs/manual/${page}`, import.meta.url);

/**
 * The pages of the manual whose tables are printed, as they are and as they should be.
 * @throws Error when a page has no place for its table
 */
export function printManual(): { page: string; current: string; printed: string }[] {
  const pages = [...new Set(Object.values(TABLES).map(({ page }) => page))];
  return pages.map((page) => {
    const current = readFileSync(fileOf(page), 'utf8');
    let printed = current;
    for (const [name, { page: own, text }] of Object.entries(TABLES)) {
      if (own !== page) continue;
      const begin = `<!-- printed by "npm run manual": ${name} -->\n`;
      const from = printed.indexOf(begin) + begin.length;
      const to = printed.indexOf(END, from);
      if (!printed.includes(begin) || to < 0)
        throw new Error(`docs/manual/${page} has no place for the table of ${name}`);
      printed = `${printed.slice(0, from)}\n${text()}\n\n${printed.slice(to)}`;
    }
    return { page, current, printed };
  });
}

if (import.meta.main) {
  const stale = printManual().filter(({ current, printed }) => current !== printed);
  if (process.argv.includes('--check')) {
    for (const { page } of stale) console.error(`docs/manual/${page} is stale: run "npm run manual".`);
    if (stale.length > 0) process.exitCode = 1;
  } else {
    for (const { page, printed } of stale) writeFileSync(fileOf(page), printed);
    console.log(
      stale.length === 0 ? 'The manual is up to date.' : `Wrote ${stale.map(({ page }) => page).join(', ')}.`,
    );
  }
}
