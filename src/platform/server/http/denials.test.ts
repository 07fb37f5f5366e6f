import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';

let api: TestApp;
beforeEach(async () => {
  api = await createTestApp();
});
afterEach(() => api.close());

const readDenials = async () =>
  (
    await api.db.read
      .selectFrom('audit')
      .select(['userName', 'after'])
      .where('action', '=', 'denied')
      .orderBy('seq')
      .execute()
  ).map(({ userName, after }) => [userName, JSON.parse(after ?? '{}')]);
const postAsViewer = async (path: string) => (await api.as('viewer').post(path, { name: 'No' })).status;

// Runs first, before another app's timer can fire and be counted here.
it('records repetitions by the injected clock, even if it does not advance', async () => {
  const { setTimeout: originalSetTimeout } = globalThis;
  const timers: (() => void)[] = [];
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, ms: number) =>
    ms === 60_000 ? timers.push(work) : originalSetTimeout(work, ms)) as typeof setTimeout);
  onTestFinished(() => void vi.restoreAllMocks());
  await postAsViewer('/units');
  await postAsViewer('/units');
  timers.shift()?.();
  expect(timers).toHaveLength(1);
  expect(await readDenials()).toHaveLength(1);
  api.clock.advance(60_000);
  timers.shift()?.();
  await expect.poll(readDenials).toHaveLength(2);
  expect(timers).toEqual([]);
});

it('records a denied request once a minute, with its number of repetitions', async () => {
  for (let n = 0; n < 50; n++) expect(await postAsViewer('/units')).toBe(403);
  expect(await postAsViewer('/brands')).toBe(403);
  expect(await readDenials()).toEqual([
    ['Test viewer', { call: 'post /units' }],
    ['Test viewer', { call: 'post /brands' }],
  ]);
  api.clock.advance(60_000);
  expect(await postAsViewer('/units')).toBe(403);
  expect(await readDenials()).toEqual([
    ['Test viewer', { call: 'post /units' }],
    ['Test viewer', { call: 'post /brands' }],
    ['Test viewer', { call: 'post /units', times: 49 }],
    ['Test viewer', { call: 'post /units' }],
  ]);
});

it('counts users separately', async () => {
  for (const user of ['viewer', 'staff', 'viewer', 'staff'] as const)
    await api.as(user).post('/units', { name: 'No' });
  expect((await readDenials()).map(([name]) => name)).toEqual(['Test viewer', 'Test staff']);
});

it('denies the request even if the denial cannot be recorded', async () => {
  const failWithFullDisk = () =>
    Promise.reject(Object.assign(new Error('database or disk is full'), { errcode: 13, code: '53100' }));
  const { write } = api.db;
  api.db.write = failWithFullDisk;
  const response = await api.as('viewer').post('/units', { name: 'No' });
  api.db.write = write;
  expect([response.status, response.body.code]).toEqual([403, 'FORBIDDEN']);
});
