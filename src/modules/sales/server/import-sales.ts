import type { SalesInput } from '../input.ts';
import type { SalesTaken } from '../shapes.ts';
import { fromE4, toE4 } from '#core/money.ts';
import { isOwnLocation } from '#core/permissions.ts';
import { localDate } from '#core/cutoff.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { foldText } from '#core/text.ts';
import { lockRowsShared } from '#platform/server/db/locking.ts';
import { insertRows } from '#platform/server/db/statements.ts';
import type { SaleDayRow, SaleRowRow } from '#platform/server/db/tables.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { yearRefusal } from '#platform/documents/server/event-time.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import { loadPeriodEnd } from '#modules/stock/server/accounting-period.ts';
import { recordDemandChanges } from '#modules/stock/server/demand-changes.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { updateDepletion } from './depletion.ts';

type InputRow = SalesInput['rows'][number];
type Sums = { qtyMicro: number; netE4: number };
type StoredRow = Omit<SaleRowRow, 'dayId' | 'rowNo'>;

/** Maximum number of reported faults. */
const maxFaults = 200;

/**
 * Imports sales of branches by day for one till. A day replaces its earlier version and returns the previous
 * figures; the same input changes nothing. Unmapped menu items are stored with their value and listed.
 *
 * @throws ApiProblem 422 with `rows.<n>.<field>` for a branch out of scope, a future day or an empty row;
 *   BOOKS_CLOSED for closed periods. In either case nothing is stored.
 */
export async function importSales(ctx: CommandContext, input: SalesInput): Promise<SalesTaken> {
  const branches = await validateRows(ctx, input.rows);
  const sourceId = await ensureSaleSource(ctx, input.source);
  // Keeps mappings stable until commit: a concurrent mapping waits and then corrects these days.
  await lockRowsShared(ctx.tx, 'saleSources', [sourceId]);
  const result: SalesTaken = { taken: 0, replaced: 0, unknown: [], days: [] };
  const groups = Map.groupBy(input.rows, ({ branch, day }) => `${day} ${branch}`);
  // In a fixed order, so that concurrent imports don't deadlock.
  for (const key of [...groups.keys()].toSorted()) {
    const rows = groups.get(key) as InputRow[];
    assertExactTotals(input.rows, rows);
    const [{ branch: branchId, day }] = rows as [InputRow];
    const takesStock = branches.get(branchId)?.salesTakeStock === 1;
    const { dayResult, replaced, taken } = await importDay(
      ctx,
      { sourceId, branchId, day, takesStock },
      mergeRows(rows),
    );
    result.days.push(dayResult);
    result.replaced += replaced;
    result.taken += taken;
  }
  result.unknown = await listUnmappedArticles(ctx, sourceId, input.rows);
  return result;
}

