import { fromE4 } from '#domain/money.ts';
import {
  branchPriceE4,
  type ItemUnits,
  pricePerBaseE4,
  type TransferPrice,
} from '#domain/costing/pack-price.ts';
import type { ReviewedCollection } from '#domain/reviews.ts';
import type { UnitFactor } from '#domain/conversions.ts';
import type { ReviewEffect } from '#contract/reviews.ts';
import { fromMicro } from '#domain/quantity.ts';
import type { Dialect, Queryable } from '../../db/types.ts';
import { targets, type Values } from './targets.ts';

type Unit = UnitFactor & { symbol: string };

/** A row before and after, as far as each is there. */
export interface Sides {
  before: Values | null;
  after: Values | null;
}

const money = (amountE4: number | null): number | null => (amountE4 === null ? null : fromE4(amountE4));
const price = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const unitsOf = (item: Values): ItemUnits => ({ conversions: [], ...item }) as unknown as ItemUnits;
/** The packs that a new item brings along. */
const packsOf = (item: Values | null): Values[] => (item?.['packs'] as Values[] | undefined) ?? [];

/** What a proposal does to the figures of its item, per base unit: packs, price, standard cost, price for branches. */
export async function effectsOf(
  db: Queryable,
  dialect: Dialect,
  collection: ReviewedCollection,
  sides: Sides,
): Promise<ReviewEffect[]> {
  const units = await db
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen'])
    .execute();
  if (collection === 'items') return itemEffects(db, sides, units);
  const itemId = (sides.after ?? sides.before)?.['itemId'];
  const item = typeof itemId === 'string' ? await targets.items.find(db, dialect, itemId) : null;
  return item ? [packEffect(sides, item, item, units), ...figures({ before: item, after: item }, units)] : [];
}

async function itemEffects(db: Queryable, sides: Sides, units: readonly Unit[]): Promise<ReviewEffect[]> {
  const { before, after } = sides;
  const changed = figures(sides, units).filter((effect) => effect.before !== effect.after);
  const brought = packsOf(after).map((pack) =>
    packEffect({ before: null, after: pack }, {}, after ?? {}, units),
  );
  if (!before || !after) return [...changed, ...brought];
  const packs = await db
    .selectFrom('packagings')
    .select(['name', 'unit', 'contentsQtyMicro', 'priceE4'])
    .where('itemId', '=', String(before['_id']))
    .where('isActive', '=', 1)
    .orderBy('name')
    .execute();
  const ofPacks = packs.map(({ name, unit, contentsQtyMicro, priceE4 }) => {
    const pack = { name, unit, contentsQty: fromMicro(contentsQtyMicro), price: money(priceE4) };
    return packEffect({ before: pack, after: pack }, before, after, units);
  });
  return [...changed, ...ofPacks.filter((effect) => effect.before !== effect.after)];
}

function packEffect(sides: Sides, was: Values, is: Values, units: readonly Unit[]): ReviewEffect {
  const perBase = (pack: Values | null, item: Values) => {
    if (!pack) return null;
    const { unit, contentsQty } = pack;
    const given = { unit: String(unit), contentsQty: Number(contentsQty), price: price(pack['price']) };
    return money(pricePerBaseE4(given, unitsOf(item), units));
  };
  return {
    kind: 'packPrice',
    name: String((sides.after ?? sides.before)?.['name'] ?? ''),
    unitSymbol: symbolOf(is, units),
    before: perBase(sides.before, was),
    after: perBase(sides.after, is),
  };
}

/** The figures of the item itself that somebody has entered. */
function figures({ before, after }: Sides, units: readonly Unit[]): ReviewEffect[] {
  const unitSymbol = symbolOf(after ?? before ?? {}, units);
  const readers = {
    unitPrice: (item: Values) => price(item['unitPrice']),
    standardCost: (item: Values) => price(item['standardCost']),
    branchPrice: (item: Values) =>
      money(
        branchPriceE4((item['transferPrice'] as TransferPrice | null) ?? null, price(item['standardCost'])),
      ),
  };
  return Object.entries(readers).flatMap(([kind, read]) => {
    const [was, is] = [before && read(before), after && read(after)];
    if (was === null && is === null) return [];
    return [{ kind: kind as keyof typeof readers, name: null, unitSymbol, before: was, after: is }];
  });
}

const symbolOf = (item: Values, units: readonly Unit[]): string =>
  units.find(({ _id }) => _id === item['baseUnit'])?.symbol ?? '';
