import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './scripts/longest-first.ts';
import { removeGuard } from './scripts/vite-remove-guard.ts';

/** The same timeout as for queries in screen tests, so that a slow machine doesn't fail a test. */
const expectations = { poll: { timeout: 15_000 } };

/** One more than there are cores, because tests wait for screens, databases and timers. */
const maxWorkers = availableParallelism() + 1;

/**
 * A larger young generation (V8's default is 16 MiB). Most garbage from a screen or request is short-lived,
 * so with fewer collections less of it is promoted.
 */
const execArgv = ['--max-semi-space-size=64'];

/** Vitest's own --exclude doesn't apply to projects. */
const withoutLong = process.env['TEST_RUN'] === 'brief' ? ['**/*.long.test.{ts,tsx}'] : [];

const setupFiles = ['./scripts/on-test-day.ts', './scripts/own-modules.ts', './scripts/fail-on-console.ts'];

/** Rules and server on Node, screens in jsdom with the mocked API, and servers as processes to be killed. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [removeGuard()],
        test: {
          name: 'node',
          environment: 'node',
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'mocks/**/*.test.ts'],
          exclude: ['src/**/web/**', 'src/app/server/faults/**', ...withoutLong],
          setupFiles: [...setupFiles, './scripts/record-statements.ts'],
          execArgv,
          maxWorkers,
          isolate: false,
          expect: expectations,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './vite.config.ts',
        plugins: [removeGuard()],
        test: {
          name: 'dashboard',
          environment: 'jsdom',
          include: ['src/**/web/**/*.test.{ts,tsx}'],
          exclude: withoutLong,
          setupFiles,
          execArgv,
          maxWorkers,
          isolate: false,
          expect: expectations,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [removeGuard()],
        test: {
          name: 'faults',
          environment: 'node',
          include: ['src/app/server/faults/**/*.test.ts'],
          setupFiles: ['./scripts/on-test-day.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          // Killed servers and their clients share the machine's cores, so two files run at a time, and only
          // one for measurements.
          maxWorkers: process.env['FAULT_SCALE'] === 'full' ? 1 : 2,
        },
      },
    ],
  },
});
