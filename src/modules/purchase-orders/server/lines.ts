import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { purchaseLine } from '../shapes.ts';
import type { CreatePurchaseInput } from '../input.ts';
import { computePricing } from '../discount.ts';
import { roundPriceMicro } from '#core/money.ts';
import {
  toExactOrNull,
  fromMicro,
  isStorableRatio,
  multiplyRatio,
  type Ratio,
  toMicro,
} from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { exact, divideExact, multiplyExact } from '#core/exact.ts';
import { getTaxRate } from '#core/tax.ts';
import { type Actor, canSeePurchasePrices } from '#core/permissions.ts';
import { isAnyFranchise } from '#platform/server/db/franchises.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { lockItems, findQuantityError, loadUnits, type UnitCatalogue } from '#modules/units/server/units.ts';
import { loadPricesOn } from '#modules/prices/server/history.ts';
import { loadExactRates } from '#modules/prices/server/rates.ts';
import type { PurchaseOrderHeader, StoredPurchaseLine } from './rows.ts';

/** A requested line; `path` is its position in the request body, for errors. */
export type RequestedPurchaseLine = CreatePurchaseInput['items'][number] & { path: string };

const itemsById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('items')
    .select(['_id', 'itemCode', 'name', 'nameAlt', 'baseUnit', 'tax', 'isActive'])
    .where('_id', 'in', ids),
);
const packsById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('packagings')
    .select(['_id', 'itemId', 'supplierId', 'name', 'unit', 'contentsQtyMicro', 'isActive'])
    .where('_id', 'in', ids),
);
const supplierCurrencies = statement((db, ids: readonly string[]) =>
  db.selectFrom('suppliers').select(['_id', 'currency']).where('_id', 'in', ids),
);
const allTaxes = statement((db) =>
  db.selectFrom('taxes').select(['_id', 'rateMicro', 'validFrom', 'rates']).where('isActive', '=', 1),
);

type Item = Awaited<ReturnType<typeof itemsById>>[number];
export type PackRow = Awaited<ReturnType<typeof packsById>>[number];

/** A day's items, packs, prices and tax rates, from which lines are built. */
export interface PurchaseCatalogue {
  items: ReadonlyMap<string, Item>;
  packs: ReadonlyMap<string, PackRow>;
  units: UnitCatalogue;
  /** Returns the price in the document's currency; null without a price or an exchange rate. */
  priceMicro(pack: string): number | null;
  taxPercentMicro(item: Item): number | null;
}

const noPrices: Awaited<ReturnType<typeof loadPricesOn>> = new Map();

/**
 * Returns whether list prices (the business's purchase prices) may be used by default for an actor and a
 * location: not for franchise branches or their users.
 */
export const hasListPrices = async (db: Queryable, actor: Actor, place: string): Promise<boolean> =>
  canSeePurchasePrices(actor) && !(await isAnyFranchise(db, [place]));

