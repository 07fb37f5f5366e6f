import { computeValueAtPrice } from '#core/money.ts';
import {
  classifyCredit,
  computeExpectedBilling,
  type LateDifference,
  type MatchState,
  matchQuantity,
  classifyMatch,
  computeNextAmountPart,
  splitLateDifference,
  computeRemainingOnHand,
  findWorstState,
} from '../match.ts';
import { allocateByWeight, limitToAvailable } from '#modules/goods-receipts/landed-cost.ts';
import { computeAgreedPriceMicro } from '#modules/purchase-orders/order-fulfilment.ts';
import { toExactOrNull } from '#core/quantity.ts';
import type { Tolerances } from '#modules/suppliers/tolerance-rules.ts';
import { sql } from 'kysely';
import { statement } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { loadTolerances } from '#modules/purchase-orders/server/tolerances.ts';
import { getReceivedFreeMicro, isFreeLine, loadFreeFreightShares, settlesCharges } from './free-goods.ts';
import {
  type ReceivedLine,
  selectReceiptLinesById,
  selectReceiptLinesByOrderLine,
  type InvoiceLine,
  type LoadedInvoice,
  type MatchRow,
  selectActiveMatches,
  buildMatchPairKey,
  isSameItemAndUnit,
} from './rows.ts';

/** A match that posting would create. */
export interface PlannedMatch {
  line: InvoiceLine;
  receiptLine: ReceivedLine | null;
  row: Omit<MatchRow, 'matchId' | 'invoiceId' | 'lineId' | 'businessDay' | 'reversedDay'> & {
    lineId: string;
  };
}

/** Matches and match states that posting an invoice would produce. */
export interface MatchPlan {
  matches: PlannedMatch[];
  states: ReadonlyMap<string, MatchState>;
  receiptLines: readonly ReceivedLine[];
}

const selectBalances = statement((db, place: string, items: readonly string[]) =>
  db
    .selectFrom('balances')
    .select(['itemId', 'onHandMicro', 'valueE4'])
    .where('placeId', '=', place)
    .where('itemId', 'in', items),
);
const selectBilledMatches = statement((db, lines: readonly string[]) =>
  db
    .selectFrom('invoiceMatches')
    .select(['lineId', 'pairedWith', 'amountE4', 'releasedE4', 'qtyMicro'])
    .where('reversedDay', 'is', null)
    .where('transferId', 'is', null)
    .where((where) => where.or([where('lineId', 'in', lines), where('pairedWith', 'in', lines)])),
);

const selectOrderLinesById = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('purchaseLines')
    .select(['lineId', 'itemId', 'unitNum', 'unitDen', 'priceMicro'])
    .where('lineId', 'in', ids),
);
const selectReturnCredits = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('transfers')
    .select((eb) => [
      '_id',
      'creditExpectedE4',
      'creditReceivedE4',
      eb
        .selectFrom('invoiceMatches')
        .select(({ fn }) => fn.sum<number | string | null>('amountE4').as('sum'))
        .whereRef('invoiceMatches.transferId', '=', 'transfers._id')
        .where('reversedDay', 'is', null)
        .as('settledE4'),
    ])
    .where('_id', 'in', ids),
);
const selectBilledLinesById = statement((db, ids: readonly string[]) =>
  db.selectFrom('supplierInvoiceLines').select(['lineId', 'valueE4', 'qtyMicro']).where('lineId', 'in', ids),
);

/** Balances at the location during planning; each difference changes the balance used for the next one. */
type Balances = Map<string, { onHandMicro: number; valueE4: number }>;

/**
 * Plans the matches of an invoice without changing anything; on posting the caller has locked the referenced
 * rows.
 *
 * @param onlyLineIds restricts matching to these receipt lines, which arrived after the invoice
 */
