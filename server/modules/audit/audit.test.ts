import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/create-test-app.ts';
import { ids } from '#server/testing/ids.ts';

let api: TestApp;
beforeAll(async () => {
  api = await createTestApp();
});
afterAll(() => api.close());

it('tells who did what, newest first, and filters', async () => {
  const made = await api.as('admin').post('/brands', { name: 'Seen' });
  await api.as('admin').put(`/brands/${made.body._id}`, { name: 'Seen again' });
  const rows = (await api.as('admin').get(`/audit?entity=brands&entityId=${made.body._id}`)).body;
  expect(
    rows.map(({ action, userId, before, after }: Record<string, { name?: string }>) => [
      action,
      userId,
      before?.name,
      after?.name,
    ]),
  ).toEqual([
    ['edit', ids.users.admin, 'Seen', 'Seen again'],
    ['create', ids.users.admin, undefined, 'Seen'],
  ]);
  expect(rows[0].requestId).toMatch(/^[\da-f-]{36}$/);
  expect(
    (await api.as('admin').get('/audit?from=2026-03-04&to=2026-03-04&limit=500')).body.length,
  ).toBeGreaterThan(1);
  expect((await api.as('admin').get('/audit?from=2026-03-05')).body).toEqual([]);
  expect(
    (await api.as('admin').get(`/audit?after=${rows[1].seq}&limit=1`)).body.map(
      ({ seq }: { seq: number }) => seq < rows[1].seq,
    ),
  ).not.toContain(false);
  expect((await api.as('admin').get('/audit?from=yesterday')).status).toBe(400);
});

it('keeps denials', async () => {
  await api.as('kitchen').post('/brands', { name: 'Mine' });
  const [row] = (await api.as('admin').get('/audit?action=denied')).body;
  expect(row).toMatchObject({ userId: ids.users.kitchen, entity: 'brands', after: { call: 'post /brands' } });
});

it('is for those with the page', async () => {
  expect((await api.anonymous.get('/audit')).status).toBe(401);
  expect((await api.as('branch').get('/audit')).status).toBe(403);
});

it.each(['update audit set action = 1', 'delete from audit'])(
  'is not changed by the database either: %s',
  async (statement) => {
    const { sql } = await import('kysely');
    await expect(sql.raw(statement).execute(api.db.writer)).rejects.toThrow('only grows');
  },
);
