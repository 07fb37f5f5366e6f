// `npm run bench:guide`: an order of 30 lines typed into an order guide of 1,200 items, on a phone's number
// pad and with a keyboard, at a person's pace by the keystroke-level model (Card, Moran, Newell 1980): 0.28 s
// per key and 1.35 s per look at the next line. Then each key without pauses on a processor slowed four
// times: the time until it is painted. Build first: `npm run build`. Writes nothing.
import { type Browser, chromium, type Page } from '@playwright/test';
import { apiAs } from '../e2e/fixtures/api-client.ts';
import { password, people } from '../e2e/fixtures/people.ts';
import { startRealServer } from '../e2e/fixtures/real-server.ts';
import { findBrowser } from './browser.ts';

const lines = 30;
const items = 1200;
const keyMs = 280;
const lookMs = 1350;
const slowed = 4;

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

/** Adds copies of a branch's item until the guide has as many as a large kitchen's. */
async function fillGuide(): Promise<void> {
  const admin = await apiAs(server.url, 'admin');
  const [model] = await admin.get<Record<string, unknown>[]>('/items?limit=1&sort=name');
  const existing = (await admin.get<unknown[]>('/items?view=compact')).length;
  const { kind, category, section, baseUnit } = model ?? {};
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

type Look = NonNullable<Parameters<Browser['newContext']>[0]>;

async function measure(name: string, look: Look): Promise<void> {
  const context = await browser.newContext({ ...look, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByLabel('Email').fill(people.branch.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  const cells = page.locator('input[data-quantity-column="order"]');
  await cells.first().waitFor();

  const opened = await openAgain(page);
  const hand = look.hasTouch === true ? padHand(page) : keyboardHand(page);
  await hand.begin();
  const started = performance.now();
  for (let line = 0; line < lines; line++) {
    await pause(lookMs);
    for (const digit of amount(line)) {
      await pause(keyMs);
      await hand.key(digit);
    }
    await pause(keyMs);
    await hand.next();
  }
  const orderMs = performance.now() - started;
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed });
  const costs: number[] = [];
  for (let line = 0; line < lines; line++) {
    for (const digit of amount(line)) costs.push(await painted(page, () => hand.key(digit)));
    costs.push(await painted(page, () => hand.next()));
  }
  const sorted = costs.toSorted((a, b) => a - b);
  const share = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN);
  process.stdout.write(
    `${name}: ${lines} lines in ${(orderMs / 1000).toFixed(1)} s; opened again in ${Math.round(opened)} ms; ` +
      `a key at 1/${slowed} speed until painted: ${share(0.5)} ms, worst of 20: ${share(0.95)} ms, worst ${share(1)} ms\n`,
  );
  await context.close();
}

/** 1 to 24, as branches order. */
function amount(line: number): string {
  return String(((line * 7) % 24) + 1);
}

interface Hand {
  begin(): Promise<void>;
  key(digit: string): Promise<void>;
  next(): Promise<void>;
}

function padHand(page: Page): Hand {
  const pad = page.getByRole('group', { name: 'Number pad' });
  return {
    begin: () => page.locator('input[data-quantity-column="order"]').first().tap(),
    key: (digit) => pad.getByRole('button', { name: digit, exact: true }).tap(),
    next: () => pad.getByRole('button', { name: 'Next quantity' }).tap(),
  };
}

function keyboardHand(page: Page): Hand {
  return {
    begin: () => page.locator('input[data-quantity-column="order"]').first().click(),
    key: (digit) => page.keyboard.press(digit),
    next: () => page.keyboard.press('Enter'),
  };
}

/** Returns the time from a reload until the complete guide accepts input, in ms. */
async function openAgain(page: Page): Promise<number> {
  await page.reload();
  await page.locator('input[data-quantity-column="order"]').first().waitFor();
  return page.evaluate(() => performance.now());
}

/**
 * Returns how long the page's thread is busy with an action until the next frame, in ms, by the page's clock.
 */
async function painted(page: Page, action: () => Promise<void>): Promise<number> {
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
