import { convertMicro, invertRatio, type Ratio } from '#core/quantity.ts';
import { compareByExpiry, type AvailableLot, proposeLots } from '#modules/lots/lot-rules.ts';

/** The order line fields that determine its picking state; quantities in the line's unit. */
export interface PickedLine {
  approvedMicro: number;
  /** Null until a quantity is entered. */
  pickedMicro: number | null;
  /** Reason for picking a quantity other than the approved one; null if there is none. */
  reason: string | null;
  /** Whether the line is still being picked or was put back, so that its picked quantity isn't final. */
  isOpen: boolean;
  /** Whether the line is a substitute. It wasn't ordered, so any picked quantity completes it. */
  isSubstitute: boolean;
}

/**
 * Picking state: not started (`open`), partly picked (`part`), less than approved with a reason (`short`), or
 * complete (`done`).
 */
export type PickState = 'open' | 'part' | 'short' | 'done';

/**
 * Returns a line's picking state. A reason entered before picking completes a line only if the line isn't
 * open.
 */
export function getPickState(line: PickedLine): PickState {
  const { approvedMicro, pickedMicro, reason, isOpen, isSubstitute } = line;
  if (pickedMicro === null) return 'open';
  if (isSubstitute || pickedMicro === approvedMicro) return 'done';
  if (reason === null || isOpen) return 'part';
  return pickedMicro < approvedMicro ? 'short' : 'done';
}

/** Returns whether the line needs no more picking. */
export const isPickComplete = (line: PickedLine): boolean => {
  const state = getPickState(line);
  return state === 'done' || state === 'short';
};

/** Returns the quantity still to pick, in the line's unit; 0 if complete, or short with a reason. */
export function computeRemainingMicro(line: PickedLine): number {
  return isPickComplete(line) ? 0 : Math.max(0, line.approvedMicro - (line.pickedMicro ?? 0));
}

/** A line that needs part of a combined picked quantity. */
export interface PickShare {
  lineId: string;
  /** Quantity that the line is missing, in its unit. */
  missingMicro: number;
  /** Ratio of the line's unit to the total's unit. */
  ratio: Ratio;
  /** Whether the line's unit is counted in whole numbers. */
  isWhole: boolean;
}

export interface PickDistribution {
  /** Quantity by line, in its unit: above 0, and at most the missing quantity. */
  parts: Map<string, number>;
  /** The remainder that isn't allocated to any line, in the total's unit. */
  remainderMicro: number;
}

/**
 * Distributes a combined picked quantity over the waiting lines in order: each is filled before the next gets
 * any. Whole-number units aren't split; their remainder goes to the next line.
 *
 * @param totalMicro in one unit for all lines
 */
export function distributePicked(totalMicro: number, shares: readonly PickShare[]): PickDistribution {
  const parts = new Map<string, number>();
  let remainderMicro = Math.max(0, totalMicro);
  for (const { lineId, missingMicro, ratio, isWhole } of shares) {
    if (missingMicro <= 0 || remainderMicro <= 0) continue;
    const wantedMicro = convertMicro(missingMicro, ratio);
    let partMicro = remainderMicro >= wantedMicro ? missingMicro : convertRoundedDown(remainderMicro, ratio);
    if (isWhole && partMicro < missingMicro) partMicro -= partMicro % 1_000_000;
    if (partMicro <= 0) continue;
    parts.set(lineId, partMicro);
    remainderMicro -= Math.min(
      remainderMicro,
      partMicro === missingMicro ? wantedMicro : convertMicro(partMicro, ratio),
    );
  }
  return { parts, remainderMicro };
}

/** Converts a quantity to a unit, rounded down. */
function convertRoundedDown(qtyMicro: number, unit: Ratio): number {
  const partMicro = convertMicro(qtyMicro, invertRatio(unit));
  return convertMicro(partMicro, unit) > qtyMicro ? partMicro - 1 : partMicro;
}

/**
 * A line that needs lots: its missing quantity in base units, and the day before which a lot for its
 * branch must not expire.
 */
