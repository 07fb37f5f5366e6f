import type { SalesInput } from '../input.ts';
import type { ImportedSales } from '../shapes.ts';
import { getBusinessDay, type LocalDays, utcDays } from '#core/business-day.ts';
import { fromE4, toE4 } from '#core/money.ts';
import { isCalendarDay } from '#core/day.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { divideHalfEven, fromMicro, toMicro, toSafeNumber } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { compareCodes, foldText } from '#core/text.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { SaleDayRow, SaleModifierRow, SaleRowRow } from '#platform/server/db/tables.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { getYearRefusal } from '#platform/documents/server/event-time.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { loadPeriodEnd } from '#modules/stock/server/accounting-period.ts';
import { recordDemandChanges } from '#modules/stock/server/demand-changes.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { updateDepletion } from './depletion.ts';
import { type ModifierKey, parseModifierKey } from './modifiers.ts';

type InputRow = SalesInput['rows'][number];
type Sums = { qtyMicro: number; netE4: number };
type StoredModifier = Omit<SaleModifierRow, 'dayId' | 'rowNo'>;
type StoredRow = Omit<SaleRowRow, 'dayId' | 'rowNo'> & { sold: StoredModifier[] };

/** Maximum number of reported errors. */
const maxErrors = 200;

/**
 * Imports sales of branches by day for one till. The data of a day replaces earlier data, whose totals are
 * returned; importing the same data again changes nothing. Unmapped menu items are stored with their value
 * and listed.
 *
 * @throws ApiProblem 422 with `rows.<n>.<field>` for a branch out of scope, a future day or an empty row;
 *   BOOKS_CLOSED for closed periods. In either case nothing is stored.
 */
export async function importSales(ctx: CommandContext, input: SalesInput): Promise<ImportedSales> {
  const branches = await loadBranches(ctx, input.rows);
  const rows = input.rows.map((row) => withBusinessDay(row, branches.get(row.branch)));
  await validateRows(ctx, rows, branches);
  const sourceId = await ensureSaleSource(ctx, input.source);
  // Keeps mappings stable until commit: a concurrent mapping waits and then corrects these days.
  await lockRowsShared(ctx.tx, 'saleSources', [sourceId]);
  const result: ImportedSales = { imported: 0, replaced: 0, unmapped: [], days: [] };
  const groups = Map.groupBy(rows, ({ branch, day }) => `${day} ${branch}`);
  // In a fixed order, so that concurrent imports don't deadlock.
  for (const key of [...groups.keys()].toSorted()) {
    const dayRows = groups.get(key) as InputRow[];
    assertExactTotals(rows, dayRows);
    const [{ branch: branchId, day }] = dayRows as [InputRow];
    const depletesStock = branches.get(branchId)?.depletesStock === 1;
    const { dayResult, replaced, imported } = await importDay(
      ctx,
      { sourceId, branchId, day, depletesStock },
      mergeRows(dayRows),
    );
    result.days.push(dayResult);
    result.replaced += replaced;
    result.imported += imported;
  }
  result.unmapped = await listUnmappedTillItems(ctx, sourceId, rows);
  return result;
}

async function loadBranches({ tx }: CommandContext, rows: readonly InputRow[]) {
  const branchRows = await tx
    .selectFrom('branches')
    .select(['_id', 'name', 'timezone', 'dayEnds', 'depletesStock'])
    .where('_id', 'in', [...new Set(rows.map(({ branch }) => branch))])
    .execute();
  return new Map(branchRows.map((row) => [row._id, row]));
}

type Branches = Awaited<ReturnType<typeof loadBranches>>;

/** Returns a row with the business day of its branch instead of an instant. */
const withBusinessDay = (row: InputRow, branch: LocalDays = utcDays): InputRow =>
  isCalendarDay(row.day) ? row : { ...row, day: getBusinessDay(new Date(row.day), branch) };

