import { buildEmptyRow } from '#platform/documents/document-rows.ts';
import { countFields, countLine } from '#modules/stock-counts/shapes.ts';
import { computeValueAtPrice } from '#core/money.ts';
import { getVarianceCostMicro, computeVarianceValue } from '#modules/stock-counts/variance.ts';
import { unnamedLot } from '#modules/lots/lot-rules.ts';
import type { Posting } from '#modules/stock/postings.ts';
import { sumVarianceValue } from '#modules/stock-counts/server/variance-value.ts';
import { ids } from '#app/server/testing/ids.ts';
import type { YearBranch, YearItem } from './year-types.ts';
import { toInstant, type HistoryContext, createDocumentColumns, person } from './history-context.ts';

/** Every item is counted once within this many weeks, grouped by menu. */
const weeks = 8;
const itemsTogether = 5;

/** Counts a part of each branch's stock, each branch on its own day of the week. */
export function postCycleCounts(history: HistoryContext, day: string, dayIndex: number): void {
  const { branches, items } = history.catalogue;
  const week = Math.floor(dayIndex / 7);
  const due = items.filter((_, index) => Math.floor(index / itemsTogether) % weeks === week % weeks);
  for (const [index, branch] of branches.entries())
    if (index % 7 === dayIndex % 7) countBranch(history, day, branch, due);
}

/** Counted and book quantity of an item or one of its lots. */
interface CountedLot {
  item: YearItem;
  lot: string;
  expiry: string | null;
  bookMicro: number;
  varianceMicro: number;
}

function countBranch(
  history: HistoryContext,
  day: string,
  branch: YearBranch,
  due: readonly YearItem[],
): void {
  const [madeAt, startedAt, countedAt] = [
    toInstant(day, '21:30'),
    toInstant(day, '21:35'),
    toInstant(day, '22:00'),
  ];
  const [submittedAt, approvedAt] = [toInstant(day, '22:30'), toInstant(day, '22:45')];
  const number = history.takeDocumentNumber('CNT', day);
  const bookSeq = history.books.position;
  const counted = due.flatMap((item) => countItem(history, branch, item));
  const lines = counted.map((line, index) => {
    const costMicro = getVarianceCostMicro({
      balance: history.books.getBalance(branch._id, line.item._id),
      lastReceiptE4: null,
      standardMicro: line.item.costE4 * 100,
      enteredMicro: null,
    });
    return {
      ...line,
      lineId: `${number}-${index}`,
      costMicro,
      valueE4: computeVarianceValue(line.varianceMicro, costMicro),
    };
  });
  const submitted = sumVarianceValue(lines);
  const rows = lines.map((line, index) => {
    const valueE4 = postDifference(history, { number, branch, at: approvedAt }, line);
    const { lineId, item, lot, expiry, bookMicro, varianceMicro, costMicro } = line;
    const countedQtyMicro = bookMicro + varianceMicro;
    const by = { by: person._id, byName: person.name };
    return {
      line: {
        ...buildEmptyRow(countLine),
        lineId,
        countId: number,
        position: index + 1,
        itemId: item._id,
        itemCode: item.itemCode,
        itemName: item.name,
        lot,
        expiry,
        isTrackedByLot: item.shelfLifeDays === null ? 0 : 1,
        section: item.section,
        sectionName: 'Dry store',
        unit: ids.units.kg,
        unitSymbol: 'kg',
        countUnit: ids.units.kg,
        isCountedInPieces: 0,
        isAdded: 0,
        countedQtyMicro,
        countedAt,
        countedBy: person._id,
        countedByName: person.name,
        claims: JSON.stringify([
          { ...by, device: 'year', qtyMicro: countedQtyMicro, at: countedAt, isAgainst: false },
        ]),
        entries: 1,
        lastEntrySeq: 1,
        round: 0,
        isMarkedForRecount: 0,
        bookSeq,
        fromSeq: bookSeq,
        answeredSeq: null,
        unpostedReason: null,
        bookQtyMicro: bookMicro,
        varianceQtyMicro: varianceMicro,
        varianceValueE4: valueE4,
        unitCostMicro: costMicro,
        posted: 1,
        asking: 0,
      },
      entry: {
        countId: number,
        lineId,
        device: 'year',
        deviceSeq: index + 1,
        ...by,
        at: countedAt,
        receivedAt: countedAt,
        mode: 'set',
        parts: JSON.stringify([{ qty: countedQtyMicro / 1e6, unit: ids.units.kg, unitSymbol: 'kg' }]),
        qtyMicro: countedQtyMicro,
        pieces: null,
        round: 0,
        lastSeenSeq: 0,
        bookSeq,
      },
    };
  });
  history.add('stockCounts', {
    ...emptyHeader,
    ...createDocumentColumns(number, madeAt, 4, approvedAt),
    branch: branch._id,
    type: 'cycle',
    blind: 1,
    sections: '[]',
    itemIds: '[]',
    status: 'Approved',
    startedAt,
    submittedAt,
    submittedByName: person.name,
    approvedAt,
    approvedBy: person._id,
    approvedByName: person.name,
    businessDay: day,
    lineCount: lines.length,
    ...submitted,
    toPost: 0,
    failedLines: 0,
  });
  history.add('stockCountLines', ...rows.map(({ line }) => line));
  history.add('stockCountEntries', ...rows.map(({ entry }) => entry));
  history.addHistory('stock_count', 'stock-counts', number, [
    { to: 'Draft', verb: null, at: madeAt },
    { to: 'Counting', verb: 'start', at: startedAt },
    { to: 'Submitted', verb: 'submit', at: submittedAt },
    { to: 'Approved', verb: 'approve', at: approvedAt },
  ]);
}

