// `npm run bench:scale`: a business with its history from a seed (scripts/bench/year) on SQLite in a file and on PostgreSQL, and on it
// the goals that speak of scale: valuations (22), suggestions (24), analytics and dashboards (25), an export of a million rows (26).
// Options: --size medium (small, large), --days 365, --seed 1, --only sqlite (postgresql), --reconcile to look for faults first.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { reconcile } from '#server/modules/reconcile/reconcile.ts';
import { createTestApp } from '#server/testing/create-test-app.ts';
import { onEngines } from './bench/engines.ts';
import { fillYear } from './bench/year/fill.ts';
import { measureYear } from './bench/year/measure.ts';
import { businessSizes, type SizeName } from './bench/year/sizes.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: 'medium' },
    days: { type: 'string', default: '365' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    reconcile: { type: 'boolean', default: false },
  },
});

if (!(values.size in businessSizes))
  throw new Error(`--size is one of ${Object.keys(businessSizes).join(', ')}`);
const load = () => `load of the machine ${loadavg()[0]?.toFixed(1)}`;
const inSeconds = (ms: number) => `${(ms / 1000).toFixed(0)} s`;

await onEngines(values.only, async (engine, db) => {
  const t = await createTestApp({ db, now: '2026-03-04T09:00:00.000Z' });
  let begun = performance.now();
  const year = await fillYear(db, {
    size: values.size as SizeName,
    days: Number(values.days),
    seed: Number(values.seed),
    lastDay: '2026-03-03',
  });
  console.info(
    `${engine}: ${values.size}, ${values.days} days, ${year.orders} orders, ${year.lines} lines, ${year.moves} moves, told in ${inSeconds(performance.now() - begun)}, ${load()}`,
  );
  if (values.reconcile) {
    begun = performance.now();
    const faults = await reconcile(db.read);
    console.info(`  reconcile: ${faults.length} faults in ${inSeconds(performance.now() - begun)}`);
    for (const { message } of faults) console.info(`    ${message}`);
  }
  for await (const { row, what, ms, firstMs, bareMs, said } of measureYear(t, year)) {
    const floor =
      bareMs === null ? '' : `, ${(ms / bareMs).toFixed(1)} times the bare SQL of ${bareMs.toFixed(1)} ms`;
    console.info(`  ${row} ${what}: ${ms.toFixed(1)} ms (first ${firstMs.toFixed(1)})${floor}; ${said}`);
  }
  console.info(`  ${load()}`);
});
