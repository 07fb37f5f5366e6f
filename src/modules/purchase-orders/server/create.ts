import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { purchaseSummary } from '../shapes.ts';
import type { CreatePurchaseInput, PurchaseDraftsInput } from '../input.ts';
import { getBusinessDay } from '#core/business-day.ts';
import { toE4 } from '#core/money.ts';
import { type Actor, getOwnLocations, canActAtLocation } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { addDays } from '#core/day.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { takeDocumentNumber } from '#platform/documents/server/numbering-and-events.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { insertDocument, newDocumentHeader } from '#platform/documents/server/write.ts';
import { purchaseDocument } from './definition.ts';
import { ApiProblem, forbidden, invalid } from '#platform/server/http/problems.ts';
import { lockCurrencies } from '#modules/prices/server/currency-locks.ts';
import { buildPurchaseLines } from './lines.ts';
import { type PurchaseOrderHeader, type LoadedPurchase, purchaseStore } from './rows.ts';
import { updateOrderTotals } from './order-totals.ts';

const placeById = statement((db, id: string) =>
  db
    .selectFrom('branches')
    .select(['_id', 'name', 'nameAlt', 'timezone', 'dayEnds', 'isActive'])
    .where('_id', '=', id),
);
const supplierById = statement((db, id: string) =>
  db
    .selectFrom('suppliers')
    .select(['_id', 'name', 'nameAlt', 'isActive', 'currency', 'leadTimeDays'])
    .where('_id', '=', id),
);

/**
 * Creates a draft.
 *
 * @throws ApiProblem 403 for a location outside the actor's scope, 422 by field.
 */
export async function createPurchaseOrder(
  ctx: CommandContext,
  input: CreatePurchaseInput,
): Promise<LoadedPurchase> {
  const { tx, actor, now } = ctx;
  const place = await findBuyingLocation(ctx, actor, input.place);
  await lockCurrencies(tx, input.supplier);
  const [supplier] = await supplierById(tx, input.supplier);
  if (!supplier) throw invalid({ supplier: refusal('no-such-supplier') });
  if (supplier.isActive !== 1) throw invalid({ supplier: refusal('is-archived', { name: supplier.name }) });
  assertPlausibleYear(now, 'planned', input.expectedOn, 'expectedOn');
  const today = getBusinessDay(now, place);
  const { leadTimeDays } = supplier;
  const defaultExpectedOn = leadTimeDays === null ? null : addDays(today, leadTimeDays);
  const header: PurchaseOrderHeader = {
    ...buildEmptyRow(purchaseSummary),
    ...newDocumentHeader(ctx, 'Draft'),
    number: await takeDocumentNumber(tx, purchaseDocument, now),
    supplier: supplier._id,
    supplierName: supplier.name,
    supplierNameAlt: supplier.nameAlt,
    place: place._id,
    placeName: place.name,
    placeNameAlt: place.nameAlt,
    expectedOn: input.expectedOn === undefined ? defaultExpectedOn : input.expectedOn,
    notes: input.notes ?? null,
    currency: supplier.currency,
    lineCount: 0,
    goodsValueE4: 0,
    freightE4: toE4(input.freight ?? 0),
    taxE4: 0,
    totalE4: 0,
    receivedStatus: 'Not Received',
    billedByQuantity: 'Not Billed',
    billedByAmount: 'Not Billed',
    approvers: '',
  };
  const requestedLines = input.items.map((line, index) => ({ ...line, path: `items.${index}` }));
  const lines = await buildPurchaseLines(ctx, header, requestedLines, today);
  await updateOrderTotals(ctx, { header, lines }, input.freight !== undefined);
  const after = { number: header.number, supplier: supplier._id, place: place._id, lines: lines.length };
  return insertDocument(ctx, purchaseStore, { header, lines }, { after });
}

/**
 * Creates one draft per supplier, either all or none. Error fields are prefixed with `orders.<n>.`; an error
 * on the location applies to all.
 */
export async function createPurchaseOrders(
  ctx: CommandContext,
  { place, orders }: PurchaseDraftsInput,
): Promise<LoadedPurchase[]> {
  const drafts: LoadedPurchase[] = [];
  for (const [index, order] of orders.entries()) {
    try {
      drafts.push(await createPurchaseOrder(ctx, { ...order, ...(place !== undefined && { place }) }));
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.options.fields : undefined;
      if (!fields) throw error;
      throw invalid(
        Object.fromEntries(
          Object.entries(fields).map(([path, reason]) => [
            path === 'place' ? path : `orders.${index}.${path}`,
            reason,
          ]),
        ),
      );
    }
  }
  return drafts;
}

/** Finds the buying location; by default the actor's only one. */
async function findBuyingLocation({ tx }: CommandContext, actor: Actor, requestedId: string | undefined) {
  const ownPlaces = getOwnLocations(actor);
  const id = requestedId ?? (ownPlaces?.length === 1 ? ownPlaces[0] : undefined);
  if (id === undefined) throw invalid({ place: refusal('purchase-place-needed') });
  const [place] = await placeById(tx, id);
  if (!place) throw invalid({ place: refusal('no-such-place') });
  if (!canActAtLocation(actor, id)) throw forbidden(refusal('purchase-not-yours'));
  if (place.isActive !== 1) throw invalid({ place: refusal('is-archived', { name: place.name }) });
  return place;
}
