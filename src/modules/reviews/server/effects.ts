import { type CurrencyRate, currencyRateOn } from '#core/currency.ts';
import { fromPriceMicro, roundPriceMicro, toPriceMicro } from '#core/money.ts';
import {
  transferPriceMicro,
  type ItemUnits,
  type PricedContents,
  pricePerBaseMicro,
  type TransferPriceRule,
} from '#modules/prices/pack-price.ts';
import { type BoughtPack, type Ingredient, ingredientCostMicro } from '#modules/recipes/ingredient-cost.ts';
import type { ReviewedCollection } from '#core/reviews.ts';
import type { UnitFactor } from '#core/conversions.ts';
import type { ReviewEffect } from '../shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { utcDay } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reviewTargets, type RowValues } from './targets.ts';

type Unit = UnitFactor & { symbol: string };

/** The row before and after, if present. */
export interface RowSides {
  before: RowValues | null;
  after: RowValues | null;
}

const priceOf = (priceMicro: number | null): number | null =>
  priceMicro === null ? null : fromPriceMicro(priceMicro);
const price = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const unitsOf = (item: RowValues): ItemUnits => ({ conversions: [], ...item }) as unknown as ItemUnits;
/** Packs sent along with a new item. */
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
  const charged = await foreignSuppliers(db, now);
  if (collection === 'items') return itemEffects(db, sides, units, charged);
  const itemId = (sides.after ?? sides.before)?.['itemId'];
  const item = typeof itemId === 'string' ? await reviewTargets.items.find(db, itemId) : null;
  if (!item) return [];
  const both = { before: item, after: item };
  const packs = await livePacks(db, item._id);
  const changed = packs.filter(({ _id }) => _id !== sides.before?.['_id']);
  const left = sides.after && sides.after['isActive'] !== false ? [...changed, sides.after] : changed;
  return [
    packEffect(sides, item, item, units, charged),
    ...figures(both, units),
    ...recipeEffect(both, { before: packs, after: left }, units, charged),
  ];
}

/**
 * Currency of a supplier (ISO code) and its rate to the base currency today; null if there is no rate yet.
 */
type Charged = ReadonlyMap<string, { code: string; rate: number | null }>;

/** Returns the suppliers with another currency than the base, by id. */
async function foreignSuppliers(db: Queryable, now: Date): Promise<Charged> {
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

const chargedFor = (pack: RowValues | null, charged: Charged) =>
  charged.get(String(pack?.['supplierId'])) ?? null;

/** Returns the active packs of an item. */
async function livePacks(db: Queryable, itemId: string): Promise<RowValues[]> {
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
  charged: Charged,
): Promise<ReviewEffect[]> {
  const { before, after } = sides;
  const changed = figures(sides, units).filter((effect) => effect.before !== effect.after);
  const brought = packsOf(after).map((pack) =>
    packEffect({ before: null, after: pack }, {}, after ?? {}, units, charged),
  );
  const live = before ? await livePacks(db, String(before['_id'])) : [];
  const bought = { before: live, after: [...live, ...packsOf(after)] };
  const inRecipes = recipeEffect(sides, bought, units, charged).filter(
    (effect) => effect.before !== effect.after,
  );
  if (!before || !after) return [...changed, ...brought, ...inRecipes];
  const ofPacks = live.map((pack) =>
    packEffect({ before: pack, after: pack }, before, after, units, charged),
  );
  return [...changed, ...ofPacks.filter((effect) => effect.before !== effect.after), ...inRecipes];
}

/** Returns the recipe cost of the item before and after; empty if both are unknown. */
function recipeEffect(
  { before, after }: RowSides,
  packs: Record<'before' | 'after', readonly RowValues[]>,
  units: readonly Unit[],
  charged: Charged,
): ReviewEffect[] {
  const boughtPack = (pack: RowValues): BoughtPack => ({
    ...givenPack(pack),
    price: inBase(givenPack(pack).price, chargedFor(pack, charged)),
    preferred: pack['preferred'] === true,
  });
  const cost = (item: RowValues | null, bought: readonly RowValues[]) =>
    item && priceOf(ingredientCostMicro(ingredientOf(item), bought.map(boughtPack), units));
  const [was, is] = [cost(before, packs.before), cost(after, packs.after)];
  if (was === null && is === null) return [];
  const shown = after ?? before ?? {};
  const unit = shown['recipeUnit'] ?? shown['baseUnit'];
  const unitSymbol = units.find(({ _id }) => _id === unit)?.symbol ?? '';
  return [{ kind: 'recipeCost', name: null, unitSymbol, currency: null, before: was, after: is }];
}

const ingredientOf = (item: RowValues): Ingredient => ({
  ...unitsOf(item),
  recipeUnit: (item['recipeUnit'] as string | null | undefined) ?? null,
  yieldPercent: price(item['yieldPercent']),
  standardCost: price(item['standardCost']),
});

/** Converts a price to the base currency at today's rate, rounded half-even once; null without a rate. */
function inBase(amount: number | null, from: { rate: number | null } | null): number | null {
  if (amount === null || from === null) return amount;
  if (from.rate === null) return null;
  const num = BigInt(toMicro(from.rate)) * BigInt(toPriceMicro(amount));
  return fromPriceMicro(roundPriceMicro({ num, den: 1_000_000n }));
}

const givenPack = (pack: RowValues): PricedContents => ({
  unit: String(pack['unit']),
  contentsQty: Number(pack['contentsQty']),
  price: price(pack['price']),
});

function packEffect(
  sides: RowSides,
  was: RowValues,
  is: RowValues,
  units: readonly Unit[],
  charged: Charged,
): ReviewEffect {
  const perBase = (pack: RowValues | null, item: RowValues) => {
    if (!pack) return null;
    return priceOf(pricePerBaseMicro(givenPack(pack), unitsOf(item), units));
  };
  const currency = chargedFor(sides.after ?? sides.before, charged)?.code ?? null;
  const wasIn = chargedFor(sides.before, charged)?.code ?? null;
  return {
    kind: 'packPrice',
    name: String((sides.after ?? sides.before)?.['name'] ?? ''),
    unitSymbol: symbolOf(is, units),
    currency,
    // Prices in different currencies aren't compared.
    before: currency === wasIn ? perBase(sides.before, was) : null,
    after: perBase(sides.after, is),
  };
}

/** Returns the figures entered on the item itself. */
function figures({ before, after }: RowSides, units: readonly Unit[]): ReviewEffect[] {
  const unitSymbol = symbolOf(after ?? before ?? {}, units);
  const readers = {
    unitPrice: (item: RowValues) => price(item['unitPrice']),
    standardCost: (item: RowValues) => price(item['standardCost']),
    branchPrice: (item: RowValues) =>
      priceOf(
        transferPriceMicro(
          (item['transferPrice'] as TransferPriceRule | null) ?? null,
          price(item['standardCost']),
        ),
      ),
  };
  return Object.entries(readers).flatMap(([kind, read]) => {
    const [was, is] = [before && read(before), after && read(after)];
    if (was === null && is === null) return [];
    return [
      { kind: kind as keyof typeof readers, name: null, unitSymbol, currency: null, before: was, after: is },
    ];
  });
}

const symbolOf = (item: RowValues, units: readonly Unit[]): string =>
  units.find(({ _id }) => _id === item['baseUnit'])?.symbol ?? '';
