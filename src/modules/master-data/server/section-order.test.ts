import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
const made: Record<string, string> = { dry: ids.section };
beforeAll(async () => {
  api = await createTestApp();
  for (const [at, code] of ['chill', 'freeze', 'old'].entries()) {
    const answer = await api.as('admin').post('/sections', { name: code, code, sortOrder: at + 2 });
    made[code] = answer.body._id;
  }
  await api.as('admin').put(`/sections/${made['old']}`, { isActive: false });
});
afterAll(() => api.close());

interface Row {
  _id: string;
  version: number;
  sortOrder: number;
}
const active = async (): Promise<Row[]> => (await api.as('admin').get('/sections/active')).body;
const seen = async (...codes: string[]) => {
  const rows = await active();
  return codes.map((code) => {
    const { _id = '', version = 1 } = rows.find((row) => row._id === made[code]) ?? {};
    return { _id, version };
  });
};
const order = (user: 'admin' | 'branch' | 'viewer', sections: unknown) =>
  api.as(user).put('/sections/order', { sections });
const codes = async () =>
  (await active()).map(({ _id }) => Object.entries(made).find(([, id]) => id === _id)?.[0]);

it('sorts the active sections in one call; unchanged rows keep their version', async () => {
  const sections = await seen('dry', 'freeze', 'chill');
  const answer = await order('admin', sections);
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.map((row: Row) => [row._id, row.sortOrder, row.version])).toEqual([
    [made['dry'], 1, 1],
    [made['freeze'], 2, 2],
    [made['chill'], 3, 2],
  ]);
  expect(await codes()).toEqual(['dry', 'freeze', 'chill']);
  const audit = (await api.as('admin').get(`/audit?entity=sections&action=edit&limit=10`)).body;
  expect(
    audit
      .filter(({ after }: { after: object }) => Object.keys(after).length === 1)
      .map(({ entityId, before, after }: Record<string, unknown>) => [entityId, before, after]),
  ).toEqual([
    [made['chill'], { sortOrder: 2 }, { sortOrder: 3 }],
    [made['freeze'], { sortOrder: 3 }, { sortOrder: 2 }],
  ]);
});

it('refuses an order based on an outdated list, and returns the current one', async () => {
  const sections = await seen('chill', 'dry', 'freeze');
  await api.as('admin').put(`/sections/${made['dry']}`, { name: 'Dry goods' });
  const stale = await order('admin', sections);
  expect([stale.status, stale.body.code]).toEqual([412, 'STALE_VERSION']);
  expect(stale.body.details.current.map((row: Row) => row._id)).toEqual(
    ['dry', 'freeze', 'chill'].map((code) => made[code]),
  );
  // A section created in the meantime would have no position.
  expect((await order('admin', await seen('dry', 'freeze'))).status).toBe(412);
  expect(
    (await order('admin', [...(await seen('dry', 'freeze', 'chill')), { _id: made['old'], version: 2 }]))
      .status,
  ).toBe(412);
  expect(await codes()).toEqual(['dry', 'freeze', 'chill']);
});

it('determines the order of active sections in all lists', async () => {
  await order('admin', await seen('chill', 'dry', 'freeze'));
  expect(await codes()).toEqual(['chill', 'dry', 'freeze']);
});

it.each([
  ['nothing', [], 'sections'],
  ['a section twice', [1, 2].map(() => ({ _id: ids.section, version: 1 })), 'sections'],
  ['no version', [{ _id: ids.section }], 'sections.0.version'],
])('refuses %s', async (_, sections, field) => {
  const answer = await order('admin', sections);
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
});

it('requires permission to manage sections', async () => {
  const sections = await seen('chill', 'dry', 'freeze');
  expect((await order('branch', sections)).status).toBe(403);
  expect((await order('viewer', sections)).status).toBe(403);
  expect((await api.anonymous.put('/sections/order', { sections })).status).toBe(401);
});