async function validateRows(
  { tx, actor, now }: CommandContext,
  rows: readonly InputRow[],
  branches: Branches,
): Promise<void> {
  const recipeIds = [...new Set(rows.flatMap(({ recipeId }) => recipeId ?? []))];
  const recipes = new Set(
    recipeIds.length === 0
      ? []
      : (await tx.selectFrom('recipes').select('_id').where('_id', 'in', recipeIds).execute()).map(
          ({ _id }) => _id,
        ),
  );
  const closedUntil = await loadPeriodEnd(tx);
  const errors: Record<string, Refusal> = {};
  let isClosed = false;
  for (const [index, { branch, day, code, recipeId }] of rows.entries()) {
    if (Object.keys(errors).length >= maxErrors) break;
    const branchRow = branches.get(branch);
    const implausibleYear = getYearRefusal(now, 'past', day);
    const addError = (field: string, reason: Refusal) => {
      errors[`rows.${index}.${field}`] ??= reason;
    };
    if (!branchRow || !isOwnLocation(actor, branch)) addError('branch', refusal('own-branch'));
    else if (day > getBusinessDay(now, branchRow)) addError('day', refusal('day-in-future', { day }));
    else if (implausibleYear !== null) addError('day', implausibleYear);
    else if (closedUntil !== null && day <= closedUntil) {
      isClosed = true;
      addError('day', refusal('books-closed', { until: closedUntil, day, place: branchRow.name }));
    }
    if (code === undefined && recipeId === undefined) addError('code', refusal('text-needed'));
    if (recipeId !== undefined && !recipes.has(recipeId))
      addError('recipeId', refusal('no-such-row', { label: 'Recipe' }));
  }
  const [first] = Object.values(errors);
  if (first === undefined) return;
  throw isClosed ? problem('BOOKS_CLOSED', first, { fields: errors }) : invalid(errors);
}

/** Returns the till of this name; inserts it when new. */
export async function ensureSaleSource({ tx, now }: CommandContext, name: string): Promise<string> {
  const at = now.toISOString();
  const folded = foldText(name);
  const row = {
    _id: newId({ now: () => now }),
    name,
    folded,
    layout: '{}',
    createdAt: at,
    updatedAt: at,
    version: 1,
  };
  await tx
    .insertInto('saleSources')
    .values(row)
    .onConflict((conflict) => conflict.column('folded').doNothing())
    .execute();
  const { _id } = await tx
    .selectFrom('saleSources')
    .select('_id')
    .where('folded', '=', folded)
    .executeTakeFirstOrThrow();
  return _id;
}

/**
 * Merges the rows of each menu item with the same modifiers; a till may list an item several times, and
 * refunds are subtracted.
 */
function mergeRows(rows: readonly InputRow[]): StoredRow[] {
  const stored = new Map<string, StoredRow>();
  for (const { code = '', recipeId = null, name = null, qty, net, modifiers = [] } of rows) {
    const modifierKey = buildModifierKey(modifiers);
    const key = JSON.stringify([code, recipeId, modifierKey]);
    const tillItemSum = stored.get(key) ?? {
      code,
      recipeId,
      name,
      modifiers: modifierKey,
      qtyMicro: 0,
      netE4: 0,
      sold: [],
    };
    tillItemSum.qtyMicro += toMicro(qty);
    tillItemSum.netE4 += toE4(net);
    tillItemSum.name ??= name;
    for (const modifier of modifiers) addModifier(tillItemSum.sold, modifier);
    stored.set(key, tillItemSum);
  }
  for (const { qtyMicro, modifiers, sold } of stored.values())
    for (const [code, perUnitMicro] of parseModifierKey(modifiers))
      for (const modifier of sold)
        if (modifier.code === code)
          modifier.qtyMicro = toSafeNumber(
            divideHalfEven(BigInt(qtyMicro) * BigInt(perUnitMicro), 1_000_000n),
          );
  return [...stored.values()];
}

type InputModifier = NonNullable<InputRow['modifiers']>[number];

/** Returns the key of a row's modifiers, regardless of their order; null without modifiers. */
function buildModifierKey(modifiers: readonly InputModifier[]): string | null {
  if (modifiers.length === 0) return null;
  const perUnit = new Map<string, number>();
  for (const { code, qty } of modifiers) perUnit.set(code, (perUnit.get(code) ?? 0) + toMicro(qty));
  return JSON.stringify([...perUnit].toSorted(([a], [b]) => compareCodes(a, b)) satisfies ModifierKey);
}

