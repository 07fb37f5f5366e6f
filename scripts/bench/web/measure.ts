import type { Browser } from '@playwright/test';
import { open, type ReadyCondition, type BrowserVisit, visit } from './visit.ts';

export interface Side {
  url: string;
  storage: Record<string, string>;
}

export interface Sides {
  product: Side;
  /** The product with a tenth of the rows. */
  fewRows: Side;
  bare: Side;
  /** The product's sign-in page without its scripts. */
  card: Side;
  app: Side;
  table: Side;
}

export type Measure = (browser: Browser, sides: Sides) => Promise<Record<string, number>>;

const usableForm: ReadyCondition = { selector: 'input[type=email]:enabled' };
/** The fifty rows of the baseline's order list. */
export const baselineRows: ReadyCondition = { selector: 'tbody tr td a', count: 50 };
/** The dashboard's order list: of its fifty rows, those that fit into its box at 800 px. */
export const visibleOrders = { selector: 'table[aria-rowcount="51"] tbody tr td a', count: 14 };

/** Visits one side in a new tab, and closes it. */
export async function withVisit<T>(
  browser: Browser,
  side: Side,
  use: (visit: BrowserVisit) => Promise<T>,
): Promise<T> {
  const visited = await visit(browser, side.storage);
  try {
    return await use(visited);
  } finally {
    await visited.close();
  }
}

const measureSignIn = async (browser: Browser, side: Side) =>
  withVisit(browser, { ...side, storage: {} }, async (tab) => {
    const cold = await open(tab, `${side.url}/`, usableForm);
    const warm = await open(tab, `${side.url}/`, usableForm);
    return { paint: cold.paint ?? 0, cold: cold.ready ?? 0, warm: warm.ready ?? 0, tasks: cold.longTasks };
  });

const measurePaint = async (browser: Browser, side: Side) =>
  withVisit(
    browser,
    side,
    async (tab) => (await open(tab, `${side.url}/`, { selector: 'input' })).paint ?? 0,
  );

/** Rows 3 and 4. */
export const paint: Measure = async (browser, { product, bare, card, app }) => {
  const productTimes = await measureSignIn(browser, product);
  const page = await measurePaint(browser, bare);
  const cardPaint = await measurePaint(browser, card);
  const baseline = await measureSignIn(browser, app);
  return {
    paint: productTimes.paint,
    'paint baseline': cardPaint,
    'paint bare': page,
    cold: productTimes.cold,
    'cold baseline': baseline.cold,
    warm: productTimes.warm,
    'warm baseline': baseline.warm,
    tasks: productTimes.tasks,
    'tasks baseline': baseline.tasks,
  };
};

const search = 'input[type=search]';

/** Types a word, deletes it, and returns how long each key took to be painted. */
async function measureTyping(tab: BrowserVisit): Promise<{ median: number; worst: number; work: number }> {
  const before = await readCpuMs(tab);
  await tab.page.focus(search);
  await tab.page.evaluate(() => {
    window.milestones.keys = [];
  });
  for (const key of [...'item 12'.split(''), ...Array.from({ length: 7 }, () => 'Backspace')]) {
    await tab.page.keyboard.press(key);
    await tab.page.evaluate(() => new Promise((done) => setTimeout(done, 150)));
  }
  await tab.page.evaluate(() => new Promise((done) => setTimeout(done, 500)));
  const keys = await tab.page.evaluate(() => window.milestones.keys.map(({ duration }) => duration));
  const work = (await readCpuMs(tab)) - before;
  const sorted = keys.toSorted((a, b) => a - b);
  // Events under 16 ms aren't reported.
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 16, worst: sorted.at(-1) ?? 16, work };
}

