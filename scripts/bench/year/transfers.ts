import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { transferSummary, transferLineFields } from '#modules/transfers/shapes.ts';
import type { ShippedLine } from '#modules/orders/lines.ts';
import { computeAverageMicro } from '#core/money.ts';
import { buildReceivePostings, buildShipPostings } from '#modules/stock/postings.ts';
import { getShipmentDestination, createAcceptanceRule } from '#modules/transfers/postings.ts';
import { toLineLots } from '#modules/shipments/server/line-lots.ts';
import { ids } from '#app/server/testing/ids.ts';
import { addDays } from '#core/day.ts';
import type { YearBranch } from './year-types.ts';
import { minRemainingDays } from './deliveries.ts';
import { toInstant, type HistoryContext, createDocumentColumns, person } from './history-context.ts';
import type { YearOrder, YearOrderLine } from './orders.ts';

const linesPerTransfer = 3;

/**
 * Posts transfers: a tenth of the branches with a delivery send some of it to another branch, on the same day
 * and at cost.
 */
export function postTransfers(history: HistoryContext, day: string, arrived: readonly YearOrder[]): void {
  for (const { branch, lines } of arrived) {
    if (!history.random.chance(0.1)) continue;
    const to = history.random.pick(history.catalogue.branches);
    if (to !== branch) postTransfer(history, day, branch, to, lines);
  }
}

function postTransfer(
  history: HistoryContext,
  day: string,
  from: YearBranch,
  to: YearBranch,
  arrived: readonly YearOrderLine[],
): void {
  const { books, random } = history;
  const [madeAt, sentAt, receivedAt] = [
    toInstant(day, '11:30'),
    toInstant(day, '12:00'),
    toInstant(day, '12:45'),
  ];
  const validThrough = addDays(day, minRemainingDays);
  const first = random.int(0, Math.max(0, arrived.length - linesPerTransfer));
  const shipments = arrived
    .slice(first, first + linesPerTransfer)
    .map(({ item }) => ({
      item,
      qtyMicro: Math.floor(books.getUsableMicro(from._id, item._id, validThrough) / 4000) * 1000,
    }))
    .filter(({ qtyMicro }) => qtyMicro > 0);
  if (shipments.length === 0) return;
  const number = history.takeDocumentNumber('TRF', day);
  const lines = shipments.map(({ item, qtyMicro }, index): ShippedLine & { item: typeof item } => ({
    item,
    lineId: `${number}-${index}`,
    itemId: item._id,
    unitNum: 1,
    unitDen: 1,
    unitCostMicro: 0,
    reason: null,
    lots: [],
    orderQtyMicro: qtyMicro,
    shippedQtyMicro: qtyMicro,
    receivedQtyMicro: qtyMicro,
    damagedQtyMicro: 0,
    shortQtyMicro: 0,
    overQtyMicro: 0,
  }));
  const shipment = {
    _id: number,
    branch: to._id,
    kitchen: from._id,
    docType: 'transfer' as const,
    lines,
    shipDestination: getShipmentDestination('transfer', to._id),
    acceptanceRule: createAcceptanceRule(
      { kind: 'transfer', to: to._id, receivedDay: day },
      lines.map(({ lineId }) => ({ lineId, destination: null })),
    ),
  };
  const lineValues = new Map<string, number>();
  for (const posting of buildShipPostings(shipment, validThrough)) {
    const posted = books.post(posting, { at: sentAt, docNo: number, userId: person._id });
    const line = lines.find(({ lineId }) => lineId === posting.docLineId);
    lineValues.set(posting.docLineId, posted.valueE4);
    const picked = posted.lots.flatMap(({ lot, qtyMicro }) =>
      lot ? [{ lot: lot.code, expiry: lot.expiry, qtyMicro }] : [],
    );
    if (line) line.lots = toLineLots(line, picked);
  }
  for (const posting of buildReceivePostings(shipment))
    books.post(posting, { at: receivedAt, docNo: number, userId: person._id });
  const valueE4 = [...lineValues.values()].reduce((sum, value) => sum + value, 0);
  history.add('transfers', {
    ...buildEmptyRow(transferSummary),
    ...createDocumentColumns(number, madeAt, 3, receivedAt),
    kind: 'transfer',
    status: 'Received',
    from: from._id,
    fromName: from.name,
    to: to._id,
    toName: to.name,
    isRequest: 0,
    noteNo: `DN-${number}`,
    sentAt,
    sentBy: person._id,
    sentByName: person.name,
    sentDay: day,
    arrivedBy: null,
    receivedAt,
    receivedBy: person._id,
    receivedByName: person.name,
    receivedDay: day,
    lineCount: lines.length,
    priceRule: 'cost',
    valueE4,
    costE4: valueE4,
    hasDiscrepancy: 0,
    cycle: 0,
    giverVersion: 2,
    takerVersion: 3,
  });
  history.add(
    'transferLines',
    ...lines.map(({ item, lots, ...line }, position) => {
      const lineE4 = lineValues.get(line.lineId) ?? 0;
      return {
        ...buildEmptyRow(transferLineFields),
        ...line,
        transferId: number,
        position,
        itemCode: item.itemCode,
        itemName: item.name,
        unit: ids.units.kg,
        unitSymbol: 'kg',
        unitCostMicro: computeAverageMicro(lineE4, line.orderQtyMicro) ?? 0,
        valueE4: lineE4,
        costE4: lineE4,
        lots: JSON.stringify(lots),
        pendingLots: null,
      };
    }),
  );
  history.addHistory('transfer', 'transfers', number, [
    { to: 'Draft', verb: null, at: madeAt },
    { to: 'Sent', verb: 'send', at: sentAt },
    { to: 'Received', verb: 'receive', at: receivedAt },
  ]);
}
