import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { compareCodes } from '#core/text.ts';
import { addDays } from '#core/day.ts';

/** Lot settings of an item. */
export interface TrackedItem {
  itemCode: string;
  trackLots: boolean;
  trackExpiry: boolean;
  shelfLifeDays: number | null;
}

/** Returns whether an item needs a lot whenever it enters stock: it does if it tracks lots or expiry. */
export const needsLot = (item: Pick<TrackedItem, 'trackLots' | 'trackExpiry'>): boolean =>
  item.trackLots || item.trackExpiry;

/**
 * Code of the single lot that contains stock without a lot number, such as stock from before lots were
 * tracked.
 */
export const unnamedLot = '';

/**
 * The properties of a lot that determine whether it may be used. Expiry is a day (YYYY-MM-DD), or null if the
 * lot doesn't expire.
 */
export interface LotState {
  expiry: string | null;
  isHeld: boolean;
}

/** Reason why a lot can't be used. */
export type LotBlocker = 'held' | 'expired';

/** Returns why a lot can't be used on a day, or null. A lot can be used through its expiry day. */
export function getLotBlocker({ expiry, isHeld }: LotState, day: string): LotBlocker | null {
  if (isHeld) return 'held';
  return expiry !== null && expiry < day ? 'expired' : null;
}

/** Returns whether a lot can be picked, shipped and consumed on a day (YYYY-MM-DD). */
export const isLotUsable = (lot: LotState, day: string): boolean => getLotBlocker(lot, day) === null;

/**
 * Returns the day before which a lot must not expire to be sent to a branch: the delivery day plus the
 * remaining shelf life that the branch requires, but not before today.
 */
export function requiredValidThrough(
  today: string,
  deliveryDate: string,
  minLifeDays: number | null,
): string {
  // Capped so that the date stays within the calendar.
  const day = addDays(deliveryDate, Math.max(0, Math.min(minLifeDays ?? 0, 36_500)));
  return day > today ? day : today;
}

/** A lot with its available quantity at a location, in base units. */
export interface AvailableLot extends LotState {
  lot: string;
  freeMicro: number;
  /** Creation time (ISO); of two lots with the same expiry, the older one is used first. */
  since: string;
}

/** Compares lots for FEFO: earlier expiry first, non-expiring last; then the older lot, then the code. */
export function compareByExpiry(
  a: Pick<AvailableLot, 'lot' | 'expiry' | 'since'>,
  b: Pick<AvailableLot, 'lot' | 'expiry' | 'since'>,
): number {
  return (
    compareCodes(a.expiry ?? '9999-99-99', b.expiry ?? '9999-99-99') ||
    compareCodes(a.since, b.since) ||
    compareCodes(a.lot, b.lot)
  );
}

export interface LotPart {
  lot: string;
  qtyMicro: number;
}

export interface LotProposal {
  parts: LotPart[];
  /** The quantity that isn't covered by usable lots. */
  shortMicro: number;
}

/**
 * Proposes lots by FEFO, as many as needed. Never proposes lots that are on hold or expired on `day`.
 *
 * @param packMicro pack size that must not be split: each lot contributes whole packs, and quantities below
 *   one pack come only from loose stock; null if any quantity may be taken
 * @returns parts above zero, at most one per lot; together with `shortMicro` they add up to the requested
 *   quantity
 */
export function proposeLots(
  wantedMicro: number,
  lots: readonly AvailableLot[],
  day: string,
  packMicro: number | null = null,
): LotProposal {
  const stepMicro = packMicro ?? 1;
  let looseMicro = wantedMicro > 0 ? wantedMicro % stepMicro : 0;
  let packedMicro = Math.max(0, wantedMicro) - looseMicro;
  const parts: LotPart[] = [];
  for (const { lot, freeMicro } of lots.filter((lot) => isLotUsable(lot, day)).toSorted(compareByExpiry)) {
    if (freeMicro <= 0) continue;
    const loosePartMicro = freeMicro % stepMicro;
    const packs = Math.min(freeMicro - loosePartMicro, packedMicro);
    const loose = Math.min(loosePartMicro, looseMicro);
    packedMicro -= packs;
    looseMicro -= loose;
    if (packs + loose > 0) parts.push({ lot, qtyMicro: packs + loose });
  }
  return { parts, shortMicro: packedMicro + looseMicro };
}

/** Code and expiry date of an entered lot. */
export interface EnteredLot {
  lot: string;
  expiry: string | null;
}

export type LotEntry =
  | ({ ok: true } & EnteredLot)
  | { ok: false; errors: Partial<Record<'lot' | 'expiry', Refusal>> };

/**
 * Resolves the lot of goods entering stock from outside. Lot number and expiry are never made up: an item
 * that tracks them requires them to be entered, and the error suggests values. Items that track only expiry
 * get a generated lot code from item code, day and counter.
 *
 * @param day business day of the entry (YYYY-MM-DD)
 */
export function resolveEnteredLot(
  item: TrackedItem & { name: string },
  entry: { lot?: string | null | undefined; expiry?: string | null | undefined },
  day: string,
  counter: number,
): LotEntry {
  const generatedCode = buildLotCode(item.itemCode, day, counter);
  const enteredCode = entry.lot?.trim() ?? '';
  const expiry = entry.expiry ?? null;
  const errors: Partial<Record<'lot' | 'expiry', Refusal>> = {};
  if (enteredCode === '' && item.trackLots)
    errors.lot = refusal('lot-needed', { item: item.name, lot: generatedCode });
  if (expiry === null && item.trackExpiry) {
    const proposed = expiryByShelfLife(day, item);
    errors.expiry =
      proposed === null
        ? refusal('expiry-needed', { item: item.name })
        : refusal('expiry-proposed', { item: item.name, day: proposed });
  }
  if (errors.lot || errors.expiry) return { ok: false, errors };
  return { ok: true, lot: enteredCode === '' ? generatedCode : enteredCode, expiry };
}

/** Builds the code of a lot without a printed number: `IT-001-20260304-2`. */
export const buildLotCode = (itemCode: string, day: string, counter: number): string =>
  `${itemCode}-${day.replaceAll('-', '')}-${counter}`;

/**
 * Returns the expiry date according to the shelf life; null if the shelf life is unknown or expiry isn't
 * tracked.
 */
export function expiryByShelfLife(
  day: string,
  { trackExpiry, shelfLifeDays }: Pick<TrackedItem, 'trackExpiry' | 'shelfLifeDays'>,
): string | null {
  return trackExpiry && shelfLifeDays !== null ? addDays(day, shelfLifeDays) : null;
}
