import { toLineQuantities, toRuleLine } from '#modules/orders/order-rules.ts';
import type { EditOrderInput, EditOrderLineInput } from '#modules/orders/input.ts';
import type { Order, OrderLine } from '#modules/orders/shapes.ts';
import { readNumberValue, readRecord, readText } from '#platform/shapes/tolerant.ts';
import { computeEffectiveQuantities } from '#modules/orders/lines.ts';
import { findTemperatureProblem } from '#modules/orders/temperature.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { getEnteredReason } from '#core/reasons/uses.ts';
import type { Refusal } from '#core/refusals/refusal.ts';
import { defineDraft } from '#platform/web/drafts/drafts.ts';
import { isSame, mergeEdits } from '#platform/web/drafts/edits.ts';
import {
  type ReceivedLot,
  parseReceivedLots,
  serializeReceivedLots,
  getRecordedLots,
  isLotRelevant,
  sumReceivedLots,
  toLotInput,
} from './received-lots.ts';

/** Entry for one line of a delivery. */
export interface ReceiptEntry {
  /** Undamaged units to add to stock; null until the line is checked. */
  accepted: number | null;
  /** Received units that can't be used; they go on hold. */
  damaged: number | null;
  reason: string;
  note: string;
  /** Received lots, serialized by `serializeReceivedLots`; empty means the shipped lots. */
  lots: string;
  /** Temperature on arrival in degrees Celsius; null when not measured. */
  temperature: number | null;
}

/**
 * Returns the entry with the entered lots applied. Any shipped quantity without a lot counts as received.
 */
export function withReceivedLots(
  line: OrderLine,
  entry: ReceiptEntry,
  lots: readonly ReceivedLot[],
): Pick<ReceiptEntry, 'lots' | 'accepted' | 'damaged'> {
  const { accepted, damaged } = sumReceivedLots(lots);
  const shippedMicro = toMicro(getShippedOrApprovedQty(line));
  const withoutLotMicro = shippedMicro - line.lots.reduce((sum, { qty }) => sum + toMicro(qty), 0);
  const undamagedMicro = shippedMicro - toMicro(damaged);
  const acceptedMicro = Math.max(
    toMicro(accepted),
    Math.min(undamagedMicro, toMicro(accepted) + withoutLotMicro),
  );
  return {
    lots: serializeReceivedLots(lots),
    accepted: fromMicro(acceptedMicro),
    damaged: damaged === 0 && entry.damaged === null ? null : damaged,
  };
}

/** Reason why the entered lots of a line can't be posted. */
export type ReceivedLotsError = 'unnamed' | 'exceeds-shipped' | 'exceeds-line';

export function findReceivedLotsError(line: OrderLine, receipt: OrderReceiptDraft): ReceivedLotsError | null {
  const entry = getReceiptEntry(line, receipt);
  const lots = parseReceivedLots(entry.lots);
  const { accepted, damaged } = sumReceivedLots(lots);
  if (lots.some((lot) => lot.lot.trim() === '' && lot.expiry === '' && isLotRelevant(lot))) return 'unnamed';
  if (toMicro(accepted) + toMicro(damaged) > toMicro(getShippedOrApprovedQty(line))) return 'exceeds-shipped';
  const isOutOfRange =
    toMicro(accepted) > toMicro(entry.accepted ?? 0) || toMicro(damaged) > toMicro(entry.damaged ?? 0);
  return lots.length > 0 && isOutOfRange ? 'exceeds-line' : null;
}

/** Server state of a line when its first value was entered. */
interface LineSnapshot extends ReceiptEntry {
  shipped: number;
}

/** A receipt being entered. */
export interface OrderReceiptDraft {
  /** Whether lines without an entry count as received as shipped. */
  isAllAsShipped: boolean;
  entries: Readonly<Record<string, ReceiptEntry>>;
  /** Server state of each line when its first value was entered. */
  shownLines: Readonly<Record<string, LineSnapshot>>;
}

