import { share } from '#core/shares.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { baseUnitSize, totalInUnit } from '#core/exact-totals.ts';
import { convertMicro, toExactOrNull, type Ratio, toSafeNumber } from '#core/quantity.ts';
import { computeValueAtPrice } from '#core/money.ts';
import type { LineQuantities, ShipmentQuantities } from './line-quantities.ts';

/** The part of a line's shipment that belongs to one lot, in the line's unit. */
export interface LineLot {
  lot: string;
  qtyMicro: number;
  /** The exact quantity in base units; only for items tracked by lot. */
  baseMicro?: number | undefined;
  /**
   * Received quantity of this lot as entered by the branch, in the line's unit; otherwise derived from the
   * line.
   */
  receivedMicro?: number | undefined;
  damagedMicro?: number | undefined;
  /** Whether the lot was received but not shipped on this line (a replacement lot); `qtyMicro` is then 0. */
  isOther?: boolean | undefined;
  /** Expiry date. */
  expiry?: string | undefined;
}

/** The fields of a shipped and received line that the rules use. */
export interface ShippedLine extends ShipmentQuantities {
  lineId: string;
  itemId: string;
  unitNum: number;
  unitDen: number;
  /** Cost per line unit. */
  unitCostMicro: number;
  reason: string | null;
  lots: readonly LineLot[];
  /** Number of pieces picked, for items counted in pieces; null or absent to derive it from the quantity. */
  pieces?: number | null;
}

/** The branch's response to a substitute that was proposed before shipment. */
export const substituteAnswers = ['accepted', 'refused'] as const;

/** The fields of an order line that the rules use. One line unit is `unitNum / unitDen` base units. */
export interface OrderLifecycleLine extends LineQuantities, Omit<ShippedLine, keyof ShipmentQuantities> {
  substituteFor: string | null;
  /** Null or absent if the branch hasn't responded. */
  substituteAnswer?: string | null;
  /** 1: the branch must accept it before it ships. */
  requiresAcceptance?: 0 | 1 | null;
  note?: string | null;
  /** Accepted temperature range of the item in degrees Celsius; null or absent for no bound. */
  receivingMinTemp?: number | null;
  receivingMaxTemp?: number | null;
  /** Temperature measured at receipt, in millionths of a degree Celsius. */
  temperatureMicro?: number | null;
  /** 1: the note or reason was entered at receipt. */
  isReceivingNote?: 0 | 1 | null;
  isReceivingReason?: 0 | 1 | null;
}

/**
 * All quantities of a line with defaults filled in, in the line's unit. A negative `shortMicro` is invalid.
 */
export interface EffectiveQuantities {
  orderMicro: number;
  approvedMicro: number;
  pickedMicro: number;
  shippedMicro: number;
  receivedMicro: number;
  damagedMicro: number;
  overMicro: number;
  shortMicro: number;
}

/**
 * Fills in quantities that aren't set. Approved, picked and shipped default to the preceding quantity, in the
 * order ordered, approved, picked, shipped; damaged and over default to 0; received defaults to shipped +
 * over - damaged, less a shortage that was entered. Short is always shipped + over - received - damaged.
 */
export function computeEffectiveQuantities(line: ShipmentQuantities): EffectiveQuantities {
  const approvedMicro = line.approvedQtyMicro ?? line.orderQtyMicro;
  const pickedMicro = line.pickedQtyMicro ?? approvedMicro;
  const shippedMicro = line.shippedQtyMicro ?? pickedMicro;
  const damagedMicro = line.damagedQtyMicro ?? 0;
  const overMicro = line.overQtyMicro ?? 0;
  const arrivedMicro = shippedMicro + overMicro - damagedMicro;
  const receivedMicro = line.receivedQtyMicro ?? arrivedMicro - (line.shortQtyMicro ?? 0);
  return {
    orderMicro: line.orderQtyMicro,
    approvedMicro,
    pickedMicro,
    shippedMicro,
    receivedMicro,
    damagedMicro,
    overMicro,
    shortMicro: arrivedMicro - receivedMicro,
  };
}

/**
 * Returns the shipped quantity that didn't arrive, in the line's unit. Negative if the quantities don't add
 * up.
 */
export function computeShortMicro(line: ShipmentQuantities): number {
  return computeEffectiveQuantities(line).shortMicro;
}

/** Returns the ratio of the line's unit to the base unit. */
export function getLineRatio(line: { unitNum: number; unitDen: number }): Ratio {
  return { num: line.unitNum, den: line.unitDen };
}

/**
 * Returns why the received quantities of a line are inconsistent, or null. None may be negative; accepted
 * plus damaged must not exceed shipped plus over; over must not exceed what arrived; and a shortage that was
 * entered must match.
 */
export function findReceiptProblem(line: ShipmentQuantities): Refusal | null {
  const { receivedMicro, damagedMicro, overMicro, shortMicro: short } = computeEffectiveQuantities(line);
  if (receivedMicro < 0 || damagedMicro < 0 || overMicro < 0) {
    return refusal('below-zero');
  }
  if (short < 0) return refusal('more-than-shipped');
  if (overMicro > receivedMicro + damagedMicro) return refusal('over-exceeds-arrived');
  if (line.shortQtyMicro !== null && line.shortQtyMicro !== short) {
    return refusal('short-sum');
  }
  return null;
}

/** Destinations of a received line, in base units. */
export interface ReceiptSplit {
  shippedMicro: number;
  /** From transit to the branch's stock: the part of the shipped quantity that was accepted. */
  toBranchMicro: number;
  /** From transit to the branch's hold location: the part of the shipped quantity that was damaged. */
  toHoldMicro: number;
  /** Remains in transit until the shortage is resolved. */
  inTransitMicro: number;
  /**
   * Received beyond the shipped quantity, accepted units first; posted from the kitchen's stock when the
   * kitchen confirms it.
   */
  overToBranchMicro: number;
  overToHoldMicro: number;
}

