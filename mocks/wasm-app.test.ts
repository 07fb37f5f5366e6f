import initSqlite from '@sqlite.org/sqlite-wasm';
import { expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import { createSqliteDb } from '#platform/server/db/sqlite.ts';
import { createTestClient } from '#app/server/testing/client.ts';
import { ids } from '#app/server/testing/ids.ts';
import { testPassword } from '#app/server/testing/minimal-business.ts';
import { plainImages } from '#app/server/testing/plain-images.ts';
import { webCryptoPasswords } from './passwords.ts';
import { createMinimalSnapshot } from './seeds.ts';
import { openSnapshot } from './wasm-database.ts';
import { wasmSqlite } from './wasm-sqlite.ts';

it('runs an order from creation to receipt in WebAssembly', async () => {
  const clock = { now: () => new Date('2026-03-04T09:00:00.000Z') };
  const sqlite3 = await initSqlite();
  const db = createSqliteDb({
    writer: wasmSqlite(openSnapshot(sqlite3, await createMinimalSnapshot(clock.now()))),
  });
  const errors: unknown[] = [];
  const log = { info() {}, warn() {}, error: (fields: unknown) => void errors.push(fields) };
  const app = createApp({ db, clock, passwords: webCryptoPasswords, images: plainImages, log });
  const anonymous = createTestClient(app, null);
  const signIn = async (email: string) => {
    const response = await anonymous.post('/users/login', { email, password: testPassword });
    return createTestClient(app, response.body.token);
  };
  const [branch, kitchen] = [await signIn('branch@demo.test'), await signIn('kitchen@demo.test')];

  const items = [{ itemId: ids.items.milk, orderQty: 2 }];
  const created = await branch.post('/orders', { deliveryDate: '2026-03-06', items });
  expect(errors).toEqual([]);
  const path = `/orders/${created.body._id}`;
  for (const [client, status] of [
    [branch, 'Under Review'],
    [branch, 'Sent to Central Kitchen'],
    [kitchen, 'Under Process'],
    [kitchen, 'Shipped'],
    [branch, 'Received'],
  ] as const) {
    expect((await client.patch(path, { status })).body).toMatchObject({ status });
  }
  expect((await branch.get('/orders')).body).toMatchObject({ total: 1 });
  const stock = await branch.get(`/stock?itemId=${ids.items.milk}&placeId=${ids.branch1}`);
  expect(stock.body).toMatchObject([{ onHand: 24 }]);
  expect(errors).toEqual([]);
});
