import { foldText } from '../text.ts';
import { fromMicro, toMicro } from '../quantity.ts';
import { readGs1, type ScannedLot } from './gs1.ts';
import { unnamedLot, proposeLots } from './lots.ts';

/** A lot that a person can take from; its code is empty for what nobody named one for. */
export interface LotChoice {
  lot: string;
  /** The last day on which it is good (YYYY-MM-DD); null: it does not expire. */
  expiry: string | null;
  /** In the unit that is shown. */
  free: number;
  isHeld: boolean;
}

/** How much is taken of which lot, by code, in the unit that is shown. */
export type LotAmounts = Readonly<Record<string, number>>;

/** What is taken of all lots together. */
export const totalLotAmount = (amounts: LotAmounts): number =>
  fromMicro(Object.values(amounts).reduce((sum, qty) => sum + toMicro(qty), 0));

/**
 * What a quantity is taken from where nobody chooses: FEFO over lots that are good until a day and not on hold; for what
 * is thrown away over all, what has expired first.
 *
 * @param lots the first to go first, of those that expire on the same day
 * @param until the day, or null for what is thrown away
 */
export function amountsByExpiry(
  wanted: number,
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
  const { parts } = proposeLots(toMicro(wanted), stock, until ?? '');
  return Object.fromEntries(parts.map(({ lot, qtyMicro }) => [lot, fromMicro(qtyMicro)]));
}

/** The amounts as a document names them, in the order of the lots: what nobody named a lot for is left out. */
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

/** How a lot's last day stands to the day: past or today, or not long enough for where it goes. */
export type ExpiryState = 'past' | 'today' | 'short';

/** What has to be said of an expiry day; null for nothing. `until`: the day through which it should be good. */
export function expiryState(expiry: string | null, day: string, until: string = day): ExpiryState | null {
  if (expiry === null || expiry > day) return expiry !== null && expiry < until ? 'short' : null;
  return expiry === day ? 'today' : 'past';
}

/**
 * Which of the lots a text means that somebody typed or scanned: the code itself, a GS1 code with that lot, or, where it
 * names no lot, that expiry; else every lot whose code has it in it.
 *
 * @param lots their codes, empty for what nobody named a lot for, and their last days
 */
export function matchLots<Lot extends { lot: string; expiry: string | null }>(
  text: string,
  lots: readonly Lot[],
  today: string,
): Lot[] {
  const wanted = foldText(text);
  if (wanted === '') return [...lots];
  const called = (code: string) => lots.filter(({ lot }) => lot !== '' && foldText(lot) === foldText(code));
  const itself = called(text);
  if (itself.length > 0) return itself;
  const scanned = readGs1(text, today);
  if (scanned?.lot) return called(scanned.lot);
  if (scanned?.expiry) return lots.filter(({ expiry }) => expiry === scanned.expiry);
  return lots.filter(({ lot }) => lot !== '' && foldText(lot).includes(wanted));
}

/**
 * The lot that a GS1 code says of goods that come; null for what is no such code, but a lot's name as it is: one that is known
 * by it, or that could be nothing but an AI 10 (`10D9T`).
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