export async function planMatches(
  db: Queryable,
  invoice: LoadedInvoice,
  onlyLineIds?: ReadonlySet<string>,
): Promise<MatchPlan> {
  const { header, lines } = invoice;
  const receiptLines = (await loadReceiptLines(db, lines)).filter(
    ({ lineId, isReversed }) => isReversed === 0 && (onlyLineIds?.has(lineId) ?? true),
  );
  const shares = await loadFreeFreightShares(db, header, receiptLines);
  const freeLines = [...shares.values()].flat().map((share) => share.freeLine);
  const stock = await loadBalances(db, header.place, [...lines, ...freeLines]);
  const getTolerances = await loadTolerances(
    db,
    header.supplier,
    lines.map(({ itemId }) => itemId),
  );
  const getOrderedPrice = await loadOrderedPrices(db, lines);
  const getCreditState =
    header.kind === 'credit' ? await loadCreditStates(db, invoice, receiptLines, getTolerances) : null;
  const existingMatches =
    receiptLines.length > 0
      ? await selectActiveMatches(db, [
          ...new Set([...receiptLines, ...freeLines].map(({ lineId }) => lineId)),
        ])
      : [];
  const ownAndBilledLineIds = lines.flatMap(({ lineId, creditOf }) => [
    lineId,
    ...(creditOf === null ? [] : [creditOf]),
  ]);
  const lineMatches =
    ownAndBilledLineIds.length > 0 ? await selectBilledMatches(db, ownAndBilledLineIds) : [];
  const billedMicro = new Map(receiptLines.map(({ lineId, billedQtyMicro }) => [lineId, billedQtyMicro]));
  const matches: PlannedMatch[] = [];
  const states = new Map<string, MatchState>();
  const addMatch = async (
    line: InvoiceLine,
    receiptLine: ReceivedLine | null,
    row: Omit<PlannedMatch['row'], keyof LateDifference>,
  ) => {
    const differenceE4 = row.amountE4 - row.releasedE4 - row.releasedChargeE4;
    const split = receiptLine
      ? await splitDifference(db, stock, receiptLine, differenceE4)
      : { stockE4: 0, varianceE4: differenceE4, onHandMicro: 0 };
    matches.push({ line, receiptLine, row: { ...row, ...split } });
  };
  const findMatchesOfReceiptLine = (lineId: string) => [
    ...existingMatches.filter(({ receiptLineId }) => receiptLineId === lineId),
    ...matches.flatMap(({ row }) => (row.receiptLineId === lineId ? [row] : [])),
  ];
  /** Adds a separate match for freight on free goods, without quantity or goods value. */
  const addFreeFreight = async (
    line: InvoiceLine,
    receiptLine: ReceivedLine,
    part: Pick<MatchRow, 'pairedWith' | 'amountE4' | 'releasedChargeE4'>,
  ) => {
    if (part.amountE4 === 0 && part.releasedChargeE4 === 0) return;
    const { lineId: receiptLineId, poLineId, itemId, place, priceMicro } = receiptLine;
    const row = {
      receiptLineId,
      poLineId,
      itemId,
      place,
      priceMicro,
      qtyMicro: 0,
      valueE4: 0,
      releasedE4: 0,
    };
    await addMatch(line, receiptLine, { ...row, ...part, lineId: line.lineId, transferId: null });
  };
  for (const line of lines) {
    const base = {
      lineId: line.lineId,
      transferId: null,
      poLineId: line.poLineId,
      itemId: line.itemId,
      place: header.place,
      priceMicro: line.priceMicro,
    };
    if (getCreditState) {
      const receiptLine = receiptLines.find(({ lineId }) => lineId === line.receiptLineId) ?? null;
      const amountE4 = -line.baseValueE4;
      const releasedE4 =
        line.transferId !== null
          ? amountE4
          : line.creditOf === null
            ? 0
            : -(await computeReleasedByCredit(db, line, lineMatches));
      await addMatch(line, receiptLine, {
        ...base,
        pairedWith: line.receiptLineId ?? line.creditOf ?? line.transferId ?? line.lineId,
        receiptLineId: receiptLine?.lineId ?? null,
        qtyMicro: line.creditOf === null ? 0 : line.qtyMicro,
        valueE4: -line.valueE4,
        amountE4,
        releasedE4,
        releasedChargeE4: 0,
      });
      states.set(line.lineId, getCreditState(line));
      continue;
    }
    const candidates = receiptLines
      .filter((receiptLine) =>
        line.receiptLineId === null
          ? line.poLineId !== null &&
            receiptLine.poLineId === line.poLineId &&
            isSameItemAndUnit(receiptLine, line)
          : receiptLine.lineId === line.receiptLineId,
      )
      .map((receiptLine) => ({ ...receiptLine, billedQtyMicro: billedMicro.get(receiptLine.lineId) ?? 0 }));
    const openMicro = line.qtyMicro - line.matchedQtyMicro - line.creditedQtyMicro;
    const parts = matchQuantity(openMicro, candidates);
    let cumulativeMicro = line.matchedQtyMicro + line.creditedQtyMicro;
    let lineAllocatedE4 = lineMatches
      .filter(({ lineId, pairedWith }) => lineId === line.lineId || pairedWith === line.lineId)
      .reduce((sum, row) => sum + (row.lineId === line.lineId ? row.amountE4 : -row.releasedE4), 0);
    const [, freightE4 = 0] = allocateByWeight(line.baseValueE4, [
      BigInt(line.valueE4),
      BigInt(line.chargeE4),
    ]);
    const billedFreeLine = candidates.find(
      (receiptLine) => receiptLine.lineId === line.receiptLineId && isFreeLine(receiptLine),
    );
    if (billedFreeLine && settlesCharges(header)) {
      const releasedE4 = sumBy(findMatchesOfReceiptLine(billedFreeLine.lineId), 'releasedChargeE4');
      await addFreeFreight(line, billedFreeLine, {
        pairedWith: billedFreeLine.lineId,
        amountE4: freightE4,
        releasedChargeE4: billedFreeLine.landedValueE4 - releasedE4,
      });
    }
    for (const { lineId, qtyMicro } of parts) {
      const receiptLine = candidates.find((candidate) => candidate.lineId === lineId) as ReceivedLine;
      cumulativeMicro += qtyMicro;
      const newBilledMicro = receiptLine.billedQtyMicro + qtyMicro;
      const newSettledMicro = newBilledMicro + receiptLine.returnedQtyMicro;
      const amountE4 = computeNextAmountPart(
        line.baseValueE4,
        cumulativeMicro,
        line.qtyMicro,
        lineAllocatedE4,
      );
      lineAllocatedE4 += amountE4;
      const rows = findMatchesOfReceiptLine(lineId);
      const freeParts = (shares.get(lineId) ?? []).map(({ freeLine, shareE4 }) => {
        const freeLineMatches = findMatchesOfReceiptLine(freeLine.lineId);
        const pairedWith = buildMatchPairKey(freeLine.lineId, lineId);
        const pairMatches = freeLineMatches.filter((row) => row.pairedWith === pairedWith);
        const releasedChargeE4 = Math.min(
          computeNextAmountPart(
            shareE4,
            newSettledMicro,
            receiptLine.qtyMicro,
            sumBy(pairMatches, 'releasedChargeE4'),
          ),
          freeLine.landedValueE4 - sumBy(freeLineMatches, 'releasedChargeE4'),
        );
        return { freeLine, pairedWith, releasedChargeE4 };
      });
      const freightBeforeE4 = computeNextAmountPart(freightE4, cumulativeMicro - qtyMicro, line.qtyMicro, 0);
      const freeAmounts = limitToAvailable(
        freeParts.map(({ releasedChargeE4 }) => releasedChargeE4),
        computeNextAmountPart(freightE4, cumulativeMicro, line.qtyMicro, freightBeforeE4),
      );
      const [goodsE4 = 0, chargesE4 = 0] = computeExpectedBilling(receiptLine);
      await addMatch(line, receiptLine, {
        ...base,
        pairedWith: lineId,
        receiptLineId: lineId,
        qtyMicro,
        valueE4: computeValueAtPrice(qtyMicro, line.priceMicro),
        amountE4: freeAmounts.reduce((remainder, freeE4) => remainder - freeE4, amountE4),
        releasedE4: computeNextAmountPart(
          goodsE4,
          newSettledMicro,
          receiptLine.qtyMicro,
          sumBy(rows, 'releasedE4'),
        ),
        // An invoice without freight leaves the freight expected by the receipt open.
        releasedChargeE4:
          header.freightE4 === null
            ? 0
            : computeNextAmountPart(
                chargesE4,
                newSettledMicro,
                receiptLine.qtyMicro,
                sumBy(rows, 'releasedChargeE4'),
              ),
      });
      for (const [index, { freeLine, ...part }] of freeParts.entries())
        await addFreeFreight(line, freeLine, { ...part, amountE4: freeAmounts[index] ?? 0 });
      billedMicro.set(lineId, newBilledMicro);
    }
    const matchedParts = parts.map((part) => ({
      qtyMicro: part.qtyMicro,
      priceMicro: candidates.find(({ lineId }) => lineId === part.lineId)?.priceMicro ?? 0,
      orderedPriceMicro: getOrderedPrice(line),
    }));
    const freeMicro = getReceivedFreeMicro(line, billedFreeLine);
    if (freeMicro > 0) matchedParts.push({ qtyMicro: freeMicro, priceMicro: 0, orderedPriceMicro: null });
    states.set(line.lineId, classifyMatch(line, matchedParts, getTolerances(line.itemId)));
  }
  return { matches, states, receiptLines };
}

