import type { Page } from '@playwright/test';
import { baselineRows, type Measure, visibleOrders, withVisit } from './measure.ts';
import { timeClick, withProfile, open, type BrowserVisit } from './visit.ts';

const firstList = { path: '/branch-orders', rows: getRowsCondition('/branch-orders') };
const otherList = {
  path: '/branch-order/order-history',
  rows: getRowsCondition('/branch-order/order-history'),
};

/** Longer than the delay of idle fetches (src/platform/web/lazy-module.ts) plus their duration. */
const idleMs = 8000;
/** Interval in ms for counting cached parts; once the number is stable, all parts are cached. */
const cachePollMs = 4000;
/** Time for which the pointer hovers over a link before it is clicked, in ms. */
const hoverMs = 400;

/** Row 5: time until the first list is usable. */
export const list: Measure = async (browser, { product, app }) => ({
  list: await withVisit(browser, product, async (tab) =>
    getReadyMs(await open(tab, product.url + firstList.path, visibleOrders)),
  ),
  'list baseline': await withVisit(browser, app, async (tab) =>
    getReadyMs(await open(tab, `${app.url}/list`, baselineRows)),
  ),
});

/**
 * Row 27: the first list on a first visit, reopened with the service worker's cache, and reopened offline;
 * for the baseline, reopened with the browser's own cache. Each is opened in a new tab after closing the
 * previous one. The worker's own requests are not throttled; requests for rows are made by the page and are.
 */
export const worker: Measure = async (_browser, { product, app }) => {
  const productTimes = await withProfile(product.storage, async (nextTab) => {
    const openList = async (tab: BrowserVisit) =>
      getReadyMs(await open(tab, product.url + firstList.path, visibleOrders));
    const tab = await nextTab();
    const firstTime = await openList(tab);
    await waitUntilCached(tab.page);
    const reopened = await measureReopening(async () => openList(await nextTab()));
    const last = await nextTab();
    await last.context.setOffline(true);
    return { firstTime, reopened, offline: await openList(last).catch(() => Number.NaN) };
  });
  const baseline = await withProfile(app.storage, async (nextTab) => {
    const openBaseline = async () => getReadyMs(await open(await nextTab(), `${app.url}/list`, baselineRows));
    await openBaseline();
    return measureReopening(openBaseline);
  });
  return {
    'opened first': productTimes.firstTime,
    reopened: productTimes.reopened,
    'opened offline': productTimes.offline,
    'reopened baseline': baseline,
  };
};

/**
 * Returns the median of three openings. Two openings come first, because the browser caches compiled code at
 * the second.
 */
async function measureReopening(openOnce: () => Promise<number>): Promise<number> {
  await openOnce();
  await openOnce();
  const times = [await openOnce(), await openOnce(), await openOnce()];
  return times.toSorted((a, b) => a - b)[1] ?? Number.NaN;
}

/** Waits until a worker controls the page and has cached all parts of the dashboard. */
async function waitUntilCached(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 120_000 });
  const countParts = () =>
    page.evaluate(async () => (await (await caches.open('commissary-parts')).keys()).length);
  for (let before = -1, now = await countParts(); now === 0 || now !== before; now = await countParts()) {
    before = now;
    await pause(page, cachePollMs);
  }
}

/**
 * Row 5: JavaScript loaded by the time the first list is usable, in bytes after brotli, and JavaScript loaded
 * in idle time afterwards. On an unthrottled processor, so that idle time doesn't begin before the list is
 * usable.
 */
export const bytes: Measure = async (browser, { product }) =>
  withVisit(browser, product, async (tab) => {
    await tab.cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const usable = getReadyMs(await open(tab, product.url + firstList.path, visibleOrders));
    await pause(tab.page, idleMs);
    return tab.page.evaluate((until) => {
      const sizes = { 'list bytes': 0, 'list bytes later': 0 };
      for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
        if (!new URL(entry.name).pathname.endsWith('.js')) continue;
        sizes[entry.responseEnd <= until ? 'list bytes' : 'list bytes later'] += entry.encodedBodySize;
      }
      return sizes;
    }, usable);
  });

/**
 * Rows 8 and 9: opening a second list with its menu link, opening it repeatedly, and opening a dialog
 * repeatedly.
 */
export const measureRoutes: Measure = async (browser, { product, app }) => {
  const productTimes = await withVisit(browser, product, async (tab) => {
    const { page } = tab;
    await open(tab, product.url + firstList.path, visibleOrders);
    const link = `nav a[href="${otherList.path}"]`;
    await openGroupsUntilVisible(page, link);
    // Hovers first, because everything that this preloads is part of a first visit.
    await page.hover(link);
    await pause(page, hoverMs);
    const firstVisit = await timeClick(tab, link, otherList.rows);
    const repeatVisits: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await page.goBack();
      await page
        .locator(firstList.rows.selector)
        .nth(firstList.rows.count - 1)
        .waitFor();
      await page.hover(link);
      await pause(page, hoverMs);
      repeatVisits.push(await timeClick(tab, link, otherList.rows));
    }
    const dialog: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      dialog.push(await timeClick(tab, 'button[aria-haspopup="dialog"]', { selector: '[role="dialog"]' }));
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
    }
    // The first opening is left out, because it loaded the dialog's code.
    return { firstVisit, repeatVisit: Math.min(...repeatVisits), dialog: Math.min(...dialog.slice(1)) };
  });
  const baseline = await withVisit(browser, app, async (tab) => {
    // Starts on a different page, so that the list's first rows come from the server, as in the dashboard.
    const other = { selector: '[data-page=other]' };
    await open(tab, `${app.url}/other`, other);
    const times: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await pause(tab.page, hoverMs);
      times.push(await timeClick(tab, 'a[href="/list"]', baselineRows));
      await timeClick(tab, 'a[href="/other"]', other);
    }
    return { firstVisit: times[0] ?? Number.NaN, repeatVisit: Math.min(...times.slice(1)) };
  });
  return {
    'first visit': productTimes.firstVisit,
    'first visit baseline': baseline.firstVisit,
    'repeat visit': productTimes.repeatVisit,
    'repeat visit baseline': baseline.repeatVisit,
    dialog: productTimes.dialog,
  };
};

/**
 * Returns the condition that an order list's rows are shown, each with a link to its order on the same page.
 */
function getRowsCondition(path: string): { selector: string; count: number } {
  return { count: visibleOrders.count, selector: `table[aria-rowcount="51"] tbody a[href^="${path}?"]` };
}

/** Opens menu groups until this link is visible. */
async function openGroupsUntilVisible(page: Page, link: string): Promise<void> {
  const closed = page.locator('nav button[aria-expanded="false"]');
  while (!(await page.locator(link).isVisible())) await closed.first().click({ timeout: 10_000 });
}

function pause(page: Page, ms: number): Promise<unknown> {
  return page.evaluate((time) => new Promise((done) => setTimeout(done, time)), ms);
}

function getReadyMs(times: { ready: number | null }): number {
  return times.ready ?? Number.NaN;
}
