import type { OrderLine } from '#contract/orders.ts';
import { fromMicro, toMicro } from '#domain/quantity.ts';

/** One lot that came. */
export interface CameLot {
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
export const lotsText = (lots: readonly CameLot[]): string =>
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

export function lotsIn(said: string): CameLot[] {
  const lots: CameLot[] = said === '' ? [] : JSON.parse(said);
  return lots;
}

/** What the server has of the lots of a line that came; none where nobody has said anything. */
export function saidLots({ lots, otherLots = [] }: OrderLine): CameLot[] {
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
export function lotsToSay(line: OrderLine, said: string): CameLot[] {
  if (said !== '') return lotsIn(said);
  return line.lots.map(({ lot, qty, expiry = '' }) => ({
    lot,
    expiry,
    accepted: qty,
    damaged: null,
    isOther: false,
  }));
}

/** What the lots come to. */
export function sumOfLots(lots: readonly CameLot[]): { accepted: number; damaged: number } {
  const sum = (of: (lot: CameLot) => number | null) =>
    fromMicro(lots.reduce((total, lot) => total + toMicro(of(lot) ?? 0), 0));
  return { accepted: sum(({ accepted }) => accepted), damaged: sum(({ damaged }) => damaged) };
}

/** A lot that was not shipped says something when some of it came. */
export const saysSomething = ({ isOther, accepted, damaged }: CameLot): boolean =>
  !isOther || (accepted ?? 0) + (damaged ?? 0) > 0;

export function wireLot({ lot, expiry, accepted, damaged, isOther }: CameLot) {
  return {
    ...(lot.trim() !== '' && { lot: lot.trim() }),
    ...(isOther && expiry !== '' && { expiry }),
    receivedQty: accepted ?? 0,
    damagedQty: damaged ?? 0,
  };
}
