/*
 * Installs the packages when the lock file asks for others than the ones that are here. Runs before every
 * npm script that needs them, so on whatever Node the machine has: node: modules only, and nothing newer
 * than Node 20. The packages bring the Node 24 that everything else runs on.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Says why a Node cannot install the packages, null when it can. Below these versions npm silently leaves
 * out native packages that ask for a newer one.
 *
 * @param {string} version such as 20.19.0
 * @returns {string | null}
 */
export function refuseNode(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  const fits = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 23;
  return fits
    ? null
    : `Earshot installs with Node 20.19, 22.12 or newer, and this is Node ${version}; install a newer one from nodejs.org or your distribution.`;
}

/**
 * Says why a machine cannot run what the packages bring, null when it can. Elsewhere the operator brings
 * Node 24 and PostgreSQL.
 *
 * @param {{ platform: string, arch: string, libc: string | null, version: string, databaseUrl: string | undefined }} machine
 *   libc: "glibc" on Linux, or another name; null on other systems
 * @returns {string | null}
 */
export function refusePlatform({ platform, arch, libc, version, databaseUrl }) {
  const complete = platform === 'linux' && (arch === 'x64' || arch === 'arm64') && libc === 'glibc';
  if (complete) return null;
  const hasNode = Number(version.replace(/^v/, '').split('.')[0]) >= 24;
  if (hasNode && databaseUrl) return null;
  const name =
    platform === 'linux' && libc !== 'glibc' ? `${platform} ${arch} without glibc` : `${platform} ${arch}`;
  return `Earshot brings its own Node and PostgreSQL for Linux on x64 and arm64 with glibc; on ${name} install Node 24 and set DATABASE_URL to a PostgreSQL 15 or newer.`;
}

/**
 * What stands in the stamp after a complete installation: it changes with the lock file and the machine.
 *
 * @param {string} lock text of package-lock.json
 * @param {string} platform
 * @param {string} arch
 */
export function stampOf(lock, platform, arch) {
  return createHash('sha256').update(`${lock}\n${platform}\n${arch}\n`).digest('hex');
}

/**
 * Whether the packages in node_modules are those of the lock file: each one is there in its version, except
 * optional ones for other machines. Saves a second installation after an "npm install" by hand.
 *
 * @param {string} root
 * @param {string} lock text of package-lock.json
 * @returns {boolean}
 */
export function isInstalled(root, lock) {
  for (const [path, entry] of Object.entries(JSON.parse(lock).packages)) {
    // The first entry is the project itself.
    if (path === '') continue;
    try {
      if (JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')).version !== entry.version)
        return false;
    } catch {
      // npm leaves out optional packages of other machines, and what only those need.
      const isForHere = entry.os !== undefined && fitsHere(entry);
      if (entry.optional !== true || isForHere) return false;
    }
  }
  return true;
}

/** @param {{ os?: string | string[], cpu?: string | string[], libc?: string | string[] }} entry */
function fitsHere({ os, cpu, libc }) {
  return [
    [os, process.platform],
    [cpu, process.arch],
    [libc, findLibc() ?? ''],
  ].every(([list, here]) => list === undefined || [list].flat().includes(/** @type {string} */ (here)));
}

/** The C library that this Node was built for: "glibc" or "musl" on Linux, else null. */
function findLibc() {
  if (process.platform !== 'linux') return null;
  const header = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
    .header;
  return header?.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/** Shorter installations need no word about how far they are. */
const FIRST_MS = 1_000;
const MOVE_MS = 500;
const SAY_MS = 15_000;

/**
 * Tells how far an installation is: on a terminal one line that moves, elsewhere a plain line now and then,
 * the first after a second.
 *
 * @param {{ isTTY?: boolean, write: (text: string) => unknown }} stream
 * @param {() => number} countDone packages that are here by now
 * @param {number} total
 * @returns {() => void} ends it and takes the moving line away
 */
export function showProgress(stream, countDone, total) {
  const began = Date.now();
  const moves = stream.isTTY === true;
  const show = () => {
    const line = `Installing: ${countDone()} of ${total} packages after ${Math.round((Date.now() - began) / 1000)} s.`;
    stream.write(moves ? `\r${line}\u001b[K` : `${line}\n`);
  };
  let shown = false;
  /** @type {NodeJS.Timeout} */
  let timer = setTimeout(() => {
    shown = true;
    show();
    timer = setInterval(show, moves ? MOVE_MS : SAY_MS);
  }, FIRST_MS);
  return () => {
    clearInterval(timer);
    if (moves && shown) stream.write('\r\u001b[K');
  };
}

/**
 * Runs a program to its end; what it says goes to standard error.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<{ error?: Error, status: number | null, signal: string | null }>}
 */
function run(program, args, cwd) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 2, 2] });
    child.once('error', (error) => done({ error, status: null, signal: null }));
    child.once('exit', (status, signal) => done({ status, signal }));
  });
}

async function main() {
  const root = resolve(fileURLToPath(new URL('..', import.meta.url)));
  // Under npm this script itself may run on the Node 24 of an earlier installation; what counts is the Node that npm runs on.
  const version =
    /\bnode\/v?([\d.]+)/.exec(process.env.npm_config_user_agent ?? '')?.[1] ?? process.versions.node;
  const refusal =
    refuseNode(version) ??
    refusePlatform({
      platform: process.platform,
      arch: process.arch,
      libc: findLibc(),
      version,
      databaseUrl: process.env.DATABASE_URL,
    });
  if (refusal !== null) fail(refusal);

  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stampFile = join(root, 'node_modules/.earshot-install');
  const stamp = stampOf(lock, process.platform, process.arch);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;

  if (!isInstalled(root, lock)) {
    const began = Date.now();
    console.error('Installing the packages of Earshot; this takes up to a few minutes and happens once.');
    // Install scripts stay off: the one package that has any gets its links from the code that starts it.
    const args = [
      'ci',
      '--loglevel=error',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      // its own moving sign would stand in the line that says how far it is
      '--no-progress',
    ];
    const paths = Object.keys(JSON.parse(lock).packages).filter((path) => path !== '');
    const end = showProgress(
      process.stderr,
      () => paths.filter((path) => existsSync(join(root, path, 'package.json'))).length,
      paths.length,
    );
    const npm = process.env.npm_execpath;
    // npm's own program, on npm's own Node: the one in node_modules is about to be removed and laid again.
    const result = npm
      ? await run(process.env.npm_node_execpath ?? process.execPath, [npm, ...args], root)
      : await run('npm', args, root);
    end();
    if (result.error) fail(`npm could not be started (${result.error.message}); install npm 9 or newer.`);
    if (result.status !== 0) {
      fail(
        `The packages could not be installed: npm ended with ${result.status ?? result.signal} and said why above. Nothing else was changed; run the same command again when that is cured.`,
      );
    }
    console.error(`Installed in ${Math.round((Date.now() - began) / 1000)} s.`);
    // "npm test" tells how its time was spent
    writeFileSync(join(root, 'node_modules/.earshot-installed-in'), String(Date.now() - began));
  }
  if (process.platform === 'linux' && findLibc() === 'glibc') {
    const node = spawnSync(join(root, 'node_modules/.bin/node'), ['--version'], { encoding: 'utf8' });
    if (node.status !== 0 || !node.stdout.startsWith('v24.')) {
      fail(
        'npm installed the packages without the Node 24 that is among them; allow optional packages ("npm config get omit" must not name them) and run the command again.',
      );
    }
  }
  writeFileSync(stampFile, stamp);
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url))
  await main();