const emptyHeader = buildEmptyRow(countFields);

/** Returns the counted quantities by lot: usually the book quantity, sometimes slightly different. */
function countItem({ books, random }: HistoryContext, { _id }: YearBranch, item: YearItem): CountedLot[] {
  const { onHandMicro } = books.getBalance(_id, item._id);
  const lots = books.lots.listLots(_id, item._id).map(({ code, expiry, balances }) => ({
    lot: code,
    expiry,
    bookMicro: balances.get(_id) ?? 0,
  }));
  const bookQuantities = lots.length > 0 ? lots : [{ lot: unnamedLot, expiry: null, bookMicro: onHandMicro }];
  return bookQuantities.map((book) => {
    const hasVariance = book.bookMicro > 0 && random.chance(0.08);
    const share = hasVariance ? random.between(-0.04, 0.03) : 0;
    return { item, ...book, varianceMicro: Math.round((book.bookMicro * share) / 1000) * 1000 + 0 };
  });
}

/**
 * Posts a difference.
 *
 * @returns the value of the difference
 */
function postDifference(
  { books }: HistoryContext,
  { number, branch, at }: { number: string; branch: YearBranch; at: string },
  {
    lineId,
    item,
    lot,
    expiry,
    varianceMicro,
    costMicro,
  }: CountedLot & { lineId: string; costMicro: number | null },
): number {
  if (varianceMicro === 0) return 0;
  const common = {
    itemId: item._id,
    docType: 'stock_count',
    docId: number,
    docLineId: lineId,
    lot,
  } as const;
  const posting: Posting =
    varianceMicro > 0
      ? {
          ...common,
          fromPlace: 'adjustment',
          toPlace: branch._id,
          qtyMicro: varianceMicro,
          kind: 'count_gain',
          valueE4: computeValueAtPrice(varianceMicro, costMicro ?? 0),
          ...(expiry !== null && { expiry }),
        }
      : {
          ...common,
          fromPlace: branch._id,
          toPlace: 'adjustment',
          qtyMicro: -varianceMicro,
          kind: 'count_loss',
        };
  const { valueE4 } = books.post(posting, { at, docNo: number, userId: person._id });
  return varianceMicro > 0 ? valueE4 : -valueE4;
}
