import type { Page } from '@playwright/test';
import { recordMeasurement, chooseRepetitions } from '#app/server/faults/repetitions.ts';
import { apiAs } from './fixtures/api-client.ts';
import {
  anyQueuedStatus,
  expectSaved,
  queuedStatus,
  enterWaste,
  fetchWasteNotes,
} from './fixtures/waste-records.ts';
import { buildNextVersion } from './fixtures/next-version.ts';
import { fetchOrderCount, quantityCells, submitButton } from './fixtures/order-guide.ts';
import {
  reopenAfterCrash,
  listCachedResponses,
  restoreNetwork,
  offlineBanner,
  offlineTest as test,
  openInMenu,
  waitUntilCached,
} from './fixtures/offline-device.ts';
import { portalPage } from './fixtures/unreliable-network.ts';
import { signInOnPage, signOutOnPage } from './fixtures/sign-in.ts';
import { expect } from './fixtures/test.ts';

/** The installed dashboard: without a server, on an unstable network, and after an update. */

const wastage = '/branch-order/wastage';
const guide = '/branch-order/create-order';

const listNotes = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}`).toSorted();

test('F13: without a server the dashboard opens at the last screen, with cached data and its age; entries survive a browser crash and arrive once, in order within each document', async ({
  page,
  context,
  network,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const [before, actions] = [await fetchOrderCount(api), chooseRepetitions(2, 24)];
  await signInOnPage(page, 'branch');
  await waitUntilCached(page, 'suggestions');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await waitUntilCached(page, 'wastage_data');

  network.setState('down');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Wastage' })).toBeVisible();
  await expect(page.getByRole('link', { name: last })).toBeVisible();
  await expect(offlineBanner(page)).toBeVisible();
  await expect(page.getByText(/Showing data saved|Last contact/).first()).toBeVisible();
  for (const note of listNotes('offline', actions)) await enterWaste(page, note);
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
  await expect.poll(() => fetchWasteNotes(api, 'offline')).toEqual(listNotes('offline', actions));
  await expect.poll(() => fetchOrderCount(api)).toBe(before + 1);
  // In order: a submission before the creation would fail.
  const { orders } = await api.get<{ orders: { status: string }[] }>('/orders?limit=1&sort=-createdAt');
  expect(orders[0]?.status).toBe('Under Review');
  recordMeasurement('F13', 'SQLite', { actions: actions + 2, arrived: actions + 2, 'browsers killed': 2 });
});

test('F14: on an unstable connection there is one banner, and each record is sent once', {
  tag: '@journey',
}, async ({ page, network, server }) => {
  const api = await apiAs(server.url, 'branch');
  const rounds = chooseRepetitions(2, 60);
  test.setTimeout(60_000 + rounds * 10_000);
  await signInOnPage(page, 'branch');
  await openInMenu(page, 'Wastage');
  await expect(page.getByRole('link', { name: /^WST-/ }).first()).toBeVisible();
  for (const note of listNotes('flapping', rounds)) {
    network.setState('down');
    await enterWaste(page, note);
    await expect(offlineBanner(page)).toHaveCount(1);
    // The connection may drop again before the queue is empty, so there may be several actions.
    await expect(anyQueuedStatus(page).first()).toBeAttached();
    await restoreNetwork(network, page);
    await expect(offlineBanner(page)).toHaveCount(0);
  }
  await expectSaved(page);
  await expect.poll(() => fetchWasteNotes(api, 'flapping')).toEqual(listNotes('flapping', rounds));
  recordMeasurement('F14', 'SQLite', { rounds, arrived: rounds });
});

test('F15: the page of a captive portal and a gateway error are neither shown as data nor cached', async ({
  page,
  network,
}) => {
  await signInOnPage(page, 'branch');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await waitUntilCached(page, 'wastage_data');
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
  const cachedTexts = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push((await (await caches.match(request, { cacheName: name }))?.text()) ?? '');
    return texts;
  });
  expect(cachedTexts.length).toBeGreaterThan(20);
  expect(cachedTexts.filter((text) => text.includes(portalPage) || text.includes('Bad Gateway'))).toEqual([]);
  await restoreNetwork(network, page);
  await expect(offlineBanner(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Receiving Order' })).toBeVisible();
});

test('F16: a queued action is sent by its own user only, and no trace of their data is left for the next user', async ({
  page,
  network,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const actions = chooseRepetitions(2, 5);
  await signInOnPage(page, 'branch');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await waitUntilCached(page, 'wastage_data');
  network.setState('down');
  for (const note of listNotes('owned', actions)) await enterWaste(page, note);
  await expect(queuedStatus(page, actions).first()).toBeAttached();
  await signOutOnPage(page);
  await expect.poll(() => listCachedResponses(page)).toEqual([]);

  await page.goto(wastage);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText(last)).toHaveCount(0);

  network.setState('good');
  await signInOnPage(page, 'branch2');
  await openInMenu(page, 'Wastage');
  await waitUntilCached(page, 'wastage_data');
  await expect(page.getByText(last)).toHaveCount(0);
  await expectSaved(page);
  expect(await fetchWasteNotes(api, 'owned')).toEqual([]);
  await signOutOnPage(page);

  await signInOnPage(page, 'branch');
  await expect.poll(() => fetchWasteNotes(api, 'owned')).toEqual(listNotes('owned', actions));
  recordMeasurement('F16', 'SQLite', {
    queued: actions,
    'sent as another user': 0,
    'sent for their owner': actions,
  });
});

test('F25: a new version is offered, waits while there are unsaved entries, and never reloads another tab', async ({
  page,
  context,
  network,
}) => {
  await signInOnPage(page, 'branch');
  await waitUntilCached(page, 'suggestions');
  const other = await context.newPage();
  await other.goto('/branch-order/order-history');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  for (const tab of [page, other]) await tab.evaluate(() => Object.assign(window, { isSamePage: true }));
  await quantityCells(page).first().fill('4');
  await quantityCells(page).first().press('Enter');
  await expect(page.getByText(/^1 line\b/)).toBeVisible();

  network.deploy(buildNextVersion());
  // Once the server is reachable again, the dashboard checks for a new version.
  network.setState('down');
  await expect(offlineBanner(page)).toBeVisible();
  await restoreNetwork(network, page);
  const waitingNotice = page.getByText('It will be installed once your entries are saved or sent.');
  await expect(waitingNotice).toBeVisible();
  const update = page.getByRole('button', { name: 'Update now' });
  await expect(update).toHaveCount(0);
  await quantityCells(page).first().fill('');
  await quantityCells(page).first().press('Enter');
  const oldEntry = await readEntry(page);
  await update.click();
  await expect.poll(() => readEntry(page)).not.toBe(oldEntry);
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
    'reloads despite unsaved entries': 0,
    'other tabs reloaded': 0,
  });
});

/** The entry chunk of the build that a page runs. */
const readEntry = (page: Page) =>
  page
    .evaluate(() => document.querySelector('script[data-entry]')?.getAttribute('data-entry') ?? null)
    .catch(() => null);