/** Sets the match states of lines and header, and the header's differences. */
export function setMatchStates({ header, lines }: LoadedInvoice, { matches, states }: MatchPlan): void {
  for (const line of lines) line.state = states.get(line.lineId) ?? 'matched';
  header.matchState = findWorstState([...states.values()]);
  header.stockDifferenceE4 = matches.reduce((sum, { row }) => sum + row.stockE4, 0);
  header.varianceE4 = matches.reduce((sum, { row }) => sum + row.varianceE4, 0);
}

const sumBy = <Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number =>
  rows.reduce((sum, row) => sum + row[key], 0);

/**
 * Compares credit lines with the amount they credit: the billed value of the same quantity, the landed value
 * of a receipt, or the open credit for a return. A line without a reference can't be checked and is never
 * matched.
 */
async function loadCreditStates(
  db: Queryable,
  { header, lines }: LoadedInvoice,
  receiptLines: readonly ReceivedLine[],
  getTolerances: (itemId: string) => Tolerances,
): Promise<(line: InvoiceLine) => MatchState> {
  const uniqueIds = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))];
  const [billedIds, returnIds] = [
    uniqueIds(lines.map(({ creditOf }) => creditOf)),
    uniqueIds(lines.map(({ transferId }) => transferId)),
  ];
  const billed = new Map(
    (billedIds.length > 0 ? await selectBilledLinesById(db, billedIds) : []).map((row) => [row.lineId, row]),
  );
  const returns = new Map(
    (returnIds.length > 0 ? await selectReturnCredits(db, returnIds) : []).map((row) => [row._id, row]),
  );
  // Exchange rates may differ between return and credit, so in a foreign currency only an amount above twice
  // the expected one is treated as a mistake.
  const factor = Number(header.rate) === 1 ? 1 : 2;
  return (line) => {
    const tolerances = getTolerances(line.itemId);
    const billedLine = billed.get(line.creditOf ?? '');
    if (billedLine)
      return classifyCredit(
        line.valueE4,
        computeNextAmountPart(billedLine.valueE4, line.qtyMicro, billedLine.qtyMicro, 0),
        tolerances,
      );
    const supplierReturn = returns.get(line.transferId ?? '');
    if (supplierReturn?.creditExpectedE4 != null) {
      const returnLines = lines.filter(({ transferId }) => transferId === line.transferId);
      const openE4 = Math.max(
        0,
        supplierReturn.creditExpectedE4 -
          (supplierReturn.creditReceivedE4 ?? 0) -
          Number(supplierReturn.settledE4 ?? 0),
      );
      return classifyCredit(sumBy(returnLines, 'baseValueE4'), openE4 * factor, tolerances);
    }
    const receiptLine = receiptLines.find(({ lineId }) => lineId === line.receiptLineId);
    return receiptLine
      ? classifyCredit(line.baseValueE4, receiptLine.landedValueE4 * factor, tolerances)
      : 'unlinked';
  };
}

