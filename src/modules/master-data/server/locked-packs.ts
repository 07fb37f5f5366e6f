import { type FieldRefusals, type Refusal, refusal } from '#core/refusals/refusal.ts';
import { type ItemConversion, findRatio, type UnitFactor } from '#core/conversions.ts';
import { getPackRatio } from '#modules/packagings/pack-hierarchy.ts';
import { toExactOrNull, type Ratio } from '#core/quantity.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { problem } from '#platform/server/http/problems.ts';
import { type HistoricalUse, findHistoricalUses } from '#modules/documents/server/historical-uses.ts';
import type { WireRow } from '#platform/collections/server/store.ts';

/** A row before and after the write. */
interface RowChange {
  before: WireRow | null;
  after: WireRow;
}

/** Fields that determine the quantity to which a pack's price applies. */
const contentFields = ['itemId', 'unit', 'contentsQty'] as const;

/**
 * Returns packs whose contents would change although past prices, purchases or recipe costs depend on them,
 * each with the dependent collection. A change to the same quantity in a different unit is allowed.
 *
 * @param at time of the write (ISO 8601); now by default
 */
export async function findLockedPacks<C extends RowChange>(
  db: Queryable,
  changes: readonly C[],
  at?: string,
): Promise<Map<C, HistoricalUse>> {
  const locked = new Map<C, HistoricalUse>();
  const candidates = changes.filter(
    ({ before, after }) => before && contentFields.some((name) => before[name] !== after[name]),
  );
  for await (const chunk of withEventLoopYields(chunks(candidates, 500))) {
    const [first] = chunk;
    if (!first) continue;
    const getPackSize = await createPackSizeReader(
      db,
      chunk.map(({ after }) => String(after['itemId'])),
    );
    const resized = chunk.filter(
      ({ before, after }) => before && !hasSameContents(before, after, getPackSize),
    );
    if (resized.length === 0) continue;
    const uses = await findHistoricalUses(
      db,
      'packagings',
      resized.map(({ after }) => after._id),
      at ?? String(first.after['updatedAt']),
    );
    for (const change of resized) {
      const use = uses.get(change.after._id);
      if (use) locked.set(change, use);
    }
  }
  return locked;
}

/** Returns the errors for a locked pack by field. */
export const findLockedPackRefusals = ({ before, after }: RowChange): FieldRefusals =>
  Object.fromEntries(
    contentFields.flatMap((name) => (before?.[name] === after[name] ? [] : [[name, refusal('pack-locked')]])),
  );

type GetPackSize = (pack: WireRow) => Ratio | null;

function hasSameContents(before: WireRow, after: WireRow, getPackSize: GetPackSize): boolean {
  if (before['itemId'] !== after['itemId']) return false;
  const [previousSize, newSize] = [getPackSize(before), getPackSize(after)];
  return previousSize !== null && newSize !== null && isSameRatio(previousSize, newSize);
}

const isSameRatio = (a: Ratio, b: Ratio) => BigInt(a.num) * BigInt(b.den) === BigInt(b.num) * BigInt(a.den);

/** Returns a function that computes the contents of packs in base units. */
async function createPackSizeReader(db: Queryable, itemIds: readonly string[]): Promise<GetPackSize> {
  const ids = [...new Set(itemIds)];
  const items = await db.selectFrom('items').select(['_id', 'baseUnit']).where('_id', 'in', ids).execute();
  const bases = new Map(items.map(({ _id, baseUnit }) => [_id, baseUnit]));
  const units = await loadUnits(db);
  const conversions = Map.groupBy(
    await db
      .selectFrom('itemConversions')
      .select(['itemId', 'fromUnit', 'toUnit', 'num', 'den'])
      .where('itemId', 'in', ids)
      .where('isActive', '=', 1)
      .execute(),
    ({ itemId }) => itemId,
  );
  return (pack) => {
    const itemId = String(pack['itemId']);
    const base = bases.get(itemId);
    const [unit, contentsQty] = [String(pack['unit']), Number(pack['contentsQty'])];
    const itemConversions = (conversions.get(itemId) ?? []).map(toPlainConversion);
    return base === undefined ? null : getPackRatio({ unit, contentsQty }, base, units, itemConversions);
  };
}

