import type { OrderStatus } from '#modules/orders/status.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import { getUnitStep } from '../proposals.ts';
import { getLotBlocker } from '#modules/lots/lot-rules.ts';
import { convertMicro, toExactOrNull, fromMicro } from '#core/quantity.ts';
import { maxRoundingMicro } from '#core/stock-rounding.ts';
import { transitLocation } from '#modules/stock/ledger-locations.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadTypicalOrders } from '#modules/orders/server/demand.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { loadLotsAtPlace } from '#modules/stock/server/lots.ts';
import { loadUsageByPlace } from '#modules/stock/server/usage.ts';

/** The orders and items to share. */
export interface ShareQuery {
  kitchen: string;
  day: string | null;
  /** Limits the lines to these orders; null for all open orders. */
  orders: readonly string[] | null;
  /** Items to share; null for those with more demand than supply. */
  items: readonly string[] | null;
}

/**
 * An open line with the inputs of its share. `ordered`, `requested` and `approved` are in the line's unit;
 * `usual`, `usagePerDay` and `has` describe the branch, in base units.
 */
export interface ShareLineFacts {
  lineId: string;
  orderId: string;
  orderNo: string;
  status: string;
  deliveryDate: string;
  branch: string;
  branchName: string;
  priority: number;
  tie: string;
  unit: string;
  unitSymbol: string;
  unitNum: number;
  unitDen: number;
  step: number;
  isWhole: boolean;
  ordered: number;
  requested: number;
  approved: number;
  typicalOrderQty: number | null;
  usagePerDay: number | null;
  stock: number;
  fingerprint: string;
}

export interface ShareItemFacts {
  itemId: string;
  itemCode: string;
  itemName: string;
  itemNameAlt: string | null;
  unitSymbol: string;
  onHand: number;
  unusable: number;
  heldElsewhere: number;
  keptBack: number;
  lines: ShareLineFacts[];
}

/** Statuses of orders that a kitchen has received and not yet shipped. */
export const openKitchenStatuses: readonly OrderStatus[] = ['Sent to Central Kitchen', 'Under Process'];

/** Priority of branches without a category, which come last. */
const lastPriority = 1001;

/** Loads supply and open lines by item, sorted by item name; lines are sorted by `tie`. */
export async function loadShareFacts(db: Queryable, query: ShareQuery, now: Date): Promise<ShareItemFacts[]> {
  const requestedLines = await loadRequestedLines(db, query);
  const byItem = Map.groupBy(requestedLines, ({ itemId }) => itemId);
  const stock = await loadKitchenStock(db, query, [...byItem.keys()], requestedLines, now);
  const isShort = (itemId: string, lines: readonly RequestedLine[]) => {
    const { onHand = 0, unusable = 0, heldElsewhere = 0, keptBack = 0 } = stock.get(itemId) ?? {};
    const supply = Math.max(0, onHand - unusable - heldElsewhere - keptBack);
    const ordered = lines.reduce((sum, { requestedBase }) => sum + BigInt(requestedBase), 0n);
    // The ledger corrects the rounding of lines, so rounding alone isn't a shortage.
    return ordered > BigInt(supply) + BigInt(supply > 0 ? maxRoundingMicro : 0);
  };
  const selectedItems = [...byItem].filter(([itemId, lines]) =>
    query.items ? query.items.includes(itemId) : isShort(itemId, lines),
  );
  const itemIds = selectedItems.map(([itemId]) => itemId);
  const lines = selectedItems.flatMap(([, itemLines]) => itemLines);
  const toLineFacts = await loadLineData(db, lines, itemIds, now);
  const items = await loadItems(db, itemIds);
  const shareItems = selectedItems.flatMap(([itemId, itemLines]): ShareItemFacts[] => {
    const item = items.get(itemId);
    const kitchenStock = stock.get(itemId);
    if (!item || !kitchenStock) return [];
    return [
      {
        itemId,
        itemCode: item.itemCode,
        itemName: item.name,
        itemNameAlt: item.nameAlt,
        unitSymbol: item.symbol ?? '',
        onHand: fromMicro(kitchenStock.onHand),
        unusable: fromMicro(kitchenStock.unusable),
        heldElsewhere: fromMicro(kitchenStock.heldElsewhere),
        keptBack: fromMicro(kitchenStock.keptBack),
        lines: itemLines.map((line) => toLineFacts(line)).toSorted((a, b) => (a.tie < b.tie ? -1 : 1)),
      },
    ];
  });
  const getSearchText = (itemId: string) => items.get(itemId)?.search ?? '';
  return shareItems.toSorted((a, b) =>
    `${getSearchText(a.itemId)} ${a.itemId}` < `${getSearchText(b.itemId)} ${b.itemId}` ? -1 : 1,
  );
}

