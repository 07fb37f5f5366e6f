import type { OrderLine } from '#contract/orders.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';

/** One lot that came. */
export interface ReceivedLot {
  /** Empty where none is printed on it. */
  lot: string;
  /** YYYY-MM-DD, or empty. */
  expiry: string;
  accepted: number | null;
  damaged: number | null;
  /** It was not shipped on the line. */
  isOther: boolean;
}

/** Lots that came in one text, the same for the same lots; empty for none. */
export const serializeReceivedLots = (lots: readonly ReceivedLot[]): string =>
  lots.length === 0
    ? ''
    : JSON.stringify(
        lots.map(({ lot, expiry, accepted, damaged, isOther }) => ({
          lot,
          expiry,
          accepted,
          damaged,
          isOther,
        })),
      );

export function parseReceivedLots(said: string): ReceivedLot[] {
  const lots: ReceivedLot[] = said === '' ? [] : JSON.parse(said);
  return lots;
}

/** What the server has of the lots of a line that came; none where nobody has said anything. */
export function recordedLots({ lots, otherLots = [] }: OrderLine): ReceivedLot[] {
  if (otherLots.length === 0 && lots.every(({ receivedQty }) => receivedQty === undefined)) return [];
  return [
    ...lots.map(({ lot, qty, expiry = '', receivedQty = qty, damagedQty }) => ({
      lot,
      expiry,
      accepted: receivedQty,
      damaged: damagedQty || null,
      isOther: false,
    })),
    ...otherLots.map(({ lot, expiry = '', receivedQty, damagedQty }) => ({
      lot: lot ?? '',
      expiry,
      accepted: receivedQty,
      damaged: damagedQty || null,
      isOther: true,
    })),
  ];
}

/** The lots of a line to go over one by one: as they were said, or as they were shipped. */
export function lotsToConfirm(line: OrderLine, said: string): ReceivedLot[] {
  if (said !== '') return parseReceivedLots(said);
  return line.lots.map(({ lot, qty, expiry = '' }) => ({
    lot,
    expiry,
    accepted: qty,
    damaged: null,
    isOther: false,
  }));
}

/** What the lots come to. */
export function sumReceivedLots(lots: readonly ReceivedLot[]): { accepted: number; damaged: number } {
  const sum = (of: (lot: ReceivedLot) => number | null) =>
    fromMicro(lots.reduce((total, lot) => total + toMicro(of(lot) ?? 0), 0));
  return { accepted: sum(({ accepted }) => accepted), damaged: sum(({ damaged }) => damaged) };
}

/** A lot that was not shipped says something when some of it came. */
export const isLotRelevant = ({ isOther, accepted, damaged }: ReceivedLot): boolean =>
  !isOther || (accepted ?? 0) + (damaged ?? 0) > 0;

export function receivedLotInput({ lot, expiry, accepted, damaged, isOther }: ReceivedLot) {
  return {
    ...(lot.trim() !== '' && { lot: lot.trim() }),
    ...(isOther && expiry !== '' && { expiry }),
    receivedQty: accepted ?? 0,
    damagedQty: damaged ?? 0,
  };
}
