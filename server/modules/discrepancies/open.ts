import { valueOf } from '#domain/money.ts';
import { exactly } from '#domain/quantity.ts';
import { type DiscrepancyType, discrepanciesOf } from '#domain/stock/discrepancies.ts';
import { documentEvent } from '../../documents/kit.ts';
import { discrepancyDocument } from '../../documents/registry.ts';
import { invalid } from '../../http/problems.ts';
import { newId } from '../../ids.ts';
import type { CommandContext } from '../../documents/context.ts';
import type { Line, LoadedOrder } from '../orders/rows.ts';

/** Opens what a receipt left unclean, one row per line and type, and tells branch and kitchen. Answers how many. */
export async function openDiscrepancies(ctx: CommandContext, { head, lines }: LoadedOrder): Promise<number> {
  const at = ctx.now.toISOString();
  const rows = lines.flatMap((line) =>
    discrepanciesOf({ ...line, reason: line.reasonCode }).map(({ type, qtyMicro }) => ({
      _id: newId({ now: () => ctx.now }),
      createdAt: at,
      updatedAt: at,
      version: 1,
      orderId: head._id,
      orderNo: head.orderNo,
      lineId: line.lineId,
      itemId: line.itemId,
      itemName: line.itemName,
      branch: head.branch,
      kitchen: head.kitchen,
      type,
      qtyMicro,
      unit: line.unit,
      unitSymbol: line.unitSymbol,
      valueE4: valueOrRefuse(line, type, qtyMicro),
      status: 'Open',
      action: null,
      chargedTo: null,
      by: null,
      byName: null,
      at: null,
      note: line.note,
      photo: line.photo,
      followUpOrderId: null,
    })),
  );
  if (rows.length === 0) return 0;
  await ctx.tx.insertInto('discrepancies').values(rows).execute();
  for (const { _id, type } of rows) {
    await ctx.audit({
      action: 'open',
      entity: 'discrepancies',
      id: _id,
      after: { type, order: head.orderNo },
    });
    ctx.emit(documentEvent(discrepancyDocument, _id, discrepancyDocument.audience(head), 'opened'));
  }
  return rows.length;
}

const fieldOf = { over: 'overQty', damaged: 'damagedQty', short: 'receivedQty', wrong_item: 'receivedQty' };

function valueOrRefuse(line: Line, type: DiscrepancyType, qtyMicro: number): number {
  const valueE4 = exactly(() => valueOf(qtyMicro, line.unitCostE4));
  if (valueE4 !== null) return valueE4;
  throw invalid({
    [`items.${line.lineId}.${fieldOf[type]}`]: `So much of ${line.itemName} is worth more than can be kept exactly: enter what is there.`,
  });
}
