import type { PickClaim, PickLine } from '#modules/picking/shapes.ts';
import { fromMicro } from '#core/quantity.ts';
import type { StoredOrderLine } from './rows.ts';

/** The order line columns of a pick list. */
export type PickLineRow = Pick<
  StoredOrderLine,
  | 'lineId'
  | 'orderId'
  | 'itemId'
  | 'itemCode'
  | 'itemName'
  | 'itemNameAlt'
  | 'section'
  | 'unit'
  | 'unitSymbol'
  | 'unitNum'
  | 'unitDen'
  | 'orderQtyMicro'
  | 'approvedQtyMicro'
  | 'pickedQtyMicro'
  | 'shippedQtyMicro'
  | 'pieces'
  | 'reason'
  | 'reasonCode'
  | 'reasonNote'
  | 'substituteFor'
  | 'lots'
  | 'note'
>;

/** The entered quantity: picked, or shipped if only that was entered. */
export const getEnteredPickMicro = ({ pickedQtyMicro, shippedQtyMicro }: PickLineRow): number | null =>
  pickedQtyMicro ?? shippedQtyMicro;

/**
 * The required quantity in the line's unit. A substitute has no ordered quantity, so its picked quantity is
 * used.
 */
export const getRequiredPickMicro = (line: PickLineRow): number =>
  line.substituteFor === null
    ? (line.approvedQtyMicro ?? line.orderQtyMicro)
    : (getEnteredPickMicro(line) ?? 0);

/** Converts a line for pick lists. */
export function presentPickLine(
  line: PickLineRow,
  claim: PickClaim | null,
  wholeUnits: ReadonlySet<string>,
): PickLine {
  const { lineId, orderId, unit, unitSymbol, unitNum, unitDen, pieces, substituteFor, note } = line;
  const { reason, reasonCode, reasonNote } = line;
  const pickedMicro = getEnteredPickMicro(line);
  return {
    lineId,
    orderId,
    unit,
    unitSymbol,
    unitNum,
    unitDen,
    isWhole: wholeUnits.has(unit),
    wantedQty: fromMicro(getRequiredPickMicro(line)),
    pickedQty: pickedMicro === null ? null : fromMicro(pickedMicro),
    pieces,
    reason,
    reasonCode,
    reasonNote,
    substituteFor,
    lots: line.lots
      .filter(({ isOther, lot }) => !isOther && lot !== '')
      .map(({ lot, qtyMicro, expiry }) => ({ lot, qty: fromMicro(qtyMicro), ...(expiry && { expiry }) })),
    note,
    claim,
  };
}
