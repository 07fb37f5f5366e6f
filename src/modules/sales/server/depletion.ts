import { sql } from 'kysely';
import type { SaleGap } from '../shapes.ts';
import { getEndOfBusinessDay, utcDays } from '#core/business-day.ts';
import { type Exact, roundExact, exact, multiplyExact } from '#core/exact.ts';
import { fromMicro, toSafeNumber } from '#core/quantity.ts';
import { computeStockSteps, type PostedUsage } from '../depletion-steps.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { exceedsStock, maxRoundingMicro } from '#core/stock-rounding.ts';
import type { SaleDayRow } from '#platform/server/db/tables.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { postStockChange } from '#modules/stock/server/ledger.ts';
import { countRoundedLines } from '#modules/stock/server/rounding.ts';
import { computeUnitConsumption, loadModifiers, listRecipeIds, type SoldModifier } from './modifiers.ts';
import { loadNames } from './names.ts';
import { addAmount, exactFromMicro, loadPortionConsumption } from './portion-consumption.ts';

/** Key columns of a sales day. */
export type SalesDayHeader = Pick<
  SaleDayRow,
  '_id' | 'branchId' | 'day' | 'sourceId' | 'depletesStock' | 'version'
>;

/** Sold portions of a recipe or base units of an item; neither when unmapped. */
export interface SoldTillItem {
  dayId: string;
  day: string;
  recipeId: string | null;
  itemId: string | null;
  isNonFood: boolean;
  /** The menu item's name at the till, or its code, with its mapped modifiers. */
  tillItem: string;
  /** Quantity sold, and portions or base units per piece. */
  qtyMicro: number;
  qtyPerSale: Exact;
  modifiers: SoldModifier[];
  netE4: number;
}

/** Loads the sold menu items of days by their current mapping. */
export async function loadSoldTillItems(db: Queryable, dayIds: readonly string[]): Promise<SoldTillItem[]> {
  if (dayIds.length === 0) return [];
  const rows = await db
    .selectFrom('saleRows as r')
    .innerJoin('saleDays as d', 'd._id', 'r.dayId')
    .leftJoin('tillItems as a', (join) =>
      join.onRef('a.sourceId', '=', 'd.sourceId').onRef('a.code', '=', 'r.code').on('a.isModifier', '=', 0),
    )
    .select([
      'r.dayId',
      'd.day',
      'd.sourceId',
      'r.recipeId as rowRecipeId',
      'r.modifiers as modifierKey',
      'a.recipeId',
      'a.itemId',
      'a.isNonFood',
      'a.qtyMicro as perSoldMicro',
      'r.qtyMicro',
      'r.netE4',
      'r.name',
      'r.code',
    ])
    .where('r.dayId', 'in', dayIds)
    .orderBy('r.dayId')
    .orderBy('r.rowNo')
    .execute();
  const readModifiers = await loadModifiers(db, dayIds);
  return rows.map((row) => {
    const { dayId, day, sourceId, rowRecipeId, recipeId, itemId, isNonFood, perSoldMicro } = row;
    const modifiers = readModifiers(sourceId, row.modifierKey);
    const names = modifiers.map(({ name }) => name);
    return {
      dayId,
      day,
      tillItem: `${row.name ?? row.code}${names.length === 0 ? '' : ` (${names.join(', ')})`}`,
      recipeId: rowRecipeId ?? recipeId,
      itemId: rowRecipeId === null ? itemId : null,
      isNonFood: rowRecipeId === null && Number(isNonFood ?? 0) === 1,
      qtyMicro: Number(row.qtyMicro),
      qtyPerSale: exactFromMicro(rowRecipeId === null ? Number(perSoldMicro ?? 0) : 1_000_000),
      netE4: Number(row.netE4),
      modifiers,
    };
  });
}

/** Command context without the user's details: transaction, user id, time and events. */
export interface DepletionContext extends Pick<CommandContext, 'tx' | 'now' | 'emit'> {
  actor: Pick<CommandContext['actor'], '_id'>;
}

/**
 * Corrects the depletion of a sales day to its target by posting the difference; a day without depletion
 * returns everything. Returns gaps with their reason, and whether stock moved.
 *
 * @throws ApiProblem 422 BOOKS_CLOSED for a closed period
 */
