import { rowOf } from '#platform/documents/document-rows.ts';
import { goodsReceiptSummary } from '../shapes.ts';
import type { PatchReceiptInput } from '../input.ts';
import { decideReceiptEdit } from '../edits.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { receiptDocument } from './definition.ts';
import { problem } from '#platform/server/http/problems.ts';
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
