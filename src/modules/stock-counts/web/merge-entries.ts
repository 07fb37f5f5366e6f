import type { CountEvent } from '../input.ts';
import type { CountLine } from '../shapes.ts';
import { baseUnitSize, totalInUnit } from '#core/exact-totals.ts';
import { exactOrNull, fromMicro, toMicro } from '#core/quantity.ts';

/** Entries of this device: pending, or with the lines from the server's response. */
export interface DeviceEntries {
  events: readonly CountEvent[];
  /** When the first of them was entered, epoch ms by this device's clock. */
  createdAt: number;
  /** Null until the server has responded. */
  answer: readonly CountLine[] | null;
  /** Rejected by the server; the user must review it. */
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
  const answered = new Map<string, CountLine>();
  const pendingByLine = new Map<string, { event: CountEvent; createdAt: number }[]>();
  const refused = new Set<string>();
  for (const { events, createdAt, answer, isRefused } of deviceEntries) {
    for (const line of answer ?? []) {
      const answeredLine = answered.get(line.lineId);
      if (answeredLine === undefined || answeredLine.newest <= line.newest) answered.set(line.lineId, line);
    }
    if (answer !== null) continue;
    for (const event of events) {
      if (event.lineId === undefined) continue;
      pendingByLine.set(event.lineId, [...(pendingByLine.get(event.lineId) ?? []), { event, createdAt }]);
      if (isRefused) refused.add(event.lineId);
    }
  }
  return lines.map((loadedLine) => {
    const answeredLine = answered.get(loadedLine.lineId);
    const line = answeredLine && answeredLine.newest > loadedLine.newest ? answeredLine : loadedLine;
    const events = pendingByLine.get(line.lineId);
    if (events === undefined) return { ...line, isWaiting: false, isRefused: false };
    const isRefused = refused.has(line.lineId);
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
  const qty = entryBaseQty(event, line);
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
    recount: false,
  };
}

/** Returns an entry's quantity in the item's base unit; null if the entry removes the count. */
function entryBaseQty({ qty, unit, parts }: CountEvent, { units }: CountLine): number | null {
  if (parts === undefined && (qty === null || qty === undefined)) return null;
  const quantities = parts ?? [{ qty: qty ?? 0, unit: unit ?? '' }];
  const amounts = quantities.map((part) => {
    const { num: unitNum, den: unitDen } = units.find(({ _id }) => _id === part.unit) ?? { num: 1, den: 1 };
    return { qtyMicro: toMicro(part.qty), unitNum, unitDen };
  });
  return fromMicro(exactOrNull(() => totalInUnit(baseUnitSize, amounts)) ?? 0);
}
