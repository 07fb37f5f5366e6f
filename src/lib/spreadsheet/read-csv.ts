import Papa from 'papaparse';
import { type Encoding, decodeText } from './decode-text.ts';
import { FileProblem } from './file-problem.ts';
import { mostTableRows } from './limits.ts';
import { shapeTable } from './shape-table.ts';
import type { FileTable } from './table.ts';

const separators = [',', ';', '\t', '|'];
/** The head stands within so many letters. */
const mostHead = 20_000;

/** Text with separators as a table. Throws `FileProblem`. */
export function readCsv(bytes: Uint8Array, encoding?: Encoding): FileTable {
  const decoded = decodeText(bytes, encoding);
  // Excel tells its separator in a line of its own.
  const told = /^sep=(.)(?:\r\n|\n|\r)/.exec(decoded.text)?.[1];
  const { data, errors, meta } = Papa.parse<string[]>(decoded.text, {
    delimiter: told ?? separatorOf(decoded.text),
    preview: mostTableRows + 100,
  });
  const open = errors.find(({ code }) => code === 'MissingQuotes');
  if (open) throw new FileProblem('open-quote', (open.row ?? 0) + 1);
  const lines = told ? [[], ...data.slice(1)] : data;
  return {
    kind: 'csv',
    encoding: decoded.encoding,
    delimiter: meta.delimiter,
    sheets: [],
    sheet: null,
    ...shapeTable(lines),
  };
}

/** The separator that the head uses most; the lines below may be full of decimal commas. */
function separatorOf(text: string): string {
  const unquoted = text.slice(0, mostHead).replace(/"[^"]*"/g, '');
  const head = /^\s*(.*)/.exec(unquoted)?.[1] ?? '';
  const counted = separators.map((separator) => head.split(separator).length - 1);
  return separators[counted.indexOf(Math.max(...counted))] ?? ',';
}
