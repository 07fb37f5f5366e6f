import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const main = join(import.meta.dirname, '../main.ts');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-start-'));
  writeFileSync(join(folder, 'file'), 'no folder');
  writeFileSync(
    join(folder, 'commissary.db'),
    'This is no database, however long one looks at it. '.repeat(20),
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the server's output and exit code for an invalid configuration. */
function start(env: Record<string, string>): { lines: string[]; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: folder, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { lines: `${stdout}${stderr}`.trim().split('\n'), status };
}

describe('a configuration that cannot work', () => {
  it.each([
    ['LOG_LEVEL', () => ({ LOG_LEVEL: 'loud' })],
    ['DATA_DIR', () => ({ DATA_DIR: '/proc/commissary' })],
    ['DATA_DIR', () => ({ DATA_DIR: '/proc/self' })],
    ['DATA_DIR', () => ({ DATA_DIR: '/dev/null' })],
    ['DATA_DIR', () => ({ DATA_DIR: join(folder, 'file') })],
    ['not a database', () => ({})],
    ['DATABASE_URL', () => ({ DATABASE_URL: 'localhost:5432' })],
    ['DATABASE_URL', () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' })],
    [
      'DATABASE_URL',
      () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x?sslmode=nonsense&sslrootcert=/none' }),
    ],
  ])('ends the start with one sentence on %s', (word, env) => {
    const { lines, status } = start(env());
    expect(lines).toEqual([expect.stringContaining(word)]);
    expect(lines[0]).not.toMatch(/^ +at |Error:/);
    expect(status).toBe(1);
  });
});
