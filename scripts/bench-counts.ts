// `npm run bench:counts`: a stock count of 5,000 lines, from start to last posting, during concurrent writes,
// on SQLite (a file) and, if installed, PostgreSQL. Requests go through the whole API, without a network.
// Options: --lines 5000, --only sqlite. Values in brackets are the CPU time of this process.
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

const formatTiming = ({ ms, cpuMs }: Timing) => `${ms.toFixed(0)} ms (${cpuMs.toFixed(0)} CPU)`;

await runOnEngines(values.only, async (engine, db) => {
  const load = loadavg()[0]?.toFixed(1);
  console.info(`${engine}, ${values.lines} lines, machine load ${load}`);
  for await (const { name, wait, bare, ...timing } of measureCount(db, Number(values.lines))) {
    const parts = [`${name}: ${formatTiming(timing)}`];
    if (wait) parts.push(`another writer waited at most ${formatTiming(wait)}`);
    if (bare) parts.push(`${(timing.cpuMs / bare.cpuMs).toFixed(1)} times bare SQL, ${formatTiming(bare)}`);
    console.info(`  ${parts.join('; ')}`);
  }
});
