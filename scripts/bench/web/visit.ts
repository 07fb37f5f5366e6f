import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../browser.ts';

/** "Fast 4G" and a processor slowed down four times, as in the browser's DevTools. */
const network = { offline: false, latency: 60, downloadThroughput: 1_125_000, uploadThroughput: 168_750 };
const slowdown = 4;
const signedInCookie = {
  name: 'commissary.appearance',
  value: 'system.en.in',
  domain: '127.0.0.1',
  path: '/',
};

/** Flags of every browser. */
export const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-sync'];
const viewport = { width: 1280, height: 800 };

export interface BrowserVisit {
  page: Page;
  context: BrowserContext;
  cdp: CDPSession;
  close(): Promise<void>;
}

/** Milestones since the start of the navigation, in ms of the page's own clock. */
interface LoadTimes {
  paint: number | null;
  /** When the awaited element first appeared. */
  ready: number | null;
  longTasks: number;
  shift: number;
  keys: { duration: number }[];
}

declare global {
  interface Window {
    milestones: LoadTimes;
  }
}

/** Opens a throttled tab without any cache; `storage` is set before the page loads. */
export async function visit(browser: Browser, storage: Record<string, string> = {}): Promise<BrowserVisit> {
  const context = await browser.newContext({ viewport });
  const tab = await openThrottledTab(context, storage);
  return { ...tab, close: () => context.close() };
}

/**
 * Opens a browser with a profile on disk, as on a tablet: storage and compiled code persist. Each tab is
 * throttled, and closed before the next one opens.
 */
export async function withProfile<T>(
  storage: Record<string, string>,
  use: (nextTab: () => Promise<BrowserVisit>) => Promise<T>,
): Promise<T> {
  const profile = mkdtempSync(join(tmpdir(), 'commissary-bench-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findBrowser() ?? '',
    args: flags,
    viewport,
  });
  try {
    let last: BrowserVisit | null = null;
    return await use(async () => {
      await last?.close();
      last = await openThrottledTab(context, storage);
      return last;
    });
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

async function openThrottledTab(
  context: BrowserContext,
  storage: Record<string, string>,
): Promise<BrowserVisit> {
  // The dashboard marks a signed-in device with a cookie (src/platform/web/appearance-cookie.ts).
  if (storage['token']) await context.addCookies([signedInCookie]);
  const page = await context.newPage();
  await page.addInitScript(recordMilestones, storage);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.emulateNetworkConditions', network);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  return { page, context, cdp, close: () => page.close() };
}

/** Runs in the page before its own scripts. */
function recordMilestones(storage: Record<string, string>): void {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
  performance.setResourceTimingBufferSize(1000);
  window.milestones = { paint: null, ready: null, longTasks: 0, shift: 0, keys: [] };
  const on = (type: string, handle: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({
      type,
      buffered: true,
      ...(type === 'event' ? { durationThreshold: 16 } : {}),
    });
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') window.milestones.paint = entry.startTime;
  });
  on('longtask', (entry) => {
    window.milestones.longTasks += entry.duration;
  });
  on('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) window.milestones.shift += value;
  });
  on('event', (entry) => {
    if (entry.name === 'keydown' || entry.name === 'input')
      window.milestones.keys.push({ duration: entry.duration });
  });
}

export interface ReadyCondition {
  /** Elements required on the page. */
  selector: string;
  /** Required number of these elements. */
  count?: number;
}

/** Opens a URL, waits until the page is usable, and returns the milestones. */
export async function open(
  { page }: BrowserVisit,
  url: string,
  { selector, count = 1 }: ReadyCondition,
): Promise<LoadTimes> {
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(
    ([css, atLeast]) => {
      if (document.querySelectorAll(css).length < atLeast) return false;
      window.milestones.ready ??= performance.now();
      return true;
    },
    [selector, count] as const,
    { polling: 'raf', timeout: 120_000 },
  );
  // Waits until the cost of painting is included.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 300))));
  return page.evaluate(() => window.milestones);
}

/** Returns the ms from a click inside the page until its result is painted. */
export function timeClick(
  { page }: BrowserVisit,
  click: string,
  { selector, count = 1 }: ReadyCondition,
): Promise<number> {
  return page.evaluate(
    ({ clickSelector, resultSelector, atLeast }) =>
      new Promise<number>((done, fail) => {
        const target = document.querySelector<HTMLElement>(clickSelector);
        if (!target) return fail(new Error(`There is no ${clickSelector}`));
        const start = performance.now();
        target.click();
        const check = () => {
          if (document.querySelectorAll(resultSelector).length < atLeast) requestAnimationFrame(check);
          else requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)));
        };
        check();
      }),
    { clickSelector: click, resultSelector: selector, atLeast: count },
  );
}
