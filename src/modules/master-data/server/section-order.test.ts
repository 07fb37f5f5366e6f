import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { ids } from '#app/server/testing/ids.ts';

let api: TestApp;
const sectionIds: Record<string, string> = { dry: ids.section };
beforeAll(async () => {
  api = await createTestApp();
  for (const [index, code] of ['chill', 'freeze', 'old'].entries()) {
    const response = await api.as('admin').post('/sections', { name: code, code, sortOrder: index + 2 });
    sectionIds[code] = response.body._id;
  }
  await api.as('admin').put(`/sections/${sectionIds['old']}`, { isActive: false });
});
afterAll(() => api.close());

interface Row {
  _id: string;
  version: number;
  sortOrder: number;
}
const loadActive = async (): Promise<Row[]> => (await api.as('admin').get('/sections/active')).body;
const loadOrder = async (...codes: string[]) => {
  const rows = await loadActive();
  return codes.map((code) => {
    const { _id = '', version = 1 } = rows.find((row) => row._id === sectionIds[code]) ?? {};
    return { _id, version };
  });
};
const saveOrder = (user: 'admin' | 'branch' | 'viewer', sections: unknown) =>
  api.as(user).put('/sections/order', { sections });
const loadCodes = async () =>
  (await loadActive()).map(({ _id }) => Object.entries(sectionIds).find(([, id]) => id === _id)?.[0]);

it('sorts the active sections in one request; unchanged rows keep their version', async () => {
  const sections = await loadOrder('dry', 'freeze', 'chill');
  const response = await saveOrder('admin', sections);
  expect(response.status, response.text).toBe(200);
  expect(response.body.map((row: Row) => [row._id, row.sortOrder, row.version])).toEqual([
    [sectionIds['dry'], 1, 1],
    [sectionIds['freeze'], 2, 2],
    [sectionIds['chill'], 3, 2],
  ]);
  expect(await loadCodes()).toEqual(['dry', 'freeze', 'chill']);
  const audit = (await api.as('admin').get(`/audit?entity=sections&action=edit&limit=10`)).body;
  expect(
    audit
      .filter(({ after }: { after: object }) => Object.keys(after).length === 1)
      .map(({ entityId, before, after }: Record<string, unknown>) => [entityId, before, after]),
  ).toEqual([
    [sectionIds['chill'], { sortOrder: 2 }, { sortOrder: 3 }],
    [sectionIds['freeze'], { sortOrder: 3 }, { sortOrder: 2 }],
  ]);
});

it('rejects an order based on an outdated list, and returns the current one', async () => {
  const sections = await loadOrder('chill', 'dry', 'freeze');
  await api.as('admin').put(`/sections/${sectionIds['dry']}`, { name: 'Dry goods' });
  const stale = await saveOrder('admin', sections);
  expect([stale.status, stale.body.code]).toEqual([412, 'STALE_VERSION']);
  expect(stale.body.details.current.map((row: Row) => row._id)).toEqual(
    ['dry', 'freeze', 'chill'].map((code) => sectionIds[code]),
  );
  // A section that is missing from the list would have no position.
  expect((await saveOrder('admin', await loadOrder('dry', 'freeze'))).status).toBe(412);
  expect(
    (
      await saveOrder('admin', [
        ...(await loadOrder('dry', 'freeze', 'chill')),
        { _id: sectionIds['old'], version: 2 },
      ])
    ).status,
  ).toBe(412);
  expect(await loadCodes()).toEqual(['dry', 'freeze', 'chill']);
});

it('lists active sections in the saved order', async () => {
  await saveOrder('admin', await loadOrder('chill', 'dry', 'freeze'));
  expect(await loadCodes()).toEqual(['chill', 'dry', 'freeze']);
});

it.each([
  ['an empty list', [], 'sections'],
  ['a section twice', [1, 2].map(() => ({ _id: ids.section, version: 1 })), 'sections'],
  ['no version', [{ _id: ids.section }], 'sections.0.version'],
])('rejects %s', async (_, sections, field) => {
  const response = await saveOrder('admin', sections);
  expect([response.status, Object.keys(response.body.fields)]).toEqual([422, [field]]);
});

it('requires permission to manage sections', async () => {
  const sections = await loadOrder('chill', 'dry', 'freeze');
  expect((await saveOrder('branch', sections)).status).toBe(403);
  expect((await saveOrder('viewer', sections)).status).toBe(403);
  expect((await api.anonymous.put('/sections/order', { sections })).status).toBe(401);
});
