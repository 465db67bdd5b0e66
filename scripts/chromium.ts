import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/**
 * Names under which systems install the browser, best first. The headless shell is the same browser without windows:
 * a journey takes a quarter less of the processor in it.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

/** Packages that bring a browser, best first; not each release of the distribution has the first. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

const ADVICE =
  'The browser journeys need a Chromium: install the package chromium (or Chrome), or set CHROMIUM to the path of one';

/**
 * The path of a Chromium on this machine that really starts, null when there is none. The variable CHROMIUM
 * comes first, then the usual names in the PATH.
 */
export function findChromium(
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | null {
  const candidates = environment.CHROMIUM
    ? [environment.CHROMIUM]
    : NAMES.flatMap((name) => (environment.PATH ?? '').split(':').map((folder) => join(folder, name)));
  return candidates.find((path) => isExecutable(path) && starts(path)) ?? null;
}

/**
 * The path of a Chromium, installed from the distribution's packages when there is none and this is root on
 * a system with apt-get.
 *
 * @throws Error saying exactly what to do
 */
export function provideChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  if (process.env.CHROMIUM)
    throw new Error(
      `CHROMIUM names ${process.env.CHROMIUM}, which does not start; correct it, or unset it to look for one.`,
    );
  if (process.geteuid?.() !== 0) throw new Error(`${ADVICE}; on Debian run "sudo apt-get install chromium".`);
  if (spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status !== 0) throw new Error(`${ADVICE}.`);
  console.error('Installing Chromium for the browser journeys; this happens once.');
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]): number | null =>
    spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 2, 2] }).status;
  const install = (name: string): boolean =>
    aptGet('install', '-y', '-qq', '--no-install-recommends', name, 'fonts-liberation') === 0;
  if (aptGet('update', '-qq') !== 0)
    throw new Error(`${ADVICE}; "apt-get update" failed, its reason stands above.`);
  if (!PACKAGES.some(install))
    throw new Error(`${ADVICE}; "apt-get install chromium" failed, its reason stands above.`);
  const installed = findChromium();
  // Some distributions have a package of that name that only leads to a store of their own.
  if (installed === null)
    throw new Error(`${ADVICE}; the package chromium of this system brings none that starts here.`);
  return installed;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function starts(path: string): boolean {
  return spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0;
}

if (import.meta.main) {
  try {
    console.log(provideChromium());
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
