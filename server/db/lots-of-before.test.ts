import { expect, it } from 'vitest';
import { openBefore } from '../testing/before.ts';

it('folds the codes of lots that are stored, so that they are found however they are typed', async () => {
  const { db, insert, migrate } = await openBefore('113-indexes-of-holders');
  const at = '2026-03-04T09:00:00.000Z';
  const origin = { originType: 'import', originId: '', originDay: '2026-03-04', originPlace: 'b' };
  const codes = ['', 'ÄPFEL-١', ...Array.from({ length: 600 }, (_, n) => `L${n}`)];
  const lot = (code: string, n: number) => ({
    _id: `lot-${n}`,
    createdAt: at,
    updatedAt: at,
    code,
    ...origin,
  });
  await insert(
    'lots',
    codes.map((code, n) => ({ ...lot(code, n), itemId: 'flour' })),
  );
  await migrate();
  const rows = await db.read.selectFrom('lots').select(['code', 'search']).execute();
  const searchOf = new Map(rows.map(({ code, search }) => [code, search]));
  expect(codes.map((code) => searchOf.get(code))).toEqual([
    '',
    'apfel-1',
    ...codes.slice(2).map((c) => c.toLowerCase()),
  ]);
  await db.close();
});
