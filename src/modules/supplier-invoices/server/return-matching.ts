import { toStoredTotal, sumExact } from '#core/exact-totals.ts';
import { computeFulfilledQuantity } from '#modules/purchase-orders/order-fulfilment.ts';
import { computeExpectedBilling, computeNextAmountPart, computeUnbilledMicro } from '../match.ts';
import { convertMicro } from '#core/quantity.ts';
import { type Exact, exact, multiplyExact } from '#core/exact.ts';
import type { LineLot } from '#modules/orders/lines.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { LoadedPurchase } from '#modules/purchase-orders/server/rows.ts';
import type { MatchPlan, PlannedMatch } from './matching.ts';
import {
  type ReceivedLine,
  type LoadedInvoice,
  type MatchRow,
  selectActiveMatches,
  selectReceiptLinesById,
  buildMatchPairKey,
} from './rows.ts';

/** Lines of returns to a supplier without a credit note, in the order in which they were sent. */
const selectOpenReturnLines = statement((db, supplier: string, place: string, items: readonly string[]) =>
  db
    .selectFrom('transferLines as line')
    .innerJoin('transfers as supplierReturn', 'supplierReturn._id', 'line.transferId')
    .select([
      'line.transferId',
      'line.lineId',
      'line.itemId',
      'line.valueE4',
      'line.shippedQtyMicro',
      'line.unitNum',
      'line.unitDen',
      'line.lots',
      'supplierReturn.sentDay',
    ])
    .where('supplierReturn.kind', '=', 'supplier-return')
    .where('supplierReturn.status', '=', 'Sent')
    .where('supplierReturn.to', '=', supplier)
    .where('supplierReturn.from', '=', place)
    .where('supplierReturn.creditReceivedE4', 'is', null)
    .where('line.itemId', 'in', items)
    .orderBy('supplierReturn.sentAt')
    .orderBy('line.lineId'),
);
const selectSettledMatches = statement((db, transfers: readonly string[]) =>
  db
    .selectFrom('invoiceMatches')
    .select(['pairedWith', 'receiptLineId', 'qtyMicro'])
    .where('transferId', 'in', transfers)
    .where('reversedDay', 'is', null),
);

type ReturnLine = Awaited<ReturnType<typeof selectOpenReturnLines>>[number] & {
  baseMicro: number;
  leftMicro: number;
};

const toBaseMicro = (receiptLine: ReceivedLine, qtyMicro: number): number =>
  computeNextAmountPart(receiptLine.baseQtyMicro, qtyMicro, receiptLine.qtyMicro, 0);

/**
 * Settles the unbilled remainder of received lines against later returns: if the whole remainder was
 * returned, nothing more will be billed and no credit is expected. The value difference is a variance.
 */
export async function planReturnMatches(
  tx: Tx,
  { header }: LoadedInvoice,
  plan: MatchPlan,
): Promise<PlannedMatch[]> {
  if (header.kind === 'credit') return [];
  const billed = new Map<string, PlannedMatch[]>();
  for (const match of plan.matches)
    if (match.receiptLine)
      billed.set(match.receiptLine.lineId, [...(billed.get(match.receiptLine.lineId) ?? []), match]);
  const items = [...new Set([...billed.values()].flatMap(([billedLine]) => billedLine?.row.itemId ?? []))];
  if (items.length === 0) return [];
  await acquireTransactionLock(tx, `returns ${header.place} ${header.supplier}`);
  const returns = await loadOpenReturnLines(tx, header, items);
  if (returns.length === 0) return [];
  const existingMatches = await selectActiveMatches(tx, [...billed.keys()]);
  return [...billed.values()].flatMap((matches) =>
    settleReturnedRemainder(matches, returns, existingMatches, header.freightE4 !== null),
  );
}

async function loadOpenReturnLines(
  tx: Tx,
  { supplier, place }: LoadedInvoice['header'],
  items: readonly string[],
): Promise<ReturnLine[]> {
  const lines = await selectOpenReturnLines(tx, supplier, place, items);
  if (lines.length === 0) return [];
  const settledMatches = await selectSettledMatches(tx, [
    ...new Set(lines.map(({ transferId }) => transferId)),
  ]);
  const receiptLineIds = [...new Set(settledMatches.flatMap(({ receiptLineId }) => receiptLineId ?? []))];
  const receiptLines = new Map(
    (receiptLineIds.length > 0 ? await selectReceiptLinesById(tx, receiptLineIds) : []).map((receiptLine) => [
      receiptLine.lineId,
      receiptLine,
    ]),
  );
  return lines.map((line) => {
    const { unitNum: num, unitDen: den } = line;
    const baseMicro = convertMicro(line.shippedQtyMicro ?? 0, { num, den });
    const settledMicro = settledMatches.reduce((sum, { pairedWith, receiptLineId, qtyMicro }) => {
      const receiptLine = receiptLines.get(receiptLineId ?? '');
      return receiptLine && pairedWith === buildMatchPairKey(line.lineId, receiptLine.lineId)
        ? sum + toBaseMicro(receiptLine, qtyMicro)
        : sum;
    }, 0);
    return { ...line, baseMicro, leftMicro: baseMicro - settledMicro };
  });
}

