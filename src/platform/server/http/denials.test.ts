import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const written = async () =>
  (
    await api.db.read
      .selectFrom('audit')
      .select(['userName', 'after'])
      .where('action', '=', 'denied')
      .orderBy('seq')
      .execute()
  ).map(({ userName, after }) => [userName, JSON.parse(after ?? '{}')]);
const refused = async (path: string) => (await api.as('viewer').post(path, { name: 'No' })).status;

// Runs first, before any other app's minute can end and be counted here.
it('settles by the injected clock, even while that clock stands still', async () => {
  const { setTimeout: start } = globalThis;
  const due: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) =>
    ms === 60_000 ? due.push(work) : start(work, ms)) as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
  await refused('/units');
  await refused('/units');
  due.shift()?.();
  expect(due).toHaveLength(1);
  expect(await written()).toHaveLength(1);
  api.clock.advance(60_000);
  due.shift()?.();
  await expect.poll(written).toHaveLength(2);
  expect(due).toEqual([]);
});

it('records a refused call once a minute, with its number of repetitions', async () => {
  for (let n = 0; n < 50; n++) expect(await refused('/units')).toBe(403);
  expect(await refused('/brands')).toBe(403);
  expect(await written()).toEqual([
    ['Test viewer', { call: 'post /units' }],
    ['Test viewer', { call: 'post /brands' }],
  ]);
  api.clock.advance(60_000);
  expect(await refused('/units')).toBe(403);
  expect(await written()).toEqual([
    ['Test viewer', { call: 'post /units' }],
    ['Test viewer', { call: 'post /brands' }],
    ['Test viewer', { call: 'post /units', times: 49 }],
    ['Test viewer', { call: 'post /units' }],
  ]);
});

it('counts users separately', async () => {
  for (const user of ['viewer', 'staff', 'viewer', 'staff'] as const)
    await api.as(user).post('/units', { name: 'No' });
  expect((await written()).map(([name]) => name)).toEqual(['Test viewer', 'Test staff']);
});

it('still refuses when the denial cannot be recorded', async () => {
  const full = () =>
    Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13, code: '53100' }));
  const { write } = api.db;
  api.db.write = full;
  const response = await api.as('viewer').post('/units', { name: 'No' });
  api.db.write = write;
  expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
});
