import { type CsvCell, toCsv } from '#core/csv.ts';
import { getCsvContentType, type CsvRequest } from './csv-request.ts';
import type { RouteResponse } from './route.ts';

/** Builds a CSV file of rows in memory: a byte-order mark, an optional header, one line per row. */
export function buildCsvFile<K extends string>(
  name: string,
  keys: readonly K[],
  rows: readonly Readonly<Record<K, CsvCell>>[],
  format: CsvRequest,
): RouteResponse {
  const { hasHeader, layout } = format;
  const cells = rows.map((row) => keys.map((key) => row[key]));
  return {
    status: 200,
    headers: {
      'content-type': getCsvContentType(format),
      'content-disposition': `attachment; filename="${name}.csv"`,
    },
    respond: () => new Response(toCsv(hasHeader ? [keys, ...cells] : cells, layout.row)),
  };
}
