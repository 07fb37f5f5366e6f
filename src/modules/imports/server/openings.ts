import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { findRatio } from '#core/conversions.ts';
import {
  buildLotCode,
  resolveEnteredLot,
  needsLot,
  unnamedLot,
  type TrackedItem,
} from '#modules/lots/lot-rules.ts';
import { isOwnLocation } from '#core/permissions.ts';
import {
  computeAverageE4,
  convertCostToPriceMicro,
  convertPriceMicro,
  toPriceMicro,
  computeValueAtPrice,
} from '#core/money.ts';
import { convertMicro, toExactOrNull, toMicro } from '#core/quantity.ts';
import { toUtcDay } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { NewAuditEntry, WriteContext } from '#platform/server/http/route.ts';
import { getYearRefusal } from '#platform/documents/server/event-time.ts';
import { findWholeQuantityError } from '#modules/units/server/units.ts';
import { loadUnitRows } from '#modules/items/server/checks.ts';
import { loadBusinessDay } from '#modules/stock/server/business-day.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { chunks, withEventLoopYields } from '#platform/server/db/many-rows.ts';
import type { PlanJob, PlanContext, PlannedOpening, ProblemReport, ParsedValues } from './plan-types.ts';
import { buildRuleProblem, buildCellProblem, buildImportProblem } from './refusals.ts';
import { type Resolver, resolveRow } from './resolve.ts';

/** Ledger kind of opening stock; an undo posts the reversals. */
export const openingKind = 'opening' as const;

/**
 * Plans opening stock as postings with the file's quantities and values. Only items without stock movements
 * at the location are accepted; undone openings don't count as movements.
 */
export async function planOpenings(
  ctx: PlanContext,
  job: PlanJob,
  resolver: Resolver,
  report: ProblemReport,
): Promise<PlannedOpening[]> {
  const parsedRows: { row: number; values: ParsedValues }[] = [];
  for await (const row of withEventLoopYields(job.rows))
    parsedRows.push({
      row: row.row,
      values: { ...resolver.defaults, ...resolveRow(job, resolver, report, row) },
    });
  for (const { row, values } of parsedRows) {
    for (const { key, field, isRequired } of job.kind.columns) {
      if (isRequired && values[key] === undefined && !report.has(row, key))
        report.add(row, buildCellProblem(key, 'needed', refusal('label-is-needed', { label: field.label })));
    }
  }
  return buildOpenings(ctx, parsedRows, report);
}

/** Builds postings from resolved rows of a file or of the entry screen; problems are added to the report. */
export async function buildOpenings(
  ctx: PlanContext,
  parsedRows: readonly { row: number; values: ParsedValues }[],
  report: ProblemReport,
): Promise<PlannedOpening[]> {
  const itemIds = [
    ...new Set(parsedRows.flatMap(({ values }) => (values['itemId'] ? [String(values['itemId'])] : []))),
  ];
  const [items, movedKeys] = [await readItemUnits(ctx, itemIds), await readMovedKeys(ctx, itemIds)];
  const units = await loadUnitRows(ctx.db);
  const unitById = new Map(units.map((unit) => [unit._id, unit]));
  const resolveLot = await createLotResolver(ctx, [...items.values()], parsedRows);
  const firstRows = new Map<string, number>();
  const openings: PlannedOpening[] = [];
  for await (const { row, values } of withEventLoopYields(parsedRows)) {
    const refuse: RefuseColumn = (column, reason) => report.add(row, buildRuleProblem(column, reason));
    const { itemId, placeId, qty } = values;
    const item = items.get(String(itemId));
    if (item === undefined || typeof placeId !== 'string' || typeof qty !== 'number') continue;
    const key = `${placeId} ${item._id}`;
    const { lot, expiry } = resolveLot(item, placeId, values, refuse);
    // A lot-tracked item may have several lots in its opening stock.
    const lotKey = `${key} ${lot}`;
    const firstRow = firstRows.get(lotKey);
    firstRows.set(lotKey, firstRow ?? row);
    if (firstRow !== undefined) {
      const reason = refusal('item-twice-at-place', { row: firstRow });
      report.add(row, buildCellProblem('itemId', 'twice-in-file', reason, firstRow));
    }
    if (movedKeys.has(key)) refuse('itemId', refusal('already-has-movements'));
    if (!isOwnLocation(ctx.actor, placeId)) refuse('placeId', refusal('own-branch'));
    if (qty <= 0) refuse('qty', refusal('more-than-zero'));
    const pieces = typeof values['pieces'] === 'number' ? values['pieces'] : null;
    if (pieces !== null && item.catchWeight !== 1)
      refuse('pieces', refusal('not-counted-in-pieces', { name: item.name }));
    const unitId = String(values['unit'] ?? item.baseUnit);
    const unit = unitById.get(unitId);
    const wholeQtyError = unit ? findWholeQuantityError(qty, unit) : null;
    if (wholeQtyError) refuse('qty', wholeQtyError);
    const ratio = toExactOrNull(() => findRatio(unitId, item.baseUnit, units, item.conversions));
    if (!ratio) {
      refuse('unit', refusal('base-unknown'));
      continue;
    }
    const qtyMicro = toMicro(qty);
    // Zero value must be entered explicitly; otherwise the average cost would silently stay 0.
    if (typeof values['unitCost'] !== 'number')
      refuse('unitCost', refusal('opening-cost-needed', { unit: unit?.symbol ?? '', item: item.name }));
    const costMicro = toPriceMicro(typeof values['unitCost'] === 'number' ? values['unitCost'] : 0);
    const inBaseMicro = toExactOrNull(() => convertMicro(qtyMicro, ratio));
    const valueE4 = toExactOrNull(() => computeValueAtPrice(qtyMicro, costMicro));
    const unitParams = { unit: unit?.symbol ?? '' };
    if (inBaseMicro === null || valueE4 === null) {
      refuse('qty', refusal('quantity-too-large', unitParams));
      continue;
    }
    if (inBaseMicro === 0 && qtyMicro > 0) refuse('qty', refusal('quantity-too-small'));
    // The resulting cost must also be an exact price per order unit.
    const orderRatio = toExactOrNull(() => findRatio(item.orderUnit, item.baseUnit, units, item.conversions));
    const computeBasePrice = () => convertCostToPriceMicro(computeAverageE4(valueE4, inBaseMicro) ?? 0);
    if (orderRatio && toExactOrNull(() => convertPriceMicro(computeBasePrice(), orderRatio)) === null)
      refuse('unitCost', refusal('price-too-large', { unit: unitById.get(item.orderUnit)?.symbol ?? '' }));
    openings.push({
      row,
      posting: {
        itemId: item._id,
        fromPlace: 'adjustment',
        toPlace: placeId,
        qtyMicro: inBaseMicro,
        valueE4,
        kind: openingKind,
        docType: 'import',
        docId: '',
        docLineId: `${row}`,
        lot,
        expiry,
        ...(pieces !== null && { pieces }),
      },
    });
  }
  return openings;
}

