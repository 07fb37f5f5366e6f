import type { Page } from '@playwright/test';
import { floorRows, type Measure, ordersInSight, withVisit } from './measure.ts';
import { timeClick, withProfile, open, type BrowserVisit } from './visit.ts';

const first = { path: '/branch-orders', rows: rowsOf('/branch-orders') };
const other = { path: '/branch-order/order-history', rows: rowsOf('/branch-order/order-history') };

/** Longer than it takes until what is fetched in idle time is asked for (src/lib/lazy-module.ts), and until it is there. */
const idleMs = 8000;
/** How often the parts that a device keeps are counted: once their number stays, it has all of them. */
const keptAfterMs = 4000;
/** As long as a pointer rests on a link before it presses it. */
const restMs = 400;

/** The first list of row 5: when it is usable. */
export const list: Measure = async (browser, { product, app }) => ({
  list: await withVisit(browser, product, async (tab) =>
    ready(await open(tab, product.url + first.path, ordersInSight)),
  ),
  'list floor': await withVisit(browser, app, async (tab) =>
    ready(await open(tab, `${app.url}/list`, floorRows)),
  ),
});

/**
 * Row 27: the first list for the first time, opened again where the worker keeps the dashboard on the device, and once
 * more without a network; the floor again, by the browser's own cache. Each time in a tab of its own, after the one before
 * was closed. The worker's own calls are not slowed: those for rows are the page's.
 */
export const worker: Measure = async (_browser, { product, app }) => {
  const ours = await withProfile(product.storage, async (nextTab) => {
    const openList = async (tab: BrowserVisit) =>
      ready(await open(tab, product.url + first.path, ordersInSight));
    const tab = await nextTab();
    const firstTime = await openList(tab);
    await untilKept(tab.page);
    const again = await openedAgain(async () => openList(await nextTab()));
    const last = await nextTab();
    await last.context.setOffline(true);
    return { firstTime, again, offline: await openList(last).catch(() => Number.NaN) };
  });
  const floor = await withProfile(app.storage, async (nextTab) => {
    const openFloor = async () => ready(await open(await nextTab(), `${app.url}/list`, floorRows));
    await openFloor();
    return openedAgain(openFloor);
  });
  return {
    'opened first': ours.firstTime,
    'opened again': ours.again,
    'opened offline': ours.offline,
    'opened again floor': floor,
  };
};

/** The middle of three openings, once the browser has kept what it compiled: it does so at the second. */
async function openedAgain(openOnce: () => Promise<number>): Promise<number> {
  await openOnce();
  await openOnce();
  const times = [await openOnce(), await openOnce(), await openOnce()];
  return times.toSorted((a, b) => a - b)[1] ?? Number.NaN;
}

/** Waits until a worker has the page, and the device all parts of the dashboard that it keeps. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 120_000 });
  const parts = () =>
    page.evaluate(async () => (await (await caches.open('commissary-parts')).keys()).length);
  for (let before = -1, now = await parts(); now === 0 || now !== before; now = await parts()) {
    before = now;
    await pause(page, keptAfterMs);
  }
}

/**
 * The first list of row 5: the JavaScript that was there when it was usable, in bytes after brotli, and what idle
 * time brought afterwards. On an unslowed processor, so that idle time does not begin before the list is usable.
 */
export const bytes: Measure = async (browser, { product }) =>
  withVisit(browser, product, async (tab) => {
    await tab.cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    const usable = ready(await open(tab, product.url + first.path, ordersInSight));
    await pause(tab.page, idleMs);
    return tab.page.evaluate((until) => {
      const figures = { 'list bytes': 0, 'list bytes later': 0 };
      for (const entry of performance.getEntriesByType('resource') as PerformanceResourceTiming[]) {
        if (!new URL(entry.name).pathname.endsWith('.js')) continue;
        figures[entry.responseEnd <= until ? 'list bytes' : 'list bytes later'] += entry.encodedBodySize;
      }
      return figures;
    }, usable);
  });

/** Rows 8 and 9: to another list over its link in the menu, there again, and a dialog again. */
export const routes: Measure = async (browser, { product, app }) => {
  const ours = await withVisit(browser, product, async (tab) => {
    const { page } = tab;
    await open(tab, product.url + first.path, ordersInSight);
    const link = `nav a[href="${other.path}"]`;
    await openGroupOf(page, link);
    // A pointer comes to a link before it presses it: what is preloaded then is what a first visit has.
    await page.hover(link);
    await pause(page, restMs);
    const firstVisit = await timeClick(tab, link, other.rows);
    const again: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      await page.goBack();
      await page
        .locator(first.rows.selector)
        .nth(first.rows.count - 1)
        .waitFor();
      await page.hover(link);
      await pause(page, restMs);
      again.push(await timeClick(tab, link, other.rows));
    }
    const dialog: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      dialog.push(await timeClick(tab, 'button[aria-haspopup="dialog"]', { selector: '[role="dialog"]' }));
      await page.keyboard.press('Escape');
      await page.waitForFunction(() => !document.querySelector('[role="dialog"]'));
    }
    // The first time its code was fetched.
    return { firstVisit, again: Math.min(...again), dialog: Math.min(...dialog.slice(1)) };
  });
  const floor = await withVisit(browser, app, async (tab) => {
    // From elsewhere: the first time its rows come from the server, as ours do.
    const other = { selector: '[data-page=other]' };
    await open(tab, `${app.url}/other`, other);
    const turns: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      await pause(tab.page, restMs);
      turns.push(await timeClick(tab, 'a[href="/list"]', floorRows));
      await timeClick(tab, 'a[href="/other"]', other);
    }
    return { firstVisit: turns[0] ?? Number.NaN, again: Math.min(...turns.slice(1)) };
  });
  return {
    'first visit': ours.firstVisit,
    'first visit floor': floor.firstVisit,
    again: ours.again,
    'again floor': floor.again,
    dialog: ours.dialog,
  };
};

/** The rows of one list of orders: each leads to its order on the same page. */
function rowsOf(path: string): { selector: string; count: number } {
  return { count: ordersInSight.count, selector: `table[aria-rowcount="51"] tbody a[href^="${path}?"]` };
}

/** Opens the groups of the menu until this link of it can be pointed at. */
async function openGroupOf(page: Page, link: string): Promise<void> {
  const closed = page.locator('nav button[aria-expanded="false"]');
  while (!(await page.locator(link).isVisible())) await closed.first().click({ timeout: 10_000 });
}

function pause(page: Page, ms: number): Promise<unknown> {
  return page.evaluate((time) => new Promise((done) => setTimeout(done, time)), ms);
}

function ready(seen: { ready: number | null }): number {
  return seen.ready ?? Number.NaN;
}
