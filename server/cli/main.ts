import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { runProgram, type Registry } from './program.ts';

// What the last start stripped and compiled is used again: half the time to load, and 20 MB less. Not in
// the system's temporary folder, where others might put code in.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/earshot'));

/** Every command by its name: one file each, loaded when it is used. */
const COMMANDS: Registry = {
  start: () => import('./start.ts'),
  worker: () => import('./worker.ts'),
  migrate: () => import('./migrate.ts'),
  recount: () => import('./recount.ts'),
  doctor: () => import('./doctor.ts'),
  demo: () => import('./demo.ts'),
  import: () => import('./import.ts'),
  export: () => import('./export.ts'),
  backup: () => import('./backup.ts'),
  restore: () => import('./restore.ts'),
  release: () => import('./release.ts'),
  'user create': () => import('./user_create.ts'),
  'user list': () => import('./user_list.ts'),
  'user reset-link': () => import('./user_reset_link.ts'),
  'user reset-two-step': () => import('./user_reset_two_step.ts'),
  'subdomain create': () => import('./subdomain_create.ts'),
  'subdomain update': () => import('./subdomain_update.ts'),
  'subdomain list': () => import('./subdomain_list.ts'),
};

process.exitCode = await runProgram(process.argv.slice(2), COMMANDS, {
  stdout: process.stdout,
  stderr: process.stderr,
  environment: process.env,
});
// Pools and timers of a finished command are no reason to stay; what was printed goes out first.
process.stdout.write('', () => process.stderr.write('', () => process.exit()));
