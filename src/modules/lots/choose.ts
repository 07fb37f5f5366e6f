import { foldText } from '#core/text.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { readGs1, type ScannedLot } from '#core/labels/gs1.ts';
import { unnamedLot, proposeLots } from './lot-rules.ts';

/** A lot that a user can choose; its code is empty for stock without a lot. */
export interface LotChoice {
  lot: string;
  /** Expiry date (YYYY-MM-DD), the last day of use; null if it doesn't expire. */
  expiry: string | null;
  /** In the displayed unit. */
  available: number;
  isHeld: boolean;
}

/** Quantity by lot code, in the displayed unit. */
export type LotAmounts = Readonly<Record<string, number>>;

/** Returns the total quantity of all lots. */
export const totalLotAmount = (amounts: LotAmounts): number =>
  fromMicro(Object.values(amounts).reduce((sum, qty) => sum + toMicro(qty), 0));

/**
 * Proposes lots for a quantity in FEFO order, from lots that don't expire before `validThrough` and aren't on
 * hold.
 *
 * @param lots lots with the same expiry are used in this order
 * @param validThrough ISO date; null for waste, which may use any lot and starts with expired ones
 */
export function proposeLotAmounts(
  needed: number,
  lots: readonly LotChoice[],
  validThrough: string | null,
): LotAmounts {
  const stock = lots.map(({ lot, expiry, available, isHeld }, index) => ({
    lot,
    expiry,
    isHeld: validThrough !== null && isHeld,
    since: String(index).padStart(6, '0'),
    freeMicro: toMicro(available),
  }));
  const { parts } = proposeLots(toMicro(needed), stock, validThrough ?? '');
  return Object.fromEntries(parts.map(({ lot, qtyMicro }) => [lot, fromMicro(qtyMicro)]));
}

/** Returns the lots to store on a document line, in the order of `lots`; stock without a lot is omitted. */
export function selectChosenLots(
  amounts: LotAmounts,
  lots: readonly LotChoice[],
): { lot: string; qty: number; expiry?: string }[] {
  const expiryByLot = new Map(lots.map(({ lot, expiry }) => [lot, expiry]));
  const indexByLot = new Map(lots.map(({ lot }, index) => [lot, index]));
  return Object.entries(amounts)
    .filter(([lot, qty]) => lot !== unnamedLot && qty > 0)
    .toSorted(([a], [b]) => (indexByLot.get(a) ?? 0) - (indexByLot.get(b) ?? 0))
    .map(([lot, qty]) => {
      const expiry = expiryByLot.get(lot);
      return { lot, qty, ...(expiry && { expiry }) };
    });
}

/** Expiry warnings: expired, expires today, or expires too early for the destination. */
export type ExpiryState = 'expired' | 'expiresToday' | 'shortDated';

/**
 * Returns the expiry warning for a day, or null.
 *
 * @param validThrough the day before which the lot must not expire (ISO date)
 */
export function getExpiryState(
  expiry: string | null,
  day: string,
  validThrough: string = day,
): ExpiryState | null {
  if (expiry === null || expiry > day) return expiry !== null && expiry < validThrough ? 'shortDated' : null;
  return expiry === day ? 'expiresToday' : 'expired';
}

/**
 * Finds the lots that entered or scanned text refers to. The first rule with a match applies:
 *
 * 1. an exact lot code,
 * 2. the lot in a GS1 code,
 * 3. the expiry in a GS1 code,
 * 4. part of a lot code.
 *
 * @param lots the code is empty for stock without a lot
 */
export function matchLots<Lot extends { lot: string; expiry: string | null }>(
  text: string,
  lots: readonly Lot[],
  today: string,
): Lot[] {
  const folded = foldText(text);
  if (folded === '') return [...lots];
  const findByCode = (code: string) =>
    lots.filter(({ lot }) => lot !== '' && foldText(lot) === foldText(code));
  const exactMatches = findByCode(text);
  if (exactMatches.length > 0) return exactMatches;
  const scanned = readGs1(text, today);
  if (scanned?.lot) return findByCode(scanned.lot);
  if (scanned?.expiry) return lots.filter(({ expiry }) => expiry === scanned.expiry);
  return lots.filter(({ lot }) => lot !== '' && foldText(lot).includes(folded));
}

/**
 * Reads the lot from a GS1 code of incoming goods; null if the text isn't a GS1 code or is the code of an
 * existing lot. A bare AI 10 is accepted only for an existing lot, because an ordinary code such as `10D9T`
 * also starts with 10.
 */
export function readPrintedLot(
  text: string,
  existingLots: readonly { lot: string }[],
  today: string,
): ScannedLot | null {
  const exists = (code: string | null) => existingLots.some(({ lot }) => lot !== '' && lot === code);
  const scanned = exists(text.trim()) ? null : readGs1(text, today);
  const hasOnlyLot = text.startsWith('10') && scanned?.gtin === null && scanned.expiry === null;
  return hasOnlyLot && !exists(scanned.lot) ? null : scanned;
}
