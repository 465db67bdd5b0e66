import { createRequire } from 'node:module';
import { defineConfig } from 'vitest/config';

// Modules that require() graphql and modules that import it must get the same copy: its checks compare classes.
const graphql = createRequire(import.meta.url).resolve('graphql');

/** Journeys that measure, and so must have the machine to themselves. */
const SERIAL = ['e2e/budget.e2e.ts'];

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    // One PostgreSQL for the whole run.
    globalSetup: ['server/testing/global_setup.ts'],
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['{contract,server,scripts,bench,web/src}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          environment: 'node',
          // One at a time: two leave no core for the browser of either, and journeys then miss moments.
          maxWorkers: 1,
          include: ['e2e/**/*.e2e.ts'],
          exclude: SERIAL,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e-alone',
          environment: 'node',
          include: SERIAL,
          maxWorkers: 1,
          // after all others
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
