import { buildResponseSchema } from '#platform/shapes/shape-schema.ts';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stockSummary } from '#modules/reports/figures-shapes.ts';
import { owningLocation } from '../ledger-locations.ts';
import { getCaseCount } from '#app/server/testing/case-count.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids, type TestUser } from '#app/server/testing/ids.ts';
import { createOrderInStatus, receiveStock, testAdmin } from '#app/server/testing/orders.ts';
import { buildBelowParTable, buildPositionsTable } from './summary.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const loadSummary = async (user: TestUser, query = '') =>
  (await t.as(user).get(`/stock/summary${query}`)).body;
const branch1 = `?branch=${ids.branch1}`;

test('every position with a level or a balance is in exactly one state', async () => {
  expect(await loadSummary('admin', branch1)).toEqual({
    belowPar: 0,
    belowMin: 0,
    out: 5,
    negative: 0,
    value: 0,
  });
  const level = ids.levels(0, 0);
  const { body, headers } = await t.as('admin').get(`/item-levels/${level}`);
  expect(headers.get('etag')).not.toBeNull();
  await receiveStock(t, ids.branch1, ids.items.flour, body.min / 2, 1.2);
  expect(await loadSummary('admin', branch1)).toMatchObject({
    belowMin: 1,
    out: 4,
    value: (body.min / 2) * 1.2,
  });
  await receiveStock(t, ids.branch1, ids.items.flour, body.min / 2, 1.2);
  expect(await loadSummary('admin', branch1)).toMatchObject({ belowPar: 1, belowMin: 0, out: 4 });
  await receiveStock(t, ids.branch1, ids.items.flour, body.par - body.min, 1.2);
  expect(await loadSummary('admin', branch1)).toMatchObject({ belowPar: 0, belowMin: 0, out: 4 });
});

test("goods in transit don't count towards any position", async () => {
  const before = await loadSummary('admin', branch1);
  await createOrderInStatus(t, 'Shipped');
  expect(await loadSummary('admin', branch1)).toEqual(before);
});

test('an item new to a branch has an empty position as soon as it is in transit', async () => {
  const loadBalances = (placeId: string) =>
    t.db.read
      .selectFrom('balances')
      .select(['onHandMicro', 'reservedMicro', 'valueE4', 'lastCostE4', 'pieces'])
      .where('placeId', '=', placeId)
      .where('itemId', '=', ids.items.box)
      .execute();
  await receiveStock(t, ids.kitchen, ids.items.box, 5, 3);
  await t.db.write((tx) =>
    tx
      .deleteFrom('itemLevels')
      .where('branchId', '=', ids.branch2)
      .where('itemId', '=', ids.items.box)
      .execute(),
  );
  expect(await loadBalances(ids.branch2)).toEqual([]);
  const { out } = await loadSummary('admin', `?branch=${ids.branch2}`);
  await createOrderInStatus(t, 'Shipped', {
    branch: ids.branch2,
    items: [{ itemId: ids.items.box, orderQty: 1 }],
  });
  expect(await loadBalances(ids.branch2)).toEqual([
    { onHandMicro: 0, reservedMicro: 0, valueE4: 0, lastCostE4: 0, pieces: 0 },
  ]);
  expect(await loadSummary('admin', `?branch=${ids.branch2}`)).toMatchObject({ out: out + 1 });
});

test('positions of archived items and closed branches are never short unless negative', async () => {
  const loadRows = async () => {
    const { body } = await t.as('admin').get('/reports/below-par?limit=500');
    expect(await loadSummary('admin')).toMatchObject({
      out: body.rows.filter(({ state }: { state: string }) => state === 'out').length,
      negative: body.rows.filter(({ state }: { state: string }) => state === 'negative').length,
    });
    return body.rows as { itemId: string; branchId: string; state: string }[];
  };
  const setActive = (table: 'items' | 'branches', _id: string, isActive: 0 | 1) =>
    t.db.writer.updateTable(table).set({ isActive }).where('_id', '=', _id).execute();
  const before = await loadRows();
  expect(before.some(({ itemId }) => itemId === ids.items.bun)).toBe(true);
  await setActive('items', ids.items.bun, 0);
  expect(await loadRows()).toEqual(before.filter(({ itemId }) => itemId !== ids.items.bun));
  await setActive('branches', ids.branch2, 0);
  const remaining = before.filter(
    ({ itemId, branchId, state }) =>
      state === 'negative' || (itemId !== ids.items.bun && branchId !== ids.branch2),
  );
  expect(await loadRows()).toEqual(remaining);
  await setActive('items', ids.items.bun, 1);
  await setActive('branches', ids.branch2, 1);
  expect(await loadRows()).toEqual(before);
});

