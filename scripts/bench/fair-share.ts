// Measures the allocation of a large shortage (P6): 200 branches request 120 of 240 items each, and stock
// covers half the demand. Reports elapsed and CPU time and ratios to the baseline: the same lines in one bare
// statement, written as JSON. SQLite in memory, without HTTP.
// Run: node scripts/bench/fair-share.ts [branches] [lines per order]
import { loadavg } from 'node:os';
import type { FairShare } from '#modules/fair-share/shapes.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import { newId } from '#platform/server/ids.ts';
import { shareBases } from '#modules/fair-share/bases.ts';
import { createLocations } from '#modules/master-data/server/branch-locations.ts';
import { previewShares } from '#modules/fair-share/server/preview.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testAdmin } from '#app/server/testing/orders.ts';
import { createManyOrders, formatTiming, timeWork } from './many-orders.ts';

const [branchCount = 200, lineCount = 120] = process.argv.slice(2).map(Number);
const itemCount = 240;
// Each line requests 2 cases of 10: half of the total demand is available.
const { t, items, add } = await createManyOrders({
  status: 'Sent to Central Kitchen',
  items: itemCount,
  sections: 10,
  lines: lineCount,
  onHand: Math.round((branchCount * lineCount * 20) / itemCount / 2),
});
const [template] = await t.db.read
  .selectFrom('branches')
  .selectAll()
  .where('_id', '=', ids.branch1)
  .execute();
if (!template) throw new Error('There is no branch to copy');
const branches = Array.from({ length: branchCount }, (_, index) => ({
  ...template,
  type: 'branch',
  _id: newId(t.clock),
  code: `N-${index}`,
  name: `Branch ${index}`,
}));
await t.db.write(async (tx) => {
  await insertRows(tx, 'branches', branches);
  await createLocations(tx, branches);
});
await add(branchCount, (index) => ({
  branch: branches[index]?._id ?? '',
  branchName: branches[index]?.name ?? '',
}));

const baseline = await timeWork(async () => {
  const lines = await t.db.read
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .selectAll('orderLines')
    .where('orders.kitchen', '=', ids.kitchen)
    .where('orders.status', '=', 'Sent to Central Kitchen')
    .execute();
  return JSON.stringify(lines).length;
});
console.info(
  `${branchCount} orders with ${lineCount} lines each of ${itemCount} items, machine load ${loadavg()[0]?.toFixed(1)}; baseline ${baseline.ms.toFixed(0)} ms, ${baseline.cpuMs.toFixed(0)} ms CPU`,
);

const timeShares = (query: { items?: string; basis?: FairShare['basis'] }) =>
  timeWork(async () => {
    const shares = await previewShares(
      t.db.read,
      testAdmin,
      { kitchen: ids.kitchen, ...query },
      t.clock.now(),
    );
    JSON.stringify(shares);
    return shares;
  });
for (const basis of shareBases) {
  const timing = await timeShares({ basis });
  const lines = timing.result.items.reduce((sum, item) => sum + item.lines.length, 0);
  console.info(
    `  ${formatTiming(`all items short, by ${basis}`, timing, baseline)} (${timing.result.items.length} items, ${lines} lines)`,
  );
}
const singleItem = await timeShares({ items: items[0]?._id ?? '' });
console.info(
  `  ${formatTiming('one item', singleItem, baseline)} (${singleItem.result.items[0]?.lines.length} lines)`,
);
await t.close();
