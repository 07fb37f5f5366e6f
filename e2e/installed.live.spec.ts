import type { Page } from '@playwright/test';
import { recordMeasurement, repetitions } from '#app/server/faults/repetitions.ts';
import { apiAs } from './fixtures/api-client.ts';
import {
  anyQueuedStatus,
  expectSaved,
  queuedStatus,
  enterWaste,
  wasteNotes,
} from './fixtures/waste-records.ts';
import { nextVersion } from './fixtures/next-version.ts';
import { fetchOrderCount, quantityCells, submitButton } from './fixtures/order-guide.ts';
import {
  reopenAfterCrash,
  cachedResponses,
  restoreNetwork,
  offlineBanner,
  offlineTest as test,
  openInMenu,
  waitUntilCached,
} from './fixtures/offline-device.ts';
import { portalPage } from './fixtures/unreliable-network.ts';
import { signInOnPage, signOutOnPage } from './fixtures/sign-in.ts';
import { expect } from './fixtures/test.ts';

/** The installed dashboard: without a server, on bad networks, and on a new version. */

const wastage = '/branch-order/wastage';
const guide = '/branch-order/create-order';

const remarks = (what: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${what}-${at + 1}`).toSorted();

test('F13: opened without a server at the last screen, with its data and their age; entries survive a browser crash and arrive once, in order per document', async ({
  page,
  context,
  network,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const [before, actions] = [await fetchOrderCount(api), repetitions(2, 24)];
  await signInOnPage(page, 'branch');
  await waitUntilCached(page, 'create-order', 'suggestions');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await waitUntilCached(page, 'wastage', 'wastage_data');

  network.setState('down');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Wastage' })).toBeVisible();
  await expect(page.getByRole('link', { name: last })).toBeVisible();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByText(/Showing data saved|Last contact/).first()).toBeVisible();
  for (const remark of remarks('offline', actions)) await enterWaste(page, remark);
  await expect(queuedStatus(page, actions).first()).toBeAttached();

  const offlinePage = await reopenAfterCrash(page, context);
  await offlinePage.goto('/?open=last');
  await expect(offlinePage).toHaveURL((url) => url.pathname === wastage);
  await expect(queuedStatus(offlinePage, actions).first()).toBeAttached();
  await offlinePage.goto(guide);
  await quantityCells(offlinePage).first().fill('3');
  await quantityCells(offlinePage).first().press('Enter');
  await submitButton(offlinePage).click();
  await expect(offlinePage.getByText('The order is saved on this device')).toBeVisible();

  const reopened = await reopenAfterCrash(offlinePage, context);
  await reopened.goto(guide);
  // Two actions: the creation and the submission.
  await expect(queuedStatus(reopened, actions + 2).first()).toBeAttached();
  await restoreNetwork(network, reopened);
  await expectSaved(reopened);
  await expect.poll(() => wasteNotes(api, 'offline')).toEqual(remarks('offline', actions));
  await expect.poll(() => fetchOrderCount(api)).toBe(before + 1);
  // In order: a submission before the creation would fail.
  const { orders } = await api.get<{ orders: { status: string }[] }>('/orders?limit=1&sort=-createdAt');
  expect(orders[0]?.status).toBe('Under Review');
  recordMeasurement('F13', 'SQLite', { actions: actions + 2, arrived: actions + 2, 'browsers killed': 2 });
});

test('F14: an unstable connection: one banner, nothing twice, nothing left in the queue', {
  tag: '@journey',
}, async ({ page, network, server }) => {
  const api = await apiAs(server.url, 'branch');
  const rounds = repetitions(2, 60);
  test.setTimeout(60_000 + rounds * 10_000);
  await signInOnPage(page, 'branch');
  await openInMenu(page, 'Wastage');
  await expect(page.getByRole('link', { name: /^WST-/ }).first()).toBeVisible();
  for (const remark of remarks('flapping', rounds)) {
    network.setState('down');
    await enterWaste(page, remark);
    await expect(offlineBanner(page)).toHaveCount(1);
    // The connection may drop again before the queue is empty, so there may be several actions.
    await expect(anyQueuedStatus(page).first()).toBeAttached();
    await restoreNetwork(network, page);
    await expect(offlineBanner(page)).toHaveCount(0);
  }
  await expectSaved(page);
  await expect.poll(() => wasteNotes(api, 'flapping')).toEqual(remarks('flapping', rounds));
  recordMeasurement('F14', 'SQLite', { rounds, arrived: rounds });
});

test('F15: the page of a captive portal and a gateway error are not treated as responses and not cached', async ({
  page,
  network,
}) => {
  await signInOnPage(page, 'branch');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await waitUntilCached(page, 'wastage', 'wastage_data');
  network.setState('gateway');
  await page.reload();
  await expect(page.getByRole('link', { name: last })).toBeVisible();
  await expect(offlineBanner(page)).toBeVisible();
  network.setState('portal');
  await page.evaluate(() =>
    navigator.serviceWorker
      .getRegistration()
      .then((registration) => registration?.update())
      .catch(() => undefined),
  );
  await page.getByRole('link', { name: 'Receiving Order', exact: true }).first().click();
  await expect(offlineBanner(page)).toBeVisible();
  const cachedAnswers = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push((await (await caches.match(request, { cacheName: name }))?.text()) ?? '');
    return texts;
  });
  expect(cachedAnswers.length).toBeGreaterThan(20);
  expect(cachedAnswers.filter((text) => text.includes(portalPage) || text.includes('Bad Gateway'))).toEqual(
    [],
  );
  await restoreNetwork(network, page);
  await expect(offlineBanner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Receiving Order' })).toBeVisible();
});

test('F16: a queued action is sent by its user only, and the next user, or nobody, finds none of their data', async ({
  page,
  network,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const actions = repetitions(2, 5);
  await signInOnPage(page, 'branch');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await waitUntilCached(page, 'wastage', 'wastage_data');
  network.setState('down');
  for (const remark of remarks('owned', actions)) await enterWaste(page, remark);
  await expect(queuedStatus(page, actions).first()).toBeAttached();
  await signOutOnPage(page);
  await expect.poll(() => cachedResponses(page)).toEqual([]);

  await page.goto(wastage);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText(last)).toHaveCount(0);

  network.setState('good');
  await signInOnPage(page, 'branch2');
  await openInMenu(page, 'Wastage');
  await waitUntilCached(page, 'wastage', 'wastage_data');
  await expect(page.getByText(last)).toHaveCount(0);
  await expectSaved(page);
  expect(await wasteNotes(api, 'owned')).toEqual([]);
  await signOutOnPage(page);

  await signInOnPage(page, 'branch');
  await expect.poll(() => wasteNotes(api, 'owned')).toEqual(remarks('owned', actions));
  recordMeasurement('F16', 'SQLite', {
    queued: actions,
    'sent as another': 0,
    'sent for their owner': actions,
  });
});

test('F25: a new version asks, waits while something is being typed, and never reloads another tab', async ({
  page,
  context,
  network,
}) => {
  await signInOnPage(page, 'branch');
  await waitUntilCached(page, 'create-order', 'suggestions');
  const other = await context.newPage();
  await other.goto('/branch-order/order-history');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  for (const each of [page, other]) await each.evaluate(() => Object.assign(window, { isSamePage: true }));
  await quantityCells(page).first().fill('4');
  await quantityCells(page).first().press('Enter');
  await expect(page.getByText(/^1 line\b/)).toBeVisible();

  network.deploy(nextVersion());
  // Once the server is reachable again, the dashboard checks for a new version.
  network.setState('down');
  await expect(offlineBanner(page)).toBeVisible();
  await restoreNetwork(network, page);
  const waits = page.getByText('It will be installed once your entries are saved or sent.');
  await expect(waits).toBeVisible();
  const update = page.getByRole('button', { name: 'Update now' });
  await expect(update).toHaveCount(0);
  await quantityCells(page).first().fill('');
  await quantityCells(page).first().press('Enter');
  const oldEntry = await entryOf(page);
  await update.click();
  await expect.poll(() => entryOf(page)).not.toBe(oldEntry);
  await expect(quantityCells(page).first()).toBeEditable();
  await expect(update).toHaveCount(0);

  await expect(other.getByRole('button', { name: 'Update now' })).toBeVisible();
  expect(await other.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
  // The new version also works without a server.
  network.setState('down');
  await page.reload();
  await expect(quantityCells(page).first()).toBeEditable();
  recordMeasurement('F25', 'SQLite', {
    'new versions': 1,
    'reloads over what was typed': 0,
    'other tabs reloaded': 0,
  });
});

/** The entry chunk of the build that a page runs. */
const entryOf = (page: Page) =>
  page
    .evaluate(() => document.querySelector('script[data-entry]')?.getAttribute('data-entry') ?? null)
    .catch(() => null);

test('a device without storage says so: drafts are not stored, and records are not sent', async ({
  page,
}) => {
  await signInOnPage(page, 'branch');
  await waitUntilCached(page, 'create-order', 'suggestions');
  await page.evaluate(() => {
    const longText = 'x'.repeat(100_000);
    for (let at = 0; at < 200; at++)
      try {
        localStorage.setItem(`full.${at}`, at < 190 ? longText : 'x');
      } catch {
        // Fills the storage with smaller and smaller pieces.
        try {
          localStorage.setItem(`fuller.${at}`, longText.slice(0, 100_000 / (at - 40)));
        } catch {
          // The storage is full now.
        }
      }
  });
  await quantityCells(page).first().fill('4');
  await quantityCells(page).first().press('Enter');
  await expect(
    page.getByText('This device is out of storage space, so what you type isn’t saved on it.'),
  ).toBeVisible();

  // Test browsers may use the whole disk, so the error of a full one is simulated.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await openInMenu(page, 'Wastage');
  await enterWaste(page, 'full-1');
  await expect(
    page.getByText('This device is out of storage space, so this wasn’t saved or sent.'),
  ).toBeVisible();
});