/**
 * Splits a received line. The three parts of the shipment add up exactly to the shipped base units: each is
 * the difference of two converted running totals, which leaves no rounding residue.
 *
 * @throws RangeError with the code of `findReceiptProblem` if the quantities are inconsistent
 */
export function splitReceipt(line: ShipmentQuantities & { unitNum: number; unitDen: number }): ReceiptSplit {
  const problem = findReceiptProblem(line);
  if (problem !== null) throw new RangeError(problem.reason);
  const { shippedMicro, receivedMicro, damagedMicro, overMicro } = computeEffectiveQuantities(line);
  const overAccepted = Math.min(overMicro, receivedMicro);
  const accepted = receivedMicro - overAccepted;
  const damaged = damagedMicro - (overMicro - overAccepted);
  const base = (qtyMicro: number) => convertMicro(qtyMicro, getLineRatio(line));
  const [shipped, upToBranch, upToHold] = [base(shippedMicro), base(accepted), base(accepted + damaged)];
  const [over, overToBranch] = [base(overMicro), base(overAccepted)];
  return {
    shippedMicro: shipped,
    toBranchMicro: upToBranch,
    toHoldMicro: upToHold - upToBranch,
    inTransitMicro: shipped - upToHold,
    overToBranchMicro: overToBranch,
    overToHoldMicro: over - overToBranch,
  };
}

/** Totals of an order: quantities in base units over all items, values in ten-thousandths. */
export interface OrderTotals {
  lineCount: number;
  orderedMicro: number;
  approvedMicro: number;
  shippedMicro: number;
  receivedMicro: number;
  /** Value of the approved quantity (ordered, before approval) at the cost at the time of ordering. */
  valueE4: number;
}

/**
 * Adds up the effective quantities of the lines; an unset quantity defaults to the preceding one.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function computeOrderTotals(lines: readonly OrderLifecycleLine[]): OrderTotals {
  const quantities = lines.map((line) => ({ line, ...computeEffectiveQuantities(line) }));
  const total = (key: 'orderMicro' | 'approvedMicro' | 'shippedMicro' | 'receivedMicro') =>
    totalInUnit(
      baseUnitSize,
      quantities.map(({ line: { unitNum, unitDen }, [key]: qtyMicro }) => ({ qtyMicro, unitNum, unitDen })),
    );
  return {
    lineCount: lines.length,
    orderedMicro: total('orderMicro'),
    approvedMicro: total('approvedMicro'),
    shippedMicro: total('shippedMicro'),
    receivedMicro: total('receivedMicro'),
    valueE4: toSafeNumber(
      quantities.reduce(
        (sum, { line, approvedMicro }) =>
          sum + BigInt(computeValueAtPrice(approvedMicro, line.unitCostMicro)),
        0n,
      ),
    ),
  };
}

/** Fill rate of a shipment by lines and by units, as fractions (see `share`). */
export interface FillRate {
  lines: number | null;
  units: number | null;
  linesComplete: number;
}

/**
 * Computes the fill rate: lines shipped in full / lines ordered, and base units shipped / base units ordered.
 * Substitutes aren't counted as lines, but their shipped units are. Null if nothing was ordered; `units` is
 * null if a line is out of range.
 */
export function computeFillRate(lines: readonly OrderLifecycleLine[]): FillRate {
  const ordered = lines.filter((line) => line.orderQtyMicro > 0);
  const linesComplete = ordered.filter(
    (line) => computeEffectiveQuantities(line).shippedMicro >= line.orderQtyMicro,
  ).length;
  const totals = toExactOrNull(() => computeOrderTotals(lines));
  return {
    lines: computeFraction(linesComplete, ordered.length),
    units: totals && computeFraction(totals.shippedMicro, totals.orderedMicro),
    linesComplete,
  };
}

/** Shipment figures stored with the order, so that reports on many orders needn't read lines. */
export interface ShippedFigures {
  /** Ordered lines, without substitutes. */
  linesOrdered: number;
  linesShippedComplete: number;
  /** In base units, as used in the fill rate; null if a line is out of range. */
  unitsOrderedMicro: number | null;
  unitsShippedMicro: number | null;
}

/** The figures of an order that isn't shipped. */
export const emptyShippedFigures: { [K in keyof ShippedFigures]: null } = {
  linesOrdered: null,
  linesShippedComplete: null,
  unitsOrderedMicro: null,
  unitsShippedMicro: null,
};

export function computeShippedFigures(lines: readonly OrderLifecycleLine[]): ShippedFigures {
  const totals = toExactOrNull(() => computeOrderTotals(lines));
  return {
    linesOrdered: lines.filter(({ orderQtyMicro }) => orderQtyMicro > 0).length,
    linesShippedComplete: computeFillRate(lines).linesComplete,
    unitsOrderedMicro: totals?.orderedMicro ?? null,
    unitsShippedMicro: totals?.shippedMicro ?? null,
  };
}

/** Counts lines whose full ordered quantity was accepted at receipt. */
export const countLinesReceivedComplete = (lines: readonly OrderLifecycleLine[]): number =>
  lines.filter(
    (line) => line.orderQtyMicro > 0 && computeEffectiveQuantities(line).receivedMicro >= line.orderQtyMicro,
  ).length;

const computeFraction = (part: number, whole: number): number | null => share(BigInt(part), BigInt(whole));
