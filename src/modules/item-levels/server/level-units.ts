import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { convertMicro, toExactOrNull, invertRatio, type Ratio, toMicro } from '#core/quantity.ts';
import type { Tx } from '#platform/server/db/types.ts';
import { findWholeQuantityError, loadUnits } from '#modules/units/server/units.ts';
import type { WireRow } from '#platform/collections/server/store.ts';

/** The base unit and order unit of an item's levels. */
export interface LevelUnits {
  base: { symbol: string; wholeOnly: number };
  /** One order unit in base units; null without a conversion. */
  orderRatio: Ratio | null;
}

const quantities = ['min', 'par', 'max', 'safetyStock'] as const;

/**
 * Returns errors for changed levels by field: a fraction of a whole-number unit, or a quantity that can't be
 * represented exactly in the order unit.
 */
export function findLevelRefusals(
  before: WireRow | null,
  after: WireRow,
  { base, orderRatio }: LevelUnits,
): FieldRefusals {
  const fields: Record<string, Refusal> = {};
  const readWeekdayPars = (row: WireRow | null) =>
    (row?.['weekdayPar'] ?? {}) as Readonly<Record<string, number>>;
  const changes: [field: string, current: unknown, previous: unknown][] = [
    ...quantities.map((name) => [name, after[name], before?.[name]] as [string, unknown, unknown]),
    ...Object.entries(readWeekdayPars(after)).map(
      ([day, par]) => ['weekdayPar', par, readWeekdayPars(before)[day]] as [string, unknown, unknown],
    ),
  ];
  for (const [field, current, previous] of changes) {
    if (typeof current !== 'number' || current === previous) continue;
    const wholeRefusal = findWholeQuantityError(current, base);
    if (wholeRefusal) fields[field] ??= wholeRefusal;
    if (orderRatio && toExactOrNull(() => convertMicro(toMicro(current), invertRatio(orderRatio))) === null)
      fields[field] ??= refusal('quantity-too-large', { unit: base.symbol });
  }
  return fields;
}

/** Maximum number of items loaded by id; for more, all items are loaded. */
const maxIds = 100;

/** Loads the units of items. The returned function returns undefined for an unknown item. */
export async function loadLevelUnits(
  tx: Tx,
  itemIds: readonly string[],
): Promise<(itemId: string) => LevelUnits | undefined> {
  const ids = itemIds.length <= maxIds ? itemIds : null;
  const units = await loadUnits(tx, ids ?? undefined);
  const query = tx.selectFrom('items').select(['_id', 'baseUnit', 'orderUnit']);
  const rows = await (ids ? query.where('_id', 'in', ids) : query).execute();
  const items = new Map(rows.map((item) => [item._id, item]));
  return (itemId) => {
    const item = items.get(itemId);
    const [base, order] = [units.find(item?.baseUnit ?? ''), units.find(item?.orderUnit ?? '')];
    return item && base && order && { base, orderRatio: units.ratio(item, order) };
  };
}
