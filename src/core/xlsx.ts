import { strToU8, Zip, ZipDeflate } from 'fflate';
import { type CsvCell, formatCsvNumber, toSafeCellText } from './csv.ts';
import { dayMs } from './day.ts';

/** One sheet of a workbook. Its header is bold and frozen. */
export interface Sheet {
  /** Defaults to the sheet's number. */
  name?: string;
  headings: readonly CsvCell[];
  /** Rows in batches. */
  rows: Iterable<readonly CsvRow[]> | AsyncIterable<readonly CsvRow[]>;
  /** Indexes of columns whose `YYYY-MM-DD` strings are dates. */
  dayColumns?: ReadonlySet<number>;
  /** Column widths in characters. */
  widths?: readonly number[];
  /** Wraps text below the header. */
  isWrapped?: boolean;
}

type CsvRow = readonly CsvCell[];

/** Characters per compressed chunk. */
const chunkLength = 64_000;

/** Excel's limit of rows per sheet, including the header; additional rows continue on the next sheet. */
const maxRows = 1_048_576;

const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const relationshipNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Style indexes. */
const [plainStyle, boldStyle, dayStyle, wrappedStyle] = [0, 1, 2, 3];
const styles = `${xmlDeclaration}<styleSheet xmlns="${mainNamespace}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs></styleSheet>`;
const sheetEnd = '</sheetData></worksheet>';

/**
 * Streams an Excel workbook, compressed on the fly. Text is written as text (formulas are escaped as in CSV files, in case
 * the sheet is saved as CSV), numbers as numbers, and days as dates, which Excel shows in the local format.
 */
export async function* writeXlsx(
  sheets: readonly Sheet[],
  isRightToLeft = false,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    chunks.push(bytes);
  });
  const openFile = (name: string) => {
    const file = new ZipDeflate(name, { level: 3 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(strToU8(text), isLast);
  };
  const names: string[] = [];
  const openSheet = (name: string) => {
    names.push(name || String(names.length + 1));
    return openFile(`xl/worksheets/sheet${names.length}.xml`);
  };
  for (const sheet of sheets) {
    const sheetHeader = formatSheetHeader(sheet, isRightToLeft);
    const formatCell = createCellFormatter(sheet);
    let write = openSheet(toSheetName(sheet.name ?? ''));
    let pending = sheetHeader;
    let rowCount = 1;
    for await (const batch of sheet.rows)
      for (const row of batch) {
        if (rowCount === maxRows) {
          write(pending + sheetEnd, true);
          write = openSheet('');
          pending = sheetHeader;
          rowCount = 1;
        }
        rowCount += 1;
        const rowNumber = formatCsvNumber(rowCount);
        pending += `<row r="${rowNumber}">${row.map((cell, index) => formatCell(cell, index, rowNumber)).join('')}</row>`;
        if (pending.length < chunkLength) continue;
        write(pending);
        pending = '';
        yield* chunks.splice(0);
      }
    write(pending + sheetEnd, true);
  }
  for (const [name, text] of buildWorkbookParts(names)) openFile(name)(text, true);
  zip.end();
  yield* chunks.splice(0);
}

/** Returns the XML of a sheet up to and including its header. */
function formatSheetHeader({ headings, widths = [] }: Sheet, isRightToLeft: boolean): string {
  const columns = widths.map(
    (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const cells = headings
    .map((text, index) => formatTextCell(`${columnName(index)}1`, String(text), boldStyle))
    .join('');
  return `${xmlDeclaration}<worksheet xmlns="${mainNamespace}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData><row r="1">${cells}</row>`;
}

/** Removes characters that a sheet name can't contain, and shortens it to the maximum. */
const toSheetName = (name: string): string =>
  name
    .replace(/[:\\/?*[\]]/g, ' ')
    .slice(0, 31)
    .trim();

/** Files of a workbook other than its sheets. */
function buildWorkbookParts(names: readonly string[]): [name: string, text: string][] {
  const writeEach = (write: (n: number, name: string) => string) =>
    names.map((name, index) => write(index + 1, name)).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${writeEach((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xmlDeclaration}<workbook xmlns="${mainNamespace}" xmlns:r="${relationshipNamespace}"><sheets>${writeEach((n, name) => `<sheet name="${escapeXml(name).replaceAll('"', '&quot;')}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships">${writeEach((n) => `<Relationship Id="rId${n}" Type="${relationshipNamespace}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${relationshipNamespace}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** Column name from index 0: A to Z, AA and so on. */
const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26));

/** Excel's day 0. */
const dayZero = Date.parse('1899-12-30');

/** Returns a formatter of cells by column index and row number; empty cells are omitted. */
function createCellFormatter({ dayColumns, isWrapped = false }: Sheet) {
  const letters: string[] = [];
  const textStyle = isWrapped ? wrappedStyle : plainStyle;
  return (cell: CsvCell, column: number, row: string): string => {
    if (cell === null || cell === '') return '';
    const address = (letters[column] ??= columnName(column)) + row;
    if (typeof cell === 'number')
      return Number.isFinite(cell) ? `<c r="${address}"><v>${formatCsvNumber(cell)}</v></c>` : '';
    const day = dayColumns?.has(column) ? Date.parse(cell) : Number.NaN;
    if (Number.isNaN(day)) return formatTextCell(address, cell, textStyle);
    return `<c r="${address}" s="${dayStyle}"><v>${Math.round((day - dayZero) / dayMs)}</v></c>`;
  };
}

const formatTextCell = (address: string, text: string, style: number): string =>
  `<c r="${address}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(toSafeCellText(text))}</t></is></c>`;

/** Escapes text for XML and drops invalid characters. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
