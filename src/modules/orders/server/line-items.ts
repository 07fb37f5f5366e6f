import { isForBranch } from '#modules/items/is-for-branch.ts';
import type { Actor } from '#core/permissions.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { orderLineFields } from '../shapes.ts';
import { computeAverageE4, convertCostToPriceMicro, convertPriceMicro, addPercent } from '#core/money.ts';
import { convertMicro, toExactOrNull, invertRatio, toMicro } from '#core/quantity.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { newId } from '#platform/server/ids.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { lockItems, findQuantityError, loadUnits, type UnitCatalogue } from '#modules/units/server/units.ts';
import {
  type TransferCharge,
  loadTransferCharge,
  getFixedPriceMicro,
} from '#modules/shipments/server/charging.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import type { StoredOrderLine } from './rows.ts';

/** A requested line; `path` is its position in the request body, for errors. */
export interface RequestedOrderLine {
  path: string;
  itemId: string;
  orderQty: number;
  unit?: string | undefined;
  note?: string | null | undefined;
  suggestedQty?: number | undefined;
  substituteFor?: string | null | undefined;
}

/** The branch and kitchen of an order, which determine its items. */
export interface OrderContext {
  orderId: string;
  branch: string;
  kitchen: string;
  /** Allows items that can no longer be ordered, for replays. */
  allowsAny?: boolean | undefined;
  /** Allows active items that the branch can't usually order. */
  isEvent?: boolean | undefined;
  /** The ordering user: stock that they count blind is not stored on the line. */
  actor: Actor;
}

