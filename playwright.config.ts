import { defineConfig } from '@playwright/test';

const isCi = process.env['CI'] !== undefined;
const mockedPort = Number(process.env['E2E_MOCKED_PORT'] ?? 4173);
const livePort = Number(process.env['E2E_LIVE_PORT'] ?? 4174);

/** The mocked build is served as files; the live one by the real server on a database of its own. */
export default defineConfig({
  testDir: 'e2e',
  outputDir: '.cache/e2e-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: isCi,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: process.env['PLAYWRIGHT_CHROMIUM'] || undefined,
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
    {
      name: 'mocked',
      testMatch: '**/*.mocked.spec.ts',
      use: { baseURL: `http://127.0.0.1:${mockedPort}` },
    },
    {
      name: 'live',
      testMatch: '**/*.live.spec.ts',
      use: { baseURL: `http://127.0.0.1:${livePort}` },
    },
  ],
  webServer: [
    {
      command: `node node_modules/vite/bin/vite.js preview --mode mock --port ${mockedPort} --strictPort`,
      url: `http://127.0.0.1:${mockedPort}/`,
      reuseExistingServer: false,
    },
    {
      command: 'node scripts/e2e-server.ts',
      env: { PORT: String(livePort) },
      url: `http://127.0.0.1:${livePort}/api/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
      reuseExistingServer: false,
    },
  ],
});
