import { afterAll, beforeAll, expect, it } from 'vitest';
import { computeAverageE4 } from '#core/money.ts';
import { routes } from '#app/server/routes.ts';
import type { TestClient } from '#app/server/testing/client.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { listDistinctPaths } from '#app/server/testing/distinct-paths.ts';
import { findFigures } from '#app/server/testing/find-figures.ts';
import { ids } from '#app/server/testing/ids.ts';
import { insertMarkedAmounts } from '#app/server/testing/marked-amounts.ts';
import { receiveStock } from '#app/server/testing/orders.ts';

/**
 * Costs at a location are shown only to users who may see costs, or who record waste or counts there
 * (`canSeeStockCosts`). Users whose pages show stock but who have neither right request every read route, at
 * a location with a unique unit cost that no document charges; prices charged in orders and
 * transfers are visible to both sides.
 */
const { milk } = ids.items;

let api: TestApp;
const people: Record<string, TestClient> = {};
const secrets = new Map<string, string>();
let wastageId = '';

const addSecret = (description: string, amountE4: number) => {
  secrets.set(String(amountE4 / 1e4), description);
  secrets.set(String(amountE4), description);
};

beforeAll(async () => {
  api = await createTestApp();
  const rights = { canCreate: true, canEdit: true, canDelete: true, canView: true };
  const person = { password: 'walnut-harbour', permissions: rights };
  for (const [name, access] of Object.entries({
    picker: { role: 'custom_role_ck', kitchens: [ids.kitchen], allowedPages: ['central-kitchen'] },
    orderer: {
      role: 'custom_role_sk',
      branches: [ids.branch1],
      allowedPages: ['branch-order/create-order', 'branch-order/receiving-order'],
    },
    recorder: { role: 'custom_role_sk', branches: [ids.branch1], allowedPages: ['branch-order/wastage'] },
  })) {
    const created = await api
      .as('master')
      .post('/users', { ...person, ...access, name, email: `${name}@costs.test` });
    expect([created.status, created.text]).toEqual([201, created.text]);
    people[name] = await api.signIn(created.body._id);
  }
  for (const { collection, field, visibility, figure } of await insertMarkedAmounts(api))
    if (visibility !== 'margin') addSecret(`${collection}.${field}`, Math.round(figure * 1e4));
  for (const place of [ids.kitchen, ids.branch1]) {
    await receiveStock(api, place, milk, 1000, 7.7731);
    const waste = { branch: place, item: milk, qty: 3, reason: 'spoiled' };
    const created = await api.as('admin').post('/wastage', waste);
    expect([created.status, created.text]).toEqual([201, created.text]);
    wastageId = created.body._id;
  }
  const balances = await api.db.read
    .selectFrom('balances')
    .select(['valueE4', 'onHandMicro'])
    .where('itemId', '=', milk)
    .where('onHandMicro', '>', 0)
    .execute();
  for (const { valueE4, onHandMicro } of balances) {
    addSecret('the unit cost', computeAverageE4(valueE4, onHandMicro) ?? 0);
    addSecret('the remaining value', valueE4);
  }
  addSecret('the value of the waste', 3 * 77_731);
}, 120_000);
afterAll(() => api.close());

const findSecrets = (text: string): string[] => findFigures(text, secrets);

const queries = [
  '',
  '?limit=500',
  '?view=compact',
  `?itemId=${milk}`,
  `?placeId=${ids.branch1}&itemId=${milk}`,
  `?placeId=${ids.kitchen}&itemId=${milk}`,
  '?from=2026-01-01&to=2026-12-31',
  '?day=2026-12-31',
  '?day=2026-12-31&by=posted',
];
const reads = routes.filter(({ method, path }) => method === 'get' && path !== '/events');
/** These routes return the price charged to the branch. */
const routesWithCharges = new Set(['/orders/suggestions']);

it('finds costs in the responses to users who see costs or record waste', async () => {
  const leakCounts = [
    await api.as('admin').get(`/stock?itemId=${milk}&placeId=${ids.branch1}`),
    await api.as('admin').get(`/stock/moves?itemId=${milk}`),
    await people['recorder']?.get(`/stock?view=compact&itemId=${milk}`),
  ].map((response) => findSecrets(response?.text ?? '').length);
  expect(leakCounts.map((count) => count > 0)).toEqual([true, true, true]);
});

it.each(
  reads.filter(({ path }) => !routesWithCharges.has(path)).map((route) => [route.path, route] as const),
)('shows no costs to other users at GET %s', async (path, route) => {
  const addresses = path.includes(':')
    ? [milk, wastageId, ids.branch1, ids.kitchen].map((id) => path.replaceAll(/:\w+/g, id))
    : listDistinctPaths(route, queries);
  const leaks = [];
  for (const name of ['picker', 'orderer'])
    for (const address of addresses) {
      const { text } = (await people[name]?.get(address)) ?? { text: '' };
      if (findSecrets(text ?? '').length > 0) leaks.push(`${name} ${address}: ${findSecrets(text).join()}`);
    }
  expect(leaks).toEqual([]);
});

it('ignores a sort by value, which would reveal the order of costs', async () => {
  const listItemIds = async (sort: string) => {
    const response = await people['picker']?.get(`/stock?sort=${sort}`);
    return ((response?.body ?? []) as { itemId: string }[]).map(({ itemId }) => itemId);
  };
  expect((await listItemIds('itemName')).length).toBeGreaterThan(1);
  expect(await listItemIds('-value')).toEqual(await listItemIds('itemName'));
});
