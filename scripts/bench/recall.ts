// Measures a recall on a year of the medium-sized business (M9: under 1 s): 50 branches, 1,000 items with lots,
// 6,000 order lines a day, each shipped, received and used. Without HTTP, on the engine of the tests
// (TEST_DATABASE_URL), compared with one bare query for a lot's moves. Run: node scripts/bench/recall.ts [days]
import { sql } from 'kysely';
import { existingLotQueryParams } from '#modules/lots/input.ts';
import { listExistingLots } from '#modules/stock/server/existing-lots.ts';
import { traceLot } from '#modules/stock/server/lot-trace.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';

const [days = 365] = process.argv.slice(2).map(Number);
const branchCount = 50;
const linesPerDay = 6_000;
/** One lot of every item every five days. */
const lotCount = Math.round((days / 5) * 1_000);
const lineCount = days * linesPerDay;
/** Number of lots in a chain in which each lot is received as the next one. */
const chainLength = 12;
/** Number of lots into which one lot is split. */
const fanWidth = 200;

const t = await createTestApp();
const ref = (name: string) => sql.ref(name);
const at = t.clock.now().toISOString();
const buildNumbersCte = (count: number) => sql`with recursive n(i) as (
  select 0 union all select i + 1 from n where i < ${sql.lit(count - 1)})`;

const [branch] = await t.db.read.selectFrom('branches').selectAll().where('_id', '=', ids.branch1).execute();
if (!branch) throw new Error('The branch to copy is missing');
await t.db.write(async (tx) => {
  for (let n = 0; n < branchCount; n += 1) {
    const _id = `b-${n}`;
    await tx
      .insertInto('branches')
      .values({ ...branch, _id, code: _id, name: `Branch ${n}` })
      .execute();
    for (const [suffix, type] of [
      ['', 'branch'],
      [':transit', 'transit'],
      [':hold', 'hold'],
    ] as const)
      await tx
        .insertInto('places')
        .values({ placeId: `${_id}${suffix}`, type, branchId: _id, name: `Branch ${n}` })
        .execute();
  }
});
await t.db.write(async (tx) => {
  await sql`insert into lots (${ref('_id')}, ${ref('createdAt')}, ${ref('updatedAt')}, version, ${ref('itemId')}, code,
      search, ${ref('originType')}, ${ref('originId')}, ${ref('originDay')}, ${ref('originPlace')}, expiry)
    ${buildNumbersCte(lotCount)} select 'lot-' || cast(i as text), ${at}, ${at}, 1, ${ids.items.flour}, 'L' || cast(i as text),
      'l' || cast(i as text), 'goods_receipt', 'bench', '2026-01-01', ${ids.kitchen}, '2027-01-01' from n`.execute(
    tx,
  );
  const insertMoves = (
    count: number,
    kind: string,
    from: unknown,
    place: unknown,
    lot: unknown,
    toLot: unknown,
  ) =>
    sql`insert into ${sql.table('stockMoves')} (${ref('postedAt')}, ${ref('effectiveAt')}, ${ref('businessDay')},
        ${ref('arrivalDay')}, ${ref('itemId')}, ${ref('fromPlace')}, ${ref('toPlace')}, ${ref('qtyMicro')},
        ${ref('valueE4')}, ${ref('unitCostE4')}, lot, ${ref('docType')}, ${ref('docId')}, ${ref('docLineId')}, kind,
        cycle, ${ref('userId')}, ${ref('lotId')}, ${ref('toLotId')})
      ${buildNumbersCte(count)} select ${at}, ${at}, '2026-01-01', '2026-01-01', ${ids.items.flour}, ${from}, ${place}, 1000000, 1, 1, '',
        'order', ${kind} || cast(i / 120 as text), ${kind} || cast(i as text), ${kind}, 0, ${ids.users.admin},
        ${lot}, ${toLot} from n`.execute(tx);
  const quote = (value: string) => sql`${sql.lit(value)}`;
  const transit = sql`'b-' || cast((i * 7) % ${sql.lit(branchCount)} as text) || ':transit'`;
  const branchPlace = sql`'b-' || cast((i * 7) % ${sql.lit(branchCount)} as text)`;
  const lotId = sql`'lot-' || cast(i % ${sql.lit(lotCount)} as text)`;
  const none = sql`cast(null as text)`;
  await insertMoves(lotCount, 'receipt', quote('supplier'), sql`${ids.kitchen}`, lotId, none);
  await insertMoves(lineCount, 'ship', sql`${ids.kitchen}`, transit, lotId, none);
  await insertMoves(lineCount, 'receive', transit, branchPlace, lotId, none);
  await insertMoves(lineCount, 'consumption', branchPlace, quote('consumption'), lotId, none);
  const chainLotId = (n: string) => sql`'lot-' || cast(i + ${sql.lit(Number(n))} as text)`;
  await insertMoves(chainLength, 'transfer_in', transit, branchPlace, chainLotId('0'), chainLotId('1'));
  await insertMoves(fanWidth, 'transfer_in', transit, branchPlace, quote('lot-100'), chainLotId('101'));
  await sql`insert into ${sql.table('lotBalances')} (${ref('placeId')}, ${ref('itemId')}, ${ref('lotId')},
      ${ref('onHandMicro')}, ${ref('reservedMicro')})
    ${buildNumbersCte(lotCount)} select 'b-' || cast(i % ${sql.lit(branchCount)} as text), ${ids.items.flour},
      'lot-' || cast(i as text), 1000000, 0 from n`.execute(tx);
});
await sql`analyze`.execute(t.db.writer);

