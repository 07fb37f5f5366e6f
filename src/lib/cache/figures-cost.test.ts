import { QueryClient } from '@tanstack/react-query';
import { beforeAll, expect, test, vi } from 'vitest';
import { entriesAtMost } from './eviction.ts';
import { readFigures } from './figures.ts';
import { weighing } from './weigh.ts';

/** A full cache as a busy day leaves it: 100 entries of 20 KB each. */
const rows = Array.from({ length: 215 }, (_, n) => ({
  _id: `id-${n}`,
  name: 'أرز بسمتي / Basmati rice',
  qty: n / 4,
  unit: 'kg',
  note: null,
}));
const queryClient = new QueryClient();

beforeAll(async () => {
  for (let n = 0; n < entriesAtMost; n++)
    queryClient.setQueryData(['items_data', n], { rows: structuredClone(rows) });
  await vi.waitUntil(() => readFigures(queryClient).isComplete, { timeout: 20_000 });
});

function medianMs(runs: number, work: () => void): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}

test('a look at a full cache of 2 MB, once a second, takes less than a thousandth of that second', async ({
  annotate,
}) => {
  expect(readFigures(queryClient)).toMatchObject({ entries: 100, isComplete: true });
  expect(readFigures(queryClient).bytes).toBeGreaterThan(2_000_000);
  const lookMs = medianMs(300, () => readFigures(queryClient));
  await annotate(`a look: ${lookMs.toFixed(3)} ms`);
  expect(lookMs).toBeLessThan(1);
});

test('weighing is cut into turns that hold nothing up', async ({ annotate }) => {
  const all = Array.from({ length: entriesAtMost }, () => rows);
  const work = weighing(all);
  const turnMs = medianMs(100, () => void work.next());
  const wholeMs = medianMs(5, () => {
    const whole = weighing(all);
    while (whole.next().done !== true);
  });
  await annotate(`a turn of 1,000 values: ${turnMs.toFixed(3)} ms; 2 MB: ${wholeMs.toFixed(1)} ms`);
  expect(turnMs).toBeLessThan(4);
});
