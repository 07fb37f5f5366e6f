import { goInside, settle } from './fixtures/screens.ts';
import { signIn } from './fixtures/sign-in.ts';
import { liveTest as test } from './fixtures/test.ts';
test.use({ business: 'accessibility' });
test('measure', async ({ anotherBrowser }) => {
  for (const visitor of ['master', 'kitchen'] as const) {
    const page = await (await anotherBrowser({ viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto('/');
    await signIn(page, visitor);
    await goInside(page, '/branch-order/inventory-control/discrepancies');
    await settle(page);
    console.log(visitor, await page.evaluate(() => {
      const out: string[] = [];
      for (const e of document.querySelectorAll('*')) {
        const r = e.getBoundingClientRect();
        if (r.right > innerWidth + 1 && r.width > 0) out.push(`${e.tagName} ${e.className} ${Math.round(r.left)}-${Math.round(r.right)}`.slice(0, 160));
      }
      return JSON.stringify({ w: document.documentElement.scrollWidth, out: out.slice(0, 25) }, null, 1);
    }));
    await page.screenshot({ path: `/tmp/desk-${visitor}.png` });
  }
});