export async function updateDepletion(
  ctx: DepletionContext,
  header: SalesDayHeader,
): Promise<{ gaps: SaleGap[]; hasMoved: boolean }> {
  const { tx, now, actor } = ctx;
  const depleted = await loadDepletedQuantities(tx, header._id);
  const { required, gaps } =
    header.depletesStock === 1
      ? await computeRequiredDepletion(tx, header)
      : { required: new Map<string, Exact>(), gaps: [] };
  const requiredMicro = new Map(
    // Net refunds deplete nothing and return nothing.
    [...required].map(([item, amount]) => [
      item,
      Math.max(0, toSafeNumber(roundExact(multiplyExact(amount, exact(1_000_000n, 1n))))),
    ]),
  );
  await capToAvailable(tx, header.branchId, requiredMicro, { depleted, gaps });
  const steps = computeStockSteps(requiredMicro, depleted);
  if (steps.length === 0)
    return { gaps: [...gaps, ...(await findExpiredDepletion(tx, header))], hasMoved: false };
  const branch = await tx
    .selectFrom('branches')
    .select(['timezone', 'dayEnds', 'code'])
    .where('_id', '=', header.branchId)
    .executeTakeFirst();
  const endOfDayMs = Date.parse(getEndOfBusinessDay(header.day, branch ?? utcDays)) - 1;
  const postings = steps.map((step): Posting => {
    const isReversal = step.kind === 'consumption_reversal';
    return {
      itemId: step.itemId,
      fromPlace: isReversal ? 'consumption' : header.branchId,
      toPlace: isReversal ? header.branchId : 'consumption',
      qtyMicro: step.qtyMicro,
      kind: step.kind,
      docType: 'sales',
      docId: header._id,
      docLineId: `${header._id}:${step.itemId}`,
      lot: isReversal ? step.lot : '',
      ...(isReversal && { valueE4: step.valueE4 }),
      ...(isReversal && step.lotId !== null && { lotId: step.lotId }),
    };
  });
  const context = {
    userId: actor._id,
    now: now.toISOString(),
    effectiveAt: new Date(Math.min(endOfDayMs, now.getTime())).toISOString(),
    cycle: await loadNextCycle(tx, header._id),
    docNo: `SALES-${branch?.code ?? ''}-${header.day}`,
    emit: (event: Parameters<CommandContext['emit']>[0]) => ctx.emit(event),
  };
  await postStockChange(tx, { postings }, context);
  return { gaps: [...gaps, ...(await findExpiredDepletion(tx, header))], hasMoved: true };
}

/**
 * Finds depletion from lots that had expired by the day. The goods are already sold, so it is posted and
 * reported.
 */
async function findExpiredDepletion(tx: Tx, { _id, day }: SalesDayHeader): Promise<SaleGap[]> {
  const { rows } = await sql<{ itemId: string; name: string; qty: number }>`
    select m.${sql.ref('itemId')}, items.name,
      cast(sum(case when m.kind = 'consumption' then m.${sql.ref('qtyMicro')} else -m.${sql.ref('qtyMicro')} end) as bigint) as qty
    from ${sql.table('stockMoves')} as m join lots on lots.${sql.ref('_id')} = m.${sql.ref('lotId')}
      join items on items.${sql.ref('_id')} = m.${sql.ref('itemId')}
    where m.${sql.ref('docId')} = ${_id} and m.${sql.ref('docType')} = 'sales'
      and m.kind in ('consumption', 'consumption_reversal') and lots.expiry < ${day}
    group by m.${sql.ref('itemId')}, items.name
    having sum(case when m.kind = 'consumption' then m.${sql.ref('qtyMicro')} else -m.${sql.ref('qtyMicro')} end) > 0
    order by items.name`.execute(tx);
  return rows.map(({ itemId, name, qty }) => ({
    kind: 'expired',
    recipeId: null,
    itemId,
    name,
    qty: fromMicro(Number(qty)),
  }));
}

/** Loads the quantities depleted so far by item and lot, latest last. */
async function loadDepletedQuantities(tx: Tx, dayId: string): Promise<PostedUsage[]> {
  const isReversal = sql`kind = 'consumption_reversal'`;
  const { rows } = await sql<{
    itemId: string;
    lotId: string | null;
    lot: string;
    qty: number;
    valueSum: number;
  }>`
    select ${sql.ref('itemId')}, ${sql.ref('lotId')}, lot,
      cast(sum(case when ${isReversal} then -${sql.ref('qtyMicro')} else ${sql.ref('qtyMicro')} end) as bigint) as qty,
      cast(sum(case when ${isReversal} then -${sql.ref('valueE4')} else ${sql.ref('valueE4')} end) as bigint) as ${sql.ref('valueSum')}
    from ${sql.table('stockMoves')}
    where ${sql.ref('docId')} = ${dayId} and ${sql.ref('docType')} = 'sales' and kind in ('consumption', 'consumption_reversal')
    group by ${sql.ref('itemId')}, ${sql.ref('lotId')}, lot
    order by max(seq)`.execute(tx);
  return rows
    .filter(({ qty }) => Number(qty) > 0)
    .map(({ itemId, lotId, lot, qty, valueSum }) => ({
      itemId,
      lotId,
      lot,
      qtyMicro: Number(qty),
      valueE4: Number(valueSum),
    }));
}

async function loadNextCycle(tx: Tx, dayId: string): Promise<number> {
  const row = await tx
    .selectFrom('stockMoves')
    .select((eb) => eb.fn.max('cycle').as('last'))
    .where('docId', '=', dayId)
    .where('docType', '=', 'sales')
    .executeTakeFirst();
  return row?.last === null || row?.last === undefined ? 0 : Number(row.last) + 1;
}

