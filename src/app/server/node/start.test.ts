import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig, StartError } from './config.ts';
import { openDatabase } from './open-database.ts';

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

/** Expects one sentence that contains the word, without a stack or the name of an error. */
function expectSentence(lines: string[], word: string): void {
  expect(lines).toEqual([expect.stringContaining(word)]);
  expect(lines[0]).not.toMatch(/^ +at |Error:/);
}

describe('a configuration that cannot work', () => {
  it.each([
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['not a database', {}],
  ])('ends the start with one sentence on %s', (word, env) => {
    const { lines, status } = start(env);
    expectSentence(lines, word);
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
  ])('is reported in one sentence on %s', async (word, env) => {
    const error = await open({ DATA_DIR: folder, ...env() }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartError);
    expectSentence((error as StartError).message.split('\n'), word);
  });
});

/** Reads the configuration and opens the database, as the server's start does. */
const open = async (env: NodeJS.ProcessEnv) => openDatabase(readConfig(env, []));
