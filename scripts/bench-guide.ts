// `npm run bench:guide`: measures entering an order of 30 lines in an order guide of 1,200 items, with a
// phone's number pad and with a keyboard, at a typical pace according to the keystroke-level model (Card,
// Moran, Newell 1980): 0.28 s per key and 1.35 s per look at the next line. Then measures the time until each
// key is painted, without pauses and on a processor slowed down four times. Build first: `npm run build`.
// Writes nothing.
import { type Browser, chromium, type Page } from '@playwright/test';
import { apiAs } from '../e2e/fixtures/api-client.ts';
import { password, people } from '../e2e/fixtures/people.ts';
import { startRealServer } from '../e2e/fixtures/real-server.ts';
import { findBrowser } from './browser.ts';

const lines = 30;
const items = 1200;
const keyMs = 280;
const lookMs = 1350;
const slowdown = 4;

const server = await startRealServer({ isOnTestDay: false });
const browser = await chromium.launch({
  executablePath: findBrowser() ?? undefined,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  await fillGuide();
  await measure('number pad, 360 px', {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  await measure('keyboard, 1280 px', { viewport: { width: 1280, height: 800 } });
} finally {
  await browser.close();
  await server.stop();
}

/** Adds copies of one of the branch's items until the guide is as long as a large kitchen's. */
async function fillGuide(): Promise<void> {
  const admin = await apiAs(server.url, 'admin');
  const [template] = await admin.get<Record<string, unknown>[]>('/items?limit=1&sort=name');
  const existing = (await admin.get<unknown[]>('/items?view=compact')).length;
  const { kind, category, section, baseUnit } = template ?? {};
  for (let n = existing; n < items; n++) {
    const itemCode = `BENCH-${n}`;
    await admin.post('/items', {
      itemCode,
      name: `Item ${n} of the guide`,
      kind,
      category,
      section,
      baseUnit,
    });
  }
}

type ContextOptions = NonNullable<Parameters<Browser['newContext']>[0]>;

async function measure(name: string, options: ContextOptions): Promise<void> {
  const context = await browser.newContext({ ...options, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel('Email').fill(people.branch.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const cells = page.locator('input[data-quantity-column="order"]');
  await cells.first().waitFor();

  const reloadMs = await reload(page);
  const input = options.hasTouch === true ? createPadInput(page) : createKeyboardInput(page);
  await input.begin();
  const started = performance.now();
  for (let line = 0; line < lines; line++) {
    await pause(lookMs);
    for (const digit of getQuantity(line)) {
      await pause(keyMs);
      await input.pressKey(digit);
    }
    await pause(keyMs);
    await input.goToNext();
  }
  const orderMs = performance.now() - started;
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const keyTimes: number[] = [];
  for (let line = 0; line < lines; line++) {
    for (const digit of getQuantity(line))
      keyTimes.push(await measureTimeToPaint(page, () => input.pressKey(digit)));
    keyTimes.push(await measureTimeToPaint(page, () => input.goToNext()));
  }
  const sorted = keyTimes.toSorted((a, b) => a - b);
  const getPercentile = (share: number) =>
    Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN);
  process.stdout.write(
    `${name}: ${lines} lines in ${(orderMs / 1000).toFixed(1)} s; reloaded in ${Math.round(reloadMs)} ms; ` +
      `key to paint at 1/${slowdown} speed: median ${getPercentile(0.5)} ms, 95th percentile ${getPercentile(0.95)} ms, maximum ${getPercentile(1)} ms\n`,
  );
  await context.close();
}

/** Returns a quantity from 1 to 24, which is typical of branch orders. */
function getQuantity(line: number): string {
  return String(((line * 7) % 24) + 1);
}

interface QuantityInput {
  begin(): Promise<void>;
  pressKey(digit: string): Promise<void>;
  goToNext(): Promise<void>;
}

function createPadInput(page: Page): QuantityInput {
  const pad = page.getByRole('group', { name: 'Number pad' });
  return {
    begin: () => page.locator('input[data-quantity-column="order"]').first().tap(),
    pressKey: (digit) => pad.getByRole('button', { name: digit, exact: true }).tap(),
    goToNext: () => pad.getByRole('button', { name: 'Next quantity' }).tap(),
  };
}

function createKeyboardInput(page: Page): QuantityInput {
  return {
    begin: () => page.locator('input[data-quantity-column="order"]').first().click(),
    pressKey: (digit) => page.keyboard.press(digit),
    goToNext: () => page.keyboard.press('Enter'),
  };
}

/** Returns the time from a reload until the complete guide accepts input, in ms. */
async function reload(page: Page): Promise<number> {
  await page.reload();
  await page.locator('input[data-quantity-column="order"]').first().waitFor();
  return page.evaluate(() => performance.now());
}

/**
 * Returns the time from an action until the next frame is painted, in ms of the page's clock.
 */
async function measureTimeToPaint(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    Object.assign(window, {
      sinceKey: new Promise<number>((resolve) => {
        const onEvent = (event: Event) => {
          const { timeStamp } = event;
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - timeStamp)));
        };
        for (const type of ['keydown', 'pointerdown'])
          window.addEventListener(type, onEvent, { capture: true, once: true });
      }),
    });
  });
  await action();
  return page.evaluate(() => (window as unknown as { sinceKey: Promise<number> }).sinceKey);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
