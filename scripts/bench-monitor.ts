// Cost of the performance monitor: `node scripts/bench-monitor.ts`. Compares reading a full cache once a
// second, as the monitor does, with measuring the size of the whole cache once, as done in idle time.
import { QueryClient } from '@tanstack/react-query';
import { readCacheStats } from '#platform/web/cache/stats.ts';
import { measureJsonBytes } from '#platform/web/cache/json-size.ts';

/** 100 entries of 20 KB each, as after a busy day. */
const entries = 100;
const rows = Array.from({ length: 215 }, (_, n) => ({
  _id: `id-${n}`,
  name: 'أرز بسمتي / Basmati rice',
  qty: n / 4,
  unit: 'kg',
  note: null,
}));

const queryClient = new QueryClient();
for (let n = 0; n < entries; n++)
  queryClient.setQueryData(['items_data', n], { rows: structuredClone(rows) });
while (!readCacheStats(queryClient).isComplete) await new Promise((resolve) => setTimeout(resolve, 50));

const readMs = measureMedianMs(300, () => readCacheStats(queryClient));
const measureMs = measureMedianMs(5, () => {
  const work = measureJsonBytes(Array.from({ length: entries }, () => rows));
  while (work.next().done !== true);
});
const { bytes } = readCacheStats(queryClient);
console.log(`${entries} entries, ${(bytes / 1_000_000).toFixed(1)} MB`);
console.log(
  `one reading, once a second: ${readMs.toFixed(3)} ms (${((readMs / 1000) * 100).toFixed(4)} % of the second)`,
);
console.log(
  `measuring the whole cache once: ${measureMs.toFixed(1)} ms (${Math.round(measureMs / readMs)} readings)`,
);
queryClient.clear();

function measureMedianMs(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
