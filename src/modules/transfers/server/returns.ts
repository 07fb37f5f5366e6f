import { sql } from 'kysely';
import type { ReturnableLine } from '../shapes.ts';
import { toBaseExact, exceedsStored, sumExact } from '#core/exact-totals.ts';
import { type LineLot, getLineRatio } from '#modules/orders/lines.ts';
import {
  convertMicro,
  divideHalfEven,
  toExactOrNull,
  fromMicro,
  invertRatio,
  toSafeNumber,
} from '#core/quantity.ts';
import { type Exact, exact, isGreater, addExact, roundExact, exactZero } from '#core/exact.ts';
import { type Refusal, refusal } from '#core/refusals/refusal.ts';
import { acquireTransactionLock } from '#platform/server/db/locking.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';
import type { CommandContext } from '#platform/documents/server/context.ts';
import { invalid, problem } from '#platform/server/http/problems.ts';
import { loadUnits } from '#modules/units/server/units.ts';
import type { TransferHeader, StoredTransferLine } from './rows.ts';

/** Goods received from another location, by the ledger; quantities in base units. */
interface Arrival {
  /** The order or transfer line of the delivery, and the document number. */
  lineId: string;
  documentNo: string;
  itemId: string;
  qtyMicro: number;
  /** Denominator of the delivery line's unit ratio. */
  unitDen: number | string | null;
  valueE4: number;
  postedAt: string;
  /** Empty, or null, for untracked items. */
  lot: string | null;
  expiry: string | null;
}

type Parties = Pick<TransferHeader, 'from' | 'to'>;

/** Loads unreversed receipts of these items from a supplier at a location. */
async function loadReceiptsFrom(
  db: Queryable,
  { from, to }: Parties,
  itemIds: readonly string[],
): Promise<{ itemId: string; qtyMicro: number; unitDen: number }[]> {
  const rows = await db
    .selectFrom('goodsReceiptLines as l')
    .innerJoin('goodsReceipts as r', 'r._id', 'l.receiptId')
    .select(['l.itemId', 'l.baseQtyMicro as qtyMicro', 'l.unitDen'])
    .where('r.supplier', '=', to)
    .where('r.place', '=', from)
    .where('l.isReversed', '=', 0)
    .where('l.itemId', 'in', [...new Set(itemIds)])
    .execute();
  return rows.map(({ qtyMicro, ...row }) => ({ ...row, qtyMicro: Number(qtyMicro) }));
}

/** Loads arrivals of these items at `from` by orders and transfers of `to`, newest first. */
async function loadArrivals(
  db: Queryable,
  { from, to }: Parties,
  itemIds: readonly string[] | null,
): Promise<Arrival[]> {
  const ref = (name: string) => sql.ref(name);
  const itemCondition =
    itemIds === null ? sql`` : sql` and m.${ref('itemId')} in (${sql.join([...new Set(itemIds)])})`;
  const { rows } = await sql<Arrival>`
    select coalesce(d.${ref('lineId')}, m.${ref('docLineId')}) as ${ref('lineId')},
      coalesce(o.${ref('orderNo')}, t.number) as ${ref('documentNo')}, m.${ref('itemId')}, m.${ref('qtyMicro')}, m.${ref('valueE4')},
      m.${ref('postedAt')}, l.code as lot, l.expiry, coalesce(ol.${ref('unitDen')}, tl.${ref('unitDen')}) as ${ref('unitDen')}
    from ${sql.table('stockMoves')} as m
    left join discrepancies as d on m.${ref('docType')} = 'discrepancy' and d.${ref('_id')} = m.${ref('docId')}
    left join orders as o on o.${ref('_id')} = coalesce(d.${ref('orderId')}, m.${ref('docId')})
    left join transfers as t on t.${ref('_id')} = coalesce(d.${ref('orderId')}, m.${ref('docId')})
    left join lots as l on l.${ref('_id')} = coalesce(m.${ref('toLotId')}, m.${ref('lotId')})
    left join ${sql.table('orderLines')} as ol on ol.${ref('lineId')} = coalesce(d.${ref('lineId')}, m.${ref('docLineId')})
    left join ${sql.table('transferLines')} as tl on tl.${ref('lineId')} = coalesce(d.${ref('lineId')}, m.${ref('docLineId')})
    where m.${ref('toPlace')} = ${from}
      and m.kind in ('receive', 'transfer_in', 'found_at_branch', 'confirmed')
      and coalesce(o.kitchen, t.${ref('from')}) = ${to}${itemCondition}
    order by m.seq desc`.execute(db);
  return rows;
}

