import type { Page } from '@playwright/test';
import { apiAs } from './fixtures/api-client.ts';
import { expectSaved, enterWaste, wasteNotes } from './fixtures/waste-records.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest as test } from './fixtures/test.ts';

/** Makes the nth device storage operation from now fail; 0 lets all succeed. */
const failOperation = (page: Page, nth: number) =>
  page.evaluate((left) => Object.assign(window, { operationsUntilFailure: left }), nth);

/** At least the number of storage operations of saving one record. */
const operationCount = 12;

test('F14: a record arrives once, regardless of which device storage operation fails', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  await page.addInitScript(() => {
    const device = window as unknown as { operationsUntilFailure?: number };
    const methods: [object, string][] = [
      [IDBDatabase.prototype, 'transaction'],
      [IDBObjectStore.prototype, 'get'],
      [IDBObjectStore.prototype, 'put'],
    ];
    for (const [prototype, name] of methods) {
      const target = prototype as Record<string, (...args: unknown[]) => unknown>;
      const original = target[name] as (...args: unknown[]) => unknown;
      target[name] = function fail(this: unknown, ...args: unknown[]) {
        device.operationsUntilFailure = (device.operationsUntilFailure ?? 0) - 1;
        if (device.operationsUntilFailure === 0)
          throw new DOMException(
            'Connection to Indexed Database server lost. Refresh the page to try again',
            'UnknownError',
          );
        return original.apply(this, args);
      };
    }
  });
  const api = await apiAs(server.url, 'branch');
  await openAs(page, 'branch', '/branch-order/wastage');
  for (let nth = 1; nth <= operationCount; nth += 1) {
    await failOperation(page, nth);
    await enterWaste(page, `storage-${nth}`);
    await expect.poll(() => wasteNotes(api, 'storage')).toHaveLength(nth);
  }
  await failOperation(page, 0);

  // The browser closes and empties the database, as when site data is cleared.
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
  await enterWaste(page, `storage-${operationCount + 1}`);
  const expectedNotes = Array.from(
    { length: operationCount + 1 },
    (_, nth) => `storage-${nth + 1}`,
  ).toSorted();
  await expect.poll(() => wasteNotes(api, 'storage')).toEqual(expectedNotes);
  await expectSaved(page);
});
