import { type CurrencyRate, getCurrencyRate } from '#core/currency.ts';
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
import { toUtcDay } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reviewTargets, type RowValues } from './targets.ts';

type Unit = UnitFactor & { symbol: string };

/** The row before and after the change; null if it doesn't exist. */
export interface RowVersions {
  before: RowValues | null;
  after: RowValues | null;
}

const toPrice = (priceMicro: number | null): number | null =>
  priceMicro === null ? null : fromPriceMicro(priceMicro);
const readNumber = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const toItemUnits = (item: RowValues): ItemUnits => ({ conversions: [], ...item }) as unknown as ItemUnits;
/** Returns the packs sent along with a new item. */
const readPacks = (item: RowValues | null): RowValues[] => (item?.['packs'] as RowValues[] | undefined) ?? [];

/**
 * Computes how a proposal changes the prices and costs of its item per base unit: pack and unit prices,
 * standard cost, transfer price and recipe cost.

 */
export async function computeReviewEffects(
  db: Queryable,
  collection: ReviewedCollection,
  versions: RowVersions,
  now: Date,
): Promise<ReviewEffect[]> {
  const units = await db
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen'])
    .execute();
  const currencies = await loadForeignSuppliers(db, now);
  if (collection === 'items') return computeItemEffects(db, versions, units, currencies);
  const itemId = (versions.after ?? versions.before)?.['itemId'];
  const item = typeof itemId === 'string' ? await reviewTargets.items.find(db, itemId) : null;
  if (!item) return [];
  const itemVersions = { before: item, after: item };
  const packs = await loadActivePacks(db, item._id);
  const otherPacks = packs.filter(({ _id }) => _id !== versions.before?.['_id']);
  const packsAfter =
    versions.after && versions.after['isActive'] !== false ? [...otherPacks, versions.after] : otherPacks;
  return [
    computePackEffect(versions, item, item, units, currencies),
    ...computeItemFigureEffects(itemVersions, units),
    ...computeRecipeEffects(itemVersions, { before: packs, after: packsAfter }, units, currencies),
  ];
}

/**
 * Foreign currency by supplier: ISO code and today's rate to the base currency; null if there is no rate yet.
 */
type SupplierCurrencies = ReadonlyMap<string, { code: string; rate: number | null }>;

/** Loads the suppliers with a currency other than the base currency, by id. */
async function loadForeignSuppliers(db: Queryable, now: Date): Promise<SupplierCurrencies> {
  const rows = await db
    .selectFrom('suppliers')
    .innerJoin('currencies', 'currencies._id', 'suppliers.currency')
    .select(['suppliers._id', 'currencies.code', 'currencies.rates'])
    .where('currencies.isBase', '=', 0)
    .execute();
  const today = toUtcDay(now);
  return new Map(
    rows.map(({ _id, code, rates }) => {
      const rate = getCurrencyRate(JSON.parse(rates) as CurrencyRate[], today);
      return [_id, { code, rate: rate?.rate ?? null }];
    }),
  );
}

const getCurrency = (pack: RowValues | null, currencies: SupplierCurrencies) =>
  currencies.get(String(pack?.['supplierId'])) ?? null;

/** Loads the active packs of an item. */
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
    price: toPrice(priceMicro),
    preferred: preferred === 1,
  }));
}

async function computeItemEffects(
  db: Queryable,
  versions: RowVersions,
  units: readonly Unit[],
  currencies: SupplierCurrencies,
): Promise<ReviewEffect[]> {
  const { before, after } = versions;
  const figureEffects = computeItemFigureEffects(versions, units).filter(
    (effect) => effect.before !== effect.after,
  );
  const newPackEffects = readPacks(after).map((pack) =>
    computePackEffect({ before: null, after: pack }, {}, after ?? {}, units, currencies),
  );
  const activePacks = before ? await loadActivePacks(db, String(before['_id'])) : [];
  const packs = { before: activePacks, after: [...activePacks, ...readPacks(after)] };
  const recipeEffects = computeRecipeEffects(versions, packs, units, currencies).filter(
    (effect) => effect.before !== effect.after,
  );
  if (!before || !after) return [...figureEffects, ...newPackEffects, ...recipeEffects];
  const packEffects = activePacks.map((pack) =>
    computePackEffect({ before: pack, after: pack }, before, after, units, currencies),
  );
  return [
    ...figureEffects,
    ...packEffects.filter((effect) => effect.before !== effect.after),
    ...recipeEffects,
  ];
}

/** Returns the recipe cost of the item before and after; empty if both are unknown. */
function computeRecipeEffects(
  { before, after }: RowVersions,
  packs: Record<'before' | 'after', readonly RowValues[]>,
  units: readonly Unit[],
  currencies: SupplierCurrencies,
): ReviewEffect[] {
  const toBoughtPack = (pack: RowValues): BoughtPack => ({
    ...toPricedContents(pack),
    price: toBaseCurrency(toPricedContents(pack).price, getCurrency(pack, currencies)),
    preferred: pack['preferred'] === true,
  });
  const computeCost = (row: RowValues | null, itemPacks: readonly RowValues[]) =>
    row && toPrice(computeIngredientCostMicro(toIngredient(row), itemPacks.map(toBoughtPack), units));
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

const toIngredient = (item: RowValues): Ingredient => ({
  ...toItemUnits(item),
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

function computePackEffect(
  versions: RowVersions,
  itemBefore: RowValues,
  itemAfter: RowValues,
  units: readonly Unit[],
  currencies: SupplierCurrencies,
): ReviewEffect {
  const getPricePerBase = (pack: RowValues | null, item: RowValues) => {
    if (!pack) return null;
    return toPrice(computePricePerBaseMicro(toPricedContents(pack), toItemUnits(item), units));
  };
  const currency = getCurrency(versions.after ?? versions.before, currencies)?.code ?? null;
  const currencyBefore = getCurrency(versions.before, currencies)?.code ?? null;
  return {
    kind: 'packPrice',
    name: String((versions.after ?? versions.before)?.['name'] ?? ''),
    unitSymbol: getSymbol(itemAfter, units),
    currency,
    // Prices in different currencies aren't compared.
    before: currency === currencyBefore ? getPricePerBase(versions.before, itemBefore) : null,
    after: getPricePerBase(versions.after, itemAfter),
  };
}

/** Returns the figures entered on the item itself. */
function computeItemFigureEffects({ before, after }: RowVersions, units: readonly Unit[]): ReviewEffect[] {
  const unitSymbol = getSymbol(after ?? before ?? {}, units);
  const readers = {
    unitPrice: (item: RowValues) => readNumber(item['unitPrice']),
    standardCost: (item: RowValues) => readNumber(item['standardCost']),
    branchPrice: (item: RowValues) =>
      toPrice(
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

const getSymbol = (item: RowValues, units: readonly Unit[]): string =>
  units.find(({ _id }) => _id === item['baseUnit'])?.symbol ?? '';
