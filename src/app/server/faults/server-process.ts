import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { findFreePort } from '#scripts/free-port.ts';

const main = join(import.meta.dirname, '../main.ts');
/** The servers use the test clock. */
const testClockArgs = ['--import', join(import.meta.dirname, '../../../../scripts/on-test-day.ts')];

/** Time limit for a server to become ready. */
const readyLimitMs = 300_000;

/** Time limit for a server to exit by itself; it may have to wait for a lock first. */
const exitLimitMs = 20_000;

export interface ProcessExit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** The real server in a separate process. */
export interface ServerProcess {
  url: string;
  pid: number;
  /** Returns everything that the server has printed so far. */
  output(): string;
  /** Resolves when the server has exited. */
  ended: Promise<ProcessExit>;
  /** Sends a signal and waits for the exit. */
  end(signal: NodeJS.Signals): Promise<ProcessExit>;
}

/** Starts the server without waiting for it. `env` specifies its database. */
export async function spawnServer(env: Record<string, string>, args: string[] = []): Promise<ServerProcess> {
  const port = await findFreePort();
  const child = spawn(process.execPath, [...testClockArgs, main, ...args], {
    env: { ...process.env, NODE_ENV: 'production', HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let outputText = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      outputText += chunk.toString();
    });
  }
  const ended = new Promise<ProcessExit>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal })),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => outputText,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Waits for a server that should exit by itself, and kills it if it doesn't. */
export async function waitForExit(server: ServerProcess): Promise<ProcessExit> {
  const timer = setTimeout(() => void server.end('SIGKILL'), exitLimitMs);
  const ended = await server.ended;
  clearTimeout(timer);
  return ended;
}

/**
 * Starts the server and waits until it responds.
 *
 * @throws Error with its output when it exits instead
 */
export async function startServerProcess(
  env: Record<string, string>,
  args: string[] = [],
): Promise<ServerProcess & { readyMs: number }> {
  const started = performance.now();
  const server = await spawnServer(env, args);
  let hasEnded = false;
  void server.ended.then(() => {
    hasEnded = true;
  });
  while (!hasEnded && performance.now() - started < readyLimitMs) {
    if (await isReady(server.url)) return { ...server, readyMs: Math.round(performance.now() - started) };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.end('SIGKILL');
  throw new Error(`The server didn't become ready:\n${server.output()}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/api/health`)).status === 200;
  } catch {
    return false;
  }
}
