import {
  decideEditByRules,
  type DocumentEdit,
  type EditDecision,
  type EditRule,
} from '#platform/documents/edits.ts';
import { type Actor, hasFlag } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import type { TransferStatus } from './kinds.ts';
import { type TransferLifecycleInput, getTransferParts, type TransferPart } from './lifecycle.ts';

const goods = ['qty', 'unit', 'lot', 'reasonCode', 'reasonNote', 'returnOf', 'note'];
const arrived = ['receivedQty', 'damagedQty', 'overQty', 'receivedLots', 'receivedReason', 'note', 'photo'];

/**
 * Who may edit which fields in which statuses. The receiver may enter what arrived before the transfer is
 * marked as sent.
 */
const editRows: readonly EditRule<TransferStatus, TransferPart>[] = [
  {
    in: ['Draft'],
    who: ['giver', 'taker'],
    flags: ['canCreate', 'canEdit'],
    header: ['notes'],
    lines: [...goods, 'addLine', 'removeLine'],
  },
  {
    in: ['Draft'],
    who: ['giver'],
    flags: ['canEdit'],
    header: ['driver', 'vehicle', 'creditExpected'],
    lines: ['shippedQty', 'lots', 'pieces'],
  },
  { in: ['Draft', 'Sent'], who: ['taker'], flags: ['canEdit'], lines: arrived },
  {
    in: ['Sent', 'Received'],
    who: ['giver'],
    flags: ['canEdit'],
    header: ['creditExpected', 'creditReceived', 'creditNote'],
  },
  { in: ['Sent', 'Received', 'Cancelled'], who: ['giver', 'taker'], flags: ['canEdit'], header: ['notes'] },
];

/** Decides an edit of a transfer by the fields its body names; see `decideEditByRules`. */
export const decideTransferEdit = (
  transfer: TransferLifecycleInput,
  actor: Actor,
  edit: DocumentEdit,
): EditDecision =>
  decideEditByRules(editRows, transfer.status, { actor, parts: getTransferParts(transfer, actor) }, edit, {
    fixed: (status) => refusal('transfer-fixed', { status }),
  });

/** Only drafts can be deleted, by either side, with canDelete. */
export function decideTransferDelete(transfer: TransferLifecycleInput, actor: Actor): EditDecision {
  if (!hasFlag(actor, 'canDelete')) return { ok: false, code: 'FORBIDDEN', why: refusal('order-no-change') };
  if (transfer.status !== 'Draft')
    return {
      ok: false,
      code: 'ILLEGAL_TRANSITION',
      why: refusal('transfer-drafts-only', { status: transfer.status }),
    };
  return getTransferParts(transfer, actor).size > 0
    ? { ok: true }
    : { ok: false, code: 'FORBIDDEN', why: refusal('document-not-yours') };
}