/** Adds the net sales of a modifier to those of the same code. */
function addModifier(sold: StoredModifier[], { code, name, net }: InputModifier): void {
  const sum = sold.find((modifier) => modifier.code === code);
  if (sum) {
    sum.netE4 += toE4(net);
    sum.name ??= name ?? null;
  } else sold.push({ code, name: name ?? null, qtyMicro: 0, netE4: toE4(net) });
}

/**
 * Asserts that the day's sums stay exact, regardless of later subtractions.
 *
 * @throws ApiProblem 422 on the day's first row
 */
function assertExactTotals(allRows: readonly InputRow[], dayRows: readonly InputRow[]): void {
  const addMagnitude = (sum: number, value: number) => sum + Math.abs(value);
  const sums = {
    qty: dayRows.flatMap(({ qty, modifiers = [] }) =>
      [1, ...modifiers.map((modifier) => modifier.qty)].map((perUnit) => toMicro(qty) * perUnit),
    ),
    net: dayRows.flatMap(({ net, modifiers = [] }) =>
      [net, ...modifiers.map((modifier) => modifier.net)].map(toE4),
    ),
  };
  for (const [field, values] of Object.entries(sums))
    if (values.reduce(addMagnitude, 0) > Number.MAX_SAFE_INTEGER)
      throw invalid({
        [`rows.${allRows.indexOf(dayRows[0] as InputRow)}.${field}`]: refusal('result-too-large'),
      });
}

const sumRows = (rows: readonly Sums[]): Sums => ({
  qtyMicro: rows.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0),
  netE4: rows.reduce((sum, { netE4 }) => sum + netE4, 0),
});
const toQuantityAndNet = ({ qtyMicro, netE4 }: Sums) => ({ qty: fromMicro(qtyMicro), net: fromE4(netE4) });

interface ImportedDay {
  sourceId: string;
  branchId: string;
  day: string;
  depletesStock: boolean;
}

async function importDay(ctx: CommandContext, importedDay: ImportedDay, rows: readonly StoredRow[]) {
  const { tx, actor, now } = ctx;
  const { sourceId, branchId, day } = importedDay;
  const depletesStock = importedDay.depletesStock ? 1 : 0;
  const lockedDay = await lockDay(ctx, importedDay);
  const before = await loadStoredRows(tx, lockedDay._id);
  const isNew = Number(lockedDay.version) === 0;
  const isSame = !isNew && JSON.stringify(before.map(toRowKey)) === JSON.stringify(rows.map(toRowKey));
  if (!isSame) {
    for (const table of ['saleModifiers', 'saleRows'] as const)
      await tx.deleteFrom(table).where('dayId', '=', lockedDay._id).execute();
    await insertRows(
      tx,
      'saleRows',
      rows.map(({ sold: _, ...row }, rowNo) => ({ dayId: lockedDay._id, rowNo, ...row })),
    );
    await insertRows(
      tx,
      'saleModifiers',
      rows.flatMap(({ sold }, rowNo) =>
        sold.map((modifier) => ({ dayId: lockedDay._id, rowNo, ...modifier })),
      ),
    );
  }
  const sums = sumRows(rows);
  const header = { ...lockedDay, depletesStock, sourceId, branchId, day } as const;
  const { gaps, hasMoved } = await updateDepletion(ctx, header);
  const beforeSums = sumRows(before);
  const isChanged = !isSame || hasMoved || Number(lockedDay.depletesStock) !== depletesStock;
  await tx
    .updateTable('saleDays')
    .set({
      ...sums,
      depletesStock,
      gaps: JSON.stringify(gaps),
      ...(isChanged && {
        version: Number(lockedDay.version) + 1,
        updatedAt: now.toISOString(),
        userId: actor._id,
        userName: actor.name,
      }),
    })
    .where('_id', '=', lockedDay._id)
    .execute();
  if (isChanged) {
    await recordDemandChanges(ctx.tx, [branchId], ctx.now);
    const summarize = (dayRows: readonly StoredRow[], daySums: Sums) => ({
      branch: branchId,
      day,
      rows: dayRows.length,
      ...toQuantityAndNet(daySums),
    });
    await ctx.audit({
      action: isNew ? 'create' : 'edit',
      entity: 'sales',
      id: lockedDay._id,
      ...(!isNew && { before: summarize(before, beforeSums) }),
      after: summarize(rows, sums),
    });
    ctx.emit({
      collection: 'sales',
      id: lockedDay._id,
      change: 'imported',
      branches: [branchId],
      kitchens: [branchId],
    });
  }
  if (hasMoved) ctx.emit(stockEvent(lockedDay._id, [branchId], [branchId]));
  return {
    imported: rows.length,
    replaced: before.length,
    dayResult: {
      _id: lockedDay._id,
      branch: branchId,
      day,
      before: isNew ? null : toQuantityAndNet(beforeSums),
      after: toQuantityAndNet(sums),
      gaps,
    },
  };
}

