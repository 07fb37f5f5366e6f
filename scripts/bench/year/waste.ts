import { buildWastagePostings } from '#modules/stock/postings.ts';
import { ids } from '#app/server/testing/ids.ts';
import { type HistoryContext, createDocumentColumns, person, toInstant } from './history-context.ts';
import type { YearItem } from './year-types.ts';
import type { YearOrder } from './orders.ts';

interface WasteEntry {
  placeId: string;
  item: YearItem;
  qtyMicro: number;
  reason: string;
  /** Empty if FEFO determines the lot. */
  lot: string;
}

function postWaste(
  history: HistoryContext,
  at: string,
  { placeId, item, qtyMicro, reason, lot }: WasteEntry,
): void {
  const number = history.takeDocumentNumber('WST', at.slice(0, 10));
  const wastage = {
    ...createDocumentColumns(number, at, 1),
    branch: placeId,
    item: item._id,
    unitNum: 1,
    unitDen: 1,
    qtyMicro,
    reason,
    lot,
  };
  let costE4 = 0;
  for (const posting of buildWastagePostings(wastage))
    costE4 += history.books.post(posting, { at, docNo: number, userId: person._id }).valueE4;
  history.add('wastage', {
    ...wastage,
    dateTime: at,
    businessDay: at.slice(0, 10),
    itemName: item.name,
    unit: ids.units.kg,
    unitSymbol: 'kg',
    lots: '[]',
    status: 'Posted',
    costE4,
    cycle: 0,
    note: null,
    photo: null,
    pieces: null,
  });
  history.addHistory('wastage', 'wastage', number, [{ to: 'Posted', verb: null, at }]);
}

/** Posts expired lots as waste every morning. */
export function postExpiredWaste(history: HistoryContext, day: string, yesterday: string): void {
  const items = history.catalogue.itemById;
  for (const { placeId, lot, qtyMicro } of history.books.lots.takeExpired(yesterday)) {
    const item = items.get(lot.itemId);
    // A decision about stock in transit or on hold is still pending.
    if (!item || !history.catalogue.usableLocations.has(placeId)) continue;
    postWaste(history, toInstant(day, '06:00'), {
      placeId,
      item,
      qtyMicro,
      reason: 'expired',
      lot: lot.code,
    });
  }
}

/** Posts a small amount of waste every evening at every branch that had a delivery. */
export function postDailyWaste(history: HistoryContext, day: string, arrived: readonly YearOrder[]): void {
  for (const { branch, lines } of arrived) {
    const { item } = history.random.pick(lines);
    const placeId = branch._id;
    const onHandMicro = history.books.getUsableMicro(placeId, item._id, day);
    const qtyMicro = Math.min(1_000_000, Math.floor(onHandMicro / 2000) * 1000);
    const reason = history.random.pick(['spoiled', 'damaged', 'dropped']);
    if (qtyMicro > 0)
      postWaste(history, toInstant(day, '21:00'), { placeId, item, qtyMicro, reason, lot: '' });
  }
}
