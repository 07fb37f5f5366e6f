import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import type { ImportInput } from '../wire.ts';
import type { ImportState } from '../shapes.ts';
import type { OpeningStockInput } from '#modules/stock/input.ts';
import type { ItemWithMovements, ProposedCost } from '#modules/stock/shapes.ts';
import { isOwnLocation, canSeeMoney } from '#core/permissions.ts';
import { fromMicro, toExactOrNull } from '#core/quantity.ts';
import type { ImportTableRow } from '#platform/server/db/tables.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { forbidden, invalid } from '#platform/server/http/problems.ts';
import type { ReadContext, WriteContext } from '#platform/server/http/route.ts';
import { newId } from '#platform/server/ids.ts';
import { lockItems } from '#modules/units/server/units.ts';
import { loadHiddenStock } from '#modules/stock/server/hidden-stock.ts';
import { assertMayImport, toCellRefusal } from './refusals.ts';
import { createProblemReport } from './plan-types.ts';
import { selectMovesExceptUndoneOpenings, buildOpenings, postOpenings } from './openings.ts';
import { toPlanContext, getImportKind } from './service.ts';
import { presentImport } from './store.ts';
import { emitStockEvents } from './emit-stock-events.ts';
import { findRatio } from '#core/conversions.ts';
import { fromE4 } from '#core/money.ts';
import { toExactRatio, roundExact, multiplyExact } from '#core/exact.ts';
import { ItemReader, loadPricedItems } from '#modules/recipes/server/item-costs.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';

const kind = 'opening-stock';
const columns = ['itemId', 'placeId', 'qty', 'unit', 'unitCost', 'lot', 'expiry'];

/**
 * Returns the items that have stock movements at a location.
 *
 * @throws ApiProblem 403 for a location out of scope
 */
export async function readItemsWithMovements(
  { db, actor }: ReadContext,
  place: string,
): Promise<ItemWithMovements[]> {
  if (!actor || !isOwnLocation(actor, place)) throw forbidden(refusal('not-your-place'));
  const [itemsIn, itemsOut] = [
    await findItemsAt(db, 'toPlace', place),
    await findItemsAt(db, 'fromPlace', place),
  ];
  const balances = await db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro'])
    .where('placeId', '=', place)
    .execute();
  const hiddenStock = await loadHiddenStock(db, actor);
  const onHand = new Map(balances.map(({ itemId, onHandMicro }) => [itemId, Number(onHandMicro)]));
  return [...new Set([...itemsIn, ...itemsOut])]
    .filter((itemId) => !hiddenStock.has(place, itemId))
    .toSorted()
    .map((itemId) => ({ itemId, onHand: fromMicro(onHand.get(itemId) ?? 0) }));
}

async function findItemsAt(db: Queryable, side: 'fromPlace' | 'toPlace', place: string): Promise<string[]> {
  const rows = await selectMovesExceptUndoneOpenings(db)
    .select('itemId')
    .distinct()
    .where(side, '=', place)
    .execute();
  return rows.map(({ itemId }) => itemId);
}

/**
 * Returns list prices of active items per count, base and order unit in the base currency, or the standard
 * cost if no pack has a price. Items without either are omitted.
 *
 * @throws ApiProblem 403 for a location out of scope
 */
export async function readProposedCosts(
  { db, actor, now }: ReadContext,
  place: string,
): Promise<ProposedCost[]> {
  if (!actor || !isOwnLocation(actor, place)) throw forbidden(refusal('not-your-place'));
  if (!canSeeMoney(actor, 'cost') || !canSeeMoney(actor, 'purchase')) return [];
  const items = await db
    .selectFrom('items')
    .select(['_id', 'baseUnit', 'countUnit', 'orderUnit'])
    .where('isActive', '=', 1)
    .execute();
  const day = await loadBusinessDay(db, place, now.toISOString());
  const itemReader = new ItemReader();
  const units = await itemReader.units(db);
  const ids = items.map(({ _id }) => _id);
  const priced = await loadPricedItems(db, ids, units, { basis: 'list', place: null, day }, itemReader);
  return items.flatMap(({ _id, baseUnit, countUnit, orderUnit }) => {
    const item = priced.get(_id);
    const cost = item?.cost;
    if (!item || !cost) return [];
    return [...new Set([baseUnit, countUnit ?? baseUnit, orderUnit])].flatMap((unit) => {
      const ratio = toExactOrNull(() => findRatio(unit, baseUnit, units, item.conversions));
      const unitCost =
        ratio && toExactOrNull(() => fromE4(Number(roundExact(multiplyExact(cost, toExactRatio(ratio))))));
      return unitCost ? [{ itemId: _id, unit, unitCost }] : [];
    });
  });
}