test('archived levels are ignored, for low stock and for items never in stock', async () => {
  const branchQuery = `?branch=${ids.branch2}`;
  const loadRows = async () =>
    (await t.as('admin').get(`/reports/below-par${branchQuery}&limit=500`)).body.rows.length;
  const setLevelsActive = (isActive: 0 | 1) =>
    t.db.writer.updateTable('itemLevels').set({ isActive }).where('branchId', '=', ids.branch2).execute();
  await receiveStock(t, ids.branch2, ids.items.flour, 0.001, 1);
  const before = await loadSummary('admin', branchQuery);
  expect(before.belowMin + before.belowPar).toBeGreaterThan(0);
  const empty = await t.db.read
    .selectFrom('balances')
    .select('itemId')
    .where('placeId', '=', ids.branch2)
    .where('onHandMicro', '=', 0)
    .execute();
  expect(before.out).toBeGreaterThan(empty.length);
  await setLevelsActive(0);
  expect(await loadSummary('admin', branchQuery)).toMatchObject({
    belowMin: 0,
    belowPar: 0,
    out: empty.length,
  });
  expect(await loadRows()).toBe(empty.length);
  await setLevelsActive(1);
  expect(await loadSummary('admin', branchQuery)).toEqual(before);
});

test('users see their own positions, and values only with access to costs', async () => {
  const all = await loadSummary('admin');
  expect(buildResponseSchema(stockSummary).parse(all)).toEqual(all);
  expect(all.value).toBeGreaterThan(0);
  const branchSummary = await loadSummary('branch');
  expect(branchSummary).toEqual({ ...(await loadSummary('admin', branch1)), value: null });
  expect(await loadSummary('branch', `?branch=${ids.branch2}`)).toMatchObject({ out: 0 });
  expect((await loadSummary('kitchen')).out).toBe((await loadSummary('admin', `?branch=${ids.kitchen}`)).out);
});

const ref = (name: string) => sql.ref(name);
/** All positions, derived from the levels and balances of each branch. */
const allPositions = sql`select item, place, coalesce(b.${ref('onHandMicro')}, 0) as quantity, coalesce(b.${ref('valueE4')}, 0) as value,
    l.${ref('minMicro')} as minimum, l.${ref('parMicro')} as par
  from (
    select ${ref('itemId')} as item, ${ref('branchId')} as place from ${sql.table('itemLevels')}
    union select b.${ref('itemId')}, places.${ref('branchId')} from balances as b join places on places.${ref('placeId')} = b.${ref('placeId')}
  ) as positions
  left join balances as b on b.${ref('itemId')} = item and b.${ref('placeId')} = place
  left join ${sql.table('itemLevels')} as l on l.${ref('itemId')} = item and l.${ref('branchId')} = place
  order by place, item`;

const emptyBalance = { onHandMicro: 0, reservedMicro: 0, valueE4: 0, lastCostE4: 0, pieces: 0 };

interface Position {
  item: string;
  place: string;
  quantity: number;
  value: number;
  minimum: number | null;
  par: number | null;
}

const isBelowPar = ({ quantity, minimum, par }: Omit<Position, 'value'>): boolean =>
  Number(quantity) <= 0 || Number(quantity) < Number(minimum ?? 0) || Number(quantity) < Number(par ?? 0);

test('row 25: positions are the same for any combination of balances, levels and goods in transit', async () => {
  const placeIds = [ids.branch1, ids.branch2, ids.kitchen].flatMap((id) => [
    id,
    `${id}:transit`,
    `${id}:hold`,
  ]);
  const itemIds = Object.values(ids.items);
  const balance = fc.record({
    placeId: fc.constantFrom(...placeIds),
    itemId: fc.constantFrom(...itemIds),
    onHandMicro: fc.integer({ min: -3, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(balance, { selector: ({ placeId, itemId }) => `${placeId} ${itemId}`, maxLength: 30 }),
      fc.array(fc.nat(), { maxLength: 5 }),
      async (balances, removedLevels) => {
        const results = await t.db
          .write(async (tx) => {
            await tx.deleteFrom('balances').execute();
            for (const balance of balances)
              await tx
                .insertInto('balances')
                .values({ ...balance, reservedMicro: 0, valueE4: 7, lastCostE4: 1, pieces: 0 })
                .execute();
            // As in the ledger: goods in transit or on hold have a balance row at the branch.
            for (const { placeId, itemId } of balances)
              await tx
                .insertInto('balances')
                .values({ placeId: owningLocation(placeId), itemId, ...emptyBalance })
                .onConflict((conflict) => conflict.doNothing())
                .execute();
            const levels = await tx.selectFrom('itemLevels').select('_id').orderBy('_id').execute();
            for (const index of removedLevels) {
              const level = levels[index % levels.length];
              if (level) await tx.deleteFrom('itemLevels').where('_id', '=', level._id).execute();
            }
            const positions = await buildPositionsTable(tx, testAdmin, undefined);
            const found = await sql`with ${positions} select * from positions order by place, item`.execute(
              tx,
            );
            const expected = await allPositions.execute(tx);
            const itemsQuery = await buildBelowParTable(tx, testAdmin, undefined);
            const belowPar =
              await sql`with ${itemsQuery} select * from below_par order by place, item`.execute(tx);
            throw Object.assign(new Error('Rolls back the changes'), {
              found: found.rows,
              expected: expected.rows,
              belowPar: belowPar.rows,
            });
          })
          .catch((error: { found?: unknown[]; expected?: Position[]; belowPar?: unknown[] }) => error);
        expect(results.expected?.length).toBeGreaterThan(0);
        expect(results.found).toEqual(results.expected);
        expect(results.belowPar).toEqual(
          results.expected?.flatMap(({ value: _, ...position }) => (isBelowPar(position) ? [position] : [])),
        );
      },
    ),
    { numRuns: getCaseCount(25) },
  );
});
