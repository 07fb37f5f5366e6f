import { toRow } from '#platform/documents/document-rows.ts';
import { goodsReceiptSummary } from '../shapes.ts';
import type { PatchReceiptInput } from '../input.ts';
import { decideReceiptEdit } from '../edits.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPermitted, saveEdit, getPreviousValues } from '#platform/documents/server/write.ts';
import { type LoadedReceipt, toReceiptLifecycleInput, receiptStore } from './rows.ts';

/**
 * Edits notes and supplier reference of a receipt; goods are corrected by reversal. The caller must lock the
 * receipt.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION once it is reversed.
 */
export async function editReceipt(
  ctx: CommandContext,
  receipt: LoadedReceipt,
  edit: Omit<PatchReceiptInput, 'status' | 'lines' | 'transitionReason'>,
  check: () => Promise<void>,
): Promise<void> {
  const { header } = receipt;
  assertPermitted(
    receiptStore,
    receipt,
    decideReceiptEdit(toReceiptLifecycleInput(receipt), ctx.actor, edit),
  );
  await check();
  const before = getPreviousValues(header, edit);
  Object.assign(header, toRow(goodsReceiptSummary, edit));
  await saveEdit(ctx, receiptStore, receipt, { before, after: edit });
}
