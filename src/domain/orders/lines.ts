import { share } from '../analytics/shares.ts';
import { type Refusal, refusal } from '../refusals/refusal.ts';
import { baseUnitSize, totalInUnit } from '../exact-totals.ts';
import { convertMicro, exactOrNull, type Ratio, toSafeNumber } from '../quantity.ts';
import { valueAtPrice } from '../money.ts';
import type { LineQuantities, ShipmentQuantities } from './line-quantities.ts';

/** Part of a line's shipment that carries one lot, in the line's unit. */
export interface LineLot {
  lot: string;
  qtyMicro: number;
  /** The same in base units, exactly; only of items that are kept by lots. */
  baseMicro?: number | undefined;
  /** What the branch says of this lot, in the line's unit; what it says nothing of follows from the line. */
  receivedMicro?: number | undefined;
  damagedMicro?: number | undefined;
  /** It was not shipped on the line and came all the same, instead of what was: then `qtyMicro` is 0. */
  isOther?: boolean | undefined;
  /** The last day on which it is good. */
  expiry?: string | undefined;
}

/** What the rules need to know of a line that is sent and received. */
export interface ShippedLine extends ShipmentQuantities {
  lineId: string;
  itemId: string;
  unitNum: number;
  unitDen: number;
  /** Per line unit. */
  unitCostMicro: number;
  reason: string | null;
  lots: readonly LineLot[];
  /** Pieces picked, of an item that is counted in them; null, or left out: what follows from the quantity. */
  pieces?: number | null;
}

/** What a branch says of a substitute while it is not shipped yet. */
export const substituteAnswers = ['accepted', 'refused'] as const;

/** What the rules need to know of an order line. `unitNum / unitDen`: base units of the item in one line unit. */
export interface OrderLine extends LineQuantities, Omit<ShippedLine, keyof ShipmentQuantities> {
  substituteFor: string | null;
  /** Null, or left out: the branch has said nothing of it. */
  substituteAnswer?: string | null;
  /** 1: it ships once the branch has accepted it, and not before. */
  substituteAsked?: 0 | 1 | null;
  note?: string | null;
  /** Between which degrees Celsius its item is taken; null, or left out: no bound. */
  receivingMinTemp?: number | null;
  receivingMaxTemp?: number | null;
  /** What was measured when it came, in millionths of a degree Celsius. */
  temperatureMicro?: number | null;
  /** 1: the note, the reason, was said of how it came, and not before. */
  noteOfReceipt?: 0 | 1 | null;
  reasonOfReceipt?: 0 | 1 | null;
}

/** The quantities a move reads, every one of them set, in the line's unit. `shortMicro` below 0 is a line to refuse. */
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
 * Fills in what is unset: each quantity reads the one before it (order, approved, picked, shipped); damaged and
 * over read 0; received reads what arrived and is not damaged: shipped + over - damaged, less a shortage stated
 * by itself. Short is always what the others leave: shipped + over - received - damaged.
 */
