import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';

/**
 * Mocked specs run the built dashboard with a mocked API in a separate process per worker, live specs with
 * the real server. Each worker starts its own servers on free ports (e2e/fixtures), so that nothing is shared.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e-results',
  fullyParallel: false,
  // One more than there are cores, because tests wait for their pages.
  workers: availableParallelism() + 1,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  timeout: 120_000,
  // Generous, because a machine that builds and tests concurrently is slow.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // Tracing every test takes a third of the time and is rarely needed: use `--trace retain-on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The service worker would respond to requests that tests intercept; e2e/installed covers it.
    serviceWorkers: 'block',
    locale: 'en-GB',
    launchOptions: {
      executablePath: findBrowser() ?? undefined,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'mocked', testMatch: '**/*.mocked.spec.ts' },
    { name: 'live', testMatch: '**/*.live.spec.ts' },
  ],
});
