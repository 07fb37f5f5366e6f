import type { ItemConversion } from '#core/conversions.ts';
import { type CurrencyRate, getCurrencyRate } from '#core/currency.ts';
import { type BoughtPack, selectPricedPack } from '../ingredient-cost.ts';
import { type DatedPrice, findPriceOnDay } from '#modules/prices/price-history.ts';
import { fromPriceMicro } from '#core/money.ts';
import type { Actor } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { AllergenSet } from '../allergens.ts';
import type { CostBasis, CostedItem, MissingPriceCause } from '../recipe-cost.ts';
import {
  type Exact,
  exact,
  parseExactDecimal,
  toExact,
  toExactRatio,
  exactOne,
  divideExact,
  multiplyExact,
} from '#core/exact.ts';
import { findRatio, type UnitFactor } from '#core/conversions.ts';
import { toExactOrNull } from '#core/quantity.ts';
import { sql } from 'kysely';
import { isOneOf } from '#platform/server/db/json-sql.ts';
import { chunks } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadUnitRows, type UnitRow } from '#modules/items/server/checks.ts';
import { type LoosePrice, loadLoosePrices } from './loose-prices.ts';
import {
  createRowRestorer,
  loadRowRestorer,
  getFormerConversions,
  loadFormerValues,
} from './former-values.ts';
import { isPlaceVisibleTo } from '#modules/stock/server/scope.ts';

/** Price basis and day (YYYY-MM-DD); the average at one location, or over all visible ones. */
export interface PriceQuery {
  basis: CostBasis;
  place: string | null;
  day: string;
  /**
   * Restricts an average over all locations to those visible to the actor, because it would otherwise reveal
   * costs of other locations. Omitted for internal use.
   */
  visibleTo?: Actor;
}

/** An item with its cost and the basis used; the standard cost is the fallback without a list price. */
export interface PricedItem extends CostedItem {
  _id: string;
  source: CostBasis | null;
}

/** Request cache of items, conversions and units. */
export class ItemReader {
  #units: Promise<UnitRow[]> | null = null;
  /** By id; null when the item doesn't exist. */
  readonly #items = new Map<string, ItemRow | null>();

  units(db: Queryable): Promise<readonly UnitRow[]> {
    this.#units ??= loadUnitRows(db);
    return this.#units;
  }