/** A return line in base units, with its document. */
interface ReturnedLine {
  transferId: string;
  number: string;
  lineId: string;
  itemId: string;
  returnOf: string | null;
  baseMicro: number;
  /** The exact quantity, so that parts in a different unit add up to what was received. */
  base: Exact;
  /** Whether it hasn't been shipped yet. */
  isDraft: boolean;
  /** The entered or stored lots, which may not cover the whole quantity. */
  lots: readonly { lot: string; baseMicro: number }[];
}

type ReturnKind = 'return' | 'supplier-return';

/** Loads lines of returns that aren't cancelled, including drafts. */
async function loadReturnedLines(
  db: Queryable,
  { from, to }: Parties,
  itemIds: readonly string[] | null,
  kind: ReturnKind = 'return',
): Promise<ReturnedLine[]> {
  const rows = await db
    .selectFrom('transferLines as l')
    .innerJoin('transfers as t', 't._id', 'l.transferId')
    .select([
      't._id as transferId',
      't.number',
      't.status',
      'l.lineId',
      'l.itemId',
      'l.returnOf',
      'l.orderQtyMicro',
      'l.shippedQtyMicro',
      'l.unitNum',
      'l.unitDen',
      'l.lots',
    ])
    .where('t.kind', '=', kind)
    .where('t.from', '=', from)
    .where('t.to', '=', to)
    .where('t.status', '<>', 'Cancelled')
    .$if(itemIds !== null, (query) => query.where('l.itemId', 'in', [...new Set(itemIds)]))
    .execute();
  const quantitiesSentBack = await loadQuantitiesSentBack(
    db,
    rows.map(({ lineId }) => lineId),
  );
  return rows.map(({ lots, status, ...row }) => ({
    ...row,
    isDraft: status === 'Draft',
    baseMicro: toBaseMicro(row) - (quantitiesSentBack.get(row.lineId) ?? 0),
    base: addExact(toExactBase(row), exact(-BigInt(quantitiesSentBack.get(row.lineId) ?? 0), 1n)),
    lots: (JSON.parse(lots) as LineLot[]).map(({ lot, qtyMicro }) => ({
      lot,
      baseMicro: convertMicro(qtyMicro, getLineRatio(row)),
    })),
  }));
}

/**
 * Returns the quantity of shipped return lines that came back to the sender (found there, or sent back as
 * damaged), less confirmed over-receipts.
 */
async function loadQuantitiesSentBack(
  db: Queryable,
  lineIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (lineIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('discrepancies as d')
    .innerJoin('stockMoves as m', 'm.docId', 'd._id')
    .select(['d.lineId', 'd.action', 'm.qtyMicro'])
    .where('d.lineId', 'in', lineIds)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('d.type', 'in', ['short', 'wrong_item']),
          eb('d.action', 'in', ['found_at_kitchen', 'resend']),
        ]),
        eb.and([eb('d.type', '=', 'damaged'), eb('d.action', '=', 'returned')]),
        eb('d.action', '=', 'confirmed'),
      ]),
    )
    .execute();
  const quantitiesSentBack = new Map<string, number>();
  for (const { lineId, action, qtyMicro } of rows)
    quantitiesSentBack.set(
      lineId,
      (quantitiesSentBack.get(lineId) ?? 0) + (action === 'confirmed' ? -qtyMicro : qtyMicro),
    );
  return quantitiesSentBack;
}

