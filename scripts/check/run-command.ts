import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Long enough for every step on two slow cores; a hanging step must not stop the whole run. */
const limitMs = 40 * 60_000;

/**
 * Node's compile cache: a run starts more than a hundred servers of a thousand modules each, and compiling
 * takes a third of a server's start-up time.
 */
const compileCache = join(root, '.cache/compiled');

const running = new Set<number>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const pid of running) killGroup(pid);
    process.exit(1);
  });
}

/**
 * Runs a program from node_modules with this Node.
 *
 * @param onOutput receives the program's standard output while it runs; that output is then not part of
 *   `output`
 * @returns the exit code and the collected output
 */
export function runTool(
  script: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  onOutput?: (chunk: Buffer) => void,
) {
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      // Starts a process group, so that ending a step ends its browsers and servers too.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', NODE_COMPILE_CACHE: compileCache, ...env },
    });
    const pid = child.pid ?? 0;
    running.add(pid);
    const chunks: Buffer[] = [];
    child.stdout.on('data', onOutput ?? ((chunk: Buffer) => chunks.push(chunk)));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const timer = setTimeout(() => {
      chunks.push(Buffer.from(`\nEnded after ${limitMs / 60_000} minutes.\n`));
      killGroup(pid);
    }, limitMs);
    const finish = (code: number) => {
      clearTimeout(timer);
      running.delete(pid);
      resolve({ code, output: Buffer.concat(chunks).toString().trim() });
    };
    child.on('error', (error) => {
      chunks.push(Buffer.from(error.message));
      finish(1);
    });
    child.on('close', (code) => finish(code ?? 1));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
