import type { ReportColumn } from '../shapes.ts';
import { type CsvCell, formatCsvLines, toCsv } from '#core/csv.ts';
import { codeLabel } from '../code-words.ts';
import { reportWords } from '../words.ts';
import { writeXlsx } from '#core/xlsx.ts';
import { xlsxType } from '#core/xlsx-type.ts';
import { type CsvRequest, getCsvContentType } from '#platform/server/http/csv-request.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { noReason } from './report-rows.ts';
import type { ReportRun } from './run.ts';

/** Characters per chunk. */
const chunkLength = 16_000;

/**
 * Streams all rows as CSV in the requested layout: byte-order mark, optional header, a line per row. Days of
 * the week are numbered from 1 (Monday).
 */
export const csvResponse = (run: ReportRun, request: CsvRequest): RouteResponse =>
  fileResponse(run, 'csv', getCsvContentType(request), () => encodeChunks(csvChunks(run, request)));

/**
 * Streams all rows as an Excel workbook: figures as numbers, days as dates, codes as labels. `heads` are the
 * column titles.
 */
export const xlsxResponse = (
  run: ReportRun,
  heads: readonly string[],
  isRightToLeft: boolean,
): RouteResponse =>
  fileResponse(run, 'xlsx', xlsxType, () =>
    writeXlsx(
      [{ heads, rows: wordedRows(run, isRightToLeft ? 'ar' : 'en'), dayColumns: dayColumnsOf(run) }],
      isRightToLeft,
    ),
  );

const dayColumnsOf = ({ columns }: ReportRun): ReadonlySet<number> =>
  new Set(columns.flatMap(({ type }, index) => (type === 'day' || type === 'week' ? [index] : [])));

/** Returns the cells of all rows, with codes replaced by the screen's labels. */
async function* wordedRows(run: ReportRun, language: 'ar' | 'en'): AsyncGenerator<CsvCell[][]> {
  const formatCode = codeFormatter(language, run.by);
  for await (const rows of run.all())
    yield rows.map((row) =>
      run.columns.map((column) => {
        const cell = row[column.key] ?? null;
        return typeof cell === 'string' ? formatCode(column, cell) : cell;
      }),
    );
}

function codeFormatter(language: 'ar' | 'en', dimension: string) {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return ({ key, type }: ReportColumn, text: string): string => {
    // 5 January 1970 was a Monday.
    if (type === 'weekday') return weekday.format(Date.UTC(1970, 0, 4 + Number(text)));
    if (key === 'label' && dimension === 'reason' && text === noReason) return reportWords(language).noReason;
    return codeLabel(language, type, text);
  };
}

function fileResponse(
  { name, params: { from, to, day }, total }: ReportRun,
  ending: string,
  type: string,
  bytes: () => AsyncGenerator<Uint8Array>,
): RouteResponse {
  const days = [from, to, from === undefined ? day : undefined].filter((value) => value !== undefined);
  return {
    status: 200,
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${[name, ...days].join('-')}.${ending}"`,
      'x-total-count': String(total),
    },
    respond: () => new Response(toStream(bytes())),
  };
}

async function* csvChunks(run: ReportRun, { hasHeader, layout }: CsvRequest): AsyncGenerator<string> {
  let chunk = toCsv(hasHeader ? [run.columns.map(({ key }) => key)] : [], layout.row);
  for await (const rows of run.all()) {
    chunk += formatCsvLines(
      rows.map((row) => run.columns.map(({ key }) => row[key] ?? null)),
      layout.row,
    );
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield chunk;
}

async function* encodeChunks(chunks: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const chunk of chunks) yield encoder.encode(chunk);
}

/** Pull-based: a slow reader doesn't make the server buffer. */
function toStream(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
