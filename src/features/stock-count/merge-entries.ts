import type { CountEvent, CountLine } from '#contract/counts.ts';
import { baseUnitSize, totalInUnit } from '#domain/exact-totals.ts';
import { exactOrNull, fromMicro, toMicro } from '#domain/quantity.ts';

/** What this device has entered: on its way, or answered with the lines as the server has them. */
export interface DeviceEntries {
  events: readonly CountEvent[];
  /** When the first of them was entered (epoch ms by this device's clock). */
  createdAt: number;
  /** Null as long as the server has not answered. */
  answer: readonly CountLine[] | null;
  /** The server said no: somebody has to look at it. */
  isRefused: boolean;
}

/** A line as its counter sees it: what is entered stands in it, whether or not the server knows. */
export interface SheetLine extends CountLine {
  /** Entered here and not on the server yet. */
  isWaiting: boolean;
  /** What was entered here last was not taken by the server. */
  isRefused: boolean;
}

/** Who enters here. */
interface EnteringUser {
  userId: string;
  userName: string;
}

/** The lines with what was entered on this device since they were read: an answer overtakes its lines, the rest waits. */
export function mergeEntries(
  lines: readonly CountLine[],
  entered: readonly DeviceEntries[],
  who: EnteringUser,
): SheetLine[] {
  const answered = new Map<string, CountLine>();
  const waiting = new Map<string, { event: CountEvent; createdAt: number }[]>();
  const refused = new Set<string>();
  for (const { events, createdAt, answer, isRefused } of entered) {
    for (const line of answer ?? []) {
      const known = answered.get(line.lineId);
      if (known === undefined || known.newest <= line.newest) answered.set(line.lineId, line);
    }
    if (answer !== null) continue;
    for (const event of events) {
      if (event.lineId === undefined) continue;
      waiting.set(event.lineId, [...(waiting.get(event.lineId) ?? []), { event, createdAt }]);
      if (isRefused) refused.add(event.lineId);
    }
  }
  return lines.map((read) => {
    const told = answered.get(read.lineId);
    const line = told && told.newest > read.newest ? told : read;
    const events = waiting.get(line.lineId);
    if (events === undefined) return { ...line, isWaiting: false, isRefused: false };
    const isRefused = refused.has(line.lineId);
    return {
      ...events.reduce((before, entry) => applyEvent(before, entry, who), line),
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
  const before = event.mode === 'add' ? (line.countedQty ?? 0) : 0;
  if (qty === null)
    return { ...line, countedQty: null, countedBy: null, countedByName: null, countedAt: null };
  return {
    ...line,
    countedQty: fromMicro(toMicro(before) + toMicro(qty)),
    ...(event.pieces !== undefined && { pieces: event.pieces }),
    countedBy: userId,
    countedByName: userName,
    countedAt: new Date(createdAt + (event.afterMs ?? 0)).toISOString(),
    recount: false,
  };
}

/** How much an entry says, in the item's base unit; null for one that takes the count back. */
function entryBaseQty({ qty, unit, parts }: CountEvent, { units }: CountLine): number | null {
  if (parts === undefined && (qty === null || qty === undefined)) return null;
  const said = parts ?? [{ qty: qty ?? 0, unit: unit ?? '' }];
  const amounts = said.map((part) => {
    const { num: unitNum, den: unitDen } = units.find(({ _id }) => _id === part.unit) ?? { num: 1, den: 1 };
    return { qtyMicro: toMicro(part.qty), unitNum, unitDen };
  });
  return fromMicro(exactOrNull(() => totalInUnit(baseUnitSize, amounts)) ?? 0);
}
