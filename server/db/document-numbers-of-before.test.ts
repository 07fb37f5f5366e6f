import { expect, it } from 'vitest';
import { lineOfBefore, openBefore } from '../testing/before.ts';

const at = '2026-03-04T09:00:00.000Z';

it('gives moves that are stored the number of their document, and none to what has none', async () => {
  const { db, insert, migrate } = await openBefore('090-business-days');
  const made = { createdAt: at, updatedAt: at, branch: 'b' };
  const item = { itemName: '', unit: 'kg', unitSymbol: 'kg', qtyMicro: 1 };
  await insert('orderLines', [{ ...lineOfBefore, lineId: 'l', position: 0 }]);
  const missing = { ...item, itemId: 'flour', lineId: 'l', kitchen: 'b', type: 'short', status: 'Open' };
  await insert('discrepancies', [{ ...made, ...missing, _id: 'short', orderId: 'order', orderNo: 'ORD-1' }]);
  const wasted = { ...item, item: 'flour', unitNum: 1, unitDen: 1, lot: '', reason: 'spoiled', dateTime: at };
  const who = { userId: '', userName: '', status: 'Posted' };
  await insert('wastage', [{ ...made, ...wasted, ...who, _id: 'waste', number: 'WST-1' }]);

  const documents = ['order', 'short', 'waste', 'GR-7'];
  const figures = { qtyMicro: 1, valueE4: 0, revaluationE4: 0, unitCostE4: 0, cycle: 0 };
  const move = {
    ...figures,
    itemId: 'flour',
    fromPlace: 'supplier',
    toPlace: 'wastage',
    lot: '',
    userId: '',
  };
  // Enough for more than one batch.
  const count = 11_000;
  const moves = Array.from({ length: count }, (_, n) => ({
    ...move,
    postedAt: at,
    effectiveAt: at,
    docType: 'order',
    docId: documents[n % documents.length],
    docLineId: `${n}`,
    kind: 'ship',
    reason: null,
    reversesSeq: null,
  }));
  for (let n = 0; n < count; n += 1000) await insert('stockMoves', moves.slice(n, n + 1000));

  await migrate();

  const kept = await db.read.selectFrom('stockMoves').select(['docId', 'docNo']).orderBy('seq').execute();
  const numbers = ['ORD-1', 'ORD-1', 'WST-1', null];
  expect(kept).toEqual(moves.map(({ docId }, n) => ({ docId, docNo: numbers[n % numbers.length] ?? null })));
  await expect(db.writer.deleteFrom('stockMoves').execute()).rejects.toThrow('only grows');
  await db.close();
});