/** Reads the CPU time of the page's own thread in ms, which excludes waiting; event timing has steps of 8 ms. */
async function readCpuMs({ cdp }: BrowserVisit): Promise<number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const { metrics } = await cdp.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Counts the frames drawn in two seconds of scrolling, and those without any row. */
function measureScrolling(
  tab: BrowserVisit,
  scroller: string | null,
  rows: string,
): Promise<{ frames: number; blank: number }> {
  return tab.page.evaluate(
    ([box, row]) =>
      new Promise<{ frames: number; blank: number }>((done) => {
        const element = box === null ? document.scrollingElement : document.querySelector(box);
        const start = performance.now();
        let frames = 0;
        let blank = 0;
        const step = () => {
          frames += 1;
          element?.scrollBy(0, 60);
          const middle = document.elementFromPoint(500, 450);
          if (!middle?.closest(row)) blank += 1;
          if (performance.now() - start < 2000) requestAnimationFrame(step);
          else done({ frames, blank });
        };
        requestAnimationFrame(step);
      }),
    [scroller, rows] as const,
  );
}

/** Rows 10 to 12, and the elements of row 14. */
export const tables: Measure = async (browser, { product, fewRows, table }) => {
  const measureInventory = (side: Side) =>
    withVisit(browser, side, async (tab) => {
      await open(tab, `${side.url}/inventory`, { selector: 'table[aria-rowcount] tbody tr', count: 10 });
      const elements = await tab.page.evaluate(() => document.querySelectorAll('*').length);
      const keys = await measureTyping(tab);
      return { ...keys, elements, ...(await measureScrolling(tab, null, 'tr')) };
    });
  const measureBaseline = (query: string) =>
    withVisit(browser, table, async (tab) => {
      await open(tab, `${table.url}/?${query}`, { selector: search });
      const keys = await measureTyping(tab);
      return { ...keys, ...(await measureScrolling(tab, '#scroller', '#scroller > div > div')) };
    });
  const many = await measureInventory(product);
  const few = await measureInventory(fewRows);
  const bare = await measureBaseline('bare');
  const minimal = await measureBaseline('rows=10000');
  return {
    key: many.median,
    'worst key': many.worst,
    'key of few': few.median,
    'key work': many.work,
    'key work of few': few.work,
    'key bare': bare.median,
    'key minimal': minimal.median,
    frames: many.frames,
    'frames baseline': minimal.frames,
    blank: many.blank,
    elements: many.elements,
  };
};

/** Row 13: memory still used after two hundred navigations, following a warm-up of the same number. */
export const leaks: Measure = async (browser, { product }) =>
  withVisit(browser, product, async ({ page, cdp, ...rest }) => {
    const tab = { page, cdp, ...rest };
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await open(tab, `${product.url}/branch-orders`, visibleOrders);
    const navigate = (turns: number) =>
      page.evaluate(async (count) => {
        const paths = ['/units', '/branch-orders', '/brand', '/branch-orders'];
        for (let turn = 0; turn < count; turn += 1) {
          history.pushState({}, '', paths[turn % paths.length]);
          dispatchEvent(new PopStateEvent('popstate'));
          await new Promise((done) => setTimeout(done, 120));
        }
      }, turns);
    const readMemory = async () => {
      for (let turn = 0; turn < 3; turn += 1) await cdp.send('HeapProfiler.collectGarbage');
      const { metrics } = await cdp.send('Performance.getMetrics');
      const readMetric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return {
        heap: readMetric('JSHeapUsedSize'),
        nodes: readMetric('Nodes'),
        listeners: readMetric('JSEventListeners'),
      };
    };
    await cdp.send('Performance.enable');
    // Warm-up: for two hundred navigations, compiled code grows the heap and remains.
    await navigate(200);
    const before = await readMemory();
    await navigate(200);
    const after = await readMemory();
    return {
      'kept bytes': (after.heap - before.heap) / 200,
      'kept nodes': (after.nodes - before.nodes) / 200,
      'kept listeners': (after.listeners - before.listeners) / 200,
    };
  });

/** Row 14's layout shift: the worst of all routes, unthrottled, because only movement matters. */
export function measureShifts(
  paths: readonly string[],
  report: (path: string, shift: number) => void,
): Measure {
  return async (browser, { product }) =>
    withVisit(browser, product, async (tab) => {
      let worst = 0;
      await tab.cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      for (const path of paths) {
        await open(tab, product.url + path, { selector: 'h1' });
        await tab.page.evaluate(() => new Promise((done) => setTimeout(done, 2500)));
        const shift = await tab.page.evaluate(() => window.milestones.shift);
        report(path, shift);
        worst = Math.max(worst, shift);
      }
      return { shift: worst };
    });
}
