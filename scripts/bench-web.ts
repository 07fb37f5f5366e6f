// `npm run bench:web`: compares the built dashboard with a bare page, a bare React + Router + Query page and
// a minimal list, built and served in the same run, as ratios. Options: --rounds 3; --only paint,list or
// --only 3,8 (measures by name or by table row); --write (updates docs/benchmarks-web.md).
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { allRoutes } from '../e2e/fixtures/routes.ts';
import { password, people } from '../e2e/fixtures/people.ts';
import { startRealServer } from '../e2e/fixtures/real-server.ts';
import { type Goal, goals, isMet } from './bench/web/goals.ts';
import { bytes, list, measureRoutes, worker } from './bench/web/lists.ts';
import { leaks, paint, measureShifts, type Side, tables, withVisit } from './bench/web/measure.ts';
import { multiplyRows } from './bench/web/multiply-rows.ts';
import { serve } from './bench/web/serve.ts';
import { flags, open } from './bench/web/visit.ts';
import { findBrowser } from './browser.ts';
import { buildDashboard } from './build-dashboard.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
  },
});
const root = join(import.meta.dirname, '..');
const buildFolder = join(root, '.cache/bench-web');
/** Measured once: they don't depend on the machine's load. */
const measuredOnce = new Set(['bytes', 'leaks', 'shifts']);
/** The table rows of each measure. */
const rowsByMeasure: Record<string, string[]> = {
  paint: ['3', '4'],
  list: ['5'],
  bytes: ['5'],
  routes: ['8', '9'],
  tables: ['10', '11', '12', '14'],
  leaks: ['13'],
  shifts: ['14'],
  worker: ['27'],
};
const requested = values.only.split(',').filter((name) => name !== '');
const selected = Object.keys(rowsByMeasure).filter(
  (name) =>
    requested.length === 0 ||
    requested.some((request) => request === name || rowsByMeasure[name]?.includes(request)),
);
const rounds = Number(values.rounds);
if (selected.length === 0 || !(rounds >= 1))
  throw new Error(`--only: ${Object.keys(rowsByMeasure).join(', ')}; --rounds: 1 or more`);
if (values.write && requested.length > 0) throw new Error('--write requires a run of all rows');

