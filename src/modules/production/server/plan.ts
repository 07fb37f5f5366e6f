import type { PlanRow as WireRow, ProductionPlan } from '../shapes.ts';
import { getLineRatio } from '#modules/orders/lines.ts';
import type { OrderStatus } from '#modules/orders/status.ts';
import type { Actor } from '#core/permissions.ts';
import { computeRemainingToMakeMicro, computeRemainingMicro } from '../batch.ts';
import { computeStockedNeeds, computeBatchYield } from '../needs.ts';
import type { ExpectedDemand } from '../expected.ts';
import {
  type ProductionMethod,
  planProductionDay,
  type PlanDay,
  type PlannedItem,
  type DemandEntry,
  type DemandSource,
} from '../plan.ts';
import { convertMicro, toExactOrNull, fromMicro } from '#core/quantity.ts';
import { sha256 } from '#platform/server/http/tokens.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { loadUnusableStock } from '#modules/stock/server/lots.ts';
import { type IncomingStock, loadIncomingStock } from './incoming-stock.ts';
import { loadExpectedDemand, assertOwnKitchen } from './expected-demand.ts';
import { loadPrepMinimums, type PrepMinimums } from './prep-minimums.ts';
import { loadKitchenRecipes } from './recipes.ts';

/** Orders that the kitchen still has to produce for. */
const demandStatuses: readonly OrderStatus[] = ['Sent to Central Kitchen', 'Under Process'];
const openBatchStatuses = ['Planned', 'In Progress'];

/** A plan with the names of its documents and items. */
export interface KitchenPlan {
  rows: PlannedItem[];
  names: Names;
  withoutForecast: ProductionPlan['withoutForecast'];
}

interface Names {
  orders: Map<
    string,
    { number: string; branchName: string; branchNameAlt: string | null; occasion: string | null }
  >;
  batches: Map<string, string>;
  made: ReadonlyMap<string, number>;
  plannedBy: Map<string, { id: string; number: string; qty: number }[]>;
  items: Map<string, ItemRow>;
}

/**
 * Returns a kitchen's production plan for a day.
 *
 * @throws ApiProblem 404 for a kitchen out of scope
 */
export async function getPlan(
  db: Queryable,
  actor: Actor,
  { kitchen, day, demand }: PlanRequest,
  now: Date,
): Promise<ProductionPlan> {
  await assertOwnKitchen(db, actor, kitchen);
  const plan = await computePlan(db, { kitchen, day, demand }, now);
  const hiddenStock = await loadHiddenStock(db, actor);
  // The missing quantity would reveal stock that is being counted blind.
  const rows = plan.rows.filter(({ itemId }) => !hiddenStock.has(kitchen, itemId));
  const stamp = await computePlanStamp(plan.rows);
  const { withoutForecast } = plan;
  return { kitchen, day, demand, stamp, rows: rows.map((row) => toWire(row, plan.names)), withoutForecast };
}

/** Hash of a plan's quantities; the client returns it to show which version the user has seen. */
export const computePlanStamp = (rows: readonly PlannedItem[]): Promise<string> =>
  sha256(rows.map((row) => [row.itemId, row.missingMicro, row.toMakeMicro].join(' ')).join('\n'));

/** A plan's kitchen, day and demand: orders only, or orders and forecast. */
type PlanRequest = Pick<ProductionPlan, 'kitchen' | 'day' | 'demand'>;