export async function loadPurchaseCatalogue(
  db: Queryable,
  requestedLines: readonly { itemId: string; packagingId?: string | null | undefined }[],
  { day, currency, place, actor }: { day: string; currency: string | null; place: string; actor: Actor },
): Promise<PurchaseCatalogue> {
  const itemIds = [...new Set(requestedLines.map(({ itemId }) => itemId))];
  const packIds = [...new Set(requestedLines.flatMap(({ packagingId }) => packagingId ?? []))];
  await lockItems(db, itemIds);
  // Locks the pack contents while lines refer to them.
  await lockRowsShared(db, 'packagings', packIds);
  const items = await itemsById(db, itemIds);
  const packs = packIds.length > 0 ? await packsById(db, packIds) : [];
  const prices = (await hasListPrices(db, actor, place)) ? await loadPricesOn(db, packIds, day) : noPrices;
  const supplierIds = [...new Set([...prices.values()].flatMap(({ supplierId }) => supplierId ?? []))];
  const currencies = new Map(
    (supplierIds.length > 0 ? await supplierCurrencies(db, supplierIds) : []).map((row) => [
      row._id,
      row.currency,
    ]),
  );
  const getRate = await loadExactRates(db, day);
  const rates = new Map(
    (await allTaxes(db)).map(({ _id, rateMicro, validFrom, rates }) => {
      const tax = { rate: fromMicro(rateMicro), validFrom, rates: JSON.parse(rates) };
      return [_id, getTaxRate(tax, day)] as const;
    }),
  );
  return {
    items: new Map(items.map((item) => [item._id, item])),
    packs: new Map(packs.map((pack) => [pack._id, pack])),
    units: await loadUnits(db, itemIds),
    priceMicro(pack) {
      const { priceMicro = null, supplierId = null } = prices.get(pack) ?? {};
      // A pack without a supplier is priced in the base currency, or in its last supplier's currency.
      const supplierCurrency = supplierId === null ? null : (currencies.get(supplierId) ?? null);
      if (priceMicro === null || supplierCurrency === currency) return priceMicro;
      const [from, to] = [getRate(supplierCurrency), getRate(currency)];
      return (
        from &&
        to &&
        toExactOrNull(() =>
          roundPriceMicro(multiplyExact(exact(BigInt(priceMicro), 1n), divideExact(from, to))),
        )
      );
    },
    taxPercentMicro({ tax }) {
      const rate = tax === null ? null : (rates.get(tax) ?? null);
      return rate === null ? null : toMicro(rate);
    },
  };
}

/** Returns base units per pack; null without a conversion, or if the ratio is out of range. */
export function computePackRatio(
  { unit, contentsQtyMicro }: Pick<PackRow, 'unit' | 'contentsQtyMicro'>,
  item: { _id: string; baseUnit: string },
  units: UnitCatalogue,
): Ratio | null {
  const contents = units.find(unit);
  const ratio = contents ? units.ratio(item, contents) : null;
  if (ratio === null || contentsQtyMicro <= 0) return null;
  const pack = toExactOrNull(() => multiplyRatio({ num: contentsQtyMicro, den: 1_000_000 }, ratio));
  return pack !== null && isStorableRatio(pack) ? pack : null;
}

/** A line's unit: packs, or one of the item's units. */
type LineUnit = Pick<StoredPurchaseLine, 'unit' | 'unitSymbol' | 'unitNum' | 'unitDen' | 'packagingId'> & {
  wholeOnly: number;
};

/**
 * Returns a line's unit, or the invalid field if the item doesn't have this unit, or this pack from the
 * supplier.
 */
export function resolveLineUnit(
  { items, packs, units }: PurchaseCatalogue,
  { supplier }: Pick<PurchaseOrderHeader, 'supplier'>,
  selection: { itemId: string; packagingId?: string | null | undefined; unit?: string | null | undefined },
): LineUnit | { field: 'itemId' | 'packagingId' | 'unit'; reason: Refusal } {
  const item = items.get(selection.itemId);
  if (!item) return { field: 'itemId', reason: refusal('no-such-item') };
  const pack = selection.packagingId ? packs.get(selection.packagingId) : undefined;
  if (selection.packagingId && pack?.itemId !== item._id)
    return { field: 'packagingId', reason: refusal('purchase-no-such-pack', { item: item.name }) };
  if (pack && pack.supplierId !== null && pack.supplierId !== supplier)
    return { field: 'packagingId', reason: refusal('purchase-other-supplier', { pack: pack.name }) };
  const packagingId = pack?._id ?? null;
  if (pack && selection.unit == null) {
    const ratio = computePackRatio(pack, item, units);
    if (!ratio)
      return { field: 'packagingId', reason: refusal('no-conversion', { unit: pack.name, item: item.name }) };
    const { num: unitNum, den: unitDen } = ratio;
    return { packagingId, unit: null, unitSymbol: pack.name, unitNum, unitDen, wholeOnly: 1 };
  }
  const unit = units.find(selection.unit ?? item.baseUnit);
  if (!unit) return { field: 'unit', reason: refusal('no-such-unit') };
  const ratio = units.ratio(item, unit);
  if (!ratio)
    return { field: 'unit', reason: refusal('no-conversion', { unit: unit.symbol, item: item.name }) };
  const { _id, symbol: unitSymbol, wholeOnly } = unit;
  return { packagingId, unit: _id, unitSymbol, unitNum: ratio.num, unitDen: ratio.den, wholeOnly };
}

