import { z } from 'zod';
import type { MappedTillItem } from '../shapes.ts';
import { yieldToEventLoop } from '#platform/server/db/many-rows.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { defineJob, type JobContext } from '#platform/server/jobs/define-job.ts';
import { loadPeriodEnd } from '#modules/stock/server/accounting-period.ts';
import { recordDemandChanges } from '#modules/stock/server/demand-changes.ts';
import { stockEvent } from '#modules/stock/server/events.ts';
import { type SalesDayHeader, type DepletionContext, updateDepletion } from './depletion.ts';

/** Maximum number of sales days that are corrected in the mapping's transaction. */
export const maxDaysInline = 20;
/** Days per transaction of the job, so that other writers get their turn. */
const daysPerStep = 5;

/** Last sales day that was corrected; ordered by day and id. */
type Cursor = Pick<SalesDayHeader, 'day' | '_id'>;

/** A menu item or modifier of a till. */
interface TillItemKey {
  sourceId: string;
  code: string;
  isModifier: boolean;
}

/** Selects days on which a modifier was sold, or a menu item that the till itself doesn't map to a recipe. */
function selectSoldDays(db: Queryable, { sourceId, code, isModifier }: TillItemKey) {
  return db
    .selectFrom('saleDays as d')
    .where('d.sourceId', '=', sourceId)
    .where(({ exists, selectFrom }) =>
      exists(
        isModifier
          ? selectFrom('saleModifiers as m')
              .select('m.rowNo')
              .whereRef('m.dayId', '=', 'd._id')
              .where('m.code', '=', code)
          : selectFrom('saleRows as r')
              .select('r.rowNo')
              .whereRef('r.dayId', '=', 'd._id')
              .where('r.code', '=', code)
              .where('r.recipeId', 'is', null),
      ),
    );
}

/**
 * Corrects the depletion of every day on which a menu item was sold: a few days immediately, more in a job.
 */
export async function recalculateTillItem(
  ctx: CommandContext,
  tillItem: TillItemKey,
): Promise<MappedTillItem> {
  const { tx } = ctx;
  const closedUntil = await loadPeriodEnd(tx);
  const branches = await selectSoldDays(tx, tillItem)
    .select(({ fn, eb }) => [
      'd.branchId',
      fn.countAll<number>().as('days'),
      fn.sum<number>(eb.case().when('d.depletesStock', '=', 1).then(1).else(0).end()).as('depletesStock'),
      fn
        .sum<number>(
          eb
            .case()
            .when(eb.and([eb('d.depletesStock', '=', 1), eb('d.day', '<=', closedUntil ?? '')]))
            .then(1)
            .else(0)
            .end(),
        )
        .as('closed'),
    ])
    .groupBy('d.branchId')
    .execute();
  const total = (name: 'days' | 'depletesStock' | 'closed') =>
    branches.reduce((sum, row) => sum + Number(row[name]), 0);
  await recordDemandChanges(
    tx,
    branches.map(({ branchId }) => branchId),
    ctx.now,
  );
  ctx.emit({ collection: 'sales', id: tillItem.sourceId, change: 'changed', branches: [], kitchens: [] });
  const result: MappedTillItem = {
    days: total('days'),
    stockDays: 0,
    closedDays: total('closed'),
  };
  const pending = total('depletesStock') - total('closed');
  if (pending > maxDaysInline) {
    await ctx.enqueue(recalculateSales, { ...tillItem, userId: ctx.actor._id });
    return { ...result, pendingDays: pending };
  }
  const days = await loadDaysAfter(tx, tillItem, { after: null, closedUntil, limit: maxDaysInline });
  for (const day of days) if (await correctDay(ctx, day)) result.stockDays += 1;
  return result;
}

const loadDaysAfter = (
  db: Queryable,
  tillItem: TillItemKey,
  { after, closedUntil, limit }: { after: Cursor | null; closedUntil: string | null; limit: number },
): Promise<SalesDayHeader[]> =>
  selectSoldDays(db, tillItem)
    .select(['d._id', 'd.branchId', 'd.day', 'd.sourceId', 'd.depletesStock', 'd.version'])
    .where('d.depletesStock', '=', 1)
    .where('d.day', '>', closedUntil ?? '')
    .$if(after !== null, (query) =>
      query.where(({ eb, or, and }) =>
        or([
          eb('d.day', '>', after?.day ?? ''),
          and([eb('d.day', '=', after?.day ?? ''), eb('d._id', '>', after?._id ?? '')]),
        ]),
      ),
    )
    .orderBy('d.day')
    .orderBy('d._id')
    .limit(limit)
    .execute();

/** Corrects one day; returns whether stock moved. */
async function correctDay(ctx: DepletionContext, header: SalesDayHeader): Promise<boolean> {
  const { tx } = ctx;
  await tx.selectFrom('saleDays').select('_id').where('_id', '=', header._id).$call(tx.lock).execute();
  const { gaps, hasMoved } = await updateDepletion(ctx, header);
  await tx
    .updateTable('saleDays')
    .set({ gaps: JSON.stringify(gaps) })
    .where('_id', '=', header._id)
    .execute();
  if (hasMoved) ctx.emit(stockEvent(header._id, [header.branchId], [header.branchId]));
  return hasMoved;
}

/**
 * Corrects the depletion of a menu item's sales days in steps. A repeated step finds nothing to correct, and
 * each step uses the current mapping.
 */
export const recalculateSales = defineJob({
  kind: 'recount-sales',
  ifLost: { isOnlyRecord: true },
  payload: z.strictObject({
    sourceId: z.string(),
    code: z.string(),
    isModifier: z.boolean(),
    userId: z.string(),
  }),
  async run(ctx) {
    let after: Cursor | null = null;
    do {
      ctx.signal.throwIfAborted();
      after = await recalculateStep(ctx, after);
      // On SQLite a step never awaits, so other requests need an explicit turn.
      await yieldToEventLoop();
    } while (after !== null);
  },
});

const recalculateStep = (
  { payload, now, writeAndPublish }: JobContext<z.output<typeof recalculateSales.payload>>,
  after: Cursor | null,
): Promise<Cursor | null> =>
  writeAndPublish(async (tx: Tx, emit) => {
    const { userId, ...tillItem } = payload;
    const closedUntil = await loadPeriodEnd(tx);
    const days = await loadDaysAfter(tx, tillItem, { after, closedUntil, limit: daysPerStep });
    const step: DepletionContext = {
      tx,
      actor: { _id: userId },
      now: now(),
      emit: (event) => emit({ ...event, change: 'changed' }),
    };
    for (const day of days) await correctDay(step, day);
    const last = days.at(-1);
    if (last !== undefined) return { day: last.day, _id: last._id };
    emit({ collection: 'sales', id: tillItem.sourceId, change: 'changed', branches: [], kitchens: [] });
    return null;
  });
