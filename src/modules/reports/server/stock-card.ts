import { reportShapes } from '../report-shapes.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reportDays, defineRows, type RawRow, type ReportRequest } from './define.ts';
import { ledger, streamLedger } from './ledger.ts';
import { loadBalanceRows } from './valuation.ts';

/** Opening balances of the item by location, the first rows of the card. */
async function loadOpenings(db: Queryable, request: ReportRequest): Promise<RawRow[]> {
  const { branch, item } = request.query;
  const day = addDays(reportDays(request).from, -1);
  const rows = await loadBalanceRows(db, { ...request, query: { day, by: 'effective', branch, item } });
  return rows.map(({ key, itemId, branchId, placeId, item: name, code, place, unit, onHand, value }) => ({
    key: `opening ${key}`,
    itemId,
    branchId,
    placeId,
    day,
    kind: 'brought_forward',
    item: name,
    code,
    place,
    unit,
    balance: onHand,
    balanceValue: value,
  })) as RawRow[];
}

/** Moves of one item with running balances by location, starting with the opening balance. */
export const stockCard = defineRows({
  shape: reportShapes['stock-card'],
  async read(db, request) {
    const rows = await loadOpenings(db, request);
    const balances = new Map(
      rows.map((row) => [
        row['placeId'],
        { qty: BigInt(row['balance'] ?? 0), value: BigInt(row['balanceValue'] ?? 0) },
      ]),
    );
    for await (const chunk of streamLedger(db, request))
      for (const row of chunk) {
        const balance = balances.get(row['placeId'] ?? '') ?? { qty: 0n, value: 0n };
        balance.qty += BigInt(row['qtyIn'] ?? 0) - BigInt(row['qtyOut'] ?? 0);
        balance.value += BigInt(row['value'] ?? 0);
        balances.set(row['placeId'] ?? '', balance);
        rows.push({ ...row, balance: balance.qty, balanceValue: balance.value });
      }
    return { rows: rows.map((row, index) => ({ ...row, no: index + 1 })) };
  },
  reconcilesWith: {
    measure: 'value',
    source: 'the daily ledger totals of the item',
    sum: (db, request) => ledger.reconcilesWith.sum(db, request),
  },
});
