import { insertRows } from '#platform/server/db/statements.ts';
import type { NewRow } from '#platform/server/db/tables.ts';
import { newId } from '#platform/server/ids.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';
import { createOrderInStatus } from '#app/server/testing/orders.ts';

/** A kitchen with many items in sections, and orders for them; SQLite in memory. */
export interface ManyOrders {
  t: TestApp;
  sections: readonly { _id: string }[];
  items: readonly { _id: string }[];
  /** Adds orders with reservations, as they are after acceptance. */
  add(count: number, changes?: (index: number) => Partial<NewRow<'orders'>>): Promise<void>;
}

interface Volume {
  status: 'Sent to Central Kitchen' | 'Under Process';
  items: number;
  sections: number;
  /** Lines of each order. */
  lines: number;
  /** On-hand quantity of each item at the kitchen, in base units. */
  onHand: number;
}

export async function createManyOrders({
  status,
  items: itemCount,
  sections: sectionCount,
  lines,
  onHand,
}: Volume) {
  const t = await createTestApp();
  const { header } = await createOrderInStatus(t, status);
  const [order] = await t.db.read.selectFrom('orders').selectAll().where('_id', '=', header._id).execute();
  const [line] = await t.db.read
    .selectFrom('orderLines')
    .selectAll()
    .where('orderId', '=', header._id)
    .execute();
  const [item] = await t.db.read.selectFrom('items').selectAll().where('_id', '=', ids.items.flour).execute();
  const [section] = await t.db.read.selectFrom('sections').selectAll().limit(1).execute();
  const [balance] = await t.db.read.selectFrom('balances').selectAll().limit(1).execute();
  if (!order || !line || !item || !section || !balance) throw new Error('The rows to copy are missing');
  const sections = Array.from({ length: sectionCount }, (_, index) => ({
    ...section,
    _id: newId(t.clock),
    name: `Section ${index}`,
    code: `S${index}`,
  }));
  const items = Array.from({ length: itemCount }, (_, index) => ({
    ...item,
    _id: newId(t.clock),
    itemCode: `B-${index}`,
    name: `Item ${index}`,
    section: sections[index % sectionCount]?._id ?? null,
  }));
  const balanceValues = { placeId: ids.kitchen, onHandMicro: onHand * 1e6, reservedMicro: 0, valueE4: 0 };
  await t.db.write(async (tx) => {
    await insertRows(tx, 'sections', sections);
    await insertRows(tx, 'items', items);
    await insertRows(
      tx,
      'balances',
      items.map(({ _id }) => ({ ...balance, ...balanceValues, itemId: _id })),
    );
  });

  const add: ManyOrders['add'] = async (count, changes = () => ({})) => {
    for (let index = 0; index < count; index += 1) {
      const _id = newId(t.clock);
      const orderLines = Array.from({ length: lines }, (_, position) => {
        const orderedItem = items[(index * 7 + position * 11) % itemCount] ?? item;
        const { _id: itemId, name: itemName, section: sectionId } = orderedItem;
        return {
          ...line,
          lineId: newId(t.clock),
          orderId: _id,
          position,
          itemId,
          itemName,
          section: sectionId,
        };
      });
      await t.db.write(async (tx) => {
        await insertRows(tx, 'orders', [{ ...order, _id, orderNo: `B-${_id}`, ...changes(index) }]);
        await insertRows(tx, 'orderLines', orderLines);
        if (status !== 'Under Process') return;
        const reservations = orderLines.map(({ lineId, itemId }) => ({
          lineId,
          orderId: _id,
          itemId,
          placeId: ids.kitchen,
          wantedMicro: 10_000_000,
          qtyMicro: 10_000_000,
          acceptedAt: order.acceptedAt ?? order.createdAt,
        }));
        await insertRows(tx, 'reservations', reservations);
      });
    }
  };
  return { t, sections, items, add } satisfies ManyOrders;
}

/** Elapsed time and CPU time. */
export interface TimedResult<T> {
  ms: number;
  cpuMs: number;
  result: T;
}

export async function timeWork<T>(work: () => Promise<T>): Promise<TimedResult<T>> {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - startedAt, cpuMs: (user + system) / 1000, result };
}

/** Formats both times and their ratios to the baseline as one line. */
export function formatTiming(
  name: string,
  { ms, cpuMs }: TimedResult<unknown>,
  baseline: TimedResult<unknown>,
): string {
  const formatRatio = (ms: number, baselineMs: number) =>
    `${(ms / baselineMs).toFixed(1)} times the baseline`;
  return `${name}: ${ms.toFixed(0)} ms (${formatRatio(ms, baseline.ms)}), ${cpuMs.toFixed(0)} ms CPU (${formatRatio(cpuMs, baseline.cpuMs)})`;
}
