import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, ConfigError } from './config.ts';
import { openDatabase } from './open-database.ts';

const main = join(import.meta.dirname, '../main.ts');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-start-'));
  writeFileSync(join(folder, 'file'), 'not a folder');
  writeFileSync(join(folder, 'commissary.db'), 'This is not a database. '.repeat(50));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the server's output and exit code for an invalid configuration. */
function start(env: Record<string, string>): { lines: string[]; status: number | null } {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      DATA_DIR: folder,
      ...env,
    },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { lines: `${stdout}${stderr}`.trim().split('\n'), status };
}

/** Expects one line that contains the term, without a stack or the name of an error. */
function expectOneLine(lines: string[], term: string): void {
  expect(lines).toEqual([expect.stringContaining(term)]);
  expect(lines[0]).not.toMatch(/^ +at |Error:/);
}

describe('an invalid configuration', () => {
  it.each([
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['not a database', {}],
  ])('prevents the server from starting, with a one-line message about %s', (term, env) => {
    const { lines, status } = start(env);
    expectOneLine(lines, term);
    expect(status).toBe(1);
  });

  it.each([
    ['DATA_DIR', () => ({ DATA_DIR: '/proc/commissary' })],
    ['DATA_DIR', () => ({ DATA_DIR: '/proc/self' })],
    ['DATA_DIR', () => ({ DATA_DIR: '/dev/null' })],
    ['DATA_DIR', () => ({ DATA_DIR: join(folder, 'file') })],
    ['DATABASE_URL', () => ({ DATABASE_URL: 'localhost:5432' })],
    ['DATABASE_URL', () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' })],
    [
      'DATABASE_URL',
      () => ({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x?sslmode=nonsense&sslrootcert=/none' }),
    ],
  ])('is reported in a one-line message about %s', async (term, env) => {
    const error = await open({ DATA_DIR: folder, ...env() }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expectOneLine((error as ConfigError).message.split('\n'), term);
  });
});

/** Reads the configuration and opens the database, as the server's start does. */
const open = async (env: NodeJS.ProcessEnv) => openDatabase(readConfig(env, []));