const toRowKey = ({ code, recipeId, name, qtyMicro, netE4, modifiers, sold }: StoredRow) => [
  code,
  recipeId,
  name,
  qtyMicro,
  netE4,
  modifiers,
  sold
    .map((modifier) => [modifier.code, modifier.name, modifier.netE4] as const)
    .toSorted(([a], [b]) => compareCodes(a, b)),
];

async function loadStoredRows(db: Queryable, dayId: string): Promise<StoredRow[]> {
  const rows = await db
    .selectFrom('saleRows')
    .select(['rowNo', 'code', 'recipeId', 'name', 'modifiers', 'qtyMicro', 'netE4'])
    .where('dayId', '=', dayId)
    .orderBy('rowNo')
    .execute();
  const modifiers = await db
    .selectFrom('saleModifiers')
    .select(['rowNo', 'code', 'name', 'qtyMicro', 'netE4'])
    .where('dayId', '=', dayId)
    .execute();
  const toNumbers = (row: Sums): Sums => ({ qtyMicro: Number(row.qtyMicro), netE4: Number(row.netE4) });
  return rows.map(({ rowNo, ...row }) => ({
    ...row,
    ...toNumbers(row),
    sold: modifiers
      .filter((modifier) => Number(modifier.rowNo) === Number(rowNo))
      .map(({ rowNo: _, ...modifier }) => ({ ...modifier, ...toNumbers(modifier) })),
  }));
}

/** Locks the sales day until commit; a new one has version 0. */
async function lockDay({ tx, actor, now }: CommandContext, { sourceId, branchId, day }: ImportedDay) {
  const at = now.toISOString();
  await tx
    .insertInto('saleDays')
    .values({
      _id: newId({ now: () => now }),
      sourceId,
      branchId,
      day,
      netE4: 0,
      qtyMicro: 0,
      depletesStock: 0,
      gaps: '[]',
      userId: actor._id,
      userName: actor.name,
      createdAt: at,
      updatedAt: at,
      version: 0,
    } satisfies SaleDayRow)
    .onConflict((conflict) => conflict.columns(['branchId', 'day', 'sourceId']).doNothing())
    .execute();
  return tx
    .selectFrom('saleDays')
    .selectAll()
    .where('branchId', '=', branchId)
    .where('day', '=', day)
    .where('sourceId', '=', sourceId)
    .$call(tx.lock)
    .executeTakeFirstOrThrow();
}

/** Returns the unmapped menu items and modifiers of the rows, by code. */
async function listUnmappedTillItems(
  { tx }: CommandContext,
  sourceId: string,
  rows: readonly InputRow[],
): Promise<ImportedSales['unmapped']> {
  const mapped = await tx
    .selectFrom('tillItems')
    .select(['code', 'isModifier'])
    .where('sourceId', '=', sourceId)
    .execute();
  const findUnmapped = (kind: 0 | 1, sold: readonly StoredModifier[]): ImportedSales['unmapped'] => {
    const mappedCodes = new Set(
      mapped.flatMap(({ code, isModifier }) => (Number(isModifier) === kind ? [code] : [])),
    );
    return [...Map.groupBy(sold, ({ code }) => code)]
      .filter(([code]) => !mappedCodes.has(code))
      .toSorted(([a], [b]) => compareCodes(a, b))
      .map(([code, codeRows]) => ({
        code,
        name: codeRows.find(({ name }) => name !== null)?.name ?? null,
        ...toQuantityAndNet(sumRows(codeRows)),
        isModifier: kind === 1,
      }));
  };
  const merged = mergeRows(rows);
  return [
    ...findUnmapped(
      0,
      merged.filter(({ recipeId, code }) => recipeId === null && code !== ''),
    ),
    ...findUnmapped(
      1,
      merged.flatMap(({ sold }) => sold),
    ),
  ];
}
