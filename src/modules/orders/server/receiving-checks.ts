import { refusal } from '#core/refusals/refusal.ts';
import { computeEffectiveQuantities } from '../lines.ts';
import { hasReceiptStarted } from '../receipt-started.ts';
import { isNotBlank } from '#core/text.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { listAttachments, listUsersWithPhotosSince } from '#modules/attachments/server/store.ts';
import type { StoredOrderLine, LoadedOrder } from './rows.ts';

/** Items with receiving requirements; most have none. */
const selectRequirements = statement((db, items: readonly string[]) =>
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

/** Copies the receiving requirements of items to shipped lines, so that the branch can check them offline. */
export async function copyReceivingRequirements(tx: Tx, lines: readonly StoredOrderLine[]): Promise<void> {
  if (lines.length === 0) return;
  for (const line of lines) Object.assign(line, { isReceivingNote: null, isReceivingReason: null });
  const requirements = await selectRequirements(tx, [...new Set(lines.map(({ itemId }) => itemId))]);
  const byItem = new Map(requirements.map((item) => [item._id, item]));
  for (const line of lines) {
    const item = byItem.get(line.itemId);
    line.receivingMinTemp = item?.receivingMinTemp ?? null;
    line.receivingMaxTemp = item?.receivingMaxTemp ?? null;
    line.receivingPhoto = item?.receivingPhoto ? 1 : null;
  }
}

/**
 * Asserts that lines with a photo requirement have a photo or a note, unless nothing arrived.
 *
 * @throws ApiProblem 422 on `items.<line>.photo`, for all lines at once.
 */
export async function assertReceiptPhotos(tx: Tx, { header, lines }: LoadedOrder): Promise<void> {
  const linesRequiringPhoto = lines.filter((line) => {
    const { receivedMicro, damagedMicro } = computeEffectiveQuantities(line);
    const hasNote = line.isReceivingNote === 1 && isNotBlank(line.note);
    return line.receivingPhoto === 1 && receivedMicro + damagedMicro > 0 && !hasNote;
  });
  if (linesRequiringPhoto.length === 0) return;
  const photos = await listAttachments(tx, 'order', header._id);
  // A photo taken before shipping doesn't show what arrived.
  const photographedIds = new Set(
    photos.filter(({ createdAt }) => createdAt >= (header.shippedAt ?? '')).map(({ lineId }) => lineId),
  );
  const errors = linesRequiringPhoto
    .filter(({ lineId }) => !photographedIds.has(lineId))
    .map(
      ({ lineId, itemName }) =>
        [`items.${lineId}.photo`, refusal('photo-required', { item: itemName })] as const,
    );
  if (errors.length > 0) throw invalid(Object.fromEntries(errors));
}

/**
 * Asserts that the branch hasn't started to receive, because unshipping would discard its entries. Only the
 * branch can attach photos to an order in transit, so a photo also counts.
 *
 * @throws ApiProblem 409
 */
export async function assertReceivingNotStarted(
  { tx }: CommandContext,
  { header, lines }: LoadedOrder,
): Promise<void> {
  const hasStarted =
    lines.some(hasReceiptStarted) ||
    (await listUsersWithPhotosSince(tx, 'order', header._id, header.shippedAt)).length > 0;
  if (!hasStarted) return;
  throw problem('ILLEGAL_TRANSITION', refusal('receipt-started', { place: header.branchName }), {
    details: { orderNo: header.orderNo, status: 'Shipped', allowed: ['Received'] },
  });
}
