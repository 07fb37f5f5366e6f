import { postingsForWastage } from '#modules/stock/postings.ts';
import { ids } from '#app/server/testing/ids.ts';
import { type HistoryContext, yearDocumentColumns, person, instantOf as moment } from './history-context.ts';
import type { YearItem } from './year-types.ts';
import type { YearOrder } from './orders.ts';

interface Thrown {
  placeId: string;
  item: YearItem;
  qtyMicro: number;
  reason: string;
  /** Empty for FEFO. */
  lot: string;
}

function throwAway(desk: HistoryContext, at: string, { placeId, item, qtyMicro, reason, lot }: Thrown): void {
  const number = desk.number('WST', at.slice(0, 10));
  const wastage = {
    ...yearDocumentColumns(number, at, 1),
    branch: placeId,
    item: item._id,
    unitNum: 1,
    unitDen: 1,
    qtyMicro,
    reason,
    lot,
  };
  let costE4 = 0;
  for (const posting of postingsForWastage(wastage))
    costE4 += desk.books.post(posting, { at, docNo: number, userId: person._id }).valueE4;
  desk.add('wastage', {
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
  desk.lived('wastage', 'wastage', number, [{ to: 'Posted', verb: null, at }]);
}

/** Wastes expired lots every morning. */
export function postExpiredWaste(desk: HistoryContext, day: string, yesterday: string): void {
  const items = desk.catalogue.itemById;
  for (const { placeId, lot, qtyMicro } of desk.books.lots.expiredOn(yesterday)) {
    const item = items.get(lot.itemId);
    // Stock in transit or on hold waits for a decision.
    if (!item || !desk.catalogue.shelves.has(placeId)) continue;
    throwAway(desk, moment(day, '06:00'), { placeId, item, qtyMicro, reason: 'expired', lot: lot.code });
  }
}

/** Wastes a little at every branch with a delivery in the evening. */
export function postDailyWaste(desk: HistoryContext, day: string, arrived: readonly YearOrder[]): void {
  for (const { branch, lines } of arrived) {
    const { item } = desk.random.pick(lines);
    const placeId = branch._id;
    const thereMicro = desk.books.usableMicro(placeId, item._id, day);
    const qtyMicro = Math.min(1_000_000, Math.floor(thereMicro / 2000) * 1000);
    const reason = desk.random.pick(['spoiled', 'damaged', 'dropped']);
    if (qtyMicro > 0) throwAway(desk, moment(day, '21:00'), { placeId, item, qtyMicro, reason, lot: '' });
  }
}
