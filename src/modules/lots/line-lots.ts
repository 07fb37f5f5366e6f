import type { LotPart } from './lot-rules.ts';
import { convertMicro } from '#core/quantity.ts';
import { maxRoundingMicro } from '#core/stock-rounding.ts';
import {
  computeEffectiveQuantities,
  getLineRatio,
  type ShippedLine,
  splitReceipt,
} from '#modules/orders/lines.ts';

/** Returns whether the ledger tracks the lots of a line. */
export const hasTrackedLots = (line: Pick<ShippedLine, 'lots'>): boolean =>
  line.lots.some(({ baseMicro }) => baseMicro !== undefined);

/**
 * Returns the shipped quantity per lot in base units; stock without a lot comes last. The quantities add up
 * to the shipment.
 */
export function getShippedLots(line: ShippedLine): LotPart[] {
  const ratio = getLineRatio(line);
  const shippedMicro = convertMicro(computeEffectiveQuantities(line).shippedMicro, ratio);
  const byLot = new Map<string, number>();
  let upToMicro = 0;
  let takenMicro = 0;
  for (const { lot, qtyMicro, baseMicro, isOther } of line.lots) {
    if (isOther) continue;
    upToMicro += qtyMicro;
    const cumulativeMicro = Math.min(
      baseMicro === undefined ? convertMicro(upToMicro, ratio) : takenMicro + baseMicro,
      shippedMicro,
    );
    byLot.set(lot, (byLot.get(lot) ?? 0) + cumulativeMicro - takenMicro);
    takenMicro = cumulativeMicro;
  }
  // A lot that was picked completely may be short because of rounding in earlier lines.
  const restMicro = shippedMicro - takenMicro;
  const last = line.lots.findLast(({ lot, isOther }) => !isOther && byLot.has(lot));
  const restLot = last && restMicro <= maxRoundingMicro ? last.lot : '';
  byLot.set(restLot, (byLot.get(restLot) ?? 0) + restMicro);
  return [...byLot].map(([lot, qtyMicro]) => ({ lot, qtyMicro })).filter(({ qtyMicro }) => qtyMicro > 0);
}

/** Receipt of a shipped lot, in base units. */
interface LotReceipt {
  /** The lot as shipped. */
  lot: string;
  /** The lot as received; differs from `lot` if the branch entered a different one. */
  receivedLot: string;
  acceptedMicro: number;
  damagedMicro: number;
  inTransitMicro: number;
}

/**
 * Splits a receipt by shipped lot, in base units; the parts add up to the split of the line. Quantities
 * entered by the branch take precedence. A received lot that wasn't shipped replaces missing quantities,
 * first those of lots for which the branch entered a quantity. The rest is accepted, then damaged, in
 * shipping order, starting with lots for which no quantity was entered.
 *
 * @throws RangeError if a line's quantities don't add up
 */
