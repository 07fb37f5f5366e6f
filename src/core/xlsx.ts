import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type CsvCell, numberText, toSafeCellText } from './csv.ts';
import { dayMs } from './day.ts';

/** One sheet of a workbook. Its header is bold and stays on screen. */
export interface Sheet {
  /** The sheet's number by default. */
  name?: string;
  heads: readonly CsvCell[];
  /** Rows in batches. */
  rows: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
  /** Indexes of columns whose `YYYY-MM-DD` texts are dates. */
  dayColumns?: ReadonlySet<number>;
  /** Column widths in characters. */
  widths?: readonly number[];
  /** Wraps text below the header. */
  isWrapped?: boolean;
}

type CsvRow = readonly CsvCell[];

/** Characters per compressed chunk. */
const pieceLength = 64_000;

/** Excel's limit of rows per sheet, header included; further rows go to another sheet. */
const maxRows = 1_048_576;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Style indexes. */
const [plainStyle, boldStyle, dayStyle, wrappedStyle] = [0, 1, 2, 3];
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`;
const sheetEnd = '</sheetData></worksheet>';

/**
 * Streams an Excel workbook, compressed on the fly. Text stays text (formulas are escaped as in a CSV, in case
 * a sheet is saved as one), numbers stay numbers, days are dates in the reader's local format.
 */
export async function* writeXlsx(
  sheets: readonly Sheet[],
  isRightToLeft = false,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const ready: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const open = (name: string) => {
    const file = new ZipDeflate(name, { level: 3 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(strToU8(text), isLast);
  };
  const names: string[] = [];
  const openSheet = (name: string) => {
    names.push(name || String(names.length + 1));
    return open(`xl/worksheets/sheet${names.length}.xml`);
  };
  for (const sheet of sheets) {
    const start = sheetStart(sheet, isRightToLeft);
    const cellXml = createCellFormatter(sheet);
    let write = openSheet(toSheetName(sheet.name ?? ''));
    let piece = start;
    let filled = 1;
    for await (const batch of sheet.rows)
      for (const row of batch) {
        if (filled === maxRows) {
          write(piece + sheetEnd, true);
          write = openSheet('');
          piece = start;
          filled = 1;
        }
        filled += 1;
        const no = numberText(filled);
        piece += `<row r="${no}">${row.map((cell, at) => cellXml(cell, at, no)).join('')}</row>`;
        if (piece.length < pieceLength) continue;
        write(piece);
        piece = '';
        yield* ready.splice(0);
      }
    write(piece + sheetEnd, true);
  }
  for (const [name, text] of workbookParts(names)) open(name)(text, true);
  zip.end();
  yield* ready.splice(0);
}

/** Returns a sheet up to its header. */
function sheetStart({ heads, widths = [] }: Sheet, isRightToLeft: boolean): string {
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = heads.map((text, at) => textCell(`${columnName(at)}1`, String(text), boldStyle)).join('');
  return `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData><row r="1">${cells}</row>`;
}

/** Removes characters that a sheet name can't contain, and shortens it to the maximum. */
const toSheetName = (name: string): string =>
  name
    .replace(/[:\\/?*[\]]/g, ' ')
    .slice(0, 31)
    .trim();

/** Files of a workbook other than its sheets. */
function workbookParts(names: readonly string[]): [name: string, text: string][] {
  const writeEach = (write: (n: number, name: string) => string) =>
    names.map((name, at) => write(at + 1, name)).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${writeEach((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${writeEach((n, name) => `<sheet name="${escaped(name).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${writeEach((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** Column name from index 0: A to Z, AA and so on. */
const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** Excel's day 0. */
const dayZero = Date.parse('1899-12-30');

/** Returns a formatter of cells by column index and row number; empty cells are omitted. */
function createCellFormatter({ dayColumns, isWrapped = false }: Sheet) {
  const letters: string[] = [];
  const textStyle = isWrapped ? wrappedStyle : plainStyle;
  return (cell: CsvCell, at: number, row: string): string => {
    if (cell === null || cell === '') return '';
    const address = (letters[at] ??= columnName(at)) + row;
    if (typeof cell === 'number')
      return Number.isFinite(cell) ? `<c r="${address}"><v>${numberText(cell)}</v></c>` : '';
    const day = dayColumns?.has(at) ? Date.parse(cell) : Number.NaN;
    if (Number.isNaN(day)) return textCell(address, cell, textStyle);
    return `<c r="${address}" s="${dayStyle}"><v>${Math.round((day - dayZero) / dayMs)}</v></c>`;
  };
}

const textCell = (address: string, text: string, style: number): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(toSafeCellText(text))}</t></is></c>`;

/** Escapes text for XML and drops invalid characters. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
