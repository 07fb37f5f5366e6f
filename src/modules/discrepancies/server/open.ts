import { refusal } from '#core/refusals/refusal.ts';
import type { Selectable } from 'kysely';
import { discrepancy } from '../shapes.ts';
import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import type { DocumentType } from '#platform/documents/types.ts';
import type { ShippedLine } from '#modules/orders/lines.ts';
import { computeValueAtPrice } from '#core/money.ts';
import { toExactOrNull } from '#core/quantity.ts';
import { type DiscrepancyType, findDiscrepancies } from '../discrepancy-rules.ts';
import type { OrderLineRow } from '#platform/server/db/tables.ts';
import { appendHistory } from '#platform/documents/server/history.ts';
import { documentEvent } from '#platform/documents/server/numbering-and-events.ts';
import { markInserted } from '#platform/documents/server/locks.ts';
import { discrepancyDocument } from './definition.ts';
import { invalid } from '#platform/server/http/problems.ts';
import { newId } from '#platform/server/ids.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';

/** A received shipment with its lines. `branch` is the receiver, `kitchen` the sender. */
interface ReceivedShipment {
  docType: DocumentType;
  _id: string;
  number: string;
  branch: string;
  kitchen: string;
  lines: readonly ReceivedShipmentLine[];
  getReasonCode?: (lineId: string) => string | null;
}

export type ReceivedShipmentLine = ShippedLine &
  Pick<Selectable<OrderLineRow>, 'itemName' | 'unit' | 'unitSymbol' | 'reasonCode' | 'note' | 'photo'>;

/**
 * Opens the discrepancies of a receipt, one per line and type, and notifies both parties. Returns their
 * number.
 */
export async function openDiscrepancies(ctx: CommandContext, shipment: ReceivedShipment): Promise<number> {
  const { docType, _id: orderId, number: orderNo, branch, kitchen, lines, getReasonCode } = shipment;
  const at = ctx.now.toISOString();
  const rows = lines.flatMap((line) =>
    findDiscrepancies({ ...line, reason: getReasonCode ? getReasonCode(line.lineId) : line.reasonCode }).map(
      ({ type, qtyMicro }) => ({
        ...buildEmptyRow(discrepancy),
        _id: newId({ now: () => ctx.now }),
        createdAt: at,
        updatedAt: at,
        version: 1,
        docType,
        orderId,
        orderNo,
        lineId: line.lineId,
        itemId: line.itemId,
        itemName: line.itemName,
        branch,
        kitchen,
        type,
        qtyMicro,
        unit: line.unit,
        unitSymbol: line.unitSymbol,
        valueE4: computeDiscrepancyValueE4(line, type, qtyMicro),
        status: 'Open',
        note: line.note,
        photo: line.photo,
      }),
    ),
  );
  if (rows.length === 0) return 0;
  await ctx.tx.insertInto('discrepancies').values(rows).execute();
  for (const row of rows) {
    const { _id, type } = row;
    markInserted(ctx.tx, discrepancyDocument, _id);
    await appendHistory(ctx, discrepancyDocument, _id, [{ from: null, to: 'Open' }]);
    await ctx.audit({
      action: 'open',
      entity: 'discrepancies',
      id: _id,
      after: { type, order: orderNo },
    });
    ctx.emit(documentEvent(discrepancyDocument, row, 'opened'));
  }
  return rows.length;
}

/** Input field to which an error about a discrepancy type refers. */
const quantityFields = {
  over: 'overQty',
  damaged: 'damagedQty',
  short: 'receivedQty',
  wrong_item: 'receivedQty',
};

function computeDiscrepancyValueE4(
  line: ReceivedShipmentLine,
  type: DiscrepancyType,
  qtyMicro: number,
): number {
  const valueE4 = toExactOrNull(() => computeValueAtPrice(qtyMicro, line.unitCostMicro));
  if (valueE4 !== null) return valueE4;
  throw invalid({
    [`items.${line.lineId}.${quantityFields[type]}`]: refusal('found-value-too-large', {
      item: line.itemName,
    }),
  });
}
