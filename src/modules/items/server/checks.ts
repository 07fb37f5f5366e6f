import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { findConversionErrors } from '#core/conversion-errors.ts';
import { type ItemConversion, findRatio, type UnitFactor } from '#core/conversions.ts';
import { computeTransferPriceMicro, type TransferPriceRule } from '#modules/prices/pack-price.ts';
import { computeIngredientCostMicro } from '#modules/recipes/ingredient-cost.ts';
import { convertPriceMicro, toPriceMicro } from '#core/money.ts';
import type { Collection } from '#core/permissions.ts';
import { toExactOrNull, isStorableRatio, type Ratio } from '#core/quantity.ts';
import { formatRatio } from '#core/ratio-text.ts';
import { sql } from 'kysely';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import { documents } from '#modules/documents/server/registry.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { findResizedPacks } from '#modules/master-data/server/locked-packs.ts';
import { hasReference, type WireRow } from '#platform/collections/server/store.ts';
import { blockPostings } from '#modules/stock/server/accounting-period.ts';

const unitFields = ['orderUnit', 'countUnit', 'recipeUnit'] as const;

export interface UnitRow extends UnitFactor {
  symbol: string;
  wholeOnly: number;
}

export interface CheckOptions {
  /** Whether the request contains conversions; they are then checked against each other. */
  areConversionsChanged: boolean;
  /** Whether the base unit changes, on which packs depend. */
  isBaseChanged: boolean;
}

/** Inputs of the unit checks of an item. */
export interface UnitsToCheck {
  item: WireRow;
  conversions: readonly ItemConversion[];
  units: readonly UnitRow[];
  /** Units of the packs; empty unless conversions or the base unit change. */
  packs: readonly { name: string; unit: string }[];
}

/**
 * Checks the units of an item.
 *
 * @throws ApiProblem 422 if a unit of the item or its packs has no conversion to the base unit, if a unit is
 *   unknown, or if conversions contradict each other
 */