type LineQuantity = Pick<StoredTransferLine, 'orderQtyMicro' | 'shippedQtyMicro' | 'unitNum' | 'unitDen'>;

const toExactBase = ({ shippedQtyMicro, orderQtyMicro, unitNum, unitDen }: LineQuantity): Exact =>
  toBaseExact({ qtyMicro: shippedQtyMicro ?? orderQtyMicro, unitNum, unitDen });

const toBaseMicro = (line: LineQuantity): number => toSafeNumber(roundExact(toExactBase(line)));

const sumBy = <T>(rows: readonly T[], read: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + read(row), 0);

/**
 * Asserts that returns, including all existing ones, don't exceed what was received; links lines without a
 * reference to the newest receipt line with enough left. Locks returns between the two locations until the
 * transaction ends.
 *
 * @param getPath returns the request path of a line
 * @throws ApiProblem 422 on `items.<n>.qty` or `.returnOf`
 */
export async function linkReturnLines(
  { tx }: Pick<CommandContext, 'tx'>,
  header: Pick<TransferHeader, '_id' | 'kind' | 'from' | 'to'>,
  lines: readonly StoredTransferLine[],
  getPath: (line: StoredTransferLine) => string,
): Promise<void> {
  if (header.kind === 'transfer' || lines.length === 0) return;
  await lockReturns(tx, header);
  if (header.kind === 'supplier-return') return assertDeliveredBySupplier(tx, header, lines, getPath);
  const itemIds = lines.map(({ itemId }) => itemId);
  const arrivals = await loadArrivals(tx, header, itemIds);
  const otherReturns = (await loadReturnedLines(tx, header, itemIds)).filter(
    ({ transferId }) => transferId !== header._id,
  );
  const allReturns: ReturnedLine[] = [...otherReturns];
  const errors: Record<string, Refusal> = {};
  for (const line of lines) {
    const itemArrivals = arrivals.filter(({ itemId }) => itemId === line.itemId);
    const requested = toExactBase(line);
    const getRemaining = (lineId: string | null) =>
      computeRemaining(
        requested,
        itemArrivals.filter((row) => lineId === null || row.lineId === lineId),
        allReturns.filter(
          (row) => row.itemId === line.itemId && (lineId === null || row.returnOf === lineId),
        ),
      );
    if (line.returnOf !== null && !itemArrivals.some(({ lineId }) => lineId === line.returnOf))
      errors[`${getPath(line)}.returnOf`] = refusal('return-no-such-line');
    else if (itemArrivals.length === 0)
      errors[`${getPath(line)}.qty`] = refusal('return-never-received', { item: line.itemName });
    else {
      const returnedLot = line.lots[0]?.lot ?? null;
      line.returnOf ??=
        itemArrivals.find(
          ({ lineId, lot }) => (returnedLot === null || lot === returnedLot) && getRemaining(lineId).isEnough,
        )?.lineId ?? null;
      line.returnOfNo = itemArrivals.find(({ lineId }) => lineId === line.returnOf)?.documentNo ?? null;
      // Both limits apply: the remaining quantity of the receipt line and that of the item.
      const remaining = [
        getRemaining(null),
        ...(line.returnOf === null ? [] : [getRemaining(line.returnOf)]),
      ].toSorted((a, b) => a.arrivedMicro - a.returnedMicro - (b.arrivedMicro - b.returnedMicro))[0];
      if (remaining && !remaining.isEnough)
        errors[`${getPath(line)}.qty`] = buildTooMuchRefusal(line, remaining);
    }
    const { lineId, itemId, returnOf } = line;
    allReturns.push({
      transferId: header._id,
      number: '',
      lineId,
      itemId,
      returnOf,
      baseMicro: toBaseMicro(line),
      base: requested,
      isDraft: true,
      lots: [],
    });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

interface ArrivedQuantity {
  qtyMicro: number;
  /** Above 1, the quantity in base units was rounded. */
  unitDen: number | string | null;
}

const countRoundedArrivals = (arrivals: readonly ArrivedQuantity[]): number =>
  arrivals.filter(({ unitDen }) => Number(unitDen) > 1).length;

/**
 * Returns received and returned quantities in base units, and whether enough is left for the requested
 * quantity, compared exactly.
 */
function computeRemaining(
  requested: Exact,
  arrivals: readonly ArrivedQuantity[],
  returned: readonly ReturnedLine[],
) {
  const arrivedMicro = sumBy(arrivals, ({ qtyMicro }) => qtyMicro);
  return {
    arrivedMicro,
    returnedMicro: sumBy(returned, ({ baseMicro }) => baseMicro),
    returned,
    isEnough: !exceedsStored(
      sumExact([requested, ...returned.map(({ base }) => base)]),
      arrivedMicro,
      countRoundedArrivals(arrivals),
    ),
  };
}

/** Locks returns between two parties, and receipt reversals of that supplier, until the transaction ends. */
const lockReturns = (tx: Tx, { from, to }: Parties): Promise<void> =>
  acquireTransactionLock(tx, `returns ${from} ${to}`);

/** Asserts that no more of an item is returned to a supplier than it delivered to the location. */
async function assertDeliveredBySupplier(
  tx: Tx,
  header: Pick<TransferHeader, '_id' | 'from' | 'to'>,
  lines: readonly StoredTransferLine[],
  getPath: (line: StoredTransferLine) => string,
): Promise<void> {
  const itemIds = lines.map(({ itemId }) => itemId);
  const receipts = await loadReceiptsFrom(tx, header, itemIds);
  const otherReturns = (await loadReturnedLines(tx, header, itemIds, 'supplier-return')).filter(
    ({ transferId }) => transferId !== header._id,
  );
  const allReturns = [...otherReturns];
  const errors: Record<string, Refusal> = {};
  for (const line of lines) {
    const { lineId, itemId } = line;
    const requested = toExactBase(line);
    const selectItemRows = <T extends { itemId: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.itemId === itemId);
    const remaining = computeRemaining(requested, selectItemRows(receipts), selectItemRows(allReturns));
    if (isGreater(requested, exactZero) && !remaining.isEnough)
      errors[`${getPath(line)}.qty`] =
        remaining.arrivedMicro === 0
          ? refusal('return-never-received', { item: line.itemName })
          : buildTooMuchRefusal(line, remaining);
    const draftLine = {
      transferId: header._id,
      number: '',
      lineId,
      itemId,
      returnOf: null,
      isDraft: true,
      lots: [],
    };
    allReturns.push({ ...draftLine, baseMicro: toBaseMicro(line), base: requested });
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

/**
 * Asserts that reversing receipts doesn't leave less than was already returned to the supplier.
 *
 * @param reversed items and quantities (base units) being reversed; their lines aren't marked yet
 * @throws ApiProblem 409 with the numbers of the returns
 */
export async function assertNotReturned(
  tx: Tx,
  parties: Parties,
  reversed: readonly { itemId: string; itemName: string; baseQtyMicro: number; lineId: string }[],
): Promise<void> {
  const itemIds = reversed.map(({ itemId }) => itemId);
  if (itemIds.length === 0) return;
  await lockReturns(tx, parties);
  const receipts = await loadReceiptsFrom(tx, parties, itemIds);
  const returnedLines = (await loadReturnedLines(tx, parties, itemIds, 'supplier-return')).filter(
    ({ isDraft }) => !isDraft,
  );
  for (const { itemId, itemName, lineId } of reversed) {
    const selectItemRows = <T extends { itemId: string }>(rows: readonly T[]) =>
      rows.filter((row) => row.itemId === itemId);
    const leftMicro =
      sumBy(selectItemRows(receipts), ({ qtyMicro }) => qtyMicro) -
      sumBy(selectItemRows(reversed), ({ baseQtyMicro }) => baseQtyMicro);
    const returnedOfItem = selectItemRows(returnedLines);
    const isEnough = !exceedsStored(
      sumExact(returnedOfItem.map(({ base }) => base)),
      leftMicro,
      countRoundedArrivals(selectItemRows(receipts)),
    );
    if (isEnough || returnedOfItem.length === 0) continue;
    const numbers = [...new Set(returnedOfItem.map(({ number }) => number))];
    const error = refusal('receipt-sent-back', { item: itemName, numbers: numbers.slice(0, 5).join(', ') });
    throw problem('ILLEGAL_TRANSITION', error, {
      fields: { [`items.${lineId}`]: error },
      details: { itemId, itemName, numbers },
    });
  }
}

function buildTooMuchRefusal(
  line: StoredTransferLine,
  {
    arrivedMicro,
    returnedMicro,
    returned,
  }: { arrivedMicro: number; returnedMicro: number; returned: readonly ReturnedLine[] },
): Refusal {
  const formatInUnit = (baseMicro: number) =>
    String(fromMicro(toExactOrNull(() => convertMicro(baseMicro, invertRatio(getLineRatio(line)))) ?? 0));
  const numbers = [...new Set(returned.map(({ number }) => number).filter((number) => number !== ''))];
  return refusal('return-too-much', {
    left: formatInUnit(Math.max(0, arrivedMicro - returnedMicro)),
    unit: line.unitSymbol,
    item: line.itemName,
    received: formatInUnit(arrivedMicro),
    returned: formatInUnit(returnedMicro),
    numbers: numbers.length === 0 ? '-' : numbers.slice(0, 5).join(', '),
  });
}

/** Original receipt costs of returned goods. */
export interface OriginalReceiptCosts {
  /** The lots received by a line, newest first, with quantities; empty for untracked items. */
  getLots(line: StoredTransferLine): { lot: string; qtyMicro: number }[];
  /** Cost of a quantity at receipt, for a lot if given; null if unknown. */
  getCostE4(line: StoredTransferLine, lot: string, baseMicro: number): number | null;
}

/** Loads the costs and lots at which returned goods were received. */
export async function loadOriginalReceiptCosts(
  db: Queryable,
  header: Parties,
  lines: readonly StoredTransferLine[],
): Promise<OriginalReceiptCosts> {
  const arrivals = await loadArrivals(
    db,
    header,
    lines.map(({ itemId }) => itemId),
  );
  const findArrivals = (line: StoredTransferLine) =>
    arrivals.filter(({ itemId, lineId }) =>
      line.returnOf === null ? itemId === line.itemId : lineId === line.returnOf,
    );
  return {
    getLots: (line) =>
      findArrivals(line).flatMap(({ lot, qtyMicro }) =>
        lot === null || lot === '' ? [] : [{ lot, qtyMicro }],
      ),
    getCostE4(line, lot, baseMicro) {
      const lineArrivals = findArrivals(line);
      const lotArrivals = lot === '' ? [] : lineArrivals.filter((arrival) => arrival.lot === lot);
      const usedArrivals = lotArrivals.length > 0 ? lotArrivals : lineArrivals;
      const [qtyMicro, valueE4] = [
        sumBy(usedArrivals, (arrival) => arrival.qtyMicro),
        sumBy(usedArrivals, (arrival) => arrival.valueE4),
      ];
      if (qtyMicro === 0) return null;
      return toSafeNumber(divideHalfEven(BigInt(valueE4) * BigInt(baseMicro), BigInt(qtyMicro)));
    },
  };
}

/**
 * Allocates returned quantities to arrivals: first to their own line and lot, if known, then to any arrival
 * of the item, newest first.
 */
function allocateReturns(
  arrivals: readonly Arrival[],
  returnedLines: readonly ReturnedLine[],
): (arrival: Arrival) => number {
  const allocatedMicro = new Map<Arrival, number>();
  const getAllocated = (arrival: Arrival) => allocatedMicro.get(arrival) ?? 0;
  /** Allocates a quantity to arrivals; returns the quantity that couldn't be allocated. */
  const allocate = (wantedMicro: number, isEligible: (arrival: Arrival) => boolean): number => {
    let remainingMicro = wantedMicro;
    for (const arrival of arrivals.filter(isEligible)) {
      const partMicro = Math.min(remainingMicro, arrival.qtyMicro - getAllocated(arrival));
      allocatedMicro.set(arrival, getAllocated(arrival) + partMicro);
      remainingMicro -= partMicro;
    }
    return remainingMicro;
  };
  // Returns that reference a line are allocated before the others.
  for (const { itemId, returnOf, baseMicro, lots } of returnedLines.toSorted(
    (a, b) => Number(a.returnOf === null) - Number(b.returnOf === null),
  )) {
    const isOwnArrival = (arrival: Arrival) =>
      arrival.itemId === itemId && (returnOf === null || arrival.lineId === returnOf);
    let remainingMicro = baseMicro;
    for (const { lot, baseMicro: lotMicro } of lots) {
      const partMicro = Math.min(lotMicro, remainingMicro);
      remainingMicro +=
        allocate(partMicro, (arrival) => isOwnArrival(arrival) && arrival.lot === lot) - partMicro;
    }
    allocate(allocate(remainingMicro, isOwnArrival), (arrival) => arrival.itemId === itemId);
  }
  return getAllocated;
}

/** Lists the goods that a location can still return, by receipt line in base units, newest first. */
export async function listReturnableLines(
  db: Queryable,
  parties: Parties,
  itemId: string | undefined,
): Promise<ReturnableLine[]> {
  const itemIds = itemId === undefined ? null : [itemId];
  const arrivals = await loadArrivals(db, parties, itemIds);
  if (arrivals.length === 0) return [];
  const returnedLines = await loadReturnedLines(db, parties, itemIds);
  const arrivedItems = [...new Set(arrivals.map((arrival) => arrival.itemId))];
  const units = await loadUnits(db, arrivedItems);
  const items = await db
    .selectFrom('items')
    .select(['_id', 'itemCode', 'name', 'nameAlt', 'baseUnit'])
    .where('_id', 'in', arrivedItems)
    .execute();
  const getAllocated = allocateReturns(arrivals, returnedLines);
  const arrivalsByLine = Map.groupBy(arrivals, ({ lineId }) => lineId);
  return [...arrivalsByLine].flatMap(([lineId, lineArrivals]): ReturnableLine[] => {
    const [last] = lineArrivals;
    const item = items.find(({ _id }) => _id === last?.itemId);
    const unit = item && units.find(item.baseUnit);
    if (!last || !item || !unit) return [];
    const receivedMicro = sumBy(lineArrivals, (arrival) => arrival.qtyMicro);
    const returnedMicro = sumBy(lineArrivals, getAllocated);
    const leftMicro = receivedMicro - returnedMicro;
    if (leftMicro === 0) return [];
    const lots = [...Map.groupBy(lineArrivals, ({ lot }) => lot)].flatMap(([lot, parts]) => {
      const lotLeftMicro = sumBy(parts, (arrival) => arrival.qtyMicro - getAllocated(arrival));
      const expiry = parts[0]?.expiry ?? null;
      return lot === null || lot === '' || lotLeftMicro === 0
        ? []
        : [{ lot, expiry, leftQty: fromMicro(lotLeftMicro) }];
    });
    return [
      {
        lineId,
        documentNo: last.documentNo,
        receivedAt: last.postedAt,
        itemId: item._id,
        itemCode: item.itemCode,
        itemName: item.name,
        itemNameAlt: item.nameAlt,
        unit: unit._id,
        unitSymbol: unit.symbol,
        receivedQty: fromMicro(receivedMicro),
        returnedQty: fromMicro(returnedMicro),
        leftQty: fromMicro(leftMicro),
        lots,
      },
    ];
  });
}
