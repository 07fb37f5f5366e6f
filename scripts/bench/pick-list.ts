// How long a pick list of 400 orders with 120 lines each takes: cold, again, and once one order was added or picked.
// SQLite in memory, called without HTTP. Run: node scripts/bench/pick-list.ts [orders] [lines of each]
import { listToPick } from '#server/modules/orders/pick-list.ts';
import { insertRows } from '#server/db/statements.ts';
import { newId } from '#server/ids.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';
import { orderIn, testAdmin } from '#server/testing/orders.ts';

const [orderCount = 400, lineCount = 120] = process.argv.slice(2).map(Number);
const itemCount = 1200;
const sectionCount = 10;

const t = await createTestApp();
const { head } = await orderIn(t, 'Under Process');
const [order] = await t.db.read.selectFrom('orders').selectAll().where('_id', '=', head._id).execute();
const [line] = await t.db.read.selectFrom('orderLines').selectAll().where('orderId', '=', head._id).execute();
const [item] = await t.db.read.selectFrom('items').selectAll().where('_id', '=', ids.items.flour).execute();
if (!order || !line || !item) throw new Error('There is nothing to copy');
const template = item;

const [first] = await t.db.read.selectFrom('sections').selectAll().limit(1).execute();
const sections = Array.from({ length: sectionCount }, (_, at) => ({
  ...first,
  _id: newId(t.clock),
  name: `Section ${at}`,
  code: `S${at}`,
}));
const items = Array.from({ length: itemCount }, (_, at) => ({
  ...item,
  _id: newId(t.clock),
  itemCode: `B-${at}`,
  name: `Item ${at}`,
  section: sections[at % sectionCount]?._id ?? null,
}));
const balance = { placeId: ids.kitchen, onHandMicro: 900_000_000, reservedMicro: 0, valueE4: 0 };
const [kept] = await t.db.read.selectFrom('balances').selectAll().limit(1).execute();

/** Puts an order with its lines and reservations into the books, as accepting it has left it. */
async function addOrders(count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const _id = newId(t.clock);
    const lines = Array.from({ length: lineCount }, (__, position) => {
      const own = items[(at * 7 + position * 11) % itemCount] ?? template;
      const { _id: itemId, name: itemName, section } = own;
      return { ...line, lineId: newId(t.clock), orderId: _id, position, itemId, itemName, section };
    });
    await t.db.write(async (tx) => {
      await insertRows(tx, 'orders', [{ ...order, _id, orderNo: `B-${_id}` }]);
      await insertRows(tx, 'orderLines', lines);
      await insertRows(
        tx,
        'reservations',
        lines.map(({ lineId, itemId }) => ({
          lineId,
          orderId: _id,
          itemId,
          placeId: ids.kitchen,
          wantedMicro: 10_000_000,
          qtyMicro: 10_000_000,
          acceptedAt: order?.acceptedAt,
        })),
      );
    });
  }
}

await t.db.write(async (tx) => {
  await insertRows(tx, 'sections', sections);
  await insertRows(tx, 'items', items);
  await insertRows(
    tx,
    'balances',
    items.map(({ _id }) => ({ ...kept, ...balance, itemId: _id })),
  );
});
await addOrders(orderCount);

const keeper = {};
async function timed(what: string, section?: string): Promise<void> {
  const from = performance.now();
  const before = process.cpuUsage();
  const list = await listToPick(
    t.db.read,
    testAdmin,
    { status: 'Under Process', ...(section !== undefined && { section }) },
    { now: t.clock.now(), keeper },
  );
  const json = JSON.stringify(list);
  const ms = Math.round(performance.now() - from);
  const { user, system } = process.cpuUsage(before);
  const cpuMs = Math.round((user + system) / 1000);
  const lines = list.sections.reduce((sum, one) => sum + one.lines, 0);
  console.log(
    `${what}: ${ms} ms, ${cpuMs} ms of a core (${list.orders.length} orders, ${lines} lines, ${list.items.length} items, ${Math.round(json.length / 1024)} KB)`,
  );
}

await timed('cold, one of ten sections');
await timed('again');
await addOrders(1);
await timed('one order added');
await timed('another section', sections[3]?._id);
await t.close();
