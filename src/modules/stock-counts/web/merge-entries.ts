import type { CountEvent } from '../input.ts';
import type { CountLine } from '../shapes.ts';
import { baseUnitSize, totalInUnit } from '#core/exact-totals.ts';
import { toExactOrNull, fromMicro, toMicro } from '#core/quantity.ts';

/** Entries of this device: pending, or with the lines from the server's response. */
export interface DeviceEntries {
  events: readonly CountEvent[];
  /** Time at which the first of them was entered, in epoch ms by this device's clock. */
  createdAt: number;
  /** Null until the server has responded. */
  response: readonly CountLine[] | null;
  /** Whether the server rejected them; the user must review them. */
  isRefused: boolean;
}

/** Line as shown to the user, with this device's pending entries applied. */
export interface SheetLine extends CountLine {
  /** Whether an entry of this device hasn't reached the server yet. */
  isWaiting: boolean;
  /** Whether the server rejected an entry of this device. */
  isRefused: boolean;
}

/** The user of this device. */
interface EnteringUser {
  userId: string;
  userName: string;
}

/**
 * Merges this device's entries into the loaded lines: a newer line from a response replaces the loaded one,
 * and pending entries are applied on top.
 */
export function mergeEntries(
  lines: readonly CountLine[],
  deviceEntries: readonly DeviceEntries[],
  user: EnteringUser,
): SheetLine[] {
  const updatedLines = new Map<string, CountLine>();
  const pendingByLine = new Map<string, { event: CountEvent; createdAt: number }[]>();
  const rejectedIds = new Set<string>();
  for (const { events, createdAt, response, isRefused } of deviceEntries) {
    for (const line of response ?? []) {
      const updatedLine = updatedLines.get(line.lineId);
      if (updatedLine === undefined || updatedLine.lastEntrySeq <= line.lastEntrySeq)
        updatedLines.set(line.lineId, line);
    }
    if (response !== null) continue;
    for (const event of events) {
      if (event.lineId === undefined) continue;
      pendingByLine.set(event.lineId, [...(pendingByLine.get(event.lineId) ?? []), { event, createdAt }]);
      if (isRefused) rejectedIds.add(event.lineId);
    }
  }
  return lines.map((loadedLine) => {
    const updatedLine = updatedLines.get(loadedLine.lineId);
    const line = updatedLine && updatedLine.lastEntrySeq > loadedLine.lastEntrySeq ? updatedLine : loadedLine;
    const events = pendingByLine.get(line.lineId);
    if (events === undefined) return { ...line, isWaiting: false, isRefused: false };
    const isRefused = rejectedIds.has(line.lineId);
    return {
      ...events.reduce((current, entry) => applyEvent(current, entry, user), line),
      isWaiting: true,
      isRefused,
    };
  });
}

function applyEvent(
  line: CountLine,
  { event, createdAt }: { event: CountEvent; createdAt: number },
  { userId, userName }: EnteringUser,
): CountLine {
  const qty = getBaseQty(event, line);
  const previousQty = event.mode === 'add' ? (line.countedQty ?? 0) : 0;
  if (qty === null)
    return { ...line, countedQty: null, countedBy: null, countedByName: null, countedAt: null };
  return {
    ...line,
    countedQty: fromMicro(toMicro(previousQty) + toMicro(qty)),
    ...(event.pieces !== undefined && { pieces: event.pieces }),
    countedBy: userId,
    countedByName: userName,
    countedAt: new Date(createdAt + (event.afterMs ?? 0)).toISOString(),
    isMarkedForRecount: false,
  };
}

/** Returns an entry's quantity in the item's base unit; null if the entry removes the count. */
function getBaseQty({ qty, unit, parts }: CountEvent, { units }: CountLine): number | null {
  if (parts === undefined && (qty === null || qty === undefined)) return null;
  const quantities = parts ?? [{ qty: qty ?? 0, unit: unit ?? '' }];
  const amounts = quantities.map((part) => {
    const { num: unitNum, den: unitDen } = units.find(({ _id }) => _id === part.unit) ?? { num: 1, den: 1 };
    return { qtyMicro: toMicro(part.qty), unitNum, unitDen };
  });
  return fromMicro(toExactOrNull(() => totalInUnit(baseUnitSize, amounts)) ?? 0);
}
