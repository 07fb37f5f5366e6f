import { isoLayout } from '#core/csv-layout.ts';
import { expect, test } from 'vitest';
import type { ReportRow } from './cells.ts';
import { csvAnswer, xlsxAnswer } from './file.ts';
import type { ReportRun } from './run.ts';

const rowCount = 1_000_000;
const together = 100;

/** A report of a million rows that counts the rows read, and notices when reading stops. */
function longReport() {
  const progress = { rows: 0, isOver: false };
  const buildRow = (nth: number) => ({
    name: `A name that no packing makes short: ${Math.sin(nth)}`,
    qty: nth,
  });
  async function* all(): AsyncGenerator<ReportRow[]> {
    try {
      for (let nth = 0; nth < rowCount; nth += together) {
        progress.rows += together;
        yield Array.from({ length: together }, (_, at) => buildRow(nth + at));
      }
    } finally {
      progress.isOver = true;
    }
  }
  const run = {
    name: 'ledger',
    params: { from: '2026-01-01', to: '2026-01-31' },
    total: rowCount,
    columns: [
      { key: 'name', type: 'text', hasTotal: false },
      { key: 'qty', type: 'quantity', hasTotal: false },
    ],
    all,
  } as unknown as ReportRun;
  return { run, seen: progress };
}

test.each([
  ['CSV', (run: ReportRun) => csvAnswer(run, { hasHead: true, layout: isoLayout })],
  ['an Excel workbook', (run: ReportRun) => xlsxAnswer(run, ['Name', 'Quantity'], false)],
])('A12: a million rows as %s are read only as fast and as far as they are consumed', async (_, answerOf) => {
  const { run, seen } = longReport();
  const response = answerOf(run).respond?.(null as never);
  const reader = response?.body?.getReader();
  if (!reader) throw new Error('The file has no body');
  let bytes = 0;
  const take = async () => {
    bytes += (await reader.read()).value?.length ?? 0;
  };
  await take();
  // A paused consumer stops reading.
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  const afterOne = seen.rows;
  expect(afterOne).toBeLessThan(10_000);
  for (let nth = 0; nth < 10; nth++) await take();
  expect(bytes).toBeGreaterThan(10_000);
  expect(seen.rows).toBeGreaterThan(afterOne);
  expect(seen.rows).toBeLessThan(rowCount / 10);
  await reader.cancel();
  expect(seen.isOver).toBe(true);
});
