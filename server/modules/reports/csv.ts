import { csvMark, csvRow } from '#domain/csv.ts';
import { inTurns } from '../../db/many-rows.ts';
import type { Answer } from '../../http/route.ts';
import type { WholeReport } from './answer.ts';

/** Letters that are sent at once. */
const pieceLength = 64_000;

/**
 * All rows of a report as CSV, written while it is sent: a byte-order mark, the keys of the columns where they are wanted, a
 * line for each row. Decimals with a point, days as YYYY-MM-DD, weekdays from 1 (Monday).
 */
export function csvAnswer(report: WholeReport, hasHead: boolean): Answer {
  return {
    status: 200,
    headers: {
      'content-type': `text/csv; charset=UTF-8; header=${hasHead ? 'present' : 'absent'}`,
      'content-disposition': `attachment; filename="${report.name}-${report.from}-${report.to}.csv"`,
      'x-total-count': String(report.rows.length),
    },
    respond: () => new Response(streamOf(lines(report, hasHead))),
  };
}

async function* lines({ columns, rows }: WholeReport, hasHead: boolean): AsyncGenerator<string> {
  let piece = csvMark + (hasHead ? `${csvRow(columns.map(({ key }) => key))}\r\n` : '');
  for await (const row of inTurns(rows)) {
    piece += `${csvRow(columns.map(({ key }) => row[key] ?? null))}\r\n`;
    if (piece.length < pieceLength) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