/** Computes a kitchen's plan for a day from current orders, batches and stock. */
export async function computePlan(
  db: Queryable,
  { kitchen, day, demand: demandBasis }: PlanRequest,
  now: Date,
): Promise<KitchenPlan> {
  const demand = await loadOrderDemand(db, kitchen);
  const { demands: expected, withoutForecast } =
    demandBasis !== 'orders'
      ? await loadExpectedDemand(db, kitchen, { until: day, now })
      : { demands: [], withoutForecast: [] };
  const minimums: PrepMinimums =
    demandBasis === 'prep' ? await loadPrepMinimums(db, kitchen, { until: day, now }) : new Map();
  const batches = await loadOpenBatches(db, kitchen);
  const made = await loadMadeQuantities(db, kitchen, day);
  const reserved = await loadReservations(db, kitchen);
  const requestedItems = [
    ...[...demand, ...expected].map(({ itemId }) => itemId),
    ...[...minimums.values()].flatMap((items) => [...items.keys()]),
    ...(demandBasis === 'prep' ? made.keys() : []),
    ...batches.flatMap(({ needs, itemId }) => [itemId, ...needs.map((need) => need.itemId)]),
  ];
  const methods = await loadProductionMethods(db, [...new Set(requestedItems)], day);
  const itemIds = [
    ...new Set([...requestedItems, ...[...methods].flatMap(([id, { needs }]) => [id, ...needs.keys()])]),
  ];
  const items = await loadItems(db, itemIds);
  const incoming = (await loadIncomingStock(db, kitchen, itemIds)).filter(
    (row) => row.day === null || row.day <= day,
  );
  const days = buildPlanDays(day, { demand, expected, minimums, batches, reserved, incoming });
  const planned = planProductionDay({
    days,
    day,
    onHand: await loadUsableStock(db, kitchen, itemIds, day),
    incoming: sumByItem(incoming.filter((row) => row.day === null)),
    methods,
  });
  // Items that were made stay on a prep list, even if no more are needed.
  const madeIds = demandBasis === 'prep' ? [...made.keys()] : [];
  const rows = [
    ...planned,
    ...madeIds
      .filter((id) => planned.every(({ itemId }) => itemId !== id))
      .map((id) => buildEmptyPlanRow(id, methods)),
  ];
  const openBatchesByItem = Map.groupBy(
    batches.filter((batch) => batch.day <= day && batch.openMicro > 0),
    ({ itemId }) => itemId,
  );
  return {
    rows: rows.filter(({ itemId }) => items.has(itemId)),
    withoutForecast: withoutForecast.map(({ _id, name, nameAlt }) => ({
      branch: _id,
      branchName: name,
      branchNameAlt: nameAlt,
    })),
    names: {
      items,
      orders: new Map(demand.map(({ orderId, ...order }) => [orderId, order])),
      batches: new Map(batches.map(({ _id, number }) => [_id, number])),
      made,
      plannedBy: new Map(
        [...openBatchesByItem].map(([itemId, itemBatches]) => [
          itemId,
          itemBatches.map((batch) => ({
            id: batch._id,
            number: batch.number,
            qty: fromMicro(batch.openMicro),
          })),
        ]),
      ),
    },
  };
}

type Demand = Awaited<ReturnType<typeof loadOrderDemand>>[number];
type OpenBatch = Awaited<ReturnType<typeof loadOpenBatches>>[number];
type Reserved = Awaited<ReturnType<typeof loadReservations>>[number];

async function loadOrderDemand(db: Queryable, kitchen: string) {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('orderLines', 'orderLines.orderId', 'orders._id')
    .leftJoin('branches', 'branches._id', 'orders.branch')
    .select(['orders._id as orderId', 'orderNo as number', 'branchName', 'deliveryDate as day', 'itemId'])
    .select(['branches.nameAlt as branchNameAlt', 'occasion'])
    .select(['orderQtyMicro', 'approvedQtyMicro', 'unitNum', 'unitDen'])
    .where('orders.kitchen', '=', kitchen)
    .where('orders.status', 'in', [...demandStatuses])
    .orderBy('orders._id')
    .orderBy('orderLines.position')
    .execute();
  return rows.map(({ orderQtyMicro, approvedQtyMicro, unitNum, unitDen, ...row }) => ({
    ...row,
    // A line too large for exact numbers counts as zero.
    qtyMicro:
      toExactOrNull(() =>
        convertMicro(approvedQtyMicro ?? orderQtyMicro, getLineRatio({ unitNum, unitDen })),
      ) ?? 0,
  }));
}

async function loadOpenBatches(db: Queryable, kitchen: string) {
  const headers = await db
    .selectFrom('productionBatches')
    .select([
      '_id',
      'number',
      'itemId',
      'plannedFor as day',
      'plannedQtyMicro',
      'goodQtyMicro',
      'lostQtyMicro',
    ])
    .where('kitchen', '=', kitchen)
    .where('status', 'in', openBatchStatuses)
    .orderBy('_id')
    .execute();
  const lines =
    headers.length === 0
      ? []
      : await db
          .selectFrom('productionLines')
          .innerJoin('productionBatches', 'productionBatches._id', 'productionLines.batchId')
          .select(['batchId', 'productionLines.itemId', 'neededQtyMicro'])
          .where('productionBatches.kitchen', '=', kitchen)
          .where('productionBatches.status', 'in', openBatchStatuses)
          .where('side', '=', 'in')
          .execute();
  const byBatch = Map.groupBy(lines, ({ batchId }) => batchId);
  return headers.map(({ plannedQtyMicro, goodQtyMicro, lostQtyMicro, ...header }) => {
    const progress = { plannedMicro: plannedQtyMicro, processedMicro: goodQtyMicro + lostQtyMicro };
    const needs = (byBatch.get(header._id) ?? []).map(({ itemId, neededQtyMicro }) => ({
      itemId,
      qtyMicro: computeRemainingMicro(neededQtyMicro, progress),
    }));
    return { ...header, openMicro: computeRemainingToMakeMicro(progress), needs };
  });
}