/** Returns the billed value of an unaccepted quantity that the credit covers. */
async function computeReleasedByCredit(
  db: Queryable,
  credit: InvoiceLine,
  lineMatches: readonly { lineId: string; pairedWith: string; amountE4: number; releasedE4: number }[],
): Promise<number> {
  const billed = await db
    .selectFrom('supplierInvoiceLines')
    .selectAll()
    .where('lineId', '=', credit.creditOf)
    .executeTakeFirst();
  if (!billed) return 0;
  const allocatedE4 = lineMatches.reduce(
    (sum, row) =>
      sum +
      (row.lineId === billed.lineId ? row.amountE4 : row.pairedWith === billed.lineId ? -row.releasedE4 : 0),
    0,
  );
  const cumulativeMicro = billed.matchedQtyMicro + billed.creditedQtyMicro + credit.qtyMicro;
  return computeNextAmountPart(
    billed.baseValueE4,
    Math.min(cumulativeMicro, billed.qtyMicro),
    billed.qtyMicro,
    allocatedE4,
  );
}

async function loadReceiptLines(db: Queryable, lines: readonly InvoiceLine[]): Promise<ReceivedLine[]> {
  const receiptLineIds = [...new Set(lines.flatMap(({ receiptLineId }) => receiptLineId ?? []))];
  const orderLineIds = lines.flatMap(({ receiptLineId, poLineId }) =>
    receiptLineId === null ? (poLineId ?? []) : [],
  );
  const namedLines = receiptLineIds.length > 0 ? await selectReceiptLinesById(db, receiptLineIds) : [];
  const byOrder =
    orderLineIds.length > 0 ? await selectReceiptLinesByOrderLine(db, [...new Set(orderLineIds)]) : [];
  return [
    ...new Map([...namedLines, ...byOrder].map((receiptLine) => [receiptLine.lineId, receiptLine])).values(),
  ];
}

