// The way in for `npm start` and `npm test`. It runs on whatever Node the machine has (18 or later, so no
// TypeScript here), installs what the lock file says when it is not there, and goes on in the pinned Node 26.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { install, isInstalled } from './launcher/install.mjs';
import { whenOrphaned } from './launcher/orphan.mjs';
import { isPinnedRuntime, pinnedNode } from './launcher/pinned-node.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const programs = { start: 'scripts/start.ts', test: 'scripts/check.ts' };

const [name, ...args] = process.argv.slice(2);
const program = programs[name];
if (program === undefined) fail(`Usage: node scripts/launch.mjs ${Object.keys(programs).join('|')}`);

process.chdir(root);
if (!isInstalled(root)) install(root, fail);
const node = pinnedNode(root, fail);

if (isPinnedRuntime()) await runHere();
else runThere();

/** npm put the pinned Node on the path: no second process is needed. */
async function runHere() {
  process.argv = [process.argv[0], join(root, program), ...args];
  await import(pathToFileURL(join(root, program)).href);
}

/** The machine's own Node stays as a thin parent that passes signals on and ends as its child ends. */
function runThere() {
  const path = `${join(root, 'node_modules', '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  // Over the ipc channel the child notices when this process is killed in a way that cannot be passed on.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, [join(root, program), ...args], { stdio, env: { ...process.env, PATH: path } });
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