export function effectiveQuantities(line: ShipmentQuantities): EffectiveQuantities {
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

/** What did not arrive of what was shipped, in the line's unit. Below 0 the quantities do not add up. */
export function shortMicro(line: ShipmentQuantities): number {
  return effectiveQuantities(line).shortMicro;
}

/** The line's unit as a ratio to the item's base unit. */
export function lineRatio(line: { unitNum: number; unitDen: number }): Ratio {
  return { num: line.unitNum, den: line.unitDen };
}

/**
 * Why the received quantities of a line do not add up, or null when they do: nothing below zero, no more
 * accepted and damaged than shipped and over, no more over than arrived, and a stated shortage that is true.
 */
export function receiptProblem(line: ShipmentQuantities): Refusal | null {
  const { receivedMicro, damagedMicro, overMicro, shortMicro: short } = effectiveQuantities(line);
  if (receivedMicro < 0 || damagedMicro < 0 || overMicro < 0) {
    return refusal('below-zero');
  }
  if (short < 0) return refusal('more-than-shipped');
  if (overMicro > receivedMicro + damagedMicro) return refusal('over-than-arrived');
  if (line.shortQtyMicro !== null && line.shortQtyMicro !== short) {
    return refusal('short-sum');
  }
  return null;
}

/** Where the units of a received line go, in the item's base unit. */
export interface ReceiptSplit {
  shippedMicro: number;
  /** Leaves transit for the branch's shelf: accepted, of what was shipped. */
  toBranchMicro: number;
  /** Leaves transit for the branch's hold place: damaged, of what was shipped. */
  toHoldMicro: number;
  /** Stays in transit until the shortage is resolved. */
  staysMicro: number;
  /** Came beyond what was shipped; posted from the kitchen only when it confirms. Accepted units first. */
  overToBranchMicro: number;
  overToHoldMicro: number;
}

/**
 * Splits a received line. The three parts of the shipment sum exactly to what was shipped in base units:
 * running totals are converted, and each part is the difference of two, so that no rounding is left over.
 *
 * @throws RangeError with the code of `receiptProblem` when the quantities do not add up.
 */
export function splitReceipt(line: ShipmentQuantities & { unitNum: number; unitDen: number }): ReceiptSplit {
  const problem = receiptProblem(line);
  if (problem !== null) throw new RangeError(problem.reason);
  const { shippedMicro, receivedMicro, damagedMicro, overMicro } = effectiveQuantities(line);
  const overAccepted = Math.min(overMicro, receivedMicro);
  const accepted = receivedMicro - overAccepted;
  const damaged = damagedMicro - (overMicro - overAccepted);
  const base = (qtyMicro: number) => convertMicro(qtyMicro, lineRatio(line));
  const [shipped, upToBranch, upToHold] = [base(shippedMicro), base(accepted), base(accepted + damaged)];
  const [over, overToBranch] = [base(overMicro), base(overAccepted)];
  return {
    shippedMicro: shipped,
    toBranchMicro: upToBranch,
    toHoldMicro: upToHold - upToBranch,
    staysMicro: shipped - upToHold,
    overToBranchMicro: overToBranch,
    overToHoldMicro: over - overToBranch,
  };
}

/** Totals of an order: quantities in base units summed over all items, values in ten-thousandths. */
export interface OrderTotals {
  lineCount: number;
  orderedMicro: number;
  approvedMicro: number;
  shippedMicro: number;
  receivedMicro: number;
  /** What was approved (ordered, until then), at the cost known when ordered. */
  valueE4: number;
}

/**
 * Sums the effective quantities of the lines. A quantity that is unset counts as the one before it.
 *
 * @throws QuantityError OUT_OF_RANGE.
 */
export function orderTotals(lines: readonly OrderLine[]): OrderTotals {
  const quantities = lines.map((line) => ({ line, ...effectiveQuantities(line) }));
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
        (sum, { line, approvedMicro }) => sum + BigInt(valueAtPrice(approvedMicro, line.unitCostMicro)),
        0n,
      ),
    ),
  };
}

/** Fill rate of what was shipped, both ways it is measured, as shares (`share`). */
export interface FillRate {
  lines: number | null;
  units: number | null;
  linesComplete: number;
}

/**
 * Fill rate: lines shipped complete / lines ordered, and base units shipped / base units ordered. Lines that
 * nobody ordered (substitutes) count in neither total, but what they ship is not lost: it counts as units.
 * Null where nothing was ordered, and units where a line is beyond exact numbers.
 */
export function fillRate(lines: readonly OrderLine[]): FillRate {
  const ordered = lines.filter((line) => line.orderQtyMicro > 0);
  const linesComplete = ordered.filter(
    (line) => effectiveQuantities(line).shippedMicro >= line.orderQtyMicro,
  ).length;
  const totals = exactOrNull(() => orderTotals(lines));
  return {
    lines: fraction(linesComplete, ordered.length),
    units: totals && fraction(totals.shippedMicro, totals.orderedMicro),
    linesComplete,
  };
}

/** What a shipment was of, kept beside its order: figures over many orders read these alone. */
export interface ShippedFigures {
  /** Lines that somebody ordered: no substitutes. */
  linesOrdered: number;
  linesShippedComplete: number;
  /** In base units, as the fill rate has them; null where a line is beyond exact numbers. */
  unitsOrderedMicro: number | null;
  unitsShippedMicro: number | null;
}

/** What is kept of a shipment beside its order, while there is none. */
export const emptyShippedFigures: { [K in keyof ShippedFigures]: null } = {
  linesOrdered: null,
  linesShippedComplete: null,
  unitsOrderedMicro: null,
  unitsShippedMicro: null,
};

export function shippedFigures(lines: readonly OrderLine[]): ShippedFigures {
  const totals = exactOrNull(() => orderTotals(lines));
  return {
    linesOrdered: lines.filter(({ orderQtyMicro }) => orderQtyMicro > 0).length,
    linesShippedComplete: fillRate(lines).linesComplete,
    unitsOrderedMicro: totals?.orderedMicro ?? null,
    unitsShippedMicro: totals?.shippedMicro ?? null,
  };
}

/** Lines of which at least what was ordered was accepted at once. */
export const linesReceivedComplete = (lines: readonly OrderLine[]): number =>
  lines.filter(
    (line) => line.orderQtyMicro > 0 && effectiveQuantities(line).receivedMicro >= line.orderQtyMicro,
  ).length;

const fraction = (part: number, whole: number): number | null => share(BigInt(part), BigInt(whole));
