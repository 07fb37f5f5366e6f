import { expect } from 'vitest';
import type { Db, Tx } from '#platform/server/db/types.ts';
import type { TestApp } from './create-test-app.ts';

/**
 * Rows added or removed by each writing transaction, and the number of transactions before the process is
 * "killed".
 */
export interface TransactionLog {
  rows: number[];
  left: number;
}

/** Wraps a database to record its writing transactions, and to reject them once `left` reaches zero. */
export function watchTransactions(inner: Db): { db: Db; turns: TransactionLog } {
  const turns: TransactionLog = { rows: [], left: Number.POSITIVE_INFINITY };
  const write: Db['write'] = (work) =>
    inner.write(async (tx) => {
      if (turns.left <= 0) throw new Error('killed');
      turns.left -= 1;
      const before = await rowsIn(tx);
      const result = await work(tx);
      turns.rows.push((await rowsIn(tx)) - before);
      return result;
    });
  return { db: { ...inner, write }, turns };
}

async function rowsIn(tx: Tx): Promise<number> {
  const counts = await Promise.all(
    (['audit', 'stockMoves', 'importSteps', 'importChanges'] as const).map((table) => countRows(tx, table)),
  );
  return counts.reduce((sum, n) => sum + n, 0);
}

type Counted =
  | 'items'
  | 'packagings'
  | 'audit'
  | 'importRows'
  | 'importSteps'
  | 'importChanges'
  | 'stockMoves';

export async function countRows(db: Db['read'] | Tx, table: Counted): Promise<number> {
  const counted = await db
    .selectFrom(table)
    .select((on) => on.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(counted.n);
}

/** Creates an import of these rows as the administrator, up to its check. */
export async function createCheckedImport(api: TestApp, kind: string, columns: string[], rows: unknown[][]) {
  const client = api.as('admin');
  const importRow = await client.post('/imports', { kind, fileName: 'file.csv', columns });
  expect(importRow.status, importRow.text).toBe(201);
  const at = `/imports/${importRow.body._id}`;
  for (let from = 0; from < rows.length; from += 500) {
    const some = rows.slice(from, from + 500).map((cells, nth) => ({ row: from + nth + 2, cells }));
    expect((await client.post(`${at}/rows`, { rows: some })).status).toBe(200);
  }
  const { body } = await client.post(`${at}/check`);
  expect(body).toMatchObject({ status: 'Checked', faulty: 0, rows: rows.length });
  return { at, id: String(importRow.body._id), client };
}

/** Columns of items, each with a pack. */
export const itemColumns = [
  'itemCode',
  'name',
  'kind',
  'category',
  'baseUnit',
  'unitPrice',
  'pack.name',
  'pack.contentsQty',
];

export const itemRows = (count: number, price: number, name: string) =>
  Array.from({ length: count }, (_, n) => [
    `${name}-${n}`,
    `${name} ${n}`,
    'raw',
    'FOOD',
    'kg',
    price,
    'Sack',
    25,
  ]);
