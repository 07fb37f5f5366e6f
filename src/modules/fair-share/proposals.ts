import { toBaseExact, toStoredTotal, sumExact } from '#core/exact-totals.ts';
import { convertMicro, fromMicro, type Ratio, toMicro, toSafeNumber } from '#core/quantity.ts';
import { type Exact, exactZero } from '#core/exact.ts';
import type { ShareBasis } from './bases.ts';
import { type ShareRuleSentence, computeFairShare, type ShareTerms, type ShareReason } from './share.ts';

/**
 * An order line for an item, as in the API. The requested quantity is in the line's unit; the branch's usage
 * and stock are in base units.
 */
export interface ShareLine {
  lineId: string;
  branch: string;
  tie: string;
  /** Base units in one unit of the line. */
  unitNum: number;
  unitDen: number;
  /**
   * Smallest quantity that can be allocated, in the line's unit: 1 for whole-number units, otherwise the last
   * decimal.
   */
  step: number;
  isWhole: boolean;
  requested: number;
  priority: number;
  typicalOrderQty: number | null;
  usagePerDay: number | null;
  /** Quantity on hand at the branch and in transit to it. */
  stock: number;
}

/** Stock of an item at the kitchen, in base units. */
export interface ShareSupply {
  onHand: number;
  /** Quantity on hold or expired. */
  unusable: number;
  /** Quantity reserved for picked lines, or for orders that aren't part of this allocation. */
  heldElsewhere: number;
  keptBack: number;
}

/** Proposed quantity of a line, in millionths of its unit; `baseMicro` in base units. */
export interface LineShare {
  lineId: string;
  qtyMicro: number;
  baseMicro: number;
  shortMicro: number;
  /** Share of the ordered quantity, rounded down. */
  percent: number;
  reason: ShareReason;
}

/** Proposed quantities of an item, in millionths of its base unit. */
export interface ItemShare {
  supplyMicro: number;
  requestedMicro: number;
  allocatedMicro: number;
  remainingMicro: number;
  basis: ShareBasis;
  rule: ShareRuleSentence[];
  lines: LineShare[];
}

export const getShareUnitRatio = ({ unitNum, unitDen }: Pick<ShareLine, 'unitNum' | 'unitDen'>): Ratio => ({
  num: unitNum,
  den: unitDen,
});

/**
 * Computes the stock that may be shared, in millionths of the base unit: usable, not reserved elsewhere and
 * not kept back; at least 0.
 */
export function computeShareableMicro({ onHand, unusable, heldElsewhere, keptBack }: ShareSupply): number {
  const micro = [onHand, -unusable, -heldElsewhere, -keptBack].reduce(
    (sum, qty) => sum + BigInt(toMicro(qty)),
    0n,
  );
  return micro > 0n ? toSafeNumber(micro) : 0;
}

/**
 * Proposes the shares of one item.
 *
 * @throws QuantityError OUT_OF_RANGE
 */
