// Benchmarks the stock queries for a medium-sized business: 3,000 items at 8 branches and a kitchen, with 60
// days of daily totals. Uses SQLite in memory without HTTP; the compact stock list and a plain SUM over the
// daily totals are the baseline. Run: node scripts/bench/stock.ts [items] [days]
import { sql } from 'kysely';
import { insertRows } from '#platform/server/db/statements.ts';
import { newId } from '#platform/server/ids.ts';
import { getStockAsAt } from '#modules/stock/server/as-at.ts';
import { listStock } from '#modules/stock/server/list.ts';
import { listStockPositions } from '#modules/stock/server/stock-positions.ts';
import { stockQueryParams } from '#modules/stock/input.ts';
import { createTestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { dayMs, toUtcDay } from '#core/day.ts';

const [itemCount = 3000, dayCount = 60] = process.argv.slice(2).map(Number);
const branchCount = 8;
/** Days between two moves of the same stock position. */
const daysBetweenMoves = 4;

const t = await createTestApp();
const [item] = await t.db.read.selectFrom('items').selectAll().where('_id', '=', ids.items.flour).execute();
const [branch] = await t.db.read.selectFrom('branches').selectAll().where('_id', '=', ids.branch1).execute();
if (!item || !branch) throw new Error('The rows to copy are missing');

const branches = Array.from({ length: branchCount }, (_, n) => ({
  ...branch,
  _id: newId(t.clock),
  code: `B-${n}`,
  name: `Branch ${n}`,
}));
const items = Array.from({ length: itemCount }, (_, n) => ({
  ...item,
  _id: newId(t.clock),
  itemCode: `B-${n}`,
  name: `Item ${n}`,
  trackLots: n % 3 === 0 ? (1 as const) : (0 as const),
}));
const places = [ids.kitchen, ...branches.map(({ _id }) => _id)];
const daysAgo = (days: number) => toUtcDay(t.clock.now().getTime() - days * dayMs);

await t.db.write(async (tx) => {
  await insertRows(tx, 'branches', branches);
  await insertRows(
    tx,
    'places',
    branches.map(({ _id, name }) => ({ placeId: _id, type: 'branch', branchId: _id, name })),
  );
  await insertRows(tx, 'items', items);
  const lots = items
    .filter(({ trackLots }) => trackLots === 1)
    .flatMap(({ _id: itemId }) =>
      [1, 2, 3].map((n) => ({
        _id: newId(t.clock),
        itemId,
        code: `L${n}`,
        search: `l${n}`,
        expiry: daysAgo(-n * 5),
        originType: 'goods_receipt',
        originId: 'bench',
        originDay: daysAgo(9),
        originPlace: ids.kitchen,
        version: 1,
        createdAt: t.clock.now().toISOString(),
        updatedAt: t.clock.now().toISOString(),
      })),
    );
  await insertRows(tx, 'lots', lots);
  for (const placeId of places) {
    await insertRows(
      tx,
      'balances',
      items.map(({ _id: itemId }) => ({
        itemId,
        placeId,
        onHandMicro: 90_000_000,
        reservedMicro: 0,
        valueE4: 1_800_000,
        lastCostE4: 0,
      })),
    );
    await insertRows(
      tx,
      'lotBalances',
      lots.map(({ _id: lotId, itemId }) => ({
        placeId,
        itemId,
        lotId,
        onHandMicro: 30_000_000,
        reservedMicro: 0,
      })),
    );
    for (let daysBack = 0; daysBack < dayCount; daysBack++) {
      const movedItems = items.filter((_, n) => (n + daysBack) % daysBetweenMoves === 0);
      const isKitchen = placeId === ids.kitchen;
      const [qtyMicro, valueE4] = [2_000_000, 40_000];
      await insertRows(
        tx,
        'stockDaily',
        movedItems.map(({ _id: itemId }) => ({
          placeId,
          itemId,
          kind: isKitchen ? ('ship' as const) : ('receive' as const),
          businessDay: daysAgo(daysBack),
          qtyMicro: isKitchen ? -qtyMicro : qtyMicro,
          valueE4: isKitchen ? -valueE4 : valueE4,
        })),
      );
      const at = `${daysAgo(daysBack)}T10:00:00.000Z`;
      await insertRows(
        tx,
        'stockMoves',
        movedItems.map(({ _id: itemId }) => ({
          postedAt: at,
          effectiveAt: at,
          businessDay: daysAgo(daysBack),
          arrivalDay: daysAgo(daysBack),
          itemId,
          fromPlace: isKitchen ? placeId : 'supplier',
          toPlace: isKitchen ? 'consumption' : placeId,
          qtyMicro,
          valueE4,
          unitCostE4: 20_000,
          lot: '',
          docType: 'sales' as const,
          docId: 'bench',
          docLineId: `${placeId} ${itemId} ${daysBack}`,
          kind: isKitchen ? ('consumption' as const) : ('receipt' as const),
          cycle: 0,
          reason: null,
          userId: ids.users.admin,
          reversesSeq: null,
          pieces: null,
        })),
      );
    }
  }
});

const ctx = { db: t.db.read, buildEtag: async (content: string) => `"${content.length}"` };
async function timeCall(name: string, run: () => Promise<{ body?: unknown }>): Promise<void> {
  const times: number[] = [];
  let length = 0;
  for (let n = 0; n < 5; n++) {
    const from = performance.now();
    const { body } = await run();
    times.push(performance.now() - from);
    length = typeof body === 'string' ? body.length : 0;
  }
  const [, , median = 0] = times.toSorted((a, b) => a - b);
  console.log(`${name}: ${Math.round(median)} ms (median of 5, ${Math.round(length / 1024)} KB)`);
}

const { total } = await t.db.read
  .selectFrom('stockDaily')
  .select((eb) => eb.fn.countAll<number>().as('total'))
  .executeTakeFirstOrThrow();
console.log(`${itemCount} items at ${places.length} places, ${total} daily totals over ${dayCount} days`);
await timeCall('stock, compact (20,000 rows)', () =>
  listStock(ctx, testAdmin, stockQueryParams.parse({ view: 'compact' })),
);
await timeCall('stock list: usage, lots, expiry, movement', () =>
  listStockPositions(ctx, testAdmin, {}, t.clock.now()),
);
await timeCall('stock list of one branch', () =>
  listStockPositions(ctx, testAdmin, { placeId: places[1] }, t.clock.now()),
);
for (const daysBack of [1, 30, 180, dayCount])
  for (const by of ['effective', 'posted'] as const)
    await timeCall(`as at ${daysBack} days ago, ${by}`, () =>
      getStockAsAt(t.db.read, testAdmin, { day: daysAgo(daysBack), by }, t.clock.now()),
    );
await timeCall('plain SUM over the daily totals', async () => ({
  body: JSON.stringify(
    await sql`select ${sql.ref('placeId')}, ${sql.ref('itemId')}, sum(${sql.ref('qtyMicro')}), sum(${sql.ref('valueE4')})
      from ${sql.table('stockDaily')} group by 1, 2`.execute(t.db.read),
  ),
}));
await t.close();