export const emptyOrderReceipt: OrderReceiptDraft = { isAllAsShipped: false, entries: {}, shownLines: {} };

/** Computed result of a line. Quantities in the line's unit. */
export interface LineOutcome {
  shipped: number;
  /** Null while the line is not checked. */
  accepted: number | null;
  damaged: number;
  /** Received beyond the shipped quantity; the kitchen must confirm it. */
  over: number;
  /** Shipped and not received; it stays in transit until resolved. */
  short: number;
  /** Whether exactly the shipped quantity and lots were accepted. */
  isAsShipped: boolean;
  /** Whether a lot was received that wasn't shipped. */
  hasOtherLot: boolean;
}

/** Returns the shipped quantity of a line; falls back to the approved or ordered one. */
function getShippedOrApprovedQty(line: OrderLine): number {
  return fromMicro(computeEffectiveQuantities(toLineQuantities(line)).shippedMicro);
}

/** Returns the current server state of a line: the values saved by any device, and the shipped quantity. */
function takeSnapshot(line: OrderLine): LineSnapshot {
  return {
    shipped: getShippedOrApprovedQty(line),
    accepted: line.receivedQty,
    damaged: line.damagedQty,
    reason: getEnteredReason(line) ?? '',
    note: line.note ?? '',
    lots: serializeReceivedLots(getRecordedLots(line)),
    temperature: line.temperature ?? null,
  };
}

/**
 * Returns the entry of a line: the values entered here, otherwise those saved on a different device,
 * otherwise as shipped (if everything was accepted) or empty.
 */
export function getReceiptEntry(line: OrderLine, receipt: OrderReceiptDraft): ReceiptEntry {
  const { shipped, ...saved } = takeSnapshot(line);
  const entry = { ...saved, ...getChangedFields(line, receipt) };
  if (entry.accepted !== null || !receipt.isAllAsShipped) return entry;
  const acceptedMicro = Math.max(0, toMicro(shipped) - toMicro(entry.damaged ?? 0));
  return { ...entry, accepted: fromMicro(acceptedMicro) };
}

/** Returns the fields of a line's entry that differ from its snapshot. */
function getChangedFields(
  { lineId }: OrderLine,
  { entries, shownLines: snapshots }: OrderReceiptDraft,
): Partial<ReceiptEntry> {
  const snapshot = snapshots[lineId];
  const entered = Object.entries(entries[lineId] ?? {});
  return Object.fromEntries(
    entered.filter(([field, value]) => !snapshot || !isSame(snapshot[field as keyof ReceiptEntry], value)),
  );
}

/** Part of a line that another user changed after it was entered here; the user must choose. */
export interface ConflictingPart {
  line: OrderLine;
  field: keyof LineSnapshot;
  theirs: number | string | null;
  mine: number | string | null;
}

/**
 * Returns the conflicts with other users: different values for the same field, and changed shipments of lines
 * that were already counted.
 */
export function findConflictingParts(order: Order, receipt: OrderReceiptDraft): ConflictingPart[] {
  return order.items.flatMap((line): ConflictingPart[] => {
    const snapshot = receipt.shownLines[line.lineId];
    if (!snapshot) return [];
    const current = takeSnapshot(line);
    const entered = getChangedFields(line, receipt);
    const { conflictingFields } = mergeEdits({ values: entered, base: { ...snapshot } }, { ...current });
    const isCounted = (entered.accepted ?? null) !== null || receipt.isAllAsShipped;
    const fields =
      isCounted && snapshot.shipped !== current.shipped
        ? ['shipped', ...conflictingFields]
        : conflictingFields;
    const mine = { ...entered, shipped: snapshot.shipped };
    return fields.map((name) => {
      const field = name as keyof LineSnapshot;
      return { line, field, theirs: current[field], mine: mine[field] ?? null };
    });
  });
}

