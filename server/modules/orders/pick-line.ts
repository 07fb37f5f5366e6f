import type { PickClaim, PickLine } from '#contract/picking.ts';
import { fromMicro } from '#domain/quantity.ts';
import type { StoredOrderLine } from './rows.ts';

/** What of an order line a pick list is made of. */
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

/** What somebody has entered: what is picked, or, where only that was said on the order, what ships. */
export const enteredPickMicro = ({ pickedQtyMicro, shippedQtyMicro }: PickLineRow): number | null =>
  pickedQtyMicro ?? shippedQtyMicro;

/** What is wanted of a line, in its unit: nobody ordered a substitute, so that is what was picked of it. */
export const requiredPickMicro = (line: PickLineRow): number =>
  line.substituteFor === null ? (line.approvedQtyMicro ?? line.orderQtyMicro) : (enteredPickMicro(line) ?? 0);

/** A line as pick lists show it. */
export function presentPickLine(
  line: PickLineRow,
  claim: PickClaim | null,
  wholeUnits: ReadonlySet<string>,
): PickLine {
  const { lineId, orderId, unit, unitSymbol, unitNum, unitDen, pieces, substituteFor, note } = line;
  const { reason, reasonCode, reasonNote } = line;
  const pickedMicro = enteredPickMicro(line);
  return {
    lineId,
    orderId,
    unit,
    unitSymbol,
    unitNum,
    unitDen,
    isWhole: wholeUnits.has(unit),
    wantedQty: fromMicro(requiredPickMicro(line)),
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
