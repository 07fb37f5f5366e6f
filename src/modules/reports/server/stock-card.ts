import { reportShapes } from '../report-shapes.ts';
import { addDays } from '#core/day.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { reportDays, defineRows, type RawRow, type ReportQuestion } from './define.ts';
import { ledger, streamLedger } from './ledger.ts';
import { loadBalanceRows } from './valuation.ts';

/** Opening balances of the item by location, the first rows of the card. */
async function openings(db: Queryable, question: ReportQuestion): Promise<RawRow[]> {
  const { branch, item } = question.query;
  const day = addDays(reportDays(question).from, -1);
  const rows = await loadBalanceRows(db, { ...question, query: { day, by: 'happened', branch, item } });
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

/** Moves of one item with running balances by location, from the opening balance on. */
export const stockCard = defineRows({
  shape: reportShapes['stock-card'],
  async read(db, question) {
    const rows = await openings(db, question);
    const balances = new Map(
      rows.map((row) => [
        row['placeId'],
        { qty: BigInt(row['balance'] ?? 0), worth: BigInt(row['balanceValue'] ?? 0) },
      ]),
    );
    for await (const chunk of streamLedger(db, question))
      for (const row of chunk) {
        const at = balances.get(row['placeId'] ?? '') ?? { qty: 0n, worth: 0n };
        at.qty += BigInt(row['came'] ?? 0) - BigInt(row['left'] ?? 0);
        at.worth += BigInt(row['value'] ?? 0);
        balances.set(row['placeId'] ?? '', at);
        rows.push({ ...row, balance: at.qty, balanceValue: at.worth });
      }
    return { rows: rows.map((row, at) => ({ ...row, no: at + 1 })) };
  },
  reconcilesWith: {
    measure: 'value',
    source: 'the figures by day of the item',
    sum: (db, question) => ledger.reconcilesWith.sum(db, question),
  },
});
