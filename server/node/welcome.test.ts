import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import { readConfig, StartError } from './config.ts';
import { refuseReachableDemonstration, signInLines } from './welcome.ts';

let api: TestApp;
let empty: TestApp;
beforeAll(async () => {
  [api, empty] = await Promise.all([createTestApp(), createTestApp({ isEmpty: true })]);
});
afterAll(() => Promise.all([api.close(), empty.close()]));

it('names the demonstration users and their password', async () => {
  const lines = await signInLines(api);
  expect(lines[0]).toContain('commissary-demo');
  expect(lines.join('\n')).toMatch(/branch@demo\.test +custom_role_sk/);
});

it('prints a set-up token that works, and a new one each time', async () => {
  const first = (await signInLines(empty))[1]?.trim();
  const setupToken = (await signInLines(empty))[1]?.trim();
  expect(first).not.toBe(setupToken);
  const person = { name: 'First', email: 'first@example.org', password: 'correct horse battery' };
  expect((await empty.anonymous.post('/users/register', { ...person, setupToken: first })).status).toBe(403);
  expect((await empty.anonymous.post('/users/register', { ...person, setupToken })).status).toBe(201);
  expect(await signInLines(empty)).toEqual([]);
});

it('serves no demonstration users to the world', async () => {
  const world = readConfig({ HOST: '0.0.0.0' }, []);
  await expect(refuseReachableDemonstration(api.db, world)).rejects.toThrow(StartError);
  await refuseReachableDemonstration(api.db, readConfig({}, []));
  await refuseReachableDemonstration(empty.db, world);
});
