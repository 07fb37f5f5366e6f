import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteFile } from '#platform/server/db/node/sqlite.ts';
import type { FaultDatabase } from './engines.ts';
import { loadOrdersByNotes, findViolations } from './violations.ts';
import { recordMeasurement, chooseRepetitions } from './repetitions.ts';
import { seedMinimalDatabase } from './seed-minimal-database.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import {
  type Attempt,
  createOrderWithKey,
  RefusedError,
  type WriterSession,
  signInWriter,
} from './writers.ts';

const rounds = chooseRepetitions(2, 20);
const writers = 10;

describe('F18: SQLite on a full disk', () => {
  it(`rejects writes, keeps serving reads, and recovers by itself once there is space, ${rounds} times`, async (context) => {
    const disk = mountSmallDisk();
    if (disk === null) return context.skip('mounting a small disk is not permitted on this machine');
    try {
      const database = await seedMinimalDatabase(createDatabaseIn(disk.folder));
      const server = await startServerProcess(database.env);
      const session = await signInWriter(server.url);
      const attempts: Attempt[] = [];
      const refusals = new Map<number, number>();
      for (let round = 0; round < rounds; round += 1) {
        disk.fill();
        const writes = Array.from({ length: writers }, () =>
          writeUntilRefused(server, session, attempts, refusals),
        );
        await Promise.all(writes);
        for (const path of ['/api/health', '/api/orders', '/api/items'])
          expect((await get(server, session, path)).status).toBe(200);
        disk.empty();
        // Rejected requests are repeated with their keys.
        for (const attempt of attempts)
          if (attempt.acknowledgedId === null) await createOrderWithKey(server.url, session, attempt);
      }
      expect((await server.end('SIGTERM')).code).toBe(0);

      const orders = await loadOrdersByNotes(database, 'F18');
      const lost = attempts.filter(
        ({ key, acknowledgedId }) => !orders.get(key)?.includes(acknowledgedId ?? ''),
      );
      const duplicated = [...orders].filter(([, ids]) => ids.length > 1);
      expect(lost).toEqual([]);
      expect(duplicated).toEqual([]);
      expect(orders.size).toBe(attempts.length);
      expect([...refusals.keys()].filter((status) => ![503, 507].includes(status))).toEqual([]);
      expect(refusals.size).toBeGreaterThan(0);
      expect(await findViolations(database)).toEqual([]);
      recordMeasurement('F18', 'SQLite', {
        'disk full, rounds': rounds,
        writers,
        'orders acknowledged': attempts.length,
        ...Object.fromEntries([...refusals].map(([status, count]) => [`status ${status}, responses`, count])),
        lost: lost.length,
        duplicates: duplicated.length,
      });
    } finally {
      disk.remove();
    }
  });
});

/** Creates a file system of a few megabytes, if this machine permits it. */
function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'commissary-small-'));
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true });
    return null;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    /** Fills the remaining space. */
    fill() {
      spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096']);
    },
    empty: () => writeFileSync(ballast, ''),
    remove() {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createDatabaseIn(folder: string): FaultDatabase {
  return {
    env: { DATA_DIR: folder, DATABASE_URL: '' },
    open: () => openSqliteFile(join(folder, 'commissary.db')),
    syncingPids: (serverPid) => [serverPid],
    drop: () => undefined,
  };
}

function get({ url }: ServerProcess, { token }: WriterSession, path: string): Promise<Response> {
  return fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
}

/** Creates orders until one is rejected; the write-ahead log may have some space left. */
async function writeUntilRefused(
  { url }: ServerProcess,
  session: WriterSession,
  attempts: Attempt[],
  refusals: Map<number, number>,
): Promise<void> {
  for (;;) {
    const attempt: Attempt = { key: `F18-${attempts.length}`, acknowledgedId: null, requestCount: 0 };
    attempts.push(attempt);
    try {
      await createOrderWithKey(url, session, attempt);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      refusals.set(error.status, (refusals.get(error.status) ?? 0) + 1);
      return;
    }
  }
}
