import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { engines, stopEngines } from './engines.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { waitForExit, spawnServer, startServerProcess } from './server-process.ts';
import { countSyncs } from './syncs.ts';
import { type Attempt, createOrderWithKey, signInWriter } from './writers.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';

const commits = chooseRepetitions(25, 200);

afterAll(stopEngines);

describe.each(engines)('F2: writes acknowledged by $name are on disk', ({ name, create }) => {
  it(`syncs the disk at least once for each of ${commits} commits`, async (context) => {
    const database = await seedMinimalDatabase(await create());
    const server = await startServerProcess(database.env);
    const session = await signInWriter(server.url);
    const syncs = await countSyncs(database.syncingPids(server.pid), async () => {
      for (let commit = 0; commit < commits; commit += 1) {
        const attempt: Attempt = { key: `F2-${commit}`, acknowledgedId: null, requestCount: 0 };
        await createOrderWithKey(server.url, session, attempt);
      }
    });
    await server.end('SIGTERM');
    database.drop();
    if (syncs === null) return context.skip('strace is not permitted on this machine');
    expect(syncs).toBeGreaterThanOrEqual(commits);
    recordMeasurement('F2', name, { commits, syncs });
  });
});

describe('F2: SQLite without a write-ahead log', () => {
  it('exits at startup with a one-line message', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'commissary-fault-'));
    // Another process has the file open in the old journal mode: write-ahead logging can't be enabled.
    const lockingDb = new DatabaseSync(join(folder, 'commissary.db'));
    lockingDb.exec('create table other (x); begin exclusive; insert into other values (1)');
    const server = await spawnServer({ DATA_DIR: folder, DATABASE_URL: '' });
    expect((await waitForExit(server)).code).toBe(1);
    expect(server.output().trim().split('\n')).toHaveLength(1);
    lockingDb.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
