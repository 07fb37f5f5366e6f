import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { removeGuard } from './scripts/vite-remove-guard.ts';

/** As long as the screens' own queries wait: a machine that is busy is no fault of what is tested. */
const expectations = { poll: { timeout: 15_000 } };

/** One more than there are cores: a test waits now and then, for a screen, a database or a timer, and leaves its core alone. */
const maxWorkers = availableParallelism() + 1;

/**
 * What a screen or a call leaves behind is gone when it is over. Where there is room for more of it, it is looked through less
 * often (V8 has 16 MiB for what is young), and less of it is taken for what stays.
 */
const execArgv = ['--max-semi-space-size=64'];

const setupFiles = ['./scripts/on-test-day.ts', './scripts/own-modules.ts', './scripts/fail-on-console.ts'];

/** Rules and server on Node, screens in jsdom with the mocked API, and the server as a process to be killed. */
export default defineConfig({
  test: {
    projects: [
      {
        plugins: [removeGuard()],
        test: {
          name: 'node',
          environment: 'node',
          include: [
            'src/{domain,contract}/**/*.test.ts',
            'server/**/*.test.ts',
            'scripts/**/*.test.ts',
            'mocks/**/*.test.ts',
          ],
          exclude: ['server/faults/**'],
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
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: ['src/{domain,contract}/**'],
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
          include: ['server/faults/**/*.test.ts'],
          setupFiles: ['./scripts/on-test-day.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 120_000,
          // Killed servers and their clients share the machine's cores: two files at a time, and one where figures are taken.
          maxWorkers: process.env['FAULT_SCALE'] === 'full' ? 1 : 2,
        },
      },
    ],
  },
});