/**
 * Posts opening stock as part of an import, which can undo it. The balances are locked when the movements are
 * checked.
 *
 * @throws ApiProblem 409 if an item has had stock movements at its location since planning
 */
export async function postOpenings(
  ctx: WriteContext,
  id: string,
  openings: readonly PlannedOpening[],
): Promise<void> {
  for (const chunk of chunks(openings, 500)) {
    const entries = await postOpeningBatch({ ...ctx, userId: ctx.actor?._id ?? '' }, id, chunk);
    const ids = chunk.map(({ posting }) => posting.itemId);
    const movedKeys = await readMovedKeys(ctx, ids, id);
    if (chunk.some(({ posting: { toPlace, itemId } }) => movedKeys.has(`${toPlace} ${itemId}`)))
      throw buildImportProblem('NOT_EDITABLE', refusal('data-changed-since-check'));
    for (const entry of entries) await ctx.audit(entry);
  }
}

/** Posts some openings of an import. Returns audit entries. */
export async function postOpeningBatch(
  { db, now, userId }: Pick<WriteContext, 'db' | 'now'> & { userId: string },
  id: string,
  openings: readonly PlannedOpening[],
): Promise<NewAuditEntry[]> {
  const postings = openings.map(({ posting }) => ({
    ...posting,
    docId: id,
    // The ledger requires unique line ids, and another file may have the same row number.
    docLineId: `${id}:${posting.docLineId}`,
  }));
  await postStockChange(db, { postings }, { userId, now: now.toISOString() });
  return postings.map(({ itemId, toPlace, qtyMicro, valueE4 }) => {
    const after = { itemId, place: toPlace, qtyMicro, valueE4, import: id };
    return { action: 'opening', entity: 'stock', id: itemId, after };
  });
}

type RefuseColumn = (column: string, reason: Refusal) => void;

/**
 * Returns a function that resolves the lot of a row: no lot for items without lots; an empty code if the
 * ledger generates one.
 */
