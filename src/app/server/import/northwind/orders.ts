import { computeValueAtPrice } from '#core/money.ts';
import { toMicro } from '#core/quantity.ts';
import { dayMs, toUtcDay } from '#core/day.ts';
import type { Db, Tx } from '#platform/server/db/types.ts';
import { type ReplayStep, replayOrder } from '#modules/orders/server/replay.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { importActor, buildImportCode } from './imported-ids.ts';
import type { MasterData } from './master-data.ts';
import type { Northwind, NorthwindOrder } from './read.ts';

/** Orders per commit; each order is complete or absent. */
const ordersPerCommit = 25;

/** Returns orders that earlier imports haven't created, oldest first. */
export async function listNewOrders(db: Pick<Db, 'read'>, data: Northwind): Promise<NorthwindOrder[]> {
  const existing = await db.read
    .selectFrom('orders')
    .select('orderNo')
    .where('orderNo', 'like', 'NW-%')
    .execute();
  const numbers = new Set(existing.map((order) => order.orderNo));
  return [...data.orders.values()]
    .filter((order) => order.lines.length > 0 && !numbers.has(buildImportCode(order.id)))
    .toSorted((a, b) => a.orderedOn.getTime() - b.orderedOn.getTime() || Number(a.id) - Number(b.id));
}

/**
 * Posts the kitchen's opening stock: one receipt per supplier on the day before the first order, at the
 * products' prices, for the quantity that the orders need beyond available stock.
 *
 * @returns the number of units received
 */
export async function postOpeningStock(tx: Tx, opening: OpeningStock): Promise<number> {
  const { orders, data, master, now } = opening;
  const first = orders[0];
  if (!first) return 0;
  const needed = new Map<string, number>();
  for (const { product, qty } of orders.flatMap((order) => order.lines)) {
    needed.set(product, (needed.get(product) ?? 0) + qty);
  }
  const available = await loadAvailableStock(tx, master.kitchen);
  const effectiveAt = new Date(first.orderedOn.getTime() - dayMs).toISOString();
  const createdAt = now.toISOString();
  const postings = [...needed].flatMap(([key, qty]) => {
    const product = data.products.get(key);
    const itemId = master.items.get(key);
    if (!product || !itemId) return [];
    const qtyMicro = toMicro(qty) - Math.max(0, available.get(itemId) ?? 0);
    const docId = `NW-GR-${product.supplier}-${createdAt}`;
    const docLineId = `${docId}/${buildImportCode(key)}`;
    const receipt = {
      fromPlace: 'supplier',
      toPlace: master.kitchen,
      kind: 'receipt' as const,
      docType: 'goods_receipt' as const,
      lot: '',
    };
    return qtyMicro > 0
      ? [
          {
            ...receipt,
            itemId,
            qtyMicro,
            docId,
            docLineId,
            valueE4: computeValueAtPrice(qtyMicro, product.unitPriceMicro),
          },
        ]
      : [];
  });
  await postStockChange(tx, { postings }, { userId: importActor._id, now: createdAt, effectiveAt });
  return postings.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0) / 1_000_000;
}

interface OpeningStock {
  orders: readonly NorthwindOrder[];
  data: Northwind;
  master: MasterData;
  now: Date;
}

async function loadAvailableStock(tx: Tx, placeId: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro', 'reservedMicro'])
    .where('placeId', '=', placeId)
    .execute();
  return new Map(rows.map((row) => [row.itemId, row.onHandMicro - row.reservedMicro]));
}

/** Replays the orders through the services with their original dates, a few per commit. */
export async function replayOrders(
  db: Db,
  orders: readonly NorthwindOrder[],
  master: MasterData,
  onProgress: (done: number) => void,
): Promise<void> {
  for (let start = 0; start < orders.length; start += ordersPerCommit) {
    const batch = orders.slice(start, start + ordersPerCommit);
    await db.write(async (tx) => {
      for (const order of batch) await replayNorthwindOrder(tx, order, master);
    });
    onProgress(start + batch.length);
  }
}

async function replayNorthwindOrder(tx: Tx, order: NorthwindOrder, master: MasterData): Promise<void> {
  const createdOrder = {
    by: importActor,
    at: order.orderedOn,
    orderNo: buildImportCode(order.id),
    allowsAnyItem: true,
    input: {
      branch: master.branches.get(order.customer) ?? '',
      deliveryDate: toUtcDay(order.requiredOn),
      items: order.lines.map(({ product, qty }) => ({
        itemId: master.items.get(product) ?? '',
        orderQty: qty,
      })),
    },
  };
  await replayOrder(tx, createdOrder, buildSteps(order));
}

/** Orders are reviewed and accepted on the order day, and shipped and received on the shipping day. */
function buildSteps({ orderedOn, requiredOn, shippedOn }: NorthwindOrder): ReplayStep[] {
  const shippingDay = shippedOn ?? requiredOn;
  return [
    { to: 'Under Review', by: importActor, at: orderedOn },
    { to: 'Sent to Central Kitchen', by: importActor, at: orderedOn },
    { to: 'Under Process', by: importActor, at: orderedOn },
    { to: 'Shipped', by: importActor, at: shippingDay },
    { to: 'Received', by: importActor, at: shippingDay },
  ];
}