type RequestedLine = Awaited<ReturnType<typeof loadRequestedLines>>[number];

/** Loads unpicked lines that request a quantity, in base units. */
async function loadRequestedLines(db: Queryable, { kitchen, day, orders, items }: ShareQuery) {
  let query = db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .select([
      'orderLines.lineId',
      'orderLines.position',
      'orderLines.itemId',
      'orderLines.unit',
      'orderLines.unitSymbol',
      'orderLines.unitNum',
      'orderLines.unitDen',
      'orderLines.orderQtyMicro',
      'orderLines.approvedQtyMicro',
      'orderLines.sharedFromMicro',
      'orders._id as orderId',
      'orders.orderNo',
      'orders.status',
      'orders.sentAt',
      'orders.branch',
      'orders.branchName',
      'orders.deliveryDate',
    ])
    .where('orders.kitchen', '=', kitchen)
    .where('orders.status', 'in', [...openKitchenStatuses])
    .where('orderLines.pickedQtyMicro', 'is', null)
    .where('orderLines.shippedQtyMicro', 'is', null);
  if (day !== null) query = query.where('orders.deliveryDate', '=', day);
  if (orders !== null) query = query.where('orders._id', 'in', orders.length > 0 ? orders : ['']);
  if (items !== null) query = query.where('orderLines.itemId', 'in', items.length > 0 ? items : ['']);
  return (await query.execute()).flatMap((line) => {
    const approvedMicro = line.approvedQtyMicro ?? line.orderQtyMicro;
    const requestedMicro = line.sharedFromMicro ?? approvedMicro;
    const requestedBase = toExactOrNull(() => convertMicro(requestedMicro, getLineRatio(line)));
    return requestedBase === null || requestedBase <= 0
      ? []
      : [{ ...line, approvedMicro, requestedMicro, requestedBase }];
  });
}

interface KitchenStock {
  onHand: number;
  unusable: number;
  heldElsewhere: number;
  keptBack: number;
}

/** Loads the kitchen's stock of items, in millionths of base units. */
async function loadKitchenStock(
  db: Queryable,
  { kitchen }: ShareQuery,
  itemIds: readonly string[],
  requested: readonly RequestedLine[],
  now: Date,
): Promise<Map<string, KitchenStock>> {
  if (itemIds.length === 0) return new Map();
  const balances = await db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro', 'reservedMicro'])
    .where('placeId', '=', kitchen)
    .where('itemId', 'in', itemIds)
    .execute();
  const reserved = await db
    .selectFrom('reservations')
    .select(['lineId', 'itemId', 'qtyMicro'])
    .where('placeId', '=', kitchen)
    .where('itemId', 'in', itemIds)
    .execute();
  const levels = await db
    .selectFrom('itemLevels')
    .select(['itemId', 'safetyStockMicro'])
    .where('branchId', '=', kitchen)
    .where('isActive', '=', 1)
    .where('itemId', 'in', itemIds)
    .execute();
  const day = await loadBusinessDay(db, kitchen, now.toISOString());
  const lots = await loadLotsAtPlace(db, kitchen, itemIds);
  const sharedLineIds = new Set(requested.map(({ lineId }) => lineId));
  const sumByItem = (rows: readonly { itemId: string; qty: number }[]) => {
    const sum = new Map<string, number>();
    for (const { itemId, qty } of rows) sum.set(itemId, (sum.get(itemId) ?? 0) + qty);
    return sum;
  };
  const ownReserved = sumByItem(
    reserved.filter(({ lineId }) => sharedLineIds.has(lineId)).map((row) => ({ ...row, qty: row.qtyMicro })),
  );
  const unusable = sumByItem(
    lots
      .filter((lot) => getLotBlocker(lot, day) !== null)
      .map(({ itemId, freeMicro }) => ({ itemId, qty: Math.max(0, freeMicro) })),
  );
  const balanceByItem = new Map(balances.map((row) => [row.itemId, row]));
  const safetyStockByItem = new Map(levels.map((row) => [row.itemId, row.safetyStockMicro]));
  return new Map(
    itemIds.map((itemId) => {
      const { onHandMicro = 0, reservedMicro = 0 } = balanceByItem.get(itemId) ?? {};
      return [
        itemId,
        {
          onHand: onHandMicro,
          unusable: unusable.get(itemId) ?? 0,
          heldElsewhere: reservedMicro - (ownReserved.get(itemId) ?? 0),
          keptBack: safetyStockByItem.get(itemId) ?? 0,
        },
      ];
    }),
  );
}

