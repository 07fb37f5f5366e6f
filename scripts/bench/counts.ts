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
  workMs: number;
}

export interface CountFigure extends Timing {
  what: string;
  /** The slowest concurrent call of another user; null without one. */
  wait: Timing | null;
  /** Cost of the same rows as bare statements; null where nothing is comparable. */
  bare: Timing | null;
}

/** Starts a stopwatch, which returns the time so far. */
function watch(): () => Timing {
  const from = performance.now();
  const before = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    return { ms: performance.now() - from, workMs: (user + system) / 1000 };
  };
}

/** Adds items of one branch, ten of each on hand. */
async function stock(api: TestApp, many: number): Promise<void> {
  const flour = await api.db.read
    .selectFrom('items')
    .selectAll()
    .where('_id', '=', ids.items.flour)
    .executeTakeFirstOrThrow();
  const items = Array.from({ length: many }, (_, n) => {
    const nth = String(n).padStart(5, '0');
    return {
      ...flour,
      _id: newId(api.clock),
      itemCode: `C-${nth}`,
      name: `Item ${nth}`,
      search: `item ${nth}`,
    };
  });
  for (let from = 0; from < many; from += 500) {
    const some = items.slice(from, from + 500);
    await api.db.write(async (tx) => {
      await insertRows(tx, 'items', some);
      const postings = some.map(({ _id: itemId }) => ({
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
 * @returns a function that stops and returns the slowest call's time
 */
function orderBeside(api: TestApp): () => Promise<Timing> {
  const other = api.as('branch2');
  const order = { deliveryDate: '2026-03-06', items: [{ itemId: ids.items.flour, orderQty: 1 }] };
  const longest: Timing = { ms: 0, workMs: 0 };
  let isOver = false;
  const done = (async () => {
    while (!isOver) {
      const elapsed = watch();
      const { status, text } = await other.post('/orders', order);
      if (status !== 201) throw new Error(text);
      // A process that is blocked before the next call delays users as well.
      await pause(5);
      const { ms, workMs } = elapsed();
      longest.ms = Math.max(longest.ms, ms - 5);
      longest.workMs = Math.max(longest.workMs, workMs);
    }
  })();
  return async () => {
    isOver = true;
    await done;
    return longest;
  };
}

async function timed<T>(work: () => Promise<T>): Promise<[Timing, T]> {
  const elapsed = watch();
  const result = await work();
  return [elapsed(), result];
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Times bare statements, which are rolled back. */
async function bare(db: Db, work: (tx: Tx) => Promise<void>): Promise<Timing> {
  const undone = new Error('undone');
  const [took] = await timed(() =>
    db
      .write(async (tx) => {
        await work(tx);
        throw undone;
      })
      .catch((error: unknown) => {
        if (error !== undone) throw error;
      }),
  );
  return took;
}

/** Rewrites rows unchanged: measures the database with its indexes, without our rules. */
async function writeAgain<T extends keyof Database>(
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
export async function* measureCount(db: Db, many: number): AsyncGenerator<CountFigure> {
  const api = await createTestApp({ db });
  await stock(api, many);
  const counter = api.as('branch');
  const runner = createTestRunner({ db, clock: api.clock, jobs: [postCount] });
  const well = async (call: Promise<{ status: number; text: string; body: unknown }>) => {
    const result = await call;
    if (result.status >= 300) throw new Error(result.text.slice(0, 500));
    return result.body;
  };
  const read = async () =>
    (await well(counter.get(path))) as { status: string; toPost: number; items: CountLine[] };
  /** A transition, its jobs, and loading the whole count as a screen does. */
  const moved = (status: string) => async () => {
    await well(counter.patch(path, { status }));
    await runner.runDue();
    return read();
  };
  const withConcurrentOrders = async <T>(what: string, work: () => Promise<T>): Promise<[CountFigure, T]> => {
    const stop = orderBeside(api);
    const [took, result] = await timed(work);
    return [{ what, ...took, wait: await stop(), bare: null }, result];
  };
  const alone = async (what: string, work: () => Promise<unknown>): Promise<CountFigure> => {
    const [took] = await timed(work);
    return { what, ...took, wait: null, bare: null };
  };

  yield (await withConcurrentOrders('somebody who orders, and nothing else', () => pause(1500)))[0];

  const created = (await well(counter.post('/stock-counts', { type: 'full' }))) as { _id: string };
  const path = `/stock-counts/${created._id}`;
  const [opened, sheet] = await withConcurrentOrders(
    'opened: started, and all of it read',
    moved('Counting'),
  );
  const rows = await db.read
    .selectFrom('stockCountLines')
    .selectAll()
    .where('countId', '=', created._id)
    .execute();
  const lot = sql.ref('lot');
  const isOfCount = sql`where ${sql.ref('countId')} = ${created._id}`;
  const opening = await bare(db, async (tx) => {
    await sql`update ${sql.table('stockCountLines')} set ${lot} = 'x' ${isOfCount}`.execute(tx);
    await writeAgain(tx, 'stockCountLines', rows, 'lineId');
    await sql`select * from ${sql.table('stockCountLines')} ${isOfCount}`.execute(tx);
  });
  yield { ...opened, bare: opening };
  yield await alone('read again', read);

  const entry = (line: CountLine, seq: number) => ({
    device: 'bench',
    seq,
    lineId: line.lineId,
    mode: 'set',
    qty: 9,
  });
  const saves: CountFigure[] = [];
  for (const [seq, line] of sheet.items.slice(0, 50).entries())
    saves.push(await alone('', () => well(counter.post(`${path}/events`, { events: [entry(line, seq)] }))));
  saves.sort((a, b) => a.ms - b.ms);
  for (const [what, at] of [
    ['a field saved, median of 50', 25],
    ['a field saved, slowest of 50', 49],
  ] as const) {
    const [save] = saves.slice(at);
    if (save) yield { ...save, what };
  }
  const [sent] = await withConcurrentOrders('all other fields sent, 200 at a time', async () => {
    for (let from = 50; from < sheet.items.length; from += 200) {
      const events = sheet.items.slice(from, from + 200).map((line, at) => entry(line, from + at));
      await well(counter.post(`${path}/events`, { events }));
      await pause(0);
    }
  });
  yield sent;

  yield (await withConcurrentOrders('handed in, and all of it read', moved('Submitted')))[0];
  const [approved, final] = await withConcurrentOrders(
    'approved: all of it posted, and read',
    moved('Approved'),
  );
  const moves = await db.read.selectFrom('stockMoves').selectAll().where('docId', '=', created._id).execute();
  if (moves.length < many || final.toPost !== 0) throw new Error(`${moves.length} of ${many} are posted`);
  const posting = await bare(db, async (tx) => {
    await sql`select * from ${sql.table('stockCountLines')} ${isOfCount}`.execute(tx);
    const written = moves.map(({ seq: _, ...move }) => move);
    await writeAgain(tx, 'stockMoves', written, 'docLineId');
    const cost = sql.ref('lastCostE4');
    await sql`update balances set ${cost} = ${cost} + 1`.execute(tx);
    await sql`update ${sql.table('stockCountLines')} set posted = 0 ${isOfCount}`.execute(tx);
  });
  yield { ...approved, bare: posting };
}
