import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForExit, spawnServer } from './server-process.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'commissary-refusal-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a server that cannot start prints one line and exits with 1', () => {
  it.each([
    [
      'a data folder that cannot be created',
      { DATA_DIR: `${import.meta.filename}/data` },
      /refusals\.test\.ts/,
    ],
    ['a data folder that is not writable', { DATA_DIR: '/sys' }, /\/sys/],
    ['an unreachable database', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' }, /127\.0\.0\.1/],
    ['an invalid database URL', { DATABASE_URL: 'mysql://somewhere/else' }, /DATABASE_URL/],
    ['an invalid port', { PORT: 'eighty' }, /PORT/],
  ])('%s', async (_, env, expectedOutput) => {
    const server = await spawnServer({ DATA_DIR: folder, DATABASE_URL: '', ...env });
    expect((await waitForExit(server)).code).toBe(1);
    expect(server.output()).toMatch(expectedOutput);
    expect(server.output().trim().split('\n')).toHaveLength(1);
  });

  it('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const server = await spawnServer({ DATA_DIR: folder, DATABASE_URL: '', PORT: String(port) }, ['--empty']);
    expect((await waitForExit(server)).code).toBe(1);
    expect(server.output()).toContain(String(port));
    other.close();
  });
});
