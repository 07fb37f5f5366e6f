import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';

/**
 * Mocked specs run the built dashboard on a mocked API in the test's own process, live ones on the real server: each
 * starts what it needs on a free port (e2e/fixtures), so that nothing is shared and nothing disturbed.
 */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e-results',
  fullyParallel: false,
  // One more than there are cores: a journey waits for its pages now and then, and leaves its core alone.
  workers: availableParallelism() + 1,
  forbidOnly: process.env['CI'] !== undefined,
  retries: 0,
  timeout: 120_000,
  // Generous: a machine that builds and tests at once is slow, and that is no fault of the dashboard.
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    // A trace of every test takes a third of the time, and is thrown away: `--trace retain-on-failure` takes one.
    trace: 'off',
    screenshot: 'only-on-failure',
    // The worker that keeps the dashboard on a device would answer for what other journeys cut off; e2e/installed has it.
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
