import { availableParallelism } from 'node:os';
import { findBrowser } from '../browser.ts';
import { runGate } from './gate.ts';
import {
  listCollationTests,
  runOnPostgres,
  selectPostgresTests,
  statementRecords,
  type TestDatabase,
} from './postgres.ts';
import type { CheckStep, StepResult } from './result.ts';
import { runPlaywright, runVitest } from './test-runs.ts';

const wholeProject = 'tsconfig.json';
/** The pure part has neither the DOM nor Node, the server's core no Node, the worker no DOM. */
const restricted = ['tsconfig.pure.json', 'tsconfig.app-core.json', 'src/app/web/worker/tsconfig.json'];

/**
 * Four type checkers by default, which all check shared types; more checkers than cores would only add work.
 */
const checkers = Math.min(4, availableParallelism());
const tsc: [string, ...string[]] = [
  'node_modules/typescript/bin/tsc',
  '--noEmit',
  '--checkers',
  `${checkers}`,
];

const buildMock: [string, string] = ['scripts/build-dashboard.ts', 'mock'];

/** Environment for a brief run of the unit tests, without the long ones. */
const brief = { TEST_RUN: 'brief' };
/** The PostgreSQL run chooses its tests by the recorded statements. */
const full = { TEST_RUN: 'full', RECORD_STATEMENTS: statementRecords };

/**
 * The steps of `npm test`, by phase. The lanes of a phase run concurrently, because no single tool keeps two
 * cores busy.
 */
const phases: CheckStep[][][] = [
  [
    [
      {
        name: 'format',
        summary: 'Biome: every file is formatted',
        run: () => runGate([['node_modules/@biomejs/biome/bin/biome', 'format', '.']]),
      },
      {
        name: 'lint',
        summary: 'oxlint with type information: floating promises, any, rules of hooks',
        run: () => runGate([['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings']]),
      },
      {
        name: 'knip',
        summary: 'knip: no unused file, export or dependency',
        isOnlyFull: true,
        run: () => runGate([['node_modules/knip/bin/knip.js']]),
      },
      {
        name: 'build',
        summary: 'Vite: the product (with --full also the same dashboard on the mocked API)',
        run: (isFull) => runGate([['scripts/build-dashboard.ts'], ...(isFull ? [buildMock] : [])]),
      },
      {
        name: 'bundle',
        summary: 'the first load: its bytes and requests, and excluded content',
        run: () => runGate([['scripts/check-bundle.ts']]),
      },
    ],
    [
      {
        name: 'types',
        summary: 'tsc: the whole project (with --full also the parts that must not use the DOM or Node)',
        run: (isFull) =>
          runGate([wholeProject, ...(isFull ? restricted : [])].map((config) => [...tsc, '-p', config])),
      },
    ],
  ],
  [
    [
      {
        name: 'unit',
        summary:
          'Vitest: rules, server on SQLite, screens on the mocked API (with --full the long ones and every case)',
        run: (isFull) => runVitest('unit', ['--project=node', '--project=dashboard'], isFull ? full : brief),
      },
    ],
  ],
  [
    [
      {
        name: 'postgres',
        summary:
          'Vitest: the server on PostgreSQL (a smoke run; with --full every statement, and concurrent clients)',
        run: (isFull) => (isFull ? runAllOnPostgres() : runOnPostgres(runSmokeOnPostgres, { isBrief: true })),
      },
    ],
  ],
  [
    [
      {
        name: 'faults',
        summary:
          'Vitest: killed, stopped and interrupted servers, at reduced counts (all of them: npm run test:faults)',
        isOnlyFull: true,
        run: () => runVitest('faults', ['--project=faults']),
      },
    ],
  ],
  [
    [
      {
        name: 'e2e',
        summary:
          'Playwright: one journey per capability in a real browser (with --full all of them, with axe)',
        run: runBrowserTests,
      },
    ],
  ],
];

/**
 * Tests that cover each type of statement once: migrations, documents and their locks, stock, search,
 * reports.
 */
const smokeTests = [
  'src/platform/server/db/migrate.test.ts',
  'src/platform/server/db/like.test.ts',
  'src/platform/server/db/json-sql.test.ts',
  'src/platform/documents/server/every-document.test.ts',
  'src/modules/orders/server/lifecycle.test.ts',
  'src/modules/stock/server/stock.test.ts',
];

function runSmokeOnPostgres({ url, collation }: TestDatabase): Promise<StepResult> {
  return runPostgresTests(smokeTests, url, collation);
}

function runAllOnPostgres(): Promise<StepResult> {
  return runOnPostgres(({ url, collation }) =>
    runPostgresTests(collation === 'c' ? listCollationTests() : selectPostgresTests(), url, collation),
  );
}

function runPostgresTests(files: string[], url: string, collation: string): Promise<StepResult> {
  return runVitest(`postgres-${collation}`, ['--project=node', ...files], {
    TEST_DATABASE_URL: url,
    TEST_DATABASE_COLLATION: collation === 'only-c' ? 'c' : collation,
  });
}

export const steps: CheckStep[] = phases.flat(2);

/** Returns the steps with those names: phases in sequence, each with its lanes. */
export function getPhases(names: readonly string[]): CheckStep[][][] {
  return phases.map((lanes) => lanes.map((lane) => lane.filter(({ name }) => names.includes(name))));
}

async function runBrowserTests(isFull: boolean): Promise<StepResult> {
  const browser = findBrowser();
  if (browser === null)
    throw new Error('There is no browser, and none could be installed. Set PLAYWRIGHT_CHROMIUM.');
  const env = { PLAYWRIGHT_CHROMIUM: browser };
  return isFull
    ? runPlaywright([], env)
    : runPlaywright(['--grep=@journey'], { ...env, E2E_WITHOUT_AXE: '1' });
}
