// Entry point of `npm start` and `npm test`. Runs on the machine's own Node (18 or later, so no TypeScript),
// installs missing packages of the lock file, and continues in the pinned Node 26.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install, isInstalled } from './launcher/install.mjs';
import { whenOrphaned } from './launcher/orphan.mjs';
import { isPinnedRuntime, findPinnedNode } from './launcher/pinned-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const programs = { start: 'scripts/start.ts', test: 'scripts/check.ts' };

const [name, ...args] = process.argv.slice(2);
const program = programs[name];
if (program === undefined) fail(`Usage: node scripts/launch.mjs ${Object.keys(programs).join('|')}`);

process.chdir(root);
if (!isInstalled(root)) install(root, fail);
const node = findPinnedNode(root, fail);

if (isPinnedRuntime()) await runInThisProcess();
else runInPinnedNode();

/** npm has put the pinned Node on the path, so a second process isn't needed. */
async function runInThisProcess() {
  process.argv = [process.argv[0], join(root, program), ...args];
  await import(pathToFileURL(join(root, program)).href);
}

/**
 * The machine's own Node remains as the parent process; it forwards signals and exits with the child's exit
 * status.
 */
function runInPinnedNode() {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  // The IPC channel lets the child notice if this process is killed by a signal that can't be forwarded.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, [join(root, program), ...args], { stdio, env: { ...process.env, PATH: path } });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const forwarded of signals) process.removeAllListeners(forwarded);
    process.kill(process.pid, signal);
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
