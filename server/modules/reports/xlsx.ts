import { Zip, ZipDeflate } from 'fflate';
import type { ReportColumn } from '#contract/reports.ts';
import { numberText, toSafeCellText } from '#domain/csv.ts';
import { dayMs } from '#domain/day.ts';
import type { ReportRow } from './cells.ts';

interface Sheet {
  columns: readonly ReportColumn[];
  /** Column titles. */
  heads: readonly string[];
  rows: AsyncIterable<readonly ReportRow[]>;
  /** Formats codes as words; returns other text as is. */
  formatCode(column: ReportColumn, text: string): string;
  isRightToLeft: boolean;
}

/** Characters per compressed chunk. */
const pieceLength = 64_000;

/** Excel's limit of rows per sheet, header included; further rows go to another sheet. */
const maxRows = 1_048_576;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Style indexes: bold title, day. */
const [boldStyle, dayStyle] = [1, 2];
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`;

/**
 * Streams report rows as an Excel workbook, compressed on the fly. Text stays text (formulas are escaped),
 * figures are numbers, days are dates in the reader's local format.
 */
export async function* xlsxSheet({
  columns,
  heads,
  rows,
  formatCode: say,
  isRightToLeft,
}: Sheet): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const encoder = new TextEncoder();
  const open = (name: string) => {
    const file = new ZipDeflate(name, { level: 3 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(encoder.encode(text), isLast);
  };
  const letters = columns.map((_, at) => columnName(at));
  let sheets = 0;
  let filled = 0;
  let write: ReturnType<typeof open> | null = null;
  let piece = '';
  const begin = () => {
    sheets += 1;
    write = open(`xl/worksheets/sheet${sheets}.xml`);
    const cells = heads.map((text, at) => textCell(`${letters[at]}1`, text, boldStyle)).join('');
    piece = `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"${isRightToLeft ? ' rightToLeft="1"' : ''}><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData><row r="1">${cells}</row>`;
    filled = 1;
  };
  const end = () => {
    write?.(`${piece}</sheetData></worksheet>`, true);
    piece = '';
  };
  begin();
  for await (const some of rows) {
    for (const row of some) {
      if (filled === maxRows) {
        end();
        begin();
      }
      filled += 1;
      const no = numberText(filled);
      const cells = columns.map((column, at) => {
        const value = row[column.key] ?? null;
        return cellXml(letters[at] + no, column.type, typeof value === 'string' ? say(column, value) : value);
      });
      piece += `<row r="${no}">${cells.join('')}</row>`;
    }
    if (piece.length < pieceLength) continue;
    (write as ReturnType<typeof open> | null)?.(piece);
    piece = '';
    yield* ready.splice(0);
  }
  end();
  for (const [name, text] of workbookParts(sheets)) open(name)(text, true);
  zip.end();
  yield* ready.splice(0);
}

/** Files of a workbook other than its sheets. */
function workbookParts(sheets: number): [name: string, text: string][] {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const each = (write: (n: number) => string) => numbers.map(write).join('');
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${each((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packages}/relationships">${each((n) => `<Relationship Id="rId${n}" Type="${relations}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', styles],
  ];
}

/** Column name from index 0: A to Z, AA and so on. */
const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26));

/** Excel's day 0. */
const dayZero = Date.parse('1899-12-30');

function cellXml(address: string, type: string, value: string | number | null): string {
  if (value === null || value === '') return '';
  if (typeof value === 'number')
    return Number.isFinite(value) ? `<c r="${address}"><v>${numberText(value)}</v></c>` : '';
  const day = type === 'day' || type === 'week' ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(day))
    return `<c r="${address}" s="${dayStyle}"><v>${Math.round((day - dayZero) / dayMs)}</v></c>`;
  return textCell(address, value, 0);
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
