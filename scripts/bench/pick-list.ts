// Measures a pick list of 400 orders with 120 lines each (P11): cold, repeated, and after one new order.
// Reports elapsed and CPU time and ratios to the baseline: the same orders and lines in two bare statements,
// written as JSON. SQLite in memory, without HTTP.
// Run: node scripts/bench/pick-list.ts [orders] [lines per order]
import { loadavg } from 'node:os';
import { loadPickList } from '#modules/orders/server/pick-list.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { createManyOrders, formatTiming, timeWork } from './many-orders.ts';

const [orderCount = 400, lineCount = 120] = process.argv.slice(2).map(Number);
const { t, sections, add } = await createManyOrders({
  status: 'Under Process',
  items: 1200,
  sections: 10,
  lines: lineCount,
  onHand: 900,
});
await add(orderCount);

const baseline = await timeWork(async () => {
  const orders = await t.db.read
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'Under Process')
    .execute();
  const lines = await t.db.read
    .selectFrom('orderLines')
    .selectAll()
    .where(
      'orderId',
      'in',
      orders.map(({ _id }) => _id),
    )
    .execute();
  return JSON.stringify([orders, lines]).length;
});
const cacheOwner = {};
async function measurePickList(name: string, section?: string): Promise<void> {
  const timing = await timeWork(async () => {
    const query = { status: 'Under Process' as const, ...(section !== undefined && { section }) };
    const list = await loadPickList(t.db.read, testAdmin, query, { now: t.clock.now(), cacheOwner });
    return { list, bytes: JSON.stringify(list).length };
  });
  const { list, bytes } = timing.result;
  const lines = list.sections.reduce((sum, section) => sum + section.lines, 0);
  console.info(
    `  ${formatTiming(name, timing, baseline)} (${list.orders.length} orders, ${lines} lines, ${list.items.length} items, ${Math.round(bytes / 1024)} KB)`,
  );
}

console.info(
  `${orderCount} orders with ${lineCount} lines each, machine load ${loadavg()[0]?.toFixed(1)}; baseline ${baseline.ms.toFixed(0)} ms, ${baseline.cpuMs.toFixed(0)} ms CPU`,
);
await measurePickList('cold, one of ten sections');
await measurePickList('repeated');
await add(1);
await measurePickList('one order added');
await measurePickList('another section', sections[3]?._id);
await t.close();