async function createLotResolver(
  { db, now }: PlanContext,
  items: readonly ItemUnits[],
  parsedRows: readonly { values: ParsedValues }[],
) {
  const tracked = items.filter(needsLot);
  const dayByPlace = new Map<string, string>();
  const places = new Set(parsedRows.map(({ values }) => String(values['placeId'] ?? '')));
  if (tracked.length > 0)
    for (const place of places) dayByPlace.set(place, await loadBusinessDay(db, place, now.toISOString()));
  const expiryByLot = new Map<string, string | null>();
  for (const chunk of chunks(tracked, 500)) {
    const ids = chunk.map(({ _id }) => _id);
    const rows = await db
      .selectFrom('lots')
      .select(['itemId', 'code', 'expiry'])
      .where('itemId', 'in', ids)
      .execute();
    for (const { itemId, code, expiry } of rows) expiryByLot.set(`${itemId} ${code}`, expiry);
  }
  const getExpiry = (itemId: string, code: string) => expiryByLot.get(`${itemId} ${code}`);
  return (item: ItemUnits, placeId: string, values: ParsedValues, refuse: RefuseColumn) => {
    const getEntered = (column: string) =>
      typeof values[column] === 'string' && values[column] !== '' ? values[column].trim() : null;
    const enteredLot = { lot: getEntered('lot'), expiry: getEntered('expiry') };
    if (!needsLot(item)) {
      for (const column of ['lot', 'expiry'] as const)
        if (enteredLot[column] !== null) refuse(column, refusal('not-tracked-by-lot', { item: item.name }));
      return { lot: unnamedLot, expiry: null };
    }
    const day = dayByPlace.get(placeId) ?? toUtcDay(now);
    let counter = 1;
    while (getExpiry(item._id, buildLotCode(item.itemCode, day, counter)) !== undefined) counter += 1;
    const existingExpiry = enteredLot.lot === null ? undefined : getExpiry(item._id, enteredLot.lot);
    if (enteredLot.lot !== null && existingExpiry !== undefined) {
      const lotParams = { lot: enteredLot.lot, item: item.name, day: existingExpiry ?? '-' };
      if (enteredLot.expiry !== null && enteredLot.expiry !== existingExpiry)
        refuse('expiry', refusal('lot-other-expiry', lotParams));
      return { lot: enteredLot.lot, expiry: null };
    }
    const yearError = enteredLot.expiry === null ? null : getYearRefusal(now, 'expiry', enteredLot.expiry);
    if (yearError !== null) refuse('expiry', yearError);
    const entry = resolveEnteredLot(item, enteredLot, day, counter);
    if (entry.ok) return { lot: enteredLot.lot ?? unnamedLot, expiry: entry.expiry };
    for (const column of ['lot', 'expiry'] as const) {
      const reason = entry.errors[column];
      if (reason) refuse(column, reason);
    }
    return { lot: enteredLot.lot ?? unnamedLot, expiry: null };
  };
}

interface ItemUnits extends TrackedItem {
  _id: string;
  name: string;
  catchWeight: number;
  baseUnit: string;
  orderUnit: string;
  conversions: { fromUnit: string; toUnit: string; num: number; den: number }[];
}

async function readItemUnits({ db }: PlanContext, ids: readonly string[]): Promise<Map<string, ItemUnits>> {
  const items = new Map<string, ItemUnits>();
  for (const chunk of chunks(ids, 500)) {
    const rows = await db
      .selectFrom('items')
      .select([
        '_id',
        'baseUnit',
        'orderUnit',
        'itemCode',
        'name',
        'catchWeight',
        'trackLots',
        'trackExpiry',
        'shelfLifeDays',
      ])
      .where('_id', 'in', chunk)
      .execute();
    for (const { trackLots, trackExpiry, ...row } of rows) {
      const tracking = { trackLots: trackLots === 1, trackExpiry: trackExpiry === 1 };
      items.set(row._id, { ...row, ...tracking, conversions: [] });
    }
    const conversions = await db
      .selectFrom('itemConversions')
      .select(['itemId', 'fromUnit', 'toUnit', 'num', 'den'])
      .where('itemId', 'in', chunk)
      .execute();
    for (const { itemId, ...conversion } of conversions) items.get(itemId)?.conversions.push(conversion);
  }
  return items;
}

/** Returns the `place item` keys of all moves, except those of undone openings and of one import. */
async function readMovedKeys(
  { db }: { db: Queryable },
  ids: readonly string[],
  ignoredImport = '',
): Promise<Set<string>> {
  const movedKeys = new Set<string>();
  for (const chunk of chunks(ids, 500)) {
    const rows = await selectMovesExceptUndoneOpenings(db)
      .select(['itemId', 'fromPlace', 'toPlace'])
      .distinct()
      .where('itemId', 'in', chunk)
      .where('docId', '!=', ignoredImport)
      .execute();
    for (const { itemId, fromPlace, toPlace } of rows) {
      movedKeys.add(`${fromPlace} ${itemId}`);
      movedKeys.add(`${toPlace} ${itemId}`);
    }
  }
  return movedKeys;
}

/** All stock moves except opening stock of undone imports. */
export function selectMovesExceptUndoneOpenings(db: Queryable) {
  const undoneImports = db.selectFrom('imports').select('_id').where('status', '=', 'Undone');
  return db
    .selectFrom('stockMoves')
    .where((on) => on.or([on('docType', '!=', 'import'), on('docId', 'not in', undoneImports)]));
}
