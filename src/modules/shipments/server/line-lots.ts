import { unnamedLot } from '#modules/lots/lot-rules.ts';
import {
  computeEffectiveQuantities,
  type LineLot,
  getLineRatio,
  type ShippedLine,
} from '#modules/orders/lines.ts';
import { convertMicro, fromMicro, invertRatio } from '#core/quantity.ts';
import type { PickedLot } from '#modules/stock/server/lot-reservations.ts';

/**
 * Converts line lots to the wire format: shipped lots with received quantities, and different lots that
 * arrived instead.
 */
export function toWireLots(lineLots: readonly LineLot[]) {
  const lots = lineLots
    .filter(({ isOther }) => !isOther)
    .map(({ lot, qtyMicro, expiry, receivedMicro, damagedMicro }) => ({
      lot,
      qty: fromMicro(qtyMicro),
      ...(expiry && { expiry }),
      ...(receivedMicro !== undefined && { receivedQty: fromMicro(receivedMicro) }),
      ...(damagedMicro !== undefined && { damagedQty: fromMicro(damagedMicro) }),
    }));
  const otherLots = lineLots
    .filter(({ isOther }) => isOther)
    .map(({ lot, expiry, receivedMicro = 0, damagedMicro = 0 }) => ({
      lot: lot === unnamedLot ? null : lot,
      ...(expiry && { expiry }),
      receivedQty: fromMicro(receivedMicro),
      damagedQty: fromMicro(damagedMicro),
    }));
  return { lots, otherLots };
}

/** Converts ledger lots to the line's unit; their total never exceeds the line's shipped quantity. */
export function toLineLots(line: ShippedLine, lots: readonly PickedLot[]): LineLot[] {
  const ratio = invertRatio(getLineRatio(line));
  const shippedMicro = computeEffectiveQuantities(line).shippedMicro;
  let [baseTotalMicro, allocatedMicro] = [0, 0];
  return lots
    .filter(({ lot }) => lot !== '')
    .map(({ lot, expiry, qtyMicro }) => {
      baseTotalMicro += qtyMicro;
      const boundMicro = Math.min(convertMicro(baseTotalMicro, ratio), shippedMicro);
      const lineLot = {
        lot,
        qtyMicro: boundMicro - allocatedMicro,
        ...(expiry !== null && { expiry }),
        baseMicro: qtyMicro,
      };
      allocatedMicro = boundMicro;
      return lineLot;
    });
}
