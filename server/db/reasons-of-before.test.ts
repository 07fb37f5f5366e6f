import { expect, it } from 'vitest';
import { lineOfBefore, openBefore } from '../testing/before.ts';

const at = '2026-03-04T09:00:00.000Z';

/** What stands in the books, and what becomes of it: code and note. */
const said: readonly [reason: string | null, code: string | null, note: string | null][] = [
  ['Out of stock', 'out_of_stock', null],
  ['  out of  STOCK ', 'out_of_stock', null],
  ['نفد من المخزون', 'out_of_stock', null],
  ['سُلّم صنف خاطئ', 'wrong_item', null],
  ['سلم صنف خاطئ', 'wrong_item', null],
  ['wrong_item', 'wrong_item', null],
  ['Expired or too short dated', 'expired', null],
  ['تالف', 'damaged', null],
  ['Damaged: two lids', 'damaged', 'two lids'],
  ['تالف : علبتان', 'damaged', 'علبتان'],
  ["The van's broken: 2 hours", 'other', "The van's broken: 2 hours"],
  ['  lift out of order  ', 'other', 'lift out of order'],
  ['', null, null],
  [null, null, null],
];

it('gives what was said in words its code, in either language, and loses nothing', async () => {
  const { db, insert, migrate } = await openBefore('097-document-numbers');
  await insert(
    'orderLines',
    said.map(([reason], position) => ({ ...lineOfBefore, lineId: `l${position}`, position, reason })),
  );
  const step = { orderId: 'order', from: null, to: 'Draft', by: '', byName: '', at };
  await insert(
    'orderHistory',
    said.map(([reason]) => ({ ...step, reason })),
  );

  await migrate();

  const expected = said.map(([reason, reasonCode, reasonNote]) => ({ reason, reasonCode, reasonNote }));
  const columns = ['reason', 'reasonCode', 'reasonNote'] as const;
  expect(await db.read.selectFrom('orderLines').select(columns).orderBy('position').execute()).toEqual(
    expected,
  );
  expect(await db.read.selectFrom('orderHistory').select(columns).orderBy('seq').execute()).toEqual(expected);
  await expect(db.writer.updateTable('orderHistory').set({ reason: 'x' }).execute()).rejects.toThrow(
    'only grows',
  );

  const codes = await db.read.selectFrom('reasons').select(['code', 'name', 'nameAlt']).execute();
  expect(codes.length).toBeGreaterThan(40);
  expect(codes.every(({ nameAlt }) => /[\u0600-\u06FF]/.test(nameAlt ?? ''))).toBe(true);
  await db.close();
});

it('gives corrections and differences reasons of their own, and leaves the words of the business', async () => {
  const { db, insert, migrate } = await openBefore('205-sums-of-days');
  const own = { code: 'double_entry', name: 'Entered twice', nameAlt: null, search: 'entered twice' };
  await insert('reasons', [{ ...own, _id: 'own', createdAt: at, updatedAt: at, version: 3, isActive: 0 }]);

  await migrate();

  const offered = async (use: 'forCorrection' | 'forDifference') =>
    (await db.read.selectFrom('reasons').select('code').where(use, '=', 1).orderBy('code').execute()).map(
      ({ code }) => code,
    );
  expect(await offered('forCorrection')).toEqual([
    'double_entry',
    'entered_wrongly',
    'other',
    'typing_mistake',
    'wrong_day',
  ]);
  expect(await offered('forDifference')).toEqual([
    'credit_expected',
    'other',
    'price_agreed',
    'small_difference',
  ]);
  expect(await db.read.selectFrom('reasons').selectAll().where('_id', '=', 'own').execute()).toMatchObject([
    { ...own, version: 3, isActive: 0 },
  ]);
  await db.close();
});
