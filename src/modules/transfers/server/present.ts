import { toWire } from '#platform/documents/document-rows.ts';
import {
  transferSummary,
  transferLineFields,
  type Transfer,
  type TransferLine,
  type TransferSummary,
} from '../shapes.ts';
import { computeAverageMicro, fromE4, fromPriceMicro } from '#core/money.ts';
import { type Actor, getScope, canActAtLocation } from '#core/permissions.ts';
import { fromMicro } from '#core/quantity.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { allowedTransitions } from '#platform/documents/server/transitions.ts';
import { readHistory } from '#platform/documents/server/history.ts';
import { transferDocument } from './definition.ts';
import { toWireLots } from '#modules/shipments/server/line-lots.ts';
import type { TransferHeader, StoredTransferLine, LoadedTransfer } from './rows.ts';

/** Presents one transfer for this actor. */
export async function presentTransfer(
  db: Queryable,
  { header, lines }: LoadedTransfer,
  actor: Actor,
): Promise<Transfer> {
  const showsCosts = canSeeCosts(header, actor);
  return {
    ...toTransferSummary(header, actor),
    items: lines.map((line) => toLine(line, showsCosts)),
    statusHistory: await readHistory(db, transferDocument, header._id),
    allowedMoves: allowedTransitions(transferDocument, { header, lines }, actor),
  };
}

/** Converts a transfer to its list row. */
export function toTransferSummary(header: TransferHeader, actor: Actor): TransferSummary {
  const visibleCosts = canSeeCosts(header, actor) ? header : { valueE4: null, costE4: null };
  return toWire(transferSummary, header, {
    cost: () => money(visibleCosts.costE4),
    difference: () => difference(visibleCosts),
  });
}

/** The sender's costs are visible to users of the sending location and to head office. */
const canSeeCosts = ({ from }: TransferHeader, actor: Actor): boolean =>
  canActAtLocation(actor, from) || getScope(actor).kind === 'all';

const money = (amountE4: number | null): number | null => (amountE4 === null ? null : fromE4(amountE4));

function computeAveragePrice(valueE4: number, qtyMicro: number): number | null {
  const priceMicro = computeAverageMicro(valueE4, qtyMicro);
  return priceMicro === null ? null : fromPriceMicro(priceMicro);
}

const difference = ({ valueE4, costE4 }: Pick<StoredTransferLine, 'valueE4' | 'costE4'>): number | null =>
  valueE4 === null || costE4 === null ? null : fromE4(valueE4 - costE4);

function toLine(line: StoredTransferLine, canSeeCosts: boolean): TransferLine {
  const visibleCosts = canSeeCosts ? line : { valueE4: null, costE4: null };
  const { valueE4, shippedQtyMicro } = line;
  const { lots, otherLots } = toWireLots(line.lots);
  return {
    ...toWire(transferLineFields, line, {
      qty: ({ orderQtyMicro }) => fromMicro(orderQtyMicro),
      lots: () => lots,
      unitPrice: () => (valueE4 === null ? null : computeAveragePrice(valueE4, shippedQtyMicro ?? 0)),
      cost: () => money(visibleCosts.costE4),
      difference: () => difference(visibleCosts),
    }),
    lots,
    ...(otherLots.length > 0 && { otherLots }),
  };
}
