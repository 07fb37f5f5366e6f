import type { ReportColumn } from '../shapes.ts';
import { type CsvCell, formatCsvLines, toCsv } from '#core/csv.ts';
import { getCodeLabel } from '../code-labels.ts';
import { getReportStrings } from '../strings.ts';
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
export const buildCsvResponse = (run: ReportRun, request: CsvRequest): RouteResponse =>
  buildFileResponse(run, 'csv', getCsvContentType(request), () =>
    encodeChunks(generateCsvChunks(run, request)),
  );

/**
 * Streams all rows as an Excel workbook, with numbers, dates and code labels as cells. `headings` are the
 * column titles.
 */
export const buildXlsxResponse = (
  run: ReportRun,
  headings: readonly string[],
  isRightToLeft: boolean,
): RouteResponse =>
  buildFileResponse(run, 'xlsx', xlsxType, () =>
    writeXlsx(
      [
        {
          headings,
          rows: labelRows(run, isRightToLeft ? 'ar' : 'en'),
          dayColumns: findDayColumns(run),
        },
      ],
      isRightToLeft,
    ),
  );

const findDayColumns = ({ columns }: ReportRun): ReadonlySet<number> =>
  new Set(columns.flatMap(({ type }, index) => (type === 'day' || type === 'week' ? [index] : [])));

/** Returns the cells of all rows, with codes replaced by the screen's labels. */
async function* labelRows(run: ReportRun, language: 'ar' | 'en'): AsyncGenerator<CsvCell[][]> {
  const formatCode = createCodeFormatter(language, run.by);
  for await (const rows of run.all())
    yield rows.map((row) =>
      run.columns.map((column) => {
        const cell = row[column.key] ?? null;
        return typeof cell === 'string' ? formatCode(column, cell) : cell;
      }),
    );
}

function createCodeFormatter(language: 'ar' | 'en', dimension: string) {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return ({ key, type }: ReportColumn, text: string): string => {
    // 5 January 1970 was a Monday.
    if (type === 'weekday') return weekday.format(Date.UTC(1970, 0, 4 + Number(text)));
    if (key === 'label' && dimension === 'reason' && text === noReason)
      return getReportStrings(language).noReason;
    return getCodeLabel(language, type, text);
  };
}

function buildFileResponse(
  { name, params: { from, to, day }, total }: ReportRun,
  extension: string,
  contentType: string,
  bytes: () => AsyncGenerator<Uint8Array>,
): RouteResponse {
  const days = [from, to, from === undefined ? day : undefined].filter((value) => value !== undefined);
  return {
    status: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${[name, ...days].join('-')}.${extension}"`,
      'x-total-count': String(total),
    },
    respond: () => new Response(toStream(bytes())),
  };
}

async function* generateCsvChunks(run: ReportRun, { hasHeader, layout }: CsvRequest): AsyncGenerator<string> {
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

/** Creates a pull-based stream, so that the server doesn't buffer rows for a slow reader. */
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