export function proposeShares(
  supply: ShareSupply,
  lines: readonly ShareLine[],
  terms: ShareTerms,
): ItemShare {
  const requests = lines.map((line) => {
    const ratio = getShareUnitRatio(line);
    return {
      id: line.lineId,
      branch: line.branch,
      tie: line.tie,
      requestedMicro: convertMicro(toMicro(line.requested), ratio),
      packMicro: Math.max(1, convertMicro(toMicro(line.step), ratio)),
      isWhole: line.isWhole || line.step >= 1,
      priority: line.priority,
      typicalMicro: line.typicalOrderQty === null ? null : toMicro(line.typicalOrderQty),
      usageMicro: line.usagePerDay === null ? null : toMicro(line.usagePerDay),
      stockMicro: toMicro(Math.max(0, line.stock)),
    };
  });
  const shareable = computeShareableMicro(supply);
  // Compares exact sums, so that rounding of lines doesn't cause a shortage if stock is sufficient.
  const requestedMicro = toStoredTotal(
    sumExact(lines.map((line) => toExactBase(line, toMicro(line.requested)))),
    shareable,
  );
  const isSufficient = requestedMicro <= shareable;
  const roundedMicro = sumMicro(requests.map((request) => request.requestedMicro));
  const fairShare = computeFairShare(
    isSufficient ? Math.max(shareable, roundedMicro) : shareable,
    requests,
    terms,
  );
  const { allocated, reasons, basis, rule } = fairShare;
  const remainingMicro = isSufficient ? shareable - requestedMicro : fairShare.remainingMicro;
  const shares = lines.map((line, index): LineShare => {
    const { requestedMicro = 0, packMicro = 1 } = requests[index] ?? {};
    const baseMicro = allocated.get(line.lineId) ?? 0;
    const qtyMicro = toLineUnits(baseMicro, { line, requestedMicro, packMicro });
    return {
      lineId: line.lineId,
      qtyMicro,
      baseMicro,
      shortMicro: toMicro(line.requested) - qtyMicro,
      percent: computeSharePercent(baseMicro, requestedMicro),
      reason: reasons.get(line.lineId) ?? 'all',
    };
  });
  const allocatedMicro = sumMicro(shares.map(({ baseMicro }) => baseMicro));
  return {
    supplyMicro: shareable,
    requestedMicro,
    allocatedMicro: isSufficient ? Math.min(shareable, allocatedMicro) : allocatedMicro,
    remainingMicro,
    basis,
    rule,
    lines: shares,
  };
}

/** Converts a share to whole steps of its line's unit, so that whole-number units get whole numbers. */
function toLineUnits(
  baseMicro: number,
  { line, requestedMicro, packMicro }: { line: ShareLine; requestedMicro: number; packMicro: number },
): number {
  if (baseMicro >= requestedMicro) return toMicro(line.requested);
  return toSafeNumber((BigInt(baseMicro) / BigInt(packMicro)) * BigInt(toMicro(line.step)));
}

/**
 * Computes the percentage of the requested quantity that is allocated, rounded down, so that 100 means the
 * full quantity.
 */
export function computeSharePercent(allocatedMicro: number, requestedMicro: number): number {
  return requestedMicro <= 0 ? 100 : Number((BigInt(allocatedMicro) * 100n) / BigInt(requestedMicro));
}

/** Total of the entered shares compared with the supply: the remainder or the excess. */
export interface ShareBalance {
  allocatedMicro: number;
  remainingMicro: number;
  excessMicro: number;
}

/** The quantity allocated to a line, in millionths of its unit. */
export interface EnteredShare {
  line: Pick<ShareLine, 'unitNum' | 'unitDen'>;
  qtyMicro: number;
}

const toExactBase = ({ unitNum, unitDen }: EnteredShare['line'], qtyMicro: number): Exact =>
  unitNum === 0 || unitDen === 0 ? exactZero : toBaseExact({ qtyMicro, unitNum, unitDen });

/** Compares the exact sum of the shares with the supply, so that 1 + 1 + 4 pieces equal a case of 6. */
export function balanceShares(supply: number, shares: readonly EnteredShare[]): ShareBalance {
  const allocatedMicro = toStoredTotal(
    sumExact(shares.map(({ line, qtyMicro }) => toExactBase(line, qtyMicro))),
    supply,
  );
  return {
    allocatedMicro,
    remainingMicro: Math.max(0, supply - allocatedMicro),
    excessMicro: Math.max(0, allocatedMicro - supply),
  };
}

const sumMicro = (values: readonly number[]): number =>
  toSafeNumber(values.reduce((sum, micro) => sum + BigInt(micro), 0n));

/** Returns the smallest step of a unit: 1 for whole-number units, otherwise the last decimal. */
export const getUnitStep = ({ wholeOnly, decimals }: { wholeOnly: boolean; decimals: number }): number =>
  wholeOnly ? 1 : fromMicro(10 ** (6 - Math.max(0, Math.min(6, decimals))));
