import { CronExpressionParser } from 'cron-parser';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Task } from '../core/task.ts';
import { schedule, tasks } from './tasks.ts';

test('every task that the domain declares is run by the worker, under a name of its own', async () => {
  const domain = join(import.meta.dirname, '../domain');
  const declared: string[] = [];
  for (const file of globSync('**/*.ts', { cwd: domain }).filter((name) => !name.endsWith('.test.ts'))) {
    const module = (await import(join(domain, file))) as Record<string, unknown>;
    for (const value of Object.values(module)) {
      if (typeof value === 'object' && value !== null && (value as Partial<Task>).kind === 'task')
        declared.push((value as Task).name);
    }
  }
  expect(tasks.map(({ name }) => name).toSorted()).toEqual(declared.toSorted());
  expect(new Set(declared).size).toBe(declared.length);
  for (const { task } of schedule) expect(tasks).toContain(task);
});

test('a task is tried three times at most', () => {
  for (const { retries } of tasks) expect(retries).toBeLessThanOrEqual(2);
});

test('every job that comes again has a next time', () => {
  const currentDate = new Date('2026-01-31T23:59:00Z');
  for (const { cron } of schedule)
    expect(
      CronExpressionParser.parse(cron, { currentDate, tz: 'UTC', strict: false }).next().getTime(),
    ).toBeGreaterThan(currentDate.getTime());
});
