import { expect, it } from 'vitest';
import { reconcile } from '../modules/reconcile/reconcile.ts';
import { lineOfBefore, openBefore } from '../testing/before.ts';

const at = (hour: number) => `2026-03-04T${String(hour).padStart(2, '0')}:00:00.000Z`;
it('tells of older waste and discrepancies what the ledger and they themselves know', async () => {
  const { db, insert, migrate } = await openBefore('107-attachments-by-type');
  const rights = { canCreate: 1, canEdit: 1, canDelete: 1, canView: 1, allowedPages: '[]', isMasterAdmin: 0 };
  const person = (name: string) => {
    const own = { _id: name.toLowerCase(), createdAt: at(1), updatedAt: at(1), version: 1, isActive: 1 };
    const lists = { branches: '[]', kitchens: '[]' };
    return { ...own, name, email: name, passwordHash: '', role: 'admin', ...lists, ...rights };
  };
  await insert('users', [person('Ann'), person('Ben')]);
  const waste = {
    branch: 'b',
    dateTime: at(1),
    businessDay: '2026-03-04',
    item: 'flour',
    itemName: 'Flour',
    qtyMicro: 1,
    unit: 'kg',
    unitSymbol: 'kg',
    unitNum: 1,
    unitDen: 1,
    reason: 'spoiled',
    lot: '',
    costE4: 0,
    userId: 'ann',
    userName: 'Ann as she was called',
  };
  const record = (_id: string, status: string, updatedAt = at(1)) => ({
    ...waste,
    _id,
    number: _id,
    status,
    createdAt: at(1),
    updatedAt,
    version: 1,
    cycle: 0,
  });
  await insert('wastage', [
    record('draft', 'Draft'),
    record('posted', 'Posted'),
    record('posted-later', 'Posted', at(2)),
    record('edited', 'Posted', at(3)),
    record('reversed', 'Reversed', at(4)),
    // Written by an older version that kept no moves of it.
    record('unmoved', 'Reversed', at(5)),
  ]);
  let seq = 0;
  const move = (docId: string, cycle: number, hour: number, userId: string, reversesSeq: number | null) => {
    seq += 1;
    return {
      postedAt: at(hour),
      effectiveAt: at(1),
      businessDay: '2026-03-04',
      arrivalDay: '2026-03-04',
      itemId: 'flour',
      fromPlace: reversesSeq === null ? 'b' : 'wastage',
      toPlace: reversesSeq === null ? 'wastage' : 'b',
      qtyMicro: 1,
      valueE4: 0,
      unitCostE4: 0,
      lot: '',
      docType: 'wastage',
      docId,
      docLineId: docId,
      kind: reversesSeq === null ? 'waste' : 'waste reversal',
      cycle,
      userId,
      reversesSeq,
    };
  };
  await insert('stockMoves', [
    move('posted', 0, 1, 'ann', null),
    move('posted-later', 1, 2, 'ben', null),
    move('edited', 0, 1, 'ann', null),
    move('edited', 1, 3, 'ben', 3),
    move('edited', 1, 3, 'ben', null),
    move('reversed', 0, 1, 'ann', null),
    move('reversed', 1, 2, 'ann', 6),
    move('reversed', 1, 2, 'ann', null),
    move('reversed', 2, 4, 'gone', 8),
  ]);
  const made = { createdAt: at(1), updatedAt: at(1), branch: 'b', kitchen: 'b' };
  await insert(
    'orderLines',
    ['l', 'm'].map((lineId, position) => ({ ...lineOfBefore, lineId, position })),
  );
  const step = { orderId: 'order', reason: null, reasonCode: null, reasonNote: null };
  await insert('orderHistory', [
    { ...step, from: null, to: 'Draft', by: 'ann', byName: 'Ann', at: at(1) },
    { ...step, from: 'Shipped', to: 'Received', by: 'ben', byName: 'Ben', at: at(2) },
  ]);
  const discrepancy = {
    ...made,
    orderId: 'order',
    orderNo: 'ORD-1',
    lineId: 'l',
    itemId: 'flour',
    itemName: 'Flour',
    type: 'short',
    qtyMicro: 1,
    unit: 'kg',
    unitSymbol: 'kg',
    valueE4: 0,
    version: 1,
  };
  const said = { action: 'written_off', by: 'ann', byName: 'Ann', at: at(6) };
  await insert('discrepancies', [
    { ...discrepancy, _id: 'open', status: 'Open', createdAt: at(2) },
    { ...discrepancy, _id: 'resolved', lineId: 'm', status: 'Resolved', createdAt: at(2), ...said },
  ]);

  await migrate();

  const rows = await db.read.selectFrom('documentHistory').selectAll().orderBy('seq').execute();
  const told = (id: string) =>
    rows
      .filter(({ docId }) => docId === id)
      .map(({ from, to, verb, by, byName, at: when }) => [from, to, verb, by, byName, when.slice(11, 13)]);
  const [ann, annThen, ben] = [
    ['ann', 'Ann'],
    ['ann', 'Ann as she was called'],
    ['ben', 'Ben'],
  ] as const;
  expect(told('draft')).toEqual([[null, 'Draft', null, ...annThen, '01']]);
  expect(told('posted')).toEqual([[null, 'Posted', null, ...annThen, '01']]);
  expect(told('posted-later')).toEqual([
    [null, 'Draft', null, ...annThen, '01'],
    ['Draft', 'Posted', 'post', ...ben, '02'],
  ]);
  expect(told('edited')).toEqual([
    [null, 'Posted', null, ...annThen, '01'],
    ['Posted', 'Posted', 'edit', ...ben, '03'],
  ]);
  expect(told('reversed')).toEqual([
    [null, 'Posted', null, ...annThen, '01'],
    ['Posted', 'Posted', 'edit', ...annThen, '02'],
    ['Posted', 'Reversed', 'take back', 'gone', '', '04'],
  ]);
  expect(told('unmoved')).toEqual([
    [null, 'Posted', null, ...annThen, '01'],
    ['Posted', 'Reversed', 'take back', '', '', '05'],
  ]);
  expect(told('open')).toEqual([[null, 'Open', null, ...ben, '02']]);
  expect(told('resolved')).toEqual([
    [null, 'Open', null, ...ben, '02'],
    ['Open', 'Resolved', 'written_off', ...ann, '06'],
  ]);
  const lives = (await reconcile(db.read)).filter(
    ({ invariant, message }) => invariant === 'I7' && !message.startsWith('order'),
  );
  expect(lives).toEqual([]);
  await expect(
    db.writer.updateTable('documentHistory').set({ verb: 'x' }).execute(),
    'a step that is kept stays',
  ).rejects.toThrow('only grows');
  await db.close();
});