/** Returns the receipt after the user chose one of two conflicting values. */
export function resolveConflict(
  receipt: OrderReceiptDraft,
  { line, field }: ConflictingPart,
  choice: 'theirs' | 'mine',
): OrderReceiptDraft {
  const snapshot = receipt.shownLines[line.lineId];
  if (!snapshot) return receipt;
  const current = takeSnapshot(line);
  const previousEntry = getReceiptEntry({ ...line, shippedQty: snapshot.shipped }, receipt);
  const entry: ReceiptEntry =
    field === 'shipped'
      ? { ...previousEntry, accepted: choice === 'mine' ? previousEntry.accepted : current.accepted }
      : choice === 'mine'
        ? previousEntry
        : { ...previousEntry, [field]: current[field] };
  return {
    ...receipt,
    entries: { ...receipt.entries, [line.lineId]: entry },
    shownLines: { ...receipt.shownLines, [line.lineId]: { ...snapshot, [field]: current[field] } },
  };
}

/** Returns entries that differ from the posted receipt when another user has received the delivery. */
export function findUnpostedParts(order: Order, receipt: OrderReceiptDraft): ConflictingPart[] {
  return order.items.flatMap((line): ConflictingPart[] => {
    const snapshot = receipt.shownLines[line.lineId];
    const postedQuantities = computeEffectiveQuantities(toLineQuantities(line));
    const current = {
      accepted: fromMicro(postedQuantities.receivedMicro),
      damaged: fromMicro(postedQuantities.damagedMicro),
      note: line.note ?? '',
    };
    const entered = snapshot ? getReceiptEntry({ ...line, ...toLineFields(snapshot) }, receipt) : null;
    const mine = entered && { ...entered, damaged: entered.damaged ?? 0 };
    if (mine === null || mine.accepted === null) return [];
    const fields = (['accepted', 'damaged', 'note'] as const).filter(
      (field) => !isSame(trimText(mine[field]), trimText(current[field])),
    );
    return fields.map((field) => ({ line, field, theirs: current[field], mine: mine[field] }));
  });
}

const trimText = (value: unknown) => (typeof value === 'string' ? value.trim() : value);

/** Returns the line with the fields of its snapshot. */
function toLineFields({ shipped, accepted, damaged, note }: LineSnapshot): Partial<OrderLine> {
  return { shippedQty: shipped, receivedQty: accepted, damagedQty: damaged, note: note || null };
}

/** Returns the kitchen's reason for not shipping a line as ordered; empty without one. */
export function getKitchenReason(line: OrderLine): string {
  return toMicro(getShippedOrApprovedQty(line)) === toMicro(line.orderQty)
    ? ''
    : (getEnteredReason(line) ?? '');
}

/** Returns whether damaged units have no reason. The kitchen's reason for shipping less doesn't count. */
export function isReasonMissing(line: OrderLine, receipt: OrderReceiptDraft): boolean {
  const { damaged, reason } = getReceiptEntry(line, receipt);
  return (damaged ?? 0) > 0 && !hasReceiptReason(line, reason);
}

function hasReceiptReason(line: OrderLine, reason: string): boolean {
  const isKitchenReason =
    !line.isReceivingReason && line.damagedQty === null && reason.trim() === getKitchenReason(line);
  return reason.trim() !== '' && !isKitchenReason;
}

/**
 * Returns whether the note was written at receipt; the branch's note from ordering does not describe the
 * goods.
 */
function isNoteFromReceipt(line: OrderLine, note: string): boolean {
  const isNew = line.isReceivingNote === true || note.trim() !== (line.note ?? '').trim();
  return isNew && note.trim() !== '';
}

