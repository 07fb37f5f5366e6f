import { fromE4 } from '#domain/money.ts';
import { inReplay } from '../documents/replay.ts';
import { createPurchase } from '../modules/purchasing/create.ts';
import { movePurchase } from '../modules/purchasing/move.ts';
import type { LoadedPurchase } from '../modules/purchasing/rows.ts';
import { createReceipt } from '../modules/receiving/create.ts';
import { recostChanged } from '../modules/recipes/recost.ts';
import { arrivalChecks, trackedItems } from './data/items.ts';
import type { PurchaseEvent, PurchasedLine } from './plan/events.ts';
import { momentOf, type SeedContext, type Step } from './seed-context.ts';

/** The code that a supplier has printed on what came at a time. */
export const printedLot = (at: number): string =>
  `L${new Date(at).toISOString().slice(2, 10).replaceAll('-', '')}`;

/** A purchase, step by step: between ordering and receiving other things happen. */
export function purchaseSteps(context: SeedContext, event: PurchaseEvent): Step[] {
  const { order, receipt } = event;
  let ordered: LoadedPurchase | null = null;
  return [
    ...(order ? [{ at: event.at, run: async () => void (ordered = await buy(context, event, order)) }] : []),
    ...(receipt ? [{ at: receipt.at, run: () => receive(context, event, receipt, ordered) }] : []),
  ];
}

/** Ordered at what the supplier's list says on that day. */
function buy(
  context: SeedContext,
  { at, place, supplier, lines }: PurchaseEvent,
  { by, isSent, expectedOn }: NonNullable<PurchaseEvent['order']>,
): Promise<LoadedPurchase> {
  const { tx, ids } = context;
  return inReplay(tx, momentOf(context, by, at), async (ctx) => {
    const made = await createPurchase(ctx, {
      supplier: ids.known('supplier', supplier),
      place: ids.known('branch', place),
      expectedOn,
      items: lines.map(({ item, orderedPacks }) => ({
        itemId: ids.known('item', item),
        packagingId: ids.known('packaging', item),
        qty: orderedPacks,
      })),
    });
    if (isSent) await movePurchase(ctx, made, 'Sent', async () => {});
    return made;
  });
}

async function receive(
  context: SeedContext,
  { place, supplier, lines }: PurchaseEvent,
  { at, by, supplierRef, freightE4 }: NonNullable<PurchaseEvent['receipt']>,
  ordered: LoadedPurchase | null,
): Promise<void> {
  const { tx, ids } = context;
  await inReplay(tx, momentOf(context, by, at), async (ctx) => {
    await createReceipt(ctx, {
      ...(ordered
        ? { purchaseOrder: ordered.head._id }
        : { supplier: ids.known('supplier', supplier), place: ids.known('branch', place) }),
      supplierRef,
      freight: fromE4(freightE4),
      spreadBy: 'value',
      items: lines.map((line, nth) => {
        const poLineId = ordered?.lines[nth]?.lineId;
        return {
          ...(poLineId === undefined
            ? { itemId: ids.known('item', line.item), packagingId: ids.known('packaging', line.item) }
            : { poLineId }),
          ...asSeen(line, at),
        };
      }),
    });
    await recostChanged(ctx.tx, ctx.now);
  });
}

/** What was looked at when it came. Photos of the past are not kept: the note says what was seen instead. */
function asSeen({ item, acceptedPacks, rejectedPacks }: PurchasedLine, at: number) {
  const looked = arrivalChecks.get(item);
  return {
    qty: acceptedPacks,
    ...(rejectedPacks > 0 && { rejectedQty: rejectedPacks, reason: 'damaged' }),
    ...(trackedItems.get(item)?.tracksLots && { lot: printedLot(at) }),
    ...(looked && { temperature: looked.usual }),
    ...(looked?.photo && { note: 'Packs whole, seal unbroken.' }),
  };
}
