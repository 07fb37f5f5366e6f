import { sql } from 'kysely';
import type { CountLine } from '#modules/stock-counts/shapes.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Database, NewRow } from '#platform/server/db/tables.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { postCount } from '#modules/stock-counts/server/post-job.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createTestRunner } from '#app/server/testing/jobs.ts';

/** Elapsed time and this process's CPU time: other load affects only the first. */
export interface Timing {
  ms: number;
  cpuMs: number;
}

export interface CountMeasurement extends Timing {
  name: string;
  /** Time of another user's slowest concurrent request; null if there was none. */
  wait: Timing | null;
  /** Cost of writing the same rows with bare statements; null if there is nothing comparable. */
  bare: Timing | null;
}

/** Starts a stopwatch, which returns the time so far. */
function startStopwatch(): () => Timing {
  const from = performance.now();
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return { ms: performance.now() - from, cpuMs: (user + system) / 1000 };
  };
}

/** Adds items of one branch, ten of each on hand. */
async function addStock(api: TestApp, count: number): Promise<void> {
  const flour = await api.db.read
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .executeTakeFirstOrThrow();
  const items = Array.from({ length: count }, (_, n) => {
    const nth = String(n).padStart(5, '0');
    return {
      ...flour,
      _id: newId(api.clock),
      itemCode: `C-${nth}`,
      name: `Item ${nth}`,
      search: `item ${nth}`,
    };
  });
  for (let from = 0; from < count; from += 500) {
    const batch = items.slice(from, from + 500);
    await api.db.write(async (tx) => {
      await insertRows(tx, 'items', batch);
      const postings = batch.map(({ _id: itemId }) => ({
        itemId,
        fromPlace: 'supplier',
        toPlace: ids.branch1,
        qtyMicro: 10_000_000,
        unitCostE4: 20_000,
        kind: 'receipt' as const,
        docType: 'goods_receipt' as const,
        docId: 'bench',
        docLineId: `bench-${itemId}`,
        lot: '',
      }));
      await postStockChange(
        tx,
        { postings },
        { userId: ids.users.admin, now: api.clock.now().toISOString() },
      );
    });
  }
}

/**
 * Creates orders continuously.
 *
 * @returns a function that stops and returns the time of the slowest request
 */
function startConcurrentOrders(api: TestApp): () => Promise<Timing> {
  const other = api.as('branch2');
  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const longest: Timing = { ms: 0, cpuMs: 0 };
  let isStopped = false;
  const done = (async () => {
    while (!isStopped) {
      const elapsed = startStopwatch();
      const { status, text } = await other.post('/orders', order);
      if (status !== 201) throw new Error(text);
      // If the process is blocked before the next request, that delays users too, so the pause is measured.
      await pause(5);
      const { ms, cpuMs } = elapsed();
      longest.ms = Math.max(longest.ms, ms - 5);
      longest.cpuMs = Math.max(longest.cpuMs, cpuMs);
    }
  })();
  return async () => {
    isStopped = true;
    await done;
    return longest;
  };
}

async function timeWork<T>(work: () => Promise<T>): Promise<[Timing, T]> {
  const elapsed = startStopwatch();
  const result = await work();
  return [elapsed(), result];
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Times bare statements, which are rolled back. */
async function timeBareStatements(db: Db, work: (tx: Tx) => Promise<void>): Promise<Timing> {
  const rollback = new Error('rolled back');
  const [timing] = await timeWork(() =>
    db
      .write(async (tx) => {
        await work(tx);
        throw rollback;
      })
      .catch((error: unknown) => {
        if (error !== rollback) throw error;
      }),
  );
  return timing;
}

/**
 * Rewrites rows unchanged, which measures the database with its indexes but without the application's rules.
 */
async function rewriteRows<T extends keyof Database>(
  tx: Tx,
  table: T,
  rows: readonly NewRow<T>[],
  key: string & keyof NewRow<T>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += 500)
    await insertRows(
      tx,
      table,
      rows.slice(from, from + 500).map((row) => ({ ...row, [key]: `again ${String(row[key])}` })),
    );
}