/**
 * Posts opening stock that was entered on screen, all or nothing, as an import that can be undone.
 *
 * @throws ApiProblem 403, 422 with errors keyed by `items.<n>.<field>`, 409 after a concurrent change
 */
export async function postEnteredOpenings(
  ctx: WriteContext,
  { place, items }: OpeningStockInput,
): Promise<ImportState> {
  const context = toPlanContext(ctx);
  await assertMayImport(ctx, getImportKind({ kind }), columns);
  if (!isOwnLocation(context.actor, place)) throw forbidden(refusal('not-your-place'));
  await lockItems(
    ctx.db,
    items.map(({ itemId }) => itemId),
  );
  const resolved = await resolveNames(ctx.db, place, items);
  if (!resolved.hasPlace) throw invalid({ place: refusal('no-such-branch') });
  const errors: Record<string, Refusal> = {};
  const rows = items.map(({ itemId, qty, unit, unitCost, lot, expiry, pieces }, row) => {
    const unitId = unit === undefined ? undefined : resolved.units.get(unit);
    if (!resolved.items.has(itemId)) errors[`items.${row}.itemId`] = refusal('no-such-item');
    if (unit !== undefined && unitId === undefined) errors[`items.${row}.unit`] = refusal('no-such-unit');
    return { row, values: { itemId, placeId: place, qty, unit: unitId, unitCost, lot, expiry, pieces } };
  });
  const report = createProblemReport(rows.map(({ row, values }) => ({ row, values, problems: [] })));
  const openings = await buildOpenings(context, rows, report);
  for (const [row, problems] of report.byRow)
    for (const problem of problems)
      errors[`items.${row}.${problem.column}`] ??=
        problem.code === 'twice-in-file' ? refusal('item-in-row') : toCellRefusal(problem);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const newRow = buildImportRow(ctx, openings.length);
  await ctx.db.insertInto('imports').values(newRow).execute();
  await postOpenings(ctx, newRow._id, openings);
  emitStockEvents(ctx, newRow._id, 'imported', [place]);
  await ctx.audit({
    action: 'commit',
    entity: 'imports',
    id: newRow._id,
    after: { kind, place, rows: newRow.rows },
  });
  return presentImport(newRow);
}

/** Returns the requested items that exist, and all units by id and symbol. */
async function resolveNames(db: Queryable, place: string, items: OpeningStockInput['items']) {
  const ids = [...new Set(items.map(({ itemId }) => itemId))];
  const branch = await db.selectFrom('branches').select('_id').where('_id', '=', place).executeTakeFirst();
  const itemRows = await db.selectFrom('items').select('_id').where('_id', 'in', ids).execute();
  const units = await db.selectFrom('units').select(['_id', 'symbol']).execute();
  return {
    hasPlace: branch !== undefined,
    items: new Set(itemRows.map(({ _id }) => _id)),
    units: new Map([
      ...units.map(({ _id, symbol }) => [symbol, _id] as const),
      ...units.map(({ _id }) => [_id, _id] as const),
    ]),
  };
}

function buildImportRow(ctx: WriteContext, rows: number): ImportTableRow {
  const at = ctx.now.toISOString();
  // Entered by hand, without a file.
  const fileName = '';
  const input = {
    kind,
    fileName,
    columns,
    defaults: {},
    words: {},
    createMissing: [],
  } satisfies Partial<ImportInput>;
  return {
    _id: newId(ctx.services.clock),
    createdAt: at,
    updatedAt: at,
    version: 1,
    userId: ctx.actor?._id ?? '',
    kind,
    fileName,
    status: 'Committed',
    input: JSON.stringify(input),
    rows,
    invalid: 0,
    created: rows,
    changed: 0,
    unchanged: 0,
    relatedRows: 0,
    committedAt: at,
    size: 0,
    notUndoneRows: '[]',
    notUndoneCount: 0,
    isUndoResponsePending: 0,
  };
}