/** Loads the good output of a day's batches by item. */
export async function loadMadeQuantities(
  db: Queryable,
  kitchen: string,
  day: string,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('productionBatches')
    .select(['itemId', 'goodQtyMicro as qtyMicro'])
    .where('kitchen', '=', kitchen)
    .where('status', 'in', ['In Progress', 'Completed'])
    .where('plannedFor', '=', day)
    .where('goodQtyMicro', '>', 0)
    .execute();
  return sumByItem(rows);
}

const loadReservations = (db: Queryable, kitchen: string) =>
  db
    .selectFrom('reservations')
    .innerJoin('orders', 'orders._id', 'reservations.orderId')
    .select(['itemId', 'qtyMicro', 'deliveryDate as day'])
    .where('placeId', '=', kitchen)
    .where('qtyMicro', '>', 0)
    .execute();

interface PlanInputs {
  demand: readonly Demand[];
  expected: readonly ExpectedDemand[];
  minimums: PrepMinimums;
  batches: readonly OpenBatch[];
  reserved: readonly Reserved[];
  incoming: readonly IncomingStock[];
}

function sumByItem(rows: readonly { itemId: string; qtyMicro: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { itemId, qtyMicro } of rows) sums.set(itemId, (sums.get(itemId) ?? 0) + Number(qtyMicro));
  return sums;
}

function buildPlanDays(
  day: string,
  { demand, expected, minimums, batches, reserved, incoming }: PlanInputs,
): PlanDay[] {
  const datedStock = incoming.flatMap((row) => (row.day === null ? [] : [{ ...row, day: row.day }]));
  const otherDays = [...demand, ...expected, ...batches, ...reserved, ...datedStock].map((row) => row.day);
  return [...new Set([day, ...otherDays, ...minimums.keys()])].map((planDay): PlanDay => {
    const dayBatches = batches.filter((batch) => batch.day === planDay);
    const demands: DemandEntry[] = [
      ...demand
        .filter((row) => row.day === planDay && row.qtyMicro > 0)
        .map(({ itemId, qtyMicro, orderId }) => ({
          itemId,
          qtyMicro,
          source: { kind: 'order' as const, id: orderId },
        })),
      ...expected.filter((entry) => entry.day === planDay),
      ...dayBatches.flatMap(({ _id, needs }) =>
        needs
          .filter(({ qtyMicro }) => qtyMicro > 0)
          .map((need) => ({ ...need, source: { kind: 'batch' as const, id: _id } })),
      ),
    ];
    const openBatches = dayBatches.filter((batch) => batch.openMicro > 0);
    return {
      day: planDay,
      demands,
      minimums: minimums.get(planDay) ?? new Map(),
      planned: sumByItem(openBatches.map((batch) => ({ itemId: batch.itemId, qtyMicro: batch.openMicro }))),
      reserved: sumByItem(reserved.filter((row) => row.day === planDay)),
      incoming: sumByItem(datedStock.filter((row) => row.day === planDay)),
    };
  });
}

/**
 * Loads the recipes of items and of their ingredients; if an item has several recipes, uses the first by
 * name.
 */
async function loadProductionMethods(
  db: Queryable,
  itemIds: readonly string[],
  day: string,
): Promise<Map<string, ProductionMethod>> {
  const methods = new Map<string, ProductionMethod>();
  const visited = new Set<string>();
  for (let pending = [...itemIds]; pending.length > 0; ) {
    for (const id of pending) visited.add(id);
    const recipeRows = await db
      .selectFrom('recipes')
      .innerJoin('items', 'items._id', 'recipes.outputItem')
      .innerJoin('units', 'units._id', 'items.baseUnit')
      .select(['recipes._id', 'outputItem', 'wholeOnly'])
      .where('outputItem', 'in', pending)
      .where('recipes.isActive', '=', 1)
      .orderBy('recipes.search')
      .orderBy('recipes._id')
      .execute();
    const kitchenRecipes = await loadKitchenRecipes(
      db,
      recipeRows.map(({ _id }) => _id),
      day,
    );
    const next = new Set<string>();
    for (const { _id, outputItem, wholeOnly } of recipeRows) {
      const recipe = kitchenRecipes.recipes.get(_id);
      if (outputItem === null || !recipe || methods.has(outputItem)) continue;
      const batch = computeBatchYield(recipe, kitchenRecipes.sources.units);
      const needs = computeStockedNeeds(_id, kitchenRecipes.recipes, kitchenRecipes.sources);
      // Without a unit conversion, the ingredient needs are unknown, so the item is reported as missing
      // instead of being planned.
      if (!batch || !needs) continue;
      methods.set(outputItem, { recipeId: _id, batch, needs, isWhole: wholeOnly === 1 });
      for (const id of needs.keys()) if (!visited.has(id)) next.add(id);
    }
    pending = [...next];
  }
  return methods;
}

