import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type DemoUser, type MockApi, startMockApi } from './node.ts';
import { testDay } from './test-clock.ts';

let api: MockApi;

beforeAll(async () => {
  api = await startMockApi({ seed: 'demonstration' });
});
beforeEach(() => api.reset());
afterAll(() => api.close());

it.each<[DemoUser, string]>([
  ['master', 'master_admin'],
  ['admin', 'admin'],
  ['branch', 'custom_role_sk'],
  ['branch.staff', 'custom_role_sk'],
  ['branch2', 'custom_role_sk'],
  ['kitchen', 'custom_role_ck'],
  ['viewer', 'auditor'],
])('%s signs in to the demo business as %s', async (user, role) => {
  expect(await api.signIn(user)).toMatchObject({ email: `${user}@demo.test`, role });
});

it('has orders in every status before receipt', async () => {
  const { token } = await api.signIn('admin');
  const headers = { authorization: `Bearer ${token}` };
  for (const status of ['Draft', 'Under Review', 'Sent to Central Kitchen', 'Under Process', 'Shipped']) {
    const response = await fetch(`http://dashboard.test/api/orders?status=${encodeURIComponent(status)}`, {
      headers,
    });
    expect(await response.json(), status).toMatchObject({
      total: expect.toSatisfy((total: number) => total > 0),
    });
  }
});

it('has a plausible food cost', async () => {
  const { token } = await api.signIn('viewer');
  const response = await fetch(
    `http://dashboard.test/api/reports/tiles?from=${testDay(-29)}&to=${testDay()}&today=${testDay()}&cost=heavy`,
    { headers: { authorization: `Bearer ${token}` } },
  );
  const { tiles } = (await response.json()) as { tiles: { key: string; value: number | null }[] };
  const { value } = tiles.find(({ key }) => key === 'foodCost') ?? {};
  expect(value).toBeGreaterThan(15);
  expect(value).toBeLessThan(35);
});
