import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True when node_modules holds the lock file's packages: npm writes what it installed into
 * node_modules/.package-lock.json, and every package that is not optional must stand there in the same version.
 */
export function isInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const present = packagesIn(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === null || present === null) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true;
    const found = present[path];
    if (found === undefined) return entry.optional === true;
    return found.integrity === entry.integrity;
  });
}

/** Installs exactly the lock file's packages, whatever the machine's npm configuration leaves out by default. */
export function install(root, fail) {
  process.stdout.write('Installing the packages of package-lock.json (npm ci) ...\n');
  const started = Date.now();
  // Some packages name a newer Node than the machine may have: they run on the pinned one, so warnings are left out.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const run =
    npm === undefined
      ? spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' });
  if (run.error) fail(`npm could not be started: ${run.error.message}`);
  if (run.status !== 0) fail('npm ci did not finish; what it says above is the reason.');
  process.stdout.write(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.\n`);
}

function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}
