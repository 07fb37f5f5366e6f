// `npm run bench:counts`: a stock count of 5,000 lines from start to last posting during concurrent writes,
// on SQLite (a file) and on PostgreSQL where one is installed. Calls go through the whole API, without a
// network. Options: --lines 5000, --only sqlite. In brackets: CPU time of this process.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureCount, type Timing } from './bench/counts.ts';
import { runOnEngines } from './bench/engines.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '5000' },
    only: { type: 'string', default: '' },
  },
});

const words = ({ ms, workMs }: Timing) => `${ms.toFixed(0)} ms (${workMs.toFixed(0)} at work)`;

await runOnEngines(values.only, async (engine, db) => {
  const load = loadavg()[0]?.toFixed(1);
  console.info(`${engine}, ${values.lines} lines, load of the machine ${load}`);
  for await (const { what, wait, bare, ...took } of measureCount(db, Number(values.lines))) {
    const parts = [`${what}: ${words(took)}`];
    if (wait) parts.push(`another writer waited ${words(wait)} at most`);
    if (bare) parts.push(`${(took.workMs / bare.workMs).toFixed(1)} times bare SQL, ${words(bare)}`);
    console.info(`  ${parts.join('; ')}`);
  }
});