const selectItems = statement((db, branch: string, kitchen: string, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .leftJoin('balances as b', (join) =>
      join.onRef('b.itemId', '=', 'items._id').on('b.placeId', '=', branch),
    )
    .leftJoin('balances as k', (join) =>
      join.onRef('k.itemId', '=', 'items._id').on('k.placeId', '=', kitchen),
    )
    .select([
      'items._id',
      'items.itemCode',
      'items.name',
      'items.nameAlt',
      'items.category',
      'items.section',
      'items.branches',
      'items.baseUnit',
      'items.orderUnit',
      'items.unitPriceMicro',
      'items.transferPrice',
      'items.isOrderable',
      'items.isActive',
      'b.onHandMicro as branchOnHandMicro',
      'k.onHandMicro as kitchenOnHandMicro',
      'k.valueE4 as kitchenValueE4',
      'k.lastCostE4 as kitchenLastCostE4',
    ])
    .where('items._id', 'in', ids),
);

type Item = Awaited<ReturnType<typeof selectItems>>[number];

/**
 * Returns a branch's expected charge per base unit, in millionths: the fixed price; else the kitchen's
 * average or last cost plus the branch's surcharge; else the item's price. Never uses the standard cost: only
 * users with access to costs may see it, but everyone who sees the order sees this price.
 */
export function computeExpectedPriceMicro(
  charge: TransferCharge,
  item: {
    kitchenOnHandMicro: number | null;
    kitchenValueE4: number | null;
    kitchenLastCostE4: number | null;
    unitPriceMicro: number | null;
    transferPrice: string | null;
  },
): number {
  if (charge.rule === 'fixed') return getFixedPriceMicro(item) ?? 0;
  const onHandMicro = item.kitchenOnHandMicro ?? 0;
  const average = onHandMicro > 0 ? computeAverageE4(item.kitchenValueE4 ?? 0, onHandMicro) : null;
  const costE4 = average ?? item.kitchenLastCostE4;
  return costE4
    ? addPercent(convertCostToPriceMicro(costE4), charge.percentMicro ?? 0)
    : (item.unitPriceMicro ?? 0);
}

/**
 * Builds lines from requested quantities, with current names, unit ratios, costs and stock.
 *
 * @throws ApiProblem 422 on `items.<n>.itemId`, `.unit` or `.orderQty`.
 */
export async function buildOrderLines(
  tx: Tx,
  now: Date,
  place: OrderContext,
  requested: readonly RequestedOrderLine[],
  firstPosition = 0,
): Promise<StoredOrderLine[]> {
  if (requested.length === 0) return [];
  const ids = [...new Set(requested.map((line) => line.itemId))];
  await lockItems(tx, ids);
  const items = new Map(
    (await selectItems(tx, place.branch, place.kitchen, ids)).map((item) => [item._id, item]),
  );
  const units = await loadUnits(tx, ids);
  const errors: Record<string, Refusal> = {};
  const hidden = await loadHiddenStock(tx, place.actor);
  const charge = await loadTransferCharge(tx, place.branch);
  for (const item of items.values()) if (hidden.has(place.branch, item._id)) item.branchOnHandMicro = null;
  const lines = requested.flatMap((line, index) => {
    const item = items.get(line.itemId);
    const error = findItemError(item, place);
    if (!item || error !== null) {
      errors[`${line.path}.itemId`] = error ?? refusal('no-such-item');
      return [];
    }
    const built = buildLine(item, units, charge, line, errors);
    return built
      ? [
          {
            ...built,
            lineId: newId({ now: () => now }),
            orderId: place.orderId,
            position: firstPosition + index,
          },
        ]
      : [];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return lines;
}

function findItemError(item: Item | undefined, place: OrderContext): Refusal | null {
  if (!item) return refusal('no-such-item');
  if (place.allowsAny) return null;
  if (item.isActive !== 1) return refusal('is-archived', { name: item.name });
  if (place.isEvent) return null;
  if (item.isOrderable !== 1) return refusal('cannot-be-ordered', { item: item.name });
  return isForBranch(JSON.parse(item.branches) as string[], place.branch)
    ? null
    : refusal('not-for-branch', { item: item.name });
}

function buildLine(
  item: Item,
  units: UnitCatalogue,
  charge: TransferCharge,
  requested: RequestedOrderLine,
  errors: Record<string, Refusal>,
): Omit<StoredOrderLine, 'lineId' | 'orderId' | 'position'> | null {
  const measured = measureLine(item, units, requested, errors);
  if (!measured) return null;
  const { unit, ratio, orderQtyMicro } = measured;
  const unitCostMicro = toExactOrNull(() =>
    convertPriceMicro(computeExpectedPriceMicro(charge, item), ratio),
  );
  if (unitCostMicro === null) {
    errors[`${requested.path}.unit`] = refusal('unit-cost-too-large', {
      unit: unit.symbol,
      item: item.name,
    });
    return null;
  }
  return {
    ...buildEmptyRow(orderLineFields),
    itemId: item._id,
    itemCode: item.itemCode,
    itemName: item.name,
    itemNameAlt: item.nameAlt,
    category: item.category,
    section: item.section,
    unit: unit._id,
    unitSymbol: unit.symbol,
    unitNum: ratio.num,
    unitDen: ratio.den,
    orderQtyMicro,
    stockAtOrderMicro:
      item.branchOnHandMicro === null
        ? null
        : toExactOrNull(() => convertMicro(item.branchOnHandMicro ?? 0, invertRatio(ratio))),
    suggestedQtyMicro: requested.suggestedQty === undefined ? null : toMicro(requested.suggestedQty),
    unitCostMicro,
    substituteFor: requested.substituteFor ?? null,
    lots: [],
    sharedFromMicro: null,
    note: requested.note ?? null,
  };
}

/** Resolves the unit and its exact ratio to the base unit, and checks that the quantity is exact in both. */
function measureLine(
  item: Item,
  units: UnitCatalogue,
  requested: RequestedOrderLine,
  errors: Record<string, Refusal>,
) {
  const unit = units.find(requested.unit ?? item.orderUnit);
  const ratio = unit ? units.ratio(item, unit) : null;
  if (!unit) {
    errors[`${requested.path}.unit`] = refusal('no-such-unit');
    return null;
  }
  if (!ratio) {
    errors[`${requested.path}.unit`] = refusal('no-conversion', { unit: unit.symbol, item: item.name });
    return null;
  }
  const error = findQuantityError(requested.orderQty, unit, ratio);
  if (error !== null) {
    errors[`${requested.path}.orderQty`] = error;
    return null;
  }
  return { unit, ratio, orderQtyMicro: toMicro(requested.orderQty) };
}