export interface LotRequest {
  wantedMicro: number;
  validThrough: string;
}

export interface LotPlan {
  /** Quantities by lot in base units, in picking order. */
  parts: { lot: string; expiry: string | null; qtyMicro: number }[];
  /** Quantity that no shippable lot covers. */
  shortMicro: number;
}

/**
 * Plans lots for several lines at once, line by line as the ledger will issue them: FEFO, using for each line
 * only lots that stay usable long enough for its branch, and never expired or held lots.
 */
export function planLots(requests: readonly LotRequest[], lots: readonly AvailableLot[]): LotPlan {
  const freeByLot = new Map(lots.map((lot) => [lot.lot, lot.freeMicro]));
  const plannedByLot = new Map<string, number>();
  let shortMicro = 0;
  for (const { wantedMicro, validThrough } of requests) {
    const remaining = lots.map((lot) => ({ ...lot, freeMicro: freeByLot.get(lot.lot) ?? 0 }));
    const proposal = proposeLots(wantedMicro, remaining, validThrough);
    for (const { lot, qtyMicro } of proposal.parts) {
      freeByLot.set(lot, (freeByLot.get(lot) ?? 0) - qtyMicro);
      plannedByLot.set(lot, (plannedByLot.get(lot) ?? 0) + qtyMicro);
    }
    shortMicro += proposal.shortMicro;
  }
  const parts = lots
    .filter(({ lot }) => plannedByLot.has(lot))
    .toSorted(compareByExpiry)
    .map(({ lot, expiry }) => ({ lot, expiry, qtyMicro: plannedByLot.get(lot) ?? 0 }));
  return { parts, shortMicro };
}

/**
 * Splits manually picked lots over their lines, in the order of lines and lots, preserving both totals. All
 * quantities are in the same unit.
 */
export function splitLots(
  lots: readonly { lot: string; qtyMicro: number }[],
  parts: readonly { lineId: string; qtyMicro: number }[],
): Map<string, { lot: string; qtyMicro: number }[]> {
  const remaining = lots.map((lot) => ({ ...lot }));
  const lotsByLine = new Map<string, { lot: string; qtyMicro: number }[]>();
  for (const { lineId, qtyMicro } of parts) {
    let openMicro = qtyMicro;
    const lineLots: { lot: string; qtyMicro: number }[] = [];
    for (const lot of remaining) {
      const partMicro = Math.min(lot.qtyMicro, openMicro);
      if (partMicro <= 0) continue;
      lot.qtyMicro -= partMicro;
      openMicro -= partMicro;
      lineLots.push({ lot: lot.lot, qtyMicro: partMicro });
    }
    if (lineLots.length > 0) lotsByLine.set(lineId, lineLots);
  }
  return lotsByLine;
}

/**
 * Distributes a quantity in proportion to each recipient's missing quantity, in whole steps: shares are
 * rounded down, and remaining steps go to the first recipients. The parts add up to the quantity.
 *
 * @param stepMicro indivisible step, such as a case; the last step may be smaller
 */
export function spreadProportionally(
  totalMicro: number,
  missingParts: readonly number[],
  stepMicro = 1,
): number[] {
  const totalMissing = missingParts.reduce((sum, missing) => sum + BigInt(Math.max(0, missing)), 0n);
  if (totalMissing === 0n) return missingParts.map((_, index) => (index === 0 ? totalMicro : 0));
  const parts = missingParts.map((missing) => {
    const exact = Number((BigInt(totalMicro) * BigInt(Math.max(0, missing))) / totalMissing);
    return exact - (exact % stepMicro);
  });
  let remainingMicro = totalMicro - parts.reduce((sum, part) => sum + part, 0);
  for (let index = 0; remainingMicro > 0; index = (index + 1) % parts.length) {
    if ((missingParts[index] ?? 0) <= 0) continue;
    const step = Math.min(stepMicro, remainingMicro);
    parts[index] = (parts[index] ?? 0) + step;
    remainingMicro -= step;
  }
  return parts;
}