async function validateRows({ tx, actor, now }: CommandContext, rows: readonly InputRow[]) {
  const branchRows = await tx
    .selectFrom('branches')
    .select(['_id', 'name', 'timezone', 'salesTakeStock'])
    .where('_id', 'in', [...new Set(rows.map(({ branch }) => branch))])
    .execute();
  const branches = new Map(branchRows.map((row) => [row._id, row]));
  const recipeIds = [...new Set(rows.flatMap(({ recipeId }) => recipeId ?? []))];
  const recipes = new Set(
    recipeIds.length === 0
      ? []
      : (await tx.selectFrom('recipes').select('_id').where('_id', 'in', recipeIds).execute()).map(
          ({ _id }) => _id,
        ),
  );
  const closedUntil = await loadPeriodEnd(tx);
  const faults: Record<string, Refusal> = {};
  let isClosed = false;
  for (const [index, { branch, day, code, recipeId }] of rows.entries()) {
    if (Object.keys(faults).length >= maxFaults) break;
    const branchRow = branches.get(branch);
    const implausibleYear = yearRefusal(now, 'past', day);
    const addFault = (field: string, reason: Refusal) => {
      faults[`rows.${index}.${field}`] ??= reason;
    };
    if (!branchRow || !isOwnLocation(actor, branch)) addFault('branch', refusal('own-branch'));
    else if (day > localDate(now, branchRow.timezone)) addFault('day', refusal('day-in-future', { day }));
    else if (implausibleYear !== null) addFault('day', implausibleYear);
    else if (closedUntil !== null && day <= closedUntil) {
      isClosed = true;
      addFault('day', refusal('books-closed', { until: closedUntil, day, place: branchRow.name }));
    }
    if (code === undefined && recipeId === undefined) addFault('code', refusal('text-needed'));
    if (recipeId !== undefined && !recipes.has(recipeId))
      addFault('recipeId', refusal('no-such-row', { label: 'Recipe' }));
  }
  const [first] = Object.values(faults);
  if (first === undefined) return branches;
  throw isClosed ? problem('BOOKS_CLOSED', first, { fields: faults }) : invalid(faults);
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

/** Merges the rows of each menu item; a till may list one several times, and refunds are subtracted. */
function mergeRows(rows: readonly InputRow[]): StoredRow[] {
  const stored = new Map<string, StoredRow>();
  for (const { code = '', recipeId = null, name = null, qty, net } of rows) {
    const key = JSON.stringify([code, recipeId]);
    const articleSum = stored.get(key) ?? { code, recipeId, name, qtyMicro: 0, netE4: 0 };
    articleSum.qtyMicro += toMicro(qty);
    articleSum.netE4 += toE4(net);
    articleSum.name ??= name;
    stored.set(key, articleSum);
  }
  return [...stored.values()];
}

/**
 * Asserts that the day's sums stay exact, regardless of later subtractions.
 *
 * @throws ApiProblem 422 on the day's first row
 */
function assertExactTotals(allRows: readonly InputRow[], dayRows: readonly InputRow[]): void {
  const addMagnitude = (sum: number, value: number) => sum + Math.abs(value);
  const sums = { qty: dayRows.map(({ qty }) => toMicro(qty)), net: dayRows.map(({ net }) => toE4(net)) };
  for (const [field, values] of Object.entries(sums))
    if (!Number.isSafeInteger(values.reduce(addMagnitude, 0)))
      throw invalid({
        [`rows.${allRows.indexOf(dayRows[0] as InputRow)}.${field}`]: refusal('result-too-large'),
      });
}

const totalRows = (rows: readonly Sums[]): Sums => ({
  qtyMicro: rows.reduce((sum, { qtyMicro }) => sum + qtyMicro, 0),
  netE4: rows.reduce((sum, { netE4 }) => sum + netE4, 0),
});
const toQuantityAndNet = ({ qtyMicro, netE4 }: Sums) => ({ qty: fromMicro(qtyMicro), net: fromE4(netE4) });

interface ImportedDay {
  sourceId: string;
  branchId: string;
  day: string;
  takesStock: boolean;
}

async function importDay(ctx: CommandContext, importedDay: ImportedDay, rows: readonly StoredRow[]) {
  const { tx, actor, now } = ctx;
  const { sourceId, branchId, day } = importedDay;
  const takesStock = importedDay.takesStock ? 1 : 0;
  const lockedDay = await lockDay(ctx, importedDay);
  const before = (
    await tx
      .selectFrom('saleRows')
      .select(['code', 'recipeId', 'name', 'qtyMicro', 'netE4'])
      .where('dayId', '=', lockedDay._id)
      .orderBy('rowNo')
      .execute()
  ).map((row) => ({ ...row, qtyMicro: Number(row.qtyMicro), netE4: Number(row.netE4) }));
  const isNew = Number(lockedDay.version) === 0;
  const isSame = !isNew && JSON.stringify(before.map(rowKey)) === JSON.stringify(rows.map(rowKey));
  if (!isSame) {
    await tx.deleteFrom('saleRows').where('dayId', '=', lockedDay._id).execute();
    await insertRows(
      tx,
      'saleRows',
      rows.map(({ code, recipeId, name, qtyMicro, netE4 }, rowNo) => ({
        dayId: lockedDay._id,
        rowNo,
        code,
        recipeId,
        name,
        qtyMicro,
        netE4,
      })),
    );
  }
  const sums = totalRows(rows);
  const head = { ...lockedDay, takesStock, sourceId, branchId, day } as const;
  const { gaps, hasMoved } = await updateDepletion(ctx, head);
  const beforeSums = totalRows(before);
  const isChanged = !isSame || hasMoved || Number(lockedDay.takesStock) !== takesStock;
  await tx
    .updateTable('saleDays')
    .set({
      ...sums,
      takesStock,
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
    taken: rows.length,
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

const rowKey = ({ code, recipeId, name, qtyMicro, netE4 }: StoredRow) => [
  code,
  recipeId,
  name,
  qtyMicro,
  netE4,
];

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
      takesStock: 0,
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

/** Returns the unmapped menu items of the rows, by code. */
async function listUnmappedArticles({ tx }: CommandContext, sourceId: string, rows: readonly InputRow[]) {
  const mappedCodes = new Set(
    (await tx.selectFrom('saleArticles').select('code').where('sourceId', '=', sourceId).execute()).map(
      ({ code }) => code,
    ),
  );
  const unmapped = rows.filter(
    ({ code, recipeId }) => recipeId === undefined && code !== undefined && !mappedCodes.has(code),
  );
  return mergeRows(unmapped.map(({ name: _, ...row }) => row))
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map((row) => ({
      code: row.code,
      name: unmapped.find(({ code, name }) => code === row.code && name !== undefined)?.name ?? null,
      ...toQuantityAndNet(row),
    }));
}
