import { isoLayout } from '#core/csv-layout.ts';
import { expect, test } from 'vitest';
import type { ReportRow } from './cells.ts';
import { buildCsvResponse, buildXlsxResponse } from './file.ts';
import type { ReportRun } from './run.ts';

const rowCount = 1_000_000;
const rowsPerChunk = 100;

/** Creates a report of a million rows that records how many are read, and when reading stops. */
function createLongReport() {
  const progress = { rows: 0, isFinished: false };
  const buildRow = (start: number) => ({
    name: `A name that barely compresses: ${Math.sin(start)}`,
    qty: start,
  });
  async function* all(): AsyncGenerator<ReportRow[]> {
    try {
      for (let start = 0; start < rowCount; start += rowsPerChunk) {
        progress.rows += rowsPerChunk;
        yield Array.from({ length: rowsPerChunk }, (_, index) => buildRow(start + index));
      }
    } finally {
      progress.isFinished = true;
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
  return { run, progress };
}

test.each([
  ['CSV', (run: ReportRun) => buildCsvResponse(run, { hasHeader: true, layout: isoLayout })],
  ['an Excel workbook', (run: ReportRun) => buildXlsxResponse(run, ['Name', 'Quantity'], false)],
])(
  'A12: a million rows as %s are read only as fast and as far as they are consumed',
  async (_, createResponse) => {
    const { run, progress } = createLongReport();
    const response = createResponse(run).respond?.(null as never);
    const reader = response?.body?.getReader();
    if (!reader) throw new Error('The file has no body');
    let bytes = 0;
    const readChunk = async () => {
      bytes += (await reader.read()).value?.length ?? 0;
    };
    await readChunk();
    // A paused consumer stops reading.
    for (let attempt = 0; attempt < 50; attempt++) await new Promise((resolve) => setImmediate(resolve));
    const rowsAfterFirst = progress.rows;
    expect(rowsAfterFirst).toBeLessThan(10_000);
    for (let start = 0; start < 10; start++) await readChunk();
    expect(bytes).toBeGreaterThan(10_000);
    expect(progress.rows).toBeGreaterThan(rowsAfterFirst);
    expect(progress.rows).toBeLessThan(rowCount / 10);
    await reader.cancel();
    expect(progress.isFinished).toBe(true);
  },
);
