import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SentStatement } from './server_process.ts';

/** What to do when pgbench is missing. */
export const PGBENCH_MISSING =
  'pgbench is missing, so there is no figure of bare SQL. On Debian and Ubuntu: apt-get install postgresql-contrib; or set PGBENCH to its path.';

/** Path of pgbench: PGBENCH, the search path, or Debian's folders, the newest first; null when there is none. */
export function findPgbench(): string | null {
  const named = process.env['PGBENCH'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : null;
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' });
    return 'pgbench';
  } catch {
    const root = '/usr/lib/postgresql';
    const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
    return (
      versions.map((version) => join(root, version, 'bin/pgbench')).find((path) => existsSync(path)) ?? null
    );
  }
}

/**
 * Transactions per second of statements under pgbench, prepared. Whole numbers are bound, as the server
 * binds them; other values stand in the text.
 *
 * @param statements one transaction; or a ready script for pgbench
 */
export async function runPgbench(
  pgbench: string,
  url: string,
  statements: readonly SentStatement[] | string,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<{ perSecond: number; latencyMs: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'earshot-pgbench-'));
  const file = join(folder, 'script.sql');
  writeFileSync(file, typeof statements === 'string' ? statements : scriptOf(statements));
  const { searchParams, pathname } = new URL(url);
  try {
    const { stdout } = await promisify(execFile)(
      pgbench,
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(clients),
        '-j',
        '1',
        '-T',
        String(seconds),
        '-f',
        file,
        pathname.slice(1),
      ],
      {
        env: {
          ...process.env,
          PGHOST: searchParams.get('host') ?? '',
          PGUSER: searchParams.get('user') ?? '',
        },
      },
    ).catch((error: Error & { stderr?: string }) => {
      throw new Error(`pgbench failed: ${(error.stderr ?? error.message).slice(0, 600)}`);
    });
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    const latencyMs = Number(/^latency average = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!Number.isFinite(perSecond)) throw new Error(`pgbench answered:\n${stdout}`);
    return { perSecond, latencyMs };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function scriptOf(statements: readonly SentStatement[]): string {
  return statements
    .map(({ text, values }, index) => {
      const sets: string[] = [];
      // from the last to the first, so that $1 does not match the beginning of $10
      const bound = values.reduceRight<string>((sql, value, at) => {
        const isWhole =
          typeof value === 'number'
            ? Number.isInteger(value)
            : typeof value === 'string' && /^\d{1,15}$/.test(value);
        const name = `v${index}_${at + 1}`;
        if (isWhole) sets.push(`\\set ${name} ${String(value)}`);
        return sql.replaceAll(`$${at + 1}`, () => (isWhole ? `:${name}::bigint` : literal(value)));
      }, withoutVariables(text));
      return `${sets.join('\n')}\n${bound.replaceAll(/\s*\n\s*/g, ' ')};\n`;
    })
    .join('');
}

/** A value as it stands in the text of a statement. */
export function literal(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value))
    return quoted(`{${value.map((part) => `"${String(part).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return value instanceof Date ? `(${quoted(value.toISOString())})::timestamptz` : quoted(String(value));
}

function quoted(text: string): string {
  return withoutVariables(`'${text.replaceAll("'", "''")}'`);
}

/** pgbench takes a colon before a letter for a variable, also within a literal: such literals are cut in two. */
export function withoutVariables(sql: string): string {
  return sql.replaceAll(/(?<!:):(?=\w)/g, ":' || '");
}