/** Checks a line's temperature by the server's rule. Returns null if it is complete and accepted. */
export function findTemperatureRefusal(line: OrderLine, receipt: OrderReceiptDraft): Refusal | null {
  const { temperature, note, ...entry } = getReceiptEntry(line, receipt);
  const reason = hasReceiptReason(line, entry.reason) ? entry.reason : null;
  const { accepted, damaged, over } = computeOutcome(line, receipt);
  if (accepted === null) return null;
  const ownFields = {
    note: isNoteFromReceipt(line, note) ? note : null,
    isReceivingNote: true,
    reason,
    isReceivingReason: true,
  };
  const received = { ...line, receivedQty: accepted, damagedQty: damaged, overQty: over, ...ownFields };
  return findTemperatureProblem(toRuleLine(temperature === null ? received : { ...received, temperature }));
}

/** Returns whether a required photo is missing and no note explains why. */
export function isPhotoMissing(line: OrderLine, receipt: OrderReceiptDraft, hasPhoto: boolean): boolean {
  const { accepted, damaged } = computeOutcome(line, receipt);
  const hasArrived = toMicro(accepted ?? 0) + toMicro(damaged) > 0;
  const isPhotoRequired = line.receivingPhoto === true && hasArrived && !hasPhoto;
  return isPhotoRequired && !isNoteFromReceipt(line, getReceiptEntry(line, receipt).note);
}

/** Computes the short and over quantities of a line. */
export function computeOutcome(line: OrderLine, receipt: OrderReceiptDraft): LineOutcome {
  const entry = getReceiptEntry(line, receipt);
  const shipped = getShippedOrApprovedQty(line);
  const damaged = entry.damaged ?? 0;
  const arrivedMicro = toMicro(entry.accepted ?? 0) + toMicro(damaged);
  const differenceMicro = entry.accepted === null ? 0 : arrivedMicro - toMicro(shipped);
  const hasOtherLot = parseReceivedLots(entry.lots).some((lot) => lot.isOther && isLotRelevant(lot));
  return {
    shipped,
    accepted: entry.accepted,
    damaged,
    over: fromMicro(Math.max(0, differenceMicro)),
    short: fromMicro(Math.max(0, -differenceMicro)),
    isAsShipped: entry.accepted !== null && damaged === 0 && differenceMicro === 0 && !hasOtherLot,
    hasOtherLot,
  };
}

/**
 * Returns the receipt with one line changed. Damaged units are taken from the accepted ones unless both are
 * entered.
 */
export function withEntry(
  receipt: OrderReceiptDraft,
  line: OrderLine,
  change: Partial<ReceiptEntry>,
): OrderReceiptDraft {
  const previousEntry = getReceiptEntry(line, receipt);
  const next = { ...previousEntry, ...change };
  if (change.damaged !== undefined && change.accepted === undefined && previousEntry.accepted !== null) {
    const arrivedMicro = toMicro(previousEntry.accepted) + toMicro(previousEntry.damaged ?? 0);
    next.accepted = fromMicro(Math.max(0, arrivedMicro - toMicro(change.damaged ?? 0)));
  }
  return {
    ...receipt,
    entries: { ...receipt.entries, [line.lineId]: next },
    shownLines: withSnapshots(receipt, [line]),
  };
}

/** Returns the receipt with every untouched line received as shipped. */
export function withAllAsShipped(receipt: OrderReceiptDraft, order: Order): OrderReceiptDraft {
  return { ...receipt, isAllAsShipped: true, shownLines: withSnapshots(receipt, order.items) };
}

/**
 * Adds snapshots for lines that have none. Existing ones are kept, so that later changes by other users are
 * detected as conflicts.
 */
function withSnapshots(
  { shownLines }: OrderReceiptDraft,
  lines: readonly OrderLine[],
): OrderReceiptDraft['shownLines'] {
  return { ...Object.fromEntries(lines.map((line) => [line.lineId, takeSnapshot(line)])), ...shownLines };
}

/** Lines to post, grouped by outcome. */
interface ReceiptSummary {
  asShippedCount: number;
  uncheckedLines: OrderLine[];
  differingLines: { line: OrderLine; outcome: LineOutcome }[];
}