/**
 * Loads the data of lines that isn't stored with them: the branch's priority, typical orders, usage and
 * stock, and the unit's step. Returns a function that builds the facts of a line.
 */
async function loadLineData(
  db: Queryable,
  lines: readonly RequestedLine[],
  itemIds: readonly string[],
  now: Date,
): Promise<(line: RequestedLine) => ShareLineFacts> {
  const branches = [...new Set(lines.map(({ branch }) => branch))];
  const priorityByBranch = await loadPriorities(db, branches);
  const usual = await loadTypicalOrders(db, { branches, itemIds }, now);
  const usage = await loadUsageByPlace(db, { placeIds: branches, itemIds }, now);
  const stock = await loadBranchStock(db, branches, itemIds);
  const units = new Map(
    (await db.selectFrom('units').select(['_id', 'wholeOnly', 'decimals']).execute()).map((unit) => [
      unit._id,
      unit,
    ]),
  );
  return (line) => {
    const key = `${line.branch} ${line.itemId}`;
    const { wholeOnly = 0, decimals = 6 } = units.get(line.unit) ?? {};
    const typicalMicro = usual.get(key);
    const usageMicro = usage.get(line.branch)?.get(line.itemId)?.perDayMicro;
    const stockMicro =
      (stock.get(key) ?? 0) + (stock.get(`${transitLocation(line.branch)} ${line.itemId}`) ?? 0);
    const priority = priorityByBranch.get(line.branch) ?? lastPriority;
    return {
      lineId: line.lineId,
      orderId: line.orderId,
      orderNo: line.orderNo,
      status: line.status,
      deliveryDate: line.deliveryDate,
      branch: line.branch,
      branchName: line.branchName,
      priority,
      tie: [line.sentAt ?? '', line.orderNo, String(line.position).padStart(4, '0')].join(' '),
      unit: line.unit,
      unitSymbol: line.unitSymbol,
      unitNum: line.unitNum,
      unitDen: line.unitDen,
      step: getUnitStep({ wholeOnly: wholeOnly === 1, decimals }),
      isWhole: wholeOnly === 1,
      ordered: fromMicro(line.orderQtyMicro),
      requested: fromMicro(line.requestedMicro),
      approved: fromMicro(line.approvedMicro),
      typicalOrderQty: typicalMicro === undefined ? null : fromMicro(typicalMicro),
      usagePerDay: usageMicro === undefined ? null : fromMicro(usageMicro),
      stock: fromMicro(stockMicro),
      fingerprint: [
        line.status,
        line.deliveryDate,
        line.requestedMicro,
        line.approvedMicro,
        line.unit,
        priority,
      ].join('|'),
    };
  };
}

async function loadPriorities(db: Queryable, branches: readonly string[]): Promise<Map<string, number>> {
  if (branches.length === 0) return new Map();
  const rows = await db
    .selectFrom('branches')
    .innerJoin('branchCategories', 'branchCategories._id', 'branches.branchCategoryId')
    .select(['branches._id', 'branchCategories.priority'])
    .where('branches._id', 'in', branches)
    .execute();
  return new Map(rows.map(({ _id, priority }) => [_id, priority]));
}

/** Loads the stock on hand and in transit of branches, keyed by `place item`. */
async function loadBranchStock(
  db: Queryable,
  branches: readonly string[],
  itemIds: readonly string[],
): Promise<Map<string, number>> {
  if (branches.length === 0 || itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('balances')
    .select(['placeId', 'itemId', 'onHandMicro'])
    .where('placeId', 'in', [...branches, ...branches.map(transitLocation)])
    .where('itemId', 'in', itemIds)
    .execute();
  return new Map(rows.map(({ placeId, itemId, onHandMicro }) => [`${placeId} ${itemId}`, onHandMicro]));
}

async function loadItems(db: Queryable, itemIds: readonly string[]) {
  if (itemIds.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('items')
    .leftJoin('units', 'units._id', 'items.baseUnit')
    .select(['items._id', 'items.itemCode', 'items.name', 'items.nameAlt', 'items.search', 'units.symbol'])
    .where('items._id', 'in', itemIds)
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
}
