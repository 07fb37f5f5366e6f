import { foldText } from '#core/text.ts';
import { fromMicro, toMicro } from '#core/quantity.ts';
import { readGs1, type ScannedLot } from '#core/labels/gs1.ts';
import { unnamedLot, proposeLots } from './lot-rules.ts';

/** A lot that a user can choose; its code is empty for stock without a lot. */
export interface LotChoice {
  lot: string;
  /** Last good day (YYYY-MM-DD); null if it doesn't expire. */
  expiry: string | null;
  /** In the displayed unit. */
  free: number;
  isHeld: boolean;
}

/** Quantity by lot code, in the displayed unit. */
export type LotAmounts = Readonly<Record<string, number>>;

/** Returns the total quantity of all lots. */
export const totalLotAmount = (amounts: LotAmounts): number =>
  fromMicro(Object.values(amounts).reduce((sum, qty) => sum + toMicro(qty), 0));

/**
 * Proposes lots for a quantity by FEFO, from lots that are good until a day and not on hold. For waste,
 * proposes any lots, expired ones first.
 *
 * @param lots in picking order for lots with the same expiry
 * @param until the day, or null for waste
 */
export function amountsByExpiry(
  needed: number,
  lots: readonly LotChoice[],
  until: string | null,
): LotAmounts {
  const stock = lots.map(({ lot, expiry, free, isHeld }, at) => ({
    lot,
    expiry,
    isHeld: until !== null && isHeld,
    since: String(at).padStart(6, '0'),
    freeMicro: toMicro(free),
  }));
  const { parts } = proposeLots(toMicro(needed), stock, until ?? '');
  return Object.fromEntries(parts.map(({ lot, qtyMicro }) => [lot, fromMicro(qtyMicro)]));
}

/** Returns the quantities as document lots, in the order of `lots`; stock without a lot is omitted. */
export function namedLots(
  amounts: LotAmounts,
  lots: readonly LotChoice[],
): { lot: string; qty: number; expiry?: string }[] {
  const expiryOf = new Map(lots.map(({ lot, expiry }) => [lot, expiry]));
  const place = new Map(lots.map(({ lot }, at) => [lot, at]));
  return Object.entries(amounts)
    .filter(([lot, qty]) => lot !== unnamedLot && qty > 0)
    .toSorted(([a], [b]) => (place.get(a) ?? 0) - (place.get(b) ?? 0))
    .map(([lot, qty]) => {
      const expiry = expiryOf.get(lot);
      return { lot, qty, ...(expiry && { expiry }) };
    });
}

/** Expiry compared with a day: past, today, or too short for the destination. */
export type ExpiryState = 'expired' | 'expiresToday' | 'shortDated';

/** Returns the expiry warning for a day, or null. `until` is the day through which the lot should be good. */
export function expiryState(expiry: string | null, day: string, until: string = day): ExpiryState | null {
  if (expiry === null || expiry > day) return expiry !== null && expiry < until ? 'shortDated' : null;
  return expiry === day ? 'expiresToday' : 'expired';
}

/**
 * Finds the lots that typed or scanned text refers to: by exact code; by the lot or, without a lot, the
 * expiry of a GS1 code; or by part of the code.
 *
 * @param lots codes (empty for stock without a lot) and expiry dates
 */
export function matchLots<Lot extends { lot: string; expiry: string | null }>(
  text: string,
  lots: readonly Lot[],
  today: string,
): Lot[] {
  const folded = foldText(text);
  if (folded === '') return [...lots];
  const called = (code: string) => lots.filter(({ lot }) => lot !== '' && foldText(lot) === foldText(code));
  const itself = called(text);
  if (itself.length > 0) return itself;
  const scanned = readGs1(text, today);
  if (scanned?.lot) return called(scanned.lot);
  if (scanned?.expiry) return lots.filter(({ expiry }) => expiry === scanned.expiry);
  return lots.filter(({ lot }) => lot !== '' && foldText(lot).includes(folded));
}

/**
 * Reads the lot from a GS1 code of incoming goods. Null for any other text, for a known lot code, and for
 * text that as a GS1 code would contain only a lot (AI 10), unless that lot is known (`10D9T`).
 */
export function readPrintedLot(
  text: string,
  known: readonly { lot: string }[],
  today: string,
): ScannedLot | null {
  const isKnown = (code: string | null) => known.some(({ lot }) => lot !== '' && lot === code);
  const scanned = isKnown(text.trim()) ? null : readGs1(text, today);
  const isLone = text.startsWith('10') && scanned?.gtin === null && scanned.expiry === null;
  return isLone && !isKnown(scanned.lot) ? null : scanned;
}
