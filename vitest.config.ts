import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';
import { scratchFolder } from './scripts/scratch.ts';
import { SERIAL } from './scripts/serial_journeys.ts';

// Modules that require() graphql and modules that import it must get the same copy: its checks compare classes.
const graphql = createRequire(import.meta.url).resolve('graphql');

process.env['TMPDIR'] = scratchFolder();

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    // One PostgreSQL for the whole run.
    globalSetup: ['server/testing/global_setup.ts'],
    maxWorkers: 2,
    // Both cores are busy: a larger young generation is collected less often, by the thread itself, and functions
    // are compiled at once, since most of a test's code runs a few times.
    execArgv: ['--max-semi-space-size=128', '--single-threaded-gc', '--always-sparkplug'],
    // They only end what hangs: how long a test may take says more of the machine than of the product, too.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for comes when it comes: a second, vitest's own measure, says more of the machine than of the product.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // Journeys run beside them: with more workers than cores each waits so long that what it waits for is late.
          maxWorkers: 2,
          // A worker keeps what it has loaded from file to file: a quarter of the time went there.
          isolate: false,
          include: ['{contract,server,scripts,bench,web/src}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          globalSetup: ['e2e/support/global_setup.ts'],
          // A worker keeps its browser, its server and what they have compiled from file to file.
          isolate: false,
          include: ['e2e/**/*.e2e.ts'],
          exclude: SERIAL,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-alone',
          environment: 'node',
          globalSetup: ['e2e/support/global_setup.ts'],
          include: SERIAL,
          maxWorkers: 1,
          // after all others, also where somebody asks for everything at once
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
