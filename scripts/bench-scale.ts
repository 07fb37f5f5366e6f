// `npm run bench:scale`: measures a business with a generated history (scripts/bench/year), on SQLite (a
// file) and PostgreSQL, against the goals for scale: valuations (22), suggestions (24), analytics and
// dashboards (25), an export of a million rows (26). Options: --size medium (small, large), --days 365,
// --seed 1, --only sqlite (postgresql), --reconcile to check invariants first, --rows 22,25 to measure only
// these. --main-thread finds the requests and jobs that occupy the main thread longest. --keep FOLDER stores
// the database there, or reuses an existing one.
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Db } from '#platform/server/db/types.ts';
import { reconcile } from '#modules/reconcile/server/reconcile.ts';
import { createTestApp, type TestApp } from '#app/server/testing/create-test-app.ts';
import { writeDescription, runOnEngines, readDescription } from './bench/engines.ts';
import { fillYear, type YearResult } from './bench/year/fill.ts';
import { type ThreadTurn, measureJobs, measureReads, measureWrites } from './bench/year/main-thread.ts';
import { measuredRows, measureYear } from './bench/year/measure.ts';
import { businessSizes, type SizeName } from './bench/year/sizes.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'medium' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    reconcile: { type: 'boolean', default: false },
    rows: { type: 'string', default: measuredRows.join() },
    'main-thread': { type: 'boolean', default: false },
    keep: { type: 'string' },
  },
});

if (!(values.size in businessSizes))
  throw new Error(`--size must be one of ${Object.keys(businessSizes).join(', ')}`);
const formatLoad = () => `machine load ${loadavg()[0]?.toFixed(1)}`;
const formatSeconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

const persistent =
  values.keep === undefined
    ? undefined
    : { folder: resolve(values.keep), name: `${values.size}-${values.days}-${values.seed}` };

async function reportYear(engine: 'SQLite' | 'PostgreSQL', db: Db): Promise<YearResult> {
  const startedAt = performance.now();
  const year = await fillYear(db, {
    size: values.size as SizeName,
    days: Number(values.days),
    seed: Number(values.seed),
    lastDay: '2026-03-03',
    onDay(day, index) {
      if (index % 20 === 19)
        console.info(`  filled up to ${day}, ${formatSeconds(performance.now() - startedAt)}`);
    },
  });
  console.info(`  filled in ${formatSeconds(performance.now() - startedAt)}, ${formatLoad()}`);
  writeDescription(engine, persistent, year);
  return year;
}

async function measure(engine: 'SQLite' | 'PostgreSQL', db: Db): Promise<void> {
  const description = readDescription<YearResult>(engine, persistent);
  const t = await createTestApp({ db, isFilled: description !== null, now: '2026-03-04T09:00:00.000Z' });
  const year = description ?? (await reportYear(engine, db));
  console.info(
    `${engine}: ${values.size}, ${values.days} days, ${year.orders} orders, ${year.lines} lines, ${year.moves} moves, ${formatLoad()}`,
  );
  if (values.reconcile) {
    const startedAt = performance.now();
    const violations = await reconcile(db.read);
    console.info(
      `  reconcile: ${violations.length} violations in ${formatSeconds(performance.now() - startedAt)}`,
    );
    for (const { message } of violations) console.info(`    ${message}`);
  }
  if (values['main-thread']) return printTurns(t, year);
  for await (const { row, name, ms, firstMs, bareMs, summary } of measureYear(
    t,
    year,
    values.rows.split(',').map(Number),
  )) {
    const floor =
      bareMs === null ? '' : `, ${(ms / bareMs).toFixed(1)} times the bare SQL of ${bareMs.toFixed(1)} ms`;
    console.info(`  ${row} ${name}: ${ms.toFixed(1)} ms (first ${firstMs.toFixed(1)})${floor}; ${summary}`);
  }
  console.info(`  ${formatLoad()}`);
}

/** Prints the requests and jobs that block the main thread longest, with the CPU time of the block. */
async function printTurns(t: TestApp, year: YearResult): Promise<void> {
  const turns: ThreadTurn[] = [];
  for (const measured of [measureReads(t, year), measureWrites(t, year), measureJobs(t)])
    for await (const turn of measured) turns.push(turn);
  const longest = turns.toSorted((a, b) => b.cpuMs - a.cpuMs).slice(0, 30);
  console.info(`  ${turns.length} calls and jobs; the longest turns of the event loop:`);
  for (const { name, cpuMs } of longest) console.info(`  ${cpuMs.toFixed(0)} ms ${name}`);
}

await runOnEngines(values.only, measure, persistent);