export function summarizeReceipt(order: Order, receipt: OrderReceiptDraft): ReceiptSummary {
  const outcomes = order.items.map((line) => ({ line, outcome: computeOutcome(line, receipt) }));
  return {
    asShippedCount: outcomes.filter(({ outcome }) => outcome.isAsShipped).length,
    uncheckedLines: outcomes.filter(({ outcome }) => outcome.accepted === null).map(({ line }) => line),
    differingLines: outcomes.filter(({ outcome }) => outcome.accepted !== null && !outcome.isAsShipped),
  };
}

/** Builds the edit that is saved before the order becomes Received, with every changed line. */
export function buildReceiptEdit(order: Order, receipt: OrderReceiptDraft): EditOrderInput {
  const items = order.items.flatMap((line): EditOrderLineInput[] => {
    const entry = getReceiptEntry(line, receipt);
    const { accepted, damaged, over } = computeOutcome(line, receipt);
    if (accepted === null) return [];
    const savedQuantities = computeEffectiveQuantities(toLineQuantities(line));
    const reason = entry.reason.trim();
    const note = entry.note.trim();
    const change = {
      ...(toMicro(accepted) === savedQuantities.receivedMicro && over === 0 ? {} : { receivedQty: accepted }),
      ...(toMicro(damaged) === savedQuantities.damagedMicro ? {} : { damagedQty: damaged }),
      ...(toMicro(over) === savedQuantities.overMicro ? {} : { overQty: over }),
      ...(reason === (getEnteredReason(line) ?? '') ? {} : { reason: reason || null }),
      ...(note === (line.note ?? '') ? {} : { note: note || null }),
      ...(entry.temperature === (line.temperature ?? null) ? {} : { temperature: entry.temperature }),
      ...(entry.lots === takeSnapshot(line).lots
        ? {}
        : { receivedLots: parseReceivedLots(entry.lots).filter(isLotRelevant).map(toLotInput) }),
    };
    return Object.keys(change).length > 0 ? [{ lineId: line.lineId, ...withAccepted(change, accepted) }] : [];
  });
  return items.length > 0 ? { items } : {};
}

/**
 * If the accepted quantity is unset, the server derives it from the damaged and over quantities, so it is
 * sent explicitly when they change.
 */
function withAccepted<T extends object>(change: T, accepted: number): T & { receivedQty?: number } {
  return 'damagedQty' in change || 'overQty' in change || 'receivedLots' in change
    ? { ...change, receivedQty: accepted }
    : change;
}

/** Receipt drafts by user and order; every entry is stored on this device immediately. */
export const receiptDrafts = defineDraft<OrderReceiptDraft>({
  name: 'receipt',
  empty: () => emptyOrderReceipt,
  isEmpty: (receipt) => receipt === emptyOrderReceipt,
  read(stored) {
    const entries = Object.entries(readRecord(stored['entries'])).map(([lineId, entry]) => [
      lineId,
      readEntry(entry),
    ]);
    if (entries.length === 0 && stored['isAllAsShipped'] !== true) return null;
    const snapshots = Object.entries(readRecord(stored['shownLines'])).map(([lineId, value]) => [
      lineId,
      { ...readEntry(value), shipped: readNumberValue(readRecord(value)['shipped']) ?? 0 },
    ]);
    return {
      isAllAsShipped: stored['isAllAsShipped'] === true,
      entries: Object.fromEntries(entries),
      shownLines: Object.fromEntries(snapshots),
    };
  },
});

function readEntry(value: unknown): ReceiptEntry {
  const row = readRecord(value);
  return {
    accepted: readNumberValue(row['accepted']),
    damaged: readNumberValue(row['damaged']),
    reason: readText(row['reason']) ?? '',
    note: readText(row['note']) ?? '',
    lots: readText(row['lots']) ?? '',
    temperature: readNumberValue(row['temperature']),
  };
}
