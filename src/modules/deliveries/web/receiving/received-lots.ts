import type { OrderLine } from '#modules/orders/shapes.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';

export interface ReceivedLot {
  /** Empty if no lot number is printed on the goods. */
  lot: string;
  /** ISO date, or empty. */
  expiry: string;
  accepted: number | null;
  damaged: number | null;
  /** True for a lot that was not shipped on this line. */
  isOther: boolean;
}

/** Serializes received lots: equal lots produce equal text, and no lots an empty string. */
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

export function parseReceivedLots(serialized: string): ReceivedLot[] {
  const lots: ReceivedLot[] = serialized === '' ? [] : JSON.parse(serialized);
  return lots;
}

/** Returns the received lots of a line as the server stores them; empty when none were recorded. */
export function getRecordedLots({ lots, otherLots = [] }: OrderLine): ReceivedLot[] {
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

/** Returns the lots of a line to confirm individually: those entered, otherwise those shipped. */
export function getLotsToConfirm(line: OrderLine, serialized: string): ReceivedLot[] {
  if (serialized !== '') return parseReceivedLots(serialized);
  return line.lots.map(({ lot, qty, expiry = '' }) => ({
    lot,
    expiry,
    accepted: qty,
    damaged: null,
    isOther: false,
  }));
}

/** Totals the accepted and damaged quantities of the lots. */
export function sumReceivedLots(lots: readonly ReceivedLot[]): { accepted: number; damaged: number } {
  const sum = (select: (lot: ReceivedLot) => number | null) =>
    fromMicro(lots.reduce((total, lot) => total + toMicro(select(lot) ?? 0), 0));
  return { accepted: sum(({ accepted }) => accepted), damaged: sum(({ damaged }) => damaged) };
}

/** Returns whether a lot is part of the receipt: it was shipped, or some of it was received. */
export const isLotRelevant = ({ isOther, accepted, damaged }: ReceivedLot): boolean =>
  !isOther || (accepted ?? 0) + (damaged ?? 0) > 0;

export function toLotInput({ lot, expiry, accepted, damaged, isOther }: ReceivedLot) {
  return {
    ...(lot.trim() !== '' && { lot: lot.trim() }),
    ...(isOther && expiry !== '' && { expiry }),
    receivedQty: accepted ?? 0,
    damagedQty: damaged ?? 0,
  };
}