export async function checkItemUnits(
  tx: Tx,
  item: WireRow,
  conversions: readonly ItemConversion[],
  options: CheckOptions,
): Promise<void> {
  const units = await loadUnitRows(tx);
  const packs =
    options.areConversionsChanged || options.isBaseChanged ? await loadPackUnits(tx, item._id) : [];
  const fields = findUnitRefusals({ item, conversions, units, packs }, options);
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** Loads all units with their size. */
export const loadUnitRows = (db: Queryable): Promise<UnitRow[]> =>
  db
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen', 'wholeOnly'])
    .execute();

/** Returns errors for an item's units by field, without reading the database. */
export function findUnitRefusals(
  { item, conversions, units, packs }: UnitsToCheck,
  { areConversionsChanged, isBaseChanged }: CheckOptions,
): FieldRefusals {
  const symbols = new Map(units.map((unit) => [unit._id, unit.symbol]));
  const getSymbol = (unit: unknown) => symbols.get(String(unit)) ?? String(unit);
  const base = String(item['baseUnit']);
  const getRatio = (unit: unknown) =>
    typeof unit !== 'string' || unit === base
      ? sameSize
      : toExactOrNull(() => findRatio(unit, base, units, conversions));
  const fields: Record<string, Refusal> = areConversionsChanged
    ? findConversionRefusals(conversions, units)
    : {};
  const usableUnits: [unit: string, Ratio][] = [];
  for (const name of unitFields) {
    const ratio = getRatio(item[name]);
    const params = { unit: getSymbol(item[name]), base: getSymbol(base) };
    if (ratio && isStorableRatio(ratio)) usableUnits.push([params.unit, ratio]);
    else fields[name] ??= refusal(ratio ? 'conversion-out-of-range' : 'unit-not-convertible', params);
  }
  const orphanedPack = packs.find(({ unit }) => !getRatio(unit));
  if (orphanedPack) {
    const field = isBaseChanged ? 'baseUnit' : 'conversions';
    fields[field] ??= refusal('pack-not-convertible', {
      pack: orphanedPack.name,
      unit: getSymbol(orphanedPack.unit),
      base: getSymbol(base),
    });
  }
  return { ...findAmountRefusals(item, { conversions, units }, usableUnits), ...fields };
}

const sameSize: Ratio = { num: 1, den: 1 };

/**
 * Returns errors, by field, for prices that can't be represented exactly per unit. Archived items aren't
 * checked.
 */
function findAmountRefusals(
  item: WireRow,
  { conversions, units }: Pick<UnitsToCheck, 'conversions' | 'units'>,
  usableUnits: readonly (readonly [unit: string, Ratio])[],
): FieldRefusals {
  const { unitPrice, standardCost, recipeUnit, yieldPercent } = item as WireRow & Amounts;
  if (!item.isActive) return {};
  const transferPriceMicroUnits = computeTransferPriceMicro(
    (item['transferPrice'] ?? null) as TransferPriceRule | null,
    standardCost ?? null,
  );
  const amounts = {
    unitPrice: toPriceMicro(unitPrice ?? 0),
    standardCost: toPriceMicro(standardCost ?? 0),
    transferPrice: transferPriceMicroUnits ?? 0,
  };
  const fields: Record<string, Refusal> = {};
  for (const [name, priceMicro] of Object.entries(amounts))
    for (const [unit, ratio] of usableUnits)
      if (toExactOrNull(() => convertPriceMicro(priceMicro, ratio)) === null)
        fields[name] ??= refusal('price-too-large', { unit });
  const ingredient = {
    baseUnit: String(item['baseUnit']),
    conversions,
    recipeUnit: recipeUnit ?? null,
    yieldPercent: yieldPercent ?? null,
    standardCost: standardCost ?? null,
  };
  const canCompute = usableUnits.length === unitFields.length && typeof standardCost === 'number';
  if (canCompute && computeIngredientCostMicro(ingredient, [], units) === null)
    fields['standardCost'] ??= refusal('price-too-large', { unit: usableUnits.at(-1)?.[0] ?? '' });
  return fields;
}

type Amounts = Partial<
  Record<'unitPrice' | 'standardCost' | 'yieldPercent', number | null> & { recipeUnit: string | null }
>;

const loadPackUnits = (tx: Tx, itemId: string) =>
  tx.selectFrom('packagings').select(['name', 'unit']).where('itemId', '=', itemId).execute();

function findConversionRefusals(
  conversions: readonly ItemConversion[],
  units: readonly UnitRow[],
): FieldRefusals {
  const symbols = new Map(units.map((unit) => [unit._id, unit.symbol]));
  const fields: Record<string, Refusal> = {};
  conversions.forEach((conversion, index) => {
    for (const end of ['fromUnit', 'toUnit'] as const) {
      if (!symbols.has(conversion[end])) fields[`conversions.${index}.${end}`] = refusal('no-such-unit');
    }
  });
  const getSymbol = (unit: string) => symbols.get(unit) ?? unit;
  const formatLine = (from: string, ratio: Ratio, to: string) =>
    `1 ${getSymbol(from)} = ${formatRatio(ratio)} ${getSymbol(to)}`;
  for (const { index, reason, ratio, path } of findConversionErrors(conversions, units)) {
    const conversion = conversions[index];
    const getEndSymbol = (end: 'fromUnit' | 'toUnit') => symbols.get(conversion?.[end] ?? '') ?? '';
    const params = {
      from: getEndSymbol('fromUnit'),
      ratio: ratio ? formatRatio(ratio) : '',
      to: getEndSymbol('toUnit'),
    };
    fields[`conversions.${index}`] =
      reason === 'inexact'
        ? refusal('conversion-inexact')
        : reason === 'redundant'
          ? refusal('conversion-redundant', params)
          : refusal('conversion-contradicts', {
              ...params,
              conversions: path.map((step) => formatLine(step.from, step.ratio, step.to)).join(', '),
              entered: conversion ? formatLine(conversion.fromUnit, conversion, conversion.toUnit) : '',
            });
  }
  return fields;
}

/** @throws ApiProblem 409 if the base unit changes although the item has movements or documents */
export async function assertBaseUnitUnchanged(tx: Tx, before: WireRow, after: WireRow): Promise<void> {
  if (before['baseUnit'] === after['baseUnit'] || !(await hasHistory(tx, before._id))) return;
  throw problem('IN_USE', refusal('base-unit-moved', { name: String(before['name']) }), {
    fields: { baseUnit: refusal('base-unit-locked') },
  });
}

/** @throws ApiProblem 409 if the size of a unit changes although a pack in that unit has been purchased */
export async function assertPackSizesUnchanged(tx: Tx, before: WireRow, after: WireRow): Promise<void> {
  for (const reason of (await findResizedPacks(tx, [{ before, after }])).values())
    throw problem('IN_USE', reason, { fields: { conversions: reason } });
}

/**
 * Rejects switching catch weight on or off while the item has stock, because that stock was recorded with or
 * without pieces. Blocks postings until commit.
 *
 * @throws ApiProblem 422
 */
export async function assertCatchWeightUnchanged(tx: Tx, before: WireRow, after: WireRow): Promise<void> {
  if (before['catchWeight'] === after['catchWeight']) return;
  await blockPostings(tx);
  if ((await listItemsOnHand(tx, [before._id])).size > 0)
    throw invalid({ catchWeight: refusal('pieces-stock') });
}

/** Returns the given items that have stock at any location, including in transit. */
export async function listItemsOnHand(db: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('balances')
    .select('itemId')
    .distinct()
    .where('itemId', 'in', ids)
    .where('onHandMicro', '!=', 0)
    .execute();
  return new Set(rows.map(({ itemId }) => itemId));
}

/** Returns the given items that have stock movements or are used in a document. */
export async function listItemsWithHistory(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const used = new Set<string>();
  for (const [, table, column] of [['', 'stockMoves', 'itemId'] as const, ...itemReferences]) {
    const unused = ids.filter((id) => !used.has(id));
    if (unused.length === 0) break;
    const itemId = sql.ref(`${table}.${column}`);
    const { rows } = await sql<{
      itemId: string;
    }>`select distinct ${itemId} as ${sql.ref('itemId')} from ${sql.table(table)} where ${itemId} in (${sql.join(unused)})`.execute(
      db,
    );
    for (const row of rows) used.add(row.itemId);
  }
  return used;
}

/** Returns whether the item has stock movements or is used in a document. */
export const hasHistory = async (tx: Queryable, itemId: string): Promise<boolean> =>
  (await findBaseUnitLock(tx, itemId)) !== null;

/**
 * Returns the reason why the item's base unit is fixed: `moves` if it has movements, otherwise the first
 * collection of documents that uses it; null if it isn't fixed.
 */
export async function findBaseUnitLock(db: Queryable, itemId: string): Promise<'moves' | Collection | null> {
  if (await hasReference(db, 'stockMoves', 'itemId', itemId)) return 'moves';
  for (const [collection, table, column] of itemReferences)
    if (await hasReference(db, table, column, itemId)) return collection;
  return null;
}

const itemReferences = documents.flatMap(({ collection, refersTo }) =>
  refersTo.flatMap(([to, table, column]) => (to === 'items' ? [[collection, table, column] as const] : [])),
);

/**
 * Replaces the barcodes of an item.
 *
 * @throws ApiProblem 409 if a different item has one of them
 */
export async function replaceBarcodes(tx: Tx, itemId: string, barcodes: readonly string[]): Promise<void> {
  await tx.deleteFrom('itemBarcodes').where('itemId', '=', itemId).execute();
  if (barcodes.length === 0) return;
  const duplicate = await tx
    .selectFrom('itemBarcodes')
    .innerJoin('items', 'items._id', 'itemBarcodes.itemId')
    .select(['itemBarcodes.barcode', 'items._id', 'items.name'])
    .where('itemBarcodes.barcode', 'in', barcodes)
    .executeTakeFirst();
  if (duplicate) {
    throw problem('DUPLICATE', refusal('barcode-of', { name: duplicate.name, code: duplicate.barcode }), {
      fields: { barcodes: refusal('barcode-taken', { name: duplicate.name, code: duplicate.barcode }) },
      details: { id: duplicate._id },
    });
  }
  await tx
    .insertInto('itemBarcodes')
    .values(barcodes.map((barcode) => ({ barcode, itemId })))
    .execute();
}