interface ItemRow {
  _id: string;
  itemCode: string;
  name: string;
  nameAlt: string | null;
  symbol: string;
  section: string | null;
  sectionName: string | null;
  sectionNameAlt: string | null;
}

async function loadItems(db: Queryable, ids: readonly string[]): Promise<Map<string, ItemRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('items')
    .innerJoin('units', 'units._id', 'items.baseUnit')
    .leftJoin('sections', 'sections._id', 'items.section')
    .select(['items._id', 'itemCode', 'items.name', 'items.nameAlt', 'units.symbol', 'items.section'])
    .select(['sections.name as sectionName', 'sections.nameAlt as sectionNameAlt'])
    .where('items._id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row._id, row]));
}

/** Loads a kitchen's usable stock on a day: on hand, less lots on hold or expired by then. */
async function loadUsableStock(
  db: Queryable,
  kitchen: string,
  itemIds: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  if (itemIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro'])
    .where('placeId', '=', kitchen)
    .where('itemId', 'in', itemIds)
    .execute();
  const usable = new Map(rows.map(({ itemId, onHandMicro }) => [itemId, Number(onHandMicro)]));
  for (const [itemId, { unusableMicro }] of await loadUnusableStock(db, kitchen, itemIds, day))
    usable.set(itemId, (usable.get(itemId) ?? 0) - unusableMicro);
  return usable;
}

const buildEmptyPlanRow = (itemId: string, methods: ReadonlyMap<string, ProductionMethod>): PlannedItem => ({
  itemId,
  neededMicro: 0,
  expectedMicro: 0,
  sources: [],
  onHandMicro: 0,
  plannedMicro: 0,
  incomingMicro: 0,
  claimedMicro: 0,
  missingMicro: 0,
  toMakeMicro: 0,
  batches: 0,
  recipeId: methods.get(itemId)?.recipeId ?? null,
});

function toWire(row: PlannedItem, { items, orders, batches, made, plannedBy }: Names): WireRow {
  const item = items.get(row.itemId);
  const getName = ({ kind, id }: DemandSource): string =>
    (kind === 'order' ? orders.get(id)?.number : kind === 'batch' ? batches.get(id) : items.get(id)?.name) ??
    id;
  // Branch forecasts are combined into one source that links to a list, because a kitchen may supply hundreds
  // of branches.
  const forecasts = row.sources.filter(({ source }) => source.kind === 'forecast');
  const forecastMicro = forecasts.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0);
  const sources = row.sources.filter(({ source }) => source.kind !== 'forecast');
  return {
    itemId: row.itemId,
    itemCode: item?.itemCode ?? '',
    itemName: item?.name ?? '',
    itemNameAlt: item?.nameAlt ?? null,
    unitSymbol: item?.symbol ?? '',
    section: item?.section ?? null,
    sectionName: item?.sectionName ?? null,
    sectionNameAlt: item?.sectionNameAlt ?? null,
    recipeId: row.recipeId,
    needed: fromMicro(row.neededMicro),
    expected: fromMicro(row.expectedMicro),
    onHand: fromMicro(row.onHandMicro),
    claimed: fromMicro(row.claimedMicro),
    planned: fromMicro(row.plannedMicro),
    incoming: fromMicro(row.incomingMicro),
    made: fromMicro(made.get(row.itemId) ?? 0),
    missing: fromMicro(row.missingMicro),
    toMake: fromMicro(row.toMakeMicro),
    batches: row.batches,
    sources: [
      ...sources.map(({ source, qtyMicro }) => ({
        ...source,
        name: getName(source),
        nameAlt: source.kind === 'item' ? (items.get(source.id)?.nameAlt ?? null) : null,
        branchName: source.kind === 'order' ? (orders.get(source.id)?.branchName ?? null) : null,
        branchNameAlt: source.kind === 'order' ? (orders.get(source.id)?.branchNameAlt ?? null) : null,
        occasion: source.kind === 'order' ? (orders.get(source.id)?.occasion ?? null) : null,
        qty: fromMicro(qtyMicro),
      })),
      ...(forecasts.length === 0 ? [] : [toForecastSource(row.itemId, forecasts.length, forecastMicro)]),
    ],
    plannedBy: plannedBy.get(row.itemId) ?? [],
  };
}

const toForecastSource = (
  itemId: string,
  branches: number,
  qtyMicro: number,
): WireRow['sources'][number] => ({
  kind: 'forecast',
  id: itemId,
  name: String(branches),
  nameAlt: null,
  branchName: null,
  branchNameAlt: null,
  occasion: null,
  qty: fromMicro(qtyMicro),
});
