import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTenant, buildUser } from '../server/db/builders.ts';
import { openTestDatabase } from '../server/db/testing.ts';
import type { TestDatabase } from '../server/db/testing.ts';
import { freePort } from '../server/testing/processes.ts';

/** Someone writes a report and forgets the workspace. */
const FORGOTTEN = `
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    return url.endsWith('/server/domain/insights/reports.ts')
      ? { ...loaded, source: String(loaded.source).replace('from statuses t where t.subdomain_id = $1 and', 'from statuses t where') }
      : loaded;
  },
});
`;

let database: TestDatabase;
let folder: string;
let url: string;
let dev: ReturnType<typeof spawn>;
let said = '';

/** Waits until it has said something. @returns the first group of the pattern */
async function says(pattern: RegExp): Promise<string> {
  for (;;) {
    const found = pattern.exec(said);
    if (found) return found[1] ?? found[0];
    if (dev.exitCode !== null) throw new Error(`It ended with ${dev.exitCode} and said: ${said}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

beforeAll(async () => {
  database = await openTestDatabase();
  const tenant = await buildTenant(database.pool, { key: 'demo' });
  await buildUser(database.pool, tenant, { license_type: 'owner' });
  folder = mkdtempSync(join(tmpdir(), 'earshot-dev-'));
  writeFileSync(join(folder, 'forgotten.mjs'), FORGOTTEN);
  const port = await freePort();
  url = `http://localhost:${port}`;
  dev = spawn(process.execPath, [join(import.meta.dirname, 'dev.ts')], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      WORKER: 'off',
      NODE_OPTIONS: `--import=${join(folder, 'forgotten.mjs')}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hear = (chunk: Buffer): void => void (said += chunk.toString());
  dev.stdout!.on('data', hear);
  dev.stderr!.on('data', hear);
});
afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGKILL');
    await once(dev, 'exit');
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

test('development mode: sign-in link, sources with their client, API, refused statements, a clean end', async () => {
  const link = await says(/sign in once within 15 min: (\S+)/);
  expect(link).toMatch(new RegExp(`^${url}/admin/signin/link\\?token=`));

  const page = await (await fetch(`${url}/admin/signin`)).text();
  expect(page).toContain('/console-assets/@vite/client');
  expect(page).toContain('id="earshot-env"');
  const entry = /src="([^"]*app\/signed_out\.tsx)"/.exec(page)![1]!;
  const source = await fetch(url + entry);
  expect(source.headers.get('content-type')).toMatch(/javascript/);
  expect(await source.text()).toContain('/console-assets/src/signed_out/SignedOut.tsx');
  const document = await (await fetch(`${url}/console-assets/src/api/viewer.ts`)).text();
  expect(document).toMatch(/query ConsoleViewer[^`]*`, "[^"]*subdomains/);

  const signedIn = await fetch(`${url}/admin/session/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ token: new URL(link).searchParams.get('token') }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(';')[0])
    .join('; ');
  const { token } = (await (
    await fetch(`${url}/clients/admin-console/token`, { headers: { cookie } })
  ).json()) as { token: string };
  const ask = async (query: string): Promise<{ data?: unknown; errors?: { message: string }[] }> =>
    (
      await fetch(`${url}/api/v2/admin/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, cookie },
        body: JSON.stringify({ query }),
      })
    ).json() as Promise<{ data?: unknown; errors?: { message: string }[] }>;
  expect(await ask('query { statuses { records { name } } }')).toEqual({
    data: { statuses: { records: [] } },
  });
  expect((await ask('query { report_top_statuses { status_name } }')).errors).toHaveLength(1);
  expect(await says(/Statement refused: [^\n"\\]*/)).toContain('statuses');

  dev.kill('SIGTERM');
  const [code] = (await once(dev, 'exit')) as [number | null];
  expect(code).toBe(0);
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});
