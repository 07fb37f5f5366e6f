import { expect, it } from 'vitest';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Database } from '#platform/server/db/tables.ts';
import type { Db } from '#platform/server/db/types.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { cleanUp, rowsPerDelete } from './clean-up.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** Expiring rows: their lifetime and an example. */
const expiringRows = {
  sessions: {
    ms: day,
    row: (n: number, at: string) => ({
      tokenHash: `hash-${n}-${at}`,
      sessionId: `session-${n}`,
      userId: ids.users.admin,
      createdAt: at,
      expiresAt: at,
      ip: '203.0.113.7',
      userAgent: 'old',
    }),
  },
  idempotencyKeys: {
    ms: 7 * day,
    row: (n: number, at: string) => ({
      userId: ids.users.admin,
      key: `key-${n}-${at}`,
      fingerprint: 'f',
      status: 200,
      body: '{}',
      createdAt: at,
    }),
  },
  signInFailures: {
    ms: 15 * minute,
    row: (n: number, at: string) => ({ email: `${n}@demo.test`, ip: '203.0.113.7', at }),
  },
  knownDevices: {
    ms: 90 * day,
    row: (n: number, at: string) => ({ userId: ids.users.admin, deviceHash: `device-${n}-${at}`, at }),
  },
} satisfies Partial<Record<keyof Database, { ms: number; row(n: number, at: string): object }>>;

it.each(Object.entries(expiringRows))(
  'deletes expired %s in small transactions, and nothing else',
  async (name, { ms, row }) => {
    const table = name as keyof typeof expiringRows;
    const api = await createTestApp();
    const now = api.clock.now();
    const timeBefore = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString();
    const expiredRows = Array.from({ length: 2 * rowsPerDelete + 100 }, (_, n) => row(n, timeBefore(ms)));
    for (let from = 0; from < expiredRows.length; from += rowsPerDelete)
      await api.db.write((tx) => insertRows(tx, table, expiredRows.slice(from, from + rowsPerDelete)));
    await api.db.write((tx) => insertRows(tx, table, [row(1, timeBefore(ms - 1000))]));
    const count = async (from: Pick<Db['read'], 'selectFrom'>) => {
      const { n } = await from
        .selectFrom(table)
        .select((on) => on.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return Number(n);
    };
    const before = await count(api.db.read);
    const deletedPerTransaction: number[] = [];
    const observedDb: Db = {
      ...api.db,
      write: (work) =>
        api.db.write(async (tx) => {
          const rowsBefore = await count(tx);
          const result = await work(tx);
          deletedPerTransaction.push(rowsBefore - (await count(tx)));
          return result;
        }),
    };
    await cleanUp(observedDb, now);
    expect(before - (await count(api.db.read))).toBe(expiredRows.length);
    expect(Math.max(...deletedPerTransaction)).toBe(rowsPerDelete);
    await api.close();
  },
);