async function computeRequiredDepletion(
  tx: Tx,
  { _id, day }: SalesDayHeader,
): Promise<{ required: Map<string, Exact>; gaps: SaleGap[] }> {
  const tillItems = await loadSoldTillItems(tx, [_id]);
  const portions = await loadPortionConsumption(tx, listRecipeIds(tillItems), day);
  const required = new Map<string, Exact>();
  const unresolved = new Map<string, { kind: 'version' | 'conversion'; qtyMicro: number }>();
  const unused = new Map<string, number>();
  for (const sale of tillItems) {
    const consumption = computeUnitConsumption(sale, portions);
    if (!consumption) continue;
    const { qtyMicro } = sale;
    const sold = exactFromMicro(qtyMicro);
    for (const [item, perUnit] of consumption.items) addAmount(required, item, multiplyExact(sold, perUnit));
    for (const { recipeId, kind } of consumption.gaps)
      unresolved.set(recipeId, { kind, qtyMicro: (unresolved.get(recipeId)?.qtyMicro ?? 0) + qtyMicro });
    for (const { name } of consumption.unused) unused.set(name, (unused.get(name) ?? 0) + qtyMicro);
  }
  const names = await loadNames(tx, 'recipes', [...unresolved.keys()]);
  const gaps = [...unresolved].map(([recipeId, { kind, qtyMicro }]): SaleGap => {
    return { kind, recipeId, itemId: null, name: names.get(recipeId) ?? '', qty: fromMicro(qtyMicro) };
  });
  for (const [name, qtyMicro] of unused)
    gaps.push({ kind: 'unused', recipeId: null, itemId: null, name, qty: fromMicro(qtyMicro) });
  return { required, gaps };
}

/**
 * Caps depletion at the available stock if negative stock is blocked, and reports the rest. Lots on hold
 * aren't available.
 */
async function capToAvailable(
  tx: Tx,
  branchId: string,
  required: Map<string, number>,
  { depleted, gaps }: { depleted: readonly PostedUsage[]; gaps: SaleGap[] },
): Promise<void> {
  const branch = await tx
    .selectFrom('branches')
    .select(['negativeStock', 'countedAt'])
    .where('_id', '=', branchId)
    .executeTakeFirst();
  if (required.size === 0 || branch?.negativeStock !== 'block' || branch.countedAt === null) return;
  const items = [...required.keys()];
  const balances = await tx
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro', 'reservedMicro'])
    .where('placeId', '=', branchId)
    .where('itemId', 'in', items)
    .execute();
  const heldLots = await tx
    .selectFrom('lotBalances as l')
    .innerJoin('lots', 'lots._id', 'l.lotId')
    .select(['l.itemId', 'l.onHandMicro', 'l.reservedMicro'])
    .where('l.placeId', '=', branchId)
    .where('l.itemId', 'in', items)
    .where('lots.heldAt', 'is not', null)
    .execute();
  const available = new Map(
    balances.map(({ itemId, onHandMicro, reservedMicro }) => [
      itemId,
      Number(onHandMicro) - Number(reservedMicro),
    ]),
  );
  const onHand = new Map(balances.map(({ itemId, onHandMicro }) => [itemId, Number(onHandMicro)]));
  for (const { itemId, onHandMicro, reservedMicro } of heldLots)
    available.set(itemId, (available.get(itemId) ?? 0) - (Number(onHandMicro) - Number(reservedMicro)));
  const names = await loadNames(tx, 'items', items);
  for (const [itemId, qtyMicro] of required) {
    const depletedMicro = depleted.reduce(
      (sum, usage) => sum + (usage.itemId === itemId ? usage.qtyMicro : 0),
      0,
    );
    const maxMicro = depletedMicro + Math.max(0, available.get(itemId) ?? 0);
    if (qtyMicro <= maxMicro) continue;
    const balance = { placeId: branchId, itemId, onHandMicro: onHand.get(itemId) ?? 0 };
    if (await isWithinRounding(tx, balance, qtyMicro - depletedMicro, maxMicro - depletedMicro)) continue;
    required.set(itemId, maxMicro);
    const qty = fromMicro(qtyMicro - maxMicro);
    gaps.push({ kind: 'stock', recipeId: null, itemId, name: names.get(itemId) ?? '', qty });
  }
}

/** Returns whether usage exceeds the available stock by no more than rounding, which the ledger corrects. */
async function isWithinRounding(
  tx: Tx,
  balance: { placeId: string; itemId: string; onHandMicro: number },
  requiredMicro: number,
  availableMicro: number,
): Promise<boolean> {
  if (exceedsStock(requiredMicro, availableMicro, maxRoundingMicro)) return false;
  return !exceedsStock(requiredMicro, availableMicro, await countRoundedLines(tx, balance));
}