async function buildBaseline(name: string): Promise<string> {
  const folder = join(buildFolder, name);
  await build({
    configFile: false,
    root: join(root, 'scripts/bench/web/baselines', name),
    logLevel: 'warn',
    plugins: [react({ compiler: true })],
    build: { outDir: folder, emptyOutDir: true, target: 'es2023' },
  });
  return folder;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

rmSync(buildFolder, { recursive: true, force: true });
mkdirSync(buildFolder, { recursive: true });
await buildDashboard('production');
const baselines = {
  bare: await buildBaseline('bare'),
  app: await buildBaseline('app'),
  table: await buildBaseline('table'),
};
const server = await startRealServer({ isOnTestDay: false });
const response = await fetch(`${server.url}/api/users/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: people.master.email, password }),
});
const session = (await response.json()) as { token: string; user?: unknown };
const { token } = session;
const servers = {
  product: await serve({ folder: join(root, 'dist'), api: server.url, token, change: multiplyRows(10_000) }),
  fewRows: await serve({ folder: join(root, 'dist'), api: server.url, token, change: multiplyRows(1000) }),
  bare: await serve({ folder: baselines.bare, api: server.url, token }),
  card: await serve({ folder: join(root, 'dist'), api: server.url, token, hasNoScripts: true }),
  app: await serve({ folder: baselines.app, api: server.url, token }),
  table: await serve({ folder: baselines.table, api: server.url, token }),
};
const createSide = ({ url }: { url: string }, storage: Record<string, string> = {}): Side => ({
  url,
  storage,
});
/** Storage after signing in (src/platform/web/session/storage.ts). */
const storage = {
  token,
  'commissary.session': JSON.stringify({
    tokenSuffix: token.slice(-16),
    startedAt: Date.now(),
    client: 'first',
    user: session.user ?? session,
  }),
};
const sides = {
  product: createSide(servers.product, storage),
  fewRows: createSide(servers.fewRows, storage),
  bare: createSide(servers.bare),
  card: createSide(servers.card),
  app: createSide(servers.app),
  table: createSide(servers.table),
};

const shiftedRoutes: string[] = [];
const measures = {
  paint,
  list,
  bytes,
  routes: measureRoutes,
  tables,
  leaks,
  shifts: measureShifts(allRoutes, (path, shift) => {
    if (shift > 0) shiftedRoutes.push(`${path} ${shift.toFixed(4)}`);
  }),
  worker,
};
const browser = await chromium.launch({ executablePath: findBrowser() ?? '', args: flags });
const resultsByKey = new Map<string, number[]>();
const problems: string[] = [];
try {
  // Warms up the browser, so that no measured visit includes its start.
  for (const side of [sides.product, sides.bare, sides.app])
    await withVisit(browser, { ...side, storage: {} }, (tab) => open(tab, side.url, { selector: 'input' }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of Object.entries(measures)) {
      if (!selected.includes(name) || (round > 0 && measuredOnce.has(name))) continue;
      print(`round ${round + 1} of ${rounds}: ${name}`);
      try {
        for (const [key, result] of Object.entries(await measure(browser, sides)))
          resultsByKey.set(key, [...(resultsByKey.get(key) ?? []), result]);
      } catch (error) {
        problems.push(`${name}: ${String(error).split('\n')[0]}`);
      }
    }
  }
} finally {
  await browser.close();
  for (const { stop } of Object.values(servers)) stop();
  await server.stop();
}

const results = Object.fromEntries([...resultsByKey].map(([key, numbers]) => [key, median(numbers)]));
const isSelected = ({ row }: Goal) => selected.some((name) => rowsByMeasure[name]?.includes(row));
const rows = goals.filter(isSelected).map((goal) => {
  const result = goal.compute(results);
  const text = Number.isNaN(result)
    ? 'not measured'
    : `${result.toFixed(2).replace(/\.?0+$/, '')}${goal.unit}`;
  const sign = goal.isAtLeast ? '≥' : '≤';
  const verdict = Number.isNaN(result) ? '-' : isMet(goal, result) ? 'yes' : 'no';
  return `| ${goal.row} | ${goal.label} | ${sign} ${goal.limit}${goal.unit} | ${text} | ${verdict} |`;
});
const laterBytes = results['list bytes later'];
const idle = laterBytes
  ? `\nAfter the first list is usable, another ${(laterBytes / 1000).toFixed(1)} KB are loaded while idle: code that is needed only after a click.\n`
  : '';
const raw = Object.entries(results).map(([key, result]) => `${key} ${Math.round(result * 10) / 10}`);
const doc = `# Dashboard performance in the browser

Generated by \`npm run bench:web -- --write\`, which compares the built dashboard with three baselines: the sign-in card with its
styles and no script; React, Router and Query alone ("R+R+Q"); and an input above a minimal windowed list of 10,000 rows. All of them are built
and served in the same run by one static server, with brotli and immutable files. The dashboard's page is prepared by the same function as in
production, the browser's storage is as after a sign-in, and the responses come from the API with demo data, whose stock is repeated to 10,000
rows. A list of fifty rows is complete in the dashboard when the visible rows are rendered, because only those are rendered, and in the baseline
when all fifty are. Headless Chromium with the CPU throttled to a quarter, 9 Mbit/s and 60 ms latency; medians of ${rounds} alternating rounds.
Milliseconds are meaningful only as ratios within one run. \`npm test\` checks sizes (step \`bundle\`).

Measured on ${cpus().length} cores at a load average of ${loadavg()[1]?.toFixed(1)}. (On a busy machine the ratios of long tasks and keystrokes are worse.) The row numbers are those
of the performance goals.

| row | measure | goal | result | met |
|---|---|---|---|---|
${rows.join('\n')}

In ms, bytes and counts: ${raw.join(' · ')}.
${idle}${shiftedRoutes.length > 0 ? `\nLayout shift by route: ${shiftedRoutes.join(' · ')}.\n` : ''}${problems.length > 0 ? `\nNot measured: ${problems.join(' · ')}.\n` : ''}`;
print(doc);
if (values.write) {
  const file = join(root, 'docs/benchmarks-web.md');
  // Keeps the handwritten sections, which start at the first heading.
  const [, ...sections] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  writeFileSync(file, [doc, ...sections].join('\n'));
}
