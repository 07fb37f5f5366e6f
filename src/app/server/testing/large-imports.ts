import { expect } from 'vitest';
import type { Db, Tx } from '#platform/server/db/types.ts';
import type { TestApp } from './create-test-app.ts';

/**
 * Rows added or removed by each write transaction, and the number of transactions left before the process is
 * "killed".
 */
export interface TransactionLog {
  rows: number[];
  remaining: number;
}

/** Wraps a database to record its write transactions, and to reject them once `remaining` reaches zero. */
export function watchTransactions(inner: Db): { db: Db; transactions: TransactionLog } {
  const transactions: TransactionLog = { rows: [], remaining: Number.POSITIVE_INFINITY };
  const write: Db['write'] = (work) =>
    inner.write(async (tx) => {
      if (transactions.remaining <= 0) throw new Error('killed');
      transactions.remaining -= 1;
      const before = await countAllRows(tx);
      const result = await work(tx);
      transactions.rows.push((await countAllRows(tx)) - before);
      return result;
    });
  return { db: { ...inner, write }, transactions };
}

async function countAllRows(tx: Tx): Promise<number> {
  const counts = await Promise.all(
    (['audit', 'stockMoves', 'importSteps', 'importChanges'] as const).map((table) => countRows(tx, table)),
  );
  return counts.reduce((sum, n) => sum + n, 0);
}

type CountedTable =
  | 'items'
  | 'packagings'
  | 'audit'
  | 'importRows'
  | 'importSteps'
  | 'importChanges'
  | 'stockMoves';

export async function countRows(db: Db['read'] | Tx, table: CountedTable): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select((on) => on.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Creates an import of these rows as the administrator, up to and including its check. */
export async function createCheckedImport(api: TestApp, kind: string, columns: string[], rows: unknown[][]) {
  const client = api.as('admin');
  const importRow = await client.post('/imports', { kind, fileName: 'file.csv', columns });
  expect(importRow.status, importRow.text).toBe(201);
  const path = `/imports/${importRow.body._id}`;
  for (let start = 0; start < rows.length; start += 500) {
    const batch = rows.slice(start, start + 500).map((cells, index) => ({ row: start + index + 2, cells }));
    expect((await client.post(`${path}/rows`, { rows: batch })).status).toBe(200);
  }
  const { body } = await client.post(`${path}/check`);
  expect(body).toMatchObject({ status: 'Checked', invalid: 0, rows: rows.length });
  return { path, id: String(importRow.body._id), client };
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

export const buildItemRows = (count: number, price: number, name: string) =>
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
