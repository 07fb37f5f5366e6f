import { recordMeasurement, chooseRepetitions } from '#app/server/faults/repetitions.ts';
import { apiAs } from './fixtures/api-client.ts';
import { type CuttingProxy, cutPoints, startCuttingProxy } from './fixtures/cutting-proxy.ts';
import { fetchOrderCount, openGuide, orderFirstRow, submitButton } from './fixtures/order-guide.ts';
import { openAs } from './fixtures/sign-in.ts';
import { expect, liveTest } from './fixtures/test.ts';

const test = liveTest.extend<{ network: CuttingProxy }>({
  network: async ({ server }, use) => {
    const proxy = await startCuttingProxy(server.port);
    await use(proxy);
    await proxy.stop();
  },
  baseURL: async ({ network }, use) => use(network.url),
});

const rounds = chooseRepetitions(1, 30);

/** At reduced counts only two of them: before the server has read the request, and after it has committed. */
const testedCutPoints = rounds > 1 ? cutPoints : (['mid-request', 'before-response'] as const);

for (const cutPoint of testedCutPoints) {
  test(`F12: connection cut ${cutPoint}, then a reload: the order arrives once, ${rounds} of ${rounds} times`, async ({
    page,
    network,
    server,
    pageErrors,
  }) => {
    test.setTimeout(60_000 + rounds * 30_000);
    pageErrors.allow(/\/api\/orders/, /Failed to load resource/, /net::ERR/);
    const api = await apiAs(server.url, 'branch');
    await openAs(page, 'branch');
    const queue = page.getByRole('status');
    for (let round = 0; round < rounds; round++) {
      const ordersBefore = await fetchOrderCount(api);
      await openGuide(page);
      await orderFirstRow(page, round + 1);
      network.cut(cutPoint, 'POST', '/orders');
      await submitButton(page).click();
      await expect(queue.filter({ hasText: /queued/i }).first()).toBeVisible();
      await expect.poll(() => network.cutCount).toBeGreaterThan(0);

      await page.reload();
      await expect(queue.filter({ hasText: /queued|sending/i }).first()).toBeVisible();
      network.restore();
      await expect(queue.filter({ hasText: /^Saved$/ }).first()).toBeVisible();
      await expect.poll(() => fetchOrderCount(api)).toBe(ordersBefore + 1);
    }
    recordMeasurement('F12', 'SQLite', { cut: cutPoint, rounds, orders: rounds });
  });
}
