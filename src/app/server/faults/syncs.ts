import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installDebianPackage } from '#scripts/apt.ts';

/**
 * Counts the fsync and fdatasync calls of the given processes while `work` runs, as traced by the kernel.
 * Returns null if system calls can't be traced.
 */
export async function countSyncs(pids: number[], work: () => Promise<void>): Promise<number | null> {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-trace-'));
  const report = join(folder, 'calls');
  try {
    const tracer =
      (await trace(pids, report)) ?? (installDebianPackage('strace') ? await trace(pids, report) : null);
    await work();
    if (tracer === null) return null;
    await tracer.stop();
    return readFileSync(report, 'utf8').match(/\b(?:fsync|fdatasync)\(/g)?.length ?? 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Resolves once every process is attached, or with null on failure. */
function trace(pids: number[], report: string): Promise<{ stop(): Promise<void> } | null> {
  const attach = pids.flatMap((pid) => ['-p', String(pid)]);
  const strace = spawn('strace', ['-f', '-e', 'trace=fsync,fdatasync', '-o', report, ...attach], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => strace.once('close', () => resolve()));
  return new Promise((resolve) => {
    let output = '';
    strace.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const attached = new Set(
        [...output.matchAll(/Process (\d+) attached/g)].map((match) => Number(match[1])),
      );
      if (!pids.every((pid) => attached.has(pid))) return;
      resolve({
        stop() {
          strace.kill('SIGINT');
          return ended;
        },
      });
    });
    strace.once('error', () => resolve(null));
    strace.once('close', () => resolve(null));
  });
}