/**
 * Returns the items whose stock value may change on posting: those on the lines, and free goods to which
 * freight of the receipts is allocated.
 */
export async function findRevaluedItems(db: Queryable, { header, lines }: LoadedInvoice): Promise<string[]> {
  const shares = await loadFreeFreightShares(db, header, await loadReceiptLines(db, lines));
  const freeLines = [...shares.values()].flat().map((share) => share.freeLine);
  return [...lines, ...freeLines].map(({ itemId }) => itemId);
}

async function loadBalances(
  db: Queryable,
  place: string,
  lines: readonly { itemId: string }[],
): Promise<Balances> {
  const items = [...new Set(lines.map(({ itemId }) => itemId))];
  const rows = items.length > 0 ? await selectBalances(db, place, items) : [];
  return new Map(rows.map(({ itemId, onHandMicro, valueE4 }) => [itemId, { onHandMicro, valueE4 }]));
}

/** Returns a lookup of agreed prices per line unit; null without an order, and for substitutes. */
export async function loadOrderedPrices(
  db: Queryable,
  lines: readonly InvoiceLine[],
): Promise<(line: InvoiceLine) => number | null> {
  const ids = [...new Set(lines.flatMap(({ poLineId }) => poLineId ?? []))];
  const ordered = new Map(
    (ids.length > 0 ? await selectOrderLinesById(db, ids) : []).map((row) => [row.lineId, row]),
  );
  return (line) => {
    const orderLine = ordered.get(line.poLineId ?? '');
    return orderLine ? toExactOrNull(() => computeAgreedPriceMicro(line, orderLine)) : null;
  };
}

async function splitDifference(
  db: Queryable,
  stock: Balances,
  receiptLine: ReceivedLine,
  differenceE4: number,
): Promise<LateDifference> {
  const balance = stock.get(receiptLine.itemId) ?? { onHandMicro: 0, valueE4: 0 };
  if (differenceE4 === 0 || receiptLine.baseQtyMicro === 0)
    return { stockE4: 0, varianceE4: differenceE4, onHandMicro: 0 };
  const onHandMicro = await loadRemainingOnHand(db, receiptLine, balance.onHandMicro);
  const split = splitLateDifference(
    balance.valueE4,
    { onHandMicro, receivedMicro: receiptLine.baseQtyMicro },
    differenceE4,
  );
  stock.set(receiptLine.itemId, { ...balance, valueE4: balance.valueE4 + split.stockE4 });
  return split;
}

/** Returns the quantity of a receipt line that is still on hand at its location, in base units. */
export async function loadRemainingOnHand(
  db: Queryable,
  receiptLine: ReceivedLine,
  onHandMicro: number,
): Promise<number> {
  if (onHandMicro <= 0) return 0;
  const [ref, moves] = [(name: string) => sql.ref(name), sql.table('stockMoves')];
  const { rows } = await sql<{ later: number | string | null }>`select sum(case
      when ${ref('toPlace')} = ${receiptLine.place} and ${ref('reversesSeq')} is null then ${ref('qtyMicro')}
      when ${ref('fromPlace')} = ${receiptLine.place} and ${ref('reversesSeq')} > own.seq then -${ref('qtyMicro')}
      else 0 end) as later
    from ${moves} as m, (select max(seq) as seq from ${moves} where ${ref('docType')} = 'goods_receipt'
      and ${ref('docLineId')} = ${receiptLine.lineId} and kind = 'receipt') as own
    where m.${ref('itemId')} = ${receiptLine.itemId} and m.seq > own.seq`.execute(db);
  return computeRemainingOnHand(onHandMicro, Number(rows[0]?.later ?? 0), receiptLine.baseQtyMicro);
}