const loadUnits = (db: Queryable): Promise<UnitFactor[]> =>
  db.selectFrom('units').select(['_id', 'dimension', 'factorNum', 'factorDen']).execute();

const toPlainConversion = ({ fromUnit, toUnit, num, den }: ItemConversion): ItemConversion => ({
  fromUnit,
  toUnit,
  num: Number(num),
  den: Number(den),
});

/**
 * Returns items whose changed conversions would change the contents of a locked pack (a case of 10 kg becoming
 * 12 kg), each with the error for the first such pack. Users can avoid the error by changing the pack to a
 * different unit.
 */
export async function findResizedPacks<C extends RowChange>(
  db: Queryable,
  changes: readonly C[],
  { at, excludedPackIds }: { at?: string; excludedPackIds?: ReadonlySet<string> } = {},
): Promise<Map<C, Refusal>> {
  const refusals = new Map<C, Refusal>();
  const candidates = changes.filter(
    ({ before, after }) =>
      before &&
      before['baseUnit'] === after['baseUnit'] &&
      JSON.stringify(readConversions(before)) !== JSON.stringify(readConversions(after)),
  );
  if (candidates.length === 0) return refusals;
  const units = await db
    .selectFrom('units')
    .select(['_id', 'symbol', 'dimension', 'factorNum', 'factorDen'])
    .execute();
  const getSymbol = (id: unknown) => units.find(({ _id }) => _id === id)?.symbol ?? String(id);
  for await (const chunk of withEventLoopYields(chunks(candidates, 500))) {
    const [first] = chunk;
    if (!first) continue;
    const packs = Map.groupBy(
      await db
        .selectFrom('packagings')
        .select(['_id', 'itemId', 'name', 'unit'])
        .where(
          'itemId',
          'in',
          chunk.map(({ after }) => after._id),
        )
        .orderBy('_id')
        .execute(),
      ({ itemId }) => itemId,
    );
    const resized = chunk.flatMap((change) =>
      (packs.get(change.after._id) ?? [])
        .filter(({ _id, unit }) => !excludedPackIds?.has(_id) && !hasSameRatio(change, unit, units))
        .map((pack) => ({ change, pack })),
    );
    const uses =
      resized.length === 0
        ? new Map()
        : await findHistoricalUses(
            db,
            'packagings',
            resized.map(({ pack }) => pack._id),
            at ?? String(first.after['updatedAt']),
          );
    for (const { change, pack } of resized)
      if (uses.has(pack._id) && !refusals.has(change)) {
        const params = {
          pack: pack.name,
          unit: getSymbol(pack.unit),
          base: getSymbol(change.after['baseUnit']),
        };
        refusals.set(change, refusal('pack-measured-by', params));
      }
  }
  return refusals;
}

const readConversions = (item: WireRow): ItemConversion[] =>
  ((item['conversions'] as ItemConversion[] | undefined) ?? []).map(toPlainConversion);

/**
 * Returns whether a unit has the same size in base units before and after. Also true if it can't be
 * converted, which is reported separately.
 */
function hasSameRatio({ before, after }: RowChange, unit: string, units: readonly UnitFactor[]): boolean {
  const base = String(after['baseUnit']);
  const [previousRatio, newRatio] = [before, after].map(
    (item) => item && toExactOrNull(() => findRatio(unit, base, units, readConversions(item))),
  );
  return !previousRatio || !newRatio || isSameRatio(previousRatio, newRatio);
}

/**
 * Throws 409 if recipe costs depend on the prices of a pack that is to be deleted. On its first day, a pack
 * created by mistake can be deleted.
 */
export async function assertPackDeletable(db: Queryable, pack: WireRow, now: Date): Promise<void> {
  const uses = await findHistoricalUses(db, 'packagings', [pack._id], now.toISOString());
  if (uses.size === 0) return;
  throw problem('IN_USE', refusal('pack-priced', { name: String(pack['name']) }), {
    details: { archive: { isActive: false } },
  });
}
