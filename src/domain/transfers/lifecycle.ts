import { defineLifecycle } from '../documents/lifecycle.ts';
import { hasReceiptBegun, type ReceiptEntries } from '../orders/receipt-begun.ts';
import { type Actor, canActAt } from '../permissions.ts';
import { refusal } from '../refusals/refusal.ts';
import { isNotBlank } from '../text.ts';
import { type TransferKind, type TransferStatus, transferStatuses } from './kinds.ts';

/** What of a transfer decides what can become of it, and by whom. */
export interface TransferLifecycleInput {
  status: TransferStatus;
  kind: TransferKind;
  /** The place that gives, and the one that takes; of a return to a supplier the supplier. */
  from: string;
  to: string;
  /** Who sent it, null before. */
  sentBy: string | null;
  /** What the taker has said of what came, and who that is; left out where it is not known: then the server knows it. */
  lines?: readonly (ReceiptEntries & { photo?: string | null })[];
  toName?: string;
}

export type TransferVerb = 'send' | 'take back' | 'receive' | 'reopen' | 'cancel';
export type TransferPart = 'giver' | 'taker';

/**
 * The parts this person plays for a transfer. Who gave goods does not take them, too, unless both places are theirs. What
 * goes to a supplier has no taker of ours: the giver sees it to its end.
 */
export function getTransferParts(transfer: TransferLifecycleInput, actor: Actor): Set<TransferPart> {
  const parts = new Set<TransferPart>();
  const [gives, takes] = [canActAt(actor, transfer.from), canActAt(actor, transfer.to)];
  if (gives) parts.add('giver');
  if (transfer.kind === 'supplier-return' ? gives : takes && (gives || transfer.sentBy !== actor._id))
    parts.add('taker');
  return parts;
}

/** The lifecycle of transfers and returns: a call names the status that one is to have. */
export const transferLifecycle = defineLifecycle<
  TransferLifecycleInput,
  TransferStatus,
  TransferVerb,
  TransferPart
>({
  statuses: transferStatuses,
  starts: ['Draft'],
  moves: [
    { verb: 'send', from: 'Draft', to: 'Sent', who: ['giver'], flags: ['canEdit'], reason: false },
    { verb: 'receive', from: 'Sent', to: 'Received', who: ['taker'], flags: ['canEdit'], reason: false },
    {
      verb: 'take back',
      from: 'Sent',
      to: 'Draft',
      who: ['giver'],
      flags: ['canDelete'],
      reason: false,
      undoes: true,
    },
    // A return to a supplier that was closed waits for its credit again.
    { verb: 'reopen', from: 'Received', to: 'Sent', who: ['giver'], flags: ['canEdit'], reason: false },
    {
      verb: 'cancel',
      from: 'Draft',
      to: 'Cancelled',
      who: ['giver', 'taker'],
      flags: ['canCreate', 'canEdit'],
      reason: false,
    },
  ],
  onward: ['send', 'receive'],
  edited: ['Draft'],
  asksFor: 'to',
  parts: getTransferParts,
  guard({ kind, status, to, toName = to, lines = [] }, verb) {
    if (verb === 'reopen' && kind !== 'supplier-return')
      return refusal('document-no-move', { status, next: 'Sent' });
    // What somebody has begun to receive is there: it is not called back over their heads, and what they said is not lost.
    return verb === 'take back' && lines.some((line) => hasReceiptBegun(line) || isNotBlank(line.photo))
      ? refusal('receiving-begun', { place: toName })
      : null;
  },
  words: {
    readOnly: refusal('document-read-only'),
    noMove: ({ status }, next) =>
      status === 'Sent' && next === 'Cancelled'
        ? refusal('transfer-on-its-way')
        : refusal('document-no-move', { status, next }),
    noFlag: () => refusal('order-no-change'),
    notTheirs: (verb) => refusal(verb === 'receive' ? 'transfer-not-taker' : 'transfer-not-giver'),
    noReason: () => refusal('document-reason'),
  },
});