/** Returns a line's archived item or pack. Earlier orders for it can still be received and billed. */
export function findArchived(
  { items, packs }: PurchaseCatalogue,
  { itemId, packagingId }: { itemId: string; packagingId?: string | null | undefined },
): { field: 'itemId' | 'packagingId'; name: string } | null {
  const [item, pack] = [items.get(itemId), packs.get(packagingId ?? '')];
  if (item?.isActive === 0) return { field: 'itemId', name: item.name };
  return pack?.isActive === 0 ? { field: 'packagingId', name: pack.name } : null;
}

/**
 * Builds lines from requested quantities, with current names, sizes, prices and tax rates. An item may be on
 * several lines.
 *
 * @throws ApiProblem 422 with errors keyed by `items.<n>.<field>`,
 *   including for archived items and packs.
 */
export async function buildPurchaseLines(
  ctx: CommandContext,
  header: Pick<PurchaseOrderHeader, '_id' | 'supplier' | 'currency' | 'place'>,
  requestedLines: readonly RequestedPurchaseLine[],
  day: string,
  firstPosition = 0,
): Promise<StoredPurchaseLine[]> {
  if (requestedLines.length === 0) return [];
  const catalogue = await loadPurchaseCatalogue(ctx.tx, requestedLines, {
    day,
    currency: header.currency,
    place: header.place,
    actor: ctx.actor,
  });
  const errors: Record<string, Refusal> = {};
  const lines = requestedLines.flatMap((input, index): StoredPurchaseLine[] => {
    const reject = (field: string, reason: Refusal) => {
      errors[`${input.path}.${field}`] = reason;
      return [];
    };
    const lineUnit = resolveLineUnit(catalogue, header, input);
    if ('field' in lineUnit) return reject(lineUnit.field, lineUnit.reason);
    const archivedEntry = findArchived(catalogue, input);
    if (archivedEntry)
      return reject(archivedEntry.field, refusal('is-archived', { name: archivedEntry.name }));
    const { wholeOnly, ...unitFields } = lineUnit;
    const quantityError = findQuantityError(
      input.qty,
      { symbol: unitFields.unitSymbol, wholeOnly },
      { num: unitFields.unitNum, den: unitFields.unitDen },
    );
    if (quantityError !== null) return reject('qty', quantityError);
    const listMicro = unitFields.unit === null ? catalogue.priceMicro(unitFields.packagingId ?? '') : null;
    const item = catalogue.items.get(input.itemId) as Item;
    if (listMicro === null && input.price === undefined && input.listPrice === undefined)
      return reject('price', refusal('purchase-no-price', { item: item.name }));
    const qtyMicro = toMicro(input.qty);
    const pricing = computePricing(
      {
        itemName: item.name,
        qtyMicro,
        priceMicro: listMicro ?? 0,
        listPriceMicro: null,
        discountPercentMicro: null,
        discountE4: null,
      },
      input,
    );
    if ('reason' in pricing) return reject(pricing.field, pricing.reason);
    return [
      {
        ...buildEmptyRow(purchaseLine),
        ...unitFields,
        lineId: newId({ now: () => ctx.now }),
        orderId: header._id,
        position: firstPosition + index,
        itemId: item._id,
        itemCode: item.itemCode,
        itemName: item.name,
        itemNameAlt: item.nameAlt,
        qtyMicro,
        ...pricing,
        taxPercentMicro: catalogue.taxPercentMicro(item),
        receivedQtyMicro: 0,
        rejectedQtyMicro: 0,
        billedQtyMicro: 0,
        billedValueE4: 0,
        returnedQtyMicro: 0,
        isClosed: 0,
        note: input.note ?? null,
      },
    ];
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return lines;
}