/** Settles the remainder of one receipt line if at least that much was returned. */
function settleReturnedRemainder(
  matches: readonly PlannedMatch[],
  returns: readonly ReturnLine[],
  existingMatches: readonly MatchRow[],
  hasFreight: boolean,
): PlannedMatch[] {
  const [{ line, receiptLine } = { line: null, receiptLine: null }] = matches;
  if (!line || !receiptLine) return [];
  const matchedMicro = matches.reduce((sum, { row }) => sum + row.qtyMicro, 0);
  const openMicro = computeUnbilledMicro({
    ...receiptLine,
    billedQtyMicro: receiptLine.billedQtyMicro + matchedMicro,
  });
  if (openMicro === 0) return [];
  const candidates = returns.filter(
    ({ itemId, sentDay, lots, leftMicro }) =>
      leftMicro > 0 &&
      itemId === receiptLine.itemId &&
      (sentDay ?? '') >= receiptLine.businessDay &&
      hasLot(lots, receiptLine.lot),
  );
  const openBaseMicro = toBaseMicro(receiptLine, openMicro);
  if (candidates.reduce((sum, { leftMicro }) => sum + leftMicro, 0) < openBaseMicro) return [];
  const [goodsE4 = 0, chargesE4 = 0] = computeExpectedBilling(receiptLine);
  const priorMatches = [
    ...existingMatches.filter(({ receiptLineId }) => receiptLineId === receiptLine.lineId),
    ...matches.map(({ row }) => row),
  ];
  const sum = (key: 'releasedE4' | 'releasedChargeE4') =>
    priorMatches.reduce((total, row) => total + row[key], 0);
  const billedOrReturnedMicro = receiptLine.qtyMicro - openMicro;
  let [settledMicro, goodsReleasedE4, chargesReleasedE4] = [0, sum('releasedE4'), sum('releasedChargeE4')];
  return candidates.flatMap((returnLine): PlannedMatch[] => {
    const baseMicro = Math.min(returnLine.leftMicro, openBaseMicro - settledMicro);
    if (baseMicro <= 0) return [];
    const beforeMicro = computeNextAmountPart(openMicro, settledMicro, openBaseMicro, 0);
    settledMicro += baseMicro;
    returnLine.leftMicro -= baseMicro;
    const cumulativeMicro = computeNextAmountPart(openMicro, settledMicro, openBaseMicro, 0);
    const releasedE4 = computeNextAmountPart(
      goodsE4,
      billedOrReturnedMicro + cumulativeMicro,
      receiptLine.qtyMicro,
      goodsReleasedE4,
    );
    const releasedChargeE4 = hasFreight
      ? computeNextAmountPart(
          chargesE4,
          billedOrReturnedMicro + cumulativeMicro,
          receiptLine.qtyMicro,
          chargesReleasedE4,
        )
      : 0;
    goodsReleasedE4 += releasedE4;
    chargesReleasedE4 += releasedChargeE4;
    const amountE4 = computeNextAmountPart(returnLine.valueE4 ?? 0, baseMicro, returnLine.baseMicro, 0);
    const row = {
      lineId: line.lineId,
      pairedWith: buildMatchPairKey(returnLine.lineId, receiptLine.lineId),
      receiptLineId: receiptLine.lineId,
      transferId: returnLine.transferId,
      poLineId: receiptLine.poLineId,
      itemId: receiptLine.itemId,
      place: receiptLine.place,
      qtyMicro: cumulativeMicro - beforeMicro,
      priceMicro: receiptLine.priceMicro,
      valueE4: 0,
      amountE4,
      releasedE4,
      releasedChargeE4,
      stockE4: 0,
      varianceE4: amountE4 - releasedE4 - releasedChargeE4,
      onHandMicro: 0,
    };
    return [{ line, receiptLine, row }];
  });
}

/** Returns whether the returned goods may include a lot; a return without lots may include any. */
function hasLot(lots: string, lot: string | null): boolean {
  const lineLots = JSON.parse(lots) as LineLot[];
  return lot === null || lineLots.length === 0 || lineLots.some((entry) => entry.lot === lot);
}

/** Sets the returned, unbilled quantity of purchase lines from their receipt lines. */
export async function setReturnedQuantities(
  db: Queryable,
  ordered: readonly LoadedPurchase['lines'][number][],
): Promise<void> {
  if (ordered.length === 0) return;
  const receiptLines = await db
    .selectFrom('goodsReceiptLines')
    .selectAll()
    .where(
      'poLineId',
      'in',
      ordered.map(({ lineId }) => lineId),
    )
    .where('returnedQtyMicro', '>', 0)
    .execute();
  for (const line of ordered) {
    const returned = receiptLines
      .filter(({ poLineId }) => poLineId === line.lineId)
      .map(
        (receiptLine): Exact =>
          multiplyExact(
            computeFulfilledQuantity(receiptLine, line),
            exact(BigInt(receiptLine.returnedQtyMicro), BigInt(receiptLine.qtyMicro)),
          ),
      );
    line.returnedQtyMicro = toStoredTotal(sumExact(returned), line.qtyMicro);
  }
}
