import { toRow } from '#platform/documents/document-rows.ts';
import { supplierInvoiceSummary } from '../shapes.ts';
import type { PatchInvoiceInput } from '../input.ts';
import { decideInvoiceEdit } from '../lifecycle.ts';
import { toExactOrNull } from '#core/quantity.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { assertPlausibleYear } from '#platform/documents/server/event-time.ts';
import { assertPermitted, saveEdit, getPreviousValues } from '#platform/documents/server/write.ts';
import { invalid } from '#platform/server/http/problems.ts';
import {
  draftInvoiceLines,
  buildInvoiceUniqueKey,
  loadSupplierRate,
  assertSupplierNumberUnused,
} from './create.ts';
import { loadFreeFreightCharges } from './free-goods.ts';
import { costInvoice, loadReferencedRows } from './lines.ts';
import { planMatches, setMatchStates } from './matching.ts';
import { invoiceStore, type LoadedInvoice, toInvoiceLifecycleInput } from './rows.ts';

/**
 * Edits a draft; `items` replaces all lines. On a posted invoice, only the notes and the reason for its
 * reversal can be edited.
 *
 * @throws ApiProblem 403 FORBIDDEN, 409 ILLEGAL_TRANSITION for changes that the status doesn't allow, 409
 *   DUPLICATE, 422 by field
 */
export async function editInvoice(
  ctx: CommandContext,
  invoice: LoadedInvoice,
  edit: Omit<PatchInvoiceInput, 'status'>,
  check: () => Promise<void>,
): Promise<void> {
  assertPermitted(
    invoiceStore,
    invoice,
    decideInvoiceEdit(toInvoiceLifecycleInput(invoice), ctx.actor, edit),
  );
  const { header } = invoice;
  const { items, number, ...fields } = edit;
  assertPlausibleYear(ctx.now, 'past', edit.date, 'date', header.date);
  const before = getPreviousValues(header, fields);
  if (number !== undefined) {
    Object.assign(header, {
      supplierNumber: number,
      uniqueKey: buildInvoiceUniqueKey(header.supplier, number),
    });
    await assertSupplierNumberUnused(ctx.tx, header);
  }
  Object.assign(header, toRow(supplierInvoiceSummary, fields));
  if (edit.date !== undefined) header.rate = await loadSupplierRate(ctx.tx, header.supplier, edit.date);
  const removed = items === undefined ? [] : invoice.lines.map(({ lineId }) => lineId);
  if (items !== undefined)
    invoice.lines = await draftInvoiceLines(ctx, header, items, await loadReferencedRows(ctx.tx, items));
  else if (header.status === 'Draft') {
    if (header.kind === 'credit' && header.freightE4 !== null)
      throw invalid({ freight: refusal('invoice-credit-freight') });
    const { receiptLines } = await loadReferencedRows(ctx.tx, invoice.lines);
    const freeCharges = await loadFreeFreightCharges(ctx.tx, header, invoice.lines, receiptLines);
    if (toExactOrNull(() => costInvoice(header, invoice.lines, freeCharges)) === null)
      throw invalid({ total: refusal('costs-too-large') });
    setMatchStates(invoice, await planMatches(ctx.tx, invoice));
  }
  await check();
  const lines = header.status === 'Draft' ? invoice.lines : [];
  await saveEdit(ctx, invoiceStore, invoice, { lines, removed, before, after: edit });
}
