import type { EditOrderInput, EditOrderLineInput, Order, OrderLine } from '#contract/orders.ts';
import { lineQuantities } from '#contract/order-rules.ts';
import { effective } from '#domain/orders/lines.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';
import { wrongItemReason } from '#domain/stock/discrepancies.ts';
import { messagesOf } from '#src/lib/i18n/messages.ts';
import { receivingTexts } from './messages.ts';

/** What has been entered about one line of a delivery. */
export interface ReceiptEntry {
  /** Good units that go on the shelf; null is not checked yet. */
  accepted: number | null;
  /** Units that came and cannot be used; they go on hold. */
  damaged: number | null;
  reason: string;
  note: string;
}

/** A receipt while it is being written. */
export interface Receipt {
  /** Lines without an entry of their own came as shipped. */
  isAllAsShipped: boolean;
  entries: Readonly<Record<string, ReceiptEntry>>;
}

export const emptyReceipt: Receipt = { isAllAsShipped: false, entries: {} };

/** What a line comes to. Quantities in the line's unit. */
export interface LineOutcome {
  shipped: number;
  /** Null while the line is not checked. */
  accepted: number | null;
  damaged: number;
  /** Came beyond what was shipped; the kitchen has to confirm it. */
  over: number;
  /** Shipped and not come; it stays in transit until it is resolved. */
  short: number;
  isClean: boolean;
}

/** What was shipped of a line, also where the server has only the approved or ordered quantity. */
export function shippedOf(line: OrderLine): number {
  return fromMicro(effective(lineQuantities(line)).shippedMicro);
}

/** The entry of a line: what was entered here, else what another device saved, else nothing or as shipped. */
export function entryOf(line: OrderLine, receipt: Receipt): ReceiptEntry {
  const saved = {
    accepted: line.receivedQty,
    damaged: line.damagedQty,
    reason: reasonInWords(line.reason),
    note: line.note ?? '',
  };
  const entry = receipt.entries[line.lineId] ?? saved;
  if (entry.accepted !== null || !receipt.isAllAsShipped) return entry;
  const acceptedMicro = Math.max(0, toMicro(shippedOf(line)) - toMicro(entry.damaged ?? 0));
  return { ...entry, accepted: fromMicro(acceptedMicro) };
}

/** What the kitchen says about a line that it did not ship as ordered; empty where it says nothing. */
export function kitchenReason(line: OrderLine): string {
  return toMicro(shippedOf(line)) === toMicro(line.orderQty) ? '' : reasonInWords(line.reason);
}

/** Damage that nobody has said a reason for: what the kitchen said of its own shipping is none. */
export function lacksReason(line: OrderLine, receipt: Receipt): boolean {
  const { damaged, reason } = entryOf(line, receipt);
  const isKitchens = line.damagedQty === null && reason.trim() === kitchenReason(line);
  return (damaged ?? 0) > 0 && (reason.trim() === '' || isKitchens);
}

/** Works out what is short and what is over: nobody has to count the difference. */
export function outcomeOf(line: OrderLine, receipt: Receipt): LineOutcome {
  const entry = entryOf(line, receipt);
  const shipped = shippedOf(line);
  const damaged = entry.damaged ?? 0;
  const arrivedMicro = toMicro(entry.accepted ?? 0) + toMicro(damaged);
  const differenceMicro = entry.accepted === null ? 0 : arrivedMicro - toMicro(shipped);
  return {
    shipped,
    accepted: entry.accepted,
    damaged,
    over: fromMicro(Math.max(0, differenceMicro)),
    short: fromMicro(Math.max(0, -differenceMicro)),
    isClean: entry.accepted !== null && damaged === 0 && differenceMicro === 0,
  };
}

/** The receipt with a line changed. Damaged units come out of those that were good, until told otherwise. */
export function withEntry(receipt: Receipt, line: OrderLine, change: Partial<ReceiptEntry>): Receipt {
  const before = entryOf(line, receipt);
  const next = { ...before, ...change };
  if (change.damaged !== undefined && change.accepted === undefined && before.accepted !== null) {
    const arrivedMicro = toMicro(before.accepted) + toMicro(before.damaged ?? 0);
    next.accepted = fromMicro(Math.max(0, arrivedMicro - toMicro(change.damaged ?? 0)));
  }
  return { ...receipt, entries: { ...receipt.entries, [line.lineId]: next } };
}

/** What will be posted, sorted by what happens to it. */
export interface ReceiptSummary {
  asShipped: number;
  unchecked: OrderLine[];
  differing: { line: OrderLine; outcome: LineOutcome }[];
}

export function summaryOf(order: Order, receipt: Receipt): ReceiptSummary {
  const outcomes = order.items.map((line) => ({ line, outcome: outcomeOf(line, receipt) }));
  return {
    asShipped: outcomes.filter(({ outcome }) => outcome.isClean).length,
    unchecked: outcomes.filter(({ outcome }) => outcome.accepted === null).map(({ line }) => line),
    differing: outcomes.filter(({ outcome }) => outcome.accepted !== null && !outcome.isClean),
  };
}

/** The receipt as it is saved before the order is moved to Received: every line that says something new. */
export function editOf(order: Order, receipt: Receipt): EditOrderInput {
  const items = order.items.flatMap((line): EditOrderLineInput[] => {
    const entry = entryOf(line, receipt);
    const { accepted, damaged, over } = outcomeOf(line, receipt);
    if (accepted === null) return [];
    const known = effective(lineQuantities(line));
    const reason = reasonToSend(entry.reason.trim());
    const note = entry.note.trim();
    const change = {
      ...(toMicro(accepted) === known.receivedMicro && over === 0 ? {} : { receivedQty: accepted }),
      ...(toMicro(damaged) === known.damagedMicro ? {} : { damagedQty: damaged }),
      ...(toMicro(over) === known.overMicro ? {} : { overQty: over }),
      ...(reason === (line.reason ?? '') ? {} : { reason: reason || null }),
      ...(note === (line.note ?? '') ? {} : { note: note || null }),
    };
    return Object.keys(change).length > 0 ? [{ lineId: line.lineId, ...withAccepted(change, accepted) }] : [];
  });
  return items.length > 0 ? { items } : {};
}

/** A changed damaged or over quantity changes what an unset accepted one would read, so it is said outright. */
function withAccepted<T extends object>(change: T, accepted: number): T & { receivedQty?: number } {
  return 'damagedQty' in change || 'overQty' in change ? { ...change, receivedQty: accepted } : change;
}

/** The one reason that the rules read, as people see it; every other is what somebody wrote. */
export function reasonInWords(reason: string | null): string {
  return reason === wrongItemReason ? messagesOf(receivingTexts).panel.reasons.wrongItem : (reason ?? '');
}

function reasonToSend(reason: string): string {
  return reason === messagesOf(receivingTexts).panel.reasons.wrongItem ? wrongItemReason : reason;
}
