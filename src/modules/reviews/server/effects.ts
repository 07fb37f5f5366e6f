import { type CurrencyRate, currencyRateOn } from '#core/currency.ts';
import { fromPriceMicro, roundPriceMicro, toPriceMicro } from '#core/money.ts';
import {
  computeTransferPriceMicro,
  type ItemUnits,
  type PricedContents,
  computePricePerBaseMicro,
  type TransferPriceRule,
} from '#modules/prices/pack-price.ts';
import {
  type BoughtPack,
  type Ingredient,
  computeIngredientCostMicro,
} from '#modules/recipes/ingredient-cost.ts';
import type { ReviewedCollection } from '#core/reviews.ts';
import type { UnitFactor } from '#core/conversions.ts';
import type { ReviewEffect } from '../shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { utcDay } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reviewTargets, type RowValues } from './targets.ts';

type Unit = UnitFactor & { symbol: string };

/** The row before and after the change; null if it doesn't exist. */
export interface RowSides {
  before: RowValues | null;
  after: RowValues | null;
}

const priceOf = (priceMicro: number | null): number | null =>
  priceMicro === null ? null : fromPriceMicro(priceMicro);
const readNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const unitsOf = (item: RowValues): ItemUnits => ({ conversions: [], ...item }) as unknown as ItemUnits;
/** Returns the packs sent along with a new item. */
const packsOf = (item: RowValues | null): RowValues[] => (item?.['packs'] as RowValues[] | undefined) ?? [];

/**
 * Computes how a proposal changes the figures of its item per base unit: packs, price, standard cost,
 * transfer price and recipe cost.
 */
export async function computeReviewEffects(
  db: Queryable,
  collection: ReviewedCollection,
  sides: RowSides,
  now: Date,
): Promise<ReviewEffect[]> {
  const units = await db
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen'])
    .execute();
  const currencies = await foreignSuppliers(db, now);
  if (collection === 'items') return itemEffects(db, sides, units, currencies);
  const itemId = (sides.after ?? sides.before)?.['itemId'];
  const item = typeof itemId === 'string' ? await reviewTargets.items.find(db, itemId) : null;
  if (!item) return [];
  const itemSides = { before: item, after: item };
  const packs = await loadActivePacks(db, item._id);
  const otherPacks = packs.filter(({ _id }) => _id !== sides.before?.['_id']);
  const packsAfter =
    sides.after && sides.after['isActive'] !== false ? [...otherPacks, sides.after] : otherPacks;
  return [
    packEffect(sides, item, item, units, currencies),
    ...itemFigureEffects(itemSides, units),
    ...recipeEffect(itemSides, { before: packs, after: packsAfter }, units, currencies),
  ];
}

/**
 * Foreign currency by supplier: ISO code and today's rate to the base currency; null if there is no rate yet.
 */
type SupplierCurrencies = ReadonlyMap<string, { code: string; rate: number | null }>;

/** Returns the suppliers with a currency other than the base currency, by id. */
async function foreignSuppliers(db: Queryable, now: Date): Promise<SupplierCurrencies> {
  const rows = await db
    .selectFrom('suppliers')
    .innerJoin('currencies', 'currencies._id', 'suppliers.currency')
    .select(['suppliers._id', 'currencies.code', 'currencies.rates'])
    .where('currencies.isBase', '=', 0)
    .execute();
  const today = utcDay(now);
  return new Map(
    rows.map(({ _id, code, rates }) => {
      const rate = currencyRateOn(JSON.parse(rates) as CurrencyRate[], today);
      return [_id, { code, rate: rate?.rate ?? null }];
    }),
  );
}

const currencyFor = (pack: RowValues | null, currencies: SupplierCurrencies) =>
  currencies.get(String(pack?.['supplierId'])) ?? null;

/** Returns the active packs of an item. */
async function loadActivePacks(db: Queryable, itemId: string): Promise<RowValues[]> {
  const packs = await db
    .selectFrom('packagings')
    .select(['_id', 'name', 'supplierId', 'unit', 'contentsQtyMicro', 'priceMicro', 'preferred'])
    .where('itemId', '=', itemId)
    .where('isActive', '=', 1)
    .orderBy('name')
    .orderBy('_id')
    .execute();
  return packs.map(({ contentsQtyMicro, priceMicro, preferred, ...pack }) => ({
    ...pack,
    contentsQty: fromMicro(contentsQtyMicro),
    price: priceOf(priceMicro),
    preferred: preferred === 1,
  }));
}