export function splitReceiptByLot(line: ShippedLine): LotReceipt[] {
  const split = splitReceipt(line);
  const lots = getShippedLots(line);
  const otherLots = line.lots.filter(({ isOther }) => isOther);
  const enteredLots = new Map(line.lots.filter(({ isOther }) => !isOther).map((lot) => [lot.lot, lot]));
  const isEntered = (code: string) => {
    const { receivedMicro, damagedMicro } = enteredLots.get(code) ?? {};
    return receivedMicro !== undefined || damagedMicro !== undefined;
  };
  if (otherLots.length === 0 && !lots.some(({ lot }) => isEntered(lot))) {
    const upToHoldMicro = split.toBranchMicro + split.toHoldMicro;
    const acceptedByLot = new Map(
      sliceLots(lots, 0, split.toBranchMicro).map((part) => [part.lot, part.qtyMicro]),
    );
    const damagedByLot = new Map(
      sliceLots(lots, split.toBranchMicro, upToHoldMicro).map((part) => [part.lot, part.qtyMicro]),
    );
    return lots.map(({ lot, qtyMicro }) => {
      const acceptedMicro = acceptedByLot.get(lot) ?? 0;
      const damagedMicro = damagedByLot.get(lot) ?? 0;
      const inTransitMicro = qtyMicro - acceptedMicro - damagedMicro;
      return { lot, receivedLot: lot, acceptedMicro, damagedMicro, inTransitMicro };
    });
  }
  const remaining = { acceptedMicro: split.toBranchMicro, damagedMicro: split.toHoldMicro };
  const rows = lots.map(({ lot, qtyMicro }) => ({
    lot,
    receivedLot: lot,
    acceptedMicro: 0,
    damagedMicro: 0,
    inTransitMicro: qtyMicro,
  }));
  const receipts: LotReceipt[] = [];
  const take = (row: LotReceipt, key: keyof typeof remaining, wantedMicro: number, receivedLot = row.lot) => {
    const takenMicro = Math.max(0, Math.min(wantedMicro, row.inTransitMicro, remaining[key]));
    if (takenMicro === 0) return 0;
    const isSameReceipt = (receipt: LotReceipt) =>
      receipt.lot === row.lot && receipt.receivedLot === receivedLot;
    let target = receivedLot === row.lot ? row : receipts.find(isSameReceipt);
    if (!target)
      receipts.push(
        (target = { lot: row.lot, receivedLot, acceptedMicro: 0, damagedMicro: 0, inTransitMicro: 0 }),
      );
    target[key] += takenMicro;
    row.inTransitMicro -= takenMicro;
    remaining[key] -= takenMicro;
    return takenMicro;
  };
  const converters = createRunningConverters(line);
  for (const row of rows) {
    const { receivedMicro = 0, damagedMicro = 0 } = enteredLots.get(row.lot) ?? {};
    take(row, 'damagedMicro', converters.damagedMicro(damagedMicro));
    take(row, 'acceptedMicro', converters.acceptedMicro(receivedMicro));
  }
  const enteredRows = rows.filter(({ lot }) => isEntered(lot));
  const otherRows = rows.filter(({ lot }) => !isEntered(lot));
  for (const { lot, receivedMicro = 0, damagedMicro = 0 } of otherLots)
    for (const [key, qtyMicro] of [
      ['damagedMicro', converters.damagedMicro(damagedMicro)],
      ['acceptedMicro', converters.acceptedMicro(receivedMicro)],
    ] as const) {
      let wantedMicro = qtyMicro;
      for (const row of [...enteredRows, ...otherRows]) wantedMicro -= take(row, key, wantedMicro, lot);
    }
  for (const key of ['acceptedMicro', 'damagedMicro'] as const)
    for (const row of [...otherRows, ...enteredRows]) take(row, key, remaining[key]);
  return [...rows, ...receipts];
}

/**
 * Returns functions that convert consecutive quantities of a line to base units, as differences of running
 * totals, so that no rounding residue is lost.
 */
function createRunningConverters(line: ShippedLine) {
  const ratio = getLineRatio(line);
  const { receivedMicro, overMicro } = computeEffectiveQuantities(line);
  const startAt = (startMicro: number) => {
    let upToMicro = startMicro;
    return (qtyMicro: number) => {
      const previousMicro = convertMicro(upToMicro, ratio);
      upToMicro += qtyMicro;
      return convertMicro(upToMicro, ratio) - previousMicro;
    };
  };
  return {
    acceptedMicro: startAt(0),
    damagedMicro: startAt(receivedMicro - Math.min(overMicro, receivedMicro)),
  };
}

/** Returns the part of each lot that lies between two running totals. */
function sliceLots(lots: readonly LotPart[], fromMicro: number, toMicro: number): LotPart[] {
  const parts: LotPart[] = [];
  let startMicro = 0;
  for (const { lot, qtyMicro } of lots) {
    const takenMicro = Math.min(startMicro + qtyMicro, toMicro) - Math.max(startMicro, fromMicro);
    if (takenMicro > 0) parts.push({ lot, qtyMicro: takenMicro });
    startMicro += qtyMicro;
  }
  return parts;
}
