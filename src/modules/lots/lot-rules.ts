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

/** Items that track lots or expiry need a lot whenever they enter stock. */
export const needsLot = (item: Pick<TrackedItem, 'trackLots' | 'trackExpiry'>): boolean =>
  item.trackLots || item.trackExpiry;

/**
 * Code of the single lot that contains stock without a lot number, such as stock from before lots were
 * tracked.
 */
export const unnamedLot = '';

/**
 * The facts that decide whether a lot may be used. Expiry is a day (YYYY-MM-DD); null if it doesn't expire.
 */
export interface LotState {
  expiry: string | null;
  isHeld: boolean;
}

/** Why a lot can't be used. */
export type LotBlocker = 'held' | 'expired';

/** Returns why a lot can't be used on a day, or null. A lot is good through its expiry day. */
export function getLotBlocker({ expiry, isHeld }: LotState, day: string): LotBlocker | null {
  if (isHeld) return 'held';
  return expiry !== null && expiry < day ? 'expired' : null;
}

/** Returns whether a lot can be picked, shipped and consumed on a day (YYYY-MM-DD). */
export const isLotUsable = (lot: LotState, day: string): boolean => getLotBlocker(lot, day) === null;

/**
 * Returns the day through which a lot must be good to be sent to a branch: the delivery day plus the branch's
 * required remaining days, at least today.
 */
export function requiredGoodUntil(today: string, deliveryDate: string, leastLifeDays: number | null): string {
  // Capped so that the date stays within the calendar.
  const day = addDays(deliveryDate, Math.max(0, Math.min(leastLifeDays ?? 0, 36_500)));
  return day > today ? day : today;
}

/** A lot with its available quantity at a location, in base units. */
export interface AvailableLot extends LotState {
  lot: string;
  freeMicro: number;
  /** Creation time (ISO): among lots with the same expiry the older one goes first. */
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
  /** The quantity that no usable lot covers. */
  shortMicro: number;
}

/**
 * Proposes lots by FEFO, over as many lots as needed. Lots on hold or expired on `day` are never proposed.
 *
 * @param packMicro unbroken pack size: whole packs come from each lot, and less than one pack only from loose
 * stock; null for any quantity
 * @returns parts above zero, each lot once; with `shortMicro` they add up to the requested quantity
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
    const besideMicro = freeMicro % stepMicro;
    const packs = Math.min(freeMicro - besideMicro, packedMicro);
    const loose = Math.min(besideMicro, looseMicro);
    packedMicro -= packs;
    looseMicro -= loose;
    if (packs + loose > 0) parts.push({ lot, qtyMicro: packs + loose });
  }
  return { parts, shortMicro: packedMicro + looseMicro };
}

/** An entered lot: its code and last good day. */
export interface EnteredLot {
  lot: string;
  expiry: string | null;
}

export type LotEntry =
  | ({ ok: true } & EnteredLot)
  | { ok: false; faults: Partial<Record<'lot' | 'expiry', Refusal>> };

/**
 * Resolves the lot of goods entering stock from outside. Printed data is never invented: lot number and
 * expiry are required where tracked, and the refusal proposes values from the rules. Items that only track
 * expiry get a generated lot code from item code, day and counter.
 *
 * @param day business day of the entry (YYYY-MM-DD)
 */
export function resolveEnteredLot(
  item: TrackedItem & { name: string },
  entry: { lot?: string | null | undefined; expiry?: string | null | undefined },
  day: string,
  counter: number,
): LotEntry {
  const ownCode = buildLotCode(item.itemCode, day, counter);
  const named = entry.lot?.trim() ?? '';
  const expiry = entry.expiry ?? null;
  const faults: Partial<Record<'lot' | 'expiry', Refusal>> = {};
  if (named === '' && item.trackLots) faults.lot = refusal('lot-needed', { item: item.name, lot: ownCode });
  if (expiry === null && item.trackExpiry) {
    const proposed = expiryByShelfLife(day, item);
    faults.expiry =
      proposed === null
        ? refusal('expiry-needed', { item: item.name })
        : refusal('expiry-proposed', { item: item.name, day: proposed });
  }
  if (faults.lot || faults.expiry) return { ok: false, faults };
  return { ok: true, lot: named === '' ? ownCode : named, expiry };
}

/** Builds the code of a lot without a printed number: `IT-001-20260304-2`. */
export const buildLotCode = (itemCode: string, day: string, counter: number): string =>
  `${itemCode}-${day.replaceAll('-', '')}-${counter}`;

/** Returns the last good day by shelf life; null if it is unknown or expiry isn't tracked. */
export function expiryByShelfLife(
  day: string,
  { trackExpiry, shelfLifeDays }: Pick<TrackedItem, 'trackExpiry' | 'shelfLifeDays'>,
): string | null {
  return trackExpiry && shelfLifeDays !== null ? addDays(day, shelfLifeDays) : null;
}
