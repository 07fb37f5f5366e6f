import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';
import { FileProblem } from './file-problem.ts';
import { maxCellChars, maxColumns, maxTableRows, maxTitleRows } from './limits.ts';
import { shapeTable } from './shape-table.ts';
import type { FileTable, ReadOptions } from './table.ts';

const separators = [',', ';', '\t', '|'];
/** Maximum of rows including empty ones. */
const mostRowsAtAll = 3 * maxTableRows;

/** The header must be within this many characters. */
const mostHead = 20_000;

/** Parses text with separators as a table. Throws `FileProblem`. */
export async function readCsv(
  bytes: Uint8Array,
  { encoding, headRow }: Pick<ReadOptions, 'encoding' | 'headRow'> = {},
): Promise<FileTable> {
  const decoded = await decodeText(bytes, encoding);
  // Excel may declare the separator in a separate first line.
  const declaredSeparator = /^sep=(.)(?:\r\n|\n|\r)/.exec(decoded.text)?.[1];
  const delimiter = declaredSeparator ?? separatorOf(decoded.text);
  refuseEndless(decoded.text, delimiter);
  const { data, errors, meta } = Papa.parse<string[]>(decoded.text, {
    delimiter,
    preview: mostRowsAtAll,
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw new FileProblem('open-quote', (open.row ?? 0) + 1);
  // Rows after the limit would be lost.
  if (meta.truncated) throw new FileProblem('too-many-rows');
  const lines = declaredSeparator ? [[], ...data.slice(1)] : data;
  return {
    kind: 'csv',
    encoding: decoded.encoding,
    delimiter: meta.delimiter,
    sheets: [],
    sheet: null,
    ...shapeTable(lines, meta.delimiter, headRow),
  };
}

/**
 * Rejects lines with too many cells and cells with too many characters before parsing. Quoted text is one
 * cell.
 */
function refuseEndless(text: string, delimiter: string): void {
  let [row, columns, start, isQuoted] = [1, 1, 0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"' && text[start] === '"') isQuoted = !isQuoted;
    const isEnd = !isQuoted && (letter === '\n' || letter === '\r');
    if (!isEnd && (isQuoted || letter !== delimiter)) continue;
    if (at - start > 2 * maxCellChars) throw new FileProblem('cell-too-long', row);
    start = at + 1;
    columns = isEnd ? 1 : columns + 1;
    if (columns > maxColumns) throw new FileProblem('too-many-columns', row);
    if (isEnd && !(letter === '\n' && text[at - 1] === '\r')) row += 1;
    if (row > mostRowsAtAll) throw new FileProblem('too-many-rows');
  }
}

/**
 * Returns the separator used most in the header; the rows may be full of decimal commas. If no separator
 * occurs more than once in the first line, it may be a report title: the header is then the first line that
 * uses one as often as the next line.
 */
function separatorOf(text: string): string {
  const unquoted = text.slice(0, mostHead).replace(/"[^"]*"/g, '');
  const lines = unquoted.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const counted = lines
    .slice(0, maxTitleRows + 2)
    .map((line) => separators.map((separator) => line.split(separator).length - 1));
  const mostOf = (counts: readonly number[] = []) => separators[counts.indexOf(Math.max(...counts))] ?? ',';
  if (Math.max(...(counted[0] ?? [])) > 1) return mostOf(counted[0]);
  const shared = counted.map((counts, at) =>
    counts.map((count, nth) => (count === counted[at + 1]?.[nth] ? count : 0)),
  );
  return mostOf(shared.find((counts) => counts.some((count) => count > 0)) ?? counted[0]);
}
