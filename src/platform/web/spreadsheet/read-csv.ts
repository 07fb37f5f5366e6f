import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';
import { FileProblem } from './file-problem.ts';
import { maxCellChars, maxColumns, maxTableRows, maxTitleRows } from './limits.ts';
import { shapeTable } from './shape-table.ts';
import type { FileTable, ReadOptions } from './table.ts';

const separators = [',', ';', '\t', '|'];
/** Maximum number of rows, including empty ones. */
const maxLines = 3 * maxTableRows;

/** Number of characters within which the header must end. */
const headSampleChars = 20_000;

/** Parses text with separators as a table. Throws `FileProblem`. */
export async function readCsv(
  bytes: Uint8Array,
  { encoding, headerRow }: Pick<ReadOptions, 'encoding' | 'headerRow'> = {},
): Promise<FileTable> {
  const decoded = await decodeText(bytes, encoding);
  // Excel may declare the separator in a separate first line.
  const declaredSeparator = /^sep=(.)(?:\r\n|\n|\r)/.exec(decoded.text)?.[1];
  const delimiter = declaredSeparator ?? detectSeparator(decoded.text);
  rejectExcessiveLines(decoded.text, delimiter);
  const { data, errors, meta } = Papa.parse<string[]>(decoded.text, {
    delimiter,
    preview: maxLines,
  });
  const openQuote = errors.find(({ code }) => code === 'MissingQuotes');
  if (openQuote) throw new FileProblem('open-quote', (openQuote.row ?? 0) + 1);
  // Rows after the limit would be lost.
  if (meta.truncated) throw new FileProblem('too-many-rows');
  const lines = declaredSeparator ? [[], ...data.slice(1)] : data;
  return {
    kind: 'csv',
    encoding: decoded.encoding,
    delimiter: meta.delimiter,
    sheets: [],
    sheet: null,
    ...shapeTable(lines, meta.delimiter, headerRow),
  };
}

/**
 * Rejects lines with too many cells and cells with too many characters before parsing. Quoted text is one
 * cell.
 */
function rejectExcessiveLines(text: string, delimiter: string): void {
  let [row, columns, start, isQuoted] = [1, 1, 0, false];
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"' && text[start] === '"') isQuoted = !isQuoted;
    const isEnd = !isQuoted && (letter === '\n' || letter === '\r');
    if (!isEnd && (isQuoted || letter !== delimiter)) continue;
    if (index - start > 2 * maxCellChars) throw new FileProblem('cell-too-long', row);
    start = index + 1;
    columns = isEnd ? 1 : columns + 1;
    if (columns > maxColumns) throw new FileProblem('too-many-columns', row);
    if (isEnd && !(letter === '\n' && text[index - 1] === '\r')) row += 1;
    if (row > maxLines) throw new FileProblem('too-many-rows');
  }
}

/**
 * Returns the separator that occurs most often in the header; data rows may be full of decimal commas. If no
 * separator occurs more than once in the first line, that line may be a report title, and the header is the
 * first line in which a separator occurs as often as in the next line.
 */
function detectSeparator(text: string): string {
  const unquoted = text.slice(0, headSampleChars).replace(/"[^"]*"/g, '');
  const lines = unquoted.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const countsByLine = lines
    .slice(0, maxTitleRows + 2)
    .map((line) => separators.map((separator) => line.split(separator).length - 1));
  const findMostFrequent = (counts: readonly number[] = []) =>
    separators[counts.indexOf(Math.max(...counts))] ?? ',';
  if (Math.max(...(countsByLine[0] ?? [])) > 1) return findMostFrequent(countsByLine[0]);
  const repeated = countsByLine.map((counts, line) =>
    counts.map((count, separator) => (count === countsByLine[line + 1]?.[separator] ? count : 0)),
  );
  return findMostFrequent(repeated.find((counts) => counts.some((count) => count > 0)) ?? countsByLine[0]);
}