const total = 3 * lineCount + lotCount + chainLength + fanWidth;
console.log(`${t.db.dialect}: ${lotCount} lots, ${total} moves, ${branchCount} branches`);

async function timeRuns(name: string, run: (n: number) => Promise<string>): Promise<number> {
  const times: number[] = [];
  let summary = '';
  for (let n = 0; n < 9; n += 1) {
    const from = performance.now();
    summary = await run(n);
    times.push(performance.now() - from);
  }
  const median = times.toSorted((a, b) => a - b)[4] ?? 0;
  const worst = Math.max(...times);
  console.log(`${name}: ${median.toFixed(1)} ms (median of 9, worst ${worst.toFixed(1)}); ${summary}`);
  return median;
}

const trace = async (lot: string, direction: 'forward' | 'backward') => {
  const result = await traceLot(t.db.read, testAdmin, { id: lot }, direction);
  return `${result.tree.length} other lots, ${result.shipments.length} documents, ${result.totals.received} received`;
};
const bareMs = await timeRuns('bare: all moves of a lot', async (n) => {
  const rows = await t.db.read
    .selectFrom('stockMoves')
    .selectAll()
    .where('lotId', '=', `lot-${1_000 + n}`)
    .execute();
  return `${rows.length} moves`;
});
const forwardMs = await timeRuns('a lot, forwards', (n) => trace(`lot-${1_000 + n}`, 'forward'));
console.log(`  ${(forwardMs / bareMs).toFixed(1)} times the bare moves`);
await timeRuns('a lot, back', (n) => trace(`lot-${1_000 + n}`, 'backward'));
await timeRuns(`a chain of ${chainLength} lots, forwards`, () => trace('lot-0', 'forward'));
await timeRuns(`a chain of ${chainLength} lots, back`, () => trace(`lot-${chainLength}`, 'backward'));
await timeRuns(`a lot that was split into ${fanWidth} lots`, () => trace('lot-100', 'forward'));
const findLots = async (query: object) =>
  `${(await listExistingLots(t.db.read, testAdmin, existingLotQueryParams.parse(query))).length} lots`;
await timeRuns('the latest lots', () => findLots({}));
await timeRuns('a lot by its code', (n) => findLots({ q: `L${2_000}${n}` }));
await timeRuns('an unknown code', () => findLots({ q: 'unknown' }));
await t.close();