async function itemEffects(
  db: Queryable,
  sides: RowSides,
  units: readonly Unit[],
  currencies: SupplierCurrencies,
): Promise<ReviewEffect[]> {
  const { before, after } = sides;
  const changed = itemFigureEffects(sides, units).filter((effect) => effect.before !== effect.after);
  const newPackEffects = packsOf(after).map((pack) =>
    packEffect({ before: null, after: pack }, {}, after ?? {}, units, currencies),
  );
  const activePacks = before ? await loadActivePacks(db, String(before['_id'])) : [];
  const packs = { before: activePacks, after: [...activePacks, ...packsOf(after)] };
  const recipeEffects = recipeEffect(sides, packs, units, currencies).filter(
    (effect) => effect.before !== effect.after,
  );
  if (!before || !after) return [...changed, ...newPackEffects, ...recipeEffects];
  const packEffects = activePacks.map((pack) =>
    packEffect({ before: pack, after: pack }, before, after, units, currencies),
  );
  return [...changed, ...packEffects.filter((effect) => effect.before !== effect.after), ...recipeEffects];
}

/** Returns the recipe cost of the item before and after; empty if both are unknown. */
function recipeEffect(
  { before, after }: RowSides,
  packs: Record<'before' | 'after', readonly RowValues[]>,
  units: readonly Unit[],
  currencies: SupplierCurrencies,
): ReviewEffect[] {
  const toBoughtPack = (pack: RowValues): BoughtPack => ({
    ...toPricedContents(pack),
    price: toBaseCurrency(toPricedContents(pack).price, currencyFor(pack, currencies)),
    preferred: pack['preferred'] === true,
  });
  const computeCost = (row: RowValues | null, itemPacks: readonly RowValues[]) =>
    row && priceOf(computeIngredientCostMicro(ingredientOf(row), itemPacks.map(toBoughtPack), units));
  const costBefore = computeCost(before, packs.before);
  const costAfter = computeCost(after, packs.after);
  if (costBefore === null && costAfter === null) return [];
  const item = after ?? before ?? {};
  const unit = item['recipeUnit'] ?? item['baseUnit'];
  const unitSymbol = units.find(({ _id }) => _id === unit)?.symbol ?? '';
  return [
    { kind: 'recipeCost', name: null, unitSymbol, currency: null, before: costBefore, after: costAfter },
  ];
}

const ingredientOf = (item: RowValues): Ingredient => ({
  ...unitsOf(item),
  recipeUnit: (item['recipeUnit'] as string | null | undefined) ?? null,
  yieldPercent: readNumber(item['yieldPercent']),
  standardCost: readNumber(item['standardCost']),
});

/** Converts a price to the base currency at today's rate, rounded half-even once; null without a rate. */
function toBaseCurrency(amount: number | null, from: { rate: number | null } | null): number | null {
  if (amount === null || from === null) return amount;
  if (from.rate === null) return null;
  const num = BigInt(toMicro(from.rate)) * BigInt(toPriceMicro(amount));
  return fromPriceMicro(roundPriceMicro({ num, den: 1_000_000n }));
}

const toPricedContents = (pack: RowValues): PricedContents => ({
  unit: String(pack['unit']),
  contentsQty: Number(pack['contentsQty']),
  price: readNumber(pack['price']),
});

function packEffect(
  sides: RowSides,
  itemBefore: RowValues,
  itemAfter: RowValues,
  units: readonly Unit[],
  currencies: SupplierCurrencies,
): ReviewEffect {
  const perBase = (pack: RowValues | null, item: RowValues) => {
    if (!pack) return null;
    return priceOf(computePricePerBaseMicro(toPricedContents(pack), unitsOf(item), units));
  };
  const currency = currencyFor(sides.after ?? sides.before, currencies)?.code ?? null;
  const currencyBefore = currencyFor(sides.before, currencies)?.code ?? null;
  return {
    kind: 'packPrice',
    name: String((sides.after ?? sides.before)?.['name'] ?? ''),
    unitSymbol: symbolOf(itemAfter, units),
    currency,
    // Prices in different currencies aren't compared.
    before: currency === currencyBefore ? perBase(sides.before, itemBefore) : null,
    after: perBase(sides.after, itemAfter),
  };
}

/** Returns the figures entered on the item itself. */
function itemFigureEffects({ before, after }: RowSides, units: readonly Unit[]): ReviewEffect[] {
  const unitSymbol = symbolOf(after ?? before ?? {}, units);
  const readers = {
    unitPrice: (item: RowValues) => readNumber(item['unitPrice']),
    standardCost: (item: RowValues) => readNumber(item['standardCost']),
    branchPrice: (item: RowValues) =>
      priceOf(
        computeTransferPriceMicro(
          (item['transferPrice'] as TransferPriceRule | null) ?? null,
          readNumber(item['standardCost']),
        ),
      ),
  };
  return Object.entries(readers).flatMap(([kind, read]) => {
    const valueBefore = before && read(before);
    const valueAfter = after && read(after);
    if (valueBefore === null && valueAfter === null) return [];
    return [
      {
        kind: kind as keyof typeof readers,
        name: null,
        unitSymbol,
        currency: null,
        before: valueBefore,
        after: valueAfter,
      },
    ];
  });
}

const symbolOf = (item: RowValues, units: readonly Unit[]): string =>
  units.find(({ _id }) => _id === item['baseUnit'])?.symbol ?? '';
