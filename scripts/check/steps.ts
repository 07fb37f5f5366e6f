import { findBrowser } from '../browser.ts';
import { gate } from './gate.ts';
import { comparingTests, databaseTests, onPostgres } from './postgres.ts';
import type { Step, StepResult } from './result.ts';
import { playwright, vitest } from './test-runs.ts';

const typeConfigs = [
  'tsconfig.json',
  'tsconfig.pure.json',
  'tsconfig.app-core.json',
  'src/worker/tsconfig.json',
];

/**
 * What `npm test` does, in this order; the lanes of a phase side by side, for none of its tools keeps both cores at work. The launcher
 * has installed the packages before.
 */
const phases: Step[][][] = [
  [
    [
      {
        name: 'format',
        summary: 'Biome: every file is formatted',
        run: () => gate([['node_modules/@biomejs/biome/bin/biome', 'format', '.']]),
      },
      {
        name: 'lint',
        summary: 'oxlint with type information: floating promises, any, rules of hooks',
        run: () => gate([['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']]),
      },
      {
        name: 'knip',
        summary: 'knip: no unused file, export or dependency',
        run: () => gate([['node_modules/knip/bin/knip.js']]),
      },
      {
        name: 'build',
        summary: 'Vite: the product, and the same dashboard on the mocked API',
        run: () => gate([['scripts/build-dashboard.ts'], ['scripts/build-dashboard.ts', 'mock']]),
      },
      {
        name: 'bundle',
        summary: 'what a first visit loads: bytes, requests, and what must not be in it',
        run: () => gate([['scripts/check-bundle.ts']]),
      },
    ],
    [
      {
        name: 'types',
        summary:
          'tsc: the whole, the pure part without DOM and Node, the server core without Node, the worker',
        run: () =>
          gate(typeConfigs.map((config) => ['node_modules/typescript/bin/tsc', '-p', config, '--noEmit'])),
      },
    ],
  ],
  [
    [
      {
        name: 'unit',
        summary: 'Vitest: rules, server on SQLite, screens on the mocked API',
        run: () => vitest('unit', ['--project=node', '--project=dashboard']),
      },
    ],
  ],
  [
    [
      {
        name: 'postgres',
        summary:
          'Vitest: the server once more, on PostgreSQL in ICU collation as most have it; what compares texts in C, too',
        run: () =>
          onPostgres(({ url, collation }) =>
            vitest(
              `postgres-${collation}`,
              ['--project=node', ...(collation === 'c' ? comparingTests() : databaseTests())],
              { TEST_DATABASE_URL: url, TEST_DATABASE_COLLATION: collation === 'only-c' ? 'c' : collation },
            ),
          ),
      },
    ],
  ],
  [
    [
      {
        name: 'faults',
        summary:
          'killed, stopped and interrupted servers, at reduced counts (all of them: npm run test:faults)',
        run: () => vitest('faults', ['--project=faults']),
      },
    ],
  ],
  [
    [
      {
        name: 'e2e',
        summary: 'Playwright: journeys in a real browser, on the mocked API and on the real server',
        run: inBrowser,
      },
    ],
  ],
];

export const steps: Step[] = phases.flat(2);

/** The steps of those names: phases one after the other, in each of them its lanes. */
export function phasesOf(names: readonly string[]): Step[][][] {
  return phases.map((lanes) => lanes.map((lane) => lane.filter(({ name }) => names.includes(name))));
}

async function inBrowser(): Promise<StepResult> {
  const browser = findBrowser();
  if (browser === null)
    throw new Error('There is no browser, and none could be installed. Set PLAYWRIGHT_CHROMIUM.');
  return playwright([], { PLAYWRIGHT_CHROMIUM: browser });
}
