import { convertMicro, invertRatio, type Ratio } from '../quantity.ts';
import { compareByExpiry, type AvailableLot, proposeLots } from '../lots/lots.ts';

/** What decides how far an order line is picked; quantities in the line's unit. */
export interface PickedLine {
  approvedMicro: number;
  /** Null: nothing is entered. */
  pickedMicro: number | null;
  /** Why it is another quantity than approved; null where nothing is said. */
  reason: string | null;
  /** Somebody is at it still, or has put it back, so that what is picked of it is not all there will be. */
  isOpen: boolean;
  /** It stands in for another line: nobody ordered it, so what is picked of it is all that is wanted. */
  isSubstitute: boolean;
}

/**
 * How far a line is picked: nothing of it (`open`), some and the rest is still to be fetched (`part`), less than approved
 * for a reason (`short`), or all that is wanted (`done`).
 */
export type PickState = 'open' | 'part' | 'short' | 'done';

/** How far a line is picked. A reason from before the picking closes a line only when nobody has it open. */
export function pickState(line: PickedLine): PickState {
  const { approvedMicro, pickedMicro, reason, isOpen, isSubstitute } = line;
  if (pickedMicro === null) return 'open';
  if (isSubstitute || pickedMicro === approvedMicro) return 'done';
  if (reason === null || isOpen) return 'part';
  return pickedMicro < approvedMicro ? 'short' : 'done';
}

/** Nothing more is to be fetched for the line. */
export const isPickComplete = (line: PickedLine): boolean => {
  const state = pickState(line);
  return state === 'done' || state === 'short';
};

/** What is still to be fetched for the line, in its unit; 0 for one that is done, or short for a reason. */
export function remainingToPickMicro(line: PickedLine): number {
  return isPickComplete(line) ? 0 : Math.max(0, line.approvedMicro - (line.pickedMicro ?? 0));
}

/** A line that waits for some of a quantity that was picked once for all. */
export interface PickShare {
  lineId: string;
  /** What the line still lacks, in its unit. */
  leftMicro: number;
  /** One unit of the line in the unit of the total. */
  ratio: Ratio;
  /** The line's unit is counted in whole numbers only. */
  isWhole: boolean;
}

export interface PickDistribution {
  /** What each line gets, in its unit: more than 0, never more than it lacks. */
  parts: Map<string, number>;
  /** What no line takes, in the unit of the total. */
  restMicro: number;
}

/**
 * Distributes what was picked once over the lines that wait for it, the first line first: each gets all that it lacks
 * before the next one gets any. Units that are counted in whole numbers are not broken: what is left of one goes on to
 * the next line.
 *
 * @param totalMicro in one unit for all lines
 */
export function distributePicked(totalMicro: number, shares: readonly PickShare[]): PickDistribution {
  const parts = new Map<string, number>();
  let restMicro = Math.max(0, totalMicro);
  for (const { lineId, leftMicro: lacksMicro, ratio, isWhole } of shares) {
    if (lacksMicro <= 0 || restMicro <= 0) continue;
    const wantedMicro = convertMicro(lacksMicro, ratio);
    let partMicro = restMicro >= wantedMicro ? lacksMicro : within(restMicro, ratio);
    if (isWhole && partMicro < lacksMicro) partMicro -= partMicro % 1_000_000;
    if (partMicro <= 0) continue;
    parts.set(lineId, partMicro);
    restMicro -= Math.min(restMicro, partMicro === lacksMicro ? wantedMicro : convertMicro(partMicro, ratio));
  }
  return { parts, restMicro };
}

/** How much of a quantity there is in a unit, rounded down. */
function within(qtyMicro: number, unit: Ratio): number {
  const partMicro = convertMicro(qtyMicro, invertRatio(unit));
  return convertMicro(partMicro, unit) > qtyMicro ? partMicro - 1 : partMicro;
}

/** A line that lots are looked for: what it lacks in base units, and through which day a lot should be good for its branch. */
export interface LotRequest {
  wantedMicro: number;
  until: string;
}

export interface LotPlan {
  /** What to take of which lot, in base units, the first to go first. */
  parts: { lot: string; expiry: string | null; qtyMicro: number }[];
  /** What no lot covers that may go out. */
  shortMicro: number;
}

/**
 * Which lots to take for several lines at once: line by line as the ledger will take them, by earliest expiry, each only
 * of lots that are good long enough for its branch; expired lots and those on hold never.
 */
export function planLots(wishes: readonly LotRequest[], lots: readonly AvailableLot[]): LotPlan {
  const free = new Map(lots.map((lot) => [lot.lot, lot.freeMicro]));
  const taken = new Map<string, number>();
  let shortMicro = 0;
  for (const { wantedMicro, until } of wishes) {
    const left = lots.map((lot) => ({ ...lot, freeMicro: free.get(lot.lot) ?? 0 }));
    const proposal = proposeLots(wantedMicro, left, until);
    for (const { lot, qtyMicro } of proposal.parts) {
      free.set(lot, (free.get(lot) ?? 0) - qtyMicro);
      taken.set(lot, (taken.get(lot) ?? 0) + qtyMicro);
    }
    shortMicro += proposal.shortMicro;
  }
  const parts = lots
    .filter(({ lot }) => taken.has(lot))
    .toSorted(compareByExpiry)
    .map(({ lot, expiry }) => ({ lot, expiry, qtyMicro: taken.get(lot) ?? 0 }));
  return { parts, shortMicro };
}

/**
 * The lots that somebody has taken by hand, split over the lines that they were picked for: in the order of the lines and
 * of the lots, so that both sums stay. Everything in one unit.
 */
export function splitLots(
  lots: readonly { lot: string; qtyMicro: number }[],
  parts: readonly { lineId: string; qtyMicro: number }[],
): Map<string, { lot: string; qtyMicro: number }[]> {
  const left = lots.map((lot) => ({ ...lot }));
  const found = new Map<string, { lot: string; qtyMicro: number }[]>();
  for (const { lineId, qtyMicro } of parts) {
    let openMicro = qtyMicro;
    const own: { lot: string; qtyMicro: number }[] = [];
    for (const lot of left) {
      const partMicro = Math.min(lot.qtyMicro, openMicro);
      if (partMicro <= 0) continue;
      lot.qtyMicro -= partMicro;
      openMicro -= partMicro;
      own.push({ lot: lot.lot, qtyMicro: partMicro });
    }
    if (own.length > 0) found.set(lineId, own);
  }
  return found;
}

/**
 * Spreads a quantity over several takers by what each of them lacks, in whole steps: every one gets its share rounded down,
 * and what is left goes step by step to those who stand first. The parts sum to the quantity.
 *
 * @param stepMicro what is not broken, such as a case; the last step may be smaller
 */
export function spreadProportionally(
  totalMicro: number,
  lacking: readonly number[],
  stepMicro = 1,
): number[] {
  const all = lacking.reduce((sum, lacks) => sum + BigInt(Math.max(0, lacks)), 0n);
  if (all === 0n) return lacking.map((_, at) => (at === 0 ? totalMicro : 0));
  const parts = lacking.map((lacks) => {
    const exact = Number((BigInt(totalMicro) * BigInt(Math.max(0, lacks))) / all);
    return exact - (exact % stepMicro);
  });
  let leftMicro = totalMicro - parts.reduce((sum, part) => sum + part, 0);
  for (let at = 0; leftMicro > 0; at = (at + 1) % parts.length) {
    if ((lacking[at] ?? 0) <= 0) continue;
    const step = Math.min(stepMicro, leftMicro);
    parts[at] = (parts[at] ?? 0) + step;
    leftMicro -= step;
  }
  return parts;
}