/** Measures a full count of this many items, from start to last posting, during concurrent writes. */
export async function* measureCount(db: Db, count: number): AsyncGenerator<CountMeasurement> {
  const api = await createTestApp({ db });
  await addStock(api, count);
  const counter = api.as('branch');
  const runner = createTestRunner({ db, clock: api.clock, jobs: [postCount] });
  const expectSuccess = async (call: Promise<{ status: number; text: string; body: unknown }>) => {
    const result = await call;
    if (result.status >= 300) throw new Error(result.text.slice(0, 500));
    return result.body;
  };
  const read = async () =>
    (await expectSuccess(counter.get(path))) as { status: string; toPost: number; items: CountLine[] };
  /** Changes the status, runs its jobs, and loads the whole count as a screen does. */
  const changeStatus = (status: string) => async () => {
    await expectSuccess(counter.patch(path, { status }));
    await runner.runDue();
    return read();
  };
  const withConcurrentOrders = async <T>(
    name: string,
    work: () => Promise<T>,
  ): Promise<[CountMeasurement, T]> => {
    const stop = startConcurrentOrders(api);
    const [timing, result] = await timeWork(work);
    return [{ name, ...timing, wait: await stop(), bare: null }, result];
  };
  const measureAlone = async (name: string, work: () => Promise<unknown>): Promise<CountMeasurement> => {
    const [timing] = await timeWork(work);
    return { name, ...timing, wait: null, bare: null };
  };

  yield (await withConcurrentOrders('orders only, for comparison', () => pause(1500)))[0];

  const created = (await expectSuccess(counter.post('/stock-counts', { type: 'full' }))) as { _id: string };
  const path = `/stock-counts/${created._id}`;
  const [opened, sheet] = await withConcurrentOrders('started and loaded', changeStatus('Counting'));
  const rows = await db.read
    .selectFrom('stockCountLines')
    .selectAll()
    .where('countId', '=', created._id)
    .execute();
  const lot = sql.ref('lot');
  const isOfCount = sql`where ${sql.ref('countId')} = ${created._id}`;
  const opening = await timeBareStatements(db, async (tx) => {
    await sql`update ${sql.table('stockCountLines')} set ${lot} = 'x' ${isOfCount}`.execute(tx);
    await rewriteRows(tx, 'stockCountLines', rows, 'lineId');
    await sql`select * from ${sql.table('stockCountLines')} ${isOfCount}`.execute(tx);
  });
  yield { ...opened, bare: opening };
  yield await measureAlone('loaded again', read);

  const createEntry = (line: CountLine, seq: number) => ({
    device: 'bench',
    seq,
    lineId: line.lineId,
    mode: 'set',
    qty: 9,
  });
  const saves: CountMeasurement[] = [];
  for (const [seq, line] of sheet.items.slice(0, 50).entries())
    saves.push(
      await measureAlone('', () =>
        expectSuccess(counter.post(`${path}/events`, { events: [createEntry(line, seq)] })),
      ),
    );
  saves.sort((a, b) => a.ms - b.ms);
  for (const [name, index] of [
    ['a field saved, median of 50', 25],
    ['a field saved, slowest of 50', 49],
  ] as const) {
    const [save] = saves.slice(index);
    if (save) yield { ...save, name };
  }
  const [sent] = await withConcurrentOrders('all other fields sent, 200 at a time', async () => {
    for (let from = 50; from < sheet.items.length; from += 200) {
      const events = sheet.items
        .slice(from, from + 200)
        .map((line, index) => createEntry(line, from + index));
      await expectSuccess(counter.post(`${path}/events`, { events }));
      await pause(0);
    }
  });
  yield sent;

  yield (await withConcurrentOrders('submitted and loaded', changeStatus('Submitted')))[0];
  const [approved, final] = await withConcurrentOrders(
    'approved, posted and loaded',
    changeStatus('Approved'),
  );
  const moves = await db.read.selectFrom('stockMoves').selectAll().where('docId', '=', created._id).execute();
  if (moves.length < count || final.toPost !== 0) throw new Error(`${moves.length} of ${count} are posted`);
  const posting = await timeBareStatements(db, async (tx) => {
    await sql`select * from ${sql.table('stockCountLines')} ${isOfCount}`.execute(tx);
    const written = moves.map(({ seq: _, ...move }) => move);
    await rewriteRows(tx, 'stockMoves', written, 'docLineId');
    const cost = sql.ref('lastCostE4');
    await sql`update balances set ${cost} = ${cost} + 1`.execute(tx);
    await sql`update ${sql.table('stockCountLines')} set posted = 0 ${isOfCount}`.execute(tx);
  });
  yield { ...approved, bare: posting };
}
