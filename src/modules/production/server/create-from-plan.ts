import type { CreateFromPlanInput } from '../input.ts';
import type { CreateFromPlanResult } from '../shapes.ts';
import { canWrite, canActAtLocation } from '#core/permissions.ts';
import type { PlannedItem } from '../plan.ts';
import { fromMicro } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { ApiProblem, forbidden, invalid, notFound, problem } from '#platform/server/http/problems.ts';
import { createPurchaseOrders } from '#modules/purchase-orders/server/create.ts';
import { findPacksForShortages } from '#modules/purchase-orders/server/proposal.ts';
import { createBatch } from './create.ts';
import { computePlan, computePlanStamp } from './plan.ts';

/**
 * Creates batches from a plan, and purchase drafts for missing bought items, either all or none. The stamp of
 * the plan shown must still match, so that two users don't execute the same plan twice.
 *
 * @throws ApiProblem 404 for a kitchen out of scope, 403, 409 ILLEGAL_TRANSITION if the plan has changed, 422
 *   by field
 */
export async function createFromPlan(
  ctx: CommandContext,
  input: CreateFromPlanInput,
): Promise<CreateFromPlanResult> {
  const { tx, actor } = ctx;
  const { kitchen, day, demand } = input;
  assertPlausibleYear(ctx.now, 'planned', day, 'day');
  const place = await tx.selectFrom('branches').select('_id').where('_id', '=', kitchen).executeTakeFirst();
  if (!place) throw notFound();
  if (!canActAtLocation(actor, kitchen)) throw forbidden(refusal('batch-not-yours'));
  if (input.buy && !canWrite(actor, 'purchase-orders', 'canCreate'))
    throw forbidden(refusal('order-no-change'));
  // Serialized, because two concurrent requests would both create everything.
  await acquireTransactionLock(tx, `production of ${kitchen}`);
  const { rows } = await computePlan(tx, { kitchen, day, demand }, ctx.now);
  if ((await computePlanStamp(rows)) !== input.stamp)
    throw problem('ILLEGAL_TRANSITION', refusal('plan-changed'));
  const byItem = new Map(rows.map((row) => [row.itemId, row]));
  const batches: CreateFromPlanResult['batches'] = [];
  for (const [index, { itemId, qty, shift }] of input.batches.entries()) {
    const recipeId = byItem.get(itemId)?.recipeId;
    if (!recipeId) throw invalid({ [`batches.${index}.itemId`]: refusal('no-such-recipe') });
    const { header } = await prefixFieldErrors(`batches.${index}.`, () =>
      createBatch(ctx, { recipeId, kitchen, plannedQty: qty, plannedFor: day, shift: shift ?? null }),
    );
    batches.push({ _id: header._id, number: header.number, itemId });
  }
  return { batches, ...(input.buy ? await createPurchaseDrafts(ctx, kitchen, rows) : noPurchases) };
}

const noPurchases: Pick<CreateFromPlanResult, 'orders' | 'itemsWithoutSupplier' | 'drafts'> = {
  orders: [],
  itemsWithoutSupplier: [],
  drafts: [],
};

/** Creates a draft per supplier for missing items that aren't produced and aren't in a draft yet. */
async function createPurchaseDrafts(
  ctx: CommandContext,
  kitchen: string,
  rows: readonly PlannedItem[],
): Promise<typeof noPurchases> {
  const missing = new Map(
    rows
      .filter(({ recipeId, missingMicro }) => recipeId === null && missingMicro > 0)
      .map(({ itemId, missingMicro }) => [itemId, missingMicro]),
  );
  if (missing.size === 0) return noPurchases;
  const { lines, itemsWithoutSupplier, drafts } = await findPacksForShortages(
    ctx.tx,
    kitchen,
    missing,
    ctx.now,
  );
  const orders = [...Map.groupBy(lines, ({ supplier }) => supplier)].map(([supplier, supplierLines]) => ({
    supplier,
    items: supplierLines.map(({ itemId, packagingId, qtyMicro }) => ({
      itemId,
      packagingId,
      qty: fromMicro(qtyMicro),
    })),
  }));
  if (orders.length === 0) return { orders: [], itemsWithoutSupplier, drafts };
  const createdOrders = await createPurchaseOrders(ctx, { place: kitchen, orders });
  return {
    orders: createdOrders.map(({ header: { _id, number, supplierName } }) => ({ _id, number, supplierName })),
    itemsWithoutSupplier,
    drafts,
  };
}

/** Prefixes an error's field names with a path in the request body. */
async function prefixFieldErrors<T>(path: string, create: () => Promise<T>): Promise<T> {
  try {
    return await create();
  } catch (error) {
    const fields = error instanceof ApiProblem ? error.options.fields : undefined;
    if (!fields) throw error;
    throw invalid(
      Object.fromEntries(
        Object.entries(fields).map(([field, reason]): [string, Refusal] => [path + field, reason]),
      ),
    );
  }
}
