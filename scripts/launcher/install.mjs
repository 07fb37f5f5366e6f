import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns whether node_modules contains the lock file's packages. npm records installed packages in
 * node_modules/.package-lock.json, which must list every required package in the same version.
 */
export function isInstalled(root) {
  const locked = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (locked === null || installed === null) return false;
  return Object.entries(locked).every(([path, entry]) => {
    if (path === '') return true;
    const installedEntry = installed[path];
    if (installedEntry === undefined) return entry.optional === true;
    return installedEntry.integrity === entry.integrity;
  });
}

/** Installs exactly the lock file's packages, including those that the machine's npm configuration omits. */
export function install(root, fail) {
  process.stdout.write('Installing the packages of package-lock.json (npm ci) ...\n');
  const started = Date.now();
  // Some packages require a newer Node than the machine's. They run on the pinned Node, so warnings are
  // hidden.
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const run =
    npm === undefined
      ? spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
      : spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: 'inherit' });
  if (run.error) fail(`npm could not be started: ${run.error.message}`);
  if (run.status !== 0) fail('npm ci failed; see its output above.');
  process.stdout.write(`Installed in ${((Date.now() - started) / 1000).toFixed(0)} s.\n`);
}

function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}
