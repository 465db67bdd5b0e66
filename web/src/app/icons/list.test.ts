import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../..');

/** Names that any source file of the console imports from the icon package. */
function usedIcons(): string[] {
  const names = new Set<string>();
  for (const file of globSync('**/*.{ts,tsx}', { cwd: sources })) {
    if (file.endsWith('icons/list.ts') || file.endsWith('.test.ts')) continue;
    for (const [, list] of readFileSync(join(sources, file), 'utf8').matchAll(
      /import \{([^}]*)\} from '@tabler\/icons-react'/g,
    )) {
      for (const name of list?.split(',') ?? []) if (name.trim() !== '') names.add(name.trim());
    }
  }
  return [...names].sort();
}

/** The list as a module. */
function listModule(names: readonly string[]): string {
  const lines = names.map((name) => `  ${name},\n`).join('');
  return `import {\n${lines}} from '@tabler/icons-react';\n\n/** Every icon that the console uses, by name. Kept by \`vitest run web/src/app/icons -u\`. */\nexport const icons = {\n${lines}};\n`;
}

test('[ROUTE-015] the icon sheet lists every icon that the console uses (after a change run: vitest run web/src/app/icons -u)', async () => {
  await expect(listModule(usedIcons())).toMatchFileSnapshot('./list.ts');
});
