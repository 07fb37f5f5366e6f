import type { Page } from '@playwright/test';
import { note, times } from '#server/faults/scale.ts';
import { apiAs } from './fixtures/api-client.ts';
import { anyQueued, isSaved, queued, recordWaste, wasteOf } from './fixtures/entering.ts';
import { nextVersion } from './fixtures/next-version.ts';
import { countOrders, quantityCells, submitButton } from './fixtures/order-guide.ts';
import {
  afterCrash,
  answersKept,
  comeBack,
  isGone,
  keptTest as test,
  openInMenu,
  untilKept,
} from './fixtures/kept-on-device.ts';
import { portalPage } from './fixtures/rough-road.ts';
import { signIn, signOut } from './fixtures/sign-in.ts';
import { expect } from './fixtures/test.ts';

/** The dashboard that stays on a device: without a server, through bad networks, and when a new version comes. */

const wastage = '/branch-order/wastage';
const guide = '/branch-order/create-order';

const remarks = (what: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${what}-${at + 1}`).toSorted();

test('F13: opened without a server at the last screen, with its data and their age; what is entered there survives the end of the browser and arrives once, in order per document', async ({
  page,
  context,
  road,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const [before, actions] = [await countOrders(api), times(3, 24)];
  await signIn(page, 'branch');
  await untilKept(page, 'create-order', 'suggestions');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await untilKept(page, 'wastage', 'wastage_data');

  road.be('down');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Wastage' })).toBeVisible();
  await expect(page.getByRole('link', { name: last })).toBeVisible();
  await expect(isGone(page)).toBeVisible();
  await expect(page.getByText(/Showing data saved|Last contact/).first()).toBeVisible();
  for (const remark of remarks('offline', actions)) await recordWaste(page, remark);
  await expect(queued(page, actions).first()).toBeAttached();

  const reopened = await afterCrash(page, context);
  await reopened.goto('/?open=last');
  await expect(reopened).toHaveURL((url) => url.pathname === wastage);
  await expect(queued(reopened, actions).first()).toBeAttached();
  await reopened.goto(guide);
  await quantityCells(reopened).first().fill('3');
  await quantityCells(reopened).first().press('Enter');
  await submitButton(reopened).click();
  await expect(reopened.getByText('The order is kept on this device')).toBeVisible();

  const again = await afterCrash(reopened, context);
  await again.goto(guide);
  // The order is made, and then submitted.
  await expect(queued(again, actions + 2).first()).toBeAttached();
  await comeBack(road, again);
  await isSaved(again);
  await expect.poll(() => wasteOf(api, 'offline')).toEqual(remarks('offline', actions));
  await expect.poll(() => countOrders(api)).toBe(before + 1);
  // In order: it cannot be under review before it was made.
  const { orders } = await api.get<{ orders: { status: string }[] }>('/orders?limit=1&sort=-createdAt');
  expect(orders[0]?.status).toBe('Under Review');
  note('F13', 'SQLite', { actions: actions + 2, arrived: actions + 2, 'browsers killed': 2 });
});

test('F14: a link that comes and goes: one banner, nothing twice, nothing left waiting', async ({
  page,
  road,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const rounds = times(3, 60);
  test.setTimeout(60_000 + rounds * 10_000);
  await signIn(page, 'branch');
  await openInMenu(page, 'Wastage');
  await expect(page.getByRole('link', { name: /^WST-/ }).first()).toBeVisible();
  for (const remark of remarks('flapping', rounds)) {
    road.be('down');
    await recordWaste(page, remark);
    await expect(isGone(page)).toHaveCount(1);
    // The link may go again before what waited has been sent, as bad ones do: then there are more than one.
    await expect(anyQueued(page).first()).toBeAttached();
    await comeBack(road, page);
    await expect(isGone(page)).toHaveCount(0);
  }
  await isSaved(page);
  await expect.poll(() => wasteOf(api, 'flapping')).toEqual(remarks('flapping', rounds));
  note('F14', 'SQLite', { rounds, arrived: rounds });
});

test('F15: the page of a captive portal and a proxy without a server are no answers, and are not kept', async ({
  page,
  road,
}) => {
  await signIn(page, 'branch');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await untilKept(page, 'wastage', 'wastage_data');
  road.be('gateway');
  await page.reload();
  await expect(page.getByRole('link', { name: last })).toBeVisible();
  await expect(isGone(page)).toBeVisible();
  road.be('portal');
  await page.evaluate(() =>
    navigator.serviceWorker
      .getRegistration()
      .then((kept) => kept?.update())
      .catch(() => undefined),
  );
  await page.getByRole('link', { name: 'Receiving Order', exact: true }).first().click();
  await expect(isGone(page)).toBeVisible();
  const kept = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        texts.push((await (await caches.match(request, { cacheName: name }))?.text()) ?? '');
    return texts;
  });
  expect(kept.length).toBeGreaterThan(20);
  expect(kept.filter((text) => text.includes(portalPage) || text.includes('Bad Gateway'))).toEqual([]);
  await comeBack(road, page);
  await expect(isGone(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Receiving Order' })).toBeVisible();
});

test('F16: what waits is sent by nobody else, and who signs in next, or nobody, finds nothing of the one before', async ({
  page,
  road,
  server,
}) => {
  const api = await apiAs(server.url, 'branch');
  const actions = times(2, 5);
  await signIn(page, 'branch');
  await openInMenu(page, 'Wastage');
  const last = await page.getByRole('link', { name: /^WST-/ }).first().innerText();
  await untilKept(page, 'wastage', 'wastage_data');
  road.be('down');
  for (const remark of remarks('owned', actions)) await recordWaste(page, remark);
  await expect(queued(page, actions).first()).toBeAttached();
  await signOut(page);
  await expect.poll(() => answersKept(page)).toEqual([]);

  await page.goto(wastage);
  await expect(page.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  await expect(page.getByText(last)).toHaveCount(0);

  road.be('good');
  await signIn(page, 'branch2');
  await openInMenu(page, 'Wastage');
  await untilKept(page, 'wastage', 'wastage_data');
  await expect(page.getByText(last)).toHaveCount(0);
  await isSaved(page);
  expect(await wasteOf(api, 'owned')).toEqual([]);
  await signOut(page);

  await signIn(page, 'branch');
  await expect.poll(() => wasteOf(api, 'owned')).toEqual(remarks('owned', actions));
  note('F16', 'SQLite', { queued: actions, 'sent as another': 0, 'sent for their owner': actions });
});

test('F25: a new version asks, waits while something is typed, and never reloads another tab', async ({
  page,
  context,
  road,
}) => {
  await signIn(page, 'branch');
  await untilKept(page, 'create-order', 'suggestions');
  const other = await context.newPage();
  await other.goto('/branch-order/order-history');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  for (const each of [page, other]) await each.evaluate(() => Object.assign(window, { isSamePage: true }));
  await quantityCells(page).first().fill('4');
  await quantityCells(page).first().press('Enter');
  await expect(page.getByText(/^1 line\b/)).toBeVisible();

  road.deploy(nextVersion());
  // A server that was away is asked for its version.
  road.be('down');
  await expect(isGone(page)).toBeVisible();
  await comeBack(road, page);
  const waits = page.getByText('It waits until what you are entering is saved or sent.');
  await expect(waits).toBeVisible();
  const update = page.getByRole('button', { name: 'Update now' });
  await expect(update).toHaveCount(0);
  await quantityCells(page).first().fill('');
  await quantityCells(page).first().press('Enter');
  const before = await entryOf(page);
  await update.click();
  await expect.poll(() => entryOf(page)).not.toBe(before);
  await expect(quantityCells(page).first()).toBeEditable();
  await expect(update).toHaveCount(0);

  await expect(other.getByRole('button', { name: 'Update now' })).toBeVisible();
  expect(await other.evaluate(() => 'isSamePage' in window)).toBe(true);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false);
  // The new version stands without a server, too.
  road.be('down');
  await page.reload();
  await expect(quantityCells(page).first()).toBeEditable();
  note('F25', 'SQLite', { 'new versions': 1, 'reloads over what was typed': 0, 'other tabs reloaded': 0 });
});

/** The entry of the build that a page runs. */
const entryOf = (page: Page) =>
  page
    .evaluate(() => document.querySelector('script[data-entry]')?.getAttribute('data-entry') ?? null)
    .catch(() => null);

test('a device without room says so: what is typed is not kept, what is recorded is not sent', async ({
  page,
}) => {
  await signIn(page, 'branch');
  await untilKept(page, 'create-order', 'suggestions');
  await page.evaluate(() => {
    const most = 'x'.repeat(100_000);
    for (let at = 0; at < 200; at++)
      try {
        localStorage.setItem(`full.${at}`, at < 190 ? most : 'x');
      } catch {
        // Full: smaller pieces until nothing goes in.
        try {
          localStorage.setItem(`fuller.${at}`, most.slice(0, 100_000 / (at - 40)));
        } catch {
          // Full now.
        }
      }
  });
  await quantityCells(page).first().fill('4');
  await quantityCells(page).first().press('Enter');
  await expect(page.getByText('This device has no room left to keep what you type.')).toBeVisible();

  // Browsers of tests have all the room of the machine: it says no as a full one does.
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await openInMenu(page, 'Wastage');
  await recordWaste(page, 'full-1');
  await expect(
    page.getByText('This device has no room left, so this was not kept and not sent.'),
  ).toBeVisible();
});
