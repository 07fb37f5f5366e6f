import { rowOf } from '#contract/document-rows.ts';
import { goodsReceiptSummary } from '#contract/shapes/goods-receipts.ts';
import type { PatchReceiptInput } from '#contract/goods-receipts.ts';
import { decideReceiptEdit } from '#domain/purchasing/receipt-edits.ts';
import type { CommandContext } from '../../documents/context.ts';
import { documentEvent } from '../../documents/numbering-and-events.ts';
import { receiptDocument } from '../../documents/purchasing-and-production.ts';
import { problem } from '../../http/problems.ts';
import { type LoadedReceipt, receiptLifecycleInput, receiptStore } from './rows.ts';

/**
 * Edits notes and supplier reference of a receipt; goods are corrected by reversing. The caller must lock it.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION once it is reversed.
 */
export async function editReceipt(
  ctx: CommandContext,
  receipt: LoadedReceipt,
  edit: Pick<PatchReceiptInput, 'notes' | 'supplierRef'>,
  check: () => Promise<void>,
): Promise<void> {
  const { head } = receipt;
  const decision = decideReceiptEdit(receiptLifecycleInput(receipt), ctx.actor, edit);
  if (!decision.ok) {
    const details = { number: head.number, status: head.status };
    const { code, why, fields } = decision;
    throw problem(code, why, fields ? { fields, details } : { details });
  }
  await check();
  const before = { notes: head.notes, supplierRef: head.supplierRef };
  Object.assign(head, rowOf(goodsReceiptSummary, edit), {
    version: head.version + 1,
    updatedAt: ctx.now.toISOString(),
  });
  await receiptStore.saveHead(ctx.tx, head);
  await ctx.audit({ action: 'edit', entity: 'goods-receipts', id: head._id, before, after: edit });
  ctx.emit(documentEvent(receiptDocument, head._id, receiptDocument.audience(head), 'edited'));
}
