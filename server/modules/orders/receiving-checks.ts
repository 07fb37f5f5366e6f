import { refusal } from '#domain/refusals/refusal.ts';
import { effectiveQuantities } from '#domain/orders/lines.ts';
import { hasReceiptBegun } from '#domain/orders/receipt-begun.ts';
import { isNotBlank } from '#domain/text.ts';
import { statement } from '../../db/statements.ts';
import type { Tx } from '../../db/types.ts';
import type { CommandContext } from '../../documents/context.ts';
import { invalid, problem } from '../../http/problems.ts';
import { attachmentsOf, photographersSince } from '../attachments/store.ts';
import type { StoredOrderLine, LoadedOrder } from './rows.ts';

/** What is looked at when items arrive: hardly an item says anything. */
const requirementsOf = statement((db, items: readonly string[]) =>
  db
    .selectFrom('items')
    .select(['_id', 'receivingMinTemp', 'receivingMaxTemp', 'receivingPhoto'])
    .where('_id', 'in', items)
    .where(({ or, eb }) =>
      or([
        eb('receivingMinTemp', 'is not', null),
        eb('receivingMaxTemp', 'is not', null),
        eb('receivingPhoto', '=', 1),
      ]),
    ),
);

/** Lines that leave the kitchen keep what their items ask for now: the branch is asked the same without a network. */
export async function copyReceivingRequirements(tx: Tx, lines: readonly StoredOrderLine[]): Promise<void> {
  if (lines.length === 0) return;
  for (const line of lines) Object.assign(line, { noteOfReceipt: null, reasonOfReceipt: null });
  const asked = await requirementsOf(tx, [...new Set(lines.map(({ itemId }) => itemId))]);
  const byItem = new Map(asked.map((item) => [item._id, item]));
  for (const line of lines) {
    const item = byItem.get(line.itemId);
    line.receivingMinTemp = item?.receivingMinTemp ?? null;
    line.receivingMaxTemp = item?.receivingMaxTemp ?? null;
    line.receivingPhoto = item?.receivingPhoto ? 1 : null;
  }
}

/**
 * Where a photo is asked for, one of the line is there or a note says why not; of what did not come there is none.
 *
 * @throws ApiProblem 422 by `items.<line>.photo`, every line at once.
 */
export async function assertReceiptPhotos(tx: Tx, { head, lines }: LoadedOrder): Promise<void> {
  const asking = lines.filter((line) => {
    const { receivedMicro, damagedMicro } = effectiveQuantities(line);
    const isNoted = line.noteOfReceipt === 1 && isNotBlank(line.note);
    return line.receivingPhoto === 1 && receivedMicro + damagedMicro > 0 && !isNoted;
  });
  if (asking.length === 0) return;
  const photos = await attachmentsOf(tx, 'order', head._id);
  // A photo from before it left shows another shipment of it, or none.
  const shown = new Set(
    photos.filter(({ createdAt }) => createdAt >= (head.shippedAt ?? '')).map(({ lineId }) => lineId),
  );
  const faults = asking
    .filter(({ lineId }) => !shown.has(lineId))
    .map(
      ({ lineId, itemName }) =>
        [`items.${lineId}.photo`, refusal('photo-asked', { item: itemName })] as const,
    );
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}

/**
 * What its branch has begun to receive is there, and what it has said of it is not lost: it is not called back. While an order is on the road its
 * branch alone attaches photos. Throws 409.
 */
export async function assertReceivingNotStarted(
  { tx }: CommandContext,
  { head, lines }: LoadedOrder,
): Promise<void> {
  const isBegun =
    lines.some(hasReceiptBegun) ||
    (await photographersSince(tx, 'order', head._id, head.shippedAt)).length > 0;
  if (!isBegun) return;
  throw problem('ILLEGAL_TRANSITION', refusal('receiving-begun', { place: head.branchName }), {
    details: { orderNo: head.orderNo, status: 'Shipped', allowed: ['Received'] },
  });
}
