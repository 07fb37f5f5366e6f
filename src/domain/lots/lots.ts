import { type Refusal, refusal } from '../refusals/refusal.ts';
import { addDays } from '../planning/cutoff.ts';
import { compareCodes } from '../text.ts';

/** What of an item decides whether it is kept by lots, and what its lots are called. */
export interface TrackedItem {
  itemCode: string;
  trackLots: boolean;
  trackExpiry: boolean;
  shelfLifeDays: number | null;
}

/** Items that track lots or expiry carry a lot at every entry into stock. */
export const needsLot = (item: Pick<TrackedItem, 'trackLots' | 'trackExpiry'>): boolean =>
  item.trackLots || item.trackExpiry;

/** The code of the one lot of an item that holds what nobody named a lot for: what was there before lots were kept. */
export const unnamedLot = '';

/** What decides whether a lot may be used. Expiry is a day (YYYY-MM-DD); null: it does not expire. */
export interface LotState {
  expiry: string | null;
  isHeld: boolean;
}

/** Why a lot may not be used. */
export type LotBlocker = 'held' | 'expired';

/** What keeps a lot from being used on a day, or null. A lot is good through its expiry day. */
export function getLotBlocker({ expiry, isHeld }: LotState, day: string): LotBlocker | null {
  if (isHeld) return 'held';
  return expiry !== null && expiry < day ? 'expired' : null;
}

/** May a lot be picked, shipped and consumed on this day (YYYY-MM-DD)? */
export const isLotUsable = (lot: LotState, day: string): boolean => getLotBlocker(lot, day) === null;

/**
 * The last day on which a lot must still be good to be sent to a branch: so many days after the delivery as the branch
 * asks for, and never before today.
 */
export function requiredGoodUntil(today: string, deliveryDate: string, leastLifeDays: number | null): string {
  // No day is so far away that the calendar does not reach it.
  const day = addDays(deliveryDate, Math.max(0, Math.min(leastLifeDays ?? 0, 36_500)));
  return day > today ? day : today;
}

/** A lot with what is free of it at a place, in base units. */
export interface AvailableLot extends LotState {
  lot: string;
  freeMicro: number;
  /** When it came to be (ISO): of lots that expire on the same day the older one goes first. */
  since: string;
}

/** Which goes first: the earlier expiry, what does not expire last; then the older lot, then its code. */
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
  /** What no usable lot covers. */
  shortMicro: number;
}

/**
 * FEFO: which lots a quantity is taken from, the earliest expiry first, over as many lots as it needs. Lots that are on
 * hold, or not good any more on `day`, are never proposed.
 *
 * @param packMicro packs are not broken: whole packs come from each lot, and what is less than one pack only from what
 * lies loose beside them. Null: any quantity.
 * @returns parts above zero, each lot once; with `shortMicro` they sum to what was wanted.
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
  for (const { lot, freeMicro } of lots.filter((one) => isLotUsable(one, day)).toSorted(compareByExpiry)) {
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

/** A lot as it is entered: its code, and through which day it is good. */
export interface EnteredLot {
  lot: string;
  expiry: string | null;
}

export type LotEntry =
  | ({ ok: true } & EnteredLot)
  | { ok: false; faults: Partial<Record<'lot' | 'expiry', Refusal>> };

/**
 * The lot of goods that enter stock from outside. Nothing that is printed on them is made up: the lot number is required where lots
 * are tracked, the expiry where expiry is, and the refusal proposes what the rules would give. An item that only tracks expiry has
 * lot numbers of our own, made of its code, the day and a counter.
 *
 * @param day the business day on which the goods enter (YYYY-MM-DD)
 */
export function resolveEnteredLot(
  item: TrackedItem & { name: string },
  given: { lot?: string | null | undefined; expiry?: string | null | undefined },
  day: string,
  counter: number,
): LotEntry {
  const ownCode = buildLotCode(item.itemCode, day, counter);
  const named = given.lot?.trim() ?? '';
  const expiry = given.expiry ?? null;
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

/** The code of a lot that nobody named: `IT-001-20260304-2`. */
export const buildLotCode = (itemCode: string, day: string, counter: number): string =>
  `${itemCode}-${day.replaceAll('-', '')}-${counter}`;

/** Through which day goods of this day are good by their shelf life; null where it is not known, or not kept. */
export function expiryByShelfLife(
  day: string,
  { trackExpiry, shelfLifeDays }: Pick<TrackedItem, 'trackExpiry' | 'shelfLifeDays'>,
): string | null {
  return trackExpiry && shelfLifeDays !== null ? addDays(day, shelfLifeDays) : null;
}