  async load(db: Queryable, ids: readonly string[]): Promise<ItemRow[]> {
    const missing = ids.filter((id) => !this.#items.has(id));
    if (missing.length > 0) {
      const rows = await db
        .selectFrom('items')
        .select(['_id', 'baseUnit', 'yieldPercentMicro', 'standardCostMicro', 'allergens'])
        .where(isOneOf(db, '_id', missing))
        .execute();
      const conversions = Map.groupBy(
        await db
          .selectFrom('itemConversions')
          .select(['itemId', 'fromUnit', 'toUnit', 'num', 'den'])
          .where(isOneOf(db, 'itemId', missing))
          .where('isActive', '=', 1)
          .execute(),
        ({ itemId }) => itemId,
      );
      for (const id of missing) this.#items.set(id, null);
      for (const row of rows)
        this.#items.set(row._id, { ...row, conversions: (conversions.get(row._id) ?? []).map(toConversion) });
    }
    return [...new Set(ids)].flatMap((id) => this.#items.get(id) ?? []);
  }
}

/** Loads items with costs, by id; unknown items are left out. */
export async function loadPricedItems(
  db: Queryable,
  ids: readonly string[],
  units: readonly UnitFactor[],
  query: PriceQuery,
  reader = new ItemReader(),
): Promise<Map<string, PricedItem>> {
  const formerValues = await loadFormerValues(
    db,
    ids,
    ['standardCostMicro', 'yieldPercentMicro', 'conversion'],
    query.day,
  );
  const items = (await reader.load(db, ids)).map(createRowRestorer(formerValues)).map((row) => ({
    ...row,
    conversions: getFormerConversions(formerValues, row._id, row.conversions),
  }));
  const { costs, missingCauses: causes } = await loadCosts(db, items, units, query);
  return new Map(
    items.map((row) => {
      const { _id, baseUnit, conversions: ownConversions, yieldPercentMicro, standardCostMicro } = row;
      const standard = standardCostMicro === null ? null : exact(BigInt(standardCostMicro), 100n);
      const basisCost = query.basis === 'standard' ? standard : (costs.get(_id) ?? null);
      const cost = basisCost ?? (query.basis === 'list' ? standard : null);
      const source = basisCost ? query.basis : cost ? ('standard' as const) : null;
      const item: PricedItem = {
        _id,
        baseUnit,
        conversions: ownConversions,
        yieldPercent: yieldPercentMicro === null ? null : fromMicro(yieldPercentMicro),
        cost,
        missingPriceCause: cost ? undefined : causes.get(_id),
        source,
        allergens: JSON.parse(row.allergens) as AllergenSet,
      };
      return [_id, item] as const;
    }),
  );
}

const toConversion = ({ fromUnit, toUnit, num, den }: ItemConversion): ItemConversion => ({
  fromUnit,
  toUnit,
  num: Number(num),
  den: Number(den),
});

interface ItemWithUnits {
  _id: string;
  baseUnit: string;
  conversions: readonly ItemConversion[];
}

interface ItemRow extends ItemWithUnits {
  yieldPercentMicro: number | null;
  standardCostMicro: number | null;
  allergens: string;
}

async function loadCosts(
  db: Queryable,
  items: readonly ItemWithUnits[],
  units: readonly UnitFactor[],
  query: PriceQuery,
): Promise<{ costs: Map<string, Exact>; missingCauses: Map<string, MissingPriceCause> }> {
  const missingPrices = new Map<string, MissingPriceCause>();
  if (query.basis === 'standard' || items.length === 0)
    return { costs: new Map(), missingCauses: missingPrices };
  if (query.basis === 'average')
    return { costs: await loadAverageCosts(db, items, query), missingCauses: missingPrices };
  const packs = Map.groupBy(await loadPricedPacks(db, items, query), ({ itemId }) => itemId);
  const ids = items.map(({ _id }) => _id);
  const loose = query.basis === 'last' ? await loadLoosePrices(db, ids, query.day) : new Map<string, never>();
  const costs = new Map<string, Exact>();
  for (const item of items) {
    const itemPacks = packs.get(item._id) ?? [];
    const chosenPack = query.basis === 'list' ? selectPricedPack(itemPacks) : findLastPaid(itemPacks);
    const loosePrice = loose.get(item._id);
    const isLater = loosePrice && (!chosenPack || isPaidAfter(loosePrice, chosenPack));
    const cost = isLater ? loosePrice.cost : chosenPack && computeCostPerBaseUnit(chosenPack, item, units);
    if (cost) costs.set(item._id, cost);
    else if (chosenPack && !chosenPack.rate) missingPrices.set(item._id, 'rate');
    else if (!chosenPack && itemPacks.length > 1) missingPrices.set(item._id, 'preferred');
  }
  return { costs, missingCauses: missingPrices };
}

interface PricedPack extends BoughtPack {
  _id: string;
  itemId: string;
  /** First day of the price, and its order of entry. */
  since: string;
  seq: number;
  /** Time of entry. */
  at: string;
  /** Rate to the base currency; null when unknown. */
  rate: Exact | null;
}

/** Loads the packs of items with their price on the day: list price, or last paid price. */
async function loadPricedPacks(
  db: Queryable,
  items: readonly ItemWithUnits[],
  { basis, day }: PriceQuery,
): Promise<PricedPack[]> {
  const ids = items.map(({ _id }) => _id);
  const currentPacks = await db
    .selectFrom('packagings')
    .select(['_id', 'itemId', 'unit', 'contentsQtyMicro', 'preferred', 'isActive'])
    .where(isOneOf(db, 'itemId', ids))
    .execute();
  if (currentPacks.length === 0) return [];
  const packIds = currentPacks.map(({ _id }) => _id);
  const packs = currentPacks.map(await loadRowRestorer(db, packIds, ['preferred', 'isActive'], day));
  const prices = Map.groupBy(
    await db
      .selectFrom('packPrices')
      .select(['packagingId', 'supplierId', 'seq', 'priceMicro', 'validFrom', 'source', 'docId', 'createdAt'])
      .where(isOneOf(db, 'packagingId', packIds))
      .where('validFrom', '<=', day)
      .where('source', basis === 'list' ? '=' : '!=', 'list')
      .execute(),
    ({ packagingId }) => packagingId,
  );
  const getRate = await loadSupplierRates(db);
  const documentRates =
    basis === 'list' ? new Map<string, Exact>() : await loadDocumentRates(db, [...prices.values()].flat());
  // An archived pack has no list price, but its last paid price stays valid.
  const activePacks = basis === 'list' ? packs.filter(({ isActive }) => isActive === 1) : packs;
  return activePacks.flatMap((pack) => {
    const packPrices: readonly (DatedPrice & PaidPrice)[] = prices.get(pack._id) ?? [];
    const datedPrice = findPriceOnDay(packPrices, day);
    if (!datedPrice || datedPrice.priceMicro === null) return [];
    return [
      {
        _id: pack._id,
        itemId: pack.itemId,
        unit: pack.unit,
        contentsQty: fromMicro(pack.contentsQtyMicro),
        price: fromPriceMicro(datedPrice.priceMicro),
        preferred: pack.preferred === 1,
        since: datedPrice.validFrom,
        seq: Number(datedPrice.seq),
        at: datedPrice.createdAt,
        // A list price uses the rate of the day, a paid price that of its document.
        rate:
          documentRates.get(datedPrice.docId ?? '') ??
          getRate(datedPrice.supplierId, basis === 'list' ? day : datedPrice.validFrom),
      },
    ];
  });
}

interface PaidPrice {
  supplierId: string | null;
  /** The receipt or invoice. */
  docId: string | null;
  createdAt: string;
}

/** Loads the posted exchange rates of the receipts and invoices that the prices came from, by id. */
async function loadDocumentRates(db: Queryable, prices: readonly PaidPrice[]): Promise<Map<string, Exact>> {
  const documentIds = [...new Set(prices.flatMap(({ docId }) => docId ?? []))];
  const rates = new Map<string, Exact>();
  if (documentIds.length === 0) return rates;
  for (const table of ['goodsReceipts', 'supplierInvoices'] as const)
    for (const { _id, rate } of await db
      .selectFrom(table)
      .select(['_id', 'rate'])
      .where(isOneOf(db, '_id', documentIds))
      .execute())
      rates.set(_id, parseExactDecimal(Number(rate)));
  return rates;
}

/** Finds the price paid on the latest day; if there are several, the one entered last. */
function findLastPaid(packs: readonly PricedPack[]): (PricedPack & { price: number }) | null {
  const [last] = packs.toSorted((a, b) => (a.since === b.since ? b.seq - a.seq : a.since < b.since ? 1 : -1));
  return last && last.price !== null ? { ...last, price: last.price } : null;
}

const isPaidAfter = (price: LoosePrice, other: Pick<PricedPack, 'since' | 'at'>): boolean =>
  price.since === other.since ? price.at > other.at : price.since > other.since;

/** Computes the exact price per base unit: price x rate / (contents x base units per content unit). */
function computeCostPerBaseUnit(
  { unit, contentsQty, price, rate }: Pick<PricedPack, 'unit' | 'contentsQty' | 'rate'> & { price: number },
  { baseUnit, conversions }: ItemWithUnits,
  units: readonly UnitFactor[],
): Exact | null {
  const ratio =
    unit === baseUnit
      ? { num: 1, den: 1 }
      : toExactOrNull(() => findRatio(unit, baseUnit, units, conversions));
  if (!ratio || !rate || !(contentsQty > 0)) return null;
  const inE4 = multiplyExact(parseExactDecimal(price), exact(10_000n, 1n));
  return divideExact(multiplyExact(inE4, rate), multiplyExact(toExact(contentsQty), toExactRatio(ratio)));
}

/**
 * Computes the cost per base unit of an item bought in a pack, at the given price or at its list price on the
 * day. Null without a price or conversion, undefined if the pack belongs to a different item.
 */
export async function computePackCost(
  db: Queryable,
  item: ItemWithUnits & { _id: string },
  units: readonly UnitFactor[],
  { packagingId, price, day }: { packagingId: string; price: number | null; day: string },
): Promise<Exact | null | undefined> {
  const pack = await db
    .selectFrom('packagings')
    .select(['_id', 'itemId', 'unit', 'contentsQtyMicro', 'supplierId'])
    .where('_id', '=', packagingId)
    .where('itemId', '=', item._id)
    .executeTakeFirst();
  if (!pack) return undefined;
  const listedPack = (await loadPricedPacks(db, [item], { basis: 'list', place: null, day })).find(
    ({ _id }) => _id === packagingId,
  );
  if (price === null)
    return listedPack?.price == null
      ? null
      : computeCostPerBaseUnit({ ...listedPack, price: listedPack.price }, item, units);
  const rate = (await loadSupplierRates(db))(pack.supplierId, day);
  const { unit, contentsQtyMicro } = pack;
  return computeCostPerBaseUnit({ unit, contentsQty: fromMicro(contentsQtyMicro), price, rate }, item, units);
}

/**
 * Lists the currencies, except the base, with a rate that begins between two days (YYYY-MM-DD), both
 * included.
 */
export async function listCurrenciesWithNewRates(db: Queryable, from: string, to: string): Promise<string[]> {
  const foreignCurrencies = await db
    .selectFrom('currencies')
    .select(['_id', 'rates'])
    .where('isBase', '=', 0)
    .execute();
  const hasNewRate = ({ rates }: { rates: string }) =>
    (JSON.parse(rates) as CurrencyRate[]).some(({ date }) => from <= date && date <= to);
  return foreignCurrencies.filter(hasNewRate).map(({ _id }) => _id);
}

/** Returns a lookup of rates from a supplier's to the base currency by day; null before the first rate. */
async function loadSupplierRates(
  db: Queryable,
): Promise<(supplier: string | null, day: string) => Exact | null> {
  const suppliers = await db
    .selectFrom('suppliers')
    .innerJoin('currencies', 'currencies._id', 'suppliers.currency')
    .select(['suppliers._id', 'currencies.rates'])
    .where('currencies.isBase', '=', 0)
    .execute();
  const rates = new Map(
    suppliers.map(({ _id, rates: stored }) => [_id, JSON.parse(stored) as CurrencyRate[]]),
  );
  const dayRates = new Map<string, Exact | null>();
  return (supplier, day) => {
    const supplierRates = rates.get(supplier ?? '');
    if (supplierRates === undefined) return exactOne;
    const key = `${supplier} ${day}`;
    const cached = dayRates.get(key);
    if (cached !== undefined) return cached;
    const currentRate = getCurrencyRate(supplierRates, day);
    const rate = currentRate && parseExactDecimal(currentRate.rate);
    dayRates.set(key, rate);
    return rate;
  };
}

/**
 * Loads the average cost of stock at the end of a day: at one location, or over all visible branches,
 * kitchens and warehouses.
 */
async function loadAverageCosts(
  db: Queryable,
  items: readonly ItemWithUnits[],
  { place, day, visibleTo }: PriceQuery,
): Promise<Map<string, Exact>> {
  const ref = (name: string) => sql.ref(name);
  const isInScope = sql`places.type in ('branch', 'central_kitchen', 'warehouse')
    and ${place === null ? sql`1 = 1` : sql`places.${ref('placeId')} = ${place}`}
    and ${visibleTo === undefined ? sql`1 = 1` : isPlaceVisibleTo(visibleTo)}`;
  const rows = [];
  for (const chunk of chunks(
    items.map(({ _id }) => _id),
    500,
  )) {
    const chunkResult = await sql<{ itemId: string; qty: number; amount: number }>`
        with since as (
          select d.${ref('placeId')}, d.${ref('itemId')}, sum(d.${ref('qtyMicro')}) as qty, sum(d.${ref('valueE4')}) as amount
          from places cross join ${sql.table('stockDaily')} as d
          where ${isInScope} and d.${ref('placeId')} = places.${ref('placeId')} and d.${ref('itemId')} in (${sql.join(chunk)})
            and d.${ref('businessDay')} > ${day}
          group by d.${ref('placeId')}, d.${ref('itemId')})
        select b.${ref('itemId')}, cast(b.${ref('onHandMicro')} - coalesce(since.qty, 0) as bigint) as qty,
          cast(b.${ref('valueE4')} - coalesce(since.amount, 0) as bigint) as amount
        from balances as b
        join places on places.${ref('placeId')} = b.${ref('placeId')} and ${isInScope}
        left join since on since.${ref('placeId')} = b.${ref('placeId')} and since.${ref('itemId')} = b.${ref('itemId')}
        where b.${ref('itemId')} in (${sql.join(chunk)})`.execute(db);
    rows.push(...chunkResult.rows);
  }
  const costs = new Map<string, Exact>();
  for (const [itemId, itemRows] of Map.groupBy(rows, (row) => row.itemId)) {
    // Negative stock has no cost to average.
    const valuedRows = itemRows.filter(({ qty, amount }) => Number(qty) > 0 && Number(amount) >= 0);
    const qty = valuedRows.reduce((sum, row) => sum + BigInt(row.qty), 0n);
    const totalValue = valuedRows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
    if (qty > 0n) costs.set(itemId, exact(totalValue * 1_000_000n, qty));
  }
  return costs;
}
