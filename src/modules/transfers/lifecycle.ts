import { defineLifecycle } from '#platform/documents/lifecycle.ts';
import { hasReceiptStarted, type ReceiptEntries } from '#modules/orders/receipt-started.ts';
import { type Actor, canActAtLocation } from '#core/permissions.ts';
import { refusal } from '#core/refusals/refusal.ts';
import { isNotBlank } from '#core/text.ts';
import { type TransferKind, type TransferStatus, transferStatuses } from './kinds.ts';

/** The fields of a transfer that determine its transitions. */
export interface TransferLifecycleInput {
  status: TransferStatus;
  kind: TransferKind;
  /** The sender and the receiver; for a return to the supplier, the supplier. */
  from: string;
  to: string;
  /** The user who sent it; null before sending. */
  sentBy: string | null;
  /**
   * The receiver's entries; absent if the client doesn't have them, in which case only the server checks
   * them.
   */
  lines?: readonly (ReceiptEntries & { photo?: string | null })[];
  toName?: string;
}

export type TransferVerb = 'send' | 'recall' | 'receive' | 'reopen' | 'cancel';
export type TransferParty = 'giver' | 'taker';

/**
 * Returns the parties that a user acts as for a transfer. The person who sent the goods can't receive them
 * unless both locations are theirs. A return to the supplier has no receiver, so the sender completes it.
 */
export function getTransferParties(transfer: TransferLifecycleInput, actor: Actor): Set<TransferParty> {
  const parties = new Set<TransferParty>();
  const [isGiver, isTaker] = [canActAtLocation(actor, transfer.from), canActAtLocation(actor, transfer.to)];
  if (isGiver) parties.add('giver');
  if (transfer.kind === 'supplier-return' ? isGiver : isTaker && (isGiver || transfer.sentBy !== actor._id))
    parties.add('taker');
  return parties;
}

/** The lifecycle of transfers and returns; a request specifies the target status. */
export const transferLifecycle = defineLifecycle<
  TransferLifecycleInput,
  TransferStatus,
  TransferVerb,
  TransferParty
>({
  statuses: transferStatuses,
  transitions: [
    { verb: 'send', from: 'Draft', to: 'Sent', parties: ['giver'], flags: ['canEdit'] },
    { verb: 'receive', from: 'Sent', to: 'Received', parties: ['taker'], flags: ['canEdit'] },
    { verb: 'recall', from: 'Sent', to: 'Draft', parties: ['giver'], flags: ['canDelete'], undoes: true },
    // A closed return to the supplier can be reopened to wait for its credit.
    { verb: 'reopen', from: 'Received', to: 'Sent', parties: ['giver'], flags: ['canEdit'] },
    {
      verb: 'cancel',
      from: 'Draft',
      to: 'Cancelled',
      parties: ['giver', 'taker'],
      flags: ['canCreate', 'canEdit'],
    },
  ],
  forwardVerbs: ['send', 'receive'],
  statusesWithEditHistory: ['Draft'],
  getParties: getTransferParties,
  guard({ kind, status, to, toName = to, lines = [] }, verb) {
    if (verb === 'reopen' && kind !== 'supplier-return')
      return refusal('document-transition-not-allowed', { status, next: 'Sent' });
    // Once the receiver has started entering, the transfer can't be unshipped, so their entries aren't lost.
    return verb === 'recall' && lines.some((line) => hasReceiptStarted(line) || isNotBlank(line.photo))
      ? refusal('receipt-started', { place: toName })
      : null;
  },
  refusals: {
    noTransition: ({ status }, next) =>
      status === 'Sent' && next === 'Cancelled'
        ? refusal('transfer-in-transit')
        : refusal('document-transition-not-allowed', { status, next }),
    notTheirs: (verb) => refusal(verb === 'receive' ? 'transfer-receiver-only' : 'transfer-sender-only'),
  },
});
