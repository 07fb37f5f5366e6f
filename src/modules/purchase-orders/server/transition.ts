import { decidePurchaseDelete } from '../edits.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { fromE4 } from '#core/money.ts';
import { findLinesNotInMultiples, type PurchaseStatus } from '../purchase-status.ts';
import { fromMicro } from '#core/quantity.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { addDays } from '#core/day.ts';
import { statement } from '#platform/server/db/statements.ts';
import {
  type DocumentHandlers,
  transitionDocument,
  removeDocument,
} from '#platform/documents/server/transitions.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted } from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { removeAttachments } from '#modules/attachments/server/store.ts';
import { type LoadedPurchase, toPurchaseLifecycleInput, purchaseStore } from './rows.ts';
import { updateOrderTotals } from './order-totals.ts';

const packsById = statement((db, ids: readonly string[]) =>
  db.selectFrom('packagings').select(['_id', 'name', 'orderMultipleMicro']).where('_id', 'in', ids),
);
const supplierById = statement((db, id: string) =>
  db
    .selectFrom('suppliers')
    .select(['name', 'minOrderValueE4', 'isActive', 'leadTimeDays'])
    .where('_id', '=', id),
);
const placeById = statement((db, id: string) =>
  db.selectFrom('branches').select(['timezone', 'dayEnds']).where('_id', '=', id),
);

/** Order-specific effects of transitions and deletion. */
const purchaseHandlers: DocumentHandlers<LoadedPurchase> = {
  store: purchaseStore,
  async onTransition(ctx, order, { verb }, before) {
    const { header } = order;
    if (verb === 'send' || verb === 'submit for approval' || verb === 'approve')
      await assertSendable(ctx, order);
    if (header.status === 'Sent' && before.status !== 'Closed') {
      header.expectedOn = await computeExpectedDate(ctx, order);
      Object.assign(header, { sentAt: ctx.now.toISOString(), sentByName: ctx.actor.name });
    }
    if (header.status === 'Closed' || before.status === 'Closed') await updateOrderTotals(ctx, order);
    // The reason applies only to this transition; the history records it.
    header.transitionReason = null;
    return [];
  },
  onRemove: (ctx, { header }) => removeAttachments(ctx.tx, 'purchase_order', header._id),
  auditSnapshot: ({ header: { number, supplier, place }, lines }) => ({
    number,
    supplier,
    place,
    items: lines.map(({ itemId, qtyMicro, unitSymbol, priceMicro }) => ({
      itemId,
      qtyMicro,
      unitSymbol,
      priceMicro,
    })),
  }),
};

/**
 * Returns the expected date of an order that is being sent. A date that is still the default (creation + lead
 * time) is recomputed from today.
 */
async function computeExpectedDate(
  { tx, now }: CommandContext,
  { header }: LoadedPurchase,
): Promise<string | null> {
  const { expectedOn, createdAt } = header;
  const [supplier] = await supplierById(tx, header.supplier);
  const [place] = await placeById(tx, header.place);
  const days = supplier?.leadTimeDays ?? null;
  if (expectedOn === null || days === null || !place) return expectedOn;
  const addLeadTime = (from: Date) => addDays(getBusinessDay(from, place), days);
  return expectedOn === addLeadTime(new Date(createdAt)) ? addLeadTime(now) : expectedOn;
}

/**
 * Changes the status of an order; see `transitionDocument`.
 *
 * @throws ApiProblem 422 if the order has no lines, an archived supplier, quantities that aren't multiples of
 *   the pack, or a value below the supplier's minimum
 */
export async function transitionPurchase(
  ctx: CommandContext,
  order: LoadedPurchase,
  to: PurchaseStatus,
  check: () => Promise<void>,
): Promise<void> {
  // The current approval limits apply, not those in force when the order was last edited.
  await updateOrderTotals(ctx, order);
  await transitionDocument(ctx, purchaseHandlers, order, to, check);
}

/**
 * Deletes a draft.
 *
 * @throws ApiProblem 403; 409 if it has been sent or submitted for approval
 */
export async function removePurchase(
  ctx: CommandContext,
  order: LoadedPurchase,
  check: () => Promise<void>,
): Promise<void> {
  assertPermitted(purchaseStore, order, decidePurchaseDelete(toPurchaseLifecycleInput(order), ctx.actor));
  await check();
  await removeDocument(ctx, purchaseHandlers, order);
}

/**
 * Asserts that an order can be sent: it has lines, an active supplier, quantities in multiples of the pack,
 * and at least the supplier's minimum value.
 */
async function assertSendable({ tx }: CommandContext, { header, lines }: LoadedPurchase): Promise<void> {
  if (lines.length === 0) throw invalid({ items: refusal('purchase-no-lines') });
  const [supplier] = await supplierById(tx, header.supplier);
  if (supplier?.isActive === 0) throw invalid({ supplier: refusal('is-archived', { name: supplier.name }) });
  const packIds = [
    ...new Set(lines.flatMap(({ packagingId, unit }) => (unit === null ? (packagingId ?? []) : []))),
  ];
  const packs = new Map(
    (packIds.length > 0 ? await packsById(tx, packIds) : []).map((pack) => [pack._id, pack]),
  );
  const errors: Record<string, Refusal> = {};
  const packLines = lines.map(({ lineId, packagingId, unit, qtyMicro }) => ({
    lineId,
    packagingId: unit === null ? packagingId : null,
    qtyMicro,
    multipleMicro: packs.get(packagingId ?? '')?.orderMultipleMicro ?? null,
  }));
  for (const { lineId, packagingId, multipleMicro } of findLinesNotInMultiples(packLines)) {
    const pack = packs.get(packagingId ?? '')?.name ?? '';
    errors[`items.${lineId}.qty`] = refusal('purchase-multiple', { pack, n: fromMicro(multipleMicro ?? 0) });
  }
  const minimum = supplier?.minOrderValueE4 ?? 0;
  if (header.goodsValueE4 < minimum)
    errors['items'] = refusal('purchase-minimum', {
      minimum: String(fromE4(minimum)),
      value: String(fromE4(header.goodsValueE4)),
    });
  if (Object.keys(errors).length > 0) throw invalid(errors);
}
